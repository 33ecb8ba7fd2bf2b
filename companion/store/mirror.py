"""Mirror 写し: one copy of the record, brought up to date page by page, and what it takes to undo
the last days (ADR 0034).

A whole copy a day wears a card out: of a record of 500 MB it is 180 GB a year, and most of its
pages are what they were yesterday. So only pages that differ are written into the copy. What stood
there before goes first into a file of its own, with a checksum. That file serves twice: a power cut
in the middle is taken back with it, and the copy of the day before can be made from it again.

    backups/memory_hash.20261123T031500.db          the record on that day
    backups/memory_hash.20261122T031500.db.undo     what to put back for the day before

While `NAME.db` and `NAME.db.undo` are both there, bringing it up was cut off (`mend`).
"""

import os
import shutil
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

PAGE_BYTES = 512
"""Compared and kept in pieces of this size, a page of the record. A card writes eight of them as
one block, but of the pages of a block that changed most did not: an undo file of whole blocks was
four times as long (5.2 MB for 1.2 MB, a day of a quiet home)."""
CHUNK = 256 * PAGE_BYTES
"""Read at once: most megabytes are as they were."""
UNDO = ".undo"
_MAGIC = b"UNDO\x00\x00\x00\x01"
_HEAD = struct.Struct(">8sQQ")
"""Magic, length of the copy before, number of pages that follow."""
_PAGE = struct.Struct(">QQ")
"""Where a page stood, and its length: the last one of a file may be shorter."""
_SUM_BYTES = 32
_FORMAT, _NO_WAL = slice(18, 20), b"\1\1"
"""The two bytes of a database's head that say whether it is in WAL mode; a copy is one file
(https://www.sqlite.org/fileformat2.html, section 1.3)."""


class UndoTorn(ValueError):
    """An undo file that was not finished: the copy itself was not touched yet."""


def undo_of(copy: Path) -> Path:
    """Where the undo file of a copy lies."""
    return copy.with_name(copy.name + UNDO)


def bring_up(copy: Path, source: BinaryIO) -> int:
    """Write what differs into `copy`, and what stood there into its undo file before; gives the
    bytes written. Cut off at any moment, `mend` gives the old copy back. `source` must not change
    meanwhile, and is left open (`sqlite.py` says why). Raises `OSError`."""
    changed = list(_differing(source, copy))
    length = source.seek(0, os.SEEK_END)
    with copy.open("r+b") as out:
        written = _write_undo(undo_of(copy), out, changed)
        for at in changed:
            if at < length:
                out.seek(at)
                written += out.write(_page(source, at))
        out.truncate(length)
        out.flush()
        os.fsync(out.fileno())
    return written


def mend(copy: Path) -> None:
    """Take back what was cut off, if anything was. Raises `OSError`."""
    undo = undo_of(copy)
    if not undo.exists():
        return
    # An undo file is finished before the copy is touched: a torn one has nothing to take back.
    with suppress(UndoTorn):
        _take_back(copy, undo)
    undo.unlink()


def as_of(copy: Path, undos: Sequence[Path], to: Path) -> None:
    """A file as the copy was before all of `undos`, newest first. Raises `UndoTorn`, `OSError`."""
    shutil.copyfile(copy, to)
    for undo in undos:
        _take_back(to, undo)


def _take_back(copy: Path, undo: Path) -> None:
    """Doing it again changes nothing."""
    length, count = _checked(undo)
    with copy.open("r+b") as out, undo.open("rb") as pages:
        pages.seek(_HEAD.size)
        for _ in range(count):
            at, size = _PAGE.unpack(pages.read(_PAGE.size))
            out.seek(at)
            out.write(pages.read(size))
        out.truncate(length)
        out.flush()
        os.fsync(out.fileno())


def _checked(undo: Path) -> tuple[int, int]:
    """The length before and the number of pages. Raises `UndoTorn`."""
    left = undo.stat().st_size - _SUM_BYTES
    digest = sha256()
    with undo.open("rb") as pages:
        head = pages.read(_HEAD.size)
        pages.seek(0)
        while left > 0 and (part := pages.read(min(CHUNK, left))):
            digest.update(part)
            left -= len(part)
        if len(head) < _HEAD.size or digest.digest() != pages.read():
            raise UndoTorn(f"{undo} was not finished")
    magic, length, count = _HEAD.unpack(head)
    if magic != _MAGIC:
        raise UndoTorn(f"{undo} is no undo file of ours")
    return length, count


def _differing(source: BinaryIO, copy: Path) -> Iterator[int]:
    """Where pages begin that are not the same, or only in the copy."""
    source.seek(0)
    with copy.open("rb") as old:
        first = 0
        while True:
            theirs, ours = _plain(source.read(CHUNK), first), old.read(CHUNK)
            if not theirs and not ours:
                return
            if theirs != ours:
                for at in range(0, max(len(theirs), len(ours)), PAGE_BYTES):
                    if theirs[at : at + PAGE_BYTES] != ours[at : at + PAGE_BYTES]:
                        yield first + at
            first += CHUNK


def _page(source: BinaryIO, at: int) -> bytes:
    source.seek(at)
    return _plain(source.read(PAGE_BYTES), at)


def _plain(pages: bytes, at: int) -> bytes:
    if at or not pages:
        return pages
    return pages[: _FORMAT.start] + _NO_WAL + pages[_FORMAT.stop :]


def _write_undo(undo: Path, copy: BinaryIO, changed: Sequence[int]) -> int:
    length = copy.seek(0, os.SEEK_END)
    theirs = [at for at in changed if at < length]
    digest = sha256()
    descriptor = os.open(undo, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as out:

        def put(part: bytes) -> None:
            digest.update(part)
            out.write(part)

        put(_HEAD.pack(_MAGIC, length, len(theirs)))
        for at in theirs:
            copy.seek(at)
            page = copy.read(PAGE_BYTES)
            put(_PAGE.pack(at, len(page)) + page)
        out.write(digest.digest())
        out.flush()
        os.fsync(out.fileno())
        written = out.tell()
    folder = os.open(undo.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return written
