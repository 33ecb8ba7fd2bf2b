"""An empty room at VGA as a camera would send it, and what looking at it costs at the least; no
goal of its own.

The least is one process that decodes a frame and gates it, and nothing else: of a video every
frame must be decoded whole, of a JPEG only as much as the gate sees, and whole for a look.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.words.frame import Frame, Lent, thin_step
from tests.proof.bench.footage import CLIPS, FPS, START, read

ROOM = CLIPS / "static_room_a.mp4"
VGA = (640, 480)
IDLE_FRAMES = 18
"""Of the clip; then a shadow falls in. They are shown to and fro, for a cut would be motion too."""
LOOK_EVERY = 25
"""Frames: the idle look in 5 s needs pixels, whoever decodes them; of a video they are there."""


@dataclass(frozen=True)
class Feed:
    """One way in which such a room comes."""

    name: str
    what: str
    least: str
    """What the least is, in words."""
    file: str
    codec: str
    bare: Callable[[Path, int], Iterator[Frame]]
    """Its frames with as little as possible, again and again; the number of decoding threads, 0
    for as many as OpenCV takes."""

    def write(self, folder: Path) -> Path:
        """The room as a file of this kind, 5 frames a second."""
        path = folder / self.file
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*self.codec), FPS, VGA)
        idle = read(ROOM)[:IDLE_FRAMES]
        for frame in (*idle, *idle[-2:0:-1]) * 3:
            picture = np.frombuffer(frame.bgr, np.uint8).reshape(frame.height, frame.width, 3)
            writer.write(cv2.resize(picture, VGA))
        writer.release()
        return path


def _decoded(clip: Path, threads: int) -> Iterator[Frame]:
    """Every frame decoded whole, thinned as the capture process thins it, nothing copied."""
    number = 0
    while True:
        capture = cv2.VideoCapture(str(clip), cv2.CAP_ANY, [cv2.CAP_PROP_N_THREADS, threads])
        ok, picture = capture.read()
        while ok:
            pixels = picture.astype(np.uint8, copy=False)
            step = thin_step(pixels.shape[1])
            yield _frame(pixels, pixels[::step, ::step, 1], number)
            number += 1
            ok, picture = capture.read()


def _reduced(clip: Path, _: int) -> Iterator[Frame]:
    """Every JPEG decoded to a quarter and in grey, one in `LOOK_EVERY` whole, nothing copied."""
    number = 0
    while True:
        capture = cv2.VideoCapture(str(clip), cv2.CAP_FFMPEG)
        capture.set(cv2.CAP_PROP_FORMAT, -1)
        ok, packed = capture.read()
        while ok:
            grey = cv2.imdecode(packed, cv2.IMREAD_REDUCED_GRAYSCALE_4)
            assert grey is not None
            if number % LOOK_EVERY == 0:
                cv2.imdecode(packed, cv2.IMREAD_COLOR)
            yield _frame(packed.astype(np.uint8, copy=False), grey.astype(np.uint8), number)
            number += 1
            ok, packed = capture.read()


def _frame(given: npt.NDArray[np.uint8], thin: npt.NDArray[np.uint8], number: int) -> Frame:
    flat, t_s = given.reshape(-1), number / FPS
    lent = Lent(flat.size, lambda begin, end: flat[begin:end].tobytes())
    return Frame(lent, *VGA, START + timedelta(seconds=t_s), number, t_s, thin.tobytes())


JPEG = Feed(
    "jpeg",
    "a camera that gives JPEG",
    "reduced grey decode, gate, and a whole decode for the look every 5 s, alone",
    "room.avi",
    "MJPG",
    _reduced,
)
VIDEO = Feed(
    "video",
    "a video file, every frame of which must be decoded whole",
    "decode and gate alone",
    "room.mp4",
    "mp4v",
    _decoded,
)
