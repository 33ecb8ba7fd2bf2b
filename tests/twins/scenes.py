"""Scenes composed of the committed footage: pictures, televisions, seated people, dark rooms.

Every frame has noise of its own, so that no scene is frozen (F13).
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from tests.proof.bench.footage import CLIPS, FPS, Clip, read, shot

Picture = npt.NDArray[np.uint8]
Rect = tuple[int, int, int, int]
WIDTH, HEIGHT = 640, 360
ROOM = "static_room_a.mp4"


@cache
def film(name: str) -> tuple[Picture, ...]:
    """The pictures of a clip at 5 a second."""
    return tuple(
        np.frombuffer(f.bgr, np.uint8).reshape(f.height, f.width, 3) for f in read(CLIPS / name)
    )


def at(name: str, i: int, speed: float = 1.0) -> Picture:
    """A clip's picture, played to and fro without end."""
    pictures = film(name)
    step = int(i * speed) % max(1, 2 * len(pictures) - 2)
    return pictures[min(step, 2 * len(pictures) - 2 - step)]


def room(i: int) -> Picture:
    return at(ROOM, i).copy()


def table(i: int) -> Picture:
    """Bottles on a white table before a light wall."""
    return film("bottles_a.mp4")[0].copy()


def night(name: str, place: Rect, light: float) -> Callable[..., Any]:
    """A film on a bright screen in a dark room, its light on everything around it."""
    x, y, w, h = place
    down, across = np.mgrid[:HEIGHT, :WIDTH]
    far = ((across - x - w / 2) ** 2 + (down - y - h / 2) ** 2) / 130.0**2

    def draw(i: int) -> Picture:
        shown = at(name, i)
        glow = 0.12 / (1 + far[..., None]) * shown.mean((0, 1)) / 255
        return hung((room(i) * (light + glow)).astype(np.uint8), shown, place, grey=4)

    return draw


def hung(
    under: Picture,
    picture: Picture,
    place: Rect,
    *,
    border: int = 6,
    tilt: float = 0.0,
    grey: int = 20,
) -> Picture:
    """A picture in a border of that grey on the wall; `tilt`: seen from the side, the right end
    smaller."""
    x, y, w, h = place
    drop = h * tilt / 2
    corners = np.array([(x, y), (x + w, y + drop), (x + w, y + h - drop), (x, y + h)], np.float32)
    if border:
        middle = corners.mean(0)
        grown = middle + (corners - middle) * (1 + 2 * border / np.array([w, h]))
        cv2.fillConvexPoly(under, grown.round().astype(np.int32), (grey, grey, grey), cv2.LINE_AA)
    small = cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA)
    whole = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
    warp = cv2.getPerspectiveTransform(whole, corners)
    laid = cv2.warpPerspective(small, warp, (WIDTH, HEIGHT))
    mask = cv2.warpPerspective(np.full((h, w), 255, np.uint8), warp, (WIDTH, HEIGHT))
    under[mask > 127] = laid[mask > 127]
    return under


def poster(name: str, place: Rect, *, border: int = 6, tilt: float = 0.0) -> Callable[..., Any]:
    """One still picture of a clip on the wall of the empty room."""
    return lambda i: hung(
        room(i), film(name)[len(film(name)) // 2], place, border=border, tilt=tilt
    )


def television(
    names: Sequence[str],
    place: Rect,
    *,
    border: int = 6,
    tilt: float = 0.0,
    cut_s: float = 2.0,
    grey: int = 20,
    under: Callable[[int], Picture] = room,
) -> Callable[..., Any]:
    """Films one after the other on a screen in the empty room, with cuts."""

    def draw(i: int) -> Picture:
        name = names[int(i / FPS / cut_s) % len(names)]
        return hung(under(i), at(name, i), place, border=border, tilt=tilt, grey=grey)

    return draw


@cache
def _cut_out(name: str) -> tuple[tuple[Picture, npt.NDArray[np.float32]], ...]:
    out = []
    for picture in film(name)[::2]:  # cutting out takes 0.2 s of CPU each
        small = cv2.resize(picture, (426, 240), interpolation=cv2.INTER_AREA)
        marks = np.zeros((240, 426), np.uint8)
        inside = (106, 10, 213, 230)
        cv2.setRNGSeed(1)
        models = np.zeros((1, 65)), np.zeros((1, 65))
        cv2.grabCut(small, marks, inside, *models, 3, cv2.GC_INIT_WITH_RECT)
        alpha = np.isin(marks, (1, 3)).astype(np.float32)
        out.append((small.astype(np.uint8), cv2.GaussianBlur(alpha, (3, 3), 0).astype(np.float32)))
    return tuple(out)


def seated(
    name: str, left: int, top: int, under: Callable[[int], Picture] = room, speed: float = 0.25
) -> Callable[..., Any]:
    """Somebody in front, hardly moving, the lower body out of the picture."""

    def draw(i: int) -> Picture:
        picture, pieces = under(i), _cut_out(name)
        step = int(i * speed) % max(1, 2 * len(pieces) - 2)
        person, alpha = pieces[min(step, 2 * len(pieces) - 2 - step)]
        high, wide = min(240, HEIGHT - top), min(426, WIDTH - left)
        part = np.s_[top : top + high, left : left + wide]
        share = alpha[:high, :wide, None]
        picture[part] = picture[part] * (1 - share) + person[:high, :wide] * share
        return picture

    return draw


@cache
def _standers(name: str, first: int, last: int) -> tuple[tuple[Picture, Picture], ...]:
    """Somebody whole, cut out of frames of the room by their difference from the empty one."""
    empty = np.median(np.stack(film(ROOM)[:12]), 0).astype(np.uint8)
    out = []
    for picture in film(name)[first:last]:
        off = cv2.GaussianBlur(cv2.absdiff(picture, empty).max(2), (5, 5), 0)
        marks = cv2.morphologyEx((off > 22).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((13, 13)))
        contours, _ = cv2.findContours(marks, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        outline = max(contours, key=cv2.contourArea)
        x, y, w, h = cv2.boundingRect(outline)
        alpha = np.zeros(marks.shape, np.uint8)
        cv2.drawContours(alpha, [outline], -1, 255, -1)
        part = np.s_[y : y + h, x : x + w]
        out.append((picture[part], cv2.blur(alpha, (3, 3)).astype(np.uint8)[part]))
    return tuple(out)


def plain(i: int) -> Picture:
    """A drawn room: a rough light wall, a wooden floor, a blue sofa."""
    chance = np.random.default_rng(1)
    wall = np.full((HEIGHT, WIDTH, 3), (205, 212, 216), np.float32)
    wall += cv2.resize(chance.normal(0, 2, (45, 80)).astype(np.float32), (WIDTH, HEIGHT))[..., None]
    picture = wall.astype(np.uint8)
    picture[265:] = (90, 120, 150)
    cv2.rectangle(picture, (190, 215), (440, 325), (90, 60, 45), -1)
    return picture


def standing(
    name: str, frames: tuple[int, int], middle: int, under: Callable[[int], Picture] = plain
) -> Callable[..., Any]:
    """Somebody who stands in front of the sofa, 270 pixels tall, from the first picture on."""

    def draw(i: int) -> Picture:
        picture, pieces = under(i), _standers(name, *frames)
        step = i % max(1, 2 * len(pieces) - 2)
        person, alpha = pieces[min(step, 2 * len(pieces) - 2 - step)]
        wide = round(270 * person.shape[1] / person.shape[0])
        left = middle - wide // 2
        part = np.s_[60:330, left : left + wide]
        share = cv2.resize(alpha, (wide, 270))[..., None] / 255
        picture[part] = picture[part] * (1 - share) + cv2.resize(person, (wide, 270)) * share
        return picture

    return draw


def windowed(draw: Callable[[int], Picture], light: float, place: Rect) -> Callable[..., Any]:
    """A scene in that much light beside a bright window."""
    x, y, w, h = place

    def dim(i: int) -> Picture:
        picture = (cv2.resize(draw(i), (WIDTH, HEIGHT)) * np.float32(light)).astype(np.uint8)
        picture[y : y + h, x : x + w] = 235
        return picture

    return dim


def clip(
    draw: Callable[[int], Picture],
    seconds: float,
    people: Sequence[tuple[float, float]] = (),
    *,
    light: float = 1.0,
    noise: float = 1.5,
    seed: int = 1,
) -> Clip:
    """The scene at 5 pictures a second, in that much light, with the sensor's noise after it."""
    chance = np.random.default_rng(seed)
    shots = []
    for i in range(int(seconds * FPS)):
        picture = draw(i) * np.float32(light) + chance.normal(0, noise, (HEIGHT, WIDTH, 3))
        shots.append(shot(picture.clip(0, 255).astype(np.uint8), i / FPS, i))
    events = [{"label": "person", "from_s": a, "to_s": b} for a, b in people]
    return Clip("composed", tuple(shots), {"duration_s": seconds, "events": events})
