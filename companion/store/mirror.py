"""Mirror 写し: keeps one copy of the record, and the changes of each day since (ADR 0034).

A whole copy a day wears a card out: of a record of 500 MB it is 180 GB a year, and most of its
pages are what they were yesterday. So a day adds a file with the pages that differ from the day
before, packed and with a checksum. The days are folded into the copy when they become many: a page
that changed on ten of them is written once.

    backups/memory_hash.20261101T031500.db          the record on that day
    backups/memory_hash.20261102T031500.db.pages    what to put there for the next day
    backups/memory_hash.20261108T031500.db.fold     all days up to this one are being put there

A copy that was cut off while days were folded into it is whole with these days, done again.
"""

import os
import shutil
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b, sha256
from pathlib import Path
from typing import BinaryIO

PAGE_BYTES = 512
"""Compared and kept in pieces of this size, a page of the record. A card writes eight of them as
one block, but of the pages of a block that changed most did not."""
CHUNK = 256 * PAGE_BYTES
"""Read at once: most megabytes are as they were."""
PAGES, FOLD = ".pages", ".fold"
_MAGIC = b"PAGES\x00\x00\x01"
_HEAD = struct.Struct(">8sQQ")
"""Magic, length of the record, number of pages that follow."""
_MARK_BYTES = 16
_PAGE = struct.Struct(f">Q{_MARK_BYTES}s")
"""Where a page stands, and its digest: for the day after, which needs not unpack it. The pages
themselves come behind all of these, packed; the last one of a file may be shorter."""
_SUM_BYTES = 32
_FORMAT, _NO_WAL = slice(18, 20), b"\1\1"
"""The two bytes of a database's head that say whether it is in WAL mode; a copy is one file
(https://www.sqlite.org/fileformat2.html, section 1.3)."""


class DayTorn(ValueError):
    """A file of a day's pages that is not as it was written."""

    def __init__(self, day: Path) -> None:
        super().__init__(f"{day} is not as it was written")
        self.day = day


def add_day(copy: Path, days: Sequence[Path], source: BinaryIO, to: Path) -> None:
    """Write into `to` what differs from the last of `days`, oldest first; whole or not at all.
    `source` must not change meanwhile, and is left open (`sqlite.py` says why). Raises `DayTorn`,
    `OSError`."""
    known: dict[int, bytes] = {}
    length = copy.stat().st_size
    for day in days:
        length, marks = _index(day)
        known = {at: mark for at, mark in known.items() if at < length} | dict(marks)
    changed = list(_differing(source, copy, known, length))
    new = to.with_name(to.name + ".new")
    try:
        _write(new, source, changed)
        os.replace(new, to)
    finally:
        new.unlink(missing_ok=True)
    folder = os.open(to.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def as_of(copy: Path, days: Sequence[Path], to: Path) -> None:
    """A file as the record was on the last of `days`, oldest first. Raises `DayTorn`, `OSError`."""
    shutil.copyfile(copy, to)
    put_in(to, days)


def put_in(copy: Path, days: Sequence[Path]) -> None:
    """Bring a copy to the last of `days`, oldest first. Cut off at any moment and done again, it
    comes to the same. Raises `DayTorn`, `OSError`."""
    for day in days:
        _index(day)
    with copy.open("r+b") as out:
        for day in days:
            _put(out, day)
        out.flush()
        os.fsync(out.fileno())


def _put(out: BinaryIO, day: Path) -> None:
    length, marks = _index(day)
    unpack = zlib.decompressobj()
    with day.open("rb") as file:
        file.seek(_HEAD.size + len(marks) * _PAGE.size)
        ready = b""
        for at, _ in marks:
            size = min(PAGE_BYTES, length - at)
            while len(ready) < size:
                ready += unpack.decompress(file.read(CHUNK))
            out.seek(at)
            out.write(ready[:size])
            ready = ready[size:]
    out.truncate(length)


def _index(day: Path) -> tuple[int, list[tuple[int, bytes]]]:
    """The record's length, and where its pages stand with their digests. Raises `DayTorn`."""
    left = day.stat().st_size - _SUM_BYTES
    digest = sha256()
    with day.open("rb") as file:
        while left > 0 and (part := file.read(min(CHUNK, left))):
            digest.update(part)
            left -= len(part)
        if digest.digest() != file.read():
            raise DayTorn(day)
        file.seek(0)
        magic, length, count = _HEAD.unpack(file.read(_HEAD.size))
        if magic != _MAGIC:
            raise DayTorn(day)
        return length, list(_PAGE.iter_unpack(file.read(count * _PAGE.size)))


def _differing(
    source: BinaryIO, copy: Path, known: Mapping[int, bytes], length: int
) -> Iterator[tuple[int, bytes]]:
    """Pages that are not what they were, and their digests. `known`: digests of those that days
    hold; `length`: of the record on the last of them."""
    touched = {at // CHUNK for at in known}
    source.seek(0)
    with copy.open("rb") as old:
        first = 0
        while theirs := _plain(source.read(CHUNK), first):
            ours = old.read(CHUNK)
            there = first + len(theirs) <= length
            if not (there and theirs == ours and first // CHUNK not in touched):
                for at in range(0, len(theirs), PAGE_BYTES):
                    page = theirs[at : at + PAGE_BYTES]
                    was = known.get(first + at)
                    inside = first + at + len(page) <= length
                    if was is None and inside and page == ours[at : at + PAGE_BYTES]:
                        continue
                    if (mark := _mark(page)) != was:
                        yield first + at, mark
            first += CHUNK


def _mark(page: bytes) -> bytes:
    return blake2b(page, digest_size=_MARK_BYTES).digest()


def _plain(pages: bytes, at: int) -> bytes:
    if at or not pages:
        return pages
    return pages[: _FORMAT.start] + _NO_WAL + pages[_FORMAT.stop :]


def _write(to: Path, source: BinaryIO, changed: Sequence[tuple[int, bytes]]) -> None:
    length = source.seek(0, os.SEEK_END)
    digest, pack = sha256(), zlib.compressobj()
    descriptor = os.open(to, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as out:

        def put(part: bytes) -> None:
            digest.update(part)
            out.write(part)

        put(_HEAD.pack(_MAGIC, length, len(changed)))
        for page in changed:
            put(_PAGE.pack(*page))
        for at, _ in changed:
            source.seek(at)
            put(pack.compress(_plain(source.read(PAGE_BYTES), at)))
        put(pack.flush())
        out.write(digest.digest())
        out.flush()
        os.fsync(out.fileno())
