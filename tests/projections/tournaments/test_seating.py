"""Persons at the table, and what an event does to their ratings."""

from projections.tournaments import commands as c
from projections.tournaments.standings.ratings import Rating
from projections.tournaments.standings.seating import people, rated_event, side_people
from tests.projections.tournaments.directing import Event, announced


def test_partners_sit_opposite_each_other():
    """Two pairs are seated alternately; whist partners sit apart as well."""
    event = Event(announced("swiss", members=2), 2)
    (table,) = event.pair()
    first, second = table.seats
    assert people(event.now, table) == (f"{first}.0", f"{second}.0", f"{first}.1", f"{second}.1")
    assert side_people(event.now, table)[0] == (f"{first}.0", f"{first}.1")
    event = Event(announced("whist"), 4)
    (table,) = event.pair()
    assert people(event.now, table) == tuple(f"{id}.0" for id in table.seats)
    assert table.sides == (0, 1, 0, 1)


def test_an_event_rates_its_persons():
    """Who wins all rises above who loses all; a forfeit moves nobody."""
    event = Event(announced("round_robin"), 4)
    for _ in range(3):
        event.play()
    after = rated_event({}, event.now)
    order = sorted(after, key=lambda person: -after[person].ordinal)
    assert order == ["e1.0", "e2.0", "e3.0", "e4.0"]
    assert {rating.games for rating in after.values()} == {3}
    event = Event(announced("round_robin"), 2)
    event.pair()
    event.do(c.Withdraw("e2"))
    assert rated_event({"e1.0": Rating()}, event.now) == {"e1.0": Rating()}
