"""Device offers: the menu of one device holds only what would change something now."""

from datetime import UTC, datetime
from typing import Any

from companion.home.device_offer import AWAY_HEAT_C, offers
from companion.words.capability import ActionOption
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual

NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)


def device(domain: Domain, *operations: str, **attributes: Any) -> Device:
    return Device(
        id=DeviceId(f"{domain.value}.one"),
        domain=domain,
        name=Bilingual("居間の明かり", "living room light"),
        area="living",
        operations=operations,
        attributes=attributes,
    )


def offered(thing: Device, value: str | None, **attributes: Any) -> list[ActionOption]:
    state = DeviceState(device_id=thing.id, value=value, attributes=attributes, at=NOW)
    return list(offers(thing, state))


LAMP = device(Domain.LIGHT, "turn_on", "turn_off", "set_brightness", "set_color")


def test_a_lamp_that_is_on_is_not_offered_to_be_turned_on() -> None:
    assert [o.operation for o in offered(LAMP, "on", brightness=255)] == [
        "light_turn_off",
        "light_set_brightness",
    ]
    assert "light_turn_on" in [o.operation for o in offered(LAMP, "off")]


def test_nothing_is_offered_while_the_state_is_not_known() -> None:
    gone = DeviceState(device_id=LAMP.id, value="on", at=NOW, available=False)
    assert list(offers(LAMP, None)) == list(offers(LAMP, gone)) == offered(LAMP, None) == []


def test_an_offer_names_the_device_and_the_value_in_both_languages() -> None:
    (dim,) = [o for o in offered(LAMP, "on", brightness=255) if "brightness" in o.payload]
    assert dim.payload == {"device_id": "light.one", "brightness": 77}
    assert "居間の明かり" in dim.label.ja
    assert "30%" in dim.label.ja
    assert "living room light" in dim.label.en
    assert "(30%)" in dim.label.en


def test_a_resting_curtain_is_not_offered_to_be_stopped() -> None:
    curtain = device(Domain.COVER, "open", "close", "stop")
    assert "cover_stop" not in [o.operation for o in offered(curtain, "closed", position=0)]
    assert "cover_stop" in [o.operation for o in offered(curtain, "opening", position=10)]


def test_a_thermostat_is_offered_small_steps_within_its_own_limits() -> None:
    heater = device(Domain.CLIMATE, "set_temperature", min_temp=16, max_temp=24)
    found = [o.payload["temperature"] for o in offered(heater, "heat", temperature=23.0)]
    assert found == [22.0, 24.0, 21.0, AWAY_HEAT_C]
    assert [o for o in offered(heater, "off", temperature=23.0) if o.payload] == []


def test_a_thermostat_is_offered_its_other_modes_only() -> None:
    heater = device(Domain.CLIMATE, "set_mode", modes=("off", "heat", "cool"))
    assert [o.payload["mode"] for o in offered(heater, "heat")] == ["off", "cool"]


def test_issue_15_what_plays_is_offered_softer_and_louder_and_what_rests_is_not() -> None:
    player = device(Domain.MEDIA_PLAYER, "play", "pause", "set_volume")
    volumes = [
        o.payload["volume"] for o in offered(player, "playing", volume=30) if "volume" in o.payload
    ]
    assert volumes == [15, 45]
    assert not [o for o in offered(player, "paused", volume=30) if "volume" in o.payload]
