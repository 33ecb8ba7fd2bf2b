"""Senses: cameras, gate, eyes and presence joined (B.8, F13, T18, S-06, S-23)."""

import asyncio
from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from companion.engines.eyes.scripted import Answer, Script, ScriptedEyes
from companion.ports.camera import CameraEnded, CameraGone
from companion.ports.eyes import EyesUnavailable
from companion.ports.senses import Gate, Motion, NotLooking
from companion.senses import Sight, merged, regions
from companion.words.frame import Frame
from companion.words.observation import Certainty, Change, Observation
from tests.twins.clock import JumpClock
from tests.twins.sight import PreparedCamera, frame, person


class OpenGate:
    """Everything moves; frames in `blind` show nothing."""

    def __init__(self, blind: frozenset[int] = frozenset()) -> None:
        self._blind = blind

    def check(self, frame: Frame) -> Motion:
        return Motion(frame, moving=True, blind=frame.number in self._blind)


class House:
    """A sight over one prepared camera, and what it told."""

    def __init__(
        self,
        shots: Iterable[Frame | str],
        eyes: Script | Iterable[Answer] = ((),),
        gate: type[OpenGate] | None = None,
        blind: frozenset[int] = frozenset(),
    ) -> None:
        self.camera = PreparedCamera(shots)
        self.eyes = ScriptedEyes(eyes)
        self.told: list[Observation] = []
        self.private = False
        self.slow = 1.0
        self.sight = Sight(
            [self.camera],
            self.eyes,
            gate=lambda: self._gate(blind),
            clock=JumpClock(),
            hand_over=self._take,
            private=lambda: self.private,
            pace=lambda: self.slow,
        )

    def _gate(self, blind: frozenset[int]) -> Gate:
        return OpenGate(blind)

    async def _take(self, observations: tuple[Observation, ...]) -> None:
        self.told.extend(observations)

    def changes(self) -> list[Change]:
        return [o.change for o in self.told]


def frames(n: int, step_s: float = 0.6) -> list[Frame]:
    return [frame(i * step_s, number=i) for i in range(n)]


async def test_a_look_is_concluded_and_reported() -> None:
    house = House(frames(3), [[person(0.9)], [], []])
    first = await house.sight.look("hall")
    assert [d.label for d in first.detections] == ["person"]
    assert first.concluded[0].certainty is Certainty.FACT
    assert house.sight.standing("hall").held
    await house.sight.look("hall")
    await house.sight.look("hall")
    assert house.changes() == [Change.APPEARED, Change.GONE]
    assert house.told[0].source == house.told[0].place == "hall"


async def test_a_gone_camera_makes_presence_unknown_and_is_opened_again() -> None:
    """F13."""
    house = House([*frames(1), "unplugged", *frames(1)], [[person(0.9)]])
    await house.sight.look("hall")
    with pytest.raises(CameraGone):
        await house.sight.motion("hall")
    assert house.changes() == [Change.APPEARED, Change.UNKNOWN]
    assert house.sight.trouble("hall") == "unplugged"
    assert not house.camera.is_open
    await house.sight.motion("hall")
    assert house.sight.trouble("hall") == ""
    assert house.camera.opened == 2


async def test_a_blind_picture_is_unknown_and_costs_no_detector_run() -> None:
    """F13: never `nobody`."""
    house = House(frames(3), [[person(0.9)]], blind=frozenset({1}))
    await house.sight.look("hall")
    look = await house.sight.look("hall")
    assert look.blind
    assert look.concluded[0].certainty is Certainty.UNKNOWN
    assert house.sight.counters.detector_calls == 1
    assert "black" in house.sight.trouble("hall")


async def test_no_look_for_too_long_is_unknown() -> None:
    """Dead eyes must not leave an old fact standing."""
    house = House(frames(20), [[person(0.9)], RuntimeError("died")])
    await house.sight.look("hall")
    with pytest.raises(EyesUnavailable):
        await house.sight.look("hall")
    for _ in range(12):
        await house.sight.motion("hall")
    assert house.changes() == [Change.APPEARED, Change.UNKNOWN]


async def test_a_source_with_few_frames_is_not_stale_by_that() -> None:
    """A doll's house shows a still room every few seconds only."""
    house = House(frames(10, step_s=20.0))
    for _ in range(10):
        await house.sight.look("hall")
    assert Change.UNKNOWN not in house.changes()


async def test_privacy_closes_the_camera_and_nothing_is_seen() -> None:
    """T18."""
    house = House(frames(5), [[person(0.9)]])
    await house.sight.look("hall")
    house.private = True
    with pytest.raises(NotLooking):
        await house.sight.look("hall")
    assert not house.camera.is_open
    assert house.changes() == [Change.APPEARED, Change.UNKNOWN]
    assert await house.sight.view("hall") is None
    house.private = False
    await house.sight.look("hall")
    assert house.camera.is_open


async def test_privacy_closes_a_camera_nobody_asks_for() -> None:
    """T18: within a second, also where no policy watches."""
    house = House(frames(5))
    await house.sight.motion("hall")
    attending = asyncio.create_task(house.sight.attend())
    house.private = True
    await asyncio.sleep(0.4)
    assert not house.camera.is_open
    attending.cancel()
    await asyncio.gather(attending, return_exceptions=True)


async def test_closing_reports_nothing() -> None:
    house = House(frames(1), [[person(0.9)]])
    await house.sight.look("hall")
    await house.sight.close()
    assert house.changes() == [Change.APPEARED]
    assert not house.camera.is_open


async def test_the_end_of_a_recording_is_told_to_the_policy() -> None:
    house = House([])
    with pytest.raises(CameraEnded):
        await house.sight.motion("hall")


async def test_a_view_is_a_jpeg_with_the_boxes_of_the_last_look() -> None:
    house = House(frames(2), [[person(0.9)]])
    assert await house.sight.view("hall") is None
    await house.sight.look("hall")
    view = await house.sight.view("hall")
    assert view is not None
    picture = cv2.imdecode(np.frombuffer(view.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[:2] == (view.height, view.width)
    assert view.detections == (person(0.9),)
    assert view.looked_at == view.at
    assert await house.sight.view("cellar") is None


async def test_pace_passes_through() -> None:
    """S-06."""
    house = House([])
    house.slow = 4.0
    assert house.sight.pace() == 4.0
    assert house.sight.cameras() == ("hall",)


WIDE = frame(0.0, np.zeros((360, 640, 3), np.uint8))


def test_a_wide_first_frame_is_looked_at_from_both_ends() -> None:
    assert regions(WIDE, (), first=True) == ((0, 0, 360, 360), (280, 0, 360, 360))


@pytest.mark.parametrize("at", [(0, 0), (300, 150), (620, 320)])
def test_a_far_thing_that_moves_gets_a_square_around_it_inside_the_frame(
    at: tuple[int, int],
) -> None:
    far = (*at, 20, 40)
    ((x, y, w, h),) = regions(WIDE, (far,), first=False)
    assert w == h == 160
    assert 0 <= x <= at[0]
    assert 0 <= y <= at[1]
    assert x + w <= 640
    assert y + h <= 360


def test_near_things_need_no_crop() -> None:
    assert regions(WIDE, ((100, 50, 100, 250),), first=False) == ()


def test_the_same_thing_from_two_regions_is_one() -> None:
    one, again = person(0.7, (100, 100, 20, 60)), person(0.9, (102, 98, 22, 64))
    other = person(0.6, (300, 100, 20, 60))
    assert merged([one, other], [again]) == (again, other)


async def test_a_crop_shows_far_people_and_no_arms() -> None:
    """In a crop only what is small and whole counts; the rest the whole frame would show."""

    def seen(shown: Frame) -> Answer:
        first = len(house.eyes.looked_at) == 1
        return [] if first else [person(0.9, (300, 150, 20, 50)), person(0.9, (0, 0, 120, 100))]

    house = House([WIDE], seen)
    look = await house.sight.look("hall")
    assert [d.box for d in look.detections] == [(300, 150, 20, 50)]
    assert house.sight.counters.detector_calls == 3


async def test_the_held_are_looked_for_closer_before_they_are_missed() -> None:
    """Far people are often too small in the whole frame; the track says where to look."""
    far = person(0.9, (300, 150, 20, 50))
    pictures = [frame(t, np.zeros((360, 640, 3), np.uint8)) for t in (0.0, 2.0)]
    house = House(pictures, [[far], [], [far]])
    await house.sight.look("hall")
    look = await house.sight.look("hall")
    assert look.detections == (far,)
    assert house.sight.counters.detector_calls == 3
