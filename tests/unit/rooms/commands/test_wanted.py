"""Wishes as requests: what the home takes, several as one act, and an honest no (T-57)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest

from companion.home.device_group import MOST_DEVICES, group_deed
from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.operation_said import deed_said
from companion.home.request import routine_request
from companion.phrases.routine_name import name_of
from companion.ports.house import House
from companion.rooms.commands.wanted import CannotDo, requests_for
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.timing import After, Days, Recurring, Timing
from companion.words.understood import UnderstoodWish


def device(device_id: str, *operations: str) -> Device:
    domain = Domain(device_id.partition(".")[0])
    name = Bilingual(device_id, device_id)
    return Device(
        id=DeviceId(device_id), domain=domain, name=name, area="living", operations=operations
    )


@dataclass(frozen=True)
class Shelf:
    """A home that only knows its devices."""

    known: Mapping[str, Device]

    def device(self, device_id: DeviceId) -> Device | None:
        return self.known.get(device_id)


DEVICES = (
    device("light.one", "turn_on", "turn_off", "set_brightness"),
    device("light.two", "turn_on", "turn_off"),
    device("switch.plug", "turn_on", "turn_off"),
    device("climate.air", "set_temperature", "set_mode"),
    device("media_player.radio", "play", "volume_up", "volume_down"),
    replace(
        device("light.colour", "turn_on", "set_color", "set_color_temperature"),
        attributes={"min_color_temperature_k": 3000, "max_color_temperature_k": 6500},
    ),
)
HOUSE = cast(House, Shelf({d.id: d for d in DEVICES}))


def wish(operation: str, *targets: str, **parameters: Any) -> UnderstoodWish:
    return UnderstoodWish(
        intent="HassTurnOff",
        targets=targets,
        operation=f"device_control.{operation}",
        parameters=parameters,
    )


def test_of_several_devices_those_that_can_do_it_and_the_others_are_named() -> None:
    """Issue 11, A3: half of it is done, and what was not is said."""
    left_out: list[Bilingual] = []
    dim = wish("light_set_brightness", "light.one", "light.two", brightness=50)
    (request,) = requests_for([dim], HOUSE, left_out)
    assert request.payload["device_id"] == "light.one"
    assert [words.en for words in left_out] == ["The light.two cannot do that."]
    with pytest.raises(CannotDo):
        requests_for([dim], HOUSE)


def test_several_lights_are_one_act_and_several_kinds_too() -> None:
    """Issue 4.3: one approval, one result, no device hidden."""
    (one,) = requests_for([wish("light_turn_off", "light.one", "light.two")], HOUSE)
    assert one.payload == {"device_ids": ["light.one", "light.two"]}
    mixed = [wish("light_turn_off", "light.one"), wish("switch_turn_off", "switch.plug")]
    (all_off,) = requests_for(mixed, HOUSE)
    assert all_off.action_type == "device_control.all_turn_off"
    assert all_off.payload == {"device_ids": ["light.one", "switch.plug"]}


def test_what_is_called_off_is_done_as_the_device_knows_it() -> None:
    """An air conditioner has no `turn_off`; its mode is off."""
    (request,) = requests_for([wish("climate_turn_off", "climate.air")], HOUSE)
    assert request.action_type == "device_control.climate_set_mode"
    assert request.payload == {"device_id": "climate.air", "mode": "off"}


@pytest.mark.parametrize(
    "impossible",
    [
        wish("light_set_brightness", "light.two", brightness=20),
        wish("light_set_color", "light.one", color="red"),
        wish("light_set_brightness", "light.one", brightness_step=-20),
        wish("light_turn_on", "light.gone"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_near_it_is_done(
    impossible: UnderstoodWish,
) -> None:
    """T-57: an honest no in both languages."""
    with pytest.raises(CannotDo) as refused:
        requests_for([impossible], HOUSE)
    assert refused.value.words.ja != refused.value.words.en


def test_for_later_is_a_routine_of_exactly_these_acts() -> None:
    """T-50, S-13: what was asked for is what is saved."""
    requests = requests_for([wish("light_turn_off", "light.one")], HOUSE)
    saved = routine_request(requests, After(600.0), Bilingual("消す", "off"), "off")
    assert saved.action_type == "schedule_alarm.set_routine"
    assert saved.payload["timing"] == {"type": "after", "after_s": 600.0}
    (action,) = saved.payload["actions"]
    assert action["action_type"] == "device_control.light_turn_off"
    assert action["payload"] == {"device_id": "light.one"}


@pytest.mark.parametrize(("step", "does"), [("up", "volume_up"), (-10, "volume_down")])
def test_a_player_that_knows_no_number_is_turned_by_a_step(step: Any, does: str) -> None:
    """`louder` on a player without a volume of its own: one step, and no number is made up."""
    louder = replace(
        wish("media_player_set_volume", "media_player.radio", volume_step=5),
        slots={"volume_step": step},
    )
    (request,) = requests_for([louder], HOUSE)
    assert request.action_type == f"device_control.media_player_{does}"
    assert request.payload == {"device_id": "media_player.radio"}


def test_the_warmest_white_is_the_lamp_s_own_and_black_is_no_light() -> None:
    warm = wish("light_set_color_temperature", "light.colour", color_temperature_k=2700)
    (request,) = requests_for([warm], HOUSE)
    assert request.payload["color_temperature_k"] == 3000
    with pytest.raises(CannotDo):
        requests_for([wish("light_set_color", "light.colour", color="black")], HOUSE)


def test_none_of_many_devices_is_left_out() -> None:
    """`turn off everything` in a large house is more than one act may hold."""
    many = [device(f"light.n{n}", "turn_on", "turn_off") for n in range(MOST_DEVICES + 8)]
    house = cast(House, Shelf({d.id: d for d in many}))
    requests = requests_for([wish("light_turn_off", *(str(d.id) for d in many))], house)
    asked = [i for request in requests for i in request.payload["device_ids"]]
    assert asked == [str(d.id) for d in many]
    assert [len(r.payload["device_ids"]) for r in requests] == [MOST_DEVICES, 8]


NOW = datetime(2026, 11, 20, 6, 30, tzinfo=ZoneInfo("Asia/Tokyo"))
WEEKDAYS = Days(frozenset(range(5)))


@pytest.mark.parametrize(
    ("when", "position", "ja", "en"),
    [
        (
            Recurring(time(7), WEEKDAYS),
            50,
            "平日7:00 寝室のカーテンを半分開ける",
            "Weekdays 07:00: open bedroom curtain half way",
        ),
        (
            Recurring(time(22, 30)),
            0,
            "毎日22:30 寝室のカーテンを閉める",
            "Every day 22:30: close bedroom curtain",
        ),
        (
            Recurring(time(7)),
            30,
            "毎日7:00 寝室のカーテンを30%まで開ける",
            "Every day 07:00: open bedroom curtain to 30%",
        ),
        (
            After(600.0),
            100,
            "11月20日6:40 寝室のカーテンを開ける",
            "20 Nov 06:40: open bedroom curtain",
        ),
    ],
)
def test_a_routine_is_called_by_what_it_does(when: Timing, position: int, ja: str, en: str) -> None:
    """T-50: not by the name of the operation."""
    curtain = Device(
        id=DeviceId("cover.bed"),
        name=Bilingual("寝室のカーテン", "bedroom curtain"),
        domain=Domain.COVER,
        area="bedroom",
        operations=("set_position",),
    )
    deed = group_deed("cover_set_position", [curtain], {"position": position})
    assert name_of(when, deed, NOW) == Bilingual(ja, en)


@pytest.mark.parametrize(
    ("operation", "payload", "ja", "en"),
    [
        ("light_set_brightness", {"brightness": 128}, "{}の明るさを50%にする", "set {} to 50%"),
        ("light_set_color", {"color": "red"}, "{}の色を赤にする", "make {} red"),
        ("climate_set_temperature", {"temperature": 21.5}, "{}を21.5°Cにする", "set {} to 21.5°C"),
        ("climate_set_mode", {"mode": "heat"}, "{}を「暖房」にする", "switch {} to heating"),
        ("light_turn_on", {}, "{}をつける", "turn on {}"),
        ("cover_set_position", {}, "{}の開き具合を変える", "set how far {} is open"),
        ("cover_set_position", {"position": 50}, "{}を半分開ける", "open {} half way"),
        (
            "cover_set_position",
            {"position": 50, "closing": True},
            "{}を半分閉める",
            "close {} half way",
        ),
        (
            "cover_set_position",
            {"position": 70, "closing": True},
            "{}を30%閉める",
            "close {} 30% of the way",
        ),
        ("cover_set_position", {"position": 0, "closing": True}, "{}を閉める", "close {}"),
    ],
)
def test_a_deed_is_said_with_what_was_asked(
    operation: str, payload: dict[str, Any], ja: str, en: str
) -> None:
    assert deed_said(OPERATION_BY_NAME[operation], payload, Bilingual("{}", "{}")) == Bilingual(
        ja, en
    )
