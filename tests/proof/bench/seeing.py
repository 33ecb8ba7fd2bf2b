"""Benchmark of what is held about people against the truth of every clip, and of its cost.

Scored as `tests/story/test_clips.py`: the state after each 0.2 s of the clip's own clock; steps
within 1 s of an entry or exit are left out and measured as lateness instead; `unknown` is never
right. Decoding is not counted, nor the pipe to the detector's worker: `watching` counts those.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from functools import partial
from typing import Any

import numpy as np

from companion.engines.eyes.coco_ssd import cut
from companion.engines.vision.likeness import Likeness
from companion.engines.vision.motion_gate import MotionGate
from companion.engines.vision.ssd import Ssd
from companion.ports.camera import Camera, CameraEnded
from companion.ports.eyes import Box
from companion.rooms.perception.queue import TriggerQueue
from companion.rooms.perception.sight import Sight
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.words.frame import Detection, Frame, Written
from companion.words.observation import Certainty, Change, Observation
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.footage import FPS, NO_CLIPS, START, Clip, clips, cpu_s
from tests.proof.bench.jpeg_footage import as_jpeg

IDS = ("seeing",)
STEP_S, EDGE_S = 0.2, 1.0
RIGHT, LATE_S = 0.97, 1.0
"""Limits: right steps, and entries and exits within a second."""
CALLS_A_SECOND = 4.0
"""2 looks a second, each with a second pass over a far thing."""
CHEAPER = 0.6
"""CPU beside a detector run on every frame: what the gate and the rates are for."""


class Film:
    """Port `Camera` over a clip."""

    name = place = "clip"
    is_screen = False

    def __init__(self, frames: Sequence[Frame]) -> None:
        self._left = iter(frames)

    async def open(self) -> None:
        """It is open."""

    async def next_frame(self) -> Frame:
        """The next frame. Raises `CameraEnded`."""
        if (frame := next(self._left, None)) is None:
            raise CameraEnded("the clip is over")
        return frame

    async def close(self) -> None:
        """Nothing to stop."""


class NearEyes:
    """Port `Eyes`: the shipped network in this process, so that its CPU can be counted."""

    def __init__(self, floor: float = 0.25) -> None:
        self._ssd = Ssd(floor)

    async def detect(self, frame: Frame, region: Box | None = None) -> tuple[Detection, ...]:
        """All detections, in pixels of the whole frame."""
        pixels, (left, top, width, height) = cut(frame, region)
        found = self._ssd.detect(np.frombuffer(pixels, np.uint8).reshape(height, width, 3))
        return tuple(Detection(n, s, (x + left, y + top, w, h)) for n, s, (x, y, w, h) in found)

    async def read(self, frame: Frame) -> tuple[Written, ...]:
        """It does not read."""
        return ()

    def why_down(self) -> str:
        """It is never down."""
        return ""

    def why_no_signs(self) -> str:
        """It does not read."""
        return "not part of this benchmark"

    async def close(self) -> None:
        """Nothing to end."""


@dataclass
class Score:
    """What came of one clip."""

    file: str
    seconds: float
    present_right: int = 0
    present_wrong: int = 0
    absent_right: int = 0
    absent_wrong: int = 0
    unknown: int = 0
    late_s: list[float] = field(default_factory=list)
    calls: int = 0
    cpu_s: float = 0.0

    def as_row(self) -> dict[str, Any]:
        """For the JSON."""
        return {
            "precision": _share(self.present_right, self.present_wrong),
            "recall": _share(self.present_right, self.absent_wrong + self.unknown),
            "late_s": [round(s, 2) for s in self.late_s],
            "calls_per_s": round(self.calls / self.seconds, 2),
            "cpu_per_s": round(self.cpu_s / self.seconds, 4),
        }


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Precision, recall, lateness, detector calls and CPU a second of footage."""
    shown = clips(effort is Effort.SHORT)
    if not shown:
        return (NotMeasured(id="seeing", why=NO_CLIPS),)
    eyes = NearEyes()
    await eyes.detect(shown[0].frames[0])  # the first run also allocates
    scores = [await watched(clip, eyes) for clip in shown]
    every = _every_frame_s(shown, eyes)
    if effort is Effort.SHORT:
        return figures(scores, every)
    packed = []
    for clip in shown:
        async with as_jpeg(clip) as camera:
            packed.append(await watched(clip, eyes, camera))
    return (*figures(scores, every), *_rights(packed, ", by a camera that gives JPEG"))


async def watched(clip: Clip, eyes: NearEyes, camera: Camera | None = None) -> Score:
    """One clip by the shipped policy, with the shipped settings."""
    told: list[Observation] = []

    async def take(seen: tuple[Observation, ...]) -> None:
        told.extend(seen)

    clock = SystemClock(UTC)
    sight = Sight(
        [camera or Film(clip.frames)],
        eyes,
        gate=MotionGate,
        clock=clock,
        hand_over=take,
        likeness=Likeness,
    )
    policy = plugins.build("policies", "camera_watch", {}, {})
    began_s = time.process_time()
    await policy.run(sight, TriggerQueue(clock), clock)
    spent_s = time.process_time() - began_s
    score = Score(clip.file, len(clip.frames) / FPS, cpu_s=spent_s)
    score.calls = sight.counters.detector_calls
    _judge(score, clip, told)
    return score


def _judge(score: Score, clip: Clip, told: Sequence[Observation]) -> None:
    edges = [t for span in clip.people for t in span]
    for i in range(int(clip.truth["duration_s"] / STEP_S)):
        t_s = i * STEP_S
        if any(abs(t_s - edge) < EDGE_S for edge in edges):
            continue
        there = any(a <= t_s <= b for a, b in clip.people)
        _count(score, held_at(told, t_s), there)
    for edge_s, change in _comings_and_goings(clip):
        score.late_s.append(_late(told, edge_s, change))


def _comings_and_goings(clip: Clip) -> list[tuple[float, Change]]:
    """Entries into and exits out of an otherwise empty picture, within the clip."""
    edges = [(a, Change.APPEARED) for a, _ in clip.people if a > 0]
    edges += [(b, Change.GONE) for _, b in clip.people if b < clip.truth["duration_s"] - EDGE_S]
    return [(t, change) for t, change in edges if sum(a <= t <= b for a, b in clip.people) == 1]


def _count(score: Score, held: str | None, there: bool) -> None:
    if held is None:
        score.unknown += 1
    elif held == "present":
        score.present_right += there
        score.present_wrong += not there
    else:
        score.absent_right += not there
        score.absent_wrong += there


def held_at(told: Sequence[Observation], t_s: float) -> str | None:
    """What is held then: before anything is told, nobody (a clip begins empty or is scored later);
    estimates are no facts."""
    state: str | None = "absent"
    for seen in told:
        if (seen.at - START).total_seconds() > t_s + 1e-6:
            break
        if seen.certainty is not Certainty.ESTIMATE:
            state = seen.value
    return state


def _late(told: Sequence[Observation], edge_s: float, change: Change) -> float:
    """Seconds between the edge and the fact that tells it; earlier counts as much as later."""
    facts = [o for o in told if o.change is change and o.certainty is Certainty.FACT]
    times = ((fact.at - START).total_seconds() for fact in facts)
    return min((abs(t - edge_s) for t in times), default=float("inf"))


def _every_frame_s(shown: Sequence[Clip], eyes: NearEyes) -> float:
    """CPU of a detector run on every frame, per second of footage."""
    ssd: Callable[[Frame], object] = partial(_detect, eyes._ssd)
    spent = sum(cpu_s(lambda clip=clip: [ssd(f) for f in clip.frames[::4]]) for clip in shown)  # type: ignore[misc]
    looked = sum(len(clip.frames[::4]) for clip in shown)
    return spent / looked * FPS


def _detect(ssd: Ssd, frame: Frame) -> None:
    ssd.detect(np.frombuffer(frame.bgr, np.uint8).reshape(frame.height, frame.width, 3))


def figures(scores: Sequence[Score], every_frame_s: float) -> tuple[Figure, ...]:
    """The totals of one way in which the clips came."""
    seconds = sum(s.seconds for s in scores)
    cpu = sum(s.cpu_s for s in scores) / seconds
    calls = {"total_calls": sum(s.calls for s in scores), "footage_s": round(seconds, 1)}
    return (
        *_rights(scores, ""),
        _figure(
            "detector calls a second of footage",
            sum(s.calls for s in scores) / seconds,
            CALLS_A_SECOND,
            unit="/s",
            detail=calls,
        ),
        _figure(
            "CPU of gate, detector and bookkeeping",
            cpu / every_frame_s,
            CHEAPER,
            detail={"cpu_per_footage_s": round(cpu, 4), "every_frame": round(every_frame_s, 4)},
        ),
    )


def _rights(scores: Sequence[Score], how: str) -> tuple[Figure, ...]:
    """What was held against the truth; each clip in the detail of the first."""
    right = sum(s.present_right for s in scores)
    wrong, missed = sum(s.present_wrong for s in scores), sum(s.absent_wrong for s in scores)
    unknown, late = sum(s.unknown for s in scores), [t for s in scores for t in s.late_s]
    rows: Mapping[str, Any] = {s.file: s.as_row() for s in scores}
    found = _share(right, missed + unknown)
    return (
        _figure(f"precision of `somebody is there`{how}", _share(right, wrong), RIGHT, detail=rows),
        _figure(f"recall of it; unknown counts as missed{how}", found, RIGHT),
        _figure(f"entries and exits told, latest{how}", max(late, default=0.0), LATE_S, unit="s"),
    )


def _figure(
    what: str,
    value: float,
    limit: float,
    *,
    unit: str = "",
    detail: Mapping[str, Any] | None = None,
) -> Figure:
    share = not unit and limit == RIGHT
    return Figure(
        id="seeing",
        what=what,
        value=value,
        limit=limit,
        sense=Sense.AT_LEAST if share else Sense.AT_MOST,
        unit=unit or ("of steps" if share else "x"),
        against="the manifest's truth" if share or unit == "s" else "a detector run on every frame",
        detail=detail or {},
    )


def _share(right: int, wrong: int) -> float:
    return right / (right + wrong) if right + wrong else 1.0
