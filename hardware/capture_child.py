"""Child side of capture: reads a camera or a file and gives the newest frame when asked.

Started only by `hardware.capture` as `python -m hardware.capture_child`. A child of its own
because a decoder can abort the whole interpreter on a damaged picture, can stall without end
and can only be stopped for sure by killing it (F13, T18).

Protocol: one JSON line of settings on stdin (never on the command line: an address may hold a
password); then one byte per frame wanted. Each answer on stdout is a JSON line
(`width height number t_s` | `ended` | `gone`), then the raw BGR bytes.
"""

import json
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

import cv2
import numpy as np

from hardware.capture_sources import EPSILON_S, Picture, Shot, paced, shots_of


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
        try:
            for shot in shots:
                self._put(shot)
        except Exception as error:  # child's edge: the parent hears why, by name only
            self._put(Shot(None, gone=f"failed: {type(error).__name__}"))

    def _put(self, shot: Shot) -> None:
        with self._changed:
            self._newest = shot
            self._changed.notify_all()


def _shrunk(picture: Picture, max_width: int) -> Picture:
    height, width = picture.shape[:2]
    if not max_width or width <= max_width:
        return picture
    size = (max_width, round(height * max_width / width))
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _answer(shots: Iterator[Shot], max_width: int, out: BinaryIO) -> None:
    """Write the next whole picture, or why there is none."""
    for shot in shots:
        if shot.picture is None:
            header: dict[str, Any] = {"gone": shot.gone} if shot.gone else {"ended": True}
            out.write(json.dumps(header).encode() + b"\n")
            break
        if (pixels := shot.pixels()) is None:
            continue
        picture = np.ascontiguousarray(_shrunk(pixels, max_width))
        height, width = picture.shape[:2]
        header = {"width": width, "height": height, "number": shot.number, "t_s": shot.t_s}
        out.write(json.dumps(header).encode() + b"\n")
        out.write(picture.data)
        break
    out.flush()


def _wanted(settings: Mapping[str, Any]) -> Iterator[Shot]:
    """What is given out: every frame of a file that is analysed, else the newest."""
    shots = shots_of(settings)
    if settings["kind"] != "file":
        newest = Newest(shots, 1 / settings["fps"])
    elif settings.get("pace") == "fast":
        yield from shots
        while True:
            yield Shot(None)
    else:
        newest = Newest(paced(shots), 0.0)
    while True:
        yield newest.next()


def main() -> None:
    """Serve frames until stdin closes, that is until the parent closes or dies."""
    pixels = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # native prints must not mix with frames
    cv2.setNumThreads(1)
    asked = sys.stdin.buffer
    settings = json.loads(asked.readline())
    shots = _wanted(settings)
    while asked.read(1):
        _answer(shots, int(settings.get("max_width") or 0), pixels)


if __name__ == "__main__":
    main()
