"""Export files: write `state.json` whole, append to `events.jsonl`, and move a damaged one aside.

Whole or not at all: `state.json` is written beside, synced and renamed. Of `events.jsonl` the
cursor keeps how long it was and up to which event, so that a crash between the two neither loses a
line nor writes one twice.
"""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.rooms.governance.export_form import wrong_line, wrong_state
from companion.rooms.governance.exported import Line
from companion.service.private_file import write_private
from companion.words.ids import EventId

FOLDER, STATE, EVENTS = "logs", "state.json", "events.jsonl"
CURSOR = "exports.json"
"""Beside the folder: up to which event the lines go, and the length of the file then."""
_MODE = 0o600


class ExportDamaged(ValueError):
    """Error: an exported file is not what the companion wrote; the message says where."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Up to which event `events.jsonl` goes, and how many bytes it had then."""

    event: EventId = EventId(0)
    size: int = 0


class ExportFiles:
    """The two files of one state folder. Raises `OSError`."""

    def __init__(self, state_dir: Path) -> None:
        self._state_dir = state_dir
        self.state_file = state_dir / FOLDER / STATE
        self.events_file = state_dir / FOLDER / EVENTS
        self._cursor_file = state_dir / CURSOR

    def begin(self) -> None:
        """Make the folder."""
        self.state_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)

    def cursor(self) -> Cursor | None:
        """None where none was written yet, or it cannot be read as one."""
        try:
            found = json.loads(self._cursor_file.read_text(encoding="utf-8"))
            return Cursor(EventId(int(found["event"])), int(found["size"]))
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None

    def keep_cursor(self, cursor: Cursor) -> None:
        """Write it down."""
        write_private(
            self._cursor_file, json.dumps({"event": cursor.event, "size": cursor.size}) + "\n"
        )

    def state(self) -> dict[str, Any] | None:
        """The content of `state.json`; None where it is missing. Raises `ExportDamaged`."""
        text = _text_of(self.state_file)
        if text is None:
            return None
        found: dict[str, Any] = _json(text, self.state_file)
        if wrong := wrong_state(found):
            raise ExportDamaged(f"{self.state_file}: {wrong}")
        return found

    def write_state(self, state: dict[str, Any]) -> None:
        """Replace `state.json`: 2-space indent, UTF-8, no byte order mark."""
        text = json.dumps(state, ensure_ascii=False, indent=2) + "\n"
        write_private(self.state_file, text)

    def check_lines(self, size: int | None = None) -> int:
        """Check every line of the first `size` bytes of `events.jsonl` (None: of all); gives the
        length of the file, 0 where it is missing. Raises `ExportDamaged`."""
        try:
            length = self.events_file.stat().st_size
        except FileNotFoundError:
            return 0
        for number, line in enumerate(_lines(self.events_file, size), 1):
            where = f"{self.events_file}, line {number}"
            if not line.endswith(b"\n"):
                raise ExportDamaged(f"{where} has no end")
            try:
                text = line.decode("utf-8")
            except UnicodeDecodeError as error:
                raise ExportDamaged(f"{where} is not UTF-8") from error
            if wrong := wrong_line(_json(text, self.events_file, number)):
                raise ExportDamaged(f"{where}: {wrong}")
        return length

    def tail(self, size: int) -> bytes:
        """The rest of `events.jsonl` behind so many bytes."""
        with self.events_file.open("rb") as file:
            file.seek(size)
            return file.read()

    def append(self, lines: bytes) -> int:
        """Append whole lines and sync; gives the length of the file."""
        fd = os.open(self.events_file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, _MODE)
        with os.fdopen(fd, "ab") as file:
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
            return file.tell()

    def begin_events_anew(self) -> None:
        """An empty `events.jsonl`, for lines that are made anew from the record."""
        write_private(self.events_file, "")
        self.keep_cursor(Cursor())

    def forget(self) -> None:
        """After an erasure: nothing is left of what was written, nor of damaged files aside and of
        writing that a crash cut off; all of it is made anew from the record."""
        folder = self.state_file.parent
        for path in (self.state_file, *folder.glob("*.damaged-*"), *folder.glob(".*.new")):
            path.unlink(missing_ok=True)
        if self.events_file.exists():
            self.begin_events_anew()

    def move_aside(self, path: Path, at: datetime) -> Path:
        """Rename a damaged file as it is; it is never repaired in its place."""
        aside = path.with_name(f"{path.name}.damaged-{at:%Y%m%dT%H%M%S}")
        os.replace(path, aside)
        return aside


def as_bytes(lines: Sequence[Line]) -> bytes:
    """Lines of `events.jsonl`: one object each, compact, UTF-8."""
    texts = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
    return "".join(f"{text}\n" for text in texts).encode("utf-8")


def check(state_dir: Path) -> tuple[str, ...]:
    """Every fault of the exported files of a state folder; () for none."""
    files = ExportFiles(state_dir)
    wrong = []
    for look in (files.state, files.check_lines):
        try:
            look()
        except (ExportDamaged, OSError) as error:
            wrong.append(str(error))
    return tuple(wrong)


def _lines(path: Path, size: int | None) -> Iterator[bytes]:
    left = path.stat().st_size if size is None else size
    with path.open("rb") as file:
        while left > 0 and (line := file.readline()):
            left -= len(line)
            yield line


def _text_of(path: Path) -> str | None:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    if data.startswith(b"\xef\xbb\xbf"):
        raise ExportDamaged(f"{path} begins with a byte order mark")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ExportDamaged(f"{path} is not UTF-8") from error


def _json(text: str, path: Path, line: int = 0) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        where = f"{path}, line {line}" if line else f"{path}"
        raise ExportDamaged(f"{where} is no JSON: {error}") from error
