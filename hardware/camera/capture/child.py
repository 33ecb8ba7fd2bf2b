"""Child side of the capture process: reads a camera or a file and gives the newest frame when
asked.

Started only by `parent.py` as `python -m hardware.camera.capture.child MEMORY COUNTER DARK_ROOM`
(three open files). A child of its own because a decoder can abort the whole interpreter on a
damaged picture, can stall without end and can only be stopped for sure by killing it.

Protocol: the counter's socket first brings the settings as JSON (never on the command line: an
address may hold a password); then one byte per frame wanted, the number of the slot it shall lie
in. Each answer is an `ANSWER` of `memory.py`; the picture then lies in that slot of
the shared memory until the slot is asked for again (a pipe costs as much CPU as decoding the
picture). On the dark room's socket come the lengths of JPEGs to develop, and go the sizes of
what came of them; they do not wait for the camera.

Two threads, because a source blocks as long as it likes. The one that reads it finds most frames
asked for already and answers at once: waking another thread costs as much as gating a picture.
A frame that nobody has asked for yet is left on the counter, and the main thread gives it
out.
"""

import json
import mmap
import os
import select
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import cv2

from companion.words.language import Bilingual
from hardware.camera.capture.memory import LONGEST_BYTES, TO_DEVELOP
from hardware.camera.capture.slots import Memory
from hardware.camera.capture.sources import Shot, paced, shots_of

TREMBLE = 0.4
"""Share of a step that a frame may come early."""
_NOBODY = select.POLLHUP | select.POLLERR | select.POLLNVAL


class Rate:
    """Rate limit of frames: at most one frame a step on average; a camera of about that rate may
    jitter."""

    def __init__(self, least_step_s: float) -> None:
        self._step_s, self._due_s = least_step_s, float("-inf")

    def is_due(self, t_s: float) -> bool:
        """Whether the frame of this second is to be given."""
        if t_s < self._due_s - self._step_s * TREMBLE:
            return False
        self._due_s = max(self._due_s, t_s - self._step_s) + self._step_s
        return True


class Counter:
    """Exchange of frames between the reading thread and the parent; keeps only the newest frame."""

    def __init__(self, asked: socket.socket, give: Callable[[Shot, int], bool]) -> None:
        self._asked, self._give = asked, give
        self._lock = threading.Lock()
        self._left: Shot | None = None
        self._slot: int | None = None
        self._heard, self._bell = os.pipe()
        asked.setblocking(False)

    def offer(self, shot: Shot) -> None:
        """The next shot, given out at once where one is asked for; else it lies here until one
        is, or until the next comes."""
        with self._lock:
            is_picture = shot.picture is not None
            if is_picture and self._left is None and self._is_asked():
                self._answer(shot)
                return
            if self._left is None:
                os.write(self._bell, b"!")
            self._left = shot.taken()

    def wait_until_asked(self) -> None:
        """Until somebody asks, or nobody is there any more."""
        if self._slot is None:
            select.select([self._asked], [], [])

    def serve(self, dark_room: socket.socket, develop: Callable[[], None]) -> None:
        """Give out what lies here, and develop, until nobody is there any more."""
        poll = select.poll()
        poll.register(self._heard, select.POLLIN)
        poll.register(dark_room, select.POLLIN)
        while True:
            poll.register(self._asked, select.POLLIN if self._left is not None else 0)
            for number, what in poll.poll():
                if what & _NOBODY:
                    os._exit(0)  # with the thread that waits for the camera
                if number == self._heard:
                    os.read(number, 1)
                if number == dark_room.fileno():
                    develop()
                else:
                    self._give_left()

    def _give_left(self) -> None:
        with self._lock:
            if self._left is None or not self._is_asked():
                return
            self._answer(self._left)
            if self._left.picture is not None:
                self._left = None

    def _is_asked(self) -> bool:
        if self._slot is None:
            try:
                number = self._asked.recv(1)
            except BlockingIOError:
                return False
            if not number:
                os._exit(0)
            self._slot = number[0]
        return True

    def _answer(self, shot: Shot) -> None:
        """Of a picture that is damaged or shows nothing new nobody hears: who asked waits for the
        next."""
        assert self._slot is not None
        if self._give(shot, self._slot):
            self._slot = None


def _wanted(settings: Mapping[str, Any], counter: Counter) -> Iterator[Shot]:
    """Choose which frames are offered: every frame of a file that is analysed, when it is asked
    for; otherwise only frames that are due."""
    shots, is_file = shots_of(settings), settings["kind"] == "file"
    if is_file and settings.get("pace") == "fast":
        for shot in shots:
            counter.wait_until_asked()
            yield shot
        return
    rate = Rate(0.0 if is_file else 1 / settings["fps"])
    for shot in paced(shots) if is_file else shots:
        if shot.picture is None or rate.is_due(shot.t_s):
            yield shot


def _read(settings: Mapping[str, Any], counter: Counter) -> None:
    try:
        for shot in _wanted(settings, counter):
            counter.offer(shot)
    except Exception as error:  # child's edge: the parent hears why, by name only
        counter.offer(Shot(None, gone=_failed(error)))


def _failed(error: Exception) -> Bilingual:
    name = type(error).__name__
    return Bilingual(f"読み取りに失敗しました（{name}）", f"failed: {name}")


def main() -> None:
    """Serve frames until the parent hangs up or dies."""
    cv2.setNumThreads(1)
    memory_file, *sockets = map(int, sys.argv[1:])
    asked, dark_room = (socket.socket(fileno=one) for one in sockets)
    settings = json.loads(asked.recv(LONGEST_BYTES) or "{}")
    with mmap.mmap(memory_file, 0) as shared:
        width, still_s = int(settings.get("max_width") or 0), float(settings.get("still_s") or 0)
        memory = Memory.of(shared, width, still_s)

        def give(shot: Shot, slot: int) -> bool:
            answer = memory.lay(shot, slot)
            return answer is not None and asked.send(answer) > 0

        def develop() -> None:
            if length := dark_room.recv(TO_DEVELOP.size):
                dark_room.send(memory.develop(*TO_DEVELOP.unpack(length)))

        counter = Counter(asked, give)
        reads = threading.Thread(
            target=_read, args=(settings, counter), daemon=True, name="capture"
        )
        reads.start()
        counter.serve(dark_room, develop)


if __name__ == "__main__":
    main()
