"""A hub that speaks Home Assistant's WebSocket API, for what a real one does too slowly or never.

It knows the commands the link uses, keeps states and registries, tells differences as the real one
does, and can be ended, slow, hostile or strict on demand.
"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

VERSION = "2025.4.4"
Service = Callable[[str, str, Mapping[str, Any]], None]
"""Domain-less: service, entity id, data."""


class TwinHub:
    """Start, change states, look at what was called, stop; start again on the same port."""

    def __init__(self, *, tokens: tuple[str, ...] = ("good",)) -> None:
        self.tokens = set(tokens)
        self.states: dict[str, dict[str, Any]] = {}
        self.entries: dict[str, dict[str, Any]] = {}
        self.areas: list[dict[str, Any]] = []
        self.floors: list[dict[str, Any]] = []
        self.hardware: list[dict[str, Any]] = []
        self.exposed: set[str] = set()
        self.administrator = True
        self.silent: set[str] = set()
        """Kinds of command that get no answer."""
        self.refuses: dict[str, tuple[str, str]] = {}
        """Kind of command -> code and message."""
        self.called: list[tuple[str, str, dict[str, Any]]] = []
        """Service, entity id, data: what reached a device."""
        self.on_service: Service = lambda service, entity_id, data: None
        self.says_itself: list[tuple[str, str | None, dict[str, Any]]] | None = None
        """What `on_service` has to say of the entities, where it answers for them."""
        self.logins: list[str] = []
        self.greeting = '{"type": "auth_required", "ha_version": "' + VERSION + '"}'
        self.port = 0
        self._moments = 0
        self._server: Server | None = None
        self._hearing: dict[ServerConnection, dict[int, dict[str, Any]]] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        self._server = await serve(self._serve, "127.0.0.1", self.port, compression=None)
        self.port = next(iter(self._server.sockets)).getsockname()[1]

    async def stop(self) -> None:
        """End as a killed process does: without a word."""
        server, self._server = self._server, None
        if server is not None:
            for socket in tuple(server.connections):
                socket.transport.abort()
            server.close()
            await server.wait_closed()

    def drop(self) -> None:
        """Break every connection; the hub itself stays."""
        for socket in self._server.connections if self._server else ():
            socket.transport.abort()

    def add(self, entity_id: str, state: str, *, exposed: bool = True, **entry: Any) -> None:
        attributes = entry.pop("attributes", {})
        self.states[entity_id] = {"state": state, "attributes": dict(attributes)}
        self.entries[entity_id] = {"entity_id": entity_id, "platform": "twin", **entry}
        if exposed:
            self.exposed.add(entity_id)

    async def say(self, entity_id: str, state: str | None = None, **attributes: Any) -> None:
        """A state changes; None of an attribute takes it away."""
        kept = self.states[entity_id]
        plus: dict[str, Any] = {}
        if state is not None and state != kept["state"]:
            kept["state"] = plus["s"] = state
        gone = [k for k, v in attributes.items() if v is None and k in kept["attributes"]]
        for name in gone:
            del kept["attributes"][name]
        if new := {k: v for k, v in attributes.items() if v is not None}:
            kept["attributes"].update(new)
            plus["a"] = new
        change: dict[str, Any] = {"+": plus}
        if gone:
            change["-"] = {"a": gone}
        await self._tell("subscribe_entities", {"c": {entity_id: change}}, entity_id)
        await self._tell_event(
            "state_changed", entity_id=entity_id, new_state=self._state(entity_id)
        )

    async def remove(self, entity_id: str) -> None:
        self.states.pop(entity_id, None)
        self.entries.pop(entity_id, None)
        self.exposed.discard(entity_id)
        await self._tell("subscribe_entities", {"r": [entity_id]}, entity_id)
        await self._tell_event("state_changed", entity_id=entity_id, new_state=None)
        await self.registry_changed()

    async def registry_changed(self) -> None:
        await self._tell_event("entity_registry_updated")

    def _state(self, entity_id: str) -> dict[str, Any]:
        """As the whole state stands in the API."""
        self._moments += 1
        moment = f"2026-05-13T06:00:00.{self._moments:06}+00:00"
        context = {"id": "x", "parent_id": None, "user_id": None}
        kept = self.states[entity_id]
        return {
            "entity_id": entity_id,
            "state": kept["state"],
            "attributes": kept["attributes"],
            "last_changed": moment,
            "last_reported": moment,
            "last_updated": moment,
            "context": context,
        }

    async def _tell_event(self, event_type: str, **data: Any) -> None:
        event = {
            "event_type": event_type,
            "data": data,
            "origin": "LOCAL",
            "time_fired": "2026-05-13T06:00:00.000000+00:00",
            "context": {"id": "x", "parent_id": None, "user_id": None},
        }
        for socket, heard in tuple(self._hearing.items()):
            for number, asked in tuple(heard.items()):
                if asked.get("event_type") == event_type:
                    await _send(socket, {"id": number, "type": "event", "event": event})

    async def _tell(self, kind: str, event: Mapping[str, Any], entity_id: str = "") -> None:
        for socket, heard in tuple(self._hearing.items()):
            for number, asked in tuple(heard.items()):
                wanted = asked.get("entity_ids", (entity_id,))
                if asked["type"] == kind and entity_id in (*wanted, ""):
                    await _send(socket, {"id": number, "type": "event", "event": event})

    async def _serve(self, socket: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            await socket.send(self.greeting)
            token = json.loads(await socket.recv()).get("access_token", "")
            self.logins.append(token)
            if token not in self.tokens:
                await _send(socket, {"type": "auth_invalid", "message": "Invalid access token"})
                return
            await _send(socket, {"type": "auth_ok", "ha_version": VERSION})
            self._hearing[socket] = {}
            try:
                async for raw in socket:
                    await self._answer(socket, json.loads(raw))
            finally:
                del self._hearing[socket]

    async def _answer(self, socket: ServerConnection, asked: dict[str, Any]) -> None:
        kind, number = asked["type"], asked["id"]
        if kind in self.silent:
            return
        if kind in self.refuses:
            code, message = self.refuses[kind]
            error = {"code": code, "message": message}
            await _send(socket, {"id": number, "type": "result", "success": False, "error": error})
            return
        result = await self._result(socket, asked)
        await _send(socket, {"id": number, "type": "result", "success": True, "result": result})
        if kind == "subscribe_entities":
            whole = {
                i: {"s": s["state"], "a": s["attributes"], "c": "x", "lc": 1.0}
                for i, s in self.states.items()
                if i in asked.get("entity_ids", self.states)
            }
            await _send(socket, {"id": number, "type": "event", "event": {"a": whole}})
        await asyncio.sleep(0)

    async def _result(self, socket: ServerConnection, asked: dict[str, Any]) -> Any:
        kind = asked["type"]
        if kind in ("subscribe_entities", "subscribe_events"):
            self._hearing[socket][asked["id"]] = asked
            return None
        if kind == "unsubscribe_events":
            self._hearing[socket].pop(asked["subscription"], None)
            return None
        if kind == "call_service":
            return await self._service(asked)
        answers: Mapping[str, Callable[[], Any]] = {
            "config/area_registry/list": lambda: self.areas,
            "config/floor_registry/list": lambda: self.floors,
            "config/device_registry/list": lambda: self.hardware,
            "config/entity_registry/list": lambda: list(self.entries.values()),
            "config/entity_registry/get_entries": lambda: {
                i: self.entries.get(i) for i in asked["entity_ids"]
            },
            "homeassistant/expose_entity/list": lambda: {
                "exposed_entities": {i: {"conversation": True} for i in self.exposed}
            },
            "get_states": lambda: [self._state(i) for i in self.states],
        }
        return answers.get(kind, lambda: None)()

    async def _service(self, asked: dict[str, Any]) -> Any:
        data = dict(asked["service_data"])
        target = asked.get("target") or {"entity_id": data.pop("entity_id", "")}
        entity_id = target["entity_id"]
        self.called.append((asked["service"], entity_id, data))
        self.on_service(asked["service"], entity_id, data)
        if self.says_itself is None:
            await self._obey(asked["service"], entity_id, data)
        for told, state, attributes in self.says_itself or ():
            await self.say(told, state, **attributes)
        if self.says_itself is not None:
            self.says_itself.clear()
        return {"context": {}}

    async def _obey(self, service: str, entity_id: str, data: Mapping[str, Any]) -> None:
        say: Callable[..., Awaitable[None]] = self.say
        if service == "turn_on":
            await say(entity_id, "on", **data)
        elif service == "set_cover_position":
            word = "open" if data["position"] else "closed"
            await say(entity_id, word, current_position=data["position"])
        elif service in _ENDS:
            await say(entity_id, _ENDS[service])


_ENDS = {
    "turn_off": "off",
    "open_cover": "open",
    "close_cover": "closed",
    "lock": "locked",
    "unlock": "unlocked",
    "media_play": "playing",
    "media_pause": "paused",
}


async def _send(socket: ServerConnection, message: Mapping[str, Any]) -> None:
    with contextlib.suppress(ConnectionClosed):
        await socket.send(json.dumps(message))
