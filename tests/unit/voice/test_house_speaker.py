"""The speaker of the home: alarms ring in other rooms too, and nothing else does (P-007)."""

import asyncio

import pytest

from companion.ports.body import SpeakerUnavailable
from companion.service import plugins
from companion.voice.house_speaker import HouseSpeaker
from hardware.speaker.simulated import SimulatedSpeaker
from tests.twins.clock import JumpClock


class Home:
    """The own speaker, and one in the bedroom."""

    def __init__(self, *, audible: bool = True) -> None:
        has = {"clock": JumpClock()}
        self.own: SimulatedSpeaker = plugins.build("hardware.speaker", "simulated", {}, has)
        self.far: SimulatedSpeaker = plugins.build("hardware.speaker", "simulated", {}, has)
        self.speaker = HouseSpeaker(self.own, has["clock"], audible=audible)
        self.speaker.add("bedroom", self.far)

    def played(self) -> tuple[list[str], list[str]]:
        own, far = ([one.sound for one in each.played] for each in (self.own, self.far))
        return own, far


@pytest.mark.parametrize(
    ("place", "rings_far"), [("bedroom", True), ("", True), ("kitchen", False)]
)
async def test_an_alarm_rings_in_its_room_too(place: str, rings_far: bool) -> None:
    home = Home()
    assert await home.speaker.of(place).play("chime:alarm") > 0
    assert home.played() == (["chime:alarm"], ["chime:alarm"] if rings_far else [])


async def test_a_danger_rings_everywhere_and_a_chime_does_not() -> None:
    home = Home()
    await home.speaker.play("chime:attention")
    await home.speaker.play("chime:alarm")
    assert home.played() == (["chime:attention", "chime:alarm"], ["chime:alarm"])


@pytest.mark.parametrize("fails", ["own", "far"])
async def test_one_speaker_that_sounds_is_enough(fails: str) -> None:
    home = Home()
    getattr(home, fails).fail = "gone"
    assert await home.speaker.of("bedroom").play("chime:alarm") > 0


async def test_where_none_sounds_the_ladder_is_told() -> None:
    home = Home()
    home.own.fail = home.far.fail = "gone"
    with pytest.raises(SpeakerUnavailable):
        await home.speaker.of("bedroom").play("chime:alarm")


async def test_where_none_of_its_room_sounds_it_rings_in_the_other_rooms() -> None:
    """P-007: the alarm of a bedroom whose satellite hangs wakes somebody all the same."""
    home = Home(audible=False)
    home.far.fail = "hung"
    hall: SimulatedSpeaker = plugins.build(
        "hardware.speaker", "simulated", {}, {"clock": home.speaker.clock}
    )
    home.speaker.add("hall", hall)
    assert await home.speaker.of("bedroom").play("chime:alarm") > 0
    assert [one.sound for one in hall.played] == ["chime:alarm"]


def test_a_home_without_any_speaker_is_told_so() -> None:
    """It had no trouble: nobody learned that no alarm can sound there."""
    own: SimulatedSpeaker = plugins.build(
        "hardware.speaker", "simulated", {}, {"clock": JumpClock()}
    )
    assert HouseSpeaker(own, JumpClock(), audible=False).of("kitchen").trouble() == "no speaker"


async def test_a_far_speaker_that_hangs_does_not_keep_the_alarm_waiting() -> None:
    home = Home()
    home.far.fail = "hung"
    ringing = home.speaker.of("bedroom").play("chime:alarm")
    assert await asyncio.wait_for(ringing, 20) == pytest.approx(3.0, abs=0.1)


async def test_an_inaudible_own_speaker_is_no_part_of_it() -> None:
    home = Home(audible=False)
    await home.speaker.of("bedroom").play("chime:alarm")
    assert home.played() == ([], ["chime:alarm"])
