"""Watches cameras: decides when a look is worth the detector's cost, and nothing else (B-083).

Motion is cheap and asked for with every frame; a look is costly. Rates (parts measured on 38
clips): at most 2 looks a second while something moves or is not settled yet, one in 2 s while
somebody is held present, one in 5 s otherwise; all stretched while the backlog is high (S-06).
What was seen is concluded and reported behind the port `Senses`.
"""

import asyncio
from contextlib import suppress

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.camera import CameraEnded, CameraGone
from companion.ports.clock import Clock
from companion.ports.eyes import EyesUnavailable
from companion.ports.policy import TriggerSink
from companion.ports.senses import Motion, NotLooking, Senses, Standing
from companion.words.language import Bilingual


class Settings(BaseModel):
    """Which camera, and how often to look."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    camera: str = Field("", description="name of one camera; empty watches all")
    moving_s: float = Field(0.5, gt=0, description="mean interval of looks in motion")
    held_s: float = Field(2.0, gt=0, description="interval while somebody is held present")
    idle_s: float = Field(5.0, gt=0, description="interval while nothing moves")
    burst: int = Field(2, ge=1, description="looks saved up for the first moments of motion")
    retry_s: float = Field(5.0, gt=0, description="wait after a camera or the eyes failed")


class LookSchedule:
    """When the next look is due. A bucket of `burst` looks refills at one per `moving_s`,
    so that the mean rate never exceeds it while the first two looks can come at once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._tokens = float(settings.burst)
        self._filled_s: float | None = None
        self._looked_s: float | None = None

    def due(self, t_s: float, *, moving: bool, standing: Standing, pace: float) -> bool:
        """Whether to look at the frame of `t_s` seconds; a True spends one look."""
        settings = self._settings
        since_s = t_s - (self._filled_s if self._filled_s is not None else t_s)
        self._filled_s = t_s
        gained = max(0.0, since_s) / (settings.moving_s * pace)
        self._tokens = min(float(settings.burst), self._tokens + gained)
        if not self._waited(t_s, moving, standing, pace) or self._tokens < 1 - 1e-6:
            return False
        self._tokens -= 1
        self._looked_s = t_s
        return True

    def _waited(self, t_s: float, moving: bool, standing: Standing, pace: float) -> bool:
        settings = self._settings
        if self._looked_s is None or t_s < self._looked_s:
            return True
        if moving or standing.settling:
            wait_s = settings.moving_s if standing.held else 0.0
        else:
            wait_s = settings.held_s if standing.held else settings.idle_s
        return t_s - self._looked_s >= wait_s * pace - 1e-6


class CameraWatch:
    """The policy."""

    LABEL = Bilingual("カメラの見守り", "Camera watch")
    USES = ("vision_perception.observe_scene",)

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def run(self, senses: Senses, triggers: TriggerSink, clock: Clock) -> None:
        """Watch until cancelled, or until every recorded source came to its end.

        Raises `ValueError` for a camera that is not configured.
        """
        wanted = self._settings.camera
        if wanted and wanted not in senses.cameras():
            known = ", ".join(senses.cameras()) or "none"
            raise ValueError(f"camera_watch: no camera {wanted!r}; there are: {known}")
        async with asyncio.TaskGroup() as group:
            for name in (wanted,) if wanted else senses.cameras():
                group.create_task(self._watch(name, senses, clock), name=f"camera_watch {name}")

    async def _watch(self, camera: str, senses: Senses, clock: Clock) -> None:
        schedule = LookSchedule(self._settings)
        with suppress(CameraEnded):
            while True:
                try:
                    await self._step(camera, senses, schedule)
                except NotLooking:
                    await clock.sleep(1.0)
                    schedule = LookSchedule(self._settings)
                except (CameraGone, EyesUnavailable):
                    await clock.sleep(self._settings.retry_s)

    async def _step(self, camera: str, senses: Senses, schedule: LookSchedule) -> None:
        motion: Motion = await senses.motion(camera)
        if motion.blind:
            return
        standing, pace = senses.standing(camera), senses.pace()
        if schedule.due(motion.frame.t_s, moving=motion.moving, standing=standing, pace=pace):
            await senses.look(camera, motion)


def build(settings: Settings) -> CameraWatch:
    """The policy, not yet running."""
    return CameraWatch(settings)
