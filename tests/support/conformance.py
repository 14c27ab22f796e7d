"""What every game promises, checked along random matches.

``conform`` plays one match at random and raises an AssertionError that says which promise is
broken. It knows no game: everything goes through the contract and the views.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import playing

from events import codec
from events.errors import Corrupt, Malformed, NotYourTurn, Refused
from events.facts import FACE_DOWN, SCHEMA, Entry, Held, Moved, Seat, Shuffled
from projections.game import views
from projections.game.contract import AnyGame, Dice
from projections.game.decide import decide, happen, offered, to_act

Reader = Seat | None
LANGUAGES: tuple[Any, ...] = ("en", "es")
ODD: tuple[Any, ...] = (FACE_DOWN, "", "no such thing", -1, 0, 99, None, True, [], [FACE_DOWN])
"""What a client may send instead of what belongs there."""
TURNED_OVER = {"caissa-solitario"}
"""Games in which cards that lay open are turned face down again: the waste becomes the stock."""
OPEN_SECRETS = {"caissa-campeones": {"P01", "H01"}}
"""Cards in a hand of which everybody knows: the starter, whose holder leads."""


def conform(
    name: str, game: AnyGame, options: Any, seats: int, seed: object, most: int = 120
) -> None:
    """Play one match of at most so many causes and check every promise on the way."""
    throw = playing.dice((seed, "checks"))
    record = Record(game, options, seats)
    for step in playing.playout(game, options, seats, seed, most=most):
        record.add(step)
        check_serial(game, step.state)
        if step.settled:
            check_settled(game, record, throw)
            check_secrets(name, record)
    check_log(game, record)
    check_swaps(game, record, throw)


# ---- What is remembered of a match -----------------------------------------------------------


@dataclass
class Told:
    """Which cards a reader was told of since they were shuffled, and how often."""

    reader: Reader
    copies: Counter[str] = field(default_factory=Counter)
    heard: Counter[str] = field(default_factory=Counter)

    def hear(self, event: Any) -> None:
        if isinstance(event, Shuffled):
            self.copies |= Counter(event.cards.values)
            for card in event.cards.values:
                self.heard.pop(card, None)
        self.heard.update(self.cards(views.plain(event, self.reader)))

    def cards(self, tree: Any) -> Iterator[str]:
        """The cards that lie open in plain data."""
        return (text for text in strings(tree) if text in self.copies)

    @property
    def unique(self) -> bool:
        return set(self.copies.values()) <= {1}


class Record:
    """A match so far: the state, its entries, and what everybody was told and shown."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        self.start = self.state = game.start(options, seats)
        self.seats = seats
        self.readers: tuple[Reader, ...] = (*range(seats), None)
        self.told = {reader: Told(reader) for reader in self.readers}
        self.entries: list[tuple[Any, tuple[Any, ...]]] = []
        self.shown: list[dict[Reader, Any]] = []
        self.pool: list[Any] = []
        self._effects: list[Any] = []
        self._cause: Any = None

    def add(self, step: playing.Step) -> None:
        self.state = step.state
        for told in self.told.values():
            told.hear(step.event)
        if self._cause is None:
            self._cause = step.event
        else:
            self._effects.append(step.event)
        if step.settled:
            self.close()

    def close(self) -> None:
        """The entry is complete."""
        self.entries.append((self._cause, tuple(self._effects)))
        self.shown.append({reader: views.plain(self.state, reader) for reader in self.readers})
        self._cause, self._effects = None, []

    def remember(self, moves: Sequence[Any], throw: Dice) -> None:
        """Keep some moves, to try them where they don't belong."""
        self.pool += some(moves, 3, throw)
        del self.pool[:-200]

    def events(self) -> Iterator[Any]:
        for cause, effects in self.entries:
            yield cause
            yield from effects


def strings(tree: Any) -> Iterator[str]:
    """Every string in plain data, names of fields left out."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for value in tree.values():
            yield from strings(value)
    elif isinstance(tree, list | tuple):
        for value in tree:
            yield from strings(value)


def some(things: Sequence[Any], most: int, throw: Dice) -> list[Any]:
    """The first, which is the harmless one, and a few others."""
    if len(things) <= most:
        return list(things)
    return [things[0], *(things[throw(len(things))] for _ in range(most - 1))]


# ---- States and turns ------------------------------------------------------------------------


def check_serial(game: AnyGame, state: Any) -> None:
    """A state survives being written and read, and is of the game's own type."""
    assert isinstance(state, game.state), "state of another type"
    assert views.view(state, views.EVERYTHING) == state, "a state is not read as it was written"


def check_settled(game: AnyGame, record: Record, throw: Dice) -> None:
    """All that must hold where nothing more follows of itself."""
    state, seats = record.state, record.seats
    before = views.encoder(views.EVERYTHING).encode(state)
    check_turn(game, state, seats)
    for seat in range(seats):
        check_seat(game, record, seat, throw)
    check_order(game, state, seats, throw)
    check_evolve(game, record, throw)
    check_board(game, state, seats, throw)
    after = views.encoder(views.EVERYTHING).encode(state)
    assert before == after, "a state was changed by looking at it"


def check_turn(game: AnyGame, state: Any, seats: int) -> None:
    """The house shuffles, or seats are to act, or it is over: exactly one of the three."""
    owed, acting, result = game.deck(state), to_act(game, state, seats), game.result(state)
    assert (owed is not None) + bool(acting) + (result is not None) == 1, (
        f"deck owed: {owed is not None}, to act: {acting}, over: {result is not None}"
    )
    if result is not None:
        assert len(result.scores) == len(result.ranks) == seats, "a result for every seat"
        assert min(result.ranks) == 1, "somebody is first"


# ---- Moves -----------------------------------------------------------------------------------


def check_seat(game: AnyGame, record: Record, seat: Seat, throw: Dice) -> None:
    """The moves of a seat: the same from its view, different from each other, and obeyed."""
    state = record.state
    seen = views.view(state, seat)
    moves = tuple(game.moves(state, seat))
    assert tuple(game.moves(seen, seat)) == moves, "a view yields other moves than the state"
    assert len(set(moves)) == len(moves), "a move is listed twice"
    check_counts(moves)
    for move in some(moves, 4, throw):
        check_listed(game, state, seen, seat, move)
    for move in candidates(game, record, seat, throw):
        check_candidate(game, state, seen, seat, move, moves)
    if moves:
        check_players(game, seen, seat, moves, throw)
    record.remember(moves, throw)


def check_listed(game: AnyGame, state: Any, seen: Any, seat: Seat, move: Any) -> None:
    """A listed move is accepted as it stands, from the view as well, and can be sent."""
    sent = views.read_move(views.write_move(move), seat, game.move)
    assert sent == move, "a move is not read as it was written"
    for table in (state, seen):
        try:
            assert offered(game, table, seat, move) == move, "a listed move is recorded otherwise"
        except Refused as error:
            raise AssertionError(f"a listed move is refused: {move}") from error
    happen(game, state, Moved(seat, move))


def check_counts(moves: Sequence[Any]) -> None:
    """Secret alternatives can't be told apart by their number of cards."""
    counts: dict[tuple[type, str], int] = {}
    for move in moves:
        for name in move.__struct_fields__:
            held = getattr(move, name)
            if isinstance(held, Held):
                usual = counts.setdefault((type(move), name), len(held))
                assert usual == len(held), f"secret choices of different counts: {type(move)}"


def candidates(game: AnyGame, record: Record, seat: Seat, throw: Dice) -> Iterator[Any]:
    """Well-formed moves that a client might send: of other times and seats, or garbled."""
    tries = 6 if game.moves(record.state, seat) else 1
    for _ in range(tries if record.pool else 0):
        raw = dict(views.write_move(record.pool[throw(len(record.pool))]))
        names = [name for name in raw if name != "type"]
        if names and throw(2):
            other = views.write_move(record.pool[throw(len(record.pool))])
            name = names[throw(len(names))]
            raw[name] = other[name] if name in other and throw(2) else ODD[throw(len(ODD))]
        try:
            yield views.read_move(raw, seat, game.move)
        except Malformed:
            continue


def check_candidate(
    game: AnyGame, state: Any, seen: Any, seat: Seat, move: Any, moves: Sequence[Any]
) -> None:
    """Whatever is sent is accepted if it is listed, else refused."""
    verdict = judged(game, state, seat, move)
    if isinstance(verdict, Refused):
        assert move not in moves, f"a listed move is refused: {move}"
        assert bool(moves) is not isinstance(verdict, NotYourTurn), f"refused: {verdict!r}"
    else:
        assert moves, f"seat {seat} is not to act, but may {move}"
        assert verdict in moves or not lists_all(state), f"a move is not listed: {verdict}"
    if game.allows is not None:
        verdicts = [game.allows(table, seat, move) for table in (state, seen)]
        assert verdicts[0] == verdicts[1], f"the view judges otherwise: {move}"


def judged(game: AnyGame, state: Any, seat: Seat, move: Any) -> Any:
    """The move as it is offered, or the refusal."""
    try:
        return offered(game, state, seat, move)
    except Refused as refusal:
        return refusal


def lists_all(state: Any) -> bool:
    """Whether the list is complete: always but in Casino with more than 12 loose cards."""
    return len(getattr(state, "loose", ())) <= 12


def check_order(game: AnyGame, state: Any, seats: int, throw: Dice) -> None:
    """Simultaneous choices lead to the same state in whatever order they come."""
    acting = to_act(game, state, seats)
    if len(acting) < 2:
        return
    pair = some(acting, 2, throw) if throw(2) else [acting[-1], acting[0]]
    choices = [(seat, playing.at_random(game, state, seat, game.moves(state, seat), throw))
               for seat in dict.fromkeys(pair)]  # fmt: skip
    ends = []
    for order in (choices, choices[::-1]):
        end = state
        for seat, move in order:
            end, _, _ = decide(game, end, seat, move)
        ends.append(end)
    assert ends[0] == ends[-1], "the order of simultaneous choices matters"


def check_evolve(game: AnyGame, record: Record, throw: Dice) -> None:
    """An event at the wrong time is a state or ``Corrupt``, never another exception."""
    past = [*record.events()][-60:]
    tried = [past[throw(len(past))] for _ in range(3)]
    for move in candidates(game, record, throw(record.seats), throw):
        tried.append(Moved(throw(record.seats), move))
    for event in tried:
        try:
            game.evolve(record.state, event)
        except Corrupt:
            continue
        except Exception as error:
            raise AssertionError(f"evolve fails with {error!r} on {event}") from error


# ---- Bots, samples, boards -------------------------------------------------------------------


def check_players(game: AnyGame, seen: Any, seat: Seat, moves: Sequence[Any], throw: Dice) -> None:
    """The bot chooses one of the moves; a sample is whole and fits the view."""
    if game.bot is not None and not throw(4):
        assert game.bot(seen, seat, moves, throw) in moves, "the bot invents a move"
    if game.sample is not None and not throw(4):
        whole = game.sample(seen, seat, throw)
        assert views.view(whole, seat) == seen, "a sample does not fit its view"
        whole_tree = views.plain(whole, views.EVERYTHING)
        assert FACE_DOWN not in strings(whole_tree), "a sample is not whole"


def check_board(game: AnyGame, state: Any, seats: int, throw: Dice) -> None:
    """The table can be drawn for every reader in both languages."""
    if game.board is None or throw(4):
        return
    for reader in (*range(seats), None):
        for language in LANGUAGES:
            assert game.board(views.view(state, reader), reader, language).strip(), "an empty board"


# ---- Secrets ---------------------------------------------------------------------------------


def check_secrets(name: str, record: Record) -> None:
    """Nobody is shown a card that he wasn't told of, and no card is held twice."""
    for reader, told in record.told.items():
        shown = Counter(told.cards(record.shown[-1][reader]))
        for card, times in shown.items():
            assert min(times, told.copies[card]) <= told.heard[card], (
                f"{reader} is shown {card} but was never told of it"
            )
    everybody = record.told[None]
    if everybody.unique:
        hidden = Counter(everybody.cards([*helds(views.plain(record.state, views.EVERYTHING))]))
        assert not hidden or max(hidden.values()) == 1, "a card is held twice"
        again = (hidden.keys() & everybody.heard.keys()) - OPEN_SECRETS.get(name, set())
        assert not again or name in TURNED_OVER, f"{again} was told to all and lies face down"


def helds(tree: Any) -> Iterator[Any]:
    """The values of every Held in plain data."""
    if isinstance(tree, dict):
        if tree.keys() == {"by", "values"}:
            yield tree["values"]
        else:
            for value in tree.values():
                yield from helds(value)
    elif isinstance(tree, list | tuple):
        for value in tree:
            yield from helds(value)


def check_swaps(game: AnyGame, record: Record, throw: Dice, times: int = 2) -> None:
    """Who is told the same is shown the same, whatever the hidden cards are.

    Two cards of a shuffle change places and the match is played again: as long as all events
    look the same to a reader, so must the table and his moves.
    """
    shuffles = [n for n, (cause, _) in enumerate(record.entries) if isinstance(cause, Shuffled)]
    for _ in range(times if shuffles else 0):
        at = shuffles[throw(len(shuffles))]
        cards = list(record.entries[at][0].cards.values)
        one, other = throw(len(cards)), throw(len(cards))
        if cards[one] != cards[other]:
            check_swap(game, record, at, cards[one], cards[other], (one, other))


def check_swap(
    game: AnyGame, record: Record, at: int, one: str, other: str, places: tuple[int, int]
) -> None:
    """Play the match again with two cards of shuffle ``at`` exchanged."""
    state, readers = record.start, set(record.readers)
    names = {one: other, other: one} if record.told[None].unique else {}
    for n, (cause, effects) in enumerate(record.entries):
        told = (cause, *effects)
        if n == at:
            cause = exchanged(cause, *places)
        elif n > at and isinstance(cause, Moved):
            cause = renamed(cause, names)
        try:
            state, again = replayed(game, state, cause)
        except (Refused, Corrupt):
            return  # with these cards it could not have been played so
        if n >= at:
            readers &= who_can_not_tell(record.readers, told, (cause, *again))
            compare(game, record, n, state, readers)
        if not readers:
            return


def replayed(game: AnyGame, state: Any, cause: Any) -> tuple[Any, tuple[Any, ...]]:
    if isinstance(cause, Moved):
        state, _, effects = decide(game, state, cause.seat, cause.move)
        return state, effects
    return happen(game, state, cause)


def exchanged(shuffled: Shuffled, one: int, other: int) -> Shuffled:
    cards = list(shuffled.cards.values)
    cards[one], cards[other] = cards[other], cards[one]
    return Shuffled(shuffled.purpose, Held(shuffled.cards.by, cards))


def renamed(cause: Moved[Any], names: dict[str, str]) -> Moved[Any]:
    """The same move where its secret cards have changed names."""
    changed = {}
    for name in cause.move.__struct_fields__:
        held = getattr(cause.move, name)
        if isinstance(held, Held):
            changed[name] = Held(held.by, [names.get(card, card) for card in held.values])
    return Moved(cause.seat, msgspec.structs.replace(cause.move, **changed))


def who_can_not_tell(
    readers: Sequence[Reader], told: Sequence[Any], again: Sequence[Any]
) -> set[Reader]:
    """To whom both runs of events look the same."""
    if len(told) != len(again):
        return set()
    return {
        reader
        for reader in readers
        if all(
            views.plain(a, reader) == views.plain(b, reader)
            for a, b in zip(told, again, strict=True)
        )
    }


def compare(game: AnyGame, record: Record, n: int, state: Any, readers: set[Reader]) -> None:
    """After entry n these readers see the same table as in the record."""
    for reader in readers:
        assert views.plain(state, reader) == record.shown[n][reader], (
            f"cards that {reader} can't see change what he sees"
        )


# ---- The log ---------------------------------------------------------------------------------


def check_log(game: AnyGame, record: Record) -> None:
    """Every entry is read as it was written, and playing the log again gives the same state."""
    kind = Entry[game.move, game.effect]  # type: ignore[name-defined]
    salts = iter(range(1 << 30))
    state = record.start
    for n, (cause, effects) in enumerate(record.entries):
        entry = Entry(SCHEMA, n, "house", b"tests", cause, effects)
        public, openings = codec.encode(entry, lambda: next(salts).to_bytes(16, "big"))
        again = codec.typed(codec.decode(public, openings), kind)
        assert again == entry, "an entry is not read as it was written"
        for event in (again.cause, *again.effects):
            state = game.evolve(state, event)
        assert game.follow(state) is None, "effects are missing from an entry"
    assert state == record.state, "playing the log again gives another state"
