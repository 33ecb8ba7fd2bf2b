"""Camera access: opens a camera only while it may look, and keeps the others open when one
breaks."""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

from companion.ports.camera import CameraEnded, CameraGone
from companion.ports.senses import Gate, Likeness, NotLooking
from companion.rooms.perception.camera_post import CameraPost, size_of
from companion.words.frame import Frame
from companion.words.language import Bilingual

LEAST_SIDE_PX = 32
"""Smallest picture that is judged; a smaller one comes from a camera that is set wrongly."""
_SHUT = Bilingual("画像の形が違います", "its pictures have the wrong size")


log = logging.getLogger(__name__)


class CameraAccess:
    """Opens, reads and closes cameras. `private`: none may look now. `lost`: nothing is known any
    more of the people before a camera, from this moment."""

    def __init__(
        self,
        *,
        private: Callable[[], bool],
        gate: Callable[[], Gate],
        likeness: Callable[[], Likeness] | None,
        now: Callable[[], datetime],
        lost: Callable[[CameraPost, datetime], Awaitable[None]],
    ) -> None:
        self._private, self._new_gate, self._new_likeness = private, gate, likeness
        self._now, self._lost = now, lost

    async def next_frame(self, post: CameraPost) -> Frame:
        """The next sound frame. Raises `CameraGone`, `CameraEnded`, `NotLooking`."""
        if self._private():
            await self.close(post)
            raise NotLooking("privacy is on")
        try:
            frame = await self._from_driver(post)
        except CameraGone as error:
            await self._lose(post, error)
            raise
        if self._private():
            await self.close(post)
            raise NotLooking("privacy is on")
        resized = post.newest is not None and size_of(post.newest) != size_of(frame)
        if resized and not post.camera.is_screen:
            post.gate = self._new_gate()
            post.likeness = self._new_likeness() if self._new_likeness else None
            await self._lost(post, frame.at)
        post.gone = None
        return frame

    async def developed(self, post: CameraPost, frame: Frame) -> Frame:
        """With its pixels at hand: only now somebody looks. Raises as `next_frame`."""
        try:
            return await frame.developed()
        except CameraGone as error:
            await self._lose(post, error)
            raise

    async def _lose(self, post: CameraPost, error: CameraGone) -> None:
        """Shut the camera that is gone. Raises `NotLooking` where it is shut for privacy."""
        await self.close(post)
        if self._private():
            raise NotLooking("privacy is on") from error
        post.gone = error.words

    async def _from_driver(self, post: CameraPost) -> Frame:
        """The next sound frame. Any error of a driver takes away only its own camera."""
        try:
            if not post.is_open:
                await post.camera.open()
                post.is_open, post.gate = True, self._new_gate()
            frame = await post.camera.next_frame()
        except (CameraGone, CameraEnded):
            raise
        except Exception as error:  # driver edge: drivers of third parties raise anything
            log.warning("camera %s: its driver failed", post.camera.name, exc_info=True)
            what = type(error).__name__
            en = f"the driver of camera {post.camera.name} failed ({what}); the log has more"
            ja = f"{post.camera.name} のドライバーが失敗しました（{what}）。ログを見てください"
            raise CameraGone(en, ja) from error
        width, height = size_of(frame)
        if min(width, height) < LEAST_SIDE_PX or len(frame.pixels) != width * height * 3:
            raise CameraGone(f"{_SHUT.en}: {width}x{height}", f"{_SHUT.ja}: {width}x{height}")
        return frame

    async def close(self, post: CameraPost) -> None:
        """Shut it, and hold nothing of what it showed."""
        was_open, post.is_open = post.is_open, False
        post.newest, post.detections, post.looks, post.blind = None, (), 0, ""
        if was_open:
            await post.camera.close()
        if not post.camera.is_screen:
            await self._lost(post, self._now())
