"""What an operator may set."""

from pathlib import Path

import pytest

from projections.language.errors import said
from services.settings import BadSetting, Settings, UnknownSetting

HOME = {"HOME": "/home/ana"}


def test_has_a_default_for_everything() -> None:
    """Without any variable the service runs on this machine, with a server of its own."""
    settings = Settings.from_env(HOME)
    assert settings == Settings(data=Path("/home/ana/.local/share/tapete"))
    assert (settings.host, settings.port, settings.redis_url) == ("127.0.0.1", 8400, None)
    assert settings.fsync == "always"


def test_reads_every_variable() -> None:
    """Every field has its variable, and is read from it."""
    env = {
        "TAPETE_DATA": "/srv/tapete",
        "TAPETE_REDIS_URL": "rediss://tapete:secret@redis:6379/0",
        "TAPETE_JOBS_REDIS_URL": "unix:///run/redis.sock",
        "TAPETE_HOST": "0.0.0.0",
        "TAPETE_PORT": "80",
        "TAPETE_PARTITIONS": "8",
        "TAPETE_ALLOW_UNSAFE_REDIS": "yes",
        "TAPETE_ORIGINS": "https://cards.example, http://localhost:3000/",
        "TAPETE_LOG": "DEBUG",
        "TAPETE_LANG": "es",
        "TAPETE_FSYNC": "everysec",
        "TAPETE_ARCHIVE": "/srv/archive",
    }
    assert Settings.from_env(env) == Settings(
        data=Path("/srv/tapete"),
        redis_url="rediss://tapete:secret@redis:6379/0",
        jobs_redis_url="unix:///run/redis.sock",
        host="0.0.0.0",
        port=80,
        partitions=8,
        allow_unsafe_redis=True,
        origins=("https://cards.example", "http://localhost:3000"),
        log="debug",
        lang="es",
        fsync="everysec",
        archive="/srv/archive",
    )


@pytest.mark.parametrize(
    ("variable", "value", "allowed"),
    [
        ("TAPETE_PORT", "http", "0–65535"),
        ("TAPETE_PORT", "65536", "0–65535"),
        ("TAPETE_PARTITIONS", "0", "1–256"),
        ("TAPETE_ALLOW_UNSAFE_REDIS", "perhaps", "1, 0"),
        ("TAPETE_FSYNC", "no", "always, everysec"),
        ("TAPETE_LANG", "fr", "en, es"),
        ("TAPETE_LOG", "loud", "debug, info, warning, error"),
        ("TAPETE_REDIS_URL", "localhost:6379", "redis://host:6379/0"),
        ("TAPETE_ARCHIVE", "s3://", "s3://bucket/prefix"),
        ("TAPETE_ARCHIVE", "s3://cards/a//b", "s3://bucket/prefix"),
        ("TAPETE_ARCHIVE", "s3://cards/../b", "s3://bucket/prefix"),
        ("TAPETE_ORIGINS", "*", "https://example.org"),
        ("TAPETE_ORIGINS", "https://example.org/page", "https://example.org"),
    ],
)
def test_says_what_is_allowed(variable: str, value: str, allowed: str) -> None:
    """A value that can't be is refused by the variable's name, with what is allowed."""
    with pytest.raises(BadSetting) as caught:
        Settings.from_env(HOME | {variable: value})
    for language in ("en", "es"):
        text = said(caught.value, language)
        assert text.startswith(f"{variable}={value}")
        assert allowed in text


def test_refuses_a_misspelt_variable() -> None:
    """A setting that doesn't exist is refused: nobody's data should go where nobody looks."""
    with pytest.raises(UnknownSetting, match="TAPETE_REDISURL") as caught:
        Settings.from_env(HOME | {"TAPETE_REDISURL": "redis://:secret@host"})
    assert "secret" not in str(caught.value)


def test_an_empty_variable_is_unset() -> None:
    """``TAPETE_ARCHIVE=`` means no archive, and another's variables are none of our business."""
    settings = Settings.from_env(HOME | {"TAPETE_ARCHIVE": "", "OTHER_PORT": "x"})
    assert settings == Settings.from_env(HOME)


def test_follows_the_desktop_standard_for_data() -> None:
    """XDG_DATA_HOME is honoured if it is absolute, as that standard demands."""
    assert Settings.from_env({"XDG_DATA_HOME": "/data"}).data == Path("/data/tapete")
    assert Settings.from_env(HOME | {"XDG_DATA_HOME": "data"}) == Settings.from_env(HOME)


def test_shows_no_password() -> None:
    """Settings can be printed without telling how to log in to Redis."""
    url = "redis://tapete:sec@ret@redis/0?password=hush"
    settings = Settings.from_env(HOME | {"TAPETE_REDIS_URL": url})
    assert "redis://***@redis/0" in repr(settings)
    assert "ret" not in repr(settings)
    assert "hush" not in repr(settings)
