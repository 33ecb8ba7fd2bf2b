"""Broken configurations, for `companion bench config_fuzz`, which runs this as a child.

Each is the shipped one with one to three parts spoiled. What must hold: reading it ends in
`ConfigWrong`, never in another exception, and each problem names the line in the file and the key,
or what is wrong with the text at that line. What is broken is for the reader to say: spoiled files
that are still right are counted and drawn anew.
"""

import json
import random
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from companion.cli.config import check_config
from companion.cli.config_said import problem_said
from companion.cli.service import guess_state_dir, port_of
from companion.service.settings import ConfigWrong
from tests import yaml_document
from tests.proof.bench.whole import CONFIG

_ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**70,
    10**400,
    1.5,
    float("nan"),
    float("inf"),
    "²",
    "１",
    "",
    " ",
    "nan",
    "1e400",
    "\ud83e\udd16",
    "名前",
    "../..",
    "/dev/null",
    "a" * 3000,
    [],
    {},
    [[]],
    ["x", 1, None],
    {"a": {"b": 1}},
    {"ja": 1},
    "\u202e",
    "~",
    "null",
    "2026-02-30",
    "25:61",
    "\x7f",
    b"\xff\x00",
)
_TEXTS = (
    "\t", ":", "- ", "[", "]", "{", "}", "'", '"', "&a ", "*a ", "!!python/object:os.system ", "? ",
    "|", ">", "%YAML 9.9\n", "---\n", "...\n", "\x00", "\x1b[2J", "\ufeff", "\u2028", "<<: *x\n",
    "9" * 5000, "[" * 3000, "{a: " * 2000, "!!binary x\n", "=", "@x", "`x`", "\n  - x", ": : :",
)  # fmt: skip
_BYTES = (b"\xff", b"\xfe\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\x00\x01\x02", b"\x89PNG\r\n")


@dataclass
class Found:
    """What came of it."""

    broken: int = 0
    still_right: int = 0
    wrong: list[str] = field(default_factory=list)
    """Files that ended in another exception."""
    unnamed: list[str] = field(default_factory=list)
    """Problems that name neither a line nor a key of the file."""


class Spoiler:
    """Makes broken configurations by chance; the same seed makes the same ones."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._text = CONFIG.read_text(encoding="utf-8")

    def next(self) -> bytes:
        """One file."""
        ways: tuple[Callable[[], bytes], ...] = (
            self._values,
            self._values,
            self._values,
            self._keys,
            self._keys,
            self._pasted,
            self._pasted,
            self._cut,
            self._bytes,
            self._twice,
            self._whole,
        )
        return self._chance.choice(ways)()

    def _values(self) -> bytes:
        document = yaml_document.plain(self._text)
        for _ in range(self._chance.randint(1, 3)):
            where, key = self._chance.choice(list(_places(document)))
            where[key] = self._chance.choice(_ODD)
        return _dumped(document)

    def _keys(self) -> bytes:
        """A key that nobody knows, or one that is misspelt."""
        document = yaml_document.plain(self._text)
        mappings = [document, *(w[k] for w, k in _places(document) if isinstance(w[k], dict))]
        where = self._chance.choice(mappings)
        if where and self._chance.random() < 0.5:
            key = self._chance.choice(list(where))
            where[f"{key}s"] = where.pop(key)
        else:
            where[str(self._chance.choice(_ODD))[:40] + "_x"] = self._chance.choice(_ODD)
        return _dumped(document)

    def _pasted(self) -> bytes:
        at = self._chance.randrange(len(self._text))
        text = self._text[:at] + self._chance.choice(_TEXTS) + self._text[at:]
        return text.encode("utf-8", "surrogatepass")

    def _cut(self) -> bytes:
        at = self._chance.randrange(len(self._text))
        return (self._text[:at] + self._text[at + self._chance.randint(1, 200) :]).encode()

    def _bytes(self) -> bytes:
        at = self._chance.randrange(len(self._text))
        found = self._text.encode()
        return found[:at] + self._chance.choice(_BYTES) + found[at:]

    def _twice(self) -> bytes:
        lines = self._text.splitlines()
        at = self._chance.randrange(len(lines))
        return "\n".join([*lines[:at], lines[at], *lines[at:]]).encode()

    def _whole(self) -> bytes:
        """A file of something else."""
        other = (b"\x00" * 4096, bytes(range(256)) * 8, b"just words", b"[]", b"- a\n- b\n", b"7")
        return self._chance.choice(
            (*other, b"&a [*a]", b"a: &x [*x]\n", b"\xff\xfe" + b"a\x00" * 9)
        )


def _places(node: Any) -> list[tuple[Any, Any]]:
    """Every value of a document, as what holds it and under which key."""
    found = []
    keys = list(node) if isinstance(node, dict) else list(range(len(node)))
    for key in keys:
        found.append((node, key))
        if isinstance(node[key], dict | list):
            found += _places(node[key])
    return found


def _dumped(document: Any) -> bytes:
    text: str = yaml_document.written(document)
    return text.encode("utf-8", "surrogatepass")


def spoil(count: int, seed: int, folder: Path) -> Found:
    """Read so many broken configurations; blocks."""
    found, spoiler = Found(), Spoiler(seed)
    personas = folder / "personas"
    personas.mkdir(parents=True, exist_ok=True)
    for sheet in (CONFIG.parent / "personas").iterdir():
        (personas / sheet.name).write_bytes(sheet.read_bytes())
    path = folder / "config.yaml"
    while found.broken < count:
        path.write_bytes(spoiler.next())
        _judge(path, found)
    return found


def _judge(path: Path, found: Found) -> None:
    shown = path.read_bytes()[:400]
    try:
        # What the recovery page needs of a configuration that cannot be used.
        guess_state_dir(path)
        port_of(path)
        check_config(path)
        found.still_right += 1
    except ConfigWrong as error:
        found.broken += 1
        lines = path.read_bytes().count(b"\n") + 1
        found.unnamed += [p[:300] for p in error.problems if not _named(p, lines)]
        for problem in error.problems:
            said = problem_said(problem)
            if not said.ja or not said.en:
                found.unnamed.append(f"not said in both languages: {problem[:200]}")
    except Exception as error:  # every other kind is what this looks for
        found.broken += 1
        found.wrong.append(f"{type(error).__name__}: {str(error)[:200]} in {shown!r}")


def _named(problem: str, lines: int) -> bool:
    """Whether it names a file and a line of it, and says something."""
    match = re.match(r"(?s)[^\n:]+:(\d{1,9}): (.+)", problem)
    return match is not None and 1 <= int(match[1]) <= lines + 1 and bool(match[2].strip())


def main(count: int, seed: int) -> None:
    """Read so many, and print what came of it as one JSON object."""
    with tempfile.TemporaryDirectory(prefix="companion-config-") as folder:
        print(json.dumps(asdict(spoil(count, seed, Path(folder)))))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
