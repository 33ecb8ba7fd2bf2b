"""Graft 接ぎ木: a copy of a damaged record under the schema of a new one (F5).

SQLite finds every table through its first pages, which hold the schema; with those overwritten, a
file whose rows are all there reads as nothing. A new record of the same version lays its tables at
the same pages, so its schema is put in their place, and the rows are read as ever. In a file that
an older version began, tables may lie elsewhere: then nothing reads, or what reads is no row with a
checksum of ours and is left out by whoever salvages.

The bytes are those of the file format: https://www.sqlite.org/fileformat2.html, section 1.3.
"""

import shutil
import sqlite3
from pathlib import Path

from companion.store.migrations import PAGE_BYTES, migrate

_WAL_VERSIONS, _CHANGES, _PAGES, _FREE_LIST, _VALID_FOR = 18, 24, 28, 32, 92
"""Where the first page's header holds these."""


def grafted(damaged: Path, folder: Path) -> Path:
    """A copy, in `folder`, with a new schema; the damaged file is only read. Raises `OSError`."""
    fresh, copy = folder / "fresh.db", folder / "grafted.db"
    migrate(str(fresh))
    shutil.copyfile(damaged, copy)
    wal = damaged.with_name(damaged.name + "-wal")
    if wal.exists():
        shutil.copyfile(wal, copy.with_name(copy.name + "-wal"))
    schema = fresh.read_bytes()
    with copy.open("r+b") as file:
        length = file.seek(0, 2)
        for number in _schema_pages(fresh, len(schema) // PAGE_BYTES):
            at = (number - 1) * PAGE_BYTES
            page = schema[at : at + PAGE_BYTES]
            file.seek(at)
            file.write(_headed(page, length) if number == 1 else page)
    return copy


def _schema_pages(fresh: Path, pages: int) -> list[int]:
    """All pages of an empty record but those where a table or index begins."""
    connection = sqlite3.connect(fresh)
    try:
        roots = {row[0] for row in connection.execute("SELECT rootpage FROM sqlite_schema")}
    finally:
        connection.close()
    return [number for number in range(1, pages + 1) if number not in roots]


def _headed(page: bytes, length: int) -> bytes:
    """The first page as that of a file so long, in WAL mode, with no page told to be free."""
    head = bytearray(page)
    head[_WAL_VERSIONS : _WAL_VERSIONS + 2] = b"\2\2"
    head[_PAGES : _PAGES + 4] = (length // PAGE_BYTES).to_bytes(4, "big")
    head[_FREE_LIST : _FREE_LIST + 8] = bytes(8)
    head[_VALID_FOR : _VALID_FOR + 4] = head[_CHANGES : _CHANGES + 4]
    return bytes(head)
