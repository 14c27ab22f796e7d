"""Settings handed on to other processes, and the language of who sits at the terminal."""

from pathlib import Path

import pytest

from services.settings import Settings, environment, spoken


def test_settings_survive_the_way_through_an_environment() -> None:
    """Another process reads the very same settings; what else is set goes along unchanged."""
    settings = Settings(
        data=Path("/data"), port=9, anonymous=(), origins=("https://a.b", "https://c.d"),
        allow_unsafe_redis=True, lang="es", redis_url="redis://u:p@h:1/0",
    )  # fmt: skip
    env = environment(settings, {"HOME": "/root", "TAPETE_HOST": "1.2.3.4"})
    assert env["HOME"] == "/root"
    assert Settings.from_env(env) == settings


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LC_ALL": "C.UTF-8", "LANG": "es_ES.UTF-8"}, "en"),
        ({"TAPETE_LANG": "es", "LC_ALL": "en_GB.UTF-8"}, "es"),
    ],
)
def test_the_language_is_that_of_the_locale(env: dict[str, str], language: str) -> None:
    """TAPETE_LANG goes before the locale, LC_ALL before LANG; English where nothing is said."""
    assert spoken(env) == language
