"""Requests of people: write down an exact wish and walk it at once, beside the queue.

The wish and its trigger are built in `home/request.py`; this module knows who asked.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.home.device_group import group_deed, group_touches, ways_back
from companion.home.device_operation import operation_of, row_for
from companion.home.request import (
    STOP_BASE,
    device_request,
    notice_request,
    recorded_facts,
    recorded_request,
    room_request,
    said_trigger,
    undo_request,
)
from companion.ports.clock import Clock, Ids
from companion.ports.desk import NothingToUndo
from companion.ports.house import DeviceUnknown, House
from companion.ports.record import Record
from companion.rooms.journal.room import Journal
from companion.service.give_way import GiveWay
from companion.service.watched_tasks import WatchedTasks
from companion.words.capability import ActionCall
from companion.words.device import Device, devices_in
from companion.words.event import Event
from companion.words.facts import Requested, fact_of
from companion.words.ids import DeviceId, EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.result import ActionResult
from companion.words.text import data_line
from companion.words.travel import GO_TO_ROOM, go_label
from companion.words.trigger import Priority, RequestedAction, Trigger
from companion.words.trust import TrustLabel

_PASS_ON = Bilingual("届いた知らせを伝える", "pass on a notice that came in")


@dataclass(kw_only=True)
class Requests:
    """From a person's wish to its walk through the act corridor."""

    journal: Journal
    record: Record
    house: House
    clock: Clock
    ids: Ids
    language: Language
    trust_of: Callable[[str], TrustLabel]
    """Gives the trust label of a channel."""
    walk: Callable[[Trigger], Awaitable[None]]
    """The act corridor."""
    tasks: WatchedTasks
    give_way: GiveWay
    rooms: Mapping[str, Bilingual] = field(default_factory=dict)
    """The rooms of the home, by id."""
    labels: Callable[[str, str], Bilingual] = lambda capability, name: Bilingual(name, name)
    """Gives the label of a capability's operation."""

    async def operate(
        self, device_id: DeviceId, operation: str, parameters: Mapping[str, Any], channel: str
    ) -> EventId:
        """One operation of a device. Raises `DeviceUnknown`, `ValueError` with what it can do."""
        device = self.house.device(device_id)
        if device is None:
            raise DeviceUnknown(device_id)
        row = operation_of(device, operation)
        if row is None:
            raise ValueError(f"{device_id} takes {', '.join(device.operations) or 'nothing'}")
        return await self._begin(device_request(row.name, [device], parameters), channel)

    async def go_to(self, room: str, channel: str) -> EventId:
        """That the wheeled base goes to a room. Raises `ValueError` for one that is none."""
        if room not in self.rooms:
            raise ValueError(f"no such room: {room}")
        return await self._begin(room_request(room, self.rooms[room]), channel)

    async def pass_on(self, text: str, channel: str) -> EventId:
        """A text somebody wants told, as theirs: the wish is ours, the words are data. Raises
        `ValueError` for an empty one."""
        if not (words := data_line(text)):
            raise ValueError("there are no words to pass on")
        return await self._begin(notice_request(words), channel, text=_PASS_ON.get(self.language))

    async def undo(self, result_event_id: EventId, channel: str) -> EventId:
        """Take an action back. Raises `NothingToUndo` with the reason."""
        result = await self.record.result(result_event_id)
        if result is None:
            raise NothingToUndo(f"event {result_event_id} is not the result of an action")
        wishes = self.ways_back(result, result_event_id)
        if not wishes:
            raise NothingToUndo(f"{result.capability}.{result.operation} cannot be taken back")
        asked = [await self._begin(wish, channel) for wish in wishes]
        return asked[0]

    def ways_back(
        self, result: ActionResult, result_event_id: EventId
    ) -> tuple[RequestedAction, ...]:
        """Requests that take an act back: an act on several things may need more than one."""
        capability = result.capability
        return tuple(self._way_back(way, capability, result_event_id) for way in ways_back(result))

    async def ask_and_walk(self, wish: RequestedAction, channel: str) -> Event:
        """Write a wish down and walk it to its end; gives the input event."""
        event = await self._write_down(wish, channel)
        await self.walk_for(event, wish)
        return event

    async def walk_for(self, event: Event, wish: RequestedAction) -> None:
        """Walk a wish that this event led to."""
        await self.walk(self._trigger(event, wish))

    async def halt(self, event: Event) -> None:
        """Walk a stop word: it goes before everything else, from every person."""
        trigger = said_trigger(event, STOP_BASE, self.clock.now(), self.language)
        number = TriggerId(self.ids.new())
        await self.walk(replace(trigger, id=number, priority=Priority.USER))

    def take_up(self, event: Event) -> None:
        """A wish that was recorded and cut off before it was thought about is walked now. Its trust
        is the event's own."""
        self.tasks.begin(self.walk_for(event, self._recorded(event)), f"wish {event.id}")

    async def _begin(self, wish: RequestedAction, channel: str, text: str = "") -> EventId:
        """Understood wishes need no model: they are walked beside the queue, at once."""
        self.give_way.asked()
        event = await self._write_down(wish, channel, text)
        self.tasks.begin(self.walk_for(event, wish), f"wish {event.id}")
        return event.id

    async def _write_down(self, wish: RequestedAction, channel: str, text: str = "") -> Event:
        label = wish.label.get(self.language) if wish.label is not None else wish.action_type
        trust = self.trust_of(channel)
        return await self.journal.requested(text or label, recorded_facts(wish), trust, channel)

    def _trigger(self, event: Event, wish: RequestedAction) -> Trigger:
        trigger = said_trigger(event, wish, self.clock.now(), self.language, self._room_of(wish))
        return replace(trigger, id=TriggerId(self.ids.new()))

    def _room_of(self, wish: RequestedAction) -> str:
        """The room it is about: that of its device, or the one that the base is sent to."""
        devices = self._devices(wish.payload)
        if devices:
            return devices[0].area
        return str(wish.payload.get("room", "")) if wish.action_type == GO_TO_ROOM else ""

    def _devices(self, payload: Mapping[str, Any]) -> list[Device]:
        found = (self.house.device(one) for one in devices_in(payload))
        return [device for device in found if device is not None]

    def _way_back(
        self, way: ActionCall, capability: str, result_event_id: EventId
    ) -> RequestedAction:
        action_type, devices = f"{capability}.{way.operation}", self._devices(way.payload)
        does = self._way_to(action_type, way.payload) or self.labels(capability, way.operation)
        does = group_deed(way.operation, devices) if devices else does
        return undo_request(way, action_type, result_event_id, does, devices)

    def _way_to(self, action_type: str, payload: Mapping[str, Any]) -> Bilingual | None:
        """Label of a drive of the wheeled base; None for any other act."""
        room = self.rooms.get(str(payload.get("room", "")))
        return go_label(room) if action_type == GO_TO_ROOM and room is not None else None

    def _recorded(self, event: Event) -> RequestedAction:
        """The wish as it stands in the record, in the words of the devices it is about."""
        facts, wish = event.payload, fact_of(event, Requested)
        action_type = "" if wish is None else wish.action_type
        operation, devices = action_type.partition(".")[2], self._devices(facts)
        if not devices or row_for(operation, devices[0]) is None:
            return recorded_request(facts, self._way_to(action_type, facts), None)
        label, impact = group_deed(operation, devices), group_touches(operation, devices)
        return recorded_request(facts, label, impact)
