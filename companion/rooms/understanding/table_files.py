"""Table files 作り置き: the spellings and sentence templates by which understanding reads a
sentence, as they lie on the disk.

Built in the house's own process, the tables hold up the event loop for up to 127 ms, and as objects
they take 15 MB. So a process of its own builds them once (`engines/grammar_tables.py`), and this
module reads them as they lie: the spellings of a language stay one stretch of bytes, and the
templates of Home Assistant are parsed only where they may fit (`templates.py`).

One file per language, named after the code and data it was built from: after an upgrade another
name is looked for. A checksum tells a broken file.
"""

import hashlib
import json
import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.rooms.understanding.lexicon import DATA, Lexeme, Words
from companion.words.language import Language

MARK = b"companion tables 1\n"
_BUILT_FROM = ("hassil", "home-assistant-intents")
_LETTERS = "utf-16-le"
"""Two bytes for each letter of Japanese, where UTF-8 has three."""


class TablesMissing(Exception):
    """Error: the file of a language is missing or damaged."""


@dataclass(frozen=True, slots=True)
class LanguageTables:
    """作り置き: the tables of one language."""

    words: "PackedWords"
    templates: Any
    """Plain data for `templates.lay_out`: their order, and which words each cannot do without."""


class PackedWords(Words):
    """語彙の作り置き: spellings in rows of one first letter and one length, each row in order.

    So a spelling stands where its row and its number say: it needs no end, no hash and no first
    letter of its own, which were half of 1.2 MB.
    """

    def __init__(
        self,
        meanings: Sequence[tuple[Lexeme, ...]],
        rows: Sequence[tuple[str, int, int]],
        letters: bytes,
        meant: bytes,
    ) -> None:
        super().__init__()
        self._meanings, self._letters, self._meant = meanings, letters, memoryview(meant).cast("H")
        self._rows: dict[str, range] = {}
        self._length, self._number, self._began = array("B"), array("I", [0]), array("I", [0])
        for at, (first, length, count) in enumerate(rows):
            self._rows[first] = range(self._rows.get(first, range(at, at)).start, at + 1)
            self._length.append(length)
            self._number.append(self._number[-1] + count)
            self._began.append(self._began[-1] + count * _width(length))

    def add(self, spelling: str, lexeme: Lexeme) -> None:
        """Refuse: packed words do not change."""
        raise TypeError(f"packed words take no {lexeme} as {spelling}")

    def at(self, text: str, start: int) -> Iterator[tuple[int, tuple[Lexeme, ...]]]:
        """Every spelling that begins here: where it ends, and what it can be."""
        for row in self._rows.get(text[start], ()):
            end = start + self._length[row]
            if end > len(text):
                return
            found = self._find(row, text[start + 1 : end].encode(_LETTERS, "surrogatepass"))
            if found is not None:
                yield end, found

    def spellings(self) -> Iterable[str]:
        """All of them."""
        for first, rows in self._rows.items():
            for row in rows:
                for at in range(self._number[row + 1] - self._number[row]):
                    yield first + self._rest(row, at).decode(_LETTERS)

    def _find(self, row: int, rest: bytes) -> tuple[Lexeme, ...] | None:
        count = self._number[row + 1] - self._number[row]
        at = bisect_left(range(count), rest, key=lambda at: self._rest(row, at))
        if at == count or self._rest(row, at) != rest:
            return None
        return self._meanings[self._meant[self._number[row] + at]]

    def _rest(self, row: int, at: int) -> bytes:
        """A spelling without its first letter."""
        width = _width(self._length[row])
        began = self._began[row] + at * width
        return self._letters[began : began + width]


def _width(length: int) -> int:
    """Bytes of a spelling without its first letter."""
    return 2 * (length - 1)


def file_of(folder: Path, language: Language) -> Path:
    """Path of the tables of this language; its name says from which code and data they come."""
    return folder / f"{language.value}-{_built_from()}.tables"


def write(folder: Path, language: Language, words: Words, templates: Any) -> None:
    """Write the tables of a language and remove its older files. Raises `OSError`."""
    meanings: dict[tuple[Lexeme, ...], int] = {}
    rows: dict[tuple[str, int], dict[bytes, int]] = {}
    for spelling in words.spellings():
        held = next(found for end, found in words.at(spelling, 0) if end == len(spelling))
        row = rows.setdefault((spelling[0], len(spelling)), {})
        row[spelling[1:].encode(_LETTERS)] = meanings.setdefault(held, len(meanings))
    letters, meant, told_rows = bytearray(), array("H"), []
    for (first, length), row in sorted(rows.items()):
        for rest, meaning in sorted(row.items()):
            letters += rest
            meant.append(meaning)
        told_rows.append([first, length, len(row)])
    body = (bytes(letters), meant.tobytes())
    told = {
        "order": sys.byteorder,
        "meanings": [[[m.cls, m.value, m.form, m.cost] for m in held] for held in meanings],
        "rows": told_rows,
        "templates": templates,
        "sizes": [len(part) for part in body],
    }
    head = json.dumps(told, ensure_ascii=False).encode() + b"\n"
    _replace(folder, language, b"".join((MARK, _sum(head, *body), head, *body)))


def _replace(folder: Path, language: Language, content: bytes) -> None:
    for old in folder.glob(f"{language.value}-*"):
        old.unlink()
    path = file_of(folder, language)
    beside = path.with_suffix(".new")
    beside.write_bytes(content)
    beside.replace(path)


def read(folder: Path, language: Language) -> LanguageTables:
    """The tables of a language. Raises `TablesMissing`."""
    try:
        with file_of(folder, language).open("rb") as file:
            mark, checksum, head = file.readline(), file.readline(), file.readline()
            told = json.loads(head)
            body = [file.read(size) for size in told["sizes"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TablesMissing(str(error)) from error
    if mark != MARK or checksum != _sum(head, *body):
        raise TablesMissing(f"the tables of {language.value} are broken")
    if told["order"] != sys.byteorder:
        raise TablesMissing("written by another kind of machine")
    meanings = [tuple(_lexeme(*meaning) for meaning in held) for held in told["meanings"]]
    return LanguageTables(PackedWords(meanings, told["rows"], *body), told["templates"])


def _lexeme(cls: str, value: Any, form: str, cost: float) -> Lexeme:
    """Make one lexeme whose strings are shared with every other lexeme that has the same ones."""
    value = sys.intern(value) if isinstance(value, str) else value
    return Lexeme(sys.intern(cls), value, sys.intern(form), cost)


def _sum(*parts: bytes) -> bytes:
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest().encode() + b"\n"


@cache
def _built_from() -> str:
    """Of the code and the data of this package, and of the sentences that were packaged for us."""
    found = hashlib.sha256(repr([version(package) for package in _BUILT_FROM]).encode())
    for place, ends in ((__package__, ".py"), (DATA, ".toml")):
        for item in sorted(files(place).iterdir(), key=lambda item: item.name):
            if item.name.endswith(ends):
                found.update(item.name.encode() + item.read_bytes())
    return found.hexdigest()[:16]
