"""What can be kept of this house, and demanded of it later: checkpoints and their proofs."""

import asyncio
from base64 import b64encode
from collections.abc import Sequence
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Response

from events.errors import Malformed
from services.api.http.asked import Wired
from services.api.http.auth import Who, may_watch
from services.api.http.responses import Answer
from services.api.schemas.record import ProofShown
from services.api.views.matches import found
from services.heads import checkpoints
from services.identity.tokens import need

Size = Annotated[int | None, QueryParameter(ge=0, le=1 << 53)]


@get("/v1/checkpoint", tags=["record"], summary="The checkpoint", media_type="text/plain")
async def show_checkpoint(services: Wired, caller: Who) -> Response[str]:
    """A signed note: how many finished matches this house has, and the root of the tree of them."""
    need(caller.grant, "match:read")
    note = await asyncio.to_thread(checkpoints.checkpoint, services.heads.outside, services.keys)
    return Answer(note, media_type="text/plain")


@get("/v1/checkpoint/proof", tags=["record"], summary="Proofs of the tree")
async def show_proof(
    services: Wired,
    caller: Who,
    match: Annotated[str | None, QueryParameter(max_length=64)] = None,
    since: Size = None,
    size: Size = None,
) -> Answer[ProofShown]:
    """That a ``match`` is in the tree of ``size``, or that this tree began as that of ``since``.

    ``size`` is that of the checkpoint which the reader holds, otherwise that of now.
    """
    need(caller.grant, "match:read")
    if (match is None) == (since is None):
        raise Malformed(reason="either match or since is expected")
    outside = services.heads.outside
    if match is not None:
        may_watch(caller.grant, await found(services, match))
        proof = await asyncio.to_thread(checkpoints.inclusion, outside, match, size)
        return Answer(included(proof))
    path = await asyncio.to_thread(checkpoints.consistency, outside, since or 0, size)
    return Answer(ProofShown(written(path), size=len(outside.tree()) if size is None else size))


def included(proof: checkpoints.Inclusion) -> ProofShown:
    head = proof.head
    return ProofShown(
        written(proof.path), proof.size, head.match, proof.number, head.version, head.seal.hex()
    )


def written(path: Sequence[bytes]) -> list[str]:
    return [b64encode(node).decode() for node in path]
