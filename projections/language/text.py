"""A text in every language that people read."""

from typing import NamedTuple

from events.errors import Language


class Text(NamedTuple):
    """A text that players read."""

    en: str
    es: str

    def get(self, language: Language) -> str:
        return self.en if language == "en" else self.es
