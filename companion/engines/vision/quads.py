"""Quadrilateral finder: finds the border of a screen, frame or poster around a box.

Straight segments left and right of the box, above and below it are combined; a quadrilateral
counts where nearly all of its four sides lie on edges of the picture that run along them.
"""

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.ports.eyes import Box

Grey = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

LEAST_SEGMENT_PX = 8.0
UPRIGHT_DEG, LEVEL_DEG = 70.0, 30.0
"""Verticals stay nearly vertical; horizontals of a screen seen from the side tilt up to so far."""
OVERHANG = 0.2
"""A detector's box may reach over the border by this share of its side."""
STANDS_UNDER, UNBROKEN = 0.6, 0.9
"""It may reach further down, over furniture under a screen that it takes for legs, where so much
of the lower border runs on through the box: somebody before the screen would hide that part."""
EACH_SIDE = 7
"""Candidates of each side: 7^4 combinations take 4 ms."""
LEAST_SIDE, LEAST_ALL = 0.6, 0.8
"""Share of a side, and of the whole border, that must lie on edges."""
LEAST_CORNERS, END_STEPS = 3, 4
"""Corners where both sides reach so near (samples of 24) that they meet; one may be hidden. Without
this the upper half of a window and the lower half of who sits before it were one border."""
BAND_PX = 16
"""So far over and under a lower side that is known its pieces are looked for."""
ONE_LINE_PX, ONE_LINE_SLOPE = 3.0, 0.05
"""Segments closer than this are pieces of one line."""
LEAST_PIECE, LEAST_ALONG = 0.08, 0.4
"""Share of the box's side that a segment, and all segments of a line, run along at least."""
UNEVEN = 1.6
"""Opposite sides differ at most by this factor: a screen is seen from a little aside at most."""
MOST_OF_PICTURE, MOST_OF_BOX = 0.75, 30.0
_STEPS = np.linspace(0.04, 0.96, 24)


class Lines(NamedTuple):
    """Line segments x1 y1 x2 y2, and where their lines lie: `offset + slope * other coordinate`."""

    ends: Floats
    slope: Floats
    offset: Floats


class Edges:
    """Edges of one picture by direction; they are computed once and used for several boxes."""

    def __init__(self, grey: Grey) -> None:
        self.height, self.width = grey.shape
        across = np.abs(cv2.Sobel(grey, cv2.CV_16S, 1, 0))
        down = np.abs(cv2.Sobel(grey, cv2.CV_16S, 0, 1))
        strong = cv2.dilate(cv2.Canny(grey, 12, 40), np.ones((3, 3), np.uint8)) > 0
        self._upright = strong & (across > down)
        self._level = strong & (down > 1.2 * across)
        self._grey = grey
        self._lines: tuple[Lines, Lines] | None = None

    def support(self, quads: Floats) -> tuple[Floats, npt.NDArray[np.intp]]:
        """Share of each side (top, right, bottom, left) that lies on edges along it, and at how
        many corners two sides meet; `quads` are n x 4 corners x y, clockwise from the top left."""
        ends = np.roll(quads, -1, 1)
        steps = _STEPS[None, None, :, None]
        points = (quads[:, :, None] * (1 - steps) + ends[:, :, None] * steps).round().astype(int)
        x = points[..., 0].clip(0, self.width - 1)
        y = points[..., 1].clip(0, self.height - 1)
        upright, level = self._upright[y, x], self._level[y, x]
        sides = (level[:, 0], upright[:, 1], level[:, 2], upright[:, 3])
        hits = np.stack(sides, 1)
        begun = hits[..., :END_STEPS].mean(2) >= 0.5
        ended = np.roll(hits[..., -END_STEPS:].mean(2) >= 0.5, 1, 1)
        found: Floats = hits.mean(2)
        return found, (begun & ended).sum(1)

    def lines(self) -> tuple[Lines, Lines]:
        """Upright and level segments."""
        if self._lines is None:
            upright, level = _segments(self._grey)
            self._lines = _lines(upright[:, [1, 0, 3, 2]]), _lines(level)
        return self._lines

    def above(self, box: Box, border: Floats) -> Box:
        """The part of the box above the lower side of a border that runs on through it; the same
        box where it does not."""
        x, y, w, h = box
        foot = float(_height_at(border[None], x + w / 2)[0])
        if not y + h * (1 - STANDS_UNDER) <= foot < y + h * (1 - OVERHANG):
            return box
        top, left = max(0, round(foot) - BAND_PX), max(0, x)
        band = np.ascontiguousarray(self._grey[top : top + 2 * BAND_PX, left : max(0, x + w)])
        level = _segments(band)[1] + (left, top, left, top)
        if _unbroken(border[None], box, level)[0] < UNBROKEN:
            return box
        return x, y, w, max(2, round(foot) - y)

    def enclosing(self, box: Box) -> Floats | None:
        """The best border around the box, 4 corners x y, or None."""
        quads = self._candidates(box)
        if not len(quads):
            return None
        support, corners = self.support(quads)
        good = (support.min(1) >= LEAST_SIDE) & (support.mean(1) >= LEAST_ALL)
        good &= corners >= LEAST_CORNERS
        x, y, w, h = box
        reached = good & (_height_at(quads, x + w / 2) < y + h * (1 - OVERHANG))
        good[reached] = _unbroken(quads[reached], box, self.lines()[1].ends) >= UNBROKEN
        if not good.any():
            return None
        best: Floats = quads[np.argmax(np.where(good, support.mean(1), 0.0))]
        return best

    def _candidates(self, box: Box) -> Floats:
        x, y, w, h = box
        upright, level = self.lines()
        at_x = upright.offset + upright.slope * (y + h / 2)
        at_y = level.offset + level.slope * (x + w / 2)
        # A border that holds the box runs along the whole of each of its sides.
        tall, broad = _along(upright, y, y + h), _along(level, x, x + w)
        left = (at_x <= x + OVERHANG * w) & (at_x > max(2, x - 4 * w))
        right = (at_x >= x + w - OVERHANG * w) & (at_x < min(self.width - 3, x + 5 * w))
        top = (at_y <= y + OVERHANG * h) & (at_y > max(2, y - 1.5 * h))
        low = (at_y >= y + h * (1 - STANDS_UNDER)) & (at_y < min(self.height - 3, y + 2.5 * h))
        sides = (
            _best(left, at_x, tall, upright),
            _best(right, at_x, tall, upright),
            _best(top, at_y, broad, level),
            _best(low, at_y, broad, level),
        )
        grid = [g.ravel() for g in np.meshgrid(*sides, indexing="ij")]
        ls, rs, ts, bs = grid
        corners = [
            _cross(upright, v, level, h) for v, h in ((ls, ts), (rs, ts), (rs, bs), (ls, bs))
        ]
        quads: Floats = np.stack(corners, 1)
        return quads[self._plausible(quads, w * h)]

    def _plausible(self, quads: Floats, box_area: float) -> npt.NDArray[np.bool_]:
        inside = (
            (quads[..., 0] >= 1)
            & (quads[..., 0] <= self.width - 2)
            & (quads[..., 1] >= 1)
            & (quads[..., 1] <= self.height - 2)
        ).all(1)
        sides = np.linalg.norm(np.roll(quads, -1, 1) - quads, axis=2) + 1e-6
        uneven = np.maximum(sides[:, :2] / sides[:, 2:], sides[:, 2:] / sides[:, :2]).max(1)
        area = areas(quads)
        sized = (area < MOST_OF_PICTURE * self.width * self.height) & (area > 0.8 * box_area)
        fits: npt.NDArray[np.bool_] = (
            inside & (uneven < UNEVEN) & sized & (area < MOST_OF_BOX * box_area)
        )
        return fits


def _segments(grey: Grey) -> tuple[Floats, Floats]:
    """Straight pieces of edges, x1 y1 x2 y2: those that stand nearly upright, and level ones."""
    found = cv2.createLineSegmentDetector(0).detect(grey)[0]
    ends = np.zeros((0, 4)) if found is None else found.reshape(-1, 4).astype(np.float64)
    run, rise = ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1]
    long = np.hypot(run, rise) > LEAST_SEGMENT_PX
    tilt = np.degrees(np.arctan2(np.abs(rise), np.abs(run)))
    return ends[long & (tilt > UPRIGHT_DEG)], ends[long & (tilt < LEVEL_DEG)]


def _unbroken(quads: Floats, box: Box, level: Floats) -> Floats:
    """How much of the lower side straight level pieces run along in the middle half of the box,
    where somebody's neck would hide it."""
    x, _, w, _ = box
    across = np.linspace(x + w / 4, x + w * 3 / 4, 24)
    begin, end = level[:, [0, 2]].min(1), level[:, [0, 2]].max(1)
    over = (begin[:, None] <= across) & (across <= end[:, None])
    found: Floats = np.zeros(len(quads))
    for i, quad in enumerate(quads):
        off = [np.abs(level[:, k + 1] - _height_at(quad, level[:, k])) for k in (0, 2)]
        found[i] = over[np.maximum(*off) < ONE_LINE_PX].any(0).mean()
    return found


def _height_at(quads: Floats, x: float | Floats) -> Floats:
    """Where the lower side's line is at `x`."""
    right, left = quads[..., 2, :], quads[..., 3, :]
    run = np.where(np.abs(right[..., 0] - left[..., 0]) < 1e-6, 1e-6, right[..., 0] - left[..., 0])
    slope = (right[..., 1] - left[..., 1]) / run
    height: Floats = left[..., 1] + slope * (x - left[..., 0])
    return height


def areas(quads: Floats) -> Floats:
    """Area of each."""
    after = np.roll(quads, -1, 1)
    twice = (quads[..., 0] * after[..., 1] - after[..., 0] * quads[..., 1]).sum(1)
    size: Floats = np.abs(twice) / 2
    return size


def share_inside(box: Box, quad: Floats) -> float:
    """How much of the box's area lies within the quadrilateral, 0..1."""
    x, y, w, h = box
    corners = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], np.float32)
    common, _ = cv2.intersectConvexConvex(corners, quad.astype(np.float32))
    return float(common) / max(1.0, w * h)


def rectangle(box: Box) -> Floats:
    """The four corners of a box."""
    x, y, w, h = box
    return np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], np.float64)


def _lines(ends: Floats) -> Lines:
    """Lines over their first coordinate; uprights come with x and y exchanged."""
    run = ends[:, 2] - ends[:, 0]
    slope = (ends[:, 3] - ends[:, 1]) / np.where(np.abs(run) < 1e-6, 1e-6, run)
    return Lines(ends, slope, ends[:, 1] - slope * ends[:, 0])


def _along(lines: Lines, begin: float, end: float) -> Floats:
    """Share of this stretch that each segment runs along."""
    low = np.minimum(lines.ends[:, 0], lines.ends[:, 2])
    high = np.maximum(lines.ends[:, 0], lines.ends[:, 2])
    shared: Floats = np.minimum(high, end) - np.maximum(low, begin)
    return shared.clip(0) / max(1.0, end - begin)


def _best(wanted: npt.NDArray[np.bool_], place: Floats, along: Floats, lines: Lines) -> Indices:
    """One segment of each line, those first whose pieces cover most of the side."""
    index = np.where(wanted & (along > LEAST_PIECE))[0]
    index = index[np.argsort(-along[index])][:60]
    groups: list[tuple[float, int]] = []
    for i in index:
        for number, (total, first) in enumerate(groups):
            parallel = abs(lines.slope[i] - lines.slope[first]) < ONE_LINE_SLOPE
            if parallel and abs(place[i] - place[first]) < ONE_LINE_PX:
                groups[number] = (total + along[i], first)
                break
        else:
            groups.append((along[i], int(i)))
    groups = [group for group in groups if group[0] > LEAST_ALONG]
    groups.sort(key=lambda group: -group[0])
    return np.array([first for _, first in groups[:EACH_SIDE]], np.intp)


def _cross(upright: Lines, v: Indices, level: Lines, h: Indices) -> Floats:
    """Where x = a + b*y meets y = c + d*x."""
    a, b, c, d = upright.offset[v], upright.slope[v], level.offset[h], level.slope[h]
    x = (a + b * c) / (1 - b * d)
    point: Floats = np.stack([x, c + d * x], 1)
    return point
