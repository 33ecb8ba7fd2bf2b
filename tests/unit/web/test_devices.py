"""Device cards: what can be pressed and pulled, and what is said of each (PAGE.md, Home)."""

from datetime import timedelta

import pytest

from companion.web.devices import DeviceCard, DeviceShelf
from companion.web.names import Names
from companion.web.texts import Words
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from tests.contract.finer_parts import FIRST, TAKES
from tests.twins.clock import JumpClock
from tests.twins.memory_house import MemoryDevice, MemoryHouse


def card(device_id: str, language: Language = Language.EN, **facts: object) -> DeviceCard:
    clock = JumpClock()
    house = MemoryHouse(clock)
    found = DeviceId(device_id)
    device = Device(
        id=found,
        domain=Domain(device_id.partition(".")[0]),
        name=Bilingual("物", "thing"),
        area="",
        operations=TAKES[found],
        attributes={"min_color_temperature_k": 2200},
    )
    value, attributes = FIRST[found]
    told = {**attributes, **facts}
    if "started" in facts:
        told["started"] = (clock.now() - timedelta(minutes=5)).isoformat()
    house.add(MemoryDevice(device, value, told))
    words = Words(language)
    (made,) = DeviceShelf(house, words, Names(words, (), house)).cards(clock.now())
    return made


def test_a_lamp_shows_its_colour_among_those_with_a_name() -> None:
    lamp = card("light.lamp", color="#ff0000", color_temperature_k=None)
    pressed = [b for b in lamp.buttons if b.operation == "set_color"]
    assert [b.label for b in pressed if b.active] == ["red"]
    assert pressed[0].parameters == {"color": "red"}
    (white,) = [s for s in lamp.sliders if s.operation == "set_color_temperature"]
    assert (white.low, white.unit, white.value) == (2200, "K", None)


@pytest.mark.parametrize(
    ("device", "operation", "ja", "en"),
    [
        ("vacuum.robot", "return_to_dock", "充電台に戻す", "Send to its dock"),
        ("fan.tall", "oscillate_off", "首振りを止める", "Stop swinging"),
        ("media_player.box", "next_track", "次の曲へ進む", "Next track"),
        ("scene.movie", "turn_on", "始める", "Start"),
    ],
)
def test_each_press_has_a_word_in_both_languages(
    device: str, operation: str, ja: str, en: str
) -> None:
    for language, label in ((Language.JA, ja), (Language.EN, en)):
        assert label in [b.label for b in card(device, language).buttons]
    active = {b.operation for b in card(device).buttons if b.active}
    assert (operation in active) is (device in ("vacuum.robot", "fan.tall"))


def test_a_scene_says_when_it_was_started_and_nothing_else() -> None:
    """It has no state; its last start is all that is known of it."""
    scene = card("scene.movie", started=True)
    assert (scene.state, scene.lit) == ("", False)
    assert scene.detail == "last run 5 min ago"
    assert card("scene.movie").detail == ""


def test_slats_have_a_slider() -> None:
    sliders = {s.operation: s.value for s in card("cover.blind", tilt=60).sliders}
    assert sliders == {"set_position": 100, "set_tilt": 60}
