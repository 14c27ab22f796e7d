"""The moves of a person as a numbered list, and what he types understood."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from events.errors import Language, Malformed
from events.facts import Seat
from projections.cards import standard
from projections.game.contract import AnyGame
from projections.game.phrases import phrase
from projections.game.views import read_move, write_move
from projections.language.catalogue import message
from services.cli.terminal.narration import secrets_of, spoken

SHOWN = 30
"""Longer lists are narrowed by typing cards."""


class Choice(NamedTuple):
    """A legal move, what it is called, and the words by which it is found."""

    move: Any
    text: str
    words: frozenset[str]


def choices(game: AnyGame, seat: Seat, moves: Sequence[Any], language: Language) -> list[Choice]:
    """All moves in words, in the game's order."""
    saying = spoken(game)
    return [choice(saying, seat, move, language) for move in moves]


def choice(game: AnyGame, seat: Seat, move: Any, language: Language) -> Choice:
    """A move as its seat reads it: without its own name, with the cards that nobody else sees."""
    said = phrase(game, move, seat, seat, language)
    hidden = [game.card(card, language) for card in secrets_of(move)]
    text = own(said, seat, language)
    if hidden and not all(card in said for card in hidden):
        text = f"{text.rstrip('.')}: {', '.join(hidden)}"
    codes = set(codes_of(write_move(move)))
    return Choice(move, text, frozenset(words_of(text) | {code.lower() for code in codes}))


def own(said: str, seat: Seat, language: Language) -> str:
    """``Seat 2 plays 5♥.`` as ``Plays 5♥.``"""
    text = said.removeprefix(message(language, "cli-play-own", {"seat": str(seat)}))
    return text[:1].upper() + text[1:]


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\s,.:;()]+", text.lower()))


def codes_of(raw: Any) -> Iterator[str]:
    """Every plain value of a move, as it is written and as it is shown."""
    if isinstance(raw, dict):
        for name, value in raw.items():
            yield from () if name == "type" else codes_of(value)
    elif isinstance(raw, list | tuple):
        for value in raw:
            yield from codes_of(value)
    elif isinstance(raw, str):
        yield from (raw, standard.symbol(raw), re.sub(r"(?<=[A-Z])0+(?=\d)", "", raw))
    elif raw is not None:
        yield str(raw)


def narrowed(found: Sequence[Choice], typed: str) -> list[Choice]:
    """The moves that have every word that was typed; a whole word goes before its beginning."""
    for word in sorted(words_of(typed)):
        whole = [each for each in found if word in each.words]
        begun = [each for each in found if any(other.startswith(word) for other in each.words)]
        found = whole or begun
    return list(found)


def raw_move(game: AnyGame, seat: Seat, typed: str) -> Any:
    """A move typed as JSON, for who knows how it is written; raise ``Malformed``."""
    try:
        return read_move(msgspec.json.decode(typed), seat, game.move)
    except msgspec.DecodeError as error:
        raise Malformed(reason=str(error)) from error
