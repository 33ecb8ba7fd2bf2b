"""Frames carry sound from the capture process to its parent: a byte of kind, four of length, and
the content."""

import struct

HEAD = struct.Struct("!BI")
SOUND, GONE, ENDED, LOST = 0, 1, 2, 3
"""A block of sound; the reason why there is none, Japanese and English in two lines; the end of a
recording; sound was lost before the block that follows."""


def packed(kind: int, content: bytes = b"") -> bytes:
    """One frame as it goes over the socket."""
    return HEAD.pack(kind, len(content)) + content
