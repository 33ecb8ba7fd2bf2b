"""Text reader: reads QR codes, and signs in Japanese and English, in a picture.

Signs: PP-OCRv6 small (PaddleOCR, Apache-2.0; `reading_weights.py` has origin and hashes): a
segmentation network marks where text stands (DB), a second one reads each line (CTC). Both run
in the worker process of the eyes, in one thread, and only when asked: half a second of CPU a
picture is too much for every frame. QR codes need no weights.

The text is somebody else's words: it leaves here capped, without control characters, and the house
labels it `observed`, so that it may inform and never authorise.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Picture = npt.NDArray[np.uint8]
Box = tuple[int, int, int, int]
Read = tuple[str, float, Box, str]
"""Text, score 0..1, box x y w h in pixels, `qr` or `sign`."""

TEXT_CHARS = 200
"""A sign says less; more is a page, or somebody who tries to flood a prompt."""
LINES_MOST = 12
"""Lines read in one picture, largest first: bounds the cost of a wall of text."""
_LONGEST_SIDE = 960
"""Pixels the segmentation sees; its cost grows with the area."""
_STEP = 32
"""The network's total stride."""
_MARKED, _MARKED_MEAN = 0.3, 0.5
"""Probability from which a pixel is text, and least mean over a box (PP-OCRv6's defaults)."""
_UNCLIP = 1.6
"""The network marks the heart of a line; the box grows by area / outline times this."""
_LINE_HEIGHT = 48
_LEAST_WIDTH, _MOST_WIDTH = 64, 1600
_SURE, _SHORT_SURE, _SHORT = 0.6, 0.9, 3
"""Mean character probability under which a line is likely no text at all, and that for so few
characters: folds and shadows read as one or two (9 times in 92 frames of 20 clips; so none)."""


@dataclass(frozen=True, slots=True)
class _Line:
    """Corners of one line of text: top left, top right, bottom right, bottom left."""

    corners: Floats
    score: float

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        across = self.corners[1] - self.corners[0]
        down = self.corners[3] - self.corners[0]
        return max(1, round(float(np.hypot(*across)))), max(1, round(float(np.hypot(*down))))

    @property
    def box(self) -> Box:
        """Upright rectangle around it."""
        left, top = self.corners.min(0)
        right, bottom = self.corners.max(0)
        return round(left), round(top), round(right - left), round(bottom - top)


class Reader:
    """Loaded networks of the text reader. `finder` and `speller` are the ONNX files."""

    def __init__(self, finder: Path | bytes, speller: Path | bytes) -> None:
        self._finder, _ = _session(finder)
        self._speller, meta = _session(speller)
        self._characters = ("", *meta["character"].split("\n"), " ")

    def read(self, picture: Picture) -> list[Read]:
        """Every line of a BGR picture it is sure of, top to bottom, left to right."""
        lines = sorted(self._lines(picture), key=lambda line: -line.size[1])[:LINES_MOST]
        found = []
        for line in lines:
            text, score = self._spell(_upright(picture, line))
            if text and score >= (_SHORT_SURE if len(text) <= _SHORT else _SURE):
                found.append((clean(text), score, line.box, "sign"))
        return sorted(found, key=lambda f: (round(f[2][1] / max(1, f[2][3])), f[2][0]))

    def _lines(self, picture: Picture) -> list[_Line]:
        height, width = picture.shape[:2]
        shrink = min(1.0, _LONGEST_SIDE / max(height, width))
        size = tuple(max(_STEP, round(v * shrink / _STEP) * _STEP) for v in (width, height))
        seen = cv2.resize(picture, size).astype(np.float32) / np.float32(127.5) - np.float32(1)
        heat: Floats = self._finder.run(None, {"x": seen.transpose(2, 0, 1)[None]})[0][0, 0]
        mask = cv2.dilate((heat > _MARKED).astype(np.uint8), np.ones((2, 2), np.uint8))
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        scale = np.array([width / size[0], height / size[1]], np.float32)
        return [line for c in contours if (line := _line(c, heat, scale)) is not None]

    def _spell(self, line: Picture) -> tuple[str, float]:
        height, width = line.shape[:2]
        across = min(_MOST_WIDTH, max(_LEAST_WIDTH, round(_LINE_HEIGHT * width / height)))
        seen = cv2.resize(line, (across, _LINE_HEIGHT)).astype(np.float32)
        seen = seen / np.float32(127.5) - np.float32(1)
        steps: Floats = self._speller.run(None, {"x": seen.transpose(2, 0, 1)[None]})[0][0]
        best, sure = steps.argmax(1), steps.max(1)
        fresh = np.concatenate(([True], best[1:] != best[:-1])) & (best != 0)
        text = "".join(self._characters[int(k)] for k in best[fresh])
        return text.strip(), float(sure[fresh].mean()) if fresh.any() else 0.0


class Reading:
    """Text reader of the worker: it reads QR codes always, and signs where the weights' paths are
    given. The first picture loads it, because most homes never ask."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self._paths = [Path(settings[key]) for key in ("finder", "speller") if settings.get(key)]
        self._reader: Reader | None = None

    def read(self, picture: Picture) -> list[Read]:
        """Codes first, then lines. Raises `FileNotFoundError` where weights went away."""
        if len(self._paths) == 2 and self._reader is None:
            self._reader = Reader(*self._paths)
        return read_qr(picture) + (self._reader.read(picture) if self._reader else [])


def read_qr(picture: Picture) -> list[Read]:
    """Texts of the QR codes in a BGR picture."""
    ok, texts, corners, _ = cv2.QRCodeDetector().detectAndDecodeMulti(picture)
    if not ok:
        return []
    found = []
    for text, points in zip(texts, corners, strict=True):
        if said := clean(text):
            found.append((said, 1.0, _Line(points, 1.0).box, "qr"))
    return found


def clean(text: str) -> str:
    """At most `TEXT_CHARS` printable characters on one line; nothing that steers a terminal, a
    prompt's layout or the direction of writing."""
    plain = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in text)
    return " ".join(plain.split())[:TEXT_CHARS]


def _session(model: Path | bytes) -> tuple[Any, dict[str, str]]:
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    source = model if isinstance(model, bytes) else str(model)
    net = ort.InferenceSession(source, options, providers=["CPUExecutionProvider"])
    return net, net.get_modelmeta().custom_metadata_map


def _line(contour: npt.NDArray[Any], heat: Floats, scale: Floats) -> _Line | None:
    """A marked region as a line of text in pixels of the picture; None where it is none."""
    (x, y), (w, h), angle = cv2.minAreaRect(contour)
    if min(w, h) < 3:
        return None
    left, top, across, down = cv2.boundingRect(contour)
    inside = np.zeros((down, across), np.uint8)
    cv2.drawContours(inside, [contour - (left, top)], -1, 1, -1)
    score = cv2.mean(heat[top : top + down, left : left + across], inside)[0]
    if score < _MARKED_MEAN:
        return None
    grow = w * h * _UNCLIP / (w + h)  # 2 x area x ratio / outline: on both sides
    corners = cv2.boxPoints(((x, y), (w + grow, h + grow), angle)) * scale
    return _Line(_ordered(corners.astype(np.float32)), float(score))


def _ordered(corners: Floats) -> Floats:
    """Top left, top right, bottom right, bottom left."""
    by_x = corners[np.argsort(corners[:, 0], kind="stable")]
    left, right = by_x[:2], by_x[2:]
    top_left, bottom_left = left[np.argsort(left[:, 1])]
    top_right, bottom_right = right[np.argsort(right[:, 1])]
    return np.stack([top_left, top_right, bottom_right, bottom_left])


def _upright(picture: Picture, line: _Line) -> Picture:
    """The line cut out and laid flat; one much higher than wide is turned (vertical writing is
    read that way by the network only where the sign itself is turned)."""
    width, height = line.size
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    turn = cv2.getPerspectiveTransform(line.corners, flat)
    cut = cv2.warpPerspective(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE)
    upright = np.rot90(cut) if height >= 1.5 * width else cut
    return np.ascontiguousarray(upright, np.uint8)
