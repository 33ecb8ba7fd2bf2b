"""Twins for seeing: a camera of prepared frames, and senses that follow a script."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

import numpy as np
import numpy.typing as npt

from companion.ports.camera import CameraEnded, CameraGone
from companion.ports.senses import Look, Motion, NotLooking, Standing
from companion.words.frame import Detection, Frame, Undeveloped
from companion.words.observation import Observation
from tests.twins.clock import EVENING

Picture = npt.NDArray[np.uint8]
SIZE = (64, 48)


def frame(t_s: float, picture: Picture | None = None, number: int = 0) -> Frame:
    """One frame at `t_s`; without a picture a small grey one."""
    if picture is None:
        picture = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    height, width = picture.shape[:2]
    at = EVENING + timedelta(seconds=t_s)
    return Frame(picture.tobytes(), width, height, at, number, t_s)


def undeveloped(shot: Frame, gone: str = "") -> Frame:
    """The same still packed; developing it fails where it says why the camera is gone by then."""

    async def develop() -> bytes:
        if gone:
            raise CameraGone(gone)
        return shot.bgr

    return replace(shot, pixels=Undeveloped(len(shot.bgr), b"packed", develop))


def person(score: float, box: tuple[int, int, int, int] = (20, 10, 10, 30)) -> Detection:
    return Detection("person", score, box)


class PreparedCamera:
    """Port `Camera` over a list; a string in it is the reason the camera is gone."""

    def __init__(self, shots: Iterable[Frame | str], name: str = "hall") -> None:
        self.name = self.place = name
        self._shots = list(shots)
        self.is_screen = False
        self.is_open = False
        self.opened = 0

    async def open(self) -> None:
        self.is_open, self.opened = True, self.opened + 1

    async def next_frame(self) -> Frame:
        if not self.is_open:
            raise CameraGone("closed")
        if not self._shots:
            raise CameraEnded("over")
        shot = self._shots.pop(0)
        if isinstance(shot, str):
            raise CameraGone(shot)
        return shot

    async def close(self) -> None:
        self.is_open = False


class ScriptedSenses:
    """Port `Senses`: motions come from a list, looks see what they are told."""

    def __init__(
        self,
        motions: Iterable[Motion | Exception],
        *,
        standing: Standing | None = None,
        seen: Sequence[Detection] = (),
        concluded: tuple[Observation, ...] = (),
    ) -> None:
        self._motions = list(motions)
        self._standing = standing or Standing(held=False, settling=False)
        self._seen, self._concluded = tuple(seen), concluded
        self.looked_at_s: list[float] = []
        self.read_at_s: list[float] = []
        self.written: tuple[Observation, ...] = ()
        self.privacy = False
        self.showing: tuple[str, ...] = ()
        self.slow = 1.0

    def cameras(self) -> tuple[str, ...]:
        return ("hall",)

    def screens(self) -> tuple[str, ...]:
        return self.showing

    async def motion(self, camera: str) -> Motion:
        if self.privacy:
            raise NotLooking("privacy is on")
        if not self._motions:
            raise CameraEnded("over")
        motion = self._motions.pop(0)
        if isinstance(motion, Exception):
            raise motion
        return motion

    async def look(self, camera: str, motion: Motion | None = None) -> Look:
        motion = motion or await self.motion(camera)
        self.looked_at_s.append(motion.frame.t_s)
        return Look(motion.frame, self._seen, self._concluded, blind=motion.blind)

    async def read(self, camera: str, motion: Motion | None = None) -> tuple[Observation, ...]:
        motion = motion or await self.motion(camera)
        self.read_at_s.append(motion.frame.t_s)
        return self.written

    def standing(self, camera: str) -> Standing:
        return self._standing

    async def report(self, camera: str, observations: tuple[Observation, ...]) -> None:
        """Nobody listens."""

    def private(self) -> bool:
        return self.privacy

    def pace(self) -> float:
        return self.slow
