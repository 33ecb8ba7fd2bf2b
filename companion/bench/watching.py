"""P16: what watching an idle room costs in all processes beside bare decoding and gating."""

import asyncio
import os
import statistics
import time
from collections.abc import Sequence
from datetime import UTC, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion import plugins
from companion.bench.figure import Effort, Figure, NotMeasured, Sense
from companion.bench.footage import CLIPS, FPS, NO_CLIPS, START, cpu_s, read
from companion.clock import SystemClock
from companion.engines.eyes.scripted import ScriptedEyes
from companion.engines.motion_gate import MotionGate
from companion.perception.queue import TriggerQueue
from companion.ports.camera import Camera, CameraEnded
from companion.senses import Sight
from companion.words.frame import Frame, Lent, thin_step
from companion.words.observation import Observation

IDS = ("P16",)
TIMES, OF_A_CORE = 1.3, 0.006
"""Limits of P16: against bare decode and gate, and of one core at 5 fps VGA."""
VGA = (640, 480)
ROUNDS, FRAMES, LIVE_S = 5, 240, 60.0
WARM_FRAMES = 20
"""Frames before the counting: starting interpreters is no part of watching."""


class Counted:
    """Port `Camera`: another one, for so many frames."""

    is_screen = False

    def __init__(self, camera: Any, frames: int) -> None:
        self.name, self.place = camera.name, camera.place
        self._camera, self._left = camera, frames

    async def open(self) -> None:
        """It is open."""

    async def next_frame(self) -> Frame:
        """The next frame. Raises `CameraEnded` after the last."""
        if self._left == 0:
            raise CameraEnded("counted")
        self._left -= 1
        frame: Frame = await self._camera.next_frame()
        return frame

    async def close(self) -> None:
        """The other one stays open."""


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Frames as fast as they come; the long form also a live minute at 5 fps."""
    if not (CLIPS / "static_room_a.mp4").is_file():
        return (NotMeasured(id="P16", why=NO_CLIPS),)
    with TemporaryDirectory() as folder:
        clip = Path(folder) / "idle.mp4"
        await asyncio.to_thread(_write_idle, clip)
        ratio, ours_ms, detail = await _ratio(clip)
        share, alone = ours_ms * FPS / 1000, {}
        if effort is Effort.LONG:
            share = await _live(clip)
            alone = {"decode_and_gate_alone": round(await asyncio.to_thread(_bare_live, clip), 5)}
    how = "a live minute" if effort is Effort.LONG else "CPU a frame x 5"
    return (
        Figure(
            id="P16",
            what="watching an idle room, CPU of all its processes",
            value=ratio,
            limit=TIMES,
            sense=Sense.AT_MOST,
            against="decode and gate alone, same frames, one process",
            detail=detail,
        ),
        Figure(
            id="P16",
            what=f"of a core at 5 fps VGA ({how})",
            value=share,
            limit=OF_A_CORE,
            sense=Sense.AT_MOST,
            unit="of a core",
            against="this machine",
            detail=alone,
        ),
    )


def _write_idle(path: Path) -> None:
    """The empty room at VGA, 5 frames a second."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, VGA)
    for frame in read(CLIPS / "static_room_a.mp4") * 3:
        picture = np.frombuffer(frame.bgr, np.uint8).reshape(frame.height, frame.width, 3)
        writer.write(cv2.resize(picture, VGA))
    writer.release()


async def _ratio(clip: Path) -> tuple[float, float, dict[str, Any]]:
    """Median of the rounds' ratios, our CPU in ms a frame, and both figures."""
    camera = _camera(clip, "fast")
    await camera.open()
    ours, bare, tight = [], [], []
    try:
        await _watch(camera, WARM_FRAMES)
        for _ in range(ROUNDS):
            before = _used_s(camera.pid)
            await _watch(camera, FRAMES)
            ours.append((_used_s(camera.pid) - before) / FRAMES)
            bare.append(cpu_s(partial(_decode_and_gate, clip)) / FRAMES)
            tight.append(cpu_s(partial(_decode_and_gate, clip, 1)) / FRAMES)
    finally:
        await camera.close()
    ratio = statistics.median(a / b for a, b in zip(ours, bare, strict=True))
    ms = {"watching_ms": 1e3 * statistics.median(ours), "bare_ms": 1e3 * statistics.median(bare)}
    ms["bare_decoding_in_one_thread_ms"] = 1e3 * statistics.median(tight)
    return ratio, ms["watching_ms"], {name: round(value, 3) for name, value in ms.items()}


async def _live(clip: Path) -> float:
    """Share of a core over a minute of a camera that gives 5 frames a second."""
    camera = _camera(clip, "realtime")
    await camera.open()
    try:
        await _watch(camera, WARM_FRAMES)
        began_s, before = time.monotonic(), _used_s(camera.pid)
        await _watch(camera, int(LIVE_S * FPS))
        return (_used_s(camera.pid) - before) / (time.monotonic() - began_s)
    finally:
        await camera.close()


def _camera(clip: Path, pace: str) -> Any:
    section = {"path": str(clip), "pace": pace, "loop": True, "fps": FPS}
    return plugins.build("hardware.camera", "video_file", section, {"clock": _CLOCK, "name": "x"})


_CLOCK = SystemClock(UTC)


async def _watch(camera: Any, frames: int) -> None:
    """The shipped policy over so many frames; eyes that cost nothing and see nobody."""
    counted: Camera = Counted(camera, frames)
    sight = Sight([counted], ScriptedEyes([()]), gate=MotionGate, clock=_CLOCK, hand_over=_nobody)
    policy = plugins.build("policies", "camera_watch", {}, {})
    await policy.run(sight, TriggerQueue(_CLOCK), _CLOCK)


async def _nobody(observations: tuple[Observation, ...]) -> None:
    """Nobody listens."""


def _decode_and_gate(clip: Path, threads: int = 0) -> None:
    """What cannot be left out: every frame decoded, every frame gated, nothing copied."""
    gate, given = MotionGate(), 0
    while given < FRAMES:
        capture = _decoder(clip, threads)
        while given < FRAMES:
            ok, picture = capture.read()
            if not ok:
                break
            gate.check(_bare_frame(picture.astype(np.uint8, copy=False), given))
            given += 1


def _decoder(clip: Path, threads: int = 0) -> cv2.VideoCapture:
    """OpenCV's, as it comes (0: it takes as many threads as there are cores)."""
    return cv2.VideoCapture(str(clip), cv2.CAP_ANY, [cv2.CAP_PROP_N_THREADS, threads])


def _bare_frame(picture: npt.NDArray[np.uint8], number: int) -> Frame:
    height, width = picture.shape[:2]
    step, t_s = thin_step(width), number / FPS
    thin, flat = picture[::step, ::step, 1].tobytes(), picture.reshape(-1)
    lent = Lent(flat.size, lambda begin, end: flat[begin:end].tobytes())
    return Frame(lent, width, height, START + timedelta(seconds=t_s), number, t_s, thin)


def _bare_live(clip: Path) -> float:
    """Share of a core of decoding and gating alone at 5 fps: what it costs when nothing of it is
    in the caches any more."""
    gate, capture, frames = MotionGate(), _decoder(clip), int(LIVE_S * FPS / 2)
    began_s, before_s = time.monotonic(), time.process_time()
    for number in range(frames):
        ok, picture = capture.read()
        if not ok:
            capture = _decoder(clip)
            ok, picture = capture.read()
        gate.check(_bare_frame(picture.astype(np.uint8, copy=False), number))
        time.sleep(max(0.0, began_s + (number + 1) / FPS - time.monotonic()))
    return (time.process_time() - before_s) / (time.monotonic() - began_s)


def _used_s(pid: int) -> float:
    """CPU seconds of this process and of the capture process so far."""
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    ticks = int(stat[11]) + int(stat[12])
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")
