"""Private file: a small secret on disk that only its owner may read."""

import os
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
