"""Where each row of a sound record lies in its file, told without any of the store's own code.

A row's cell is built anew from its values as https://www.sqlite.org/fileformat2.html has it, and
looked for in the file. So it is known which rows a hole in the file hit, whatever the rescue says.
"""

import sqlite3
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Key = tuple[Any, ...]


@dataclass
class Witness:
    """Every row of some tables: its values, and the bytes it lies in."""

    rows: dict[str, dict[Key, tuple[Any, ...]]] = field(default_factory=dict)
    places: list[tuple[int, int, str, Key]] = field(default_factory=list)
    """First byte, the one after the last, table and key."""

    def hit(self, holes: Iterable[tuple[int, int]]) -> set[tuple[str, Key]]:
        """Rows with a byte in one of these stretches."""
        stretches = list(holes)
        return {
            (table, key)
            for first, end, table, key in self.places
            if any(first < e and s < end for s, e in stretches)
        }


def witness(path: Path, tables: Sequence[str]) -> Witness:
    """Look at a record that is whole and has no WAL. Raises `LookupError` for a row that is not
    where the format says."""
    told, file = Witness(), path.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        page = int(connection.execute("PRAGMA page_size").fetchone()[0])
        for table in tables:
            about = connection.execute(f"PRAGMA table_info({table})").fetchall()
            made = connection.execute(
                "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", (table,)
            ).fetchone()[0]
            keyed = "WITHOUT ROWID" in made
            keys = [c for c in about if c[5]]
            alias = keys[0][0] if not keyed and len(keys) == 1 and keys[0][2] == "INTEGER" else None
            rowid = "0" if keyed else "rowid"
            found, near = told.rows.setdefault(table, {}), 0
            for row, values in _rows(connection, table, rowid):
                key = tuple(values[c[0]] for c in keys) if keyed else (row,)
                found[key] = values
                cell = _cell(row, values, alias, page, keyed=keyed)
                for first, end in _found(file, cell, near):
                    told.places.append((first, end, table, key))
                    near = first // page * page
    return told


def _rows(
    connection: sqlite3.Connection, table: str, rowid: str
) -> Iterator[tuple[int, tuple[Any, ...]]]:
    for row in connection.execute(f"SELECT {rowid}, * FROM {table}"):
        yield row[0], tuple(row[1:])


def _cell(
    row: int, values: Sequence[Any], alias: int | None, page: int, *, keyed: bool
) -> tuple[bytes, ...]:
    """The cell in its page, and each piece of it that lies on a page of its own."""
    kinds, body = b"", b""
    for at, value in enumerate(values):
        kind, raw = (0, b"") if at == alias else _stored(value)
        kinds += _varint(kind)
        body += raw
    size = len(kinds) + 1
    size += len(_varint(size)) - 1
    payload = _varint(size) + kinds + body
    local = len(payload)
    most = (page - 12) * 64 // 255 - 23 if keyed else page - 35
    if local > most:
        least = (page - 12) * 32 // 255 - 23
        local = least + (len(payload) - least) % (page - 4)
        local = local if local <= most else least
    front = _varint(len(payload)) + (b"" if keyed else _varint(row))
    rest = payload[local:]
    pieces = (rest[at : at + page - 4] for at in range(0, len(rest), page - 4))
    return (front + payload[:local], *pieces)


def _stored(value: Any) -> tuple[int, bytes]:
    if value is None:
        return 0, b""
    if isinstance(value, str | bytes):
        raw = value.encode() if isinstance(value, str) else value
        return 12 + 2 * len(raw) + isinstance(value, str), raw
    if isinstance(value, float):
        if not value.is_integer():
            return 7, struct.pack(">d", value)
        value = int(value)
    if value in (0, 1):
        return 8 + value, b""
    for kind, size in ((1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (6, 8)):
        if -(2 ** (8 * size - 1)) <= value < 2 ** (8 * size - 1):
            return kind, value.to_bytes(size, "big", signed=True)
    raise LookupError(f"{value} is no number of SQLite")


def _varint(value: int) -> bytes:
    groups = [value & 0x7F]
    while value := value >> 7:
        groups.append(value & 0x7F | 0x80)
    return bytes(reversed(groups))


def _found(file: bytes, pieces: Sequence[bytes], near: int) -> Iterator[tuple[int, int]]:
    for piece in pieces:
        at = file.find(piece, near)
        if at < 0:
            at = file.find(piece)
        if at < 0:
            raise LookupError("a row is not where the file format says")
        yield at, at + len(piece)
