"""The tree of finished matches: RFC 6962's known answers, proofs, and signed checkpoints."""

from base64 import b64encode
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from events.checkpoints import (
    EMPTY_ROOT,
    Checkpoint,
    Tree,
    read_checkpoint,
    sign_checkpoint,
    verify_consistency,
    verify_inclusion,
)
from events.errors import Corrupt


def unhex(*texts: str) -> list[bytes]:
    return [bytes.fromhex(text) for text in texts]


# The eight leaves with which implementations of Certificate Transparency test themselves.
LEAVES = unhex(
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)  # fmt: skip
ROOTS = unhex(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
INCLUSION = {
    (0, 1): [],
    (0, 8): unhex(
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ),
    (5, 8): unhex(
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ),
}
CONSISTENCY = {
    (1, 1): [],
    (2, 5): unhex(
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ),
    (2, 8): unhex(
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ),
    (6, 8): unhex(
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ),
}
PRIVATE = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
TRUSTED = [PRIVATE.public_key()]
OTHER = Ed25519PrivateKey.from_private_bytes(b"o" * 32)
NOTE = sign_checkpoint(PRIVATE, Checkpoint("house.example", 8, ROOTS[8]))


def grown(size: int) -> Tree:
    return Tree(b"%d" % number for number in range(size))


def flipped(proof: list[bytes], at: int) -> list[bytes]:
    """The proof with one bit of one hash changed."""
    wrong = bytes([proof[at][0] ^ 1]) + proof[at][1:]
    return [*proof[:at], wrong, *proof[at + 1 :]]


def test_roots_are_those_of_the_standard() -> None:
    """Every size from 0 to 8 has the known root, also when asked for after the tree has grown."""
    assert [Tree(LEAVES[:size]).root() for size in range(9)] == ROOTS
    assert [Tree(LEAVES).root(size) for size in range(9)] == ROOTS


@pytest.mark.parametrize(("index", "size"), INCLUSION)
def test_inclusion_proofs_are_those_of_the_standard(index: int, size: int) -> None:
    """The known paths come out and verify."""
    proof = Tree(LEAVES).inclusion(index, size)
    assert proof == INCLUSION[index, size]
    assert verify_inclusion(LEAVES[index], index, size, proof, ROOTS[size])


@pytest.mark.parametrize(("old", "size"), CONSISTENCY)
def test_consistency_proofs_are_those_of_the_standard(old: int, size: int) -> None:
    """The known proofs come out and verify."""
    proof = Tree(LEAVES).consistency(old, size)
    assert proof == CONSISTENCY[old, size]
    assert verify_consistency(old, ROOTS[old], size, ROOTS[size], proof)


def test_the_root_follows_the_definition_at_every_size() -> None:
    """A tree grown leaf by leaf has the root that the recursive definition gives."""

    def defined(leaves: list[bytes]) -> bytes:
        if len(leaves) == 1:
            return sha256(b"\0" + leaves[0]).digest()
        cut = 1
        while cut * 2 < len(leaves):
            cut *= 2
        return sha256(b"\1" + defined(leaves[:cut]) + defined(leaves[cut:])).digest()

    data = [b"%d" % number for number in range(70)]
    assert all(Tree(data).root(size) == defined(data[:size]) for size in range(1, 71))


@given(st.integers(1, 70), st.data())
@settings(max_examples=60, deadline=None)
def test_every_leaf_is_proven_and_nothing_else(size: int, data: st.DataObject) -> None:
    """A proof holds for its leaf and place; a changed, cut or lengthened one holds for none."""
    index = data.draw(st.integers(0, size - 1))
    tree, leaf = grown(size), b"%d" % index
    proof, root = tree.inclusion(index), tree.root()
    assert verify_inclusion(leaf, index, size, proof, root)
    assert not verify_inclusion(b"another", index, size, proof, root)
    assert not verify_inclusion(leaf, index, size, [*proof, root], root)
    assert not any(
        verify_inclusion(leaf, at, size, proof, root) for at in range(-1, size + 1) if at != index
    )
    for at in range(len(proof)):
        assert not verify_inclusion(leaf, index, size, flipped(proof, at), root)
        assert not verify_inclusion(leaf, index, size, proof[:at] + proof[at + 1 :], root)


@given(st.integers(1, 70), st.data())
@settings(max_examples=60, deadline=None)
def test_growth_is_proven_and_rewriting_is_not(size: int, data: st.DataObject) -> None:
    """An honest tree proves every older size; one in which an old leaf changed can't."""
    old = data.draw(st.integers(1, size))
    tree, then = grown(size), grown(old).root()
    proof, root = tree.consistency(old), tree.root()
    assert verify_consistency(old, then, size, root, proof)
    changed = data.draw(st.integers(0, old - 1))
    rewritten = Tree(b"x" if number == changed else b"%d" % number for number in range(size))
    forged = rewritten.consistency(old)
    assert not verify_consistency(old, then, size, rewritten.root(), forged)
    assert not verify_consistency(old, then, size, root, [*proof, root])
    for at in range(len(proof)):
        assert not verify_consistency(old, then, size, root, flipped(proof, at))
        assert not verify_consistency(old, then, size, root, proof[:at] + proof[at + 1 :])


def test_a_tree_that_became_shorter_proves_nothing() -> None:
    """Nobody can be shown that a smaller tree continues a larger one."""
    assert not verify_consistency(8, ROOTS[8], 5, ROOTS[5], [])
    with pytest.raises(IndexError, match="never had"):
        Tree(LEAVES[:5]).consistency(8)


def test_every_tree_continues_the_empty_one() -> None:
    """Size 0 has the root of nothing and needs no proof."""
    assert verify_consistency(0, EMPTY_ROOT, 8, ROOTS[8], Tree(LEAVES).consistency(0))
    assert not verify_consistency(0, ROOTS[1], 8, ROOTS[8], [])


def test_hashes_of_another_length_prove_nothing() -> None:
    """A path whose hashes were cut at another place is refused even if its bytes are right."""
    proof = INCLUSION[0, 8]
    assert not verify_inclusion(LEAVES[0], 0, 8, [proof[0] + b"\0", *proof[1:]], ROOTS[8])
    assert not verify_consistency(2, ROOTS[2][:-1], 8, ROOTS[8], CONSISTENCY[2, 8])


@pytest.mark.parametrize(("index", "size"), [(8, 8), (-1, 8), (0, 9), (0, -1)])
def test_what_is_not_in_the_tree_has_no_proof(index: int, size: int) -> None:
    """Asking for a leaf or a size that the tree doesn't have is an error."""
    with pytest.raises(IndexError):
        Tree(LEAVES).inclusion(index, size)


def test_a_checkpoint_is_a_signed_note() -> None:
    """Format and origin, size, root, an empty line, and the line of the signature."""
    head, size, root, empty, signature, end = NOTE.split("\n")
    assert head == "tapete-checkpoint/1 house.example"
    assert (size, root, empty, end) == ("8", b64encode(ROOTS[8]).decode(), "", "")
    assert signature.startswith("— house.example ")
    assert read_checkpoint(NOTE, TRUSTED) == Checkpoint("house.example", 8, ROOTS[8])


@pytest.mark.parametrize(
    ("was", "becomes"),
    [("\n8\n", "\n7\n"), ("house.example\n8", "other.example\n8"), ("XcnaeacG", "YcnaeacG")],
)
def test_a_changed_checkpoint_is_not_believed(was: str, becomes: str) -> None:
    """Another size, origin or root under the old signature is refused."""
    assert NOTE.count(was) == 1
    with pytest.raises(Corrupt, match="no trusted key"):
        read_checkpoint(NOTE.replace(was, becomes), TRUSTED)


def test_only_trusted_keys_count() -> None:
    """A note signed by somebody else is refused, whoever he says he is."""
    with pytest.raises(Corrupt, match="no trusted key"):
        read_checkpoint(NOTE, [OTHER.public_key()])
    assert read_checkpoint(NOTE, [OTHER.public_key(), *TRUSTED]).size == 8


def test_witnesses_may_sign_beside_the_house() -> None:
    """Further signature lines, known or not, take nothing from a trusted one."""
    witness = sign_checkpoint(OTHER, Checkpoint("house.example", 8, ROOTS[8])).splitlines()[-1]
    assert read_checkpoint(f"{NOTE}— witness.example AAAA\n{witness}\n", TRUSTED).size == 8


@pytest.mark.parametrize(
    "note",
    ["", NOTE[:-1], NOTE + "\n", NOTE.replace("\n8\n", "\n08\n"), NOTE.replace("/1 ", "/2 "),
     NOTE.replace("\n", "\r\n"), NOTE.replace("— ", "- "), NOTE + "— w A===\n"],
)  # fmt: skip
def test_what_is_no_note_is_refused(note: str) -> None:
    """There is one way to write a checkpoint; nothing else is read."""
    with pytest.raises(Corrupt, match="no checkpoint note"):
        read_checkpoint(note, TRUSTED)


@pytest.mark.parametrize("origin", ["", "two words", "a+b", "line\nbreak"])
def test_an_origin_that_breaks_the_note_is_refused(origin: str) -> None:
    """The house's name in a checkpoint has no spaces, line breaks or plus signs."""
    with pytest.raises(ValueError, match="no checkpoint"):
        sign_checkpoint(PRIVATE, Checkpoint(origin, 1, ROOTS[1]))
