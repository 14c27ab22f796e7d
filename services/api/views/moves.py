"""What a client means by the moves that he sends."""

import binascii
from base64 import b64decode
from typing import Any

from events.errors import Malformed
from services.aggregates.precondition import Seen
from services.api.schemas.play import After, Moves

SIGNATURE_BYTES = 64


def moves_of(body: Moves) -> list[Any]:
    """The moves that are asked for, one or several."""
    if (body.move is None) == (body.moves is None):
        raise Malformed(reason="either move or moves is expected")
    return [body.move] if body.moves is None else body.moves


def seen_of(after: After | None) -> Seen | None:
    """The head that a command rests on."""
    if after is None:
        return None
    return Seen(after.version, bytes.fromhex(after.head), signature_of(after))


def signature_of(after: After) -> bytes | None:
    if after.signature is None:
        return None
    try:
        signature = b64decode(after.signature, validate=True)
    except binascii.Error as error:
        raise Malformed(reason="after.signature: not base64") from error
    if len(signature) != SIGNATURE_BYTES:
        raise Malformed(reason=f"after.signature: {SIGNATURE_BYTES} bytes are expected")
    return signature
