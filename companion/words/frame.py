"""Frame 画像: one picture from a camera, and what the detector found in it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Frame:
    """画像: raw BGR bytes, `height * width * 3`; never stored by default (S-23)."""

    bgr: bytes
    width: int
    height: int
    at: datetime
    """Wall clock of capture (the clip's own time for a file)."""
    number: int
    """Counts up from 0 in the source; a gap means frames were dropped, the newest kept."""
    t_s: float
    """Seconds since the source began."""


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
