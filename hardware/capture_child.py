"""Child side of capture: reads a camera or a file and gives the newest frame when asked.

Started only by `hardware.capture` as `python -m hardware.capture_child`. A child of its own
because a decoder can abort the whole interpreter on a damaged picture, can stall without end
and can only be stopped for sure by killing it (F13, T18).

Protocol: one JSON line of settings on stdin; then one byte per frame wanted. Each answer on
stdout is a JSON line (`width height number t_s` | `ended` | `gone`), then the raw BGR bytes.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
EPSILON_S = 1e-6


@dataclass(frozen=True, slots=True)
class Shot:
    """One decoded picture; `picture` None ends the source, `gone` says why if too early."""

    picture: Picture | None
    number: int = 0
    t_s: float = 0.0
    gone: str = ""


def open_source(settings: Mapping[str, Any]) -> cv2.VideoCapture:
    """Open a file path, or a V4L2 device index with MJPG and one buffer."""
    source = settings["source"]
    if isinstance(source, str):
        return cv2.VideoCapture(source)
    capture = cv2.VideoCapture(source, cv2.CAP_V4L2)
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    for key, prop in (("width", cv2.CAP_PROP_FRAME_WIDTH), ("height", cv2.CAP_PROP_FRAME_HEIGHT)):
        if settings.get(key):
            capture.set(prop, settings[key])
    return capture


def file_shots(settings: Mapping[str, Any]) -> Iterator[Shot]:
    """Frames of a file at `fps` of the clip's own clock, none skipped beyond that."""
    rounds_s, number = 0.0, 0
    while True:
        capture = open_source(settings)
        if not capture.isOpened():
            yield Shot(None, gone=f"cannot be opened as a video: {settings['source']}")
            return
        step_s = 1 / (capture.get(cv2.CAP_PROP_FPS) or 25.0)
        index, due_s = 0, 0.0
        while capture.grab():
            t_s, index = index * step_s, index + 1
            if t_s < due_s - EPSILON_S:
                continue
            while due_s <= t_s + EPSILON_S:
                due_s += 1 / settings["fps"]
            ok, picture = capture.retrieve()
            if ok:
                yield Shot(picture.astype(np.uint8, copy=False), number, rounds_s + t_s)
                number += 1
        capture.release()
        rounds_s += index * step_s
        if not settings.get("loop") or index == 0:
            yield Shot(None)
            return


def paced(shots: Iterator[Shot]) -> Iterator[Shot]:
    """Let each shot out at its time, as a camera would."""
    start = time.monotonic()
    for shot in shots:
        time.sleep(max(0.0, start + shot.t_s - time.monotonic()))
        yield shot


def device_shots(settings: Mapping[str, Any]) -> Iterator[Shot]:
    """Everything a device delivers, until it stops."""
    capture = open_source(settings)
    start, number = time.monotonic(), 0
    while capture.isOpened():
        ok, picture = capture.read()
        if not ok:
            break
        yield Shot(picture.astype(np.uint8, copy=False), number, time.monotonic() - start)
        number += 1
    yield Shot(None, gone="the device cannot be opened or stopped delivering")


class Newest:
    """Holds the newest shot only; a reader thread keeps the device's buffers empty."""

    def __init__(self, shots: Iterator[Shot], least_step_s: float) -> None:
        self._changed = threading.Condition()
        self._newest: Shot | None = None
        self._given_s = float("-inf")
        self._least_step_s = least_step_s
        threading.Thread(target=self._read, args=(shots,), daemon=True, name="capture").start()

    def next(self) -> Shot:
        """The newest shot not given before; waits for one."""
        with self._changed:
            self._changed.wait_for(self._is_due)
            shot = self._newest
            assert shot is not None
            if shot.picture is not None:
                self._newest, self._given_s = None, shot.t_s
            return shot

    def _is_due(self) -> bool:
        shot = self._newest
        if shot is None or shot.picture is None:
            return shot is not None
        return shot.t_s - self._given_s >= self._least_step_s - EPSILON_S

    def _read(self, shots: Iterator[Shot]) -> None:
        for shot in shots:
            with self._changed:
                self._newest = shot
                self._changed.notify_all()


def _shrunk(picture: Picture, max_width: int) -> Picture:
    height, width = picture.shape[:2]
    if not max_width or width <= max_width:
        return picture
    size = (max_width, round(height * max_width / width))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _answer(shot: Shot, max_width: int, out: BinaryIO) -> None:
    if shot.picture is None:
        header: dict[str, Any] = {"gone": shot.gone} if shot.gone else {"ended": True}
        out.write(json.dumps(header).encode() + b"\n")
    else:
        picture = np.ascontiguousarray(_shrunk(shot.picture, max_width))
        height, width = picture.shape[:2]
        header = {"width": width, "height": height, "number": shot.number, "t_s": shot.t_s}
        out.write(json.dumps(header).encode() + b"\n")
        out.write(picture.data)
    out.flush()


def main() -> None:
    """Serve frames until stdin closes, that is until the parent closes or dies."""
    pixels = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # native prints must not mix with frames
    cv2.setNumThreads(1)
    asked = sys.stdin.buffer
    settings = json.loads(asked.readline())
    max_width = int(settings.get("max_width") or 0)
    if isinstance(settings["source"], str):
        shots = file_shots(settings)
        if settings.get("pace") == "fast":
            while asked.read(1):
                _answer(next(shots, Shot(None)), max_width, pixels)
            return
        newest = Newest(paced(shots), 0.0)
    else:
        newest = Newest(device_shots(settings), 1 / settings["fps"])
    while asked.read(1):
        _answer(newest.next(), max_width, pixels)


if __name__ == "__main__":
    main()
