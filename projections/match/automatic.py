"""What the house owes a match: the acts that nobody has to ask for.

It locks a full table, shuffles, plays the harmless move for who has gone, and closes what has
ended. Everything follows from the record and the seed of the match; nothing is chosen here.
"""

from typing import Any

from events.facts import Aborted, Closed, Held, Locked, Moved, Seat, Shuffled
from projections.cards.fair_deal import deal
from projections.game.contract import Deck
from projections.match.fold import Match, outcome

HouseFact = Locked | Shuffled | Moved[Any] | Aborted | Closed


def owed(match: Match, seed: bytes) -> HouseFact | None:
    """The next act of the house, or None if it waits for a seat."""
    if match.over:
        return None
    if match.phase == "open":
        return None if match.aborted is None and not full(match) else lock_or_close(match, seed)
    if match.closing:
        return close(match, seed)
    if match.phase != "playing":
        return None
    return carry_on(match, seed)


def full(match: Match) -> bool:
    return all(sitter.player is not None for sitter in match.sitters)


def lock_or_close(match: Match, seed: bytes) -> HouseFact:
    if match.aborted is not None:
        return close(match, seed)
    return Locked(tuple(sitter.commitment for sitter in match.sitters))


def carry_on(match: Match, seed: bytes) -> HouseFact | None:
    """What keeps play going: the end, a limit, a shuffle, a move for who is out."""
    if outcome(match) is not None:
        return close(match, seed)
    deck = match.game.deck(match.state)
    if deck is not None:
        return shuffle(match, seed, deck)
    return Aborted("limit") if at_limit(match) else stand_in(match)


def at_limit(match: Match) -> bool:
    """Whether as many moves were made as the host lets there be."""
    return match.offer.limit is not None and match.moves >= match.offer.limit


def shuffle(match: Match, seed: bytes, deck: Deck) -> Shuffled:
    """Shuffle number k of the match, k counted from 0 over the whole log."""
    contributions = [sitter.contribution for sitter in match.sitters]
    board = match.offer.board
    name = match.id if board is None else f"{board.tournament}/{board.board}"
    cards = deal(seed, name, match.shuffles, deck.purpose, deck.cards, contributions)
    return Shuffled(deck.purpose, Held("house", cards))


def stand_in(match: Match) -> Moved[Any] | None:
    """The harmless move of a seat that is out, once all others have chosen."""
    if not any(sitter.out for sitter in match.sitters):
        return None
    acting = match.acting()
    out = [seat for seat in acting if match.sitters[seat].out]
    if not out or len(out) < len(acting):
        return None
    return harmless(match, out[0])


def harmless(match: Match, seat: Seat) -> Moved[Any]:
    return Moved(seat, match.game.moves(match.state, seat)[0])


def close(match: Match, seed: bytes) -> Closed:
    """The last entry counts itself; a board's seed stays secret until all tables have played."""
    disclosed = seed if match.offer.board is None else None
    result = None if match.aborted is not None else outcome(match)
    return Closed(match.version + 1, result, disclosed)
