"""Own device: announces the companion to Home Assistant as a device, by MQTT discovery.

One device message (`PREFIX/device/ID/config`, Home Assistant 2024.11 and later) carries all its
entities; states and availability are retained, the last will says `offline`. A press there is only
handed on: whose word it is and what it may do is judged behind it. Keys: Home Assistant's
documentation of MQTT discovery.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from companion.links.discovery import OWN_ORIGIN, slug
from companion.links.message import MqttMessage
from companion.links.mqtt import MqttLink
from companion.ports.house import CommandUnconfirmed, HouseUnreachable
from companion.ports.part import ResidentSpec, Stage
from companion.words.language import Bilingual, Language
from companion.words.own_state import OwnState, Press
from companion.words.place import Place

log = logging.getLogger("companion.own_device")

ROOT = "companion"
STATE_CHARS = 255
"""Longest state Home Assistant keeps; what is longer stands whole in the attributes."""
ONLINE, OFFLINE = "online", "offline"
PRIVACY, RULE, NOTIFY, GO = "privacy", "rule", "notify", "go"
ON, OFF = "ON", "OFF"

_NAMES: Mapping[str, Bilingual] = {
    "mood": Bilingual("気分", "Mood"),
    "activity": Bilingual("していること", "Activity"),
    "message": Bilingual("最後の言葉", "Last message"),
    "question": Bilingual("許可を待っていること", "Waiting for approval"),
    "next_alarm": Bilingual("次の目覚まし", "Next alarm"),
    "timers": Bilingual("動いているタイマー", "Running timers"),
    PRIVACY: Bilingual("プライバシー", "Privacy"),
    NOTIFY: Bilingual("伝言", "Say"),
    GO: Bilingual("台車のいる部屋", "Room of the base"),
    Press.STOP: Bilingual("止める", "Stop"),
    Press.APPROVE: Bilingual("許可する", "Approve"),
    Press.DENY: Bilingual("断る", "Deny"),
    Press.SNOOZE: Bilingual("あとで鳴らす", "Snooze"),
}
_PRESENCE = Bilingual("{}の人", "Somebody in {}")
_ICONS: Mapping[str, str] = {
    "mood": "mdi:emoticon-outline",
    "activity": "mdi:robot-outline",
    "message": "mdi:message-text-outline",
    "question": "mdi:help-circle-outline",
    "timers": "mdi:timer-outline",
    GO: "mdi:robot-mower-outline",
    PRIVACY: "mdi:eye-off-outline",
    RULE: "mdi:cog-play-outline",
    Press.STOP: "mdi:stop-circle-outline",
    Press.APPROVE: "mdi:check-circle-outline",
    Press.DENY: "mdi:close-circle-outline",
    Press.SNOOZE: "mdi:alarm-snooze",
}

Asked = Callable[[str, str], None]
"""(what, payload): a press, `privacy`, `rule/KEY`, `notify`, or `go` with the id of a room; called
in the event loop."""


class OwnDevice:
    """Keeps what Home Assistant shows of the companion as it is. `start` first, `stop` last.

    `link` must be its own connection, made with `will_of(node)`. No message is queued while the
    broker is away: on its return everything is announced and said again.
    """

    def __init__(
        self,
        link: MqttLink,
        *,
        node: str,
        name: Bilingual,
        places: Sequence[Place],
        language: Language,
        discovery_prefix: str = "homeassistant",
    ) -> None:
        self._link = link
        self._node = node
        self._name = name
        self._places = {place.id: place.name for place in places}
        self._language = language
        self._prefix = discovery_prefix
        self._asked: Asked = lambda what, payload: None
        self._state = OwnState()
        self._told: dict[str, str] = {}
        """Topic -> payload as the broker has it in this connection."""
        self._components: set[str] = set()
        self._due = asyncio.Event()

    def listen(self, asked: Asked) -> None:
        """Hand on what is pressed from now on."""
        self._asked = asked

    def show(self, state: OwnState) -> None:
        """This is how it is now; only what changed is sent."""
        if state != self._state:
            self._state = state
            self._due.set()

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("own device", self.run, Stage.DRIVERS),)

    async def run(self) -> None:
        """Until cancelled: connect, announce, keep up; at the end say `offline` oneself."""
        self._link.on_message = self._on_message
        self._link.on_connection = self._on_connection
        self._link.subscribe((f"{self._prefix}/status", f"{self._topic('+')}/set"))
        self._link.subscribe((f"{self._topic(RULE)}/+/set",))
        await self._link.start()
        try:
            while True:
                await self._due.wait()
                self._due.clear()
                try:
                    await self._tell()
                except (HouseUnreachable, CommandUnconfirmed) as error:
                    log.info("not shown in Home Assistant now: %s", error)
        finally:
            await self._leave()

    async def _leave(self) -> None:
        try:
            await self._link.publish(availability_topic(self._node), OFFLINE, retain=True)
        except ConnectionError as error:
            log.debug("the last will says it instead: %s", error)
        await self._link.stop()

    async def _tell(self) -> None:
        """Config, then states, then availability: who listens late misses nothing, for all of
        it is retained."""
        if not self._link.connected():
            return
        config = f"{self._prefix}/device/{self._node}/config"
        messages = {config: self._config(), **self._states()}
        messages[availability_topic(self._node)] = ONLINE
        for topic, payload in messages.items():
            if self._told.get(topic) != payload:
                await self._link.publish(topic, payload, retain=True)
                self._told[topic] = payload

    def _on_connection(self, up: bool) -> None:
        self._told.clear()
        if up:
            self._due.set()

    def _on_message(self, message: MqttMessage) -> None:
        payload = message.payload.decode("utf-8", errors="replace")
        if message.topic == f"{self._prefix}/status":
            if payload.strip() == ONLINE and not message.retained:
                self._told.clear()  # Home Assistant came back and asks everybody again
                self._due.set()
            return
        # A retained press is somebody's press of long ago: never obeyed.
        if not message.retained and message.topic.endswith("/set"):
            what = message.topic.removeprefix(f"{ROOT}/{self._node}/").removesuffix("/set")
            self._asked(what, self._room_called(payload) if what == GO else payload)

    def _room_name(self, room: str) -> str:
        return self._places.get(room, Bilingual(room, room)).get(self._language)

    def _room_called(self, name: str) -> str:
        """The id of a way's room by the name it is shown under; "" for no such way."""
        ways = self._state.base_ways
        return next((room for room in ways if self._room_name(room) == name), "")

    def _topic(self, key: str) -> str:
        return f"{ROOT}/{self._node}/{key}"

    def _config(self) -> str:
        now = dict(self._all())
        # A component that is gone is sent once more, bare: that removes it.
        gone = {key: {"platform": key.partition("__")[0]} for key in self._components - set(now)}
        self._components |= set(now)
        return json.dumps(
            {
                "device": {
                    "identifiers": [self._node],
                    "name": self._name.get(self._language),
                    "manufacturer": "home companion",
                    "model": "companion",
                },
                "origin": {"name": OWN_ORIGIN},
                "availability_topic": availability_topic(self._node),
                "qos": 1,
                "components": {**now, **gone},
            },
            ensure_ascii=False,
        )

    def _all(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for key in ("mood", "activity", "message", "question", "next_alarm", "timers"):
            more: dict[str, Any] = {"device_class": "timestamp"} if key == "next_alarm" else {}
            if key in ("message", "question", "timers"):
                more["json_attributes_topic"] = f"{self._topic(key)}/attributes"
            yield self._one("sensor", key, _NAMES[key], state_topic=self._topic(key), **more)
        for place in self._state.presence:
            room = self._places.get(place, Bilingual(place, place))
            name = _PRESENCE.filled(room)
            key = f"presence_{slug(place)}"
            topic = f"{self._topic('presence')}/{slug(place)}"
            yield self._one("binary_sensor", key, name, state_topic=topic, device_class="occupancy")
        yield self._switch(PRIVACY, PRIVACY, _NAMES[PRIVACY])
        for rule in self._state.rules:
            name = self._state.rule_names.get(rule, Bilingual(rule, rule))
            yield self._switch(f"{RULE}_{slug(rule)}", f"{RULE}/{slug(rule)}", name)
        for press in Press:
            yield self._one("button", press, _NAMES[press], command_topic=self._set(press))
        if self._state.base_ways:
            yield self._one(
                "select",
                GO,
                _NAMES[GO],
                state_topic=self._topic(GO),
                command_topic=self._set(GO),
                options=[self._room_name(room) for room in self._state.base_ways],
            )
        yield self._one("notify", NOTIFY, _NAMES[NOTIFY], command_topic=self._set(NOTIFY))

    def _switch(self, key: str, topic: str, name: Bilingual) -> tuple[str, dict[str, Any]]:
        return self._one(
            "switch", key, name, state_topic=self._topic(topic), command_topic=self._set(topic)
        )

    def _set(self, key: str) -> str:
        return f"{self._topic(key)}/set"

    def _one(
        self, platform: str, key: str, name: Bilingual, **own: Any
    ) -> tuple[str, dict[str, Any]]:
        icon = _ICONS.get(key) or _ICONS.get(key.partition("_")[0])
        return f"{platform}__{key}", {
            "platform": platform,
            "unique_id": f"{self._node}_{key}",
            "object_id": f"{self._node}_{key}",
            "default_entity_id": f"{platform}.{self._node}_{key}",
            "name": name.get(self._language),
            **({"icon": icon} if icon else {}),
            **own,
        }

    def _states(self) -> dict[str, str]:
        now = self._state
        texts = {key: str(getattr(now, key)) for key in ("mood", "activity", "message", "question")}
        found = {self._topic(key): text[:STATE_CHARS] for key, text in texts.items()}
        for key in ("message", "question"):
            found[f"{self._topic(key)}/attributes"] = json.dumps(
                {"text": texts[key]}, ensure_ascii=False
            )
        # "None" is what Home Assistant reads as unknown, of timestamps and of binary sensors.
        found[self._topic("next_alarm")] = _moment(now.next_alarm)
        found[self._topic("timers")] = str(len(now.timers))
        found[f"{self._topic('timers')}/attributes"] = json.dumps(
            {name: _moment(at) for name, at in now.timers.items()}, ensure_ascii=False
        )
        for place, somebody in now.presence.items():
            seen = "None" if somebody is None else _on(somebody)
            found[f"{self._topic('presence')}/{slug(place)}"] = seen
        if now.base_ways:  # a room that is no option, and an unknown one, both read as unknown
            known = now.base_room in now.base_ways
            found[self._topic(GO)] = self._room_name(now.base_room) if known else "None"
        found[self._topic(PRIVACY)] = _on(now.privacy)
        for rule, on in now.rules.items():
            found[f"{self._topic(RULE)}/{slug(rule)}"] = _on(on)
        return found


def availability_topic(node: str) -> str:
    """Where it says whether it is there; the last will stands on it too."""
    return f"{ROOT}/{node}/availability"


def will_of(node: str) -> tuple[str, str]:
    """Topic and payload of the last will."""
    return availability_topic(node), OFFLINE


def _on(value: bool) -> str:
    return ON if value else OFF


def _moment(at: datetime | None) -> str:
    return "None" if at is None else at.isoformat(timespec="seconds")
