"""What a forger may do to a match file, and what he must be told.

A forger without a key changes a file and makes its digest fit again. One who holds a key of his
own (or the house itself) also seals every later entry anew and signs the end.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgpack
from filing import secret, signer

from events.codec import read_openings
from events.matchfile import MatchFile, Sealed, write
from events.seals import first_seal, held_commitment, next_seal
from projections.cards.fair_deal import commitment, deal
from projections.game.contract import Dice
from services.exports.files import signed

Tree = dict[str, Any]


class Forgery(NamedTuple):
    """A changed file, and the finding that must come first; ``rules``: only the rules tell."""

    name: str
    raw: bytes
    code: str
    version: int
    rules: bool = False


# ---- Tools -------------------------------------------------------------------------------------


def with_entries(file: MatchFile, entries: Sequence[Sealed]) -> bytes:
    return write(file._replace(entries=tuple(entries)))


def replaced(file: MatchFile, n: int, **changes: Any) -> bytes:
    """Entry n changed in place; its seal and the later ones stay as they are."""
    items = list(file.entries)
    items[n - 1] = items[n - 1]._replace(**changes)
    return with_entries(file, items)


def flipped(raw: bytes, at: int, bit: int = 0) -> bytes:
    return raw[:at] + bytes([raw[at] ^ 1 << bit]) + raw[at + 1 :]


def resealed(file: MatchFile, items: Sequence[Sealed]) -> bytes:
    """All entries sealed anew and the end signed by a key that is not the house's."""
    seal, entries = first_seal(file.match), []
    for n, item in enumerate(items, 1):
        seal = next_seal(seal, n, item.public)
        entries.append(item._replace(seal=seal))
    return write(signed(file._replace(entries=tuple(entries)), signer("forger")))


def rewritten(file: MatchFile, n: int, public: bytes, openings: bytes | None = None) -> bytes:
    """Entry n with other bytes, sealed anew from there on."""
    items = list(file.entries)
    kept = items[n - 1].openings if openings is None else openings
    items[n - 1] = Sealed(public, kept, b"")
    return resealed(file, items)


def edited(file: MatchFile, n: int, edit: Callable[[Tree], None]) -> bytes:
    """Entry n with something else in it."""
    tree = tree_of(file, n)
    edit(tree)
    return rewritten(file, n, msgpack.packb(tree))


def tree_of(file: MatchFile, n: int) -> Tree:
    tree: Tree = msgpack.unpackb(file.entries[n - 1].public)
    return tree


def kinds(file: MatchFile) -> list[str]:
    """The type of every cause, in order."""
    trees = (tree_of(file, n) for n in range(1, len(file.entries) + 1))
    return [tree["cause"]["type"].removeprefix("match.") for tree in trees]


def first_of(file: MatchFile, kind: str) -> int:
    return kinds(file).index(kind) + 1


def helds(tree: Any) -> Iterator[Tree]:
    """Every commitment in an entry, in the order of its bytes."""
    if isinstance(tree, dict):
        if list(tree) == ["by", "count", "c"]:
            yield tree
        else:
            yield from (held for value in tree.values() for held in helds(value))
    elif isinstance(tree, list):
        yield from (held for value in tree for held in helds(value))


def with_values(file: MatchFile, n: int, which: int, change: Callable[[list[str]], Any]) -> bytes:
    """One Held of entry n with other values under a commitment that fits them."""
    tree, openings = tree_of(file, n), read_openings(file.entries[n - 1].openings or b"")
    salt, values = openings[which]
    hidden = msgpack.packb(change(msgpack.unpackb(values)))
    list(helds(tree))[which]["c"] = held_commitment(salt, hidden)
    pairs = [*openings[:which], (salt, hidden), *openings[which + 1 :]]
    return rewritten(file, n, msgpack.packb(tree), msgpack.packb(pairs))


def exchanged(cards: list[str], throw: Dice) -> list[str]:
    """Two different cards in each other's place."""
    one = throw(len(cards))
    other = next(i for i in range(len(cards)) if cards[i] != cards[one])
    changed = list(cards)
    changed[one], changed[other] = cards[other], cards[one]
    return changed


def one_for_another(cards: list[str]) -> list[str]:
    """The first card is replaced by a second copy of another one."""
    return [next(card for card in cards if card != cards[0]), *cards[1:]]


def entry_at_random(file: MatchFile, throw: Dice) -> int:
    """Any entry but the first and the last two."""
    return 2 + throw(len(file.entries) - 3)


def with_hidden(file: MatchFile, throw: Dice) -> int:
    found = [n for n, item in enumerate(file.entries, 1) if item.openings]
    return found[throw(len(found))]


# ---- Forgers without a key ---------------------------------------------------------------------


def keyless(file: MatchFile, throw: Dice) -> Iterator[Forgery]:
    """Every kind of change to a finished match whose digest is made to fit again."""
    n, last, items = entry_at_random(file, throw), len(file.entries), list(file.entries)
    public = flipped(items[n - 1].public, throw(len(items[n - 1].public)), throw(8))
    yield Forgery("changed", replaced(file, n, public=public), "changed", n)
    public = flipped(items[-1].public, throw(len(items[-1].public)), throw(8))
    yield Forgery("changed-last", replaced(file, last, public=public), "changed", last)
    yield Forgery("changed-seal", replaced(file, n, seal=secret(n)), "seal", n)
    yield Forgery("deleted", with_entries(file, items[: n - 1] + items[n:]), "missing", n)
    yield Forgery("deleted-first", with_entries(file, items[1:]), "missing", 1)
    foreign = items[throw(n - 1)]
    inserted = [*items[: n - 1], foreign, *items[n - 1 :]]
    yield Forgery("inserted", with_entries(file, inserted), "misplaced", n)
    yield Forgery("appended", with_entries(file, [*items, foreign]), "seal", last + 1)
    swapped = [*items[: n - 1], items[n], items[n - 1], *items[n + 1 :]]
    yield Forgery("reordered", with_entries(file, swapped), "misplaced", n)
    yield Forgery("cut", with_entries(file, items[:n]), "cut", n + 1)
    yield Forgery("other-match", write(file._replace(match=f"{file.match}x")), "changed", 1)
    yield from keyless_secrets(file, throw)
    yield from keyless_heads(file, throw)


def keyless_secrets(file: MatchFile, throw: Dice) -> Iterator[Forgery]:
    n = with_hidden(file, throw)
    pairs = read_openings(file.entries[n - 1].openings or b"")
    which = throw(len(pairs))
    salt, values = pairs[which]

    def shown(pair: Sequence[bytes]) -> bytes:
        raw = msgpack.packb([*pairs[:which], pair, *pairs[which + 1 :]])
        return replaced(file, n, openings=raw)

    yield Forgery("other-salt", shown((flipped(salt, throw(16)), values)), "opening", n)
    other = msgpack.packb(exchanged_or_other(msgpack.unpackb(values), throw))
    yield Forgery("swapped-cards", shown((salt, other)), "opening", n)
    fewer = msgpack.packb(pairs[1:]) if pairs[1:] else b""
    yield Forgery("fewer-openings", replaced(file, n, openings=fewer), "opening", n)
    more = msgpack.packb([*pairs, pairs[0]])
    yield Forgery("more-openings", replaced(file, n, openings=more), "opening", n)
    long = b"\xdd" + len(pairs).to_bytes(4) + b"".join(map(msgpack.packb, pairs))
    yield Forgery("openings-written-otherwise", replaced(file, n, openings=long), "opening", n)
    yield Forgery("missing-openings", replaced(file, n, openings=None), "opening", n)
    empty = next(n for n, item in enumerate(file.entries, 1) if not item.openings)
    yield Forgery("nothing-to-withhold", replaced(file, empty, openings=None), "opening", empty)


def exchanged_or_other(cards: list[str], throw: Dice) -> list[str]:
    return exchanged(cards, throw) if len(set(cards)) > 1 else [*cards[1:], "??"]


def keyless_heads(file: MatchFile, throw: Dice) -> Iterator[Forgery]:
    last, head = len(file.entries), file.heads[-1]
    wrong = head._replace(signature=flipped(head.signature, throw(64), throw(8)))
    yield Forgery("signature", write(file._replace(heads=(wrong,))), "signature", last)
    early = head._replace(version=last - 1)
    yield Forgery("early-head", write(file._replace(heads=(early,))), "signature", last - 1)
    twice = write(file._replace(heads=(head, head)))
    yield Forgery("head-twice", twice, "signature", last)
    other = signer("other").public_key().public_bytes_raw()
    yield Forgery("other-key", write(file._replace(keys=(other,))), "signature", last)
    more = write(file._replace(keys=(*file.keys, other)))
    yield Forgery("unused-key", more, "signature", 0)
    deck = flipped(file.deck, throw(len(file.deck))) if file.deck else b"{}"
    yield Forgery("other-deck-file", write(file._replace(deck=deck)), "deck_file", 1)
    if file.deck:
        yield Forgery("no-deck-file", write(file._replace(deck=None)), "deck_file", 1)
    yield Forgery("second-seed", write(file._replace(seed=secret("seed"))), "commitment", last)
    origin = write(file._replace(entries=file.entries[:2], heads=(), keys=()))
    yield Forgery("origin-of-none", write(file._replace(origin=origin)), "origin", 1)


def framed(raw: bytes, throw: Dice) -> Iterator[Forgery]:
    """Changes of the container itself, whatever is in it."""
    yield Forgery("trailing-byte", raw + b"\0", "container", 0)
    yield Forgery("trailing-record", raw + raw[-37:], "container", 0)
    yield Forgery("no-magic", flipped(raw, throw(14), throw(8)), "container", 0)
    yield Forgery("digest", flipped(raw, len(raw) - 1 - throw(32), throw(8)), "digest", 0)
    yield Forgery("cut-end", raw[: -1 - throw(37)], "container", 0)
    yield Forgery("empty", b"", "container", 0)


# ---- Forgers with a key ------------------------------------------------------------------------


def keyed(file: MatchFile, throw: Dice) -> Iterator[Forgery]:
    """A finished match sealed anew and signed by the forger's own key: only its sense can tell."""
    last = len(file.entries)
    yield from keyed_deals(file, throw)

    def closing(**changes: Any) -> bytes:
        return edited(file, last, lambda tree: tree["cause"].update(changes))

    yield Forgery("other-seed", closing(seed=secret("other")), "commitment", last)
    yield Forgery("no-seed", closing(seed=None), "house", last, rules=True)
    yield Forgery("other-count", closing(count=last + 1), "house", last)
    seats = len(tree_of(file, 1)["cause"]["places"])
    result = {"scores": [-99] * seats, "ranks": [1] * seats}
    yield Forgery("other-result", closing(result=result), "house", last, rules=True)
    yield from keyed_entries(file, throw)
    yield from keyed_bytes(file, throw)


def keyed_deals(file: MatchFile, throw: Dice) -> Iterator[Forgery]:
    shuffles = [n for n, kind in enumerate(kinds(file), 1) if kind == "Shuffled"]
    n = shuffles[throw(len(shuffles))]
    swapped = with_values(file, n, 0, lambda cards: exchanged(cards, throw))
    yield Forgery("swapped-in-the-deck", swapped, "deck", n)
    other = with_values(file, n, 0, one_for_another)
    yield Forgery("other-cards", other, "cards", n)
    seed, items = other_seed(file, shuffles[0], throw), list(file.entries)
    for at, changes in ((1, {"commitment": commitment(seed)}), (len(items), {"seed": seed})):
        tree = tree_of(file, at)
        tree["cause"].update(changes)
        items[at - 1] = items[at - 1]._replace(public=msgpack.packb(tree))
    yield Forgery("other-seed-throughout", resealed(file, items), "deck", shuffles[0])
    if "Ready" in kinds(file):
        ready = first_of(file, "Ready")
        changed = edited(file, ready, lambda tree: tree["cause"].update(contribution=secret("x")))
        yield Forgery("other-contribution", changed, "commitment", ready)


def other_seed(file: MatchFile, first: int, throw: Dice) -> bytes:
    """A seed that gives another first shuffle; of two seats' numbers every second one does."""
    cause = tree_of(file, first)["cause"]
    openings = read_openings(file.entries[first - 1].openings or b"")
    recorded = tuple(msgpack.unpackb(openings[0].values))
    trees = (tree_of(file, n)["cause"] for n in range(1, first))
    given = {tree["seat"]: tree["contribution"] for tree in trees if "contribution" in tree}
    shown = [given.get(seat) for seat in range(len(tree_of(file, 1)["cause"]["places"]))]
    while True:
        seed = secret("other", throw(1 << 30))
        if cause["purpose"] != "first":
            return seed
        if deal(seed, file.match, 0, "first", sorted(recorded), shown) != recorded:
            return seed


def keyed_entries(file: MatchFile, throw: Dice) -> Iterator[Forgery]:
    moved = [n for n, kind in enumerate(kinds(file), 1) if kind == "Moved"]
    n = moved[throw(len(moved))]
    seats = len(tree_of(file, 1)["cause"]["places"])
    by = edited(file, n, lambda tree: tree.update(by=(tree["by"] + 1) % (seats + 1)))
    yield Forgery("other-writer", by, "writer", n, rules=True)
    first = tree_of(file, 1)["command"]
    command = edited(file, n, lambda tree: tree.update(command=first))
    yield Forgery("command-again", command, "command", n)
    schema = edited(file, n, lambda tree: tree.update(v=99))
    yield Forgery("other-schema", schema, "record", n)
    yield Forgery("time", edited(file, n, lambda tree: tree.update(at=1)), "record", n)
    with_effects = [n for n in moved if tree_of(file, n)["effects"]]
    if with_effects:
        n = with_effects[throw(len(with_effects))]
        items = list(file.entries)
        tree = tree_of(file, n)
        tree["effects"] = []
        held = len(list(helds(tree)))
        pairs = read_openings(items[n - 1].openings or b"")[:held]
        openings = msgpack.packb(pairs) if pairs else b""
        fewer = rewritten(file, n, msgpack.packb(tree), openings)
        yield Forgery("no-effects", fewer, "effects", n, rules=True)


def keyed_bytes(file: MatchFile, throw: Dice) -> Iterator[Forgery]:
    """Entries that are not written as entries are."""
    n, last = entry_at_random(file, throw), len(file.entries)
    tree, public = tree_of(file, n), file.entries[n - 1].public
    more = bytes([public[0] + 1])
    odd = {
        "key-twice": more + public[1:] + msgpack.packb("at") + msgpack.packb(tree["at"]),
        "ext-type": more + public[1:] + msgpack.packb("x") + msgpack.packb(msgpack.ExtType(5, b"")),
        "timestamp": more + public[1:] + msgpack.packb("x") + b"\xd6\xff\0\0\0\1",
        "key-no-string": more + public[1:] + msgpack.packb(7) + msgpack.packb(7),
        "float": more + public[1:] + msgpack.packb("x") + msgpack.packb(1.5),
        "no-utf8": more + public[1:] + msgpack.packb("x") + b"\xa2\xed\xa0",
        "bytes-after": public + b"\xc0",
        "bytes-missing": public[:-1],
        "no-map": msgpack.packb([tree["v"]]),
        "no-fact": public.replace(b"match.", b"motch.", 1),
        "deep": more + public[1:] + msgpack.packb("x") + b"\x91" * 5000 + b"\xc0",
    }
    for name, raw in odd.items():
        yield Forgery(name, rewritten(file, n, raw), "record", n)
    opened = edited(file, 2, lambda tree: tree.update(cause=tree_of(file, 1)["cause"]))
    yield Forgery("opened-twice", opened, "record", 2)
    items = list(file.entries)
    after = resealed(file, [*items, items[1]])
    yield Forgery("after-the-last", after, "record", last + 1)
    hidden = with_hidden(file, throw)
    pairs = read_openings(items[hidden - 1].openings or b"")
    count = with_values(file, hidden, throw(len(pairs)), lambda cards: [*cards, "AS"])
    yield Forgery("count-of-cards", count, "opening", hidden)
    numbers = with_values(file, hidden, throw(len(pairs)), lambda cards: [0 for _ in cards] or [0])
    yield Forgery("cards-no-strings", numbers, "opening", hidden)


def every(file: MatchFile, throw: Dice) -> Iterator[Forgery]:
    """All kinds of forgery of a finished match."""
    yield from framed(write(file), throw)
    yield from keyless(file, throw)
    yield from keyed(file, throw)
