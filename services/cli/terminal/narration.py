"""Matches told at a terminal: entries as sentences, the table as text, the result."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from events.errors import Language
from events.facts import Held, Moved, Seat
from projections.cards import standard
from projections.game.contract import AnyGame
from projections.game.phrases import phrase
from projections.game.views import Reader, plain, view
from projections.match.fold import Match
from projections.match.history import Step
from services.cli.terminal.console import Voice


def spoken(game: AnyGame) -> AnyGame:
    """The game with standard cards said as players write them: ``10♦``."""
    if game.card is not standard.name:
        return game
    return replace(game, card=lambda card, _: standard.symbol(card))


def sentences(step: Step, reader: Reader, language: Language) -> Iterator[str]:
    """What happened in an entry: the cause, then its effects."""
    cause, seat = step.entry.cause, None
    if isinstance(cause, Moved):
        cause, seat = cause.move, cause.seat
    game = spoken(step.after.game)
    yield phrase(game, cause, seat, reader, language)
    yield from effects(step, reader, language)


def effects(step: Step, reader: Reader, language: Language) -> Iterator[str]:
    game = spoken(step.after.game)
    for effect in step.entry.effects:
        yield phrase(game, effect, None, reader, language)


def drawn(match: Match, seat: Seat | None, reader: Reader, language: Language) -> str:
    """The table from a seat, or from outside; as the game draws it, or else as a list."""
    if match.state is None:
        return ""
    if match.game.board is not None:
        return match.game.board(view(match.state, reader), seat, language)
    return "\n".join(listed(plain(match.state, reader)))


def listed(tree: dict[str, Any], indent: str = "") -> Iterator[str]:
    """A state as lines of ``name: value``; what is empty is left out."""
    for name, value in tree.items():
        if isinstance(value, dict) and not is_held(value):
            yield f"{indent}{name}:"
            yield from listed(value, f"{indent}  ")
        elif value not in (None, [], {}, ""):
            yield f"{indent}{name}: {written(value)}"


def is_held(value: Any) -> bool:
    return isinstance(value, dict) and "by" in value


def written(value: Any) -> str:
    """A value of a view: cards by their symbols, face-down ones as blocks."""
    if is_held(value):
        hidden = " ".join(["▒▒"] * value.get("count", 0))
        return hidden or written(list(value.get("values", ()))) or "—"
    if isinstance(value, list | tuple):
        deep = any(isinstance(each, list | dict) for each in value)
        return (" | " if deep else " ").join(map(written, value))
    return standard.symbol(value) if isinstance(value, str) else str(value)


def ending(voice: Voice, match: Match) -> None:
    """Who came where, and with how many points."""
    result = match.result
    if result is None:
        reason = match.aborted or voice.say(f"cli-phase-{match.phase}")
        voice.tell("cli-match-no-result", "doubtful", reason=reason)
        return
    heads = ("cli-match-rank", "cli-match-seat", "cli-match-player", "cli-match-points")
    made = voice.table(*heads, numbers=(0, 1, 3))
    order = sorted(range(match.seats), key=lambda seat: (result.ranks[seat], seat))
    for seat in order:
        points = str(result.scores[seat]) if result.scores else "—"
        made.add_row(str(result.ranks[seat]), str(seat), match.sitters[seat].player or "—", points)
    voice.show(made)
    if result.label:
        voice.write(labelled(match.game, result.label, voice.language), "head")


def labelled(game: AnyGame, label: str, language: Language) -> str:
    """What became of a match, as its game calls it."""
    text = game.texts.get(label)
    return text.get(language) if text else label


def places(voice: Voice, match: Match) -> str:
    """The result in a line: who shares a place, with how many points."""
    result = match.result
    if result is None:
        return voice.say("cli-match-no-result", reason=match.aborted or match.phase)
    shown = []
    for rank in sorted({*result.ranks}):
        seats = [seat for seat in range(match.seats) if result.ranks[seat] == rank]
        points = str(result.scores[seats[0]]) if result.scores else "—"
        names = " + ".join(map(str, seats))
        shown.append(voice.say("cli-match-place", rank=rank, seats=names, points=points))
    return " · ".join(shown)


def secrets_of(move: Any) -> Iterator[str]:
    """The cards of a move that its phrase may leave unsaid."""
    for name in move.__struct_fields__:
        value = getattr(move, name)
        if isinstance(value, Held):
            yield from value.values
