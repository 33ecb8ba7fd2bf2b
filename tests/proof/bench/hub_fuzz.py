"""Odd entity events over a real WebSocket: nothing raises, the link lives, a command is obeyed.

A hub of this process speaks Home Assistant's API, greets oddly at first, then sends events of
odd entities and, now and then, odd registries; one sane lamp among them is switched at the end.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from companion.links.home_assistant.house import HomeAssistantHouse
from companion.links.home_assistant.hub import Exposure, HubAddress
from companion.links.owner import OwnersWords
from companion.service.clock import SystemClock
from companion.service.supervision import until
from companion.words.device import DeviceCommand, Domain
from companion.words.ids import DeviceId
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.odd import HOLE, SEED, Mistakes, Odd, mistakes

IDS = ("I10-hub",)
EVENTS = {Effort.SHORT: 1_500, Effort.LONG: 60_000}
PATIENCE_S = 60.0
REGISTRY_EVERY = 250
"""Events between two readings of the registries."""
AT_ONCE = 100
"""Events sent before they are waited for; a flood of events has a test of its own."""
REAL = DeviceId("light.real")
ODD_IDS = tuple(f"{domain}.odd_{n}" for domain in Domain for n in range(2))
GREETINGS = (
    "[" * 100_000,
    '{"type":' * 3_000,
    "9" * 5_000,
    "null",
    "[]",
    '{"type": []}',
    "",
    "\x00",
)

_ATTRIBUTES: Mapping[str, Sequence[Any]] = {
    "friendly_name": ("lamp", "玄関の照明"),
    "supported_features": (0, 1, 15, 139, 63, 24_000),
    "supported_color_modes": (["hs", "color_temp"], ["onoff"], ["brightness"]),
    "color_mode": ("hs", "color_temp", "xy"),
    "hs_color": ([30, 100], [0, 0]),
    "brightness": (1, 128, 255),
    "color_temp_kelvin": (2700, 6500),
    "min_color_temp_kelvin": (2000,),
    "max_color_temp_kelvin": (6500,),
    "current_position": (0, 50, 100),
    "current_tilt_position": (0, 100),
    "hvac_modes": (["off", "heat", "cool"],),
    "min_temp": (7,),
    "max_temp": (35,),
    "temperature": (21.5,),
    "current_temperature": (19.8,),
    "percentage": (33,),
    "oscillating": (True, False),
    "volume_level": (0.5,),
    "is_volume_muted": (True,),
    "media_title": ("a song",),
    "last_triggered": ("2026-11-22T07:00:00+00:00",),
    "device_class": ("door", "garage"),
    "unit_of_measurement": ("°C",),
    "code_format": ("number",),
}
_ENTRY: Mapping[str, Sequence[Any]] = {
    "name": ("lamp",), "aliases": (["Lamp", "照明"],), "area_id": ("hall",), "device_id": ("d1",),
    "platform": ("hue", "mqtt"), "unique_id": ("u1",), "disabled_by": (None,),
    "hidden_by": (None,), "entity_category": (None,),
}  # fmt: skip
_AREA: Mapping[str, Sequence[Any]] = {
    "area_id": ("hall",),
    "name": ("玄関",),
    "aliases": (["Hall"],),
    "floor_id": ("f1",),
}

_HARDWARE: Mapping[str, Sequence[Any]] = {"id": ("d1",), "area_id": ("hall",)}
_FLOOR: Mapping[str, Sequence[Any]] = {"floor_id": ("f1",), "name": ("1",)}


class OddHub:
    """Speaks the WebSocket API; whatever it tells of others than `REAL` is odd."""

    def __init__(self, odd: Odd) -> None:
        self.odd = odd
        self.greetings = list(GREETINGS)
        self.logins = 0
        self.real = "off"
        self.called: list[str] = []
        self.subscriptions: list[tuple[ServerConnection, dict[str, Any]]] = []
        self._server: Server | None = None
        self.port = 0

    async def start(self) -> None:
        """Listen on loopback."""
        self._server = await serve(self._serve, "127.0.0.1", 0, compression=None)
        self.port = next(iter(self._server.sockets)).getsockname()[1]

    async def stop(self) -> None:
        """End every connection."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def tell(self, number_of: int) -> None:
        """One odd event to whoever hears entities; at times also that a registry changed."""
        kind = "subscribe_events" if number_of % REGISTRY_EVERY == 0 else "subscribe_entities"
        for socket, asked in tuple(self.subscriptions):
            if asked["type"] == kind:
                event = {"id": asked["id"], "type": "event", "event": self._event()}
                with suppress(ConnectionClosed):  # a lost connection is seen by their number
                    await socket.send(self.odd.document(event))

    def _event(self) -> Any:
        """Added, changed and removed entities, in odd shapes."""
        dice, event = self.odd.dice, dict[str, Any]()
        if dice.random() < 0.05:
            return self.odd.value()
        for _ in range(dice.randrange(1, 4)):
            entity = dice.choice(ODD_IDS) if dice.random() < 0.95 else self.odd.text()
            if dice.random() < 0.5:
                event.setdefault("a", {})[entity] = self._whole()
            else:
                event.setdefault("c", {})[entity] = self._change()
        if dice.random() < 0.02:
            event["r"] = [dice.choice(ODD_IDS)] if dice.random() < 0.5 else self.odd.value()
        return event

    def _whole(self) -> Any:
        if self.odd.dice.random() < 0.05:
            return self.odd.value()
        return {"s": self._state(), "a": self.odd.of(_ATTRIBUTES)}

    def _change(self) -> Any:
        change: dict[str, Any] = {"+": self._whole()}
        if self.odd.dice.random() < 0.3:
            names = [self.odd.dice.choice(tuple(_ATTRIBUTES)), self.odd.value()]
            change["-"] = {"a": names} if self.odd.dice.random() < 0.7 else self.odd.value()
        return change

    def _state(self) -> Any:
        plausible = ("on", "off", "open", "closed", "21.5", "heat", "playing", "unavailable")
        dice = self.odd.dice
        return dice.choice(plausible) if dice.random() < 0.6 else self.odd.value()

    async def _serve(self, socket: ServerConnection) -> None:
        with suppress(ConnectionClosed):
            if self.greetings:
                await socket.send(self.greetings.pop())
                return
            await socket.send('{"type": "auth_required"}')
            await socket.recv()
            self.logins += 1
            await socket.send('{"type": "auth_ok", "ha_version": "2026.11"}')
            try:
                async for raw in socket:
                    await self._answer(socket, json.loads(raw))
            finally:
                self.subscriptions = [s for s in self.subscriptions if s[0] is not socket]

    async def _answer(self, socket: ServerConnection, asked: dict[str, Any]) -> None:
        result = self._result(asked)
        answer = {"id": asked["id"], "type": "result", "success": True, "result": result}
        await socket.send(json.dumps(answer).replace(f'"{HOLE}"', "1e999"))
        if asked["type"] == "unsubscribe_events":
            gone = (socket, asked["subscription"])
            self.subscriptions = [s for s in self.subscriptions if (s[0], s[1]["id"]) != gone]
        if asked["type"].startswith("subscribe_"):
            self.subscriptions.append((socket, asked))
        if REAL in asked.get("entity_ids", ()):
            await self._tell_real(socket, asked["id"])
        elif asked["type"] == "subscribe_entities":
            await socket.send(json.dumps({"id": asked["id"], "type": "event", "event": {"a": {}}}))

    async def _tell_real(self, socket: ServerConnection, number: int) -> None:
        event = {"a": {REAL: {"s": self.real, "a": {"friendly_name": "Real"}}}}
        await socket.send(json.dumps({"id": number, "type": "event", "event": event}))

    async def switch_real(self) -> None:
        """The lamp obeys and says so."""
        self.real = "on"
        for socket, asked in tuple(self.subscriptions):
            if REAL in asked.get("entity_ids", ()):
                await self._tell_real(socket, asked["id"])

    def _result(self, asked: dict[str, Any]) -> Any:
        answers: Mapping[str, Callable[[], Any]] = {
            "config/area_registry/list": lambda: self._rows(_AREA),
            "config/device_registry/list": lambda: self._rows(
                {"id": ("d1",), "area_id": ("hall",)}
            ),
            "config/floor_registry/list": lambda: self._rows({"floor_id": ("f1",), "name": ("1",)}),
            "config/entity_registry/list": self._entries,
            "config/entity_registry/get_entries": lambda: {
                entity: self.odd.of(_ENTRY) for entity in asked["entity_ids"] if entity != REAL
            },
            "homeassistant/expose_entity/list": lambda: {
                "exposed_entities": {REAL: {"conversation": True}, self.odd.text(): 1}
            },
            "get_states": lambda: [
                {"entity_id": REAL},
                *({"entity_id": entity} for entity in ODD_IDS),
                {"entity_id": self.odd.value()},
                self.odd.value(),
            ],
        }
        if asked["type"] == "call_service":
            self.called.append(asked["service"])
        return answers.get(asked["type"], lambda: None)()

    def _entries(self) -> list[Any]:
        return [{"entity_id": entity, **self.odd.of(_ENTRY)} for entity in ODD_IDS[::2]] + [
            self.odd.value()
        ]

    def _rows(self, plausible: Mapping[str, Sequence[Any]]) -> list[Any]:
        return [self.odd.of(plausible) for _ in range(3)] + [self.odd.value()]


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Exceptions that nobody foresaw, and whether the lamp still obeys."""
    hub = OddHub(Odd())
    await hub.start()
    house = HomeAssistantHouse(
        HubAddress(url=f"http://127.0.0.1:{hub.port}"),
        lambda: "good",
        OwnersWords(),
        SystemClock(UTC),
        exposure=Exposure(all_entities=True),
    )
    house.link._pause = lambda _: asyncio.sleep(0.01)
    with mistakes() as counted:
        await house.start()
        try:
            obeyed = await _through(hub, house, EVENTS[effort])
            connections = hub.logins
            alive = house.connected() and house.link.trying()
        finally:
            await house.stop()
            await hub.stop()
    return figures(
        IDS[0],
        "entity events",
        EVENTS[effort],
        counted,
        obeyed=obeyed and alive and connections == 2,
        detail={
            "greetings": len(GREETINGS),
            "heard": house.told,
            "connections": connections,
            "link_falls": house.link.falls(),
        },
    )


async def _through(hub: OddHub, house: HomeAssistantHouse, events: int) -> bool:
    """Send them all; True when the lamp was switched and said so afterwards."""
    async with asyncio.timeout(PATIENCE_S):
        await until(lambda: house.connected() and _is_there(house))
    for number in range(1, events + 1):
        await hub.tell(number)
        if number % AT_ONCE == 0 and (wire := house.link.wire()) is not None:
            await wire.call("get_config")  # answered behind the events: they were all heard
    before = house.told
    async with asyncio.timeout(PATIENCE_S):
        await until(lambda: house.connected() and _is_there(house))
        await house.command(DeviceCommand(device_id=REAL, operation="turn_on"))
        await hub.switch_real()
        await until(lambda: (s := house.state(REAL)) is not None and s.value == "on")
    return hub.called == ["turn_on"] and before > 0


def _is_there(house: HomeAssistantHouse) -> bool:
    state = house.state(REAL)
    return state is not None and state.available


def figures(
    goal: str, what: str, sent: int, counted: Mistakes, *, obeyed: bool, detail: Mapping[str, Any]
) -> tuple[Figure, Figure]:
    """What every fuzzer tells."""
    shown = {"sent": sent, "seed": SEED, **detail, "first": counted.found[:5]}
    return (
        Figure(
            id=goal,
            what=f"exceptions nobody foresaw in {sent} odd {what}",
            value=len(counted.found),
            limit=0,
            sense=Sense.AT_MOST,
            unit="exceptions",
            detail=shown,
        ),
        Figure(
            id=goal,
            what="a real command obeyed after them",
            value=float(obeyed),
            limit=1,
            sense=Sense.AT_LEAST,
            unit="obeyed",
        ),
    )
