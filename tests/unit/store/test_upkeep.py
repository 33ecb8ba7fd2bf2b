"""Upkeep of the record: what is told of its health, and no backup of a broken record."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.store.preset import Settled
from companion.store.rescue import Rescue
from companion.store.thin import Keep
from companion.store.upkeep import RecordUpkeep
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from tests.unit.store.samples import START


@dataclass
class Parts:
    """Parts of a record, each as a test says."""

    path: Path
    since: datetime | None = None
    sound: bool | None = None
    damaged: bool = False
    quarantine: Sequence[Any] = ()
    rescued: Rescue | None = None
    beside: tuple[str, ...] = ()
    full: bool = False
    done: list[str] = field(default_factory=list)

    def upkeep(self) -> RecordUpkeep:
        last = None
        if self.sound is not None:
            last = SimpleNamespace(sound=self.sound, first="the event 7", broken=2)
        store = SimpleNamespace(
            path=self.path,
            quarantine=self.quarantine,
            anchor=self._anchor,
            back_up_daily=self._back_up,
        )
        events = SimpleNamespace(since=self.since, why="no space", waiting=lambda: [1, 2])
        return RecordUpkeep(
            store=cast(Any, store),
            check=cast(Any, SimpleNamespace(last=last, damaged=self.damaged)),
            events=cast(Any, events),
            reserve=cast(Any, SimpleNamespace(reserved=True)),
            settled=Settled(self.path, beside=self.beside),
            rescued=self.rescued,
            keep=Keep(),
        )

    async def _anchor(self) -> None:
        self._do("anchor")

    async def _back_up(self) -> None:
        self._do("backup")

    def _do(self, what: str) -> None:
        if self.full:
            raise OSError(28, "no space left")
        self.done.append(what)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "record.sqlite3"
    found.write_bytes(b"x" * 1000)
    return found


async def told(parts: Parts) -> Finding:
    return (await parts.upkeep().findings())["record"]


async def test_a_sound_record_tells_how_long_it_keeps_what(path: Path) -> None:
    found = await told(Parts(path, sound=True))
    assert found.status is HealthStatus.OK
    assert "7 days" in found.what.en
    assert "7日" in found.what.ja


async def test_a_disk_that_takes_nothing_comes_before_everything_else(path: Path) -> None:
    found = await told(Parts(path, since=START, sound=False, damaged=True))
    assert found.status is HealthStatus.DOWN
    assert "2 entries wait" in found.what.en


async def test_damage_is_told_with_its_first_place(path: Path) -> None:
    found = await told(Parts(path, sound=False, damaged=True))
    assert found.status is HealthStatus.DEGRADED
    assert "the event 7" in found.what.en


async def test_what_a_rescue_saved_and_lost_is_told(path: Path) -> None:
    rescued = Rescue(
        aside=path.with_suffix(".aside"), from_backup=None, events=40, lost=2, emptied=0
    )
    found = await told(Parts(path, rescued=rescued))
    assert "40 entries saved, 2 lost" in found.what.en


async def test_another_record_in_the_folder_is_told(path: Path) -> None:
    found = await told(Parts(path, beside=("record.other.sqlite3",)))
    assert "record.other.sqlite3" in found.what.en


@pytest.mark.parametrize(("sound", "done"), [(None, ["backup"]), (True, ["backup"]), (False, [])])
async def test_a_broken_record_is_not_backed_up(
    path: Path, sound: bool | None, done: list[str]
) -> None:
    """The backup is the last good copy."""
    parts = Parts(path, sound=sound)
    await parts.upkeep().back_up()
    assert parts.done == done


async def test_a_full_disk_ends_no_anchor_and_fails_the_backup(path: Path) -> None:
    """The anchor is written at the stop too, which it must not end; the backup is tried again."""
    parts = Parts(path, full=True)
    await parts.upkeep().anchor()
    with pytest.raises(OSError, match="no space left"):
        await parts.upkeep().back_up()
    assert parts.done == []
