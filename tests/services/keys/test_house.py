"""The house: what it draws is fresh, well formed and, where wished, repeatable."""

import re
from hashlib import sha256

import pytest

from services.keys.randomness import House, simulated

SEED = bytes(range(32))


def test_seeds_and_salts_are_fresh() -> None:
    """No two draws are alike; a seed has 32 bytes, a salt 16."""
    house = House()
    seeds, salts = {house.seed() for _ in range(200)}, {house.salt() for _ in range(2000)}
    assert (len(seeds), len(salts)) == (200, 2000)
    assert {*map(len, seeds), *map(len, salts)} == {32, 16}


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    """Anybody can check it with SHA-256 alone."""
    assert House().commitment(SEED) == sha256(SEED).digest()


def test_match_ids_sort_by_time_and_name_their_partition() -> None:
    """Later ids are greater as text, equal times give different ids, the partition ends them."""
    house = House()
    ids = [house.match_id(7, now) for now in (0, 1, 31, 32, 1_764_000_000_000, 2**50 - 1)]
    assert ids == sorted(ids)
    assert all(re.fullmatch(r"[0-9a-hjkmnp-tv-z]{26}-7", match) for match in ids)
    assert len({house.match_id(12, 5) for _ in range(500)}) == 500


@pytest.mark.parametrize(("partition", "now"), [(-1, 0), (0, -1), (0, 2**50)])
def test_impossible_match_ids_are_refused(partition: int, now: int) -> None:
    """A time that no longer sorts, or a negative partition, is an error."""
    with pytest.raises(ValueError, match="no match id"):
        House().match_id(partition, now)


def test_tokens_are_long_and_different() -> None:
    """A token has 256 random bits in letters that a header takes as they are."""
    tokens = {House().token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(re.fullmatch(r"tpt_[\w-]{43}", token) for token in tokens)


def test_dice_can_be_repeated() -> None:
    """A seed gives the same throws again; without one they differ."""
    house = House()
    throws = [[throw(1000) for _ in range(20)] for throw in (house.dice(SEED), house.dice(SEED))]
    assert throws[0] == throws[1]
    free, other = house.dice(), house.dice()
    assert [free(1000) for _ in range(20)] != [other(1000) for _ in range(20)]


def test_a_simulated_house_does_the_same_again() -> None:
    """Every draw of a simulation follows from its seed, and no draw repeats an earlier one."""
    one, two = simulated(SEED), simulated(SEED)
    drawn = [one.seed(), one.salt(), one.match_id(1, 5), one.token(), one.dice()(10**9)]
    assert drawn == [two.seed(), two.salt(), two.match_id(1, 5), two.token(), two.dice()(10**9)]
    assert len({one.salt() for _ in range(500)}) == 500
