"""Ballast: space kept back, so that a full disk still takes the last words (F3)."""

import contextlib
import os
import shutil
from pathlib import Path

BALLAST_BYTES = 8 * 1024 * 1024
"""About 8,000 events: an hour or more of a lively home (events are some 700 bytes)."""
ROOM = 4
"""Laid again only when this many times its size is free, so that it does not go to and fro."""


class Ballast:
    """A file of real blocks beside the record, given away when the disk is full."""

    def __init__(self, folder: Path, size_bytes: int = BALLAST_BYTES) -> None:
        self._file = folder / "ballast"
        self._size = size_bytes

    @property
    def laid(self) -> bool:
        """Whether it is there."""
        return self._file.exists()

    def lay(self) -> bool:
        """Put it there when there is room; False when not. Never raises."""
        if self.laid:
            return True
        with contextlib.suppress(OSError):
            if shutil.disk_usage(self._file.parent).free < ROOM * self._size:
                return False
            with self._file.open("xb") as out:
                os.posix_fallocate(out.fileno(), 0, self._size)
            return True
        self.give_away()
        return False

    def give_away(self) -> bool:
        """Free its space; True when there was any."""
        with contextlib.suppress(OSError):
            self._file.unlink()
            return True
        return False
