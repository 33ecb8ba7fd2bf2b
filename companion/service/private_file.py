"""Private file: keeps a small secret on disk that only its owner may read."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_private(path: Path, text: str) -> None:
    """Write beside with mode 0600, then rename: a power cut leaves the old or the new file.

    The folder is synced too, so that what was taken back does not return. Raises `OSError`.
    """
    beside = path.with_name(f".{path.name}.new")
    fd = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(fd, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(beside, path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def overwritten(path: Path) -> Iterator[None]:
    """Overwrite the file's old bytes on the disk once the caller has replaced or removed it.

    A power cut leaves the old file whole or the new one: the old bytes are touched only when no
    name leads to them any more. Raises `OSError`.
    """
    try:
        fd = os.open(path, os.O_WRONLY)
    except FileNotFoundError:
        yield
        return
    try:
        yield
        if os.fstat(fd).st_nlink == 0:
            os.pwrite(fd, bytes(os.fstat(fd).st_size), 0)
            os.fsync(fd)
    finally:
        os.close(fd)
