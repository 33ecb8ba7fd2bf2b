"""Benchmark of watching an idle room: CPU of all processes beside bare decoding and gating.

A camera that gives JPEG is what the goal is about; a video file is measured too, for of that every
frame must be decoded whole. As fast as frames come the caches stay warm; live, at 5 frames a
second, hardly anything is left in them, of ours or of the bare work: both are measured both ways,
turn by turn. The bare work gates every frame; ours decodes every frame, and holds back most of
those that show nothing new (`hardware/camera/capture/stillness.py`, the shipped setting of every
camera). A video file that is analysed gives them all, and is measured so. What the idle looks every
5 s cost is in ours, but for the eyes themselves.
"""

import asyncio
import os
import statistics
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.engines.eyes.scripted import ScriptedEyes
from companion.engines.vision.motion_gate import MotionGate
from companion.ports.camera import Camera, CameraEnded
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.perception.sight import Sight
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.words.frame import Frame
from companion.words.observation import Observation
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.footage import FPS, NO_CLIPS
from tests.proof.bench.idle_room import JPEG, ROOM, VIDEO, Feed
from tests.proof.bench.jpeg_footage import STILL_S

IDS = ("P16",)
TIMES, OF_A_CORE = 1.3, 0.006
"""Limits: against bare decode and gate, and of one core at 5 fps VGA."""
ROUNDS, FRAMES = 5, 240
LIVE_TURNS, LIVE_TURN_S = 5, 12.0
"""A live minute of ours, and as long of the bare work in between."""
WARM_FRAMES = 20
"""Frames before the counting: starting interpreters is no part of watching."""
_CLOCK = SystemClock(UTC)


class Counted:
    """Port `Camera`: another one, up to the source's frame of some number."""

    is_screen = False

    def __init__(self, camera: Any) -> None:
        self.name, self.place = camera.name, camera.place
        self._camera = camera
        self.until = self.number = 0

    async def open(self) -> None:
        """It is open."""

    async def next_frame(self) -> Frame:
        """The next frame. Raises `CameraEnded` after the last."""
        if self.number >= self.until:
            raise CameraEnded("counted")
        return await self.skip()

    async def skip(self) -> Frame:
        """The next frame, uncounted: the source went on while nobody asked."""
        frame: Frame = await self._camera.next_frame()
        self.number = frame.number
        return frame

    async def close(self) -> None:
        """The other one stays open."""


class Watched:
    """The shipped capture process and policy over a file; eyes that cost nothing and see nobody."""

    def __init__(self, camera: Any) -> None:
        self._pid: int = camera.pid
        self._counted = Counted(camera)
        counted: Camera = self._counted
        eyes = ScriptedEyes([()])
        self._sight = Sight([counted], eyes, gate=MotionGate, clock=_CLOCK, hand_over=_nobody)
        self._policy = plugins.build("policies", "camera_watch", {}, {})

    async def frame_s(self, frames: int) -> float:
        """CPU seconds of both processes for each of about so many frames more of the source,
        whether they are given or held back because nothing changes."""
        before = (await self._counted.skip()).number
        before_s = self._used_s()
        self._counted.until = before + frames
        await self._policy.run(self._sight, TriggerQueue(_CLOCK), _CLOCK)
        return (self._used_s() - before_s) / (self._counted.number - before)

    def _used_s(self) -> float:
        """CPU seconds of this process and of the capture process so far. Of the other one by its
        clock (`clock_getcpuclockid(3)`): the ticks of /proc/PID/stat are a tenth of a round."""
        clock_of_process = ~self._pid << 3 | 2
        return time.process_time() + time.clock_gettime(clock_of_process)


@dataclass
class Turns:
    """CPU seconds a frame of the source, turn by turn."""

    ours: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)
    more: dict[str, list[float]] = field(default_factory=dict)
    """What else was measured with the same frames."""

    @property
    def ratio(self) -> float:
        """The median of the turns' ratios."""
        return statistics.median(a / b for a, b in zip(self.ours, self.bare, strict=True))

    @property
    def of_a_core(self) -> float:
        """Of one core at 5 frames a second."""
        return FPS * statistics.median(self.ours)

    def as_detail(self) -> dict[str, Any]:
        """For the JSON; load is the machine's over the last minute."""
        times = {"watching": self.ours, "bare": self.bare, **self.more}
        shown = {f"{n}_ms": round(1e3 * statistics.median(s), 3) for n, s in times.items()}
        return {**shown, "load": round(os.getloadavg()[0], 1)}


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Frames as fast as they come; the long form also live minutes at 5 fps."""
    if not ROOM.is_file():
        return (NotMeasured(id="P16", why=NO_CLIPS),)
    figures: list[Figure] = []
    with TemporaryDirectory() as folder:
        for feed, fast_of in ((JPEG, _fast_camera), (VIDEO, _fast_file)):
            clip = await asyncio.to_thread(feed.write, Path(folder))
            turns, how = await fast_of(feed, clip), "as fast as frames come"
            figures.append(_ratio(feed, turns, how))
            if effort is Effort.LONG:
                turns, how = await _live(feed, clip), "a live minute"
                figures.append(_ratio(feed, turns, how))
            figures.append(_share(feed, turns, how))
    return tuple(figures)


def _ratio(feed: Feed, turns: Turns, how: str) -> Figure:
    return Figure(
        id="P16",
        what=f"watching an idle room by {feed.what}: CPU of all its processes, {how}",
        value=turns.ratio,
        limit=TIMES,
        sense=Sense.AT_MOST,
        against=f"{feed.least}, same frames, one process",
        detail=turns.as_detail(),
    )


def _share(feed: Feed, turns: Turns, how: str) -> Figure:
    return Figure(
        id="P16",
        what=f"the same of a core at 5 fps VGA ({feed.name}, CPU a frame x 5, {how})",
        value=turns.of_a_core,
        limit=OF_A_CORE,
        sense=Sense.AT_MOST,
        unit="of a core",
        against="this machine",
        detail={"bare_alone": round(FPS * statistics.median(turns.bare), 5)},
    )


async def _fast_camera(feed: Feed, clip: Path) -> Turns:
    """With what shows nothing new held back; beside it with every frame given."""
    turns, bare, every = Turns(), _Bare(feed.bare(clip, 0)), list[float]()
    async with _watched(clip, "fast", STILL_S) as watched, _watched(clip, "fast", 0.0) as all_given:
        for _ in range(ROUNDS):
            turns.ours.append(await watched.frame_s(FRAMES))
            turns.bare.append(bare.frame_s(FRAMES))
            every.append(await all_given.frame_s(FRAMES))
    turns.more["every_frame_given"] = every
    return turns


async def _fast_file(feed: Feed, clip: Path) -> Turns:
    """Every frame given, as when a file is analysed."""
    turns, bare, one = Turns(), _Bare(feed.bare(clip, 0)), _Bare(feed.bare(clip, 1))
    tight: list[float] = []
    async with _watched(clip, "fast", 0.0) as watched:
        for _ in range(ROUNDS):
            turns.ours.append(await watched.frame_s(FRAMES))
            turns.bare.append(bare.frame_s(FRAMES))
            tight.append(one.frame_s(FRAMES))
    turns.more["bare_decoding_in_one_thread"] = tight
    return turns


async def _live(feed: Feed, clip: Path) -> Turns:
    turns, bare, frames = Turns(), _Bare(feed.bare(clip, 0)), int(LIVE_TURN_S * FPS)
    async with _watched(clip, "realtime", STILL_S) as watched:
        for _ in range(LIVE_TURNS):
            turns.ours.append(await watched.frame_s(frames))
            turns.bare.append(await asyncio.to_thread(bare.frame_s, frames, 1 / FPS))
    return turns


@asynccontextmanager
async def _watched(clip: Path, pace: str, still_s: float) -> AsyncIterator[Watched]:
    section = {"path": str(clip), "pace": pace, "loop": True, "fps": FPS, "still_s": still_s}
    house = {"clock": _CLOCK, "name": "x"}
    camera: Any = plugins.build("hardware.camera", "video_file", section, house)
    await camera.open()
    try:
        watched = Watched(camera)
        await watched.frame_s(WARM_FRAMES)
        yield watched
    finally:
        await camera.close()


class _Bare:
    """What cannot be left out, in this process: every frame decoded, every frame gated."""

    def __init__(self, frames: Iterator[Frame]) -> None:
        self._frames, self._gate = frames, MotionGate()

    def frame_s(self, count: int, step_s: float = 0.0) -> float:
        """CPU seconds of each of so many frames, one each step."""
        began_s, before_s = time.monotonic(), time.process_time()
        for number in range(1, count + 1):
            self._gate.check(next(self._frames))
            if step_s:
                time.sleep(max(0.0, began_s + number * step_s - time.monotonic()))
        return (time.process_time() - before_s) / count


async def _nobody(observations: tuple[Observation, ...]) -> None:
    """Nobody listens."""
