"""Likeness classifier: tells people in the room from frames, posters, televisions and cartoons.

A real person moves, or was seen to come; a picture stays the same pixel by pixel, and a screen
moves inside a border only. Until one or the other is seen the score stays under what is a fact.
A person who was real once stays so while their place looks the same, also where the detector misses
them. Everything compared is taken free of light, noise and a pixel of shake (ADR 0046).
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.engines.vision.brighten import legible
from companion.engines.vision.quads import Edges, Floats, rectangle, share_inside
from companion.ports.eyes import Box
from companion.words.frame import PICTURE, Detection, Frame

Grey = npt.NDArray[np.float32]

GREY_WIDTH, EDGE_WIDTH = 320, 640
"""Columns of the pictures that are compared, and of those in which borders are looked for."""
STEP, NOISES, SLOPE = 2.5, 4.0, 0.35
"""A pixel changed when it differs by this many grey levels, by this many times the noise of the
whole picture, and by this share of the slope around it, which takes a shaking camera out."""
LIVES, LIVES_PX = 0.008, 12
"""Share of a box, and pixels, that must change. Still pictures: 0.000 in 14 clips with noise,
shake, light and compression; a man who keeps still for a portrait: 0.03 within a second."""
SAME = 0.05
"""Up to so much of a place may change while the person who was seen there is held to be there."""
NO_FACT = 0.45
"""Score of somebody of whom it is not known whether they are a picture; under `likely`."""
INSIDE, MASKED = 0.8, 0.7
"""Share of a box within a border, or within the owner's mask, from which it belongs to it."""
FRAMED = 0.75
"""Intersection over union from which a box is that of the framed thing itself: the detector's
boxes are some pixels too wide, which of a tablet is a fifth."""
SCREENS = frozenset({"tv", "laptop", "cell phone"})
SCREEN_SURE = 0.35
STILL_S = 120.0
"""After so long without a change it is a picture, though no border was found."""
REFERENCES_S = (0.0, 1.0, 4.0)
"""The youngest picture at least so old is compared with."""
DOORWAY = 1.5
DOORWAY_HIGH = 0.4
"""So much taller than wide, and at least this share of the picture high: a doorway or a tall
mirror, where somebody who moves is real; screens so tall are small, and posters keep still."""
KEEP_S = 12.0
FORGET_S = 600.0
SEARCH_AGAIN_S = (0.5, 1.5, 4.0, 10.0, 20.0)
"""When a border is looked for again around somebody who only moved on the spot."""
SAME_BOX = 0.3


@dataclass(slots=True)
class _Person:
    """Person-like thing that is followed from look to look."""

    box: Box
    first_s: float
    seen_s: float
    score: float
    grey: Grey
    """The whole picture when it was seen last."""
    lives: bool = False
    changed_s: float = 0.0
    places: list[Box] = field(default_factory=list)
    searched: int = 0


@dataclass(slots=True)
class _Border:
    """Border in the picture, its corners in pixels of the frame."""

    corners: Floats
    seen_s: float
    doorway: bool


class Likeness:
    """Port `Likeness` of one camera. Looks come in order; time is the frame's own `t_s`."""

    def __init__(self) -> None:
        self._past: deque[tuple[float, Grey]] = deque()
        self._people: list[_Person] = []
        self._borders: list[_Border] = []
        self._empty: Grey | None = None
        """The picture when nobody was seen."""
        self._height = 0

    def judge(
        self,
        frame: Frame,
        found: Sequence[Detection],
        masks: Sequence[Box] = (),
        *,
        screen_on: bool = False,
    ) -> tuple[Detection, ...]:
        """The same detections: who is real keeps the score, who may be a picture stays under a
        fact, who is one is labelled `picture`, and who is missed but still there is added."""
        grey, scale, edges = self._taken(frame)
        self._height = frame.height
        t_s = frame.t_s
        self._remember_screens(found, t_s)
        people = [d for d in found if d.label == "person"]
        others = [d for d in found if d.label != "person"]
        judged: list[Detection] = []
        met: list[_Person] = []
        for one in sorted(people, key=lambda d: -d.score):
            box = self._above_border(_clipped(one.box, frame), edges, t_s)
            person = self._met(box, one.score, t_s, grey, scale, met)
            met.append(person)
            if _masked(box, masks):
                judged.append(replace(one, label=PICTURE))
                continue
            self._prove(person, grey, scale, screen_on=screen_on)
            judged.append(self._told(one, person, edges, t_s))
            person.grey = grey
        judged += self._held(met, grey, scale, t_s, masks)
        if not people:
            self._empty = grey
        self._past.append((t_s, grey))
        while self._past and t_s - self._past[0][0] > KEEP_S:
            self._past.popleft()
        self._people = [p for p in self._people if t_s - p.seen_s <= FORGET_S][-20:]
        return tuple(sorted((*judged, *others), key=lambda d: -d.score))

    def _taken(self, frame: Frame) -> tuple[Grey, float, "_Lazy"]:
        picture = np.frombuffer(frame.bgr, np.uint8).reshape(frame.height, frame.width, 3)
        whole = legible(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False))
        if self._past and self._past[-1][1].shape[0] != _rows(frame):
            self._past.clear()
            self._people, self._borders, self._empty = [], [], None
        size = (GREY_WIDTH, _rows(frame))
        small = cv2.resize(whole, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        return small, GREY_WIDTH / frame.width, _Lazy(whole)

    def _remember_screens(self, found: Sequence[Detection], t_s: float) -> None:
        for one in found:
            if one.label in SCREENS and one.score >= SCREEN_SURE:
                self._keep(rectangle(one.box), t_s)

    def _keep(self, corners: Floats, t_s: float) -> None:
        x, y, w, h = cv2.boundingRect(corners.astype(np.float32))
        for border in self._borders:
            if _overlap((x, y, w, h), cv2.boundingRect(border.corners.astype(np.float32))) > 0.8:
                border.seen_s = t_s
                return
        doorway = h >= DOORWAY * w and h >= DOORWAY_HIGH * self._height
        self._borders = [*self._borders[-11:], _Border(corners, t_s, doorway)]

    def _met(
        self, box: Box, score: float, t_s: float, grey: Grey, scale: float, taken: list[_Person]
    ) -> _Person:
        """The person that a box belongs to: one that is followed already, or a new one."""
        free = [p for p in self._people if not any(p is other for other in taken)]
        known = max(free, key=lambda p: _overlap(p.box, box), default=None)
        if known is not None and _overlap(known.box, box) >= SAME_BOX:
            gap_s = t_s - known.seen_s
            back = gap_s > 3.0 and _changed(grey, known.grey, known.box, scale) > 3 * SAME
            if not back:
                known.box, known.seen_s, known.score = box, t_s, score
                if not known.places or _overlap(known.places[-1], box) < 0.8:
                    known.places = [*known.places[-7:], box]
                return known
            self._people = [p for p in self._people if p is not known]
        person = _Person(box, t_s, t_s, score, grey, changed_s=t_s, places=[box])
        self._people.append(person)
        return person

    def _prove(self, person: _Person, grey: Grey, scale: float, *, screen_on: bool) -> None:
        """Whether anything of it changed beyond light and noise; a screen that is known to be on
        moves too, so then only somebody who goes from one place to another is proven."""
        t_s = person.seen_s
        if self._empty is not None and person.lives and len(person.places) < 2:
            # It looks as when nobody was there: the look before took over a picture's place.
            person.lives = _changed(grey, self._empty, person.box, scale) > 0.003
        if person.lives:
            return
        changed = False
        for age_s in REFERENCES_S:
            old = next((g for s, g in reversed(self._past) if t_s - s >= age_s - 1e-6), None)
            if old is None:
                break
            changed = changed or _moved(grey, old, person.box, scale)
        if changed:
            person.changed_s = t_s
        went = _overlap(person.places[0], person.box) < 0.4
        person.lives = changed and (went or not screen_on)

    def _told(self, one: Detection, person: _Person, edges: "_Lazy", t_s: float) -> Detection:
        border = self._border_of(person, edges, t_s)
        if border is not None and not (person.lives and border.doorway):
            person.lives = False
            return replace(one, label=PICTURE)
        if person.lives:
            return one
        if t_s - person.changed_s >= STILL_S:
            return replace(one, label=PICTURE)
        return replace(one, score=min(one.score, NO_FACT))

    def _border_of(self, person: _Person, edges: "_Lazy", t_s: float) -> _Border | None:
        """The border around everywhere this person was seen, looked for where it is not known."""
        if (known := self._within(person, t_s)) is not None:
            return known
        if person.lives and not self._search_due(person, t_s):
            return None
        person.searched += 1
        corners = edges.enclosing(person.box)
        if corners is not None:
            self._keep(corners, t_s)
            person.box = edges.above(person.box, corners)
            person.places = [edges.above(place, corners) for place in person.places]
        return self._within(person, t_s)

    def _above_border(self, box: Box, edges: "_Lazy", t_s: float) -> Box:
        """The box without what stands under a screen known already and was taken for legs."""
        for border in self._borders:
            if t_s - border.seen_s <= FORGET_S and share_inside(box, border.corners) > 0.3:
                box = edges.above(box, border.corners)
        return box

    def _search_due(self, person: _Person, t_s: float) -> bool:
        """True if it is time to search for a border: a person who went elsewhere was outside of any
        border around them."""
        if len(person.places) > 3 or person.searched > len(SEARCH_AGAIN_S):
            return False
        due_s = (0.0, *SEARCH_AGAIN_S)[person.searched]
        return t_s - person.first_s >= due_s

    def _within(self, person: _Person, t_s: float) -> _Border | None:
        for border in self._borders:
            if t_s - border.seen_s > FORGET_S:
                continue
            if all(_belongs(place, border.corners) for place in person.places):
                border.seen_s = t_s
                return border
        return None

    def _held(
        self,
        met: list[_Person],
        grey: Grey,
        scale: float,
        t_s: float,
        masks: Sequence[Box],
    ) -> list[Detection]:
        """Those the detector missed whose place still looks as when they were seen last, and not
        as when nobody was there."""
        held: list[Detection] = []
        for person in self._people:
            if any(person is one for one in met) or not person.lives:
                continue
            if any(_overlap(person.box, one.box) > 0.1 for one in met):
                continue
            if _masked(person.box, masks) or self._looks_empty(person, grey, scale):
                continue
            if _changed(grey, person.grey, person.box, scale) <= SAME:
                person.seen_s = t_s
                held.append(Detection("person", person.score, person.box))
        return held

    def _looks_empty(self, person: _Person, grey: Grey, scale: float) -> bool:
        empty = self._empty
        return empty is not None and _changed(grey, empty, person.box, scale) <= SAME


class _Lazy:
    """Edges of a picture, in pixels of the frame; they are computed only when a border is
    sought."""

    def __init__(self, whole: npt.NDArray[np.uint8]) -> None:
        self._whole = whole
        self._scale = min(1.0, EDGE_WIDTH / whole.shape[1])
        self._edges: Edges | None = None

    def enclosing(self, box: Box) -> Floats | None:
        """The border around a box, corners in pixels of the frame, or None."""
        corners = self._found().enclosing(self._shrunk(box))
        return None if corners is None else corners / self._scale

    def above(self, box: Box, corners: Floats) -> Box:
        """See `Edges.above`, in pixels of the frame."""
        x, y, w, _ = box
        small = self._shrunk(box)
        cut = self._found().above(small, corners * self._scale)
        return box if cut == small else (x, y, w, round(cut[3] / self._scale))

    def _shrunk(self, box: Box) -> Box:
        x, y, w, h = (round(v * self._scale) for v in box)
        return x, y, w, h

    def _found(self) -> Edges:
        if self._edges is None:
            small = self._whole
            if self._scale < 1:
                size = (EDGE_WIDTH, round(small.shape[0] * self._scale))
                small = cv2.resize(small, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
            self._edges = Edges(small)
        return self._edges


def _mask(now: Grey, old: Grey, box: Box, scale: float) -> npt.NDArray[np.bool_]:
    """Pixels of a box that changed beyond the light, the noise and a little shake."""
    x, y, w, h = (round(v * scale) for v in box)
    margin = 26
    top, left = max(0, y - margin), max(0, x - margin)
    part = np.s_[top : y + h + margin, left : x + w + margin]
    here, there = now[part], old[part]
    if not here.size:
        return np.zeros((0, 0), np.bool_)
    wide = (25, 25)
    light = (cv2.blur(here, wide) + 2) / (cv2.blur(there, wide) + 2)
    off = np.abs(cv2.blur(here - there * light, (3, 3)))
    slope = np.abs(cv2.Sobel(here, cv2.CV_32F, 1, 0, scale=0.125))
    slope += np.abs(cv2.Sobel(here, cv2.CV_32F, 0, 1, scale=0.125))
    slope = cv2.dilate(slope, np.ones((3, 3), np.uint8))
    noise = _noise(now, old)
    over = off > max(STEP, NOISES * noise) + SLOPE * slope
    inside: npt.NDArray[np.bool_] = over[y - top : y - top + h, x - left : x - left + w]
    return inside


def _noise(now: Grey, old: Grey) -> float:
    """Standard deviation of the difference, blurred as `_mask` blurs: by the median over every
    fourth pixel, which most of a picture that holds still decides."""
    light = (float(now.mean()) + 2) / (float(old.mean()) + 2)
    off = cv2.blur(now - old * light, (3, 3))[::2, ::2]
    return float(np.median(np.abs(off - np.median(off)))) / 0.6745


def _changed(now: Grey, old: Grey, box: Box, scale: float) -> float:
    """Share of the box that changed."""
    over = _mask(now, old, box, scale)
    return float(over.mean()) if over.size else 0.0


def _moved(now: Grey, old: Grey, box: Box, scale: float) -> bool:
    over = _mask(now, old, box, scale)
    return bool(over.size) and over.mean() >= LIVES and int(over.sum()) >= LIVES_PX


def _belongs(box: Box, corners: Floats) -> bool:
    """Whether a box lies within a border, or frames the whole thing that has the border."""
    share = share_inside(box, corners)
    shared = share * box[2] * box[3]
    union = box[2] * box[3] + cv2.contourArea(corners.astype(np.float32)) - shared
    return share >= INSIDE or shared >= FRAMED * union


def _masked(box: Box, masks: Sequence[Box]) -> bool:
    return any(share_inside(box, rectangle(mask)) >= MASKED for mask in masks)


def _rows(frame: Frame) -> int:
    return max(1, round(frame.height * GREY_WIDTH / frame.width))


def _clipped(box: Box, frame: Frame) -> Box:
    x, y, w, h = box
    left, top = min(max(x, 0), frame.width - 2), min(max(y, 0), frame.height - 2)
    right, low = min(x + w, frame.width), min(y + h, frame.height)
    return left, top, max(2, right - left), max(2, low - top)


def _overlap(one: Sequence[int], other: Sequence[int]) -> float:
    """Intersection over union."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right = min(one[0] + one[2], other[0] + other[2])
    low = min(one[1] + one[3], other[1] + other[3])
    shared = max(0, right - left) * max(0, low - top)
    return shared / max(1, one[2] * one[3] + other[2] * other[3] - shared)
