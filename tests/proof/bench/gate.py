"""Benchmark of the motion gate: its cost beside bare MOG2, and its delay when somebody enters."""

import statistics
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import cv2
import numpy as np

from companion.engines.vision.motion_gate import HISTORY, VARIANCE, MotionGate
from companion.ports.camera import CameraEnded
from companion.words.frame import Frame
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.footage import NO_CLIPS, Clip, clips, cpu_s
from tests.proof.bench.jpeg_footage import as_jpeg

IDS = ("P15",)
ROUNDS = 5
SHARE, OPENS_S = 0.35, 0.3
"""Limits: CPU a frame against MOG2 at 320x240; lateness after an entry in seconds."""


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """What it costs and how soon it opens, over all clips in the long form."""
    shown = clips(effort is Effort.SHORT)
    if not shown:
        return (NotMeasured(id="P15", why=NO_CLIPS),)
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        late = {
            f"{c.file} {at:g} s": _lateness_s(c.frames, at) for c in shown for at in _entries(c)
        }
        return (
            _cost(shown),
            _opening("the gate opens after an entry, latest", late),
            _opening("the same by a camera that gives JPEG", await _jpeg_lateness(shown)),
        )
    finally:
        cv2.setNumThreads(threads)


def _cost(shown: Sequence[Clip]) -> Figure:
    """Rounds of both on the same frames, one after the other; the median ratio."""
    frames = sum(len(clip.frames) for clip in shown)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(cpu_s(partial(_gated, shown)))
        theirs.append(cpu_s(partial(_bare, shown)))
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    return Figure(
        id="P15",
        what="motion gate, CPU a frame",
        value=statistics.median(ratios),
        limit=SHARE,
        sense=Sense.AT_MOST,
        against="bare MOG2 at 320x240 on the same frames",
        detail={
            "gate_us": round(1e6 * statistics.median(ours) / frames, 1),
            "mog2_us": round(1e6 * statistics.median(theirs) / frames, 1),
            "frames": frames,
            "clips": len(shown),
        },
    )


def _opening(what: str, late: dict[str, float]) -> Figure:
    return Figure(
        id="P15",
        what=what,
        value=max(late.values(), default=0.0),
        limit=OPENS_S,
        sense=Sense.AT_MOST,
        unit="s",
        against="the manifest's entries, at 5 frames a second",
        detail={name: round(s, 2) for name, s in late.items()},
    )


async def _jpeg_lateness(shown: Sequence[Clip]) -> dict[str, float]:
    """Of every entry, where the gate sees the reduced grey of a JPEG."""
    late: dict[str, float] = {}
    for clip in shown:
        if entries := _entries(clip):
            frames = await _given_as_jpeg(clip)
            late |= {f"{clip.file} {at:g} s": _lateness_s(frames, at) for at in entries}
    return late


async def _given_as_jpeg(clip: Clip) -> list[Frame]:
    frames = []
    async with as_jpeg(clip) as camera:
        await camera.open()
        with suppress(CameraEnded):
            while True:
                frames.append(await camera.next_frame())
    return frames


def _entries(clip: Clip) -> list[float]:
    """When somebody comes in; who is there from the first frame does not enter."""
    return [begin for begin, _ in clip.people if begin > 0]


def _lateness_s(frames: Sequence[Frame], entry_s: float) -> float:
    """Seconds from the entry to the first open frame; motion from just before counts as at once."""
    gate = MotionGate()
    for frame in frames:
        if gate.check(frame).moving and frame.t_s >= entry_s - 0.2:
            return max(0.0, frame.t_s - entry_s)
    return float("inf")


def _gated(shown: Sequence[Clip]) -> None:
    for clip in shown:
        gate = MotionGate()
        for frame in clip.frames:
            gate.check(frame)


def _bare(shown: Sequence[Clip]) -> None:
    """What the gate replaces: MOG2 on every frame, opening and contours."""
    for clip in shown:
        mog = cv2.createBackgroundSubtractorMOG2(HISTORY, VARIANCE, False)
        for frame in clip.frames:
            picture = np.frombuffer(frame.bgr, np.uint8).reshape(frame.height, frame.width, 3)
            grey = cv2.cvtColor(cv2.resize(picture, (320, 240)), cv2.COLOR_BGR2GRAY)
            mask = cv2.morphologyEx(mog.apply(grey), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
            cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
