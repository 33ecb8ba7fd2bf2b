"""Clips with known truth, in memory, for the benchmarks of seeing; no goal of its own.

The footage lies with the tests of the repository (`tests/data/video`, licences in its manifest);
an installed package without it says so instead of measuring something else.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.words.frame import Frame

CLIPS = Path(__file__).parents[3] / "tests" / "data" / "video"
NO_CLIPS = f"the clips are in the repository's tests/data/video, and there is no {CLIPS}"
FPS = 5.0
START = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
SHORT_CLIPS = ("walkin_b.mp4", "static_room_a.mp4", "bottles_a.mp4", "store_aisle_a.mp4")
"""Coming and going, an empty room, arms without people, people throughout."""


@dataclass(frozen=True)
class Clip:
    """One clip at 5 frames a second of its own clock, and what is visible when."""

    file: str
    frames: tuple[Frame, ...]
    truth: dict[str, Any]

    @property
    def people(self) -> list[tuple[float, float]]:
        """When somebody is in view, in seconds."""
        events = [e for e in self.truth["events"] if e["label"] == "person"]
        return [(float(e["from_s"]), float(e["to_s"])) for e in events]


@cache
def clips(short: bool) -> tuple[Clip, ...]:
    """Every clip of the manifest, or the few of the short form; none where they are not here."""
    if not (CLIPS / "manifest.json").is_file():
        return ()
    listed = json.loads((CLIPS / "manifest.json").read_text(encoding="utf-8"))["clips"]
    wanted = [c for c in listed if not short or c["file"] in SHORT_CLIPS]
    return tuple(Clip(c["file"], read(CLIPS / c["file"]), c) for c in wanted)


def read(path: Path) -> tuple[Frame, ...]:
    """The frames due at 5 a second."""
    capture = cv2.VideoCapture(str(path))
    step_s, due_s, index = 1 / (capture.get(cv2.CAP_PROP_FPS) or 25.0), 0.0, 0
    frames: list[Frame] = []
    while True:
        ok, picture = capture.read()
        if not ok:
            return tuple(frames)
        t_s, index = index * step_s, index + 1
        if t_s < due_s - 1e-6:
            continue
        due_s += 1 / FPS
        frames.append(shot(picture.astype(np.uint8, copy=False), t_s, len(frames)))


def shot(picture: np.ndarray[Any, np.dtype[np.uint8]], t_s: float, number: int) -> Frame:
    """A picture as the frame of a source that began at `START`."""
    height, width = picture.shape[:2]
    return Frame(picture.tobytes(), width, height, START + timedelta(seconds=t_s), number, t_s)


def cpu_s(work: Callable[[], object]) -> float:
    """CPU seconds of this process that the work took."""
    began = time.process_time()
    work()
    return time.process_time() - began
