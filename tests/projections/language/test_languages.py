"""Languages: whatever people read lies in the catalogues, and a language is a folder."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import languages
import playing
import pytest
import toy
from fluent.syntax import FluentParser, ast

import events
import projections
import services
import workers
from events.errors import BadOptions, TapeteError, UnknownMatch
from events.facts import Held, Resigned
from projections.audit.findings import CODES as FINDINGS
from projections.audit.report import Finding
from projections.catalogue import catalogue as games
from projections.catalogue import game_of
from projections.game.phrases import FACTS, LABELS, labelled, phrase
from projections.games.kaiser import Give
from projections.games.solitario import Return
from projections.language import catalogue
from projections.language.catalogue import fields, has, ids, message
from projections.language.errors import named, said
from projections.tournaments.errors import NotNow
from projections.tournaments.notes import CODES as NOTES
from projections.tournaments.notes import note, say
from projections.tournaments.reasons import REASONS
from services.api.http.languages import wanted
from services.api.http.problems import PLAIN, by_status, problem
from services.settings import BadSetting, Settings, spoken

LANGUAGES = catalogue.languages()


def errors(kind: type[TapeteError] = TapeteError) -> Iterator[type[TapeteError]]:
    """Every kind of error in the house."""
    yield kind
    for each in kind.__subclasses__():
        if each.__module__.split(".")[0] in ("events", "projections", "services", "workers"):
            yield from errors(each)


def everything_imported() -> None:
    for package in (events, projections, services, workers):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)


def every_code() -> Iterator[str]:
    """The message of everything that has a stable code."""
    everything_imported()
    yield from (named("error", error.code) for error in errors())
    for kind, codes in (("reason", REASONS), ("note", NOTES), ("finding", FINDINGS)):
        yield from (named(kind, code) for code in codes)
    yield from (f"fact-{name}" for name in FACTS)
    yield from (f"label-{name}" for name in LABELS)
    yield from ("problem-hidden", *(f"problem-{status}" for status in PLAIN))


def filled(id: str) -> dict[str, Any]:
    """Values without letters for all that a message speaks of."""
    return dict.fromkeys(fields("en", id), 7)


def narrow(text: str) -> list[str]:
    """The words in a text that no catalogue has said."""
    return re.findall(r"[A-Za-z]{2,}", text)


# ---- The files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_can_be_read_and_name_nothing_twice(language: str) -> None:
    """Each file is sound Fluent, and no message is said in two places."""
    seen: list[str] = []
    for file in sorted((languages.LOCALES / language).glob("*.ftl")):
        body = FluentParser().parse(file.read_text("utf-8")).body
        assert not [entry for entry in body if isinstance(entry, ast.Junk)], file
        seen += [entry.id.name for entry in body if isinstance(entry, ast.Message)]
    assert len(seen) == len(set(seen))
    assert set(seen) == set(ids(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language: str) -> None:
    """What one language says the other does, of the same values; the rules are there too."""
    assert set(ids(language)) == set(ids("en"))
    for id in ids("en"):
        assert catalogue.names(language, id) == catalogue.names("en", id), id
        assert message(language, id, filled(id)).strip() or id.endswith("empty"), id
    pages = {page.name for page in (languages.LOCALES / "en" / "rules").iterdir()}
    assert {page.name for page in (languages.LOCALES / language / "rules").iterdir()} == pages
    assert {page.removesuffix(".md") for page in pages} == set(games())


def test_every_code_has_its_sentence() -> None:
    """Errors, reasons, notes, findings and facts; and no sentence is for a code of yesterday."""
    codes = set(every_code())
    assert [id for id in codes if not has("en", id)] == []
    for kind in ("error", "note", "finding", "fact", "label", "problem"):
        assert set(ids("en", f"{kind}-")) <= codes, kind


# ---- Saying things -------------------------------------------------------------------------------


def test_a_message_that_nobody_knows_is_not_said() -> None:
    """Neither an id nor the name of a value is ever shown."""
    with pytest.raises(KeyError):
        message("en", "no-such-message")
    with pytest.raises(KeyError):
        message("en", "error-unknown-match")


def test_plurals_agree() -> None:
    """Numbers choose their words by CLDR, and are written without separators."""
    cards = [message("en", "value-hidden", {"count": count}) for count in (1, 2, 12345)]
    assert cards == ["a card", "2 cards", "12345 cards"]
    assert message("es", "value-hidden", {"count": 1}) == "una carta"


def test_a_class_alone_has_a_name() -> None:
    """A move that names a class of cards, and no card, is told."""
    game = game_of("caissa-solitario")
    assert "Romantics" in phrase(game, Return("R", 3), 0, None, "en")
    assert "Románticos" in phrase(game, Return("R", 3), 0, None, "es")


def test_what_is_allowed_is_said_in_the_language() -> None:
    """A refused option names the kinds of values in words; the fields of the problem stay."""
    error = BadOptions(field="target", value="x", allowed=["a whole number", "null"])
    assert "un número entero, null." in said(error, "es")
    assert "a whole number, null." in said(error, "en")
    assert problem(error, "es").allowed == ["a whole number", "null"]
    assert Finding(3, "record", "written otherwise").text("es").endswith("(escrito de otra forma)")
    assert "de 1 a 200." in said(BadOptions(field="rounds", value=0, allowed="1 to 200"), "es")


def test_a_language_is_asked_for_by_its_tag(tmp_path: Path) -> None:
    """A header, the locale and TAPETE_LANG choose among the languages that there are."""
    assert wanted("it, es;q=0.5") == "es"
    with languages.spoken_in(languages.third(tmp_path / "locales")):
        assert catalogue.languages() == ("en", "es", "it")
        assert wanted("it-CH, es;q=0.5") == "it"
        assert spoken({"LANG": "it_IT.UTF-8"}) == "it"
        assert Settings.from_env({"TAPETE_LANG": "it"}).lang == "it"
    with pytest.raises(BadSetting) as caught:
        Settings.from_env({"TAPETE_LANG": "it"})
    assert caught.value.details["allowed"] == ("en", "es")


# ---- A language in which no English is left --------------------------------------------------


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Everything is said in wide letters."""
    with languages.spoken_in(languages.pseudo(tmp_path_factory.mktemp("pseudo") / "locales")):
        yield languages.PSEUDO


def test_problems_are_said_in_any_language(pseudo: str) -> None:
    """No problem of any code shows a key or an English word, whatever its reason."""
    everything_imported()
    for kind in errors():
        error = kind(**{"reason": 7} | filled(named("error", kind.code)))
        assert narrow(said(error, pseudo)) == [], kind.code
        assert narrow(problem(error, pseudo).detail) == [], kind.code
    for reason in REASONS:
        refused = NotNow(reason=reason, **filled(named("reason", reason)))
        assert narrow(said(refused, pseudo)) == [], reason
    for status in (*PLAIN, 406, 500):
        assert narrow(by_status(status, pseudo).detail) == [], status


def test_explanations_and_findings_are_said_in_any_language(pseudo: str) -> None:
    """Why a pairing is as it is, a place in the standings, and what a verifier has found."""
    for code in NOTES:
        assert narrow(say(note(code, **filled(named("note", code))), pseudo)) == [], code
    for code in FINDINGS:
        assert narrow(Finding(3, code, "seat 7").text(pseudo)) == [], code


@pytest.mark.parametrize("name", games())
def test_matches_are_told_in_any_language(name: str, pseudo: str) -> None:
    """Every move and effect of a whole match, all texts of the game, and its rules."""
    game = game_of(name)
    for word in ("name", "summary", "rules"):
        assert narrow(game.texts[word].get(pseudo)) == [], word
    assert all(narrow(game.texts[word].get(pseudo, {})) == [] for word in game.texts)
    seats = game.seats[0]
    for step in playing.playout(game, game.options(), seats, "pseudo", most=200):
        told = phrase(game, getattr(step.event, "move", step.event), 0, None, pseudo)
        assert narrow(told) == [], told


def test_results_and_hidden_cards_are_told_in_any_language(pseudo: str) -> None:
    """Labels of results, cards that lie face down, and flags."""
    game = game_of("kaiser")
    for label in LABELS:
        assert narrow(labelled(game, label, pseudo)) == [], label
    assert narrow(phrase(game, Give(Held(0, ("AS", "KS"))), 0, None, pseudo)) == []


# ---- A third language ----------------------------------------------------------------------------


def test_a_third_language_is_a_folder(tmp_path: Path) -> None:
    """Five sentences and a page are translated, and shown, without a line of Python."""
    kaiser = game_of("kaiser")
    with languages.spoken_in(languages.third(tmp_path / "locales")):
        assert problem(UnknownMatch(match="m-1"), "it").detail == "Non esiste la partita m-1."
        refused = said(NotNow(reason="registration"), "it")
        assert refused == "Il torneo non lo permette ora: le iscrizioni sono aperte."
        why = say(note("bye", entrant="e1", points=3), "it")
        assert why == "e1 riposa: il punteggio più basso (3)."
        assert phrase(kaiser, Resigned(2), None, None, "it") == "Il posto 2 abbandona."
        assert kaiser.texts["rules"].get("it") == languages.RULES
        assert kaiser.texts["name"].get("it") == "Kaiser"
        assert phrase(toy.TOY, toy.Bow(), 1, None, "it") == "Seat 1 bows."
    assert problem(UnknownMatch(match="m-1"), "it").detail == "There is no match m-1."
