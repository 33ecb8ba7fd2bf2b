"""Senses: cameras, gate, eyes and presence joined behind the ports `Senses` and `Viewfinder`.

Nothing here decides when to look (policies do) or what to do about it (the act corridor).
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from companion.perception.presence import Presence, PresenceRules
from companion.ports.camera import Camera, CameraGone
from companion.ports.clock import Clock
from companion.ports.eyes import Box, Eyes
from companion.ports.senses import Gate, Look, Motion, NotLooking, Standing
from companion.ports.viewfinder import View
from companion.words.frame import Detection, Frame
from companion.words.observation import Observation

ATTEND_EVERY_S = 0.25
"""How soon privacy closes the cameras even while nobody asks for a frame (T18)."""
LEAST_REGION_PX = 160
"""A smaller crop holds too little around a far person for the 300 px network."""
FAR = 0.35
"""Motion smaller than this share of the picture's height is worth a crop."""

HandOver = Callable[[tuple[Observation, ...]], Awaitable[None]]


@dataclass(slots=True)
class _Post:
    """One camera and all that is kept about it; frames stay in memory only (S-23)."""

    camera: Camera
    gate: Gate
    presence: Presence
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_open: bool = False
    newest: Frame | None = None
    detections: tuple[Detection, ...] = ()
    looked_at: datetime | None = None
    blind: bool = False
    stirred: bool = False
    unlooked: int = 0
    """Frames since the last look; a source that gives few frames is not stale by that."""
    gone: str = ""
    looks: int = 0


@dataclass(slots=True)
class SightCounters:
    """What seeing has cost so far."""

    frames: int = 0
    detector_calls: int = 0


class Sight:
    """The house's `Senses` and `Viewfinder`. Cameras open when first asked."""

    def __init__(
        self,
        cameras: Sequence[Camera],
        eyes: Eyes,
        *,
        gate: Callable[[], Gate],
        clock: Clock,
        hand_over: HandOver,
        private: Callable[[], bool] = lambda: False,
        pace: Callable[[], float] = lambda: 1.0,
        rules: PresenceRules | None = None,
    ) -> None:
        self._eyes, self._new_gate, self._clock = eyes, gate, clock
        self._hand_over, self._private, self._pace = hand_over, private, pace
        self._posts = {c.name: _Post(c, gate(), Presence(c.name, c.place, rules)) for c in cameras}
        self.counters = SightCounters()

    def cameras(self) -> tuple[str, ...]:
        """Names of the configured cameras."""
        return tuple(self._posts)

    def private(self) -> bool:
        """Privacy is on."""
        return self._private()

    def pace(self) -> float:
        """1.0, or more while the backlog is high (S-06)."""
        return self._pace()

    def standing(self, camera: str) -> Standing:
        """What is held now, as far as it decides when to look next."""
        return self._posts[camera].presence.standing()

    def trouble(self, camera: str) -> str:
        """Why the camera shows nothing now, with the remedy; "" while it does."""
        post = self._posts[camera]
        return post.gone or ("the picture is black, flat or frozen" if post.blind else "")

    async def motion(self, camera: str) -> Motion:
        """Wait for the next frame and run the gate on it.

        Raises `CameraGone`, `CameraEnded`, `NotLooking`.
        """
        post = self._posts[camera]
        async with post.lock:
            frame = await self._next_frame(post)
            with self._clock.hold():
                motion = post.gate.check(frame)
        self.counters.frames += 1
        post.newest, post.blind = frame, motion.blind
        post.stirred |= motion.moving
        post.unlooked += 1
        stale = post.unlooked > 2 and post.presence.stale(frame.t_s, self._pace())
        if motion.blind or stale:
            await self._tell(post.presence.lost_sight(frame.at))
        return motion

    async def look(self, camera: str, motion: Motion | None = None) -> Look:
        """Run the detector, follow the track, report what changed.

        Raises `CameraGone`, `CameraEnded`, `NotLooking`, `EyesUnavailable`.
        """
        if motion is None:
            motion = await self.motion(camera)
        post, frame = self._posts[camera], motion.frame
        if motion.blind:
            return Look(frame, (), post.presence.held(frame.at), blind=True)
        with self._clock.hold():
            found = await self._detect(post, frame, motion)
        post.detections, post.looked_at = found, frame.at
        size, stirred = (frame.width, frame.height), post.stirred
        post.looks, post.stirred, post.unlooked = post.looks + 1, False, 0
        changed = post.presence.saw(found, size, frame.t_s, frame.at, stirred=stirred)
        await self._tell(changed)
        return Look(frame, found, changed or post.presence.held(frame.at))

    async def report(self, camera: str, observations: tuple[Observation, ...]) -> None:
        """Hand what was concluded to perception."""
        await self._hand_over(observations)

    async def view(self, camera: str) -> View | None:
        """The newest picture as JPEG; None while privacy is on or there is none."""
        post = self._posts.get(camera)
        if post is None or post.newest is None or self._private():
            return None
        frame = post.newest
        jpeg = await asyncio.to_thread(_jpeg, frame)
        return View(jpeg, frame.width, frame.height, post.detections, frame.at, post.looked_at)

    async def attend(self) -> None:
        """Resident: close cameras when privacy comes on; let held-back facts out."""
        while True:
            if self._private():
                await self._close_all()
            await self._hand_over(())
            await asyncio.sleep(ATTEND_EVERY_S)

    async def close(self) -> None:
        """Close every camera and the eyes, with nothing more to report; idempotent."""
        for post in self._posts.values():
            post.is_open = False
            await post.camera.close()
        await self._eyes.close()

    async def _next_frame(self, post: _Post) -> Frame:
        if self._private():
            await self._close(post)
            raise NotLooking("privacy is on")
        try:
            if not post.is_open:
                await post.camera.open()
                post.is_open, post.gate = True, self._new_gate()
            frame = await post.camera.next_frame()
        except CameraGone as error:
            await self._close(post)
            if self._private():
                raise NotLooking("privacy is on") from error
            post.gone = str(error)
            raise
        if self._private():
            await self._close(post)
            raise NotLooking("privacy is on")
        post.gone = ""
        return frame

    async def _detect(self, post: _Post, frame: Frame, motion: Motion) -> tuple[Detection, ...]:
        """The whole frame; where that shows nobody, closer where somebody could be: where the
        held were last, else where a far thing moves."""
        self.counters.detector_calls += 1
        found = await self._eyes.detect(frame)
        if any(d.label == "person" for d in found):
            return found
        likely = post.presence.where() or motion.boxes
        for region in regions(frame, likely, first=post.looks == 0):
            self.counters.detector_calls += 1
            closer = await self._eyes.detect(frame, region)
            found = merged(found, (d for d in closer if _far(d.box, frame)))
        return found

    async def _tell(self, observations: tuple[Observation, ...]) -> None:
        if observations:
            await self._hand_over(observations)

    async def _close(self, post: _Post) -> None:
        was_open, post.is_open = post.is_open, False
        post.newest, post.detections, post.looks = None, (), 0
        if was_open:
            await post.camera.close()
        await self._tell(post.presence.lost_sight(self._clock.now()))

    async def _close_all(self) -> None:
        for post in self._posts.values():
            if post.is_open:
                await self._close(post)


def regions(frame: Frame, likely: Iterable[Box], *, first: bool) -> tuple[Box, ...]:
    """Where to look closer: both ends of a wide first frame; else the first far thing.

    Far people are too few pixels once the whole picture is shrunk to the network's 300.
    """
    width, height = frame.width, frame.height
    side = min(width, height)
    if first and max(width, height) > 1.25 * side:
        return ((0, 0, side, side), (width - side, height - side, side, side))
    far = next((b for b in likely if max(b[2], b[3]) < FAR * height), None)
    if far is None:
        return ()
    around = min(max(LEAST_REGION_PX, 2 * max(far[2], far[3])), side)
    left = min(max(far[0] + far[2] // 2 - around // 2, 0), width - around)
    top = min(max(far[1] + far[3] // 2 - around // 2, 0), height - around)
    return ((left, top, around, around),)


def _far(box: Box, frame: Frame) -> bool:
    """Small and wholly in view. Anything else the whole frame would have shown; seen in a
    crop only, it is as likely an arm or a part of something."""
    x, y, w, h = box
    inside = x > 0 and y > 0 and x + w < frame.width and y + h < frame.height
    return inside and h < FAR * frame.height


def merged(one: Iterable[Detection], more: Iterable[Detection]) -> tuple[Detection, ...]:
    """Both, surest first, without a second box for the same thing."""
    kept: list[Detection] = []
    for found in sorted((*one, *more), key=lambda d: -d.score):
        if not any(k.label == found.label and _same(k.box, found.box) for k in kept):
            kept.append(found)
    return tuple(kept)


def _same(one: Box, other: Box) -> bool:
    """Whether the smaller box lies at least half in the other: one thing seen twice."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right = min(one[0] + one[2], other[0] + other[2])
    bottom = min(one[1] + one[3], other[1] + other[3])
    shared = max(0, right - left) * max(0, bottom - top)
    return 2 * shared >= min(one[2] * one[3], other[2] * other[3])


def _jpeg(frame: Frame) -> bytes:
    import cv2
    import numpy as np

    picture = np.frombuffer(frame.bgr, np.uint8).reshape(frame.height, frame.width, 3)
    ok, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return encoded.tobytes() if ok else b""
