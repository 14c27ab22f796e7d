"""The house's keys: made once, unreadable for others, rotated without losing old heads."""

import subprocess
import sys
from base64 import urlsafe_b64decode
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from events.seals import fingerprint, verify_head
from projections.language.errors import said
from services.keys.signing import Keys, UnreadableKeys, UnsafeKeys, open_keys

SEAL = bytes(32)
NOW = 1_764_000_000_000
ROOT = Path(__file__).parents[3]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "keys"


def test_the_first_start_makes_keys_that_last(folder: Path) -> None:
    """A second start finds the same service key and the same signing key."""
    first, second = open_keys(folder, NOW), open_keys(folder, NOW + 1)
    assert first.service == second.service
    assert len(first.service) == 32
    assert first.public_keys() == second.public_keys()
    assert [(key.created, key.retired) for key in first.public_keys()] == [(NOW, None)]


def test_nobody_else_can_read_them(folder: Path) -> None:
    """The folder has mode 0700 and every file in it 0600; no draft is left behind."""
    open_keys(folder, NOW).rotate(NOW + 1)
    assert folder.stat().st_mode & 0o777 == 0o700
    modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
    assert modes == {"keys.json": 0o600, "keys.lock": 0o600}


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602])
def test_a_file_open_to_others_stops_the_start(folder: Path, mode: int) -> None:
    """Any permission for group or world is refused, in both languages, naming the file."""
    open_keys(folder, NOW)
    (folder / "keys.json").chmod(mode)
    with pytest.raises(UnsafeKeys) as caught:
        open_keys(folder, NOW)
    assert f"mode {mode:04o}" in said(caught.value, "en")
    assert f"modo {mode:04o}" in said(caught.value, "es")
    assert str(folder / "keys.json") in str(caught.value)


def test_a_folder_open_to_others_stops_the_start(folder: Path) -> None:
    """A folder that others may enter is refused before any key is made."""
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    with pytest.raises(UnsafeKeys, match="0700"):
        open_keys(folder, NOW)
    assert not any(folder.iterdir())


@pytest.mark.parametrize("content", [b"", b"{}", b'{"service":"AA==","signing":[]}', b"\xff"])
def test_damaged_keys_are_never_replaced(folder: Path, content: bytes) -> None:
    """A file that can't be read stops the start and stays as it was."""
    open_keys(folder, NOW)
    (folder / "keys.json").write_bytes(content)
    with pytest.raises(UnreadableKeys):
        open_keys(folder, NOW)
    assert (folder / "keys.json").read_bytes() == content


def test_processes_that_start_together_get_the_same_keys(folder: Path) -> None:
    """Four processes race for the first start and all see one service and one signing key."""
    code = (
        "import sys, pathlib; from services.keys.signing import open_keys;"
        "keys = open_keys(pathlib.Path(sys.argv[1]), 1); sys.stdin.read();"
        "print(keys.service.hex(), keys.public_keys())"
    )
    command = [sys.executable, "-c", code, str(folder)]
    pipe = subprocess.PIPE
    racers = [subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe) for _ in range(4)]
    answers = [racer.communicate(timeout=60)[0] for racer in racers]
    assert [racer.returncode for racer in racers] == [0] * 4
    assert len(set(answers)) == 1


def test_published_keys_verify_heads(folder: Path) -> None:
    """Whoever reads the published key can check a head, and its id is its fingerprint."""
    keys = open_keys(folder, NOW)
    (published,) = keys.public_keys()
    public = Ed25519PublicKey.from_public_bytes(urlsafe_b64decode(published.key + "="))
    assert published.id == fingerprint(public)
    assert verify_head(public, "m", 3, SEAL, keys.sign("m", 3, SEAL))


def test_a_rotation_keeps_the_old_heads_valid(folder: Path) -> None:
    """New heads carry the new key, old ones still verify, the old key retires after the overlap."""
    keys = open_keys(folder, NOW)
    old_head = keys.sign("m", 3, SEAL)
    (old,) = keys.public_keys()
    keys.rotate(NOW + 100, overlap_ms=50)
    new, retired = keys.public_keys()
    assert (new.created, new.retired) == (NOW + 100, None)
    assert (retired.id, retired.created, retired.retired) == (old.id, NOW, NOW + 150)
    assert keys.signed_by("m", 3, SEAL, old_head) == old.id
    assert keys.signed_by("m", 3, SEAL, keys.sign("m", 3, SEAL)) == new.id


def test_a_running_process_notices_a_rotation(folder: Path) -> None:
    """Keys opened before a rotation elsewhere sign with the new key and know its heads."""
    running, other = open_keys(folder, NOW), open_keys(folder, NOW)
    other.rotate(NOW + 1)
    newest = other.public_keys()[0].id
    assert running.signed_by("m", 1, SEAL, other.sign("m", 1, SEAL)) == newest
    assert other.signed_by("m", 1, SEAL, running.sign("m", 1, SEAL)) == newest


def test_rotations_do_not_lose_each_other(folder: Path) -> None:
    """Two processes that rotate in turn leave three keys, of which one signs."""
    one, two = open_keys(folder, NOW), open_keys(folder, NOW)
    one.rotate(NOW + 1)
    two.rotate(NOW + 2)
    assert [key.retired is None for key in one.public_keys()] == [True, False, False]
    assert one.service == two.service == Keys(folder).service


def test_a_retired_private_key_is_gone(folder: Path) -> None:
    """After a rotation the file holds one private key only."""
    open_keys(folder, NOW).rotate(NOW + 1)
    assert (folder / "keys.json").read_bytes().count(b'"private":null') == 1


def test_foreign_heads_are_nobodys(folder: Path, tmp_path: Path) -> None:
    """A head that another house signed is not ours."""
    keys, foreign = open_keys(folder, NOW), open_keys(tmp_path / "elsewhere", NOW)
    assert keys.signed_by("m", 1, SEAL, foreign.sign("m", 1, SEAL)) is None


def test_a_repeated_command_earns_the_same_token(folder: Path) -> None:
    """The token follows from command and service key, and differs for another command."""
    keys = open_keys(folder, NOW)
    assert keys.token(b"a" * 16) == open_keys(folder, NOW).token(b"a" * 16)
    assert keys.token(b"a" * 16) != keys.token(b"b" * 16)
