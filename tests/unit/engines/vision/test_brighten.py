"""Dark pictures are brightened by their darker part, and only they (A6)."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.engines.vision.brighten import gain_of, key_of, legible, surely_lit

Picture = npt.NDArray[np.uint8]


def room(light: float, *, noise: float = 1.0) -> Picture:
    chance = np.random.default_rng(1)
    level = np.tile(np.linspace(80, 200, 640), (360, 1))[:, :, None] * light
    return (level + chance.normal(0, noise, (360, 640, 3))).clip(0, 255).astype(np.uint8)


def test_a_bright_window_leaves_the_dark_part_as_bright() -> None:
    """A window on a sixth of the picture made a room at 6 % of the light as dark as before."""
    dark = room(0.06)
    alone = gain_of(key_of(dark))
    dark[20:220, 20:200] = 235
    assert gain_of(key_of(dark)) == pytest.approx(alone, rel=0.25)
    assert alone > 8


def test_a_lit_room_is_left_as_it_is() -> None:
    lit = room(1.0)
    assert gain_of(key_of(lit)) == 1.0
    assert legible(lit) is lit


def test_what_is_lit_by_mean_and_deviation_has_no_dim_key() -> None:
    """The short way must never leave a dark room dark."""
    chance = np.random.default_rng(2)
    for _ in range(200):
        dark, bright, share = chance.uniform(0, 80), chance.uniform(80, 255), chance.uniform(0, 1)
        picture = np.where(chance.random((90, 160)) < share, bright, dark).astype(np.uint8)
        mean, deviation = cv2.meanStdDev(picture)
        if surely_lit(float(mean[0, 0]), float(deviation[0, 0])):
            assert gain_of(key_of(picture)) == 1.0
