"""Senses: cameras, gate, eyes and presence joined (B.8, F13, T18, S-06, S-23)."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar

import cv2
import numpy as np
import pytest

from companion.engines.eyes.scripted import Answer, Script, ScriptedEyes
from companion.engines.vision.motion_gate import MotionGate
from companion.ports.camera import CameraEnded, CameraGone
from companion.ports.eyes import EyesUnavailable
from companion.ports.senses import Gate, Motion, NotLooking
from companion.rooms.perception.sight import Sight
from companion.words.frame import PICTURE, Detection, Frame, Written
from companion.words.language import Bilingual
from companion.words.mask import Mask
from companion.words.observation import Certainty, Change, Observation
from tests.twins.clock import JumpClock
from tests.twins.sight import PreparedCamera, frame, person, undeveloped

WIDE = frame(0.0, np.zeros((360, 640, 3), np.uint8))


class OpenGate:
    """Everything moves; frames in `blind` show nothing."""

    def __init__(self, blind: frozenset[int] = frozenset()) -> None:
        self._blind = blind

    def check(self, frame: Frame) -> Motion:
        blind = frame.number in self._blind
        return Motion(frame, moving=True, blind=blind, why="black" if blind else "")


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
        self.clock = JumpClock()
        self.sight = Sight(
            [self.camera],
            self.eyes,
            gate=lambda: gate() if gate else self._gate(blind),
            clock=self.clock,
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
    assert house.sight.trouble("hall") == Bilingual("unplugged", "unplugged")
    assert not house.camera.is_open
    await house.sight.motion("hall")
    assert house.sight.trouble("hall") is None
    assert house.camera.opened == 2


async def test_a_blind_picture_is_unknown_and_costs_no_detector_run() -> None:
    """F13: never `nobody`."""
    house = House(frames(3), [[person(0.9)]], blind=frozenset({1}))
    await house.sight.look("hall")
    look = await house.sight.look("hall")
    assert look.blind
    assert look.concluded[0].certainty is Certainty.UNKNOWN
    assert house.sight.counters.detector_calls == 1
    trouble = house.sight.trouble("hall")
    assert trouble is not None
    assert "black" in trouble.en
    assert "真っ暗" in trouble.ja


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


async def test_who_looks_sees_pixels_however_the_camera_gave_them() -> None:
    """P16: the eyes, the reading of signs and the page get what is developed for them."""
    given = [frame(0.2 * n, number=n) for n in range(3)]
    house = House([undeveloped(shot) for shot in given], [[person(0.9)]])
    await house.sight.look("hall")
    await house.sight.read("hall")
    assert [shot.bgr for shot in house.eyes.looked_at] == [given[0].bgr]
    assert [shot.bgr for shot in house.eyes.read_in] == [given[1].bgr]
    view = await house.sight.view("hall")
    assert view is not None
    assert view.jpeg[:2] == b"\xff\xd8"


async def test_a_camera_that_is_gone_before_its_picture_is_decoded_is_unknown() -> None:
    """F13: as if it had given none; the page has no picture, and it is opened again."""
    house = House([frame(0.0), undeveloped(frame(0.2), "its capture process died"), frame(0.4)])
    await house.sight.look("hall")
    motion = await house.sight.motion("hall")
    assert await house.sight.view("hall") is None
    with pytest.raises(CameraGone, match="died"):
        await house.sight.look("hall", motion)
    assert house.told[-1].change is Change.UNKNOWN
    assert not house.camera.is_open
    assert house.sight.trouble("hall") is not None
    await house.sight.look("hall")
    assert house.camera.opened == 2
    assert house.sight.trouble("hall") is None


async def test_a_picture_that_privacy_shut_is_not_looked_at() -> None:
    """T18."""
    house = House([undeveloped(frame(0.0), "closed")])
    motion = await house.sight.motion("hall")
    house.private = True
    with pytest.raises(NotLooking):
        await house.sight.look("hall", motion)


async def test_pace_passes_through() -> None:
    """S-06."""
    house = House([])
    house.slow = 4.0
    assert house.sight.pace() == 4.0
    assert house.sight.cameras() == ("hall",)


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


SEEN_FAINTLY = person(0.4, (300, 60, 80, 250))


@pytest.mark.parametrize(
    ("first", "closer", "fact"),
    [
        (SEEN_FAINTLY, person(0.95, (296, 64, 84, 246)), True),
        (Detection("cat", 0.4, SEEN_FAINTLY.box), person(0.95, (296, 64, 84, 246)), True),
        (SEEN_FAINTLY, person(0.95, (330, 100, 40, 60)), False),
        (SEEN_FAINTLY, person(0.3, (296, 64, 84, 246)), False),
    ],
    ids=["somebody", "somebody taken for a cat", "an arm", "nobody after all"],
)
async def test_somebody_not_surely_found_is_looked_at_closer(
    first: Detection, closer: Detection, fact: bool
) -> None:
    """A6: a woman who stood in the dark was an estimate for 6 s, while a look at the square around
    her was sure."""
    house = House([WIDE], [[first], [closer]])
    look = await house.sight.look("hall")
    assert look.calls == 2
    assert (look.concluded[0].certainty is Certainty.FACT) == fact


async def test_who_is_surely_found_or_a_known_picture_is_not_looked_at_closer() -> None:
    """A6: a poster must not double the detector's work."""
    pictures = [frame(t, np.zeros((360, 640, 3), np.uint8)) for t in (0.0, 0.6)]
    house = House(pictures[:1], [[person(0.7)]])
    assert (await house.sight.look("hall")).calls == 1
    house = House(())
    house.sight = Sight(
        [PreparedCamera(pictures)],
        ScriptedEyes([[SEEN_FAINTLY]]),
        gate=OpenGate,
        clock=house.clock,
        hand_over=house._take,
        likeness=Doubting,
    )
    assert [(await house.sight.look("hall")).calls for _ in range(2)] == [2, 1]


async def test_somebody_held_and_missed_is_looked_for_closer_where_they_were() -> None:
    """A6: who stands in the dark is not lost, however large."""
    near, arm = person(0.9, (300, 60, 80, 250)), person(0.9, (260, 100, 60, 140))
    pictures = [frame(t, np.zeros((360, 640, 3), np.uint8)) for t in (0.0, 2.0, 4.0)]
    house = House(pictures, [[near], [], [near], [], [arm]])
    seen = [(await house.sight.look("hall")).detections for _ in range(3)]
    assert seen == [(near,), (near,), ()]


class Broken(PreparedCamera):
    """A third party's driver that raises what no port allows."""

    async def next_frame(self) -> Frame:
        raise ZeroDivisionError("oops")


async def test_whatever_a_driver_raises_only_its_camera_is_gone() -> None:
    """F13: presence unknown, the reason told in both languages, no password in it."""
    house = House(frames(1))
    house.sight = Sight(
        [Broken([]), PreparedCamera(frames(2), "attic")],
        house.eyes,
        gate=OpenGate,
        clock=JumpClock(),
        hand_over=house._take,
    )
    with pytest.raises(CameraGone, match="ZeroDivisionError"):
        await house.sight.motion("hall")
    assert (await house.sight.look("attic")).frame.number == 0
    trouble = house.sight.trouble("hall")
    assert trouble is not None
    assert "ドライバー" in trouble.ja
    assert [(o.place, o.change) for o in house.told] == [("hall", Change.UNKNOWN)]


@pytest.mark.parametrize(
    "odd",
    [
        Frame(b"123", 64, 48, frame(0.0).at, 1, 0.2),
        frame(0.2, np.full((8, 8, 3), 90, np.uint8), 1),
    ],
    ids=["half a frame", "tiny"],
)
async def test_a_frame_of_the_wrong_size_is_a_gone_camera(odd: Frame) -> None:
    """F13: wrong size."""
    house = House([*frames(1), odd, *frames(1)], [[person(0.9)]])
    await house.sight.look("hall")
    with pytest.raises(CameraGone, match="wrong size"):
        await house.sight.motion("hall")
    assert house.changes() == [Change.APPEARED, Change.UNKNOWN]
    await house.sight.motion("hall")
    assert house.sight.trouble("hall") is None


async def test_a_camera_that_changes_its_size_is_unknown_until_looked_at_again() -> None:
    """F13: another picture may be another place; the gate learns it anew."""
    larger = frame(0.6, np.full((96, 128, 3), 90, np.uint8), 1)
    house = House([*frames(1), larger], [[person(0.9)]])
    await house.sight.look("hall")
    await house.sight.look("hall")
    assert house.changes() == [Change.APPEARED, Change.UNKNOWN, Change.APPEARED]


def noisy(level: int, seed: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    chance = np.random.default_rng(seed)
    ramp = np.linspace(40, 160, 640) * (level / 100)
    picture = ramp[None, :, None] + chance.normal(0, 3, (360, 640, 3))
    return picture.clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize("fault", ["black", "frozen"])
async def test_a_camera_that_goes_blind_is_never_nobody(fault: str) -> None:
    """F13: somebody stands there, the lens is covered or the picture hangs: the facts go from
    present to unknown within 10 s, with no `gone` and no `absent` between."""
    before = [frame(i * 0.2, noisy(100, i), i) for i in range(10)]
    dead = np.zeros((360, 640, 3), np.uint8) if fault == "black" else noisy(100, 9)
    after = [frame(2.0 + i * 0.2, dead, 10 + i) for i in range(50)]
    back = [frame(12.0 + i * 0.2, noisy(100, 99 + i), 60 + i) for i in range(10)]
    house = House([*before, *after, *back], lambda shot: [person(0.9)] if shot.t_s < 1.9 else [])
    house.sight = Sight(
        [house.camera],
        house.eyes,
        gate=MotionGate,
        clock=JumpClock(),
        hand_over=house._take,
    )
    schedule: list[str] = []
    for _ in range(70):
        motion = await house.sight.motion("hall")
        if not (motion.blind or motion.doubtful):
            await house.sight.look("hall", motion)
        schedule.append("blind" if motion.blind else "")
    changes = [(o.change, o.value) for o in house.told if o.change is not Change.STATE]
    assert changes == [(Change.APPEARED, "present"), (Change.UNKNOWN, None)]
    unknown = next(o for o in house.told if o.change is Change.UNKNOWN)
    assert (unknown.at - before[-1].at).total_seconds() <= 10
    absent = [o for o in house.told if o.value == "absent"]
    assert all(o.at >= back[0].at for o in absent)
    assert absent, "it looks again once the picture lives"
    assert (absent[0].at - back[0].at).total_seconds() <= 5


async def test_eyes_that_hang_leave_no_old_fact_standing() -> None:
    """F11: the look that failed took long; what was seen before it is too old to go by."""
    house = House(frames(4), [[person(0.9)], RuntimeError("no answer within 4 s")])
    await house.sight.look("hall")
    seen_at = house.told[0].at
    house.clock.charge((seen_at - house.clock.now()).total_seconds() + 9.0)
    with pytest.raises(EyesUnavailable):
        await house.sight.look("hall")
    assert house.changes() == [Change.APPEARED, Change.UNKNOWN]


SIGN = Written("牛乳を買ってきて", 0.97, (5, 5, 40, 10), "sign")


async def test_what_is_written_is_reported_as_seen_text() -> None:
    """T1: a fact of what stands there, quoted, from the camera; never a state of anything."""
    house = House(frames(1))
    code = Written("http://example.invalid", 1.0, (0, 0, 9, 9), "qr")
    faint = Written("かもしれない", 0.7, (5, 20, 40, 10), "sign")
    house.eyes.written = (code, SIGN, faint)
    read = await house.sight.read("hall")
    assert house.told == list(read)
    assert [(o.subject, o.change, o.certainty, o.value) for o in read] == [
        ("text", Change.SEEN, Certainty.FACT, "http://example.invalid"),
        ("text", Change.SEEN, Certainty.ESTIMATE, "牛乳を買ってきて かもしれない"),
    ]
    assert house.sight.counters.readings == 1


async def test_a_sign_read_again_is_told_in_the_same_words() -> None:
    """So that one misread letter is no new event (F17)."""
    house = House(frames(2))
    house.eyes.written = (SIGN,)
    first = await house.sight.read("hall")
    house.eyes.written = (replace(SIGN, text="牛乳を買っできて"),)
    second = await house.sight.read("hall")
    assert first[0].dedup_key == second[0].dedup_key


async def test_nothing_is_read_where_nothing_is_seen() -> None:
    """F13, T18."""
    house = House(frames(3), blind=frozenset({0}))
    house.eyes.written = (SIGN,)
    assert await house.sight.read("hall") == ()
    house.private = True
    with pytest.raises(NotLooking):
        await house.sight.read("hall")
    assert house.eyes.read_in == []


class OneMover(OpenGate):
    """Something moves in the middle of the picture."""

    def check(self, frame: Frame) -> Motion:
        return Motion(frame, moving=True, boxes=((20, 10, 10, 10),))


async def test_a_cat_is_a_fact_and_explains_what_moves() -> None:
    """A6: explained, no region is searched for it."""
    house = House(frames(4), [[Detection("cat", 0.8, (18, 8, 14, 14))]], gate=OneMover)
    looks = [await house.sight.look("hall") for _ in range(3)]
    told = {(o.subject, o.certainty, o.value) for o in house.told}
    assert ("cat", Certainty.FACT, "present") in told
    assert not any(o.subject == "dog" for o in house.told)
    assert looks[-1].calls == 1
    assert (await house.sight.motion("hall")).explained


class Doubting:
    """Port `Likeness` that takes everybody for a picture, and remembers what it was told."""

    asked: ClassVar[list[tuple[object, bool]]] = []

    def judge(
        self,
        frame: Frame,
        found: Sequence[Detection],
        masks: Sequence[tuple[int, int, int, int]] = (),
        *,
        screen_on: bool = False,
    ) -> tuple[Detection, ...]:
        self.asked.append((tuple(masks), screen_on))
        return tuple(replace(d, label=PICTURE) for d in found)


async def test_a_picture_is_an_estimate_and_nobody_is_there() -> None:
    """A6; masks and a television that is on reach the judge."""
    house = House(())
    house.sight = Sight(
        [PreparedCamera(frames(3))],
        ScriptedEyes([[person(0.9)]]),
        gate=OpenGate,
        clock=house.clock,
        hand_over=house._take,
        likeness=Doubting,
        masks=lambda camera: [Mask(0.25, 0.5, 0.5, 0.5)],
        screen_on=lambda place: place == "hall",
    )
    for _ in range(3):
        await house.sight.look("hall")
    facts = {(o.subject, o.value) for o in house.told if o.certainty is Certainty.FACT}
    pictures = [o.certainty for o in house.told if o.subject == PICTURE]
    assert facts == {("person", "absent")}
    assert pictures == [Certainty.ESTIMATE]
    assert Doubting.asked[-1] == (((16, 24, 32, 24),), True)
