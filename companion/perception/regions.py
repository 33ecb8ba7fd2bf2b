"""Where to look closer, and how looks at parts of a frame become one.

Far people are too few pixels once the whole picture is shrunk to the network's 300.
"""

from collections.abc import Iterable

from companion.ports.eyes import Box
from companion.words.frame import Detection, Frame

LEAST_REGION_PX = 160
"""A smaller crop holds too little around a far person for the 300 px network."""
FAR = 0.35
"""Motion smaller than this share of the picture's height is worth a crop."""


def regions(frame: Frame, likely: Iterable[Box], *, first: bool) -> tuple[Box, ...]:
    """Where to look closer: both ends of a wide first frame; else the first far thing."""
    width, height = frame.width, frame.height
    side = min(width, height)
    if first and max(width, height) > 1.25 * side:
        return ((0, 0, side, side), (width - side, height - side, side, side))
    thing = next((b for b in likely if max(b[2], b[3]) < FAR * height), None)
    if thing is None:
        return ()
    around = min(max(LEAST_REGION_PX, 2 * max(thing[2], thing[3])), side)
    left = min(max(thing[0] + thing[2] // 2 - around // 2, 0), width - around)
    top = min(max(thing[1] + thing[3] // 2 - around // 2, 0), height - around)
    return ((left, top, around, around),)


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


def _same(one: Box, other: Box) -> bool:
    """Whether the smaller box lies at least half in the other: one thing seen twice."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right = min(one[0] + one[2], other[0] + other[2])
    bottom = min(one[1] + one[3], other[1] + other[3])
    shared = max(0, right - left) * max(0, bottom - top)
    return 2 * shared >= min(one[2] * one[3], other[2] * other[3])
