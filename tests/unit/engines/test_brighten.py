"""Dark pictures are brightened by their darker part, and only they (A6)."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.engines.brighten import detectable, gain_of, key_of, surely_lit

Picture = npt.NDArray[np.uint8]


def room(light: float, *, noise: float = 1.0) -> Picture:
    chance = np.random.default_rng(1)
    level = np.tile(np.linspace(80, 200, 640), (360, 1))[:, :, None] * light
    return (level + chance.normal(0, noise, (360, 640, 3))).clip(0, 255).astype(np.uint8)


def colourful(picture: Picture) -> int:
    """How far the strongest colour is from grey."""
    return int(np.abs(cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)[..., 1:].astype(int) - 128).max())


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
    assert detectable(lit, 300) is lit


def test_what_is_lit_by_mean_and_deviation_has_no_dim_key() -> None:
    """The short way must never leave a dark room dark."""
    chance = np.random.default_rng(2)
    for _ in range(200):
        dark, bright, share = chance.uniform(0, 80), chance.uniform(80, 255), chance.uniform(0, 1)
        picture = np.where(chance.random((90, 160)) < share, bright, dark).astype(np.uint8)
        mean, deviation = cv2.meanStdDev(picture)
        if surely_lit(float(mean[0, 0]), float(deviation[0, 0])):
            assert gain_of(key_of(picture)) == 1.0


def test_of_a_very_dark_picture_neither_noise_nor_coloured_blocks_are_left() -> None:
    """JPEG at 5 % of the light leaves blocks of orange and blue: a sofa is a traffic light."""
    dark = room(0.05)
    packed = cv2.imencode(".jpg", dark, [cv2.IMWRITE_JPEG_QUALITY, 50])[1]
    decoded = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    assert decoded is not None
    blocks: Picture = decoded.astype(np.uint8)
    blocks[100:108, 200:208, 2] += 6
    seen = detectable(blocks, 300)
    assert seen.shape == (169, 300, 3)
    plain = cv2.convertScaleAbs(blocks, alpha=gain_of(key_of(blocks))).astype(np.uint8)
    assert colourful(seen) < colourful(plain) / 1.5
