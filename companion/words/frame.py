"""Frame 画像: one picture from a camera, and what the detector found in it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime

THIN_WIDTH = 160
"""Columns of a thinned picture, about; a rounder number of pixels is not worth a resize."""
_PIECE_BYTES = 2**16


def thin_step(width: int) -> int:
    """Every how manieth pixel of a picture so wide is in its thinned form."""
    return max(1, round(width / THIN_WIDTH))


@dataclass(frozen=True, slots=True)
class Lent:
    """貸した画素: pixels that still lie where the camera's process put them. They stay this
    picture's for as long as anybody holds them; most pictures are never looked at and so never
    copied."""

    size: int
    """Bytes."""
    piece: Callable[[int, int], bytes]
    """Gives those from one to before another."""

    def __len__(self) -> int:
        """Bytes."""
        return self.size


@dataclass(frozen=True, slots=True)
class Undeveloped:
    """未現像の画素: a picture still packed as the camera gave it (JPEG). Pixels are made of it when
    somebody looks, by the camera's process: most are never looked at, and a decoder may abort on
    a damaged one."""

    size: int
    """Bytes of the pixels it will have."""
    packed: bytes | Lent
    """As it was given; the same bytes are the same picture."""
    develop: Callable[[], Awaitable[bytes]]
    """Gives the pixels. Raises what the port `Camera` raises when the camera is gone."""

    def __len__(self) -> int:
        """Bytes of the pixels it will have."""
        return self.size


class NotDeveloped(ValueError):
    """The picture's pixels are not here yet: `await frame.developed()` first."""


@dataclass(frozen=True, slots=True)
class Frame:
    """画像: raw BGR pixels, `height * width * 3` bytes; never stored by default."""

    pixels: bytes | Lent | Undeveloped
    width: int
    height: int
    at: datetime
    """Wall clock of capture (the clip's own time for a file)."""
    number: int
    """Counts up from 0 in the source; a gap means frames were dropped, the newest kept."""
    t_s: float
    """Seconds since the source began."""
    thin: bytes = b""
    """Every `thin_step`-th green pixel of every `thin_step`-th row, where the camera's process
    gave it along; else the reader thins the picture. Of one that is not developed always
    there, and then the mean grey of so large a block."""

    @property
    def bgr(self) -> bytes:
        """The pixels as bytes of one's own; a copy where they are lent. Raises `NotDeveloped`."""
        pixels = self.pixels
        if isinstance(pixels, Undeveloped):
            raise NotDeveloped("await frame.developed() before looking at its pixels")
        return pixels if isinstance(pixels, bytes) else pixels.piece(0, len(pixels))

    async def developed(self) -> "Frame":
        """The same picture with its pixels unpacked.

        Raises what the port `Camera` raises when the camera is gone.
        """
        if not isinstance(self.pixels, Undeveloped):
            return self
        return replace(self, pixels=await self.pixels.develop())

    def repeats(self, before: "Frame") -> bool:
        """True if both pictures are the same bit by bit."""
        thins = self.thin, before.thin
        if all(thins) and thins[0] != thins[1]:
            return False
        one, two = _given(self.pixels), _given(before.pixels)
        if len(one) != len(two):
            return False
        begins = range(0, len(one), _PIECE_BYTES)
        return all(
            _piece(one, at, at + _PIECE_BYTES) == _piece(two, at, at + _PIECE_BYTES)
            for at in begins
        )


def _given(pixels: bytes | Lent | Undeveloped) -> bytes | Lent:
    """The picture as the camera gave it: pixels, or still packed."""
    return pixels.packed if isinstance(pixels, Undeveloped) else pixels


def _piece(pixels: bytes | Lent, begin: int, end: int) -> bytes:
    return pixels[begin:end] if isinstance(pixels, bytes) else pixels.piece(begin, end)


PICTURE = "picture"
"""Label of what looks like a person and is a picture of one: framed, printed or on a screen."""


@dataclass(frozen=True, slots=True)
class Detection:
    """検出: one thing the detector found."""

    label: str
    """COCO class name, for example `person`; or `picture`."""
    score: float
    """0..1."""
    box: tuple[int, int, int, int]
    """x, y, width, height in pixels of the frame."""


@dataclass(frozen=True, slots=True)
class Written:
    """文字: one line or code that was read in a frame. Words of another person: `observed`."""

    text: str
    """At most 200 printable characters on one line."""
    score: float
    """0..1; a QR code carries its own checksum and is 1."""
    box: tuple[int, int, int, int]
    """x, y, width, height in pixels of the frame."""
    how: str
    """`qr` or `sign`."""
