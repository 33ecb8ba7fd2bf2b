"""Tests of the needs that the words of a purpose name."""

import pytest

from companion.rooms.governance.aims import aims_for
from companion.rooms.governance.needs import aims_named, watched_in
from companion.rooms.governance.rules import ruled
from tests.proof.plans.home import StandingHouse, bare, home_of, view
from tests.unit.rooms.governance.samples import NOW, home

FAMILY = view(StandingHouse(NOW, home_of("strangers3_open")), home_of("strangers3_open"))
"""A home with contacts at its windows, a washing machine and a pump."""


ENDED = {"is": "off", "becomes": True}


@pytest.mark.parametrize(
    ("purpose", "aim"),
    [
        ("Auntie feels chilly in the evenings", "temperature"),
        ("叔父は足元がおぼつかない", "light_way"),
        ("the baby needs peace and quiet", "pause_tv"),
        ("うちの猫は物音に弱い", "pause_tv"),
        ("there is mildew on the tiles", "run_fan"),
        ("彼女は論文で忙しい", "brighten"),
        ("there is a draught at the door", "temperature"),
        ("二階は隙間風がひどい", "temperature"),
        ("I am on video calls all morning", "brighten"),
        ("雷が鳴ると甥が怯える", "soften_light"),
    ],
)
def test_words_name_a_part_of_a_plan(purpose: str, aim: str) -> None:
    """C-003: also where they stand in the reason."""
    assert aim in aims_named(purpose)
    assert set(aims_named(purpose)) <= {*aims_for(home()[1])}


@pytest.mark.parametrize(
    "purpose", ["he takes his cold medicine at noon", "心温まる家庭にしたい", "be rich"]
)
def test_other_senses_of_the_words_name_none(purpose: str) -> None:
    """A cold is no cold room."""
    assert aims_named(purpose) == ()


@pytest.mark.parametrize(
    ("purpose", "devices", "sign"),
    [
        ("tell me if the back door opens", ["binary_sensor.back_door"], {"is": "on"}),
        ("裏口が開いたら知らせて", ["binary_sensor.back_door"], {"is": "on"}),
        (
            "浴室の窓が閉まったままか見ておいて",
            ["binary_sensor.bathroom_window"],
            {"is": "off"},
        ),
        ("let me know if the heater runs in the bedroom", ["climate.bedroom"], {"not": "off"}),
        ("ポンプが止まったら困る", ["switch.tank_pump"], {"is": "off"}),
        ("玄関の鍵をかけ忘れる", ["lock.front_door"], {"is": "unlocked"}),
        ("the fridge broke last year", ["sensor.fridge_temperature"], {"above": 10}),
        ("if the living room drops below 15 degrees", ["sensor.living_temperature"], {"below": 15}),
        (
            "keep the bedroom between sixteen and nineteen",
            ["sensor.bedroom_temperature"],
            {"below": 16, "above": 19},
        ),
        (
            "寝室は十六度から十九度の間がいい",
            ["sensor.bedroom_temperature"],
            {"below": 16, "above": 19},
        ),
        ("勝手口の鍵が開いたら教えて", ["lock.back_door"], {"is": "unlocked"}),
        ("let me know when the washing is done", ["binary_sensor.washing_machine"], ENDED),
        ("リビングが三十度を超えたら", ["sensor.living_temperature"], {"above": 30}),
        (
            "whether he came home",
            ["binary_sensor.back_door", "binary_sensor.front_door"],
            {"is": "on"},
        ),
        ("the dishwasher or the dryer", ["binary_sensor.washing_machine"], ENDED),
    ],
)
def test_things_that_are_watched_are_this_homes_own(
    purpose: str, devices: list[str], sign: dict[str, float | str]
) -> None:
    """C-003: by their own words, in the room that is named, in both languages."""
    found = watched_in(purpose, FAMILY)[0]
    assert [device.id for device in found.devices] == devices
    assert found.sign == sign


def test_of_what_the_home_lacks_nothing_is_watched() -> None:
    """Nothing stands in for a sensor that is not there."""
    assert watched_in("tell me if the window opens", bare()) == ()
    assert watched_in("let me know if it leaks", FAMILY) == ()


def test_a_named_part_is_a_plan_of_the_rules() -> None:
    """Without a model, and with a doubt that likeness may settle."""
    found = ruled("my aunt feels chilly", home()[1], NOW)
    assert not found.sure
    assert found.named == ("temperature",)
    assert "device" in {draft.kind for draft in found.proposal.drafts}
