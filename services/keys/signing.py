"""The house's keys: made at the first start, kept where nobody else can read them, rotated.

One file, `keys.json` (0600) in a folder (0700), holds the service's HMAC key, which never changes,
and the signing keys, newest last. It is always replaced as a whole and under a lock, so that two
processes that start together end up with the same keys; a running process notices a rotation at
its next signature. At a rotation the old private key is destroyed; its public key stays listed,
for heads signed with it are checked for ever.
"""

import fcntl
import hmac
import os
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from events.errors import TapeteError
from events.seals import fingerprint, lp, sign_head, verify_head
from services.keys.randomness import House
from services.process.files import write_whole

OVERLAP_MS = 24 * 3600 * 1000

_FILE = "keys.json"
_LOCK = "keys.lock"
_Stamp = tuple[int, int, int]


class UnsafeKeys(TapeteError):
    """Others may read the keys at ``path``: the house does not start."""

    code = "unsafe_keys"


class UnreadableKeys(TapeteError):
    """The file of keys at ``path`` is damaged."""

    code = "unreadable_keys"


class PublicKey(msgspec.Struct, frozen=True):
    """A signing key as everybody may see it: raw bytes in base64url, times in milliseconds.

    `retired` is None while the key signs; afterwards the time from which nobody should accept
    new heads under it.
    """

    id: str
    key: str
    created: int
    retired: int | None


class _SigningKey(msgspec.Struct, frozen=True):
    public: bytes
    private: bytes | None
    created: int
    retired: int | None = None


class _KeyFile(msgspec.Struct, frozen=True):
    service: bytes
    signing: tuple[_SigningKey, ...]


class Keys:
    """The keys in a folder, read again whenever the file has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._load()

    @property
    def service(self) -> bytes:
        """The service's HMAC key, 32 bytes."""
        return self._file.service

    def sign(self, match: str, n: int, seal: bytes) -> bytes:
        """The signature (64 bytes) on a head, by the newest key."""
        return sign_head(self.signer(), match, n, seal)

    def signer(self) -> Ed25519PrivateKey:
        """The newest signing key."""
        self._refresh()
        return self._signer

    def signed_by(self, match: str, n: int, seal: bytes, signature: bytes) -> str | None:
        """The id of the key of ours that signed this head, retired ones too; None if none did."""
        self._refresh()
        for name, public in self._publics.items():
            if verify_head(public, match, n, seal, signature):
                return name
        return None

    @property
    def newest(self) -> str:
        """The id of the key that made the last signature."""
        return next(iter(self._publics))

    def trusted(self) -> Sequence[Ed25519PublicKey]:
        """All public keys, the newest first."""
        self._refresh()
        return tuple(self._publics.values())

    def public_keys(self) -> tuple[PublicKey, ...]:
        """What the service publishes of its keys, the newest first."""
        self._refresh()
        pairs = zip(self._publics, reversed(self._file.signing), strict=True)
        return tuple(
            PublicKey(name, _base64url(key.public), key.created, key.retired) for name, key in pairs
        )

    def token(self, command: bytes) -> str:
        """The token that a command earned: a repeated request gets the same one again."""
        secret = hmac.digest(self.service, lp(b"tapete-token/1", command), "sha256")
        return f"tpt_{_base64url(secret)}"

    def rotate(self, now_ms: int, overlap_ms: int = OVERLAP_MS) -> None:
        """Sign with a new key from now on; the old one retires after the overlap."""
        with _locked(self._folder):
            file = _read(self._folder)
            *older, last = file.signing
            retiring = msgspec.structs.replace(last, private=None, retired=now_ms + overlap_ms)
            signing = (*older, retiring, _new_signing_key(now_ms))
            _write(self._folder, msgspec.structs.replace(file, signing=signing))
        self._load()

    def _refresh(self) -> None:
        if _stamp(self._folder) != self._stamp:
            self._load()

    def _load(self) -> None:
        stamp = _stamp(self._folder)
        file = _read(self._folder)
        private = file.signing[-1].private
        if private is None:
            raise UnreadableKeys(path=str(self._folder / _FILE))
        publics = [Ed25519PublicKey.from_public_bytes(key.public) for key in file.signing]
        self._signer = Ed25519PrivateKey.from_private_bytes(private)
        self._publics = {fingerprint(public): public for public in reversed(publics)}
        self._file, self._stamp = file, stamp


def open_keys(folder: Path, now_ms: int) -> Keys:
    """The keys in this folder, made if there are none yet.

    UnsafeKeys if group or others may read the folder or a file, UnreadableKeys if damaged.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _refuse_shared(folder, "0700")
    if not (folder / _FILE).exists():
        _create(folder, now_ms)
    return Keys(folder)


def _create(folder: Path, now_ms: int) -> None:
    """Make the first keys, unless another process just did."""
    with _locked(folder):
        if not (folder / _FILE).exists():
            _write(folder, _KeyFile(House().seed(), (_new_signing_key(now_ms),)))


def _new_signing_key(now_ms: int) -> _SigningKey:
    private = House().seed()
    public = Ed25519PrivateKey.from_private_bytes(private).public_key()
    return _SigningKey(public.public_bytes_raw(), private, now_ms)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Only one process at a time may write keys; the lock ends with its process."""
    descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _write(folder: Path, file: _KeyFile) -> None:
    write_whole(folder / _FILE, msgspec.json.encode(file))


def _read(folder: Path) -> _KeyFile:
    path = folder / _FILE
    _refuse_shared(path, "0600")
    try:
        file = msgspec.json.decode(path.read_bytes(), type=_KeyFile)
    except msgspec.MsgspecError:
        raise UnreadableKeys(path=str(path)) from None
    if not file.signing:
        raise UnreadableKeys(path=str(path))
    return file


def _refuse_shared(path: Path, wanted: str) -> None:
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        raise UnsafeKeys(path=str(path), mode=f"{mode:04o}", wanted=wanted)


def _stamp(folder: Path) -> _Stamp:
    """Changes whenever the file is replaced."""
    status = os.stat(folder / _FILE)
    return status.st_ino, status.st_mtime_ns, status.st_size


def _base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
