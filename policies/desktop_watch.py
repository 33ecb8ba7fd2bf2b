"""Desktop policy: reads a screen as `camera_watch` watches a room. It is off by default.

The text on it is read and reported as seen text, through the same port `Senses`: nothing above the
policies knows which of them looked. A person on a screen is not in the house, so no person is
looked for. A device without a screen has no such source, and this policy says so.
"""

from contextlib import suppress

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.camera import CameraEnded, CameraGone
from companion.ports.clock import Clock
from companion.ports.eyes import EyesUnavailable
from companion.ports.policy import TriggerSink
from companion.ports.senses import NotLooking, Senses
from companion.words.language import Bilingual


class Settings(BaseModel):
    """Settings of the screen and of the pace of looks."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    screen: str = Field("", description="name of one screen; empty: the only one")
    interval_s: float = Field(10.0, gt=0, description="seconds between looks, at least")


class ScreenUnavailable(ValueError):
    """Error: no such screen is configured; the text says how to configure one."""


class DesktopWatch:
    """Policy that reads one screen."""

    LABEL = Bilingual("画面の見守り", "Desktop watch")
    USES = ("vision_perception.observe_screen",)

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def run(self, senses: Senses, triggers: TriggerSink, clock: Clock) -> None:
        """Watch until cancelled or the source ends. Raises `ScreenUnavailable`."""
        screen = self._settings.screen or next(iter(senses.screens()), "")
        if screen not in senses.screens():
            known = ", ".join(senses.screens()) or "none"
            raise ScreenUnavailable(
                f"desktop_watch: no screen {screen!r} (there are: {known}); add one with "
                "`cameras: {desktop: {driver: screen}}`, or remove the policy: a device without a "
                "screen has nothing to watch"
            )
        with suppress(CameraEnded):
            while True:
                with suppress(CameraGone, EyesUnavailable, NotLooking):
                    await senses.read(screen)
                await clock.sleep(self._settings.interval_s * senses.pace())


def build(settings: Settings) -> DesktopWatch:
    """Build the policy; it does not run yet."""
    return DesktopWatch(settings)
