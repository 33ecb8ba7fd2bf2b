"""Camera policy: decides when a look is worth the detector's cost, and nothing else.

Motion is cheap and asked for with every frame; a look is costly. Rates (parts measured on 38
clips): at most 2 looks a second while something moves or is not settled yet, one in 2 s while
somebody is held present, one in 5 s otherwise; all stretched while the backlog is high. The port
`Senses` draws the conclusions and reports them.
"""

import asyncio
import logging
from contextlib import suppress

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.camera import CameraEnded, CameraGone
from companion.ports.clock import Clock
from companion.ports.eyes import EyesUnavailable
from companion.ports.policy import TriggerSink
from companion.ports.senses import Motion, NotLooking, Senses, Standing
from companion.words.language import Bilingual

log = logging.getLogger(__name__)


class Settings(BaseModel):
    """Settings of the cameras and of the pace of looks."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    camera: str = Field("", description="name of one camera; empty watches all")
    moving_s: float = Field(0.5, gt=0, description="mean interval of looks in motion")
    held_s: float = Field(2.0, gt=0, description="interval while somebody is held present")
    idle_s: float = Field(5.0, gt=0, description="interval while nothing moves")
    burst: int = Field(2, ge=1, description="looks saved up for the first moments of motion")
    retry_s: float = Field(2.0, gt=0, description="wait after a camera or the eyes failed")
    read_text: bool = Field(False, description="also read signs and QR codes (privacy, CPU: off)")
    read_s: float = Field(10.0, ge=1, description="least interval of reading, where things change")


class LookSchedule:
    """Schedule of looks. A token bucket of `burst` looks refills at one per `moving_s`, so that the
    mean rate never exceeds it while the first two looks can come at once. One look may be borrowed
    from the next tokens, for a person who may have left."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._tokens = float(settings.burst)
        self._filled_s: float | None = None
        self._looked_s: float | None = None
        self._moved = False
        """Something moved since the last look."""

    def took(self, calls: int) -> None:
        """The last look took so many detector runs: those beyond the first are spent too, so that
        the mean rate of runs, not only of looks, is kept."""
        self._tokens -= max(0, calls - 1)

    def due(
        self, t_s: float, *, moving: bool, standing: Standing, pace: float, stirs: bool = False
    ) -> bool:
        """Whether to look at the frame of `t_s` seconds; a True spends one look.

        `stirs`: something moves, and what it is is known (a pet, a screen).
        """
        settings = self._settings
        since_s = t_s - (self._filled_s if self._filled_s is not None else t_s)
        self._filled_s = t_s
        gained = max(0.0, since_s) / (settings.moving_s * pace)
        self._tokens = min(float(settings.burst), self._tokens + gained)
        # A person who moved while no look was to spare may be gone, and nothing moves any more.
        self._moved |= moving
        # A second look that tells whether somebody went is not late for want of a look: it may be
        # borrowed, and is paid back before the next.
        least = 0.0 if standing.held and standing.settling else 1.0
        if not self._waited(t_s, self._moved, standing, pace, stirs) or self._tokens < least - 1e-6:
            return False
        self._tokens -= 1
        self._looked_s, self._moved = t_s, False
        return True

    def _waited(
        self, t_s: float, moving: bool, standing: Standing, pace: float, stirs: bool
    ) -> bool:
        settings = self._settings
        if self._looked_s is None or t_s < self._looked_s:
            return True
        if moving or standing.settling:
            wait_s = settings.moving_s if standing.held else 0.0
        else:
            wait_s = settings.held_s if standing.held else settings.idle_s
            wait_s = min(wait_s, 2 * settings.moving_s) if stirs else wait_s
        return t_s - self._looked_s >= wait_s * pace - 1e-6


class ReadSchedule:
    """Schedule of text readings: the first at once, then after movement or while somebody is
    there."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._read_s: float | None = None
        self._stirred = True

    def due(self, t_s: float, *, moving: bool, held: bool, pace: float) -> bool:
        """Whether to read the frame of `t_s` seconds; a True starts the interval anew."""
        self._stirred |= moving or held
        last = self._read_s
        waited = last is None or t_s < last or t_s - last >= self._settings.read_s * pace
        if not (self._settings.read_text and self._stirred and waited):
            return False
        self._read_s, self._stirred = t_s, False
        return True


class CameraWatch:
    """Policy that watches one or all cameras."""

    LABEL = Bilingual("カメラの見守り", "Camera watch")
    USES: tuple[str, ...] = ("vision_perception.observe_scene",)

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        if settings.read_text:
            self.USES = (*self.USES, "vision_perception.read_text")

    async def run(self, senses: Senses, triggers: TriggerSink, clock: Clock) -> None:
        """Watch until cancelled, or until every recorded source came to its end.

        Raises `ValueError` for a camera that is not configured, and what the last camera that
        still watched failed with.
        """
        wanted = self._settings.camera
        if wanted and wanted not in senses.cameras():
            known = ", ".join(senses.cameras()) or "none"
            raise ValueError(f"camera_watch: no camera {wanted!r}; there are: {known}")
        names = (wanted,) if wanted else senses.cameras()
        watches = {self._start(name, senses, clock): name for name in names}
        try:
            while watches:
                done, _ = await asyncio.wait(watches, return_when=asyncio.FIRST_COMPLETED)
                for ended in done:
                    name = watches.pop(ended)
                    if (error := ended.exception()) is None:
                        continue
                    if not watches:
                        raise error
                    # One odd camera is no reason to shut the others' eyes.
                    log.warning("camera_watch %s failed and is begun again", name, exc_info=error)
                    later = self._start(name, senses, clock, wait_s=self._settings.retry_s)
                    watches[later] = name
        finally:
            for watch in watches:
                watch.cancel()
            await asyncio.gather(*watches, return_exceptions=True)

    def _start(
        self, camera: str, senses: Senses, clock: Clock, *, wait_s: float = 0.0
    ) -> asyncio.Task[None]:
        async def watch() -> None:
            if wait_s:
                await clock.sleep(wait_s)
            await self._watch(camera, senses, clock)

        return asyncio.create_task(watch(), name=f"camera_watch {camera}")

    async def _watch(self, camera: str, senses: Senses, clock: Clock) -> None:
        schedule, reading = LookSchedule(self._settings), ReadSchedule(self._settings)
        with suppress(CameraEnded):
            while True:
                try:
                    await self._step(camera, senses, schedule, reading)
                except NotLooking:
                    await clock.sleep(1.0)
                    schedule = LookSchedule(self._settings)
                except (CameraGone, EyesUnavailable):
                    await clock.sleep(self._settings.retry_s)

    async def _step(
        self, camera: str, senses: Senses, schedule: LookSchedule, reading: ReadSchedule
    ) -> None:
        motion: Motion = await senses.motion(camera)
        if motion.blind or motion.doubtful:
            return
        standing, pace, t_s = senses.standing(camera), senses.pace(), motion.frame.t_s
        moving = motion.moving and not motion.explained
        if schedule.due(t_s, moving=moving, standing=standing, pace=pace, stirs=motion.moving):
            schedule.took((await senses.look(camera, motion)).calls)
        if reading.due(t_s, moving=motion.moving, held=standing.held, pace=pace):
            await senses.read(camera, motion)


def build(settings: Settings) -> CameraWatch:
    """Build the policy; it does not run yet."""
    return CameraWatch(settings)
