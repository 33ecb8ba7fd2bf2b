"""Two-stage motion gate: compares luma first, and runs MOG2 only where that finds a difference.

Both stages work on the green channel thinned to about 160 columns. Stage 1 compares it with
the frame before and with the one about a second before, the whole picture's light change
taken out. Stage 2 is MOG2(200, 25, no shadows), 3x3 opening, contours over 0.3 % of the
picture. Why, and what each costs: `companion/adr/0002-two-stage-motion-gate.md`. It also
notices a camera that shows nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.engines.vision.brighten import DIM_KEY, brightened, gain_of, key_of, surely_lit
from companion.engines.vision.gate_settings import GateSettings
from companion.ports.eyes import Box
from companion.ports.senses import Motion
from companion.words.frame import Frame, thin_step

Picture = npt.NDArray[np.uint8]

HISTORY, VARIANCE = 200, 25
"""MOG2's frames of memory and squared distance; chosen on 38 clips (ADR 0002)."""
FLOODED = 0.6
"""More of the picture moving than this is the light, not somebody: learn it anew."""
REFERENCE_S = 1.0
_OPENING = np.ones((3, 3), np.uint8)


class MotionGate:
    """Motion gate of one camera. Implements `Gate`; frames come in order, time is the frame's own
    `t_s`."""

    def __init__(self, settings: GateSettings | None = None) -> None:
        cv2.setNumThreads(1)  # waking threads for so small a picture costs more than it saves
        self._settings = settings or GateSettings()
        self._blindness = _Blindness(self._settings)
        self._before: _Thin | None = None
        self._reference: tuple[float, _Thin] | None = None
        self._open_until_s = float("-inf")
        self._fed_s = float("-inf")
        self._mog: cv2.BackgroundSubtractorMOG2 | None = None
        self._learnt: tuple[int, ...] = ()
        self.stage_2_frames = 0
        """How often the costly stage ran."""

    def check(self, frame: Frame) -> Motion:
        """Whether something moves in this frame and where."""
        thin = _Thin.of(thinned(frame))
        if why := self._blindness.check(thin, frame):
            blind = self._blindness.for_long(frame.t_s)
            return Motion(frame, moving=False, blind=blind, doubtful=True, why=why)
        if (gain := _gain(thin)) > 1:
            # Blurred once more: of a dark picture the noise is brightened too.
            bright = cv2.blur(brightened(thin.picture, gain), (5, 5))
            thin = _Thin.of(bright.astype(np.uint8, copy=False))
        if self._stirred(thin, frame.t_s):
            self._open_until_s = frame.t_s + self._settings.keep_s
        is_open = frame.t_s <= self._open_until_s
        if not is_open and frame.t_s - self._fed_s < self._settings.rest_s:
            return Motion(frame, moving=False)
        moving, boxes = self._subtract(thin.picture, (frame.height, frame.width), frame.t_s)
        return Motion(frame, moving=moving and is_open, boxes=boxes if is_open else ())

    def _stirred(self, thin: "_Thin", t_s: float) -> bool:
        """Stage 1: something changed since the frame before or since a second before."""
        before, self._before = self._before, thin
        reference = self._reference
        if reference is None or t_s - reference[0] >= REFERENCE_S or t_s < reference[0]:
            self._reference = (t_s, thin)
        olds = [old for old in (before, reference and reference[1]) if old is not None]
        return any(
            old.picture.shape != thin.picture.shape
            or _changed(old, thin, self._settings.luma_step) > self._settings.luma_share
            for old in olds
        )

    def _subtract(
        self, thin: Picture, size: tuple[int, int], t_s: float
    ) -> tuple[bool, tuple[Box, ...]]:
        """Stage 2: what stands out from the learnt background. `size`: height, width."""
        self._fed_s = t_s
        self.stage_2_frames += 1
        if self._mog is None or self._learnt != thin.shape:
            self._mog, self._learnt = _background(), thin.shape
            self._mog.apply(thin, learningRate=1)
            return False, ()
        mask = self._mog.apply(thin)
        if cv2.countNonZero(mask) > FLOODED * mask.size:
            self._mog.apply(thin, learningRate=1)
            return True, ()
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _OPENING)
        contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        areas = sorted(((cv2.contourArea(c), i) for i, c in enumerate(contours)), reverse=True)
        least = self._settings.contour_share * mask.size
        boxes = [cv2.boundingRect(contours[i]) for area, i in areas if area > least]
        down, across = size[0] / mask.shape[0], size[1] / mask.shape[1]
        return bool(boxes), tuple(_scaled(b, across, down) for b in boxes)


class _Blindness:
    """Detector of black, flat, dazzled or frozen pictures; after long enough the room is unknown.

    Frozen is a whole picture equal bit by bit to the one before: a sensor's noise makes real
    frames differ even of a still, dark room (0 equal pairs in 23 clips, `companion bench seeing`),
    while hung firmware or a hung server repeats the same one. Unequal frames cost one comparison
    of a few bytes.
    """

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._why = ""
        self._since_s = 0.0
        self._same = 0
        self._last: Frame | None = None

    def check(self, thin: "_Thin", frame: Frame) -> str:
        """Why the frame shows nothing one could judge by, from its first moment; or ""."""
        why = self._dark(thin) or self._frozen(frame)
        if why != self._why:
            # A repeated picture was first given with the frame before.
            before = self._last.t_s if self._last and why == "frozen" else frame.t_s
            self._why, self._since_s = why, before
        self._last = frame
        return why

    def for_long(self, t_s: float) -> bool:
        """Whether it has lasted long enough to be told."""
        if self._why == "frozen":
            limit_s = self._settings.frozen_after_s
            return self._same >= self._settings.frozen_frames and t_s - self._since_s >= limit_s
        return t_s - self._since_s >= self._settings.blind_after_s

    def _frozen(self, frame: Frame) -> str:
        last = self._last
        same = last is not None and frame.repeats(last)
        self._same = self._same + 1 if same else 0
        return "frozen" if same and self._settings.frozen_after_s > 0 else ""

    def _dark(self, thin: "_Thin") -> str:
        settings = self._settings
        if thin.mean < settings.black_mean and thin.deviation < settings.black_deviation:
            return "black"
        if thin.mean > settings.dazzled_mean:
            return "dazzled"
        # The same room in less light has less contrast by as much; noise keeps what it has.
        flat = settings.flat_deviation * min(1.0, thin.mean / DIM_KEY)
        return "flat" if thin.deviation < max(settings.black_deviation, flat) else ""


class _Thin(NamedTuple):
    """Thinned picture, with what both stages ask of it repeatedly."""

    picture: Picture
    mean: float
    deviation: float

    @classmethod
    def of(cls, picture: Picture) -> "_Thin":
        mean, deviation = cv2.meanStdDev(picture)
        return cls(picture, float(mean[0, 0]), float(deviation[0, 0]))


def _gain(thin: _Thin) -> float:
    """By what it is brightened. Five times a second most rooms are lit, which is cheap to see."""
    return 1.0 if surely_lit(thin.mean, thin.deviation) else gain_of(key_of(thin.picture))


def thinned(frame: Frame) -> Picture:
    """Every k-th pixel of the green channel, or a JPEG's mean grey of so large blocks, slightly
    blurred against sensor noise."""
    step = thin_step(frame.width)
    if frame.thin:
        plane = np.frombuffer(frame.thin, np.uint8).reshape(-(-frame.height // step), -1)
    else:
        picture = np.frombuffer(frame.bgr, np.uint8).reshape(frame.height, frame.width, 3)
        plane = np.ascontiguousarray(picture[::step, ::step, 1])
    return cv2.blur(plane, (3, 3)).astype(np.uint8, copy=False)


def changed_share(old: Picture, new: Picture, step: int) -> float:
    """Share of pixels that changed by more than `step` beyond the whole picture's change.

    The picture's change is its gain (ratio of means), so that dimmed light alone is none.
    """
    return _changed(_Thin.of(old), _Thin.of(new), step)


def _changed(old: _Thin, new: _Thin, step: int) -> float:
    gain, before = (new.mean + 1) / (old.mean + 1), old.picture
    if abs(gain - 1) > 0.01:
        before = cv2.convertScaleAbs(before, alpha=gain).astype(np.uint8, copy=False)
    if cv2.norm(before, new.picture, cv2.NORM_INF) <= step:
        return 0.0  # nothing did, which is the rule: one call instead of three
    _, over = cv2.threshold(cv2.absdiff(before, new.picture), step, 1, cv2.THRESH_BINARY)
    return cv2.countNonZero(over) / over.size


def _background() -> cv2.BackgroundSubtractorMOG2:
    return cv2.createBackgroundSubtractorMOG2(HISTORY, VARIANCE, False)


def _scaled(box: Sequence[int], across: float, down: float) -> Box:
    x, y, w, h = box
    return round(x * across), round(y * down), round(w * across), round(h * down)
