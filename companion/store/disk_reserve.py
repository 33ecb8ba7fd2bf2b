"""Disk reserves: keep space back, so that a full disk still takes the last events and orders."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

DISK_RESERVE_BYTES = 8 * 1024 * 1024
"""About 8,000 events: an hour or more of a lively home (events are some 700 bytes)."""
PERSON_RESERVE_BYTES, SMALLEST_BYTES = 1024 * 1024, 64 * 1024
"""Some tens of alarms and answers: each takes a dozen pages of the WAL. Less is no use."""
FREE_FACTOR = 4
"""It is reserved again only when this many times its size is free, so that it does not go to and
fro."""


class DiskReserve:
    """A file of real blocks beside the record, released when the disk is full."""

    def __init__(self, folder: Path, size_bytes: int = DISK_RESERVE_BYTES) -> None:
        self._file = folder / "ballast"
        self._size = size_bytes

    @property
    def reserved(self) -> bool:
        """True if its file is there."""
        return self._file.exists()

    def reserve(self) -> bool:
        """Put it there when there is room; False when not. Never raises."""
        if self.reserved:
            return True
        with contextlib.suppress(OSError):
            if shutil.disk_usage(self._file.parent).free < FREE_FACTOR * self._size:
                return False
            with self._file.open("xb") as out:
                os.posix_fallocate(out.fileno(), 0, self._size)
            return True
        self.release()
        return False

    def release(self) -> bool:
        """Free its space; True when there was any."""
        with contextlib.suppress(OSError):
            self._file.unlink()
            return True
        return False


class PersonReserve:
    """Space for the word of a person alone: an alarm, an answer, an erasure. It is released for one
    write and taken again behind it, so that what the house notes by itself cannot use it up."""

    def __init__(self, folder: Path, size_bytes: int = PERSON_RESERVE_BYTES) -> None:
        self._file = folder / "last_room"
        self._size = size_bytes

    @property
    def reserved(self) -> bool:
        """True if any of the space is left."""
        return self._file.exists()

    def reserve(self) -> None:
        """Keep it back, or as much as there still is. Never raises."""
        size = self._size
        while size >= SMALLEST_BYTES:
            with contextlib.suppress(OSError):
                with self._file.open("wb") as out:
                    os.posix_fallocate(out.fileno(), 0, size)
                return
            size //= 2
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)

    @contextlib.contextmanager
    def released(self) -> Iterator[None]:
        """Free it while something is written, and keep back what is left."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)
        try:
            yield
        finally:
            self.reserve()
