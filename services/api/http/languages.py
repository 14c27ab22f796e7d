"""Which language a reader wants to be told things in."""

from events.errors import Language
from projections.language.catalogue import DEFAULT, nearest


def wanted(accept: str, otherwise: Language = DEFAULT) -> Language:
    """The best of ours by an ``Accept-Language`` header; the house's own if it names none."""
    best: tuple[float, Language] = (0.0, otherwise)
    for part in accept.split(",")[:20]:
        tag, _, weight = part.partition(";")
        language = nearest(tag)
        if language is not None and quality(weight) > best[0]:
            best = (quality(weight), language)
    return best[1]


def quality(weight: str) -> float:
    """``q=0.8`` as a number; 1 where it says nothing, 0 where it can't be read."""
    text = weight.strip()
    if not text:
        return 1.0
    try:
        return min(1.0, float(text.removeprefix("q=")))
    except ValueError:
        return 0.0
