"""How far back a match may go: what was seen since decides.

The log only goes forwards; a rewind is an entry that takes the game's state from an earlier
version. Who has seen a card since then must not play on knowing it: unless a judge keeps the deck,
the game goes back to before the deal, and the cards are shuffled anew.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any

from events.errors import WrongPhase
from events.facts import Rewound, Seat, Shuffled
from projections.game.views import plain
from projections.match.fold import Match
from projections.match.history import Step


def landing(line: Sequence[Step], to: int, *, keep_deck: bool) -> int:
    """The version that a rewind to ``to`` really goes to; refuse where there is none.

    ``line`` is the whole log up to now; step n - 1 is version n.
    """
    match = line[-1].after
    if match.dealt is None or not match.dealt <= to < match.version:
        raise WrongPhase(phase=match.phase, needed=[f"{match.dealt}..{match.version - 1}"])
    while not keep_deck and learned(line, to):
        earlier = before_the_deal(line, to)
        if earlier == to:
            break
        to = earlier
    return to


def learned(line: Sequence[Step], to: int) -> bool:
    """Whether any seat has been shown a card after this version that it had not seen by then.

    What is shuffled right after the version doesn't matter: nobody knows where it will lie.
    """
    deck, mixed = dealt_cards(line), mixed_next(line, to)
    if sorted(mixed) == sorted(deck):
        return False
    seats = range(line[-1].after.seats)
    if len(set(deck)) < len(deck):  # like cards can't be told apart: any card shown may be new
        return any(shown(line[to:], seat).intersection(deck) for seat in seats)
    hidden = set(deck).difference(mixed)
    new = (seen(line[to:], seat) - seen(line[:to], seat) for seat in seats)
    return any(cards & hidden for cards in new)


def mixed_next(line: Sequence[Step], to: int) -> list[str]:
    """The cards of the shuffles that stand right behind a version."""
    mixed: list[str] = []
    for step in takewhile(lambda step: isinstance(step.entry.cause, Shuffled), line[to:]):
        match step.entry.cause:
            case Shuffled(cards=cards) if shuffles(step):
                mixed += cards.values
    return mixed


def dealt_cards(line: Iterable[Step]) -> tuple[str, ...]:
    """The cards of the largest shuffle; with several decks, of each."""
    decks: dict[str, tuple[str, ...]] = {}
    for step in line:
        match step.entry.cause:
            case Shuffled(purpose, cards) if shuffles(step):
                decks[purpose] = max(decks.get(purpose, ()), cards.values, key=len)
    return tuple(card for deck in decks.values() for card in deck)


def seen(line: Sequence[Step], seat: Seat) -> set[str]:
    """Every word that a seat's views have shown, cards among them."""
    states = (plain(step.after.state, seat) for step in line if step.after.state is not None)
    return {word for state in states for word in words(state)} | shown(line, seat)


def shown(line: Sequence[Step], seat: Seat) -> set[str]:
    """Every word that the effects have shown to a seat."""
    return {word for step in line for word in words(plain(step.entry.effects, seat))}


def words(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        yield from words(list(tree.values()))
    elif isinstance(tree, list | tuple):
        for value in tree:
            yield from words(value)


def before_the_deal(line: Sequence[Step], to: int) -> int:
    """The version before the shuffles of the deal in which a version lies."""
    version = next((v for v in range(to, 0, -1) if shuffles(line[v - 1])), None)
    if version is None:
        return to
    while version > 1 and shuffles(line[version - 2]):
        version -= 1
    return version - 1


def all_agreed(match: Match, cause: Rewound) -> bool:
    """Whether all people at the table wanted this, and nobody else has a stake in the match."""
    offer = match.offer
    alone = not offer.rated and offer.board is None and offer.event is None
    return alone and not cause.keep_deck and set(people(match)) <= set(cause.agreed)


def people(match: Match) -> list[Seat]:
    """The seats that have to agree: all people who still play."""
    return [s for s, sitter in enumerate(match.sitters) if sitter.kind != "bot" and not sitter.out]


def shuffles(step: Step) -> bool:
    """Whether cards were shuffled here; drawing lots for the first seat gives nothing away."""
    cause = step.entry.cause
    return isinstance(cause, Shuffled) and cause.purpose != "first"
