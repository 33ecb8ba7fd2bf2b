"""Access to cameras: a driver that breaks takes its own camera only, and privacy shuts them all."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, cast

import pytest

from companion.ports.camera import CameraGone
from companion.ports.senses import Gate, NotLooking
from companion.rooms.perception.camera_access import CameraAccess
from companion.rooms.perception.camera_post import CameraPost
from companion.rooms.perception.presence import Presence
from companion.rooms.perception.signs import Signs
from companion.words.frame import Frame
from tests.twins.clock import EVENING

FRAME = Frame(pixels=bytes(64 * 48 * 3), width=64, height=48, t_s=0.0, at=EVENING, number=0)


class Camera:
    """A camera whose next answer is set by the test."""

    name, place, is_screen = "hall", "hall", False

    def __init__(self) -> None:
        self.opened = self.closed = 0
        self.answer: Callable[[], Frame] = lambda: FRAME

    async def open(self) -> None:
        self.opened += 1

    async def next_frame(self) -> Frame:
        return self.answer()

    async def close(self) -> None:
        self.closed += 1


class Door:
    """Access to one camera."""

    def __init__(self) -> None:
        self.private, self.lost = False, list[datetime]()
        self.camera = Camera()
        self.post = CameraPost(
            cast(Any, self.camera),
            self._gate(),
            Presence("hall", "hall"),
            (),
            Signs("hall", "hall"),
        )
        self.access = CameraAccess(
            private=lambda: self.private,
            gate=self._gate,
            likeness=None,
            now=lambda: EVENING,
            lost=self._lost,
        )

    def _presence(self) -> Presence:
        return Presence("hall", "hall")

    def _gate(self) -> Gate:
        return cast(Gate, object())

    async def _lost(self, post: CameraPost, at: datetime) -> None:
        self.lost.append(at)


async def test_a_camera_is_opened_once_and_only_when_asked() -> None:
    door = Door()
    assert door.camera.opened == 0
    assert await door.access.next_frame(door.post) is FRAME
    await door.access.next_frame(door.post)
    assert door.camera.opened == 1


async def test_privacy_shuts_the_camera_before_it_gives_a_frame() -> None:
    door = Door()
    await door.access.next_frame(door.post)
    door.private = True
    with pytest.raises(NotLooking):
        await door.access.next_frame(door.post)
    assert (door.camera.closed, door.post.newest, len(door.lost)) == (1, None, 1)


async def test_whatever_a_driver_raises_only_its_camera_is_gone() -> None:
    door = Door()

    def broken() -> Frame:
        raise RuntimeError("a mistake of a third party")

    door.camera.answer = broken
    with pytest.raises(CameraGone, match="RuntimeError"):
        await door.access.next_frame(door.post)
    assert door.post.gone is not None
    assert "ログ" in door.post.gone.ja
    door.camera.answer = lambda: FRAME
    await door.access.next_frame(door.post)
    assert door.post.gone is None


async def test_a_picture_of_the_wrong_size_is_no_picture() -> None:
    door = Door()
    door.camera.answer = lambda: Frame(
        pixels=bytes(3), width=64, height=48, t_s=0.0, at=EVENING, number=0
    )
    with pytest.raises(CameraGone, match="64x48"):
        await door.access.next_frame(door.post)
