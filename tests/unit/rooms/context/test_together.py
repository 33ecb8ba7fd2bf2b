"""Grouping: what people do in one go is one entry of the menu, and nothing else is."""

from dataclasses import replace

import pytest

from companion.home.occasion import Occasion
from companion.rooms.referee.room import Referee
from companion.words.trust import TrustLabel
from tests.twins.home import decision, trigger
from tests.twins.memory_house import MemoryDevice
from tests.unit.rooms.context.occasion_home import Home, of, plug, thing


async def test_leaving_is_one_entry_for_all_the_lights(home: Home) -> None:
    """P11: three lamps, one line that names them; what must be asked for stands apart, and what
    gets hot stands alone and first."""
    for light in ("light.hall", "light.living", "light.bedroom", "switch.heater", "fan.living"):
        home.set(light, "on")
    menu = await home.menu(Occasion.AWAY)
    assert list(menu) == [
        "turn_off_heater_switch",
        "turn_off_all_lights",
        "turn_off_living_fan",
        "skip",
    ]
    lights = menu["turn_off_all_lights"]
    assert lights.action_type == "device_control.light_turn_off"
    assert lights.payload == {"device_ids": ["light.bedroom", "light.hall", "light.living"]}
    for word in ("light hall", "light living", "light bedroom"):
        assert word in lights.label.en
        assert f"『{word}』" in lights.label.ja
        assert lights.impact is not None
        assert word in lights.impact.en
    assert menu["turn_off_heater_switch"].payload == {"device_id": "switch.heater"}


async def test_a_stove_shares_its_line_with_nothing(home: Home) -> None:
    """A8: one entry folded stove, fridge and aquarium, so that nobody could choose it."""
    plug(home, "plug_1", "コンロ", "stove")
    plug(home, "plug_2", "冷蔵庫", "fridge")
    plug(home, "plug_3", "水槽", "aquarium")
    plug(home, "plug_4", "警報ユニット", "alarm unit")
    plug(home, "plug_5", "コンセント", "outlet")
    home.set("fan.living", "on")
    home.set("light.hall", "on")
    menu = await home.menu(Occasion.AWAY)
    first = next(iter(menu.values()))
    assert first.payload == {"device_id": "switch.plug_1"}
    touched = str([entry.payload for entry in menu.values()])
    for kept in ("plug_2", "plug_3", "plug_4", "plug_5"):
        assert kept not in touched
    assert "fan.living" in touched
    assert "light.hall" in touched


async def test_the_referee_knows_the_group(home: Home) -> None:
    """E-042: what is on the menu is possible, in the scene of the same moment."""
    for light in ("light.hall", "light.living", "switch.heater", "fan.living"):
        home.set(light, "on")
    pack = await home.pack(of(Occasion.AWAY))
    referee = Referee(home.shelf)
    for entry in pack.menu:
        chosen = decision(
            entry.action_type,
            entry.payload,
            object_id=entry.object_id,
            risk=entry.risk,
            outcome=entry.outcome,
        )
        assert referee.rule(chosen, pack.scene).allowed, entry.name


async def test_one_light_is_no_group(home: Home) -> None:
    home.set("light.hall", "on")
    assert list(await home.menu(Occasion.AWAY)) == ["turn_off_hall_light", "skip"]


async def test_a_device_that_named_itself_stays_alone(home: Home) -> None:
    """T3: one line must not carry names of the wire."""
    evil = replace(thing("light.evil", "hall"), name_trust=TrustLabel.OBSERVED)
    home.house.add(MemoryDevice(evil, "on", {}))
    for light in ("light.hall", "light.living"):
        home.set(light, "on")
    menu = await home.menu(Occasion.AWAY)
    assert menu["turn_off_all_lights"].payload["device_ids"] == ["light.hall", "light.living"]
    assert len(menu) == 3


async def test_elsewhere_nothing_is_put_together(home: Home) -> None:
    """A person who leaves one room is no reason to darken the home."""
    home.person("hall", "absent")
    for light in ("light.hall", "light.living"):
        home.set(light, "on")
    names = [e.name for e in (await home.pack(trigger(place="hall"))).menu]
    assert names == ["turn_off_hall_light", "skip"]


@pytest.fixture
def home() -> Home:
    return Home()
