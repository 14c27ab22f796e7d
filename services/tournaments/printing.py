"""Pages of a tournament to print and hang up, in the reader's language."""

from collections.abc import Iterable
from functools import cache
from html import escape
from importlib import resources
from string import Template

from events.errors import Language
from projections.catalogue import game_of
from projections.language.catalogue import Value, message
from projections.tournaments.facts import Outcome, Table
from projections.tournaments.standings.standings import Standing, standings
from projections.tournaments.standings.tiebreaks import tiebreaks_of
from projections.tournaments.state import Round, State


def said(key: str, language: Language, **fields: Value) -> str:
    return message(language, f"standings-{key.replace('_', '-')}", fields)


@cache
def template() -> Template:
    page = resources.files("services").joinpath("pages", "standings.html")
    return Template(page.read_text("utf-8"))


def standings_page(state: State, language: Language, upto: int | None = None) -> str:
    """The standings after a round (the last one if None), and that round's tables."""
    last = len(state.rounds) if upto is None else min(upto, len(state.rounds))
    tables = [round_of(state, state.rounds[last - 1], language)] if last else []
    return template().substitute(
        lang=language,
        title=escape(state.settings.name),
        subtitle=escape(f"{game_name(state, language)} · {moment(state, last, language)}"),
        body="\n".join([ranking(state, language, last), *tables]),
    )


def game_name(state: State, language: Language) -> str:
    return game_of(state.settings.game).texts["name"].get(language)


def moment(state: State, last: int, language: Language) -> str:
    if state.phase == "finished" and last == len(state.rounds):
        return said("over", language)
    if not last:
        return said("before", language)
    return said("after", language, round=last, total=state.total or "—")


def ranking(state: State, language: Language, upto: int) -> str:
    codes = tiebreaks_of(state)
    heads = ["rank", "name", "points", "played", *codes]
    head = "".join(cell("th", said(one, language), one != "name") for one in heads)
    lines = standings(state, upto)
    return table(head, (standing(state, line, codes, language) for line in lines))


def standing(state: State, line: Standing, codes: Iterable[str], language: Language) -> str:
    name = escape(state.entrants[line.entrant].name)
    if line.withdrawn:
        name += f" <small>({said('gone', language)})</small>"
    values = {one.code: one.value for one in line.values}
    numbers = [line.points, line.played, *(values.get(code, "") for code in codes)]
    cells = cell("td", line.rank, True) + f"<td>{name}"
    cells += "".join(cell("td", number, True) for number in numbers)
    return row(cells, "gone" if line.withdrawn else "")


def round_of(state: State, round: Round, language: Language) -> str:
    """The tables of a round, with the results that are known."""
    head = cell("th", said("table", language), True)
    head += cell("th", said("seats", language)) + cell("th", said("result", language))
    rows = (
        row(
            cell("td", one.number, True)
            + cell("td", players(state, one))
            + cell("td", result(state, round.results.get(one.number), language))
        )
        for one in round.pairing.tables
    )
    free = ", ".join(state.entrants[bye.entrant].name for bye in round.pairing.byes)
    left = f"<p>{escape(said('free', language, names=free))}</p>" if free else ""
    title = escape(said("round", language, round=round.number))
    return f"<h2>{title}</h2>\n{table(head, rows)}{left}"


def players(state: State, table: Table) -> str:
    """The sides of a table, partners joined."""
    names = state.entrants
    return " – ".join(" + ".join(names[id].name for id in team) for team in table.teams)


def result(state: State, outcome: Outcome | None, language: Language) -> str:
    if outcome is None:
        return ""
    if outcome.absent:
        names = ", ".join(state.entrants[id].name for id in outcome.absent)
        return said("forfeit", language, names=names)
    if outcome.scores:
        return " : ".join(map(str, outcome.scores))
    return " : ".join(f"{rank}." for rank in outcome.ranks)


def table(head: str, rows: Iterable[str]) -> str:
    return f"<table><thead><tr>{head}</thead><tbody>\n{''.join(rows)}</tbody></table>"


def row(cells: str, kind: str = "") -> str:
    return f'<tr class="{kind}">{cells}\n' if kind else f"<tr>{cells}\n"


def cell(tag: str, text: object, number: bool = False) -> str:
    return f"<{tag}{' class=n' if number else ''}>{escape(str(text))}"
