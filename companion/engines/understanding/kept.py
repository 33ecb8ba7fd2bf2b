"""Kept tables 作り置き: what understanding reads sentences by, as it lies on the disk.

Building the tables takes half a second of a core, during which the event loop waited up to 127 ms
(P24), and as objects they took 15 MB (P21). So a process of its own builds them once
(`keeping.py`) and here they are read as they lie: the spellings of a language stay one stretch of
bytes, and the templates of Home Assistant are parsed only where they may fit (`templates.py`).

One file per language, named after the code and data it was built from: after an upgrade another
name is looked for. A checksum tells a broken file.
"""

import hashlib
import json
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any
from zlib import crc32

from companion.engines.understanding.lexicon import DATA, Lexeme, Words
from companion.words.language import Language

MARK = b"companion tables 1\n"
_BUILT_FROM = ("hassil", "home-assistant-intents")
_LETTERS = "utf-16-le"
"""Two bytes for each letter of Japanese, where UTF-8 has three."""


class NotKept(Exception):
    """There is no such file, or what it holds is not what was written."""


@dataclass(frozen=True, slots=True)
class Kept:
    """作り置き: the tables of one language."""

    words: "KeptWords"
    templates: Any
    """Plain data for `templates.lay_out`: their order, and which words each cannot do without."""


class KeptWords(Words):
    """語彙の作り置き: spellings and what each can be, found by their hash in a stretch of bytes."""

    def __init__(
        self,
        meanings: Sequence[tuple[Lexeme, ...]],
        lengths: dict[str, tuple[int, ...]],
        body: Sequence[bytes],
    ) -> None:
        super().__init__()
        self._meanings, self._lengths = meanings, lengths
        self._letters, self._ends, self._meant, self._slots = (
            body[0],
            memoryview(body[1]).cast("I"),
            memoryview(body[2]).cast("H"),
            memoryview(body[3]).cast("I"),
        )

    def add(self, spelling: str, lexeme: Lexeme) -> None:
        """Never: what is kept is not changed."""
        raise TypeError(f"kept words take no {lexeme} as {spelling}")

    def at(self, text: str, start: int) -> Iterator[tuple[int, tuple[Lexeme, ...]]]:
        """Every spelling that begins here: where it ends, and what it can be."""
        for length in self._lengths.get(text[start], ()):
            end = start + length
            if end > len(text):
                return
            found = self._find(text[start:end])
            if found is not None:
                yield end, found

    def spellings(self) -> Iterable[str]:
        """All of them."""
        began = 0
        for end in self._ends:
            yield self._letters[began:end].decode(_LETTERS)
            began = end

    def _find(self, spelling: str) -> tuple[Lexeme, ...] | None:
        key = spelling.encode(_LETTERS, "surrogatepass")
        slot = crc32(key) % len(self._slots)
        while number := self._slots[slot]:
            began = self._ends[number - 2] if number > 1 else 0
            if self._letters[began : self._ends[number - 1]] == key:
                return self._meanings[self._meant[number - 1]]
            slot = (slot + 1) % len(self._slots)
        return None


def file_of(folder: Path, language: Language) -> Path:
    """Where the tables of this language are, once kept; the name says what they were built from."""
    return folder / f"{language.value}-{_built_from()}.tables"


def write(folder: Path, language: Language, words: Words, templates: Any) -> None:
    """Keep the tables of a language, and what was kept of it before no more. Raises `OSError`."""
    meanings: dict[tuple[Lexeme, ...], int] = {}
    lengths: dict[str, set[int]] = {}
    letters, ends, meant = bytearray(), array("I"), array("H")
    for spelling in words.spellings():
        held = next(found for end, found in words.at(spelling, 0) if end == len(spelling))
        letters += spelling.encode(_LETTERS)
        ends.append(len(letters))
        meant.append(meanings.setdefault(held, len(meanings)))
        lengths.setdefault(spelling[0], set()).add(len(spelling))
    body = (bytes(letters), ends.tobytes(), meant.tobytes(), _slots(letters, ends).tobytes())
    told = {
        "order": sys.byteorder,
        "meanings": [[[m.cls, m.value, m.form, m.cost] for m in held] for held in meanings],
        "lengths": {first: sorted(found) for first, found in lengths.items()},
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


def read(folder: Path, language: Language) -> Kept:
    """The tables of a language. Raises `NotKept`."""
    try:
        with file_of(folder, language).open("rb") as file:
            mark, checksum, head = file.readline(), file.readline(), file.readline()
            told = json.loads(head)
            body = [file.read(size) for size in told["sizes"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NotKept(str(error)) from error
    if mark != MARK or checksum != _sum(head, *body):
        raise NotKept(f"the kept tables of {language.value} are broken")
    if told["order"] != sys.byteorder:
        raise NotKept("kept by another kind of machine")
    meanings = [tuple(Lexeme(*meaning) for meaning in held) for held in told["meanings"]]
    lengths = {first: tuple(found) for first, found in told["lengths"].items()}
    return Kept(KeptWords(meanings, lengths, body), told["templates"])


def _sum(*parts: bytes) -> bytes:
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest().encode() + b"\n"


def _slots(letters: bytes | bytearray, ends: Sequence[int]) -> "array[int]":
    """For each hash the number of a spelling, from 1; two in three are taken, so few meet."""
    slots = array("I", bytes(4 * (len(ends) * 3 // 2 + 1)))
    began = 0
    for number, end in enumerate(ends, start=1):
        slot = crc32(letters[began:end]) % len(slots)
        while slots[slot]:
            slot = (slot + 1) % len(slots)
        slots[slot], began = number, end
    return slots


@cache
def _built_from() -> str:
    """Of the code and the data of this package, and of the sentences that were packaged for us."""
    found = hashlib.sha256(repr([version(package) for package in _BUILT_FROM]).encode())
    for place, ends in ((__package__, ".py"), (DATA, ".toml")):
        for item in sorted(files(place).iterdir(), key=lambda item: item.name):
            if item.name.endswith(ends):
                found.update(item.name.encode() + item.read_bytes())
    return found.hexdigest()[:16]
