"""Slots of shared memory: the capture process writes each picture into the next slot.

A picture of pixels is laid there as pixels. A JPEG picture is laid there as it came, with a thinned
grey picture that the decoder makes at a fraction of the size: the motion gate needs no more, and
decoding is what watching costs.
"""

import math
import mmap
from dataclasses import dataclass
from functools import lru_cache, partial

import cv2
import numpy as np

from companion.words.frame import thin_step
from companion.words.language import Bilingual
from hardware.camera.capture import jpeg
from hardware.camera.capture.memory import (
    ANSWER,
    DARK_ROOM,
    DEVELOPED,
    DEVELOPED_SIZE,
    ENDED,
    GONE,
    LARGEST_BYTES,
    PACKED,
    PIXELS,
    SHARED_BYTES,
    SLOT_BYTES,
    THIN_ROOM_BYTES,
)
from hardware.camera.capture.sources import Picture, Shot, unpacked
from hardware.camera.capture.stillness import Stillness

_REDUCED = (
    (8, cv2.IMREAD_REDUCED_GRAYSCALE_8),
    (4, cv2.IMREAD_REDUCED_GRAYSCALE_4),
    (2, cv2.IMREAD_REDUCED_GRAYSCALE_2),
    (1, cv2.IMREAD_GRAYSCALE),
)
"""By how much the decoder can reduce a JPEG while it decodes it."""
Size = tuple[int, int]
"""Height and width."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Shared memory as the capture process sees it."""

    shared: mmap.mmap
    all: Picture
    """The same as an array."""
    max_width: int
    """Wider pictures are shrunk; 0 = never."""
    stillness: Stillness

    @classmethod
    def of(cls, shared: mmap.mmap, max_width: int, still_s: float = 0.0) -> "Memory":
        """The memory given at the start. Raises `ValueError` where it is too small."""
        array = np.frombuffer(shared, np.uint8, SHARED_BYTES)
        return cls(shared, array, max_width, Stillness(still_s))

    def lay(self, shot: Shot, slot: int) -> bytes | None:
        """Put the shot's picture into the slot; gives the answer, None for one that is damaged or
        shows nothing new."""
        if shot.picture is None:
            return _over(shot.gone)
        room = self.all[slot * SLOT_BYTES : (slot + 1) * SLOT_BYTES]
        given = shot.take(partial(self._room, room))
        if isinstance(given, bytes):
            if size := jpeg.size_of(given):
                return self._lay_packed(shot, given, size, slot * SLOT_BYTES)
            given = unpacked(given)
        return None if given is None else self._lay_pixels(shot, given, room)

    def develop(self, count: int) -> bytes:
        """Make pixels of the JPEG in the dark room; gives their size as the answer."""
        picture = unpacked(self.all[DARK_ROOM : DARK_ROOM + count].tobytes())
        if picture is None:
            return DEVELOPED_SIZE.pack(0, 0)
        picture = shrunk(picture, self.max_width)
        if picture.size > LARGEST_BYTES:
            return DEVELOPED_SIZE.pack(0, 0)
        self.all[DEVELOPED : DEVELOPED + picture.size].reshape(picture.shape)[:] = picture
        return DEVELOPED_SIZE.pack(picture.shape[1], picture.shape[0])

    def _room(self, slot: Picture, size: tuple[int, int, int]) -> Picture | None:
        """The slot's beginning as a picture; None where that does not fit as it is."""
        height, width, _ = size
        count = height * width * 3
        if not 0 < count <= LARGEST_BYTES or (self.max_width and width > self.max_width):
            return None
        return slot[:count].reshape(size)

    def _lay_pixels(self, shot: Shot, given: Picture, slot: Picture) -> bytes | None:
        picture = shrunk(given, self.max_width)
        height, width = picture.shape[:2]
        if (room := self._room(slot, (height, width, 3))) is None:
            return _too_large((height, width))
        if room.ctypes.data != picture.ctypes.data:
            room[:] = picture
        step = thin_step(width)
        plane = np.ascontiguousarray(room[::step, ::step, 1])
        if not self.stillness.passes(plane, shot.t_s):
            return None
        thin = _behind(slot, picture.size, plane)
        return ANSWER.pack(PIXELS, width, height, shot.number, shot.t_s, picture.size, thin)

    def _lay_packed(self, shot: Shot, packed: bytes, own: Size, begin: int) -> bytes | None:
        grey, (height, width) = reduced(packed, own, self.max_width)
        if grey is None or not self.stillness.passes(grey, shot.t_s):
            return None
        count, thin = len(packed), grey.size
        if max(height * width * 3, count) > LARGEST_BYTES or thin > THIN_ROOM_BYTES:
            return _too_large((height, width))
        self.shared[begin : begin + count] = packed
        self.shared[begin + count : begin + count + thin] = grey.tobytes()
        return ANSWER.pack(PACKED, width, height, shot.number, shot.t_s, count, thin)


@lru_cache(maxsize=8)
def _way(own: Size, max_width: int) -> tuple[int, int, Size, Size]:
    """Choose how a JPEG of this size is reduced: OpenCV's flag, the factor, the final size, and the
    size of its full pixels."""
    size = _shrunk_size(own, max_width)
    wanted = _part(size, thin_step(size[1]))
    share, flag = next((s, f) for s, f in _REDUCED if own[1] >= s * wanted[1] or s == 1)
    return flag, share, wanted, size


def reduced(packed: bytes, own: Size, max_width: int) -> tuple[Picture | None, Size]:
    """Decode a JPEG to a thinned grey picture, None for a damaged one, and tell the size of its
    full pixels.

    `own` is the size its header says; a camera that hangs on its side may say so in the picture,
    and the decoder turns it then.
    """
    flag, share, wanted, size = _way(own, max_width)
    decoded = cv2.imdecode(np.frombuffer(packed, np.uint8), flag)
    if decoded is None:
        return None, size
    if decoded.shape == wanted:
        return decoded.astype(np.uint8, copy=False), size
    if decoded.shape != _part(own, share) and decoded.shape[::-1] == _part(own, share):
        _, _, wanted, size = _way(own[::-1], max_width)
    decoded = cv2.resize(decoded, wanted[::-1], interpolation=cv2.INTER_AREA)
    return decoded.astype(np.uint8, copy=False), size


def shrunk(picture: Picture, max_width: int) -> Picture:
    """Shrink a picture to at most this width; 0 leaves it as it is."""
    height, width = _shrunk_size(picture.shape[:2], max_width)
    if (height, width) == picture.shape[:2]:
        return picture
    smaller = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    return smaller.astype(np.uint8, copy=False)


def _shrunk_size(size: Size, max_width: int) -> Size:
    height, width = size
    if not max_width or width <= max_width:
        return height, width
    return round(height * max_width / width), max_width


def _part(size: Size, share: int) -> Size:
    return math.ceil(size[0] / share), math.ceil(size[1] / share)


def _behind(slot: Picture, begin: int, thin: Picture) -> int:
    """Write the thinned picture behind the full one; gives its bytes, 0 where there is no room."""
    behind = slot[begin : begin + thin.size]
    if behind.size < thin.size:
        return 0
    behind.reshape(thin.shape)[:] = thin
    return thin.size


def _over(gone: Bilingual | None) -> bytes:
    """The last answer: the reason in both languages, a line each."""
    said = (gone.ja, gone.en) if gone else ()
    text = "\n".join(" ".join(words.split()) for words in said).encode()
    return ANSWER.pack(GONE if gone else ENDED, 0, 0, 0, 0.0, len(text), 0) + text


def _too_large(size: Size) -> bytes:
    wide = f"{size[1]}x{size[0]}"
    return _over(Bilingual(f"映像が大きすぎます: {wide}", f"its pictures are too large: {wide}"))
