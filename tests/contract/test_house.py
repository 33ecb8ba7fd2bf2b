"""Contract of the port `House`: in memory, over mosquitto, amqtt and Home Assistant alike."""

import asyncio
import json
import os
import signal
import statistics
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.links.broker import BrokerKind, find_mosquitto
from companion.links.home_assistant.api_wire import api_engine
from companion.links.mqtt import MqttLink
from companion.ports.house import (
    CommandUnconfirmed,
    DeviceUnavailable,
    DeviceUnknown,
    HouseUnreachable,
)
from companion.words.device import DeviceCommand, DeviceState, Domain
from companion.words.ids import DeviceId
from tests.contract.house_parts import (
    COVER,
    KINDS,
    LIGHT,
    LOCK,
    Home,
    WireHome,
    absent,
    home_of,
    until,
    until_state,
    wire_home,
)
from tests.contract.hub_parts import twin_home
from tests.contract.real_hub_home import real_hub_home
from tests.slow_time import at_real_rate

ON = DeviceCommand(device_id=LIGHT, operation="turn_on")


REAL_HUB = pytest.param(
    "real_hub", marks=[pytest.mark.real("home_assistant"), pytest.mark.timeout(480)]
)


PACKAGE = pytest.param(
    "hub_package", marks=[pytest.mark.real("homeassistant_api"), pytest.mark.timeout(240)]
)


@pytest.fixture(
    params=[*(pytest.param(k, marks=pytest.mark.real("broker")) for k in KINDS), REAL_HUB, PACKAGE]
)
async def home(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Home]:
    """One home of every kind there is."""
    if request.param == "real_hub":
        async with real_hub_home(request.getfixturevalue("real_hub"), tmp_path) as real:
            yield real
        return
    if request.param == "hub_package":
        async with twin_home(api_engine(request.getfixturevalue("package_python"))) as twin:
            yield twin
        return
    if reason := absent(request.param):
        pytest.skip(reason)
    async with home_of(request.param, tmp_path) as found:
        yield found


@pytest.fixture
async def wire(tmp_path: Path) -> AsyncIterator[WireHome]:
    """A home on mosquitto, for what only a wire can do."""
    if find_mosquitto() is None:
        pytest.skip("mosquitto is not installed")
    async with wire_home(BrokerKind.MOSQUITTO, tmp_path) as found:
        yield found


class TestEveryHouse:
    """What any implementation must do."""

    async def test_devices_are_known_with_their_rooms_and_names(self, home: Home) -> None:
        """Issue 2.6: discovery; Japanese names arrive whole."""
        assert [d.id for d in home.house.devices()] == [COVER, LIGHT, LOCK]
        light = home.house.device(LIGHT)
        assert light is not None
        assert (light.name.ja, light.area, light.domain) == ("玄関の照明", "hall", Domain.LIGHT)
        assert set(light.operations) == {"turn_on", "turn_off", "set_brightness"}
        cover = home.house.device(COVER)
        assert cover is not None
        assert cover.area == "hall"
        assert home.house.device(DeviceId("light.nowhere")) is None
        assert home.house.connected()

    async def test_a_command_is_seen_in_the_report(self, home: Home) -> None:
        """B-050: every action is followed by an observation."""
        reports = home.house.changes()
        await home.house.command(ON)
        async with asyncio.timeout(30):
            seen = await anext(reports)
            while seen.value != "on":
                seen = await anext(reports)
        assert seen.device_id == LIGHT
        await until_state(home.house, LIGHT, "on")

    async def test_numbers_keep_their_units(self, home: Home) -> None:
        """Brightness 0..255 and position 0..100 go out and come back the same."""
        level = DeviceCommand(
            device_id=LIGHT, operation="set_brightness", parameters={"brightness": 77}
        )
        await home.house.command(level)
        half = DeviceCommand(device_id=COVER, operation="set_position", parameters={"position": 40})
        await home.house.command(half)
        state = await until_state(home.house, COVER, "open")
        assert state.attributes["position"] == 40
        state = await until_state(home.house, LIGHT, "on")
        await until(lambda: _number(home, LIGHT, "brightness") == 77)

    async def test_a_hand_on_the_switch_is_heard_by_every_listener(self, home: Home) -> None:
        """Every report reaches every open iterator, in order."""
        first, second = home.house.changes(), home.house.changes()
        for value in ("on", "off", "on"):
            await home.hand(LIGHT, value)
            await until_state(home.house, LIGHT, value)
        for listener in (first, second):
            async with asyncio.timeout(30):
                heard = [(await anext(listener)).value for _ in range(3)]
            assert heard == ["on", "off", "on"]

    async def test_what_is_offline_is_unknown_and_takes_no_command(self, home: Home) -> None:
        """F16: unknown is None, never `off`."""
        await home.offline(LIGHT, True)
        state = await until_state(home.house, LIGHT, None)
        assert not state.available
        with pytest.raises(DeviceUnavailable):
            await home.house.command(ON)
        await home.offline(LIGHT, False)
        await until_state(home.house, LIGHT, "off")

    async def test_wrong_commands_are_refused(self, home: Home) -> None:
        """B-108: the failure classes of the port."""
        with pytest.raises(DeviceUnknown):
            await home.house.command(
                DeviceCommand(device_id=DeviceId("light.nowhere"), operation="turn_on")
            )
        for operation, parameters in (
            ("explode", {}),
            ("set_brightness", {}),
            ("set_brightness", {"brightness": "full"}),
        ):
            with pytest.raises(ValueError, match=r".+"):
                await home.house.command(
                    DeviceCommand(device_id=LIGHT, operation=operation, parameters=parameters)
                )
        assert home.obeyed() == []

    async def test_a_device_taken_out_is_gone(self, home: Home) -> None:
        """An empty discovery message removes it; a report about it says unknown at most."""
        await home.take_out(LIGHT)
        assert home.house.device(LIGHT) is None
        assert home.house.state(LIGHT) is None
        with pytest.raises(DeviceUnknown):
            await home.house.command(ON)

    async def test_nothing_is_replayed_after_the_carrier_returns(self, home: Home) -> None:
        """F15: commands fail fast while it is away, states turn unknown, then resync."""
        await home.lose()
        assert not home.house.connected()
        assert all(_unknown(home.house.state(d.id)) for d in home.house.devices())
        began = time.monotonic()
        with pytest.raises(HouseUnreachable):
            await home.house.command(ON)
        assert time.monotonic() - began < 1.0
        await home.find()
        await until_state(home.house, LIGHT, "off")
        await until_state(home.house, LOCK, "locked")
        assert home.obeyed() == []
        await home.house.command(ON)
        await until_state(home.house, LIGHT, "on")


class TestOnTheWire:
    """What can only go wrong on a wire."""

    async def test_reconnects_within_five_seconds(self, wire: WireHome) -> None:
        """F15: the link is back at most 5 s after the broker is."""
        await wire.lose()
        await asyncio.sleep(3.2)  # into the longer waits of the back-off
        began = time.monotonic()
        await wire.find()
        assert time.monotonic() - began < 5.0
        await until_state(wire.house, LIGHT, "off")
        assert wire.link.counts.connects == 2

    async def test_what_was_sent_without_an_answer_is_never_sent_again(
        self, wire: WireHome
    ) -> None:
        """F29: the broker hangs, then dies: unconfirmed, and zero replays after its return."""
        pid = wire.broker.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        sending = asyncio.create_task(wire.house.command(ON))
        await asyncio.sleep(0.2)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(CommandUnconfirmed):
            await sending
        await until(lambda: not wire.link.connected() and not wire.devices.connected())
        await wire.find()
        await until_state(wire.house, LIGHT, "off")
        await asyncio.sleep(0.3)
        assert wire.heard == []

    async def test_commands_are_not_retained_and_retained_ones_are_no_report(
        self, wire: WireHome
    ) -> None:
        """T7: retained junk on command topics neither switches nor is believed."""
        await wire.devices.publish("q/set", "ON", retain=True)
        loop = {"cmd_t": "q/set", "stat_t": "q/set"}
        await wire.devices.publish("homeassistant/light/loop/config", json.dumps(loop))
        await wire.house.command(ON)
        await until_state(wire.house, LIGHT, "on")
        assert wire.house.device(DeviceId("light.loop")) is not None
        kept: list[str] = []
        late = MqttLink(wire.broker.address)
        late.on_message = lambda m: kept.append(m.topic) if m.retained else None
        late.subscribe(("t/#",))
        await late.start()
        try:
            await until(lambda: "t/light/state" in kept)
            assert "t/light/set" not in kept
        finally:
            await late.stop()
        assert wire.house.state(DeviceId("light.loop")) is None

    async def test_a_forged_light_cannot_unlock_the_door(self, wire: WireHome) -> None:
        """T7: a harmless-looking device may not share a lock's command topic."""
        forged = {"name": "lamp", "cmd_t": "t/lock/set", "pl_on": "UNLOCK", "stat_t": "t/x"}
        await wire.devices.publish("homeassistant/light/lamp/config", json.dumps(forged))
        await until(lambda: bool(wire.mqtt.notes()))
        assert wire.house.device(DeviceId("light.lamp")) is None
        assert "lock.front" in wire.mqtt.notes()["homeassistant/light/lamp/config"]

    async def test_a_forged_scene_cannot_unlock_the_door(self, wire: WireHome) -> None:
        """T7: a scene is asked for too, but under another name than what it would do."""
        forged = {"name": "mood", "cmd_t": "t/lock/set", "pl_on": "UNLOCK"}
        await wire.devices.publish("homeassistant/scene/mood/config", json.dumps(forged))
        await until(lambda: bool(wire.mqtt.notes()))
        assert wire.house.device(DeviceId("scene.mood")) is None

    async def test_a_scene_that_tells_nothing_is_there_all_the_same(self, wire: WireHome) -> None:
        """Home Assistant's MQTT scenes have no state; across a lost connection they are back."""
        scene = DeviceId("scene.film")
        config = {"name": "film", "obj_id": "film", "cmd_t": "t/film/set"}
        await wire.devices.publish(
            "homeassistant/scene/film/config", json.dumps(config), retain=True
        )
        await until_state(wire.house, scene, "idle")
        await wire.house.command(DeviceCommand(device_id=scene, operation="turn_on"))
        await until(lambda: ("t/film/set", "ON") in wire.heard)
        await wire.lose()
        assert _unknown(wire.house.state(scene))
        await wire.find()
        await until_state(wire.house, scene, "idle")

    async def test_an_announced_id_cannot_be_taken_over(self, wire: WireHome) -> None:
        """T7: the first topic to announce an id keeps it."""
        thief = {"obj_id": "hall", "cmd_t": "evil/set", "stat_t": "evil/state"}
        await wire.devices.publish("homeassistant/light/thief/config", json.dumps(thief))
        await until(lambda: bool(wire.mqtt.notes()))
        await wire.house.command(ON)
        await until_state(wire.house, LIGHT, "on")
        assert wire.heard == [("t/light/set", "ON")]

    @pytest.mark.parametrize(
        "payload",
        [
            b"{",
            b"[]",
            b"\xff\xfe",
            b"[" * 20_000,
            b'{"cmd_t": "a/#"}',
            b'{"cmd_t": 5, "stat_t": ["x"]}',
            b'{"schema": "template", "cmd_t": "a"}',
            b'{"stat_t": "a", "val_tpl": "{{ states(1) }}"}',
            b'{"stat_t": "a", "avty_t": "b", "avty_tpl": "{% if 1 %}online{% endif %}"}',
        ],
    )
    async def test_a_bad_announcement_is_noted_and_harms_nothing(
        self, wire: WireHome, payload: bytes
    ) -> None:
        """T3: hostile discovery messages."""
        await wire.devices.publish("homeassistant/light/bad/config", payload)
        await until(lambda: bool(wire.mqtt.notes()))
        assert len(wire.house.devices()) == 3
        await wire.house.command(ON)
        await until_state(wire.house, LIGHT, "on")

    async def test_a_device_announced_as_one_message_with_components(self, wire: WireHome) -> None:
        """Device-based discovery; two entities on one state topic both learn its state."""
        message = {
            "dev": {"ids": ["bulb"], "name": "Desk <b>lamp</b>", "sa": "nowhere"},
            "o": {"name": "test"},
            "stat_t": "z/bulb",
            "cmps": {
                "light": {"p": "light", "schema": "json", "cmd_t": "z/bulb/set", "brightness": 1},
                "power": {
                    "p": "sensor",
                    "val_tpl": "{{ value_json.power | round(1) }}",
                    "name": "power",
                    "unit_of_meas": "W",
                },
            },
        }
        await wire.devices.publish(
            "z/bulb", '{"state":"ON","brightness":9,"power":4.26}', retain=True
        )
        await wire.devices.publish("homeassistant/device/bulb/config", json.dumps(message))
        light, power = DeviceId("light.bulb_light"), DeviceId("sensor.bulb_power")
        assert (await until_state(wire.house, light, "on")).attributes["brightness"] == 9
        await until_state(wire.house, power, "4.3")
        named = wire.house.device(light)
        assert named is not None
        assert named.name.en == "Desk ‹b›lamp‹/b›"
        assert named.area == ""
        message["cmps"]["power"] = {"p": "sensor"}  # type: ignore[index]
        await wire.devices.publish("homeassistant/device/bulb/config", json.dumps(message))
        await until(lambda: wire.house.device(power) is None)
        assert wire.house.device(light) is not None

    async def test_an_oversized_state_is_dropped_unread(self, wire: WireHome) -> None:
        """T7: a payload beyond the cap is counted, not parsed."""
        await wire.devices.publish("t/light/state", b"x" * 200_000)
        await until(lambda: wire.link.counts.oversized == 1)
        state = wire.house.state(LIGHT)
        assert state is not None
        assert state.value == "off"

    @at_real_rate
    async def test_command_to_report_takes_no_delayed_ack(self, wire: WireHome) -> None:
        """limits 2.4: with TCP_NODELAY the way there and back is far below one delayed ACK."""
        took = []
        for i in range(20):
            word = "turn_off" if i % 2 else "turn_on"
            began = time.perf_counter()
            await wire.house.command(DeviceCommand(device_id=LIGHT, operation=word))
            await until_state(wire.house, LIGHT, "off" if i % 2 else "on")
            took.append(time.perf_counter() - began)
        assert statistics.median(took) < 0.04, took  # one delayed ACK alone is 40 ms


def _number(home: Home, device_id: DeviceId, name: str) -> object:
    state = home.house.state(device_id)
    return state.attributes.get(name) if state else None


def _unknown(state: DeviceState | None) -> bool:
    return state is None or (state.value is None and not state.available)
