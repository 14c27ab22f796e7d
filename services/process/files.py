"""Files that are there whole or not at all, whenever the power goes."""

import os
from pathlib import Path


def write_whole(path: Path, data: bytes, mark: str = "") -> None:
    """Put a file in its place at once, for its owner alone, on the disk before anybody sees it.

    ``mark`` tells writers apart who may come at the same time. Folders above its own aren't synced.
    """
    draft = path.with_name(f"{path.name}{mark}.new")
    draft.unlink(missing_ok=True)  # left by one who died
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """What has been put into a folder is still there when the power comes back."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
