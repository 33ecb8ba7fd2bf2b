"""Child side of capture: reads a camera or a file and gives the newest frame when asked.

Started only by `hardware.capture` as `python -m hardware.capture_child`. A child of its own
because a decoder can abort the whole interpreter on a damaged picture, can stall without end
and can only be stopped for sure by killing it (F13, T18).

Protocol: one JSON line of settings on stdin (never on the command line: an address may hold a
password); then one byte per frame wanted, the number of the slot it shall lie in. Each answer on
stdout is a JSON line (`width height number t_s thin` | `ended` | `gone`); the raw BGR bytes then
lie at the beginning of that slot of the memory shared with the parent, `thin` bytes of thinned
picture behind them, until the slot is asked for again (a pipe costs as much CPU as decoding the
picture: P16).
"""

import json
import mmap
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import cv2
import numpy as np

from companion.words.frame import thin_step
from hardware.capture_sources import Picture, Shot, paced, shots_of

SLOTS = 2
"""Pictures the shared memory has room for."""
TREMBLE = 0.4
"""Share of a step that a frame may come early."""


class Newest:
    """Holds the newest shot only; a reader thread keeps the device's buffers empty, and takes no
    more pictures out of the decoder than may be given."""

    def __init__(self, shots: Iterator[Shot], least_step_s: float) -> None:
        self._changed = threading.Condition()
        self._newest: Shot | None = None
        self._step_s, self._due_s = least_step_s, float("-inf")
        threading.Thread(target=self._read, args=(shots,), daemon=True, name="capture").start()

    def next(self) -> Shot:
        """The newest shot not given before; waits for one."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None)
            shot = self._newest
            assert shot is not None
            if shot.picture is not None:
                self._newest = None
            return shot

    def _is_due(self, t_s: float) -> bool:
        """At most one a step on average; a camera of just that rate may tremble."""
        if t_s < self._due_s - self._step_s * TREMBLE:
            return False
        self._due_s = max(self._due_s, t_s - self._step_s) + self._step_s
        return True

    def _read(self, shots: Iterator[Shot]) -> None:
        try:
            for shot in shots:
                if shot.picture is None:
                    self._put(shot)
                elif self._is_due(shot.t_s):
                    self._put(shot.taken())
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


class Slot:
    """One picture's place in the shared memory."""

    def __init__(self, shared: mmap.mmap, begin: int, end: int) -> None:
        self._bytes = np.frombuffer(shared, np.uint8)[begin:end]

    def room(self, max_width: int, size: tuple[int, int, int]) -> Picture | None:
        """Its beginning as a picture; None where that does not fit as it is."""
        height, width, _ = size
        count = height * width * 3
        if not 0 < count <= len(self._bytes) or (max_width and width > max_width):
            return None
        return self._bytes[:count].reshape(size)

    def thin(self, picture: Picture) -> int:
        """Lay the thinned picture behind the whole one, which the caches still hold; gives its
        bytes, 0 where there is no room."""
        step = thin_step(picture.shape[1])
        plane = picture[::step, ::step, 1]
        behind = self._bytes[picture.size : picture.size + plane.size]
        if behind.size < plane.size:
            return 0
        behind.reshape(plane.shape)[:] = plane
        return plane.size


def _answer(shots: Iterator[Shot], max_width: int, slot: Slot) -> Mapping[str, Any]:
    """Put the next whole picture into the slot; gives its header, or why there is none."""
    for shot in shots:
        if shot.picture is None:
            return {"gone": shot.gone} if shot.gone else {"ended": True}
        if (pixels := shot.pixels(partial(slot.room, max_width))) is None:
            continue
        picture = _shrunk(pixels, max_width)
        height, width = picture.shape[:2]
        if (room := slot.room(0, (height, width, 3))) is None:
            return {"gone": f"its pictures are too large: {width}x{height}"}
        if room.ctypes.data != picture.ctypes.data:
            room[:] = picture
        thin = slot.thin(room)
        head = {"width": width, "height": height, "thin": thin}
        return {**head, "number": shot.number, "t_s": shot.t_s}
    return {"ended": True}


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
    told = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # native prints must not mix with frames
    cv2.setNumThreads(1)
    asked = sys.stdin.buffer
    settings = json.loads(asked.readline())
    shots = _wanted(settings)
    with mmap.mmap(int(sys.argv[1]), 0) as shared:
        size = len(shared) // SLOTS
        slots = [Slot(shared, at * size, (at + 1) * size) for at in range(SLOTS)]
        while number := asked.read(1):
            header = _answer(shots, int(settings.get("max_width") or 0), slots[number[0]])
            os.write(told, json.dumps(header).encode() + b"\n")


if __name__ == "__main__":
    main()
