"""Regions: choose where to look closer, and merge looks at parts of a frame into one.

Far people are too few pixels once the whole picture is shrunk to the network's 300, and of people
in the dark too little is left: somebody found with a score of 0.2-0.6 has 0.9 and more in a square
around them, what only looks like somebody 0.3 at most (ADR 0046).
"""

from collections.abc import Iterable

from companion.ports.eyes import Box
from companion.words.frame import Detection, Frame

LEAST_REGION_PX = 160
"""A smaller crop holds too little around a far person for the 300 px network."""
FAR = 0.35
"""Motion smaller than this share of the picture's height is worth a crop."""

SAME_ONE = 0.4
"""Two boxes that overlap so much (intersection over union) frame the same one."""


def regions(frame: Frame, likely: Iterable[Box], *, first: bool) -> tuple[Box, ...]:
    """Where to look closer: both ends of a wide first frame; else the first far thing."""
    width, height = frame.width, frame.height
    side = min(width, height)
    if first and max(width, height) > 1.25 * side:
        return ((0, 0, side, side), (width - side, height - side, side, side))
    thing = next((b for b in likely if max(b[2], b[3]) < FAR * height), None)
    return () if thing is None else (around(thing, frame),)


def around(thing: Box, frame: Frame) -> Box:
    """The square in which to look closer at one thing."""
    side = min(max(LEAST_REGION_PX, 2 * max(thing[2], thing[3])), frame.width, frame.height)
    left = min(max(thing[0] + thing[2] // 2 - side // 2, 0), frame.width - side)
    top = min(max(thing[1] + thing[3] // 2 - side // 2, 0), frame.height - side)
    return left, top, side, side


def far(box: Box, frame: Frame) -> bool:
    """Small and wholly in view. Anything else the whole frame would have shown; seen in a
    crop only, it is as likely an arm or a part of something."""
    x, y, w, h = box
    inside = x > 0 and y > 0 and x + w < frame.width and y + h < frame.height
    return inside and h < FAR * frame.height


def merged(one: Iterable[Detection], more: Iterable[Detection]) -> tuple[Detection, ...]:
    """Both, surest first, without a second box for the same thing."""
    kept: list[Detection] = []
    for found in sorted((*one, *more), key=lambda d: -d.score):
        if not any(k.label == found.label and _same(k.box, found.box) for k in kept):
            kept.append(found)
    return tuple(kept)


def same_one(one: Box, other: Box) -> bool:
    """Whether two boxes frame the same one: not an arm or a head of theirs."""
    return overlap(one, other) >= SAME_ONE


def overlap(one: Box, other: Box) -> float:
    """Intersection over union."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right = min(one[0] + one[2], other[0] + other[2])
    bottom = min(one[1] + one[3], other[1] + other[3])
    shared = max(0, right - left) * max(0, bottom - top)
    return shared / max(1, one[2] * one[3] + other[2] * other[3] - shared)


def _same(one: Box, other: Box) -> bool:
    """Whether the smaller box lies at least half in the other: one thing seen twice."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right = min(one[0] + one[2], other[0] + other[2])
    bottom = min(one[1] + one[3], other[1] + other[3])
    shared = max(0, right - left) * max(0, bottom - top)
    return 2 * shared >= min(one[2] * one[3], other[2] * other[3])
