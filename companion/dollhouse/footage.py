"""Footage: real pixels for simulated cameras, of an empty room and of people who come, stand and
leave.

The clips come with the package (`footage/`, CC BY 4.0, see ATTRIBUTION.md) and are checked by
sha256. People are kept as JPEG (36 kB a frame; raw ones would take 95 MB) and decoded when
shown. The frame that is shown is a pure function of simulated time.
"""

import hashlib
import json
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

FPS = 5.0
"""Frames a second of the clips, and of the simulated cameras."""

WIDTH, HEIGHT = 640, 360
JPEG_QUALITY = 95

DIFFERENT = 30
"""Grey levels by which a pixel must differ from the empty room to belong to a person; the
clip's own noise stays below 10, a person's shadow mostly below 30."""
LEAST_PX = 2500
"""Smaller patches are shadows and edges of what was moved a little: 1 % of the picture. Without
this the whole picture counted as the second person for as long as a camera's exposure differed,
and who stood there first was painted over (measured: nobody for 1.5 s in a room of two)."""


class FootageDamaged(OSError):
    """Error: a clip is missing, altered or cannot be decoded; install the package again."""


@dataclass(frozen=True, slots=True)
class Look:
    """Clip of one person, in frame numbers."""

    frames: tuple[bytes, ...]
    enter: tuple[int, int]
    stand: tuple[int, int]
    leave: tuple[int, int]
    gone: int
    """First frame of `leave` without any of the person."""

    def frame_number(self, present_s: float, leaving_s: float | None) -> int | None:
        """Number of the frame to show; None when the person is out of the picture.

        `present_s`: since they came in; `leaving_s`: since they turned to go.
        """
        if leaving_s is not None:
            number = self.leave[0] + int(leaving_s * FPS + 1e-6)
            return number if number <= self.leave[1] else None
        number = self.enter[0] + int(present_s * FPS + 1e-6)
        if number < self.stand[0]:
            return number
        length = self.stand[1] - self.stand[0]
        step = (number - self.stand[0]) % (2 * length)
        return self.stand[0] + min(step, 2 * length - step)

    @property
    def gone_after_s(self) -> float:
        """Seconds from turning to go until nothing of them is seen."""
        return (self.gone - self.leave[0]) / FPS


@dataclass(frozen=True, slots=True)
class Footage:
    """Collection of all clips."""

    empty: tuple[Pixels, ...]
    """Kept as pixels (18 MB): the empty room is what is shown most."""
    looks: dict[str, Look]

    def room(self, t: float) -> Pixels:
        """The empty room at second `t`; the sensor's own noise goes on."""
        return self.empty[int(t * FPS + 1e-6) % len(self.empty)]

    def laid_over(self, under: Pixels, look: Look, number: int) -> Pixels:
        """A second person in the same picture, cut out by difference to the empty room."""
        room = self.empty[0]
        person = _exposed_as(room, decode(look.frames[number]))
        return np.where(_silhouette(person, room)[:, :, None] > 0, person, under)


def _exposed_as(room: Pixels, picture: Pixels) -> Pixels:
    """Give a picture the exposure of another: a dark coat makes a camera open its aperture."""
    gains = [
        np.median(room[::8, ::8, c] / (picture[::8, ::8, c].astype(np.float32) + 1))
        for c in range(3)
    ]
    exposed = np.clip(picture * np.array(gains, np.float32), 0, 255)
    return exposed.astype(np.uint8)


def _silhouette(person: Pixels, room: Pixels) -> Pixels:
    """Find where the person is: the large patches that differ, with a small margin."""
    differs = (cv2.absdiff(person, room).max(axis=2) > DIFFERENT).astype(np.uint8)
    differs = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)).astype(np.uint8)
    whole = cv2.morphologyEx(differs, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))
    _, patches, stats, _ = cv2.connectedComponentsWithStats(whole.astype(np.uint8))
    large = [i for i, row in enumerate(stats) if i and row[cv2.CC_STAT_AREA] >= LEAST_PX]
    mask = np.isin(patches, large).astype(np.uint8)
    return cv2.dilate(mask, np.ones((5, 5), np.uint8)).astype(np.uint8)


def decode(jpeg: bytes) -> Pixels:
    """Decode the BGR pixels of one stored frame."""
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise FootageDamaged("a stored frame cannot be decoded")
    return pixels.astype(np.uint8, copy=False)


def load_footage() -> Footage:
    """Read, check and unpack the clips; about a second of work. Raises `FootageDamaged`."""
    with resources.as_file(resources.files("companion.dollhouse") / "footage") as folder:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        looks = {name: _look(folder, part) for name, part in manifest["looks"].items()}
        empty = tuple(decode(jpeg) for jpeg in _frames(folder, manifest["empty"]))
        return Footage(empty=empty, looks=looks)


def _look(folder: Path, part: dict[str, Any]) -> Look:
    frames = _frames(folder, part)
    spans: list[tuple[int, int]] = [tuple(part[name]) for name in ("enter", "stand", "leave")]
    ends = [*(n for span in spans for n in span), len(frames) - 1]
    if any(a > b for a, b in pairwise(ends)):
        raise FootageDamaged(f"{part['file']}: its parts do not follow each other: {ends}")
    return Look(frames, spans[0], spans[1], spans[2], part["gone"])


def _frames(folder: Path, part: dict[str, Any]) -> tuple[bytes, ...]:
    path = folder / part["file"]
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise FootageDamaged(f"{path}: {error}") from error
    if digest != part["sha256"]:
        raise FootageDamaged(f"{path}: sha256 is {digest}, should be {part['sha256']}")
    video = cv2.VideoCapture(str(path))
    frames = []
    try:
        while True:
            ok, pixels = video.read()
            if not ok:
                break
            _, jpeg = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            frames.append(jpeg.tobytes())
    finally:
        video.release()
    if not frames:
        raise FootageDamaged(f"{path}: nothing could be decoded")
    return tuple(frames)
