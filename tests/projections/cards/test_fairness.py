"""The fair deal: the worked examples to the byte, and dice that favour nobody."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.cards.fair_deal import below, commitment, deal, dice, shuffle, shuffle_key, words

ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "fair-deals.json").read_text()
)
EACH_ROW = pytest.mark.parametrize("row", ROWS, ids=[f"{r['match']}/{r['shuffle']}" for r in ROWS])
KEY = bytes(range(32))
TOP = 2**64


def arguments(row: dict[str, Any]) -> tuple[bytes, str, int, str, list[str], list[bytes | None]]:
    """The arguments of `deal` that a worked example describes."""
    seed = bytes.fromhex(row["server_seed"])
    given = [bytes.fromhex(text) for text in row["contributions"]]
    return seed, row["match"], row["shuffle"], row["purpose"], row["cards"], [*given]


@EACH_ROW
def test_worked_examples_come_out_to_the_byte(row: dict[str, Any]) -> None:
    """Key and deck of every published example are exactly these."""
    assert shuffle_key(*arguments(row)).hex() == row["key"]
    assert list(deal(*arguments(row))) == row["shuffled"]


@EACH_ROW
def test_commitments_of_the_examples_hold(row: dict[str, Any]) -> None:
    """Seed and contributions fit what was published before the deal."""
    assert commitment(bytes.fromhex(row["server_seed"])).hex() == row["server_commitment"]
    found = [commitment(bytes.fromhex(text)).hex() for text in row["contributions"]]
    assert found == row["contribution_commitments"]


@EACH_ROW
def test_seats_without_a_contribution_are_skipped(row: dict[str, Any]) -> None:
    """A None anywhere among the contributions changes nothing."""
    seed, match, k, purpose, cards, given = arguments(row)
    assert list(deal(seed, match, k, purpose, cards, [None, *given, None])) == row["shuffled"]


def test_everything_that_enters_the_key_changes_it() -> None:
    """Another seed, match, number, purpose, card order, or order of contributions: another key."""
    seed, match, k, purpose, cards, given = arguments(ROWS[0])
    keys = [
        shuffle_key(seed, match, k, purpose, cards, given),
        shuffle_key(seed[::-1], match, k, purpose, cards, given),
        shuffle_key(seed, "m-0009", k, purpose, cards, given),
        shuffle_key(seed, match, k + 1, purpose, cards, given),
        shuffle_key(seed, match, k, "first", cards, given),
        shuffle_key(seed, match, k, purpose, cards[::-1], given),
        shuffle_key(seed, match, k, purpose, cards, given[::-1]),
        shuffle_key(seed, match, k, purpose, cards, given[:-1]),
    ]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("wrong", [b"", b"x" * 31, b"x" * 33])
def test_secrets_of_another_length_are_refused(wrong: bytes) -> None:
    """Seeds and contributions have 32 bytes, so that nobody passes off nothing as something."""
    with pytest.raises(ValueError, match="32 bytes"):
        shuffle_key(wrong, "m", 0, "deck", ["a"], [])
    with pytest.raises(ValueError, match="32 bytes"):
        shuffle_key(KEY, "m", 0, "deck", ["a"], [wrong])


@given(st.binary(min_size=32, max_size=32), st.lists(st.text(max_size=3), max_size=60))
@settings(max_examples=50, deadline=None)
def test_a_shuffle_keeps_every_card(key: bytes, cards: list[str]) -> None:
    """Nothing is lost, doubled or invented, and the same key deals the same again."""
    dealt = shuffle(key, cards)
    assert sorted(dealt) == sorted(cards)
    assert shuffle(key, tuple(cards)) == dealt


def test_words_of_the_uneven_top_are_thrown_away() -> None:
    """The last word that would favour low numbers is rejected, the one before it counts."""
    assert below(iter([TOP - 1, 5]), 3) == 2
    assert below(iter([TOP - 2, 5]), 3) == (TOP - 2) % 3
    assert below(iter([TOP - 1]), 4) == 3


def test_a_stream_that_ends_is_an_error() -> None:
    """Dice without words left say so instead of giving a number."""
    with pytest.raises(ValueError, match="ended"):
        below(iter([TOP - 1]), 3)


Below = Callable[[Iterator[int], int], int]


def biased(stream: Iterator[int], m: int) -> int:
    """The planted fault: modulo without rejection."""
    return next(stream) % m


def unevenness(counts: Counter[Any], kinds: int) -> float:
    """Chi-square per degree of freedom: about 1 for fair dice."""
    mean = counts.total() / kinds
    squares = sum((seen - mean) ** 2 for seen in counts.values())
    return (squares + (kinds - len(counts)) * mean**2) / mean / (kinds - 1)


def thirds(draw: Below) -> Counter[int]:
    """In which third of three quarters of all words 3000 draws fall: modulo favours the first."""
    stream = words(KEY)
    return Counter(draw(stream, 3 << 62) >> 62 for _ in range(3000))


def test_below_favours_no_number() -> None:
    """Small and huge ranges come out evenly; the same test exposes a modulo bias."""
    stream = words(KEY)
    assert unevenness(Counter(below(stream, 6) for _ in range(6000)), 6) < 3
    assert unevenness(thirds(below), 3) < 3
    assert unevenness(thirds(biased), 3) > 30


def anywhere(key: bytes, cards: Sequence[str]) -> tuple[str, ...]:
    """The planted fault: every card changes places with any card."""
    deck, throw = list(cards), dice(key)
    for i in range(len(deck)):
        j = throw(len(deck))
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def from_the_bottom(key: bytes, cards: Sequence[str]) -> tuple[str, ...]:
    """The planted fault: a fair shuffle, but in another order than published."""
    deck, throw = list(cards), dice(key)
    for i in range(1, len(deck)):
        j = throw(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def test_every_order_is_equally_likely() -> None:
    """All 24 orders of four cards come up evenly; the same test exposes the naive exchange."""
    keys = [commitment(number.to_bytes(2)) for number in range(4800)]
    assert unevenness(Counter(shuffle(key, "abcd") for key in keys), 24) < 2
    assert unevenness(Counter(anywhere(key, "abcd") for key in keys), 24) > 4


@EACH_ROW
def test_the_examples_expose_another_order_of_exchange(row: dict[str, Any]) -> None:
    """A deck shuffled from the bottom is told from the published one."""
    key = bytes.fromhex(row["key"])
    assert shuffle(key, row["cards"]) != from_the_bottom(key, row["cards"])


def test_dice_follow_their_key() -> None:
    """The same key throws the same numbers, all within range; another key throws others."""
    first, second, other = dice(KEY), dice(KEY), dice(KEY[::-1])
    thrown = [first(20) for _ in range(50)]
    assert thrown == [second(20) for _ in range(50)]
    assert thrown != [other(20) for _ in range(50)]
    assert set(thrown) <= set(range(20))


def test_the_stream_is_what_the_format_says() -> None:
    """Four words a block, blocks counted from 0: the first six words under a known key."""
    assert [f"{word:016x}" for word in islice(words(KEY), 6)] == [
        "5f2ae6a5df826708",
        "ddfced825d699294",
        "9145133973e0f464",
        "097d3f0a339b9ac7",
        "e94d3c1b19c081b6",
        "dab2390bac0b6abf",
    ]
