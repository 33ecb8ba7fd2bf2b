"""Collector: gathers everything that could matter for a decision, without judging it."""

from dataclasses import dataclass
from datetime import datetime

from companion.home.condition import Condition
from companion.home.device_kind import DeviceOperation
from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.room_effect import RoomEffect
from companion.ports.blackboard import BlackboardView
from companion.ports.capability import Capability, Catalogue
from companion.ports.house import House
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.words.areas import (
    INTEREST,
    STANDING_WISH,
    PreferenceValue,
    Standing,
    StandingWishValue,
    value_in,
)
from companion.words.capability import ActionOption, OperationSpec
from companion.words.decision import ActionDecision
from companion.words.device import Device, DeviceState
from companion.words.event import Event, EventSource
from companion.words.facts import Decided, fact_of
from companion.words.ids import EventId
from companion.words.mood import MOOD, MOOD_KEY, Mood, mood_of
from companion.words.observation import Observation
from companion.words.result import ActionResult
from companion.words.snapshot import RuntimeSnapshot
from companion.words.world import WORLD_ITEM, WorldItem, world_item_of
from companion.words.writeplan import WITHDRAWN, StateRow

EVENTS_READ = 40
"""Newest events looked through; the selection keeps a handful."""
TALK_READ = 400
"""Newest sentences and replies looked through at most: more than two people say in half an hour."""

HAPPENED = (
    EventSource.OBSERVATION,
    EventSource.GM_JUDGEMENT,
    EventSource.ACTION_RESULT,
    EventSource.AUTONOMY_MESSAGE,
    EventSource.APPROVAL_ANSWER,
)
"""Sources of events that matter for a decision; device reports stand in the scene."""
TALK = (EventSource.USER_INPUT, EventSource.CONVERSATION_REPLY)
"""Sources of talk. It is read apart, so that much talk does not push out the events of the home."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Use that a capability offers, with its declaration."""

    capability: Capability
    spec: OperationSpec
    option: ActionOption

    @property
    def action_type(self) -> str:
        """`capability.operation`."""
        return f"{self.capability.SPEC.name}.{self.spec.name}"

    @property
    def row(self) -> DeviceOperation | None:
        """The operation of a kind of device; None for any other use, and for several kinds."""
        return OPERATION_BY_NAME.get(self.spec.name)

    @property
    def effect(self) -> RoomEffect | None:
        """Effect that people in its room feel."""
        return self.row.effect if self.row is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Device and the condition it was last reported in."""

    device: Device
    condition: Condition
    measured_c: float | None = None
    """The room's temperature as a thermostat measures it, °C."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Recent action and its outcome."""

    decision: ActionDecision
    result: ActionResult
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """Everything gathered, before anything is selected."""

    events: tuple[Event, ...]
    """Newest first."""
    attempts: tuple[Attempt, ...]
    """Newest first."""
    obeyed: frozenset[EventId] = frozenset()
    """Sentences and presses that were carried out, or tried, exactly as asked."""
    world: tuple[WorldItem, ...]
    observations: tuple[Observation, ...]
    """Latest of each subject and place, fresher than the world model."""
    preferences: tuple[StateRow, ...]
    wishes: tuple[StateRow, ...] = ()
    """Wishes with a condition from before the talk that is read, however long ago."""
    interests: tuple[StateRow, ...]
    goals: tuple[StateRow, ...]
    mood: Mood
    devices: tuple[Seen, ...]
    offers: tuple[Offer, ...]
    blackboard: RuntimeSnapshot | None


class Collector:
    """Collector that asks record, state, house and catalogue; nothing is cached between walks."""

    def __init__(
        self,
        *,
        record: Record,
        state: StateReader,
        house: House,
        catalogue: Catalogue,
        blackboard: BlackboardView | None = None,
    ) -> None:
        self._record = record
        self._state = state
        self._house = house
        self._catalogue = catalogue
        self._blackboard = blackboard
        self._orders: dict[EventId, bool] = {}

    async def at_hand(self) -> Collected:
        """Gather the material for an act that needs no thought: the scene, and the offers. Earlier
        talk, earlier acts and preferences are left in the record."""
        return Collected(
            events=(),
            attempts=(),
            world=await self.world(),
            observations=self._blackboard.latest() if self._blackboard else (),
            preferences=(),
            interests=(),
            goals=(),
            mood=await self.mood(),
            devices=self.devices(),
            offers=self._offers(),
            blackboard=self._blackboard.snapshot() if self._blackboard else None,
        )

    async def collect(self, since: datetime) -> Collected:
        """Everything at this moment; what was said before `since` is left in the record."""
        gone = {row.key for row in await self._state.rows(WITHDRAWN)}
        happened = await self._record.recent(limit=EVENTS_READ, sources=HAPPENED, origin="home")
        found = sorted((*happened, *await self._talk(since)), key=lambda e: e.id, reverse=True)
        # The garden is another world: nothing of it is a reason for an act in this one.
        ours = (event for event in found if event.origin == "home")
        events = tuple(event for event in ours if f"{event.id}" not in gone)
        return Collected(
            events=events,
            attempts=await self._attempts(events),
            obeyed=await self._obeyed(),
            world=await self.world(),
            observations=self._blackboard.latest() if self._blackboard else (),
            preferences=await self.preferences(),
            wishes=await self._wishes(frozenset(event.id for event in events)),
            interests=await self._state.rows(INTEREST),
            goals=await self._state.rows("goal"),
            mood=await self.mood(),
            devices=self.devices(),
            offers=self._offers(),
            blackboard=self._blackboard.snapshot() if self._blackboard else None,
        )

    async def world(self) -> tuple[WorldItem, ...]:
        """The world model."""
        return tuple(world_item_of(row) for row in await self._state.rows(WORLD_ITEM))

    async def preferences(self) -> tuple[StateRow, ...]:
        """Confirmed preferences of the household; a candidate is used for nothing."""
        rows = await self._state.rows("preference")
        return tuple(row for row in rows if _is_confirmed(row))

    async def _wishes(self, read: frozenset[EventId]) -> tuple[StateRow, ...]:
        """Kept wishes whose sentences are not read anyway. Of one that was obeyed as an order a
        routine was made, which has an end of its own."""
        found = []
        for row in await self._state.rows(STANDING_WISH):
            kept, said = value_in(row, StandingWishValue), EventId(int(row.key))
            if kept is None or not kept.text or said in read or await self._was_order(said):
                continue
            found.append(row)
        return tuple(found)

    async def _was_order(self, said: EventId) -> bool:
        """Whether a sentence of earlier days asked for an act exactly; looked up once."""
        if said not in self._orders:
            chain = await self._record.chain(said)
            facts = (fact_of(event, Decided) for event in chain.events)
            self._orders[said] = any(one is not None and one.trigger.requested for one in facts)
        return self._orders[said]

    async def mood(self) -> Mood:
        """The mood as `state` holds it; neutral until it first moved."""
        return mood_of(await self._state.row(MOOD, MOOD_KEY))

    def devices(self) -> tuple[Seen, ...]:
        """Every device as last reported."""
        return tuple(_seen(d, self._house.state(d.id)) for d in self._house.devices())

    async def _talk(self, since: datetime) -> tuple[Event, ...]:
        """Newest first; read page by page, for most of the time there is little of it."""
        found: tuple[Event, ...] = ()
        while len(found) < TALK_READ:
            before = found[-1].id if found else None
            page = await self._record.recent(limit=EVENTS_READ, before=before, sources=TALK)
            found += tuple(event for event in page if event.at >= since)
            if len(page) < EVENTS_READ or page[-1].at < since:
                break
        return found

    async def _obeyed(self) -> frozenset[EventId]:
        decided = await self._record.recent(
            limit=EVENTS_READ, sources=(EventSource.DELIBERATION_DECISION,), origin="home"
        )
        return frozenset(
            cause
            for event in decided
            if (facts := fact_of(event, Decided)) is not None and facts.trigger.requested
            for cause in facts.trigger.event_ids
        )

    async def _attempts(self, events: tuple[Event, ...]) -> tuple[Attempt, ...]:
        found = []
        for event in events:
            if event.source is not EventSource.ACTION_RESULT:
                continue
            result = await self._record.result(event.id)
            decision = await self._record.decision(result.decision_event_id) if result else None
            if result is not None and decision is not None:
                found.append(Attempt(decision=decision, result=result, at=event.at))
        return tuple(found)

    def _offers(self) -> tuple[Offer, ...]:
        return tuple(
            Offer(capability=capability, spec=spec, option=option)
            for capability in self._catalogue.all()
            if capability.availability().available
            for option in capability.options()
            if (spec := capability.SPEC.operation(option.operation)) is not None
        )


def _is_confirmed(row: StateRow) -> bool:
    told = value_in(row, PreferenceValue)
    return told is None or (told.status is Standing.CONFIRMED and told.valid_until is None)


def _seen(device: Device, state: DeviceState | None) -> Seen:
    celsius = state.attributes.get("current_temperature") if state is not None else None
    known = state is not None and state.available and isinstance(celsius, int | float)
    measured_c = float(celsius) if known and celsius is not None else None
    return Seen(device=device, condition=Condition.of(state), measured_c=measured_c)
