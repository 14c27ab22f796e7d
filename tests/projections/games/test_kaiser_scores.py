"""Kaiser's rules told as sentences: scoring, the end, options that can't be."""

import msgspec
import playing
import pytest
from kaiser_table import GAME, SEEDS, deals, events, scored, shyly, steps, winner
from msgspec.structs import replace

from events.errors import BadOptions
from events.facts import Result
from projections.game.options import read_options
from projections.games.kaiser import AllPassed, Contract, HandScored, Options

# ---- Scoring ---------------------------------------------------------------------------------

SUIT_8, NT_8 = Contract(0, 8, nt=False, trump="C"), Contract(0, 8, nt=True)


@pytest.mark.parametrize(
    ("double", "made", "failed"),
    [("made", 18, -8), ("both", 18, -16), ("off", 9, -8)],
)
def test_nt_double_doubles_what_was_made_or_failed(double: str, made: int, failed: int) -> None:
    """``nt_double``: only in no-trump, only for the bidders."""
    assert scored(NT_8, (9, 1), nt_double=double).totals == (made, 1)
    assert scored(NT_8, (7, 3), nt_double=double).totals == (failed, 3)
    assert scored(SUIT_8, (9, 1), nt_double=double).totals == (9, 1)
    assert scored(SUIT_8, (7, 3), nt_double=double).totals == (-8, 3)


def expected(one: HandScored, double: str, overtricks: str) -> int:
    """What the bidders write down, told independently."""
    factor = 2 if one.nt else 1
    if not one.made:
        return -one.number * (factor if double == "both" else 1)
    counted = one.points[one.team] if overtricks == "count" else one.number
    return counted * (1 if double == "off" else factor)


@pytest.mark.parametrize("double", ["made", "both", "off"])
@pytest.mark.parametrize("overtricks", ["count", "bid_only"])
def test_every_hand_is_scored_by_the_bid(double: str, overtricks: str) -> None:
    """Bidders by their bid, the others what they took, in whole matches."""
    chosen = {"nt_double": double, "overtricks": overtricks, "target": 500}
    for deal in deals(**chosen):
        before, one = deal[0].state.totals, deal[-1].event
        gained = [after - had for had, after in zip(before, one.totals, strict=True)]
        assert one.made == (one.points[one.team] >= one.number)
        assert gained[one.team] == expected(one, double, overtricks)
        assert gained[1 - one.team] == one.points[1 - one.team]


@pytest.mark.parametrize("limit", [45, 47])
def test_bid_out_scores_nothing_on_the_rivals_bids_but_minus_counts(limit: int) -> None:
    """``bid_out``: for a team at or above it before the hand; its own bids count as ever."""
    assert scored(SUIT_8, (8, 2), totals=(0, limit), bid_out=limit).totals == (8, limit)
    assert scored(SUIT_8, (12, -2), totals=(0, limit), bid_out=limit).totals == (12, limit - 2)
    assert scored(SUIT_8, (8, 2), totals=(0, limit - 1), bid_out=limit).totals == (8, limit + 1)
    assert scored(SUIT_8, (8, 2), totals=(limit, 0), bid_out=limit).totals == (limit + 8, 2)


# ---- The end ---------------------------------------------------------------------------------


@pytest.mark.parametrize("target", [1, 52, 120])
def test_the_first_team_at_the_target_wins(target: int) -> None:
    """``target``: looked at after each hand; the match goes on until a team is there."""
    for step in steps(playing.by_bot, hands=500, target=target):
        if isinstance(step.event, HandScored):
            assert bool(step.event.winners) == (max(step.event.totals) >= target)
            if step.event.winners:
                result = GAME.result(step.state)
                assert result is not None
                assert result.scores == step.event.totals * 2
                assert [result.ranks[team] for team in step.event.winners] == [1]


def test_both_at_the_target_the_bidders_win() -> None:
    """Even with the lower total, and even if they failed their bid."""
    assert winner(scored(SUIT_8, (8, 2), totals=(44, 58))) == 0
    assert winner(scored(replace(SUIT_8, seat=1), (9, 1), totals=(50, 70))) == 1


def test_skunk_is_won_against_losers_at_zero_or_less() -> None:
    """The label of a win at the target; not of one by ``deals``."""
    for totals, label in (((50, -3), "skunk"), ((50, -2), "skunk"), ((50, -1), None)):
        result = GAME.result(scored(SUIT_8, (8, 2), totals=totals))
        assert result is not None
        assert result.label == label
    early = GAME.result(scored(SUIT_8, (8, 2), totals=(0, -9), deals=1))
    assert early == Result((8, -7, 8, -7), (1, 3, 1, 3))


def test_bidder_must_win_keeps_the_others_in_play_above_the_target() -> None:
    """``bidder_must_win``: only by an own made bid with the target reached."""
    must = {"bidder_must_win": True}
    assert winner(scored(SUIT_8, (5, 5), totals=(20, 50), **must)) is None
    assert winner(scored(SUIT_8, (5, 5), totals=(70, 20), **must)) is None
    assert winner(scored(SUIT_8, (8, 2), totals=(44, 70), **must)) == 0
    for one in events(HandScored, playing.by_bot, hands=500, **must):
        if one.winners:
            assert one.winners == (one.team,)
            assert one.made


def test_deals_ends_the_match_after_so_many_hands() -> None:
    """``deals``: the totals decide, and a tie is shared."""
    assert winner(scored(SUIT_8, (8, 2), scored=3, deals=4)) == 0
    assert winner(scored(SUIT_8, (8, 2), scored=2, deals=4)) is None
    tied = GAME.result(scored(SUIT_8, (8, 2), totals=(0, 6), scored=3, deals=4))
    assert tied == Result((8, 8, 8, 8), (1, 1, 1, 1))
    counts = [step.state.scored for step in steps(deals=3) if GAME.result(step.state)]
    assert counts == [3] * len(SEEDS)


def test_deals_stands_in_for_every_other_end() -> None:
    """With ``deals`` neither the target nor ``lose_at`` ends a match, nor do they decide it."""
    assert winner(scored(SUIT_8, (8, 2), totals=(50, 0), scored=1, deals=4)) is None
    assert winner(scored(SUIT_8, (5, 5), totals=(-50, 0), lose_at=-52, deals=2)) is None
    last = {"scored": 3, "deals": 4}
    assert winner(scored(SUIT_8, (8, 2), totals=(50, 70), **last)) == 1
    assert winner(scored(SUIT_8, (5, 5), totals=(-70, -90), lose_at=-52, **last)) == 0
    assert winner(scored(SUIT_8, (5, 5), totals=(80, 20), bidder_must_win=True, **last)) == 0


def test_redeals_are_no_hands() -> None:
    """Only scored hands count for ``deals``."""
    seen = [*deals(shyly, all_pass="redeal", hands=5, target=500)]
    assert sum(isinstance(deal[-1].event, AllPassed) for deal in seen) > 0
    assert sum(isinstance(deal[-1].event, HandScored) for deal in seen) == 5 * len(SEEDS)


def test_lose_at_ends_the_match_for_who_falls_so_low() -> None:
    """``lose_at``: whatever ``bidder_must_win`` says; both in one hand, the bidders lose."""
    for must in (False, True):
        more = {"lose_at": -52, "bidder_must_win": must}
        assert winner(scored(SUIT_8, (5, 5), totals=(-44, 0), **more)) == 1
        assert winner(scored(SUIT_8, (5, 5), totals=(-43, 0), **more)) is None
        assert winner(scored(SUIT_8, (12, -2), totals=(0, -50), **more)) == 0
        assert winner(scored(replace(SUIT_8, number=12), (11, -1), totals=(-50, -51), **more)) == 1
    lost = events(HandScored, playing.at_random, hands=500, lose_at=-52, target=500)
    ends = [one for one in lost if one.winners]
    assert len(ends) == len(SEEDS)
    assert all(one.totals[1 - one.winners[0]] <= -52 for one in ends)


# ---- Options that can't be -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("target", 0, "1..500"),
        ("target", 501, "1..500"),
        ("target", "52", "a whole number"),
        ("target", True, "a whole number"),
        ("min_bid", 5, "6, 7, 8"),
        ("min_bid", 9, "6, 7, 8"),
        ("nt_order", "never", "same_number, beats_all"),
        ("nt_min", 5, "6, 7, 8, 9, 10, 11, 12, null"),
        ("nt_double", True, "made, both, off"),
        ("overtricks", "none", "count, bid_only"),
        ("all_pass", "again", "forced, redeal"),
        ("deal", "two", "one, four"),
        ("low", "yes", "true, false"),
        ("low_specials", "middle", "highest, lowest"),
        ("pass_cards", 3, "0, 1, 2"),
        ("kitty", 2, "0, 4"),
        ("kitty_trump", "during", "before, after"),
        ("bidder_must_win", 1, "true, false"),
        ("bid_out", 46, "45, 47, null"),
        ("deals", 0, "null, 1.."),
        ("lose_at", -60, "-52, null"),
        ("jokers", 2, "target"),
    ],
)
def test_impossible_options_are_refused_by_name(field: str, value: object, allowed: str) -> None:
    """With the option, what was asked for, and what is allowed."""
    with pytest.raises(BadOptions) as refused:
        read_options(GAME, {field: value})
    assert refused.value.details["field"] == field
    assert refused.value.details["value"] == value
    offered = refused.value.details["allowed"]
    assert allowed in (offered if isinstance(offered, str) else ", ".join(offered))


def test_the_defaults_are_the_rules_as_they_are_written() -> None:
    """No option: 52 points, bids from 6, no-trump doubled when made, nothing else."""
    assert read_options(GAME, {}) == Options()
    assert msgspec.to_builtins(Options()) == {
        "target": 52, "min_bid": 6, "nt_order": "same_number", "nt_min": None,
        "nt_double": "made", "overtricks": "count", "all_pass": "forced", "deal": "one",
        "low": False, "low_specials": "highest", "pass_cards": 0, "kitty": 0,
        "kitty_trump": "before", "bidder_must_win": False, "bid_out": None, "deals": None,
        "lose_at": None,
    }  # fmt: skip
