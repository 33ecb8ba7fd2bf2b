"""Frame 画像: one picture from a camera, and what the detector found in it."""

from collections.abc import Callable
from dataclasses import dataclass
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
    copied (P16)."""

    size: int
    """Bytes."""
    piece: Callable[[int, int], bytes]
    """Gives those from one to before another."""

    def __len__(self) -> int:
        """Bytes."""
        return self.size


@dataclass(frozen=True, slots=True)
class Frame:
    """画像: raw BGR pixels, `height * width * 3` bytes; never stored by default (S-23)."""

    pixels: bytes | Lent
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
    gave it along; else whoever needs it thins the picture."""

    @property
    def bgr(self) -> bytes:
        """The pixels as bytes of one's own; a copy where they are lent."""
        pixels = self.pixels
        return pixels if isinstance(pixels, bytes) else pixels.piece(0, len(pixels))

    def repeats(self, before: "Frame") -> bool:
        """Whether it is the same picture bit by bit; what differs is told by its first piece."""
        thins = self.thin, before.thin
        if (all(thins) and thins[0] != thins[1]) or len(self.pixels) != len(before.pixels):
            return False
        begins = range(0, len(self.pixels), _PIECE_BYTES)
        return all(
            _piece(self.pixels, at, at + _PIECE_BYTES)
            == _piece(before.pixels, at, at + _PIECE_BYTES)
            for at in begins
        )


def _piece(pixels: bytes | Lent, begin: int, end: int) -> bytes:
    return pixels[begin:end] if isinstance(pixels, bytes) else pixels.piece(begin, end)


@dataclass(frozen=True, slots=True)
class Detection:
    """検出: one thing the detector found."""

    label: str
    """COCO class name, for example `person`."""
    score: float
    """0..1."""
    box: tuple[int, int, int, int]
    """x, y, width, height in pixels of the frame."""


@dataclass(frozen=True, slots=True)
class Written:
    """文字: one line or code that was read in a frame. Somebody else's words: `observed` (T1)."""

    text: str
    """At most 200 printable characters on one line."""
    score: float
    """0..1; a QR code carries its own checksum and is 1."""
    box: tuple[int, int, int, int]
    """x, y, width, height in pixels of the frame."""
    how: str
    """`qr` or `sign`."""
