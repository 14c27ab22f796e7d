"""The collector of cycles is set for our heap."""

import gc

from services.process import collector


def test_what_is_there_is_left_alone() -> None:
    """After settling, the collector passes over what was there and looks less often."""
    before = gc.get_threshold()
    try:
        collector.settle()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold() == (collector.YOUNG, *collector.OLDER)
        assert gc.isenabled()
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
