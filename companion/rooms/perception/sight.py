"""Senses: joins cameras, gate, eyes and presence behind the ports `Senses` and `Viewfinder`.

Policies decide when to look, and the act corridor decides about an answer; this module does
neither.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime

from companion.ports.camera import Camera, CameraGone
from companion.ports.clock import Clock
from companion.ports.eyes import Eyes, EyesUnavailable
from companion.ports.part import ResidentSpec, Stage
from companion.ports.senses import Gate, Likeness, Look, Motion, NotLooking, Standing
from companion.ports.viewfinder import View
from companion.rooms.perception.camera_access import CameraAccess
from companion.rooms.perception.camera_post import (
    PET_RULES,
    PETS,
    CameraPost,
    explained,
    gated,
    jpeg,
    pictures,
)
from companion.rooms.perception.presence import Presence, PresenceRules
from companion.rooms.perception.search import Search, SightCounters
from companion.rooms.perception.signs import Signs
from companion.words.frame import Detection, Frame
from companion.words.language import Bilingual
from companion.words.mask import Mask
from companion.words.observation import Observation

ATTEND_EVERY_S = 0.25
"""How soon privacy closes the cameras even while nobody asks for a frame."""
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

HandOver = Callable[[tuple[Observation, ...]], Awaitable[None]]


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
        self._new_likeness = likeness
        self._posts = {c.name: self._post(c, rules) for c in cameras}
        self.counters = SightCounters()
        self._search = Search(eyes, self.counters, masks, screen_on)
        self._access = CameraAccess(
            private=private, gate=gate, likeness=likeness, now=clock.now, lost=self._lost_sight
        )

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

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task that closes the cameras while privacy is on."""
        return (ResidentSpec("cameras", self.attend, Stage.INTAKE),)

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
        """The state of one camera that decides when to look next."""
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
            frame = await self._access.next_frame(post)
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
                frame = await self._access.developed(post, frame)
                found = await self._search.run(post, frame, motion)
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
            written = await self._eyes.read(await self._access.developed(post, frame))
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

    async def _eyes_failed(self, post: CameraPost) -> None:
        """Make the last observations unknown once they are older than looks may be apart."""
        limit_s = post.presence.stale_after_s(self._pace())
        looked_at = post.looked_at
        if looked_at is None or (self._clock.now() - looked_at).total_seconds() > limit_s:
            await self._lost_sight(post, self._clock.now())

    def _pets(
        self, post: CameraPost, frame: Frame, found: tuple[Detection, ...], stirred: bool
    ) -> tuple[Observation, ...]:
        """Observations of cats and dogs; their absence is told only after one was there."""
        size, told = (frame.width, frame.height), list[Observation]()
        for pet in post.pets:
            known = pet.standing().held
            seen = pet.saw(found, size, frame.t_s, frame.at, stirred=stirred)
            told += [o for o in seen if known or o.value == "present"]
        return tuple(told)

    async def _lost_sight(self, post: CameraPost, at: datetime) -> None:
        """Make people and the pets that were there unknown."""
        post.pictures = 0
        there = [pet for pet in post.pets if pet.standing().held]
        lost = [o for pet in post.pets for o in pet.lost_sight(at) if pet in there]
        await self._tell((*post.presence.lost_sight(at), *lost))

    async def _tell(self, observations: tuple[Observation, ...]) -> None:
        if observations:
            await self._hand_over(observations)

    async def _close_all(self) -> None:
        for post in self._posts.values():
            if post.is_open:
                await self._access.close(post)
