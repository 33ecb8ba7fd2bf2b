"""Senses: cameras, gate, eyes and presence joined behind the ports `Senses` and `Viewfinder`.

Nothing here decides when to look (policies do) or what to do about it (the act corridor).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.ports.camera import Camera, CameraEnded, CameraGone
from companion.ports.clock import Clock
from companion.ports.eyes import Eyes, EyesUnavailable
from companion.ports.senses import Gate, Likeness, Look, Motion, NotLooking, Standing
from companion.ports.viewfinder import View
from companion.rooms.perception.camera_post import (
    PET_RULES,
    PETS,
    SOMEBODY,
    CameraPost,
    again,
    doubted,
    explained,
    gated,
    jpeg,
    pictures,
    size_of,
)
from companion.rooms.perception.presence import Presence, PresenceRules
from companion.rooms.perception.regions import around, far, merged, regions, same_one
from companion.rooms.perception.signs import Signs
from companion.words.frame import Detection, Frame
from companion.words.language import Bilingual
from companion.words.mask import Mask
from companion.words.observation import Observation

ATTEND_EVERY_S = 0.25
"""How soon privacy closes the cameras even while nobody asks for a frame."""
LEAST_SIDE_PX = 32
"""Smallest picture that is judged; a smaller one comes from a camera that is set wrongly."""
_BLIND = {
    "black": Bilingual(
        "真っ暗です。レンズと明かりを確かめてください",
        "the picture is black; look at the lens and the light",
    ),
    "flat": Bilingual(
        "何も写っていません。レンズを確かめてください",
        "the picture is flat: nothing to see; look at the lens",
    ),
    "dazzled": Bilingual("まぶしくて見えません", "it is dazzled by light"),
    "frozen": Bilingual(
        "映像が止まったままです。カメラを入れ直してください",
        "the picture is frozen; switch the camera off and on",
    ),
}
_SHUT = Bilingual("画像の形が違います", "its pictures have the wrong size")

log = logging.getLogger(__name__)

HandOver = Callable[[tuple[Observation, ...]], Awaitable[None]]


@dataclass(slots=True)
class SightCounters:
    """What seeing has cost so far."""

    frames: int = 0
    detector_calls: int = 0
    readings: int = 0


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
        likeness: Callable[[], Likeness] | None = None,
        masks: Callable[[str], Sequence[Mask]] = lambda camera: (),
        screen_on: Callable[[str], bool] = lambda place: False,
    ) -> None:
        """`likeness`: tells people from pictures; without it every person found is one. `masks`:
        where the owner says that a camera sees a screen. `screen_on`: a television is on in a
        room."""
        self._eyes, self._new_gate, self._clock = eyes, gate, clock
        self._hand_over, self._private, self._pace = hand_over, private, pace
        self._new_likeness, self._masks, self._screen_on = likeness, masks, screen_on
        self._posts = {c.name: self._post(c, rules) for c in cameras}
        self.counters = SightCounters()

    def _post(self, camera: Camera, rules: PresenceRules | None) -> CameraPost:
        name, place = camera.name, camera.place
        pets = tuple(Presence(name, place, replace(PET_RULES, subject=pet)) for pet in PETS)
        new = self._new_likeness if not camera.is_screen else None
        return CameraPost(
            camera,
            self._new_gate(),
            Presence(name, place, rules),
            pets,
            Signs(name, place),
            likeness=new() if new else None,
        )

    def cameras(self) -> tuple[str, ...]:
        """Names of the configured cameras that look at rooms."""
        return tuple(n for n, post in self._posts.items() if not post.camera.is_screen)

    def screens(self) -> tuple[str, ...]:
        """Names of the configured screens."""
        return tuple(n for n, post in self._posts.items() if post.camera.is_screen)

    def private(self) -> bool:
        """Privacy is on."""
        return self._private()

    def pace(self) -> float:
        """1.0, or more while the backlog is high."""
        return self._pace()

    def standing(self, camera: str) -> Standing:
        """What is held now, as far as it decides when to look next."""
        return self._posts[camera].presence.standing()

    def trouble(self, camera: str) -> Bilingual | None:
        """Why the camera shows nothing now, with the remedy; None while it does."""
        post = self._posts[camera]
        return post.gone or _BLIND.get(post.blind)

    async def motion(self, camera: str) -> Motion:
        """Wait for the next frame and run the gate on it.

        Raises `CameraGone`, `CameraEnded`, `NotLooking`.
        """
        post = self._posts[camera]
        async with post.lock:
            frame = await self._next_frame(post)
            with self._clock.hold():
                motion = gated(post, frame)
        self.counters.frames += 1
        post.newest, post.blind = frame, motion.why if motion.blind else ""
        post.stirred |= motion.moving
        post.unlooked += 1
        stale = post.unlooked > 2 and post.presence.stale(frame.t_s, self._pace())
        if motion.blind or stale:
            await self._lost_sight(post, frame.at)
        return replace(motion, explained=explained(motion, post.detections))

    async def look(self, camera: str, motion: Motion | None = None) -> Look:
        """Run the detector, follow the track, report what changed.

        Raises `CameraGone`, `CameraEnded`, `NotLooking`, `EyesUnavailable`.
        """
        if motion is None:
            motion = await self.motion(camera)
        post, frame = self._posts[camera], motion.frame
        if motion.blind or motion.doubtful:
            return Look(frame, (), post.presence.unknown(frame.at), blind=True)
        began = self.counters.detector_calls
        try:
            with self._clock.hold():
                frame = await self._developed(post, frame)
                found = self._judged(post, frame, await self._detect(post, frame, motion))
        except EyesUnavailable:
            await self._eyes_failed(post)
            raise
        post.detections, post.looked_at = found, frame.at
        size, stirred = (frame.width, frame.height), post.stirred
        post.looks, post.stirred, post.unlooked = post.looks + 1, False, 0
        changed = post.presence.saw(found, size, frame.t_s, frame.at, stirred=stirred)
        besides = (*self._pets(post, frame, found, stirred), *pictures(post, frame, found))
        await self._tell((*changed, *besides))
        calls = self.counters.detector_calls - began
        concluded = (*(changed or post.presence.held(frame.at)), *besides)
        return Look(motion.frame, found, concluded, calls=calls)

    async def read(self, camera: str, motion: Motion | None = None) -> tuple[Observation, ...]:
        """Read what is written and report it; nothing from a picture that shows nothing.

        Raises `CameraGone`, `CameraEnded`, `NotLooking`, `EyesUnavailable`.
        """
        if motion is None:
            motion = await self.motion(camera)
        if motion.blind:
            return ()
        post, frame = self._posts[camera], motion.frame
        self.counters.readings += 1
        with self._clock.hold():
            written = await self._eyes.read(await self._developed(post, frame))
        if self._private():
            raise NotLooking("privacy is on")
        read = post.signs.saw(written, frame.at)
        await self._tell(read)
        return read

    async def report(self, camera: str, observations: tuple[Observation, ...]) -> None:
        """Hand what was concluded to perception."""
        await self._hand_over(observations)

    async def view(self, camera: str) -> View | None:
        """The newest picture as JPEG; None while privacy is on or there is none."""
        post = self._posts.get(camera)
        if post is None or post.newest is None or self._private():
            return None
        try:
            frame = await post.newest.developed()
        except CameraGone:
            return None
        if self._private():
            return None
        picture = await asyncio.to_thread(jpeg, frame)
        return View(picture, frame.width, frame.height, post.detections, frame.at, post.looked_at)

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

    async def _next_frame(self, post: CameraPost) -> Frame:
        if self._private():
            await self._close(post)
            raise NotLooking("privacy is on")
        try:
            frame = await self._from_driver(post)
        except CameraGone as error:
            await self._lose(post, error)
            raise
        if self._private():
            await self._close(post)
            raise NotLooking("privacy is on")
        resized = post.newest is not None and size_of(post.newest) != size_of(frame)
        if resized and not post.camera.is_screen:
            post.gate = self._new_gate()
            post.likeness = self._new_likeness() if self._new_likeness else None
            await self._lost_sight(post, frame.at)
        post.gone = None
        return frame

    async def _developed(self, post: CameraPost, frame: Frame) -> Frame:
        """With its pixels at hand: only now somebody looks. Raises as `_next_frame`."""
        try:
            return await frame.developed()
        except CameraGone as error:
            await self._lose(post, error)
            raise

    async def _lose(self, post: CameraPost, error: CameraGone) -> None:
        """Shut the camera that is gone. Raises `NotLooking` where it is shut for privacy."""
        await self._close(post)
        if self._private():
            raise NotLooking("privacy is on") from error
        post.gone = error.words

    async def _from_driver(self, post: CameraPost) -> Frame:
        """The next sound frame. Whatever a driver raises, only its own camera is gone."""
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

    async def _eyes_failed(self, post: CameraPost) -> None:
        """What was seen last must not stand for longer than looks may be apart."""
        limit_s = post.presence.stale_after_s(self._pace())
        looked_at = post.looked_at
        if looked_at is None or (self._clock.now() - looked_at).total_seconds() > limit_s:
            await self._lost_sight(post, self._clock.now())

    def _judged(
        self, post: CameraPost, frame: Frame, found: tuple[Detection, ...]
    ) -> tuple[Detection, ...]:
        """With people told from pictures of people."""
        if post.likeness is None:
            return found
        width, height = frame.width, frame.height
        masks = [mask.in_pixels(width, height) for mask in self._masks(post.camera.name)]
        on = self._screen_on(post.camera.place)
        return post.likeness.judge(frame, found, masks, screen_on=on)

    def _pets(
        self, post: CameraPost, frame: Frame, found: tuple[Detection, ...], stirred: bool
    ) -> tuple[Observation, ...]:
        """What is held about cats and dogs; that there are none is told only after one was."""
        size, told = (frame.width, frame.height), list[Observation]()
        for pet in post.pets:
            known = pet.standing().held
            seen = pet.saw(found, size, frame.t_s, frame.at, stirred=stirred)
            told += [o for o in seen if known or o.value == "present"]
        return tuple(told)

    async def _lost_sight(self, post: CameraPost, at: datetime) -> None:
        """Nothing is known of people, nor of the pets that were there."""
        post.pictures = 0
        there = [pet for pet in post.pets if pet.standing().held]
        lost = [o for pet in post.pets for o in pet.lost_sight(at) if pet in there]
        await self._tell((*post.presence.lost_sight(at), *lost))

    async def _detect(
        self, post: CameraPost, frame: Frame, motion: Motion
    ) -> tuple[Detection, ...]:
        """The whole frame; closer at somebody found there but not surely. Where it shows nobody,
        closer where somebody could be: where the held were last, else where a far thing moves."""
        self.counters.detector_calls += 1
        found = await self._eyes.detect(frame)
        if (unsure := doubted(post, found)) is not None:
            found = await self._closer(frame, found, unsure)
        if any(d.label == "person" for d in found) or explained(motion, found):
            return found
        held = post.presence.where()
        elsewhere = regions(frame, motion.boxes, first=post.looks == 0)
        for region in (around(held[0], frame),) if held else elsewhere:
            self.counters.detector_calls += 1
            closer = await self._eyes.detect(frame, region)
            found = merged(found, (d for d in closer if far(d.box, frame) or again(d, held)))
        return found

    async def _closer(
        self, frame: Frame, found: tuple[Detection, ...], doubted: Detection
    ) -> tuple[Detection, ...]:
        """With somebody found but not surely as a look at the square around them shows them."""
        self.counters.detector_calls += 1
        closer = await self._eyes.detect(frame, around(doubted.box, frame))
        same = (d for d in closer if d.label in SOMEBODY and same_one(d.box, doubted.box))
        return merged(found, same)

    async def _tell(self, observations: tuple[Observation, ...]) -> None:
        if observations:
            await self._hand_over(observations)

    async def _close(self, post: CameraPost) -> None:
        was_open, post.is_open = post.is_open, False
        post.newest, post.detections, post.looks, post.blind = None, (), 0, ""
        if was_open:
            await post.camera.close()
        if not post.camera.is_screen:
            await self._lost_sight(post, self._clock.now())

    async def _close_all(self) -> None:
        for post in self._posts.values():
            if post.is_open:
                await self._close(post)
