"""The verifier in a process of its own.

A file that somebody sends is checked where it can neither hold up nor mislead the house:
`python -m services.audit.apart [en|es]` reads a file and writes the report as JSON.
"""

import asyncio
import re
import sys
from base64 import urlsafe_b64decode
from binascii import Error as NotBase64

import msgspec
from msgspec import Struct

from events.errors import Language, Malformed, Unavailable
from events.matchfile import KEY_BYTES
from projections.audit.verifier import verify
from projections.language.catalogue import DEFAULT
from services.audit.reports import VerificationShown, shown

PATIENCE = 60  # seconds that a file may take
_HEX = re.compile(r"[0-9a-fA-F]{64}")


def read_keys(text: str) -> tuple[bytes, ...]:
    """Public keys (32 bytes each) from what `/v1/keys` answers, or one a line; ``Malformed``."""
    words = text.split()
    if text.lstrip().startswith("["):
        try:
            words = [row.key for row in msgspec.json.decode(text, type=list[_Key])]
        except msgspec.MsgspecError as error:
            raise Malformed(reason=str(error)) from error
    return tuple(map(_key, words))


class _Key(Struct, frozen=True):
    key: str


def _key(word: str) -> bytes:
    """A key in hexadecimal or base64url."""
    try:
        padded = word + "=" * (-len(word) % 4)
        key = bytes.fromhex(word) if _HEX.fullmatch(word) else urlsafe_b64decode(padded)
    except (ValueError, NotBase64) as error:
        raise Malformed(reason=f"not a public key: {word}") from error
    if len(key) != KEY_BYTES:
        raise Malformed(reason=f"not a public key: {word}")
    return key


async def verify_apart(raw: bytes, language: Language) -> VerificationShown:
    """Check a file in another process; ``Malformed`` if it takes too long."""
    command = (sys.executable, "-m", "services.audit.apart", language)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    try:
        out, _ = await asyncio.wait_for(process.communicate(raw), PATIENCE)
    except TimeoutError:
        raise Malformed(reason=f"it takes more than {PATIENCE} s to check") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise Unavailable(known=True, reason=f"the verifier ended with {process.returncode}")
    return msgspec.json.decode(out, type=VerificationShown)


def main(language: Language = DEFAULT) -> None:
    report = shown(verify(sys.stdin.buffer.read()), language)
    sys.stdout.buffer.write(msgspec.json.encode(report))


if __name__ == "__main__":
    main(*sys.argv[1:2])
