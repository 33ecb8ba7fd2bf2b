"""Doorways and screens: somebody who moves in a tall border is real, in a wide one is not (A6)."""

import cv2
import numpy as np
import pytest

from companion.engines.vision.likeness import Likeness
from companion.words.frame import PICTURE, Detection
from tests.proof.bench.footage import FPS, shot

DOORWAY, SCREEN = (260, 60, 120, 230), (180, 60, 300, 170)


def last_label(border: tuple[int, int, int, int], *, moves: bool) -> str:
    """What somebody within the border is, after two seconds."""
    chance = np.random.default_rng(1)
    likeness = Likeness()
    x, y, w, h = border
    label = ""
    for i in range(int(2 * FPS)):
        picture = np.full((360, 640, 3), 200, np.uint8)
        cv2.rectangle(picture, (x, y), (x + w, y + h), (60, 60, 60), -1)
        step = int(6 * np.sin(i)) if moves else 0
        cv2.ellipse(picture, (320 + step, y + h // 2), (28, h // 3), 0, 0, 360, (90, 120, 180), -1)
        noisy = picture + chance.normal(0, 1.5, picture.shape)
        frame = shot(noisy.clip(0, 255).astype(np.uint8), i / FPS, i)
        box = (292 + step, y + h // 2 - h // 3, 56, 2 * h // 3)
        (told,) = likeness.judge(frame, [Detection("person", 0.9, box)])
        label = told.label
    return label


@pytest.mark.parametrize(
    ("border", "moves", "label"),
    [
        (DOORWAY, True, "person"),
        (DOORWAY, False, PICTURE),
        (SCREEN, True, PICTURE),
        (SCREEN, False, PICTURE),
    ],
    ids=["in a doorway", "tall poster", "television", "framed picture"],
)
def test_who_moves_in_a_doorway_is_real(
    border: tuple[int, int, int, int], moves: bool, label: str
) -> None:
    assert last_label(border, moves=moves) == label
