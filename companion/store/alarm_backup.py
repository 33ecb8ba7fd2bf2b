"""Alarm backup: `alarms.json` beside the record, and `alarms_rung.json` for what rang by it
while there was no house.

Two files, each with one writer: the house writes the first, the recovery page the second, so that
neither loses what the other knows. Whole or not at all: written beside, synced and renamed.
"""

import json
import logging
import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from companion.words.alarm_backup import AlarmBackup, Moment, Rang, Ring
from companion.words.schedule import EntryId, EntryKind

log = logging.getLogger(__name__)

BACKUP_FILE, RUNG = "alarms.json", "alarms_rung.json"
VERSION = 1


def write_backup(folder: Path, backup: AlarmBackup) -> None:
    """Replace it. Raises `OSError`; the old one is then as it was."""
    rings = [
        {
            "entry": ring.entry_id,
            "kind": ring.kind.value,
            "due": _text(ring.due),
            "at": _text(ring.at),
            "label": ring.label,
        }
        for ring in backup.rings
    ]
    _write(folder / BACKUP_FILE, {"version": VERSION, "zone": backup.zone, "rings": rings})


def read_backup(folder: Path) -> AlarmBackup | None:
    """The backup; None where there is none. A line that cannot be read costs only itself."""
    facts = _read(folder / BACKUP_FILE)
    if facts is None:
        return None
    found = []
    for row in facts.get("rings", ()):
        try:
            found.append(_ring_of(row))
        except (KeyError, TypeError, ValueError) as error:
            log.error("a line of %s cannot be read: %r", BACKUP_FILE, error)
    return AlarmBackup(zone=_zone(facts.get("zone")), rings=tuple(found))


def _zone(name: object) -> str:
    """The zone's name; UTC for what is none, since a wrong clock face must not hide a ring."""
    try:
        return ZoneInfo(str(name)).key
    except (LookupError, ValueError, OSError) as error:
        log.error("the zone of %s cannot be read: %r", BACKUP_FILE, error)
        return "UTC"


def _ring_of(row: Mapping[str, Any]) -> Ring:
    return Ring(
        entry_id=EntryId(int(row["entry"])),
        kind=EntryKind(row["kind"]),
        due=_moment(row["due"]),
        at=_moment(row["at"]),
        label=str(row.get("label", "")),
    )


def write_rung(folder: Path, rung: Iterable[Rang]) -> None:
    """Write down what was done about each moment. Raises `OSError`."""
    rows = [
        {
            "entry": rang.entry_id,
            "due": _text(rang.due),
            "began": _text(rang.began),
            "stopped": _text(rang.stopped) if rang.stopped else None,
        }
        for rang in rung
    ]
    _write(folder / RUNG, {"version": VERSION, "rung": rows})


def read_rung(folder: Path) -> dict[Moment, Rang]:
    """The moments that rang; none where there is no file, or a ruined one."""
    found: dict[Moment, Rang] = {}
    for row in (_read(folder / RUNG) or {}).get("rung", ()):
        try:
            stopped = row["stopped"]
            rang = Rang(
                entry_id=EntryId(int(row["entry"])),
                due=_moment(row["due"]),
                began=_moment(row["began"]),
                stopped=_moment(stopped) if stopped else None,
            )
        except (KeyError, TypeError, ValueError) as error:
            log.error("a line of %s cannot be read: %r", RUNG, error)
            continue
        found[rang.moment] = rang
    return found


def forget_rung(folder: Path) -> None:
    """The record knows of it now. Raises `OSError`."""
    (folder / RUNG).unlink(missing_ok=True)


class AlarmBackupFiles:
    """Both files of one state folder, for the house."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def rung(self) -> dict[Moment, Rang]:
        """Moments that rang without the house."""
        return read_rung(self._folder)

    def forget_rung(self) -> None:
        """The record knows of it now. Raises `OSError`."""
        forget_rung(self._folder)

    def write(self, backup: AlarmBackup) -> None:
        """Replace what is to ring. Raises `OSError`; the old one is then as it was."""
        write_backup(self._folder, backup)


def _text(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def _moment(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text} names no zone")
    return at


def _read(path: Path) -> dict[str, Any] | None:
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        log.error("%s cannot be read: %s", path, error)
        return None
    whole = isinstance(facts, dict) and all(
        isinstance(facts.get(part, []), list) for part in ("rings", "rung")
    )
    return facts if whole else None


def _write(path: Path, facts: Mapping[str, Any]) -> None:
    new = path.with_name(f".{path.name}.new")
    descriptor = os.open(new, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        json.dump(facts, out, ensure_ascii=False)
        out.flush()
        os.fsync(out.fileno())
    os.replace(new, path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
