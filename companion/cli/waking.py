"""Waking: joins alarm backup, speaker and buzzer for the recovery page (ADR 0025).

The drivers are those of the configuration; where it cannot be used as a whole, those two sections
of it that can; else the sound card's own voice.
"""

import contextlib
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from companion.cli.config import own_plugins
from companion.ports.body import Buzzer, Chimes, SpeakerUnavailable
from companion.rooms.scheduler.ladder import Ladder, alone, sounding_rungs
from companion.rooms.scheduler.waker import Waker
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.settings import Settings
from companion.service.yaml_text import load
from companion.store.alarm_backup import read_backup, read_rung, write_rung
from companion.words.alarm_backup import Rang
from companion.words.schedule import Firing

log = logging.getLogger(__name__)

_UNHEARD = frozenset({"simulated", "absent"})
"""Drivers that make no sound in the world."""
_DEFAULT = {"speaker": {"driver": "alsa"}, "buzzer": {"driver": "absent"}}
_SILENT = {"speaker": {"driver": "simulated"}, "buzzer": {"driver": "absent"}}
_WRONG = (
    plugins.PlugInUnknown,
    plugins.PlugInSettingsWrong,
    plugins.PlugInNeeds,
    ImportError,
    OSError,
)


@dataclass(frozen=True)
class NoSpeaker:
    """The port `Chimes` where none can be heard."""

    async def play(self, sound: str, volume: float = 1.0) -> float:
        """Raises `SpeakerUnavailable`."""
        raise SpeakerUnavailable("no speaker is configured")

    async def stop(self) -> None:
        """Silent as ever."""

    def length_s(self, sound: str) -> float:
        """Length of no sound: 0."""
        return 0.0

    def trouble(self) -> str:
        """That there is none."""
        return "no speaker is configured"


def waker_of(config: Path, settings: Settings | None, state_dir: Path) -> Waker:
    """Built from what can be read; never raises for what cannot."""
    backup = read_backup(state_dir)
    clock = SystemClock(ZoneInfo(backup.zone if backup is not None else "UTC"))
    has = {"clock": clock, "state_dir": state_dir}
    with own_plugins():
        speaker: Chimes | None = _built("speaker", config, settings, has)
        buzzer: Buzzer | None = _built("buzzer", config, settings, has)
    silent = plugins.build(plugins.FAMILIES["buzzer"], "absent", {}, {})
    by = [n for n, part in (("speaker", speaker), ("buzzer", buzzer)) if part is not None]
    bell = Ladder(
        sounding_rungs(alone(speaker) if speaker is not None else None, buzzer or silent, clock),
        speaker=speaker or NoSpeaker(),
        buzzer=buzzer or silent,
        clock=clock,
        tell=_told,
    )

    def keep(rung: Iterable[Rang]) -> None:
        write_rung(state_dir, rung)

    return Waker(backup, read_rung(state_dir), bell=bell, by=by, clock=clock, keep=keep)


async def _told(firing: Firing, rung: str, worked: bool) -> None:
    log.info("entry %s: %s %s", firing.entry_id, rung, "sounds" if worked else "cannot be heard")


def _built(part: str, config: Path, settings: Settings | None, has: Mapping[str, Any]) -> Any:
    """The driver, or None where nobody would hear it."""
    for section in (_section(part, config, settings), _DEFAULT[part]):
        own = dict(section)
        driver = str(own.pop("driver", ""))
        if driver in _UNHEARD:
            return None
        try:
            return plugins.build(plugins.FAMILIES[part], driver, own, has)
        except _WRONG as error:
            log.warning("%s %s cannot be used: %s", part, driver, error)
    return None


def _section(part: str, config: Path, settings: Settings | None) -> Mapping[str, Any]:
    if settings is not None:
        driver = getattr(settings, part)
        return {"driver": driver.driver, **driver.own()}
    with contextlib.suppress(OSError, ValueError):
        document = load(config.read_text(encoding="utf-8"))
        if isinstance(document, dict):
            section = document.get(part, _SILENT[part])
            return section if isinstance(section, dict) else _DEFAULT[part]
    return _DEFAULT[part]
