"""Simulated camera: gives frames with real pixels from the doll's house, on simulated time."""

import asyncio

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.camera import CameraGone
from companion.ports.clock import Clock
from companion.ports.scenery import Scenery, SceneryUnknown
from companion.words.frame import Frame
from companion.words.needs import Needs


class Settings(BaseModel):
    """Settings of a simulated camera."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    view: str = Field("", description="camera of the doll's house; empty: this one's own name")
    place: str = Field("", description="room id; empty: where the doll's house hangs it")
    stall_s: float = Field(
        30.0, gt=0, description="seconds without a frame after which the camera is gone"
    )


def needs(settings: Settings) -> Needs:
    """Return no needs: nothing is attached."""
    return Needs()


class SimulatedCamera:
    """Camera over `Scenery`. Implements port `Camera`; `close` also ends the wait for a frame."""

    def __init__(self, settings: Settings, *, scenery: Scenery, clock: Clock, name: str) -> None:
        self._settings = settings
        self._scenery = scenery
        self._clock = clock
        self._name = name
        self._view = settings.view or name
        self._closed = asyncio.Event()
        self._closed.set()

    @property
    def name(self) -> str:
        """Config name."""
        return self._name

    @property
    def place(self) -> str:
        """Room id it looks at; "" when the doll's house has no such camera."""
        if self._settings.place:
            return self._settings.place
        try:
            return self._scenery.place(self._view)
        except SceneryUnknown:
            return ""

    @property
    def is_screen(self) -> bool:
        """It looks at a room."""
        return False

    async def open(self) -> None:
        """Open the shutter. Raises `CameraGone` when the doll's house has no such camera."""
        if self._view not in self._scenery.cameras():
            known = ", ".join(self._scenery.cameras())
            raise CameraGone(
                f"the doll's house has no camera {self._view!r}; set `view` to one of: {known}"
            )
        self._closed.clear()

    async def next_frame(self) -> Frame:
        """The next frame. Raises `CameraGone` when closed, or when none came for `stall_s`."""
        if self._closed.is_set():
            raise CameraGone(f"camera {self._name} is closed")
        looking = asyncio.ensure_future(self._look())
        closing = asyncio.ensure_future(self._closed.wait())
        try:
            await asyncio.wait({looking, closing}, return_when=asyncio.FIRST_COMPLETED)
            if self._closed.is_set():
                raise CameraGone(f"camera {self._name} was closed")
            return looking.result()
        finally:
            for task in (looking, closing):
                task.cancel()
            await asyncio.gather(looking, closing, return_exceptions=True)

    async def close(self) -> None:
        """Shut it; nothing is rendered any more."""
        self._closed.set()

    async def _look(self) -> Frame:
        try:
            return await self._clock.wait_for(
                self._scenery.next_frame(self._view), self._settings.stall_s
            )
        except TimeoutError:
            raise CameraGone(
                f"camera {self._name}: no frame for {self._settings.stall_s:g} s"
            ) from None


def build(settings: Settings, *, scenery: Scenery, clock: Clock, name: str) -> SimulatedCamera:
    """Build one camera of the doll's house."""
    return SimulatedCamera(settings, scenery=scenery, clock=clock, name=name)
