"""Pages: read the rows of a damaged record from its bytes, without SQLite.

SQLite finds a row by walking from the root of its table; one damaged page on that way hides every
row below it, and a damaged first page hides them all. Here each page is read by itself. The cell
pointers of a table leaf are followed; where that does not hold together, a cell is looked for at
every byte of the page. Each row that comes out is a candidate: the caller compares it with its
seal.

The bytes are those of the file format: https://www.sqlite.org/fileformat2.html, sections 1 to 4.
"""

import itertools
import mmap
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

PAGE_SIZES = (512, 1024, 4096)
"""The record's own, and those that a record of before may still have; tried where the file's head
is damaged."""
PAGES_TRIED = 2000
"""Most pages looked at to tell of which size they are."""
HEAD_BYTES = 100
"""Of the first page, before its cells."""
TABLE_LEAF, TABLE_INNER, INDEX_LEAF, INDEX_INNER = 13, 5, 10, 2
_HEADS = {TABLE_LEAF: 8, INDEX_LEAF: 8, TABLE_INNER: 12, INDEX_INNER: 12}
_INTS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of each integer type."""
RECORD_BYTES_MAX = 64 * 1024 * 1024
"""Longer than any row of ours: a length beyond it is noise."""
_WAL_HEAD, _FRAME_HEAD = 32, 24
_WAL_MAGIC = 0x377F0682
_WORD = 2**32 - 1

Value = int | float | str | bytes | None


class Shape(NamedTuple):
    """Layout of the rows of one table on the disk."""

    table: str
    types: tuple[str, ...]
    """INTEGER, REAL, TEXT or BLOB, each with `?` behind it where NULL may stand; ROWID for the key
    that is the row's number."""
    fewest: int
    """Columns of the oldest rows: those added later are not in them."""
    defaults: tuple[Value, ...]
    keyed: bool
    """WITHOUT ROWID: the rows lie in an index."""
    grows: bool
    """Rows are put in and never changed: an older version of one is as good."""


class Row(NamedTuple):
    """A candidate."""

    table: str
    values: tuple[Value, ...]


@dataclass(frozen=True)
class _Cell:
    row: Row
    first: int
    end: int
    """Its bytes in the page."""
    chain: tuple[int, ...] = ()
    """Pages on which it goes on."""
    torn: bool = False
    """Its pages could not be followed to their end."""


class Pages:
    """Reads one file with its WAL. Raises `OSError`; close it."""

    def __init__(self, path: Path, shapes: Sequence[Shape]) -> None:
        self._shapes: dict[tuple[bool, int], list[Shape]] = {}
        for shape in shapes:
            for count in range(shape.fewest, len(shape.types) + 1):
                self._shapes.setdefault((shape.keyed, count), []).append(shape)
        self._growing = {shape.table for shape in shapes if shape.grows}
        self._used: set[int] = set()
        """Pages on which rows go on that could be followed to their end."""
        self._lost: dict[int, int] = {}
        """Pages to which no row was followed, and the next of each as it says."""
        self._file = path.open("rb")
        length = self._file.seek(0, 2)
        self._bytes: mmap.mmap | bytes = b""
        if length:
            self._bytes = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        beside = path.with_name(path.name + "-wal")
        self._size = _page_size(self._bytes[:HEAD_BYTES]) or _size_in_wal(beside)
        self._size = self._size or self._likely_size(beside)
        self._wal = _Wal(beside, self._size)
        self.count = max(-(-length // self._size), self._wal.pages)
        self._free = self._freed()

    def close(self) -> None:
        """Give the file free."""
        if isinstance(self._bytes, mmap.mmap):
            self._bytes.close()
        self._file.close()

    def rows(self) -> Iterator[Row]:
        """Every candidate, the better one of the same row first: rows of whole pages, then what is
        found in broken ones."""
        odd: list[int] = []
        torn: list[int] = []
        for number in range(1, self.count + 1):
            if number in self._free:
                continue
            page = self._page(number)
            if self._is_map(number, page):
                continue
            cells, whole = self._cells(number, page)
            self._used.update(link for cell in cells if not cell.torn for link in cell.chain)
            if whole and number not in self._wal.damaged:
                yield from (cell.row for cell in cells if not cell.torn)
                torn += [number] * any(cell.torn for cell in cells)
            elif page.strip(b"\0") or number in self._wal.damaged:
                odd.append(number)
        self._lost = {number: self._next(number) for number in odd if number not in self._used}
        yield from itertools.chain.from_iterable(self._mended(number) for number in torn)
        for number in odd:
            if number not in self._used:
                yield from self._salvaged(number)

    def _mended(self, number: int) -> Iterator[Row]:
        """Rows of a whole page that could not be followed to their end."""
        cells = [cell for cell in self._cells(number, self._page(number))[0] if cell.torn]
        self._used.update(link for cell in cells for link in cell.chain)
        yield from (cell.row for cell in cells)

    def _salvaged(self, number: int) -> Iterator[Row]:
        """Rows in a broken page. Where newer versions in the WAL are damaged, a changed row is
        taken from the newest that has it, one that never changes from the oldest."""
        old, newer = self._page(number), self._wal.damaged.get(number, [])
        kept = self._whole_and_searched(number, old)
        if newer:
            yield from (row for row in kept if row.table in self._growing)
            for page in reversed(newer):
                yield from self._whole_and_searched(number, page)
        yield from kept

    def _whole_and_searched(self, number: int, page: bytes) -> list[Row]:
        cells, whole = self._cells(number, page)
        return [cell.row for cell in cells] + ([] if whole else list(self._searched(page, cells)))

    def _in_file(self, number: int) -> bytes:
        found = self._bytes[(number - 1) * self._size : number * self._size]
        return found.ljust(self._size, b"\0")

    def _page(self, number: int) -> bytes:
        return self._wal.page(number) or self._in_file(number)

    def _freed(self) -> frozenset[int]:
        """Pages of the list of free pages: what lay there was deleted. Where the list does not add
        up, only those of them that hold no rows: a page in use may be listed by noise."""
        head = self._page(1)[:HEAD_BYTES] if self.count else bytes(HEAD_BYTES)
        trunk, said = struct.unpack(">II", head[32:40])
        found: list[int] = []
        while 1 < trunk <= self.count and trunk not in found:
            page = self._page(trunk)
            if page[0] in _HEADS:
                break  # a page of cells: the list was damaged
            leaves = int.from_bytes(page[4:8], "big")
            if leaves > self._size // 4 - 2:
                break
            found += [trunk, *struct.unpack(f">{leaves}I", page[8 : 8 + 4 * leaves])]
            trunk = int.from_bytes(page[:4], "big")
        free = frozenset(found)
        if len(free) == len(found) == said and all(1 < number <= self.count for number in free):
            return free
        return frozenset(n for n in free if self._page(n)[:1] not in (b"\x0d", b"\x0a", b"\x02"))

    def _likely_size(self, beside: Path) -> int:
        """The size with which most bytes lie in pages of rows that hold together."""
        found = {}
        for self._size in PAGE_SIZES:
            # A long row is followed to the pages behind it.
            self._wal = _Wal(beside, self._size)
            self.count = len(self._bytes) // self._size
            tried = range(1, self.count + 1, self.count // PAGES_TRIED + 1)
            found[self._size] = sum(self._is_leaf(number) for number in tried) / max(1, len(tried))
        return max(PAGE_SIZES, key=lambda size: found[size])

    def _is_leaf(self, number: int) -> bool:
        page = self._in_file(number)
        return page[0] == TABLE_LEAF and self._cells(number, page)[1]

    def _is_map(self, number: int, page: bytes) -> bool:
        """True if the page is a pointer map (section 1.8), as in a file that gives free pages back;
        its first byte may be that of a page of rows."""
        entries = self._size // 5
        if number < 2 or (number - 2) % (entries + 1):
            return False
        return all(
            page[at] <= 5 and int.from_bytes(page[at + 1 : at + 5], "big") <= self.count
            for at in range(0, 5 * entries, 5)
        )

    def _cells(self, number: int, page: bytes) -> tuple[list[_Cell], bool]:
        """The cells that the page lists, and whether the page holds together."""
        start = HEAD_BYTES if number == 1 else 0
        kind = page[start]
        head = _HEADS.get(kind)
        if head is None:
            return [], False
        free, count, content = struct.unpack(">HHH", page[start + 1 : start + 7])
        content = content or 65536
        listed = start + head
        if listed + 2 * count > self._size or content > self._size:
            return [], False
        places = struct.unpack(f">{count}H", page[listed : listed + 2 * count])
        if kind == TABLE_INNER:
            # It holds no rows; a leaf whose first byte was hit must not pass for one.
            children = [int.from_bytes(page[at : at + 4], "big") for at in places]
            return [], bool(count) and all(0 < child <= self.count for child in children)
        keyed, skipped = kind != TABLE_LEAF, 4 if kind == INDEX_INNER else 0
        cells: list[_Cell] = []
        taken, strange = page[start + 7], 0
        for at in places:
            cell, end = self._cell(page, at + skipped, keyed=keyed)
            if end is None:
                strange += 1
                continue
            taken += max(4, end - at)
            if cell is not None:
                cells.append(cell)
        taken += self._free_bytes(page, free)
        return cells, not strange and content + taken == self._size

    def _free_bytes(self, page: bytes, at: int) -> int:
        total = 0
        for _ in range(self._size // 4):
            if not 0 < at <= self._size - 4:
                break
            following, length = struct.unpack(">HH", page[at : at + 4])
            total += length
            at = following
        return total

    def _searched(self, page: bytes, known: Sequence[_Cell]) -> Iterator[Row]:
        """Cells of a page that does not say where they are. Of both kinds."""
        taken = bytearray(self._size)
        for cell in known:
            taken[cell.first : cell.end] = b"\1" * (cell.end - cell.first)
        for keyed in (False, True):
            at = 0
            while at < self._size - 4:
                if not taken[at]:
                    found, end = self._cell(page, at, keyed=keyed)
                    if found is not None and end is not None and not any(taken[at:end]):
                        yield found.row
                        taken[at:end] = b"\1" * (end - at)
                        at = end
                        continue
                at += 1

    def _cell(self, page: bytes, at: int, *, keyed: bool) -> tuple[_Cell | None, int | None]:
        """The row at one place and where its cell ends. No row: not one of ours, or damaged; no
        end: not even a cell."""
        try:
            length, body = _varint(page, at)
            rowid = 0
            if not keyed:
                rowid, body = _varint(page, body)
        except IndexError:
            return None, None
        local = self._local(length, keyed=keyed)
        end = body + local + (4 if local < length else 0)
        payload = page[body : body + local]
        fits = 0 < length <= RECORD_BYTES_MAX and end <= self._size
        types = _types(payload, length) if fits else None
        if types is None:
            return None, None
        shape = self._shape(types[0], keyed=keyed)
        if shape is None:
            # An index of ours, or a table nobody rescues.
            return None, end
        chains: list[tuple[int, ...]] = [()]
        torn = False
        if local < length:
            first = int.from_bytes(page[body + local : end])
            chains, torn = self._chains(first, -(-(length - local) // (self._size - 4)))
        for chain in chains:
            # What is missing is zeros, so that the columns before it are still read.
            whole = payload + b"".join(self._page(number)[4:] for number in chain)
            values = _values(whole[:length].ljust(length, b"\0"), types, shape, rowid)
            if _reads(values):
                break
        return _Cell(Row(shape.table, values), at, end, chain, torn), end

    def _local(self, length: int, *, keyed: bool) -> int:
        """Bytes of a row that lie in its own cell."""
        size = self._size
        most = (size - 12) * 64 // 255 - 23 if keyed else size - 35
        if length <= most:
            return length
        least = (size - 12) * 32 // 255 - 23
        found = least + (length - least) % (size - 4)
        return found if found <= most else least

    def _chains(self, first: int, need: int) -> tuple[list[tuple[int, ...]], bool]:
        """The pages on which a row goes on, as its links say; True where they lead astray. Then
        those come first that it may have gone on to: behind a link that was hit, pages to which no
        row was followed."""
        linked, last = self._followed(first, need)
        if len(linked) == need and last == 0:
            return [linked], False
        own = tuple(itertools.takewhile(lambda number: number not in self._used, linked))
        if not self._lost or len(own) == need:
            return [linked], True
        likely = [
            (*own[:at], *rest)
            for at in range(len(own), -1, -1)
            for rest in self._lost_chains(need - at, own[at - 1] if at else 0)
        ]
        return [*likely, linked], True

    def _lost_chains(self, need: int, after: int) -> list[tuple[int, ...]]:
        """Chains of so many pages to which no row was followed, the nearest behind a page first."""
        heads = self._lost.keys() - set(self._lost.values())
        chains = []
        for head in sorted(heads, key=lambda head: (head <= after, abs(head - after))):
            chain, last = self._followed(head, need)
            if len(chain) == need and last == 0 and self._lost.keys() >= set(chain):
                chains.append(chain)
        return chains

    def _followed(self, number: int, need: int) -> tuple[tuple[int, ...], int]:
        """At most so many pages along their links, and the link behind the last."""
        chain: list[int] = []
        while len(chain) < need and 0 < number <= self.count and number not in chain:
            chain.append(number)
            number = self._next(number)
        return tuple(chain), number

    def _next(self, number: int) -> int:
        return int.from_bytes(self._page(number)[:4])

    def _shape(self, types: Sequence[int], *, keyed: bool) -> Shape | None:
        for shape in self._shapes.get((keyed, len(types)), ()):
            if all(map(_fits, shape.types, types)):
                return shape
        return None


def _page_size(head: bytes) -> int:
    """Page size by the head of the file; 0 where that is damaged."""
    size = int.from_bytes(head[16:18], "big")
    size = 65536 if size == 1 else size
    known = head.startswith(b"SQLite format 3\0")
    return size if known and size >= 512 and size & (size - 1) == 0 else 0


def _size_in_wal(path: Path) -> int:
    """Page size by the head of the WAL; 0 where there is no WAL of ours."""
    with suppress(FileNotFoundError), path.open("rb") as file:
        magic, _, size = struct.unpack(">III", file.read(12).ljust(12, b"\0"))
        if magic & ~1 == _WAL_MAGIC and size in PAGE_SIZES:
            return int(size)
    return 0


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """A number and what comes behind it. Raises `IndexError`."""
    value = 0
    for count in range(8):
        byte = page[at + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    return value << 8 | page[at + 8], at + 9


def _reads(values: tuple[Value, ...]) -> bool:
    """True if every text of the row can be decoded."""
    return not any(isinstance(value, str) and {"\ufffd", "\0"} & set(value) for value in values)


def _types(payload: bytes, length: int) -> tuple[list[int], int] | None:
    """The types a row's head names and where the head ends; None where it adds up to nothing."""
    try:
        head, at = _varint(payload, 0)
        if not 1 < head <= min(length, len(payload)):
            return None
        types, total = [], head
        while at < head:
            one, at = _varint(payload, at)
            types.append(one)
            total += _bytes_of(one)
    except IndexError:
        return None
    return (types, head) if at == head and total == length else None


def _bytes_of(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    return _INTS.get(kind, 8 if kind == 7 else 0)


def _fits(said: str, kind: int) -> bool:
    if kind == 0:
        return said == "ROWID" or said.endswith("?")
    plain = said.rstrip("?")
    if plain == "TEXT":
        return kind >= 13 and kind % 2 == 1
    if plain == "BLOB":
        return kind >= 12 and kind % 2 == 0
    if plain == "REAL":
        return kind in (1, 2, 3, 4, 5, 6, 7, 8, 9)
    return plain == "INTEGER" and kind in (1, 2, 3, 4, 5, 6, 8, 9)


def _values(
    payload: bytes, types: tuple[list[int], int], shape: Shape, rowid: int
) -> tuple[Value, ...]:
    found: list[Value] = []
    kinds, at = types
    for said, kind in zip(shape.types, kinds, strict=False):
        raw = payload[at : at + _bytes_of(kind)]
        at += len(raw)
        if said == "ROWID":
            found.append(rowid - 2**64 if rowid >= 2**63 else rowid)
        elif kind == 0:
            found.append(None)
        elif kind >= 12:
            found.append(raw.decode("utf-8", "replace") if kind % 2 else raw)
        elif kind == 7:
            found.append(struct.unpack(">d", raw)[0])
        else:
            number = kind - 8 if kind in (8, 9) else int.from_bytes(raw, "big", signed=True)
            found.append(float(number) if said.startswith("REAL") else number)
    return (*found, *shape.defaults[len(found) :])


class _Wal:
    """The pages that wait beside the file: of each the newest that was committed.

    SQLite stops at the first frame that is not what was written. Each frame is summed up from the
    sum of the one before it, which stands in the file too, so those behind a damaged one can still
    be judged.
    """

    def __init__(self, path: Path, page_bytes: int) -> None:
        self._at: dict[int, int] = {}
        self.damaged: dict[int, list[bytes]] = {}
        """Versions newer than the page's newest sound one that are not what was written."""
        self.pages = 0
        self._size = page_bytes
        self._bytes = b""
        with suppress(FileNotFoundError):
            self._bytes = path.read_bytes()
        if len(self._bytes) >= _WAL_HEAD + _FRAME_HEAD + page_bytes:
            self._take()

    def page(self, number: int) -> bytes | None:
        """A page's newest version here."""
        at = self._at.get(number)
        return None if at is None else self._bytes[at : at + self._size]

    def _take(self) -> None:
        magic, salts = int.from_bytes(self._bytes[:4], "big"), self._bytes[16:24]
        if magic & ~1 != _WAL_MAGIC:
            salts = self._bytes[_WAL_HEAD + 8 : _WAL_HEAD + 16]
        order = ">" if magic == _WAL_MAGIC | 1 else "<"
        before, frame = self._bytes[24:32], _FRAME_HEAD + self._size
        waiting: list[tuple[int, int, bool]] = []
        for at in range(_WAL_HEAD, len(self._bytes) - frame + 1, frame):
            head = self._bytes[at : at + _FRAME_HEAD]
            number, committed = struct.unpack(">II", head[:8])
            data = self._bytes[at + _FRAME_HEAD : at + frame]
            sound = head[8:16] == salts and head[16:] == _sum(before, head[:8] + data, order)
            before = head[16:]
            if head[8:16] != salts and not sound:
                # Of a WAL before this one, or its head was hit: nobody knows what page it was.
                continue
            waiting.append((number, at + _FRAME_HEAD, sound))
            if sound and committed:
                self._settle(waiting)
                self.pages = max(self.pages, committed)
                waiting = []

    def _settle(self, waiting: Sequence[tuple[int, int, bool]]) -> None:
        for number, at, sound in waiting:
            if sound:
                self._at[number] = at
                self.damaged.pop(number, None)
            else:
                self.damaged.setdefault(number, []).append(self._bytes[at : at + self._size])


def _sum(before: bytes, data: bytes, order: str) -> bytes:
    """The sum over one frame, as SQLite makes it."""
    first, second = struct.unpack(">II", before)
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & _WORD
        second = (second + words[at + 1] + first) & _WORD
    return struct.pack(">II", first, second)
