"""The archive in a bucket of moto: an S3 that others wrote, and that checks every signature."""

import asyncio
import json
import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from msgspec.structs import replace

from events.errors import Unavailable
from events.keys import log_key
from projections.audit.verifier import verify
from projections.language.errors import said
from services.archive.bucket import Bucket, Service
from services.archive.mover import archive
from services.archive.stores import Remote, open_store
from services.exports.files import export
from services.settings import Settings
from services.wiring import wire
from tests.support.house import opened, played

pytestmark = pytest.mark.s3

PROGRAM = Path(".venv-s3", "bin", "moto_server")
POLICY = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}


class Moto(NamedTuple):
    """Where it listens, and who may use its bucket `cards`."""

    url: str
    key: str
    secret: str

    def remote(self, **others: str) -> Remote:
        service = Service(self.url, "us-east-1", self.key, self.secret)
        return Remote(Bucket(service._replace(**others), "cards"), "matches")

    def settings(self, folder: Path) -> Settings:
        return Settings(
            data=folder,
            archive="s3://cards/matches",
            s3_endpoint=self.url,
            s3_key=self.key,
            s3_secret=self.secret,
        )


@pytest.fixture(scope="module")
def moto(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Moto]:
    """A server of this module's own; a list has two keys a page there."""
    program = pytestconfig.rootpath / PROGRAM
    if not program.exists() and "CI" not in os.environ:
        pytest.skip("moto is installed by: make .venv-s3/ready")
    said = tmp_path_factory.mktemp("moto") / "said"
    with said.open("wb") as out:
        server = subprocess.Popen(
            [program, "-H", "127.0.0.1", "-p", "0"],
            env=dict(os.environ) | {"MOTO_S3_DEFAULT_MAX_KEYS": "2", "PYTHONUNBUFFERED": "1"},
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        while not (found := re.search(r"http://127\.0\.0\.1:\d+", said.read_text("utf-8"))):
            assert server.poll() is None, said.read_text("utf-8")
            time.sleep(0.05)
        yield furnished(found[0])
    finally:
        server.terminate()
        server.wait()


def furnished(url: str) -> Moto:
    """A user and a bucket; from then on nobody else is let in."""

    def asked(service: str, method: str, path: str, **form: str) -> str:
        scope = f"Credential=root/20260101/us-east-1/{service}/aws4_request"
        head = {"Authorization": f"AWS4-HMAC-SHA256 {scope}, SignedHeaders=host, Signature=0"}
        with httpx.Client(base_url=url, headers=head, trust_env=False) as http:
            return http.request(method, path, data=form or None).raise_for_status().text

    user = {"UserName": "house", "Version": "2010-05-08"}
    asked("iam", "POST", "/", Action="CreateUser", **user)
    made = asked("iam", "POST", "/", Action="CreateAccessKey", **user)
    policy = json.dumps({"Version": "2012-10-17", "Statement": [POLICY]})
    given = {"PolicyName": "all", "PolicyDocument": policy}
    asked("iam", "POST", "/", Action="PutUserPolicy", **given, **user)
    asked("s3", "PUT", "/cards")
    httpx.post(f"{url}/moto-api/reset-auth", content=b"0", trust_env=False).raise_for_status()
    key, secret = re.findall(r"<(?:AccessKeyId|SecretAccessKey)>(.+?)</", made)
    return Moto(url, key, secret)


def test_what_was_put_is_found_again(moto: Moto) -> None:
    """By its id, and in the list over several pages; twice is once, and never put is None."""

    async def act() -> None:
        store = moto.remote()
        names = [f"01abcd{number}-0" for number in range(5)]
        for name in (*names, names[3]):
            await store.put(name, name.encode())
        assert await store.get(names[3]) == names[3].encode()
        assert await store.get("01abcd9-0") is None
        assert sorted([name async for name in store.names()]) == names
        await store.close()

    asyncio.run(act())


@pytest.mark.parametrize("wrong", ["key", "secret"])
def test_who_is_somebody_else_is_refused(moto: Moto, wrong: str) -> None:
    """The signature is the one that the service works out for itself, or nothing is done."""
    stranger = moto.remote(**{wrong: "another"})
    with pytest.raises(Unavailable) as caught:
        asyncio.run(stranger.put("02abcd0-0", b"x"))
    assert "try again" in said(caught.value)
    assert caught.value.details["reason"] == "the archive answers 403"
    assert asyncio.run(moto.remote().get("02abcd0-0")) is None


def test_a_bucket_that_is_not_there_keeps_nothing(moto: Moto, tmp_path: Path) -> None:
    """To put into it is an error, and so is to list it."""
    store = open_store(replace(moto.settings(tmp_path), archive="s3://another"))

    async def listed() -> list[str]:
        return [name async for name in store.names()]

    for act in (store.put("01abcd0-0", b"x"), listed()):
        with pytest.raises(Unavailable):
            asyncio.run(act)


def test_a_match_leaves_redis_for_the_bucket(moto: Moto, flushed: str, tmp_path: Path) -> None:
    """It is found, exported and verified from there as before, and it is in the list."""

    async def act() -> None:
        services = wire(moto.settings(tmp_path), flushed)
        match = await played(services, await opened(services))
        before = await services.log.read(match.id)
        assert await archive(services, match.id)
        assert not await services.redis.exists(log_key(match.id))
        assert await services.log.read(match.id) == before
        assert verify(await export(services, match.id)).verdict == "verified"
        assert match.id in [name async for name in services.log.store.names()]
        await services.close()

    asyncio.run(act())


def test_nothing_leaves_redis_while_the_bucket_is_gone(
    moto: Moto, flushed: str, tmp_path: Path
) -> None:
    """Without a good answer the match stays where it is, whole."""

    async def act() -> None:
        services = wire(replace(moto.settings(tmp_path), s3_secret="another"), flushed)
        match = await played(services, await opened(services))
        with pytest.raises(Unavailable):
            await archive(services, match.id)
        assert len(await services.log.read(match.id)) == match.version
        assert await services.redis.exists(log_key(match.id))
        await services.close()

    asyncio.run(act())
