"""Simulated cameras show real pixels, lit by the lamps, in simulated time (issue 2.8)."""

import asyncio
import hashlib
from itertools import pairwise

import numpy as np
import pytest

from companion.dollhouse.footage import (
    HEIGHT,
    WIDTH,
    Footage,
    FootageDamaged,
    Pixels,
    decode,
    load_footage,
)
from companion.dollhouse.scenery import LIVELY_S, STANDING_S, STILL_S, DollScenery
from companion.dollhouse.switching import Light
from companion.dollhouse.world import Whereabouts
from companion.ports.camera import CameraGone
from companion.ports.scenery import SceneryUnknown
from companion.words.frame import Frame
from hardware.camera.simulated import Settings, SimulatedCamera, build

from .conftest import Small


@pytest.fixture(scope="module")
def footage() -> Footage:
    return load_footage()


@pytest.fixture
def scenery(small: Small, footage: Footage) -> DollScenery:
    return DollScenery(small.world, small.clock, footage)


def pixels(frame: Frame) -> Pixels:
    return np.frombuffer(frame.bgr, np.uint8).reshape(frame.height, frame.width, 3)


def difference(a: Pixels, b: Pixels) -> float:
    return float(np.abs(a.astype(int) - b.astype(int)).mean())


def test_looks_have_their_parts_in_order(footage: Footage) -> None:
    for look in footage.looks.values():
        assert look.frame_number(0.0, None) == look.enter[0]
        standing = {look.frame_number(s / 5, None) for s in range(100, 600)}
        assert min(n for n in standing if n is not None) >= look.stand[0]
        assert max(n for n in standing if n is not None) <= look.stand[1]
        assert look.frame_number(60.0, 0.0) == look.leave[0]
        assert look.frame_number(60.0, 30.0) is None
        assert 1.0 < look.gone_after_s < 3.0


def test_damaged_footage_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashlib, "sha256", hashlib.md5)
    with pytest.raises(FootageDamaged, match="sha256"):
        load_footage()


async def test_frames_are_numbered_dated_and_differ(small: Small, scenery: DollScenery) -> None:
    frames = [await scenery.next_frame("hall") for _ in range(5)]
    assert [f.number for f in frames] == [0, 1, 2, 3, 4]
    assert (frames[0].width, frames[0].height) == (WIDTH, HEIGHT)
    assert len(frames[0].bgr) == WIDTH * HEIGHT * 3
    assert frames[-1].at == small.clock.now()
    assert all(a.bgr != b.bgr for a, b in pairwise(frames))


async def test_a_quiet_room_is_filmed_rarely_and_a_change_at_once(
    small: Small, scenery: DollScenery
) -> None:
    await small.clock.sleep(LIVELY_S + 3)
    quiet = [(await scenery.next_frame("hall")).t_s for _ in range(4)]
    assert np.diff(quiet)[1:] == pytest.approx([STILL_S, STILL_S])
    coming = asyncio.create_task(scenery.next_frame("hall"))
    await small.clock.sleep(0.31)
    small.world.enter("resident", "hall")
    assert (await coming).t_s - quiet[-1] < 0.5
    lively = [(await scenery.next_frame("hall")).t_s for _ in range(5)]
    assert np.diff(lively) == pytest.approx([0.2] * 4)
    await small.clock.sleep(LIVELY_S + 1)
    standing = [(await scenery.next_frame("hall")).t_s for _ in range(3)]
    assert np.diff(standing)[-1] == pytest.approx(STANDING_S)


async def test_the_person_is_in_the_picture_while_there(small: Small, scenery: DollScenery) -> None:
    empty = scenery.render("hall").copy()
    small.world.enter("resident", "hall")
    assert scenery.in_view("hall") == ("resident",)
    await small.clock.sleep(5)
    assert difference(scenery.render("hall"), empty) > 2
    small.world.leave("resident")
    await small.clock.sleep(5)
    assert difference(scenery.render("hall"), empty) < 1
    assert scenery.in_view("hall") == ()


async def test_two_people_are_both_in_the_picture(small: Small, scenery: DollScenery) -> None:
    small.world.people["guest"] = Whereabouts(look="man_cap")
    small.world.enter("resident", "hall")
    await small.clock.sleep(5)
    one = scenery.render("hall").copy()
    small.world.enter("guest", "hall")
    await small.clock.sleep(1.2)
    assert scenery.in_view("hall") == ("resident", "guest")
    assert difference(scenery.render("hall"), one) > 0.3


async def test_light_makes_the_picture_brighter(small: Small, scenery: DollScenery) -> None:
    dark = scenery.render("hall").mean()
    assert 25 < dark < 60
    lamp = small.devices["light.hall"]
    assert isinstance(lamp, Light)
    lamp.on, lamp.brightness = True, 60
    dim = scenery.render("hall").mean()
    lamp.brightness = 255
    assert dark + 10 < dim < scenery.render("hall").mean() - 10


async def test_the_second_camera_shows_another_room(scenery: DollScenery) -> None:
    assert scenery.cameras() == ("hall", "living")
    assert scenery.place("living") == "living"
    assert difference(scenery.render("living"), scenery.render("hall")[:, ::-1]) < 1


def test_an_unknown_camera_is_an_error(scenery: DollScenery) -> None:
    with pytest.raises(SceneryUnknown):
        scenery.place("attic")


class TestCamera:
    """`hardware/camera/simulated`: the port `Camera` over it."""

    @pytest.fixture
    def camera(self, small: Small, scenery: DollScenery) -> SimulatedCamera:
        return build(Settings(), scenery=scenery, clock=small.clock, name="hall")

    async def test_it_gives_frames_between_open_and_close(self, camera: SimulatedCamera) -> None:
        assert (camera.name, camera.place) == ("hall", "hall")
        await camera.open()
        first, second = await camera.next_frame(), await camera.next_frame()
        assert second.number == first.number + 1
        await camera.close()
        await camera.close()
        with pytest.raises(CameraGone, match="closed"):
            await camera.next_frame()

    async def test_closing_ends_a_frame_being_waited_for(
        self, camera: SimulatedCamera, scenery: DollScenery, small: Small
    ) -> None:
        """T18: the privacy switch really stops capture."""
        await camera.open()
        await camera.next_frame()
        with small.clock.hold():
            waiting = asyncio.create_task(camera.next_frame())
            await asyncio.sleep(0.01)
            await camera.close()
            with pytest.raises(CameraGone):
                await waiting
        rendered = scenery.rendered
        await small.clock.sleep(20)
        assert scenery.rendered == rendered

    async def test_it_says_which_cameras_there_are(
        self, small: Small, scenery: DollScenery
    ) -> None:
        attic = build(Settings(), scenery=scenery, clock=small.clock, name="attic")
        assert attic.place == ""
        with pytest.raises(CameraGone, match="hall, living"):
            await attic.open()

    async def test_a_name_of_ones_own_may_look_at_any_view(
        self, small: Small, scenery: DollScenery
    ) -> None:
        settings = Settings(view="living", place="study")
        camera = build(settings, scenery=scenery, clock=small.clock, name="porch")
        await camera.open()
        assert (camera.name, camera.place) == ("porch", "study")
        await camera.next_frame()

    async def test_a_camera_without_frames_is_gone(
        self, small: Small, scenery: DollScenery
    ) -> None:
        camera = build(Settings(stall_s=1.0), scenery=scenery, clock=small.clock, name="hall")
        await small.clock.sleep(LIVELY_S + 3)
        await camera.open()
        await camera.next_frame()
        with pytest.raises(CameraGone, match="no frame"):
            await camera.next_frame()


def test_who_leaves_does_not_take_the_other_out_of_the_picture(footage: Footage) -> None:
    """The second person is laid over the first by what differs from the empty room. The camera's
    exposure differed too while the man in the dark coat stood there: the whole room was laid over,
    and of two people nobody was seen for 1.5 s when one left ("dark for somebody", twice in
    `first_evening`)."""
    stays, leaves = footage.looks["woman_grey"], footage.looks["man_cap"]
    alone = decode(stays.frames[27])
    her = np.s_[10:330, 330:425]
    for number in range(leaves.leave[0] + 6, leaves.gone + 1):
        both = footage.laid_over(alone, leaves, number)
        assert difference(both[her], alone[her]) < 1.0, number
    standing = footage.laid_over(alone, leaves, 30)
    assert difference(standing[her], alone[her]) > 20, "he stands before her"
    beside = np.s_[:, :300]
    assert difference(standing[beside], alone[beside]) < 1.0, "and nowhere else"
