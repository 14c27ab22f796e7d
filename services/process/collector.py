"""Python's collector of cycles, set for a process that holds a great many small frozen objects.

What a match is made of has no cycles and goes as soon as nobody holds it. As it is set by default
the collector looks through all of it again and again all the same: a fifth of the time of the API.
"""

import gc

from projections.catalogue import catalogue

YOUNG = 20_000  # objects made and not yet gone, before the young ones are looked through
OLDER = 50, 100  # how many such looks before the older ones, and before all of them


def settle() -> None:
    """Leave alone what there is, all games among it; look less often at what comes."""
    catalogue()  # else the first request would wait for them
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *OLDER)
