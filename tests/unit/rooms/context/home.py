"""A small home with a context room over twins, for the tests of this folder."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from companion.rooms.context.home_now import HomeNow
from companion.rooms.context.room import ContextRoom
from companion.rooms.context.select import Limits
from companion.service.blackboard import Blackboard
from companion.store.sqlite import Store
from companion.words.capability import ActionOption
from companion.words.event import EventDraft, EventSource
from companion.words.language import Bilingual, Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.persona import PersonaSheet
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from companion.words.world import WORLD_ITEM, world_key
from companion.words.writeplan import StateChange, WritePlan
from tests.twins.clock import EVENING, JumpClock
from tests.twins.home import (
    DEVICES,
    PLACES,
    CapabilityTwin,
    HouseTwin,
    device,
    full_catalogue,
    trigger,
)

KOTO = PersonaSheet(
    name="Koto", language=Language.EN, persona_text="", addon_text="", second_person_label="you"
)


METER = replace(
    device("sensor.hall_illuminance", "hall", "玄関の明るさ", "hall illuminance"),
    attributes={"device_class": "illuminance"},
)


class Home:
    """A context room over twins."""

    def __init__(self, language: Language = Language.EN, limits: Limits | None = None) -> None:
        self.clock = JumpClock()
        self.store = Store.in_memory(self.clock)
        self.house = HouseTwin((*DEVICES, METER))
        self.house.set(METER.id, "3.0")
        self.blackboard = Blackboard(self.clock)
        self.catalogue = full_catalogue(self.house)
        self.room = ContextRoom(
            HomeNow(
                record=self.store.record,
                state=self.store.state,
                house=self.house,
                catalogue=self.catalogue,
                persona=KOTO,
                clock=self.clock,
                language=language,
                places=PLACES,
                limits=limits,
                blackboard=self.blackboard,
            )
        )

    async def menu(self, why: Trigger | None = None) -> list[str]:
        return [e.name for e in (await self.room.gather(why or trigger())).menu]

    def person(self, value: str | None, place: str = "hall") -> None:
        sure = Certainty.UNKNOWN if value is None else Certainty.FACT
        self.blackboard.seen(
            Observation("person", place, Change.STATE, sure, 0.9, EVENING, "cam", value)
        )

    async def event(self, source: EventSource, **more: Any) -> int:
        given: dict[str, Any] = {"kind": "x", "at": EVENING, "trust": TrustLabel.OBSERVED, **more}
        return (await self.store.events.append(EventDraft(source=source, **given))).id

    async def row(self, kind: str, key: str, value: Mapping[str, Any]) -> None:
        event_id = await self.event(EventSource.SYSTEM)
        change = StateChange(
            kind=kind,
            key=key,
            value=value,
            confidence=0.9,
            trust=TrustLabel.OWNER,
            observed_at=EVENING - timedelta(minutes=2),
            evidence_event_ids=(),
        )
        plan = WritePlan(event_id=event_id, changes=(change,))  # type: ignore[arg-type]
        await self.store.state_writer.apply(plan)

    async def world(self, entity: str, place: str, value: str | None) -> None:
        item: dict[str, Any] = {
            "entity": entity,
            "relation": "",
            "location": place,
            "affordance": [],
            "value": value,
            "certainty": "fact",
            "attributes": {},
        }
        await self.row(WORLD_ITEM, world_key(entity, place), item)


def quiet() -> Trigger:
    nothing = trigger(TrustLabel.SELF, Priority.HEARTBEAT, text="Nothing happened.", place="")
    return replace(nothing, kind=TriggerKind.HEARTBEAT)


class Rolling(Home):
    """The same home with a base in the living room."""

    def __init__(self) -> None:
        super().__init__()
        ways = tuple(
            ActionOption(
                operation="go_to_room",
                payload={"room": room},
                label=Bilingual(f"{room}へ行く", f"Go to the {room}"),
            )
            for room in ("hall", "kitchen")
        )
        base = self.catalogue.get("mobility_move")
        assert isinstance(base, CapabilityTwin)
        base.offered = ways
