"""What a director hangs on the wall, at the terminal: a round's tables, the standings."""

from projections.tournaments.facts import Pairing
from projections.tournaments.notes import say
from projections.tournaments.standings.standings import standings as ranked
from projections.tournaments.standings.tiebreaks import tiebreaks_of
from projections.tournaments.state import State
from services.cli.terminal.console import Voice, table
from services.tournaments.printing import said

HEADS = (
    "cli-tournament-rank",
    "cli-tournament-name",
    "cli-tournament-points",
    "cli-tournament-played",
)


def pairing(voice: Voice, state: State, number: int, paired: Pairing) -> None:
    """Who sits where, and why."""
    voice.tell("cli-tournament-round", "head", round=number)
    names = state.entrants
    for each in paired.tables:
        players = " – ".join(" + ".join(names[id].name for id in team) for team in each.teams)
        voice.tell("cli-tournament-table", number=each.number, players=players)
    if paired.byes:
        free = ", ".join(names[bye.entrant].name for bye in paired.byes)
        voice.tell("cli-tournament-free", names=free)
    for note in paired.notes:
        voice.write(say(note, voice.language), "faint")


def standings(voice: Voice, state: State, upto: int | None = None) -> None:
    """The standings as a table."""
    codes = tiebreaks_of(state)
    heads = [voice.say(id) for id in HEADS]
    heads += [said(code, voice.language) for code in codes]
    made = table(*heads, numbers=(0, *range(2, len(heads))))
    for line in ranked(state, upto):
        values = {one.code: str(one.value) for one in line.values}
        cells = [str(line.rank), state.entrants[line.entrant].name]
        cells += [str(line.points), str(line.played), *(values.get(code, "") for code in codes)]
        made.add_row(*cells)
    voice.show(made)
