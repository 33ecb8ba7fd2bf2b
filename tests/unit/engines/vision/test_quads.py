"""Borders around a box: what counts as a screen's, and what only looks like one (A6)."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.engines.vision.quads import Edges, share_inside

Picture = npt.NDArray[np.uint8]
SCREEN = (200, 40, 200, 120)
"""x, y, width, height of the screen on the wall."""
LEGS = (250, 60, 90, 170)
"""A box from the middle of the screen down over what stands under it."""


def wall(screen: tuple[int, int, int, int] = SCREEN) -> Picture:
    """A light wall with a white bezel on it, a little brighter than the wall."""
    chance = np.random.default_rng(1)
    picture = chance.normal(190, 1.5, (360, 640)).clip(0, 255).astype(np.uint8)
    x, y, w, h = screen
    cv2.rectangle(picture, (x - 8, y - 8), (x + w + 7, y + h + 7), 235, -1)
    cv2.rectangle(picture, (x, y), (x + w - 1, y + h - 1), 160, -1)
    return picture


def somebody(picture: Picture, foot: int) -> Picture:
    """Head, neck and body, from the middle of the screen down."""
    cv2.circle(picture, (295, 85), 25, 90, -1)
    cv2.rectangle(picture, (280, 105), (310, 135), 90, -1)
    cv2.rectangle(picture, (250, 130), (340, foot), 60, -1)
    return picture


def test_a_screen_is_found_though_the_box_reaches_down_over_what_stands_under_it() -> None:
    picture = somebody(wall(), 230)
    clean = wall()
    picture[159:] = clean[159:]  # the screen ends and hides the rest
    cv2.rectangle(picture, (270, 172), (320, 230), 120, -1)  # a bottle
    edges = Edges(picture)
    border = edges.enclosing(LEGS)
    assert border is not None
    cut = edges.above(LEGS, border)
    assert cut[3] < LEGS[3] * 0.75
    assert share_inside(cut, border) >= 0.95


def test_who_hides_the_lower_side_stands_before_the_screen() -> None:
    edges = Edges(somebody(wall(), 230))
    assert edges.enclosing(LEGS) is None
    x, y, w, h = SCREEN
    known = np.array([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], np.float64)
    assert edges.above(LEGS, known) == LEGS


def test_the_sides_of_a_border_meet_at_its_corners() -> None:
    """A window's upper half and the straight hem of who sits before it are no border."""
    picture = wall((150, 20, 300, 180))
    cv2.rectangle(picture, (200, 120), (400, 300), 60, -1)
    edges = Edges(picture)
    false = np.array([[(142, 12), (457, 12), (457, 300), (142, 300)]], np.float64)
    support, corners = edges.support(false)
    assert support[0].min() >= 0.6
    assert corners[0] < 3
    assert edges.enclosing((190, 60, 220, 245)) is None
