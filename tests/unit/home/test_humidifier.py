"""A humidifier, from the wire to the sentence: all of it follows from the file of its kind."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from capabilities.device_control import Settings, build
from companion.home.kinds import kind_for
from companion.home.wire_values import BadParameters
from companion.links.discovery import DiscoveryTopic, parse_config
from companion.links.domains import wire
from companion.links.home_assistant.kinds import (
    fixed_facts,
    operations_of,
    service_for,
    told_of,
    value_of,
)
from companion.ports.understanding import SpokenSentence
from companion.rooms.commands.wanted import requests_for
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_now
from companion.words.capability import ActionCall
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual, Language
from companion.words.place import Place
from companion.words.result import ActionResult, ResultStatus
from tests.twins.clock import JumpClock
from tests.twins.memory_house import Behaviour, MemoryDevice, MemoryHouse

HUB = {
    "supported_features": 1, "available_modes": ["normal", "sleep", 5], "min_humidity": 30,
    "max_humidity": 80, "humidity": 55, "current_humidity": 41.5, "mode": "sleep",
    "device_class": "humidifier",
}  # fmt: skip
SAYS = {
    "stat_t": "h/state", "cmd_t": "h/set", "hum_stat_t": "h/target", "hum_cmd_t": "h/target/set",
    "mode_stat_t": "h/mode", "mode_cmd_t": "h/mode/set", "modes": ["normal", "sleep"],
    "min_hum": 30, "max_hum": 80, "current_humidity_topic": "h/now", "name": "Humidifier",
    "obj_id": "bedroom",
}  # fmt: skip
DEVICE = Device(
    id=DeviceId("humidifier.bedroom"),
    domain=Domain.HUMIDIFIER,
    name=Bilingual("寝室の加湿器", "bedroom humidifier"),
    area="bedroom",
    operations=("turn_on", "turn_off", "set_humidity", "set_mode"),
    attributes={"modes": ("normal", "sleep"), "min_humidity": 30, "max_humidity": 80},
)


def test_home_assistant_tells_and_takes_it_in_its_own_names() -> None:
    """C-035: the names are those of Home Assistant's humidifier entity and its actions."""
    kind = Domain.HUMIDIFIER
    assert operations_of(kind, HUB) == ("turn_on", "turn_off", "set_humidity", "set_mode")
    assert operations_of(kind, {"supported_features": 0}) == operations_of(kind, HUB)[:3]
    facts = fixed_facts(kind, HUB)
    assert (facts["modes"], facts["max_humidity"]) == (("normal", "sleep"), 80)
    assert told_of(kind, HUB) == {"humidity": 55, "current_humidity": 41.5, "mode": "sleep"}
    assert (value_of(kind, "on"), value_of(kind, "unavailable")) == ("on", None)
    assert service_for(kind, "turn_off", {}, facts) == ("turn_off", {})
    assert service_for(kind, "set_humidity", {"humidity": 60}, facts) == (
        "set_humidity",
        {"humidity": 60},
    )
    assert service_for(kind, "set_mode", {"mode": "normal"}, facts)[1] == {"mode": "normal"}
    for operation, wrong in (("set_humidity", {"humidity": 90}), ("set_mode", {"mode": "party"})):
        with pytest.raises(BadParameters):
            service_for(kind, operation, wrong, facts)


def test_discovery_over_mqtt_is_read_with_its_short_keys() -> None:
    """C-034: what the config names is offered, in the device's own range."""
    where = DiscoveryTopic(component="humidifier", object_id="bedroom")
    (entity,) = parse_config(where, json.dumps(SAYS).encode())
    wiring = wire(entity.domain, entity.config)
    assert entity.id == "humidifier.bedroom"
    assert set(wiring.writers) == {"turn_on", "turn_off", "set_humidity", "set_mode"}
    assert wiring.update("h/state", b"ON") == {"value": "on"}
    assert wiring.update("h/target", b"55") == {"humidity": 55}
    assert wiring.update("h/mode", b"sleep") == {"mode": "sleep"}
    assert wiring.update("h/mode", b"party") == {"mode": None}
    assert wiring.writers["set_humidity"]({"humidity": 60}) == (("h/target/set", "60"),)
    assert wiring.writers["set_mode"]({"mode": "sleep"}) == (("h/mode/set", "sleep"),)
    with pytest.raises(BadParameters):
        wiring.writers["set_humidity"]({"humidity": 20})


class Bedroom:
    """A house in memory with one humidifier."""

    def __init__(self) -> None:
        self.clock = JumpClock()
        self.house = MemoryHouse(self.clock)
        told = {"humidity": 40, "mode": "normal"}
        self.house.add(MemoryDevice(DEVICE, "off", told))
        self.control = build(Settings(), house=self.house, clock=self.clock)

    async def do(self, operation: str, **more: Any) -> ActionResult:
        payload = {"device_id": DEVICE.id, **more}
        call = ActionCall(operation=operation, payload=payload, decision_event_id=EventId(1))
        return await self.control.perform(call)


@pytest.mark.parametrize(
    ("operation", "more", "back"),
    [
        ("humidifier_turn_on", {}, ("humidifier_turn_off", {})),
        ("humidifier_set_mode", {"mode": "sleep"}, ("humidifier_set_mode", {"mode": "normal"})),
        (
            "humidifier_set_humidity",
            {"humidity": 60},
            ("humidifier_set_humidity", {"humidity": 40}),
        ),
    ],
)
async def test_what_was_done_is_what_was_seen(
    operation: str, more: dict[str, Any], back: tuple[str, dict[str, Any]]
) -> None:
    """F1: done only where the state showed it, with the way back to the state before."""
    room = Bedroom()
    done = await room.do(operation, **more)
    assert (done.status, done.result_payload["observed"]) == (ResultStatus.SUCCESS, True)
    assert done.inverse is not None
    named = dict(done.inverse.payload)
    assert (named.pop("device_id"), done.inverse.operation, named) == (DEVICE.id, *back)
    room.house.behave(DEVICE.id, Behaviour.IGNORES)
    again = {"mode": "normal"} if "mode" in more else {"humidity": 50} if more else {}
    failed = await room.do(operation if more else "humidifier_turn_off", **again)
    assert failed.status is not ResultStatus.SUCCESS
    await room.house.stop()


def _home(house: MemoryHouse) -> Home:
    bedroom = Place(id="bedroom", name=Bilingual("寝室", "bedroom"))
    devices = house.devices()
    return home_now(devices, {d.id: house.state(d.id) for d in devices}, [bedroom])


@pytest.mark.parametrize(
    ("text", "operation", "more", "label"),
    [
        ("寝室の加湿器をつけて", "turn_on", {}, "寝室の加湿器をつける"),
        ("加湿器消して", "turn_off", {}, "寝室の加湿器を消す"),
        (
            "加湿器を50%にして",
            "set_humidity",
            {"humidity": 50},
            "寝室の加湿器の目標の湿度を50%にする",
        ),
        ("turn on the humidifier", "turn_on", {}, "turn on bedroom humidifier"),
        ("switch the bedroom humidifier off", "turn_off", {}, "turn off bedroom humidifier"),
        (
            "set the humidifier to 55%",
            "set_humidity",
            {"humidity": 55},
            "set bedroom humidifier to 55%",
        ),
    ],
)
def test_a_sentence_becomes_its_act(
    text: str, operation: str, more: dict[str, Any], label: str
) -> None:
    """Japanese and English are equals; nothing of it needs a model."""
    language = Language.EN if text.isascii() else Language.JA
    room = Bedroom()
    engine = GrammarUnderstanding(lambda: _home(room.house))
    said = SpokenSentence(text, language, datetime(2026, 11, 23, 9, 0, tzinfo=UTC), "bedroom")
    (request,) = requests_for(engine.understand(said).wishes, room.house)
    assert request.action_type == f"device_control.humidifier_{operation}"
    assert request.payload == {"device_id": DEVICE.id, **more}
    assert request.label is not None
    assert request.label.get(language) == label


def test_it_is_a_kind_that_people_are_told_of() -> None:
    kind = kind_for(Domain.HUMIDIFIER)
    assert kind.ability
    assert (kind.called.ja, kind.called.en) == ("加湿器", "humidifier")
