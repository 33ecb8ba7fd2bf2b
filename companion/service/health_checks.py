"""Health checks: word the trouble that a plug-in's object reports of itself."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.phrases import health
from companion.ports.body import Buzzer, Drive, Speaker
from companion.ports.eyes import Eyes
from companion.ports.ranker import Ranker
from companion.words.finding import Finding
from companion.words.language import Bilingual


@dataclass(frozen=True)
class SoundCheck:
    """Speaker and buzzer. None: its plug-in is broken, which has a line of its own."""

    speaker: Speaker | None
    buzzer: Buzzer | None
    """None also where there is none to sound."""
    audible: bool
    """Whether the speaker makes a sound; the simulated one does in the doll's house alone."""

    async def findings(self) -> Mapping[str, Finding]:
        """How what makes a sound is now."""
        found: dict[str, Finding] = {}
        if self.speaker is not None:
            trouble = self.speaker.trouble() if self.audible else None
            found["speaker"] = health.no_voice() if trouble is None else health.speaker(trouble)
        if self.buzzer is not None:
            found["buzzer"] = health.buzzer(await asyncio.to_thread(self.buzzer.trouble))
        return found


@dataclass(frozen=True)
class DriveCheck:
    """The wheeled base, where there is one."""

    drive: Drive

    async def findings(self) -> Mapping[str, Finding]:
        """Whether it can drive."""
        return {"drive": health.drive(self.drive.trouble())} if self.drive.rooms() else {}


@dataclass(frozen=True)
class RankerCheck:
    """The ranker of the menu."""

    ranker: Ranker

    async def findings(self) -> Mapping[str, Finding]:
        """Whether it gives opinions."""
        return {"ranker": health.ranker(self.ranker.why_down())}


@dataclass(frozen=True)
class KnownTroubles:
    """Troubles that last until the next start, for example a wrong configuration."""

    found: Mapping[str, Finding] = field(default_factory=dict)

    async def findings(self) -> Mapping[str, Finding]:
        """As they were found."""
        return self.found


class Sight(Protocol):
    """Part that is looked at."""

    def cameras(self) -> tuple[str, ...]:
        """Names of those that look at rooms."""

    def screens(self) -> tuple[str, ...]:
        """Names of the screens."""

    def trouble(self, camera: str) -> Bilingual | None:
        """Why one shows nothing now."""

    def private(self) -> bool:
        """Privacy is on."""


@dataclass(frozen=True)
class SightCheck:
    """Every camera and screen; the eyes where a camera looks at a room."""

    sight: Sight
    eyes: Eyes

    async def findings(self) -> Mapping[str, Finding]:
        """Whether it sees."""
        sight, private = self.sight, self.sight.private()
        names = (*sight.cameras(), *sight.screens())
        found = {f"camera {name}": health.camera(sight.trouble(name), private) for name in names}
        if sight.cameras():
            found["eyes"] = health.eyes(self.eyes.why_down(), private)
        return found
