"""A home with a known evening: what is so in it, so that a reply can be judged."""

from companion.dollhouse.home import load_home
from companion.rooms.conversation.facts import Known
from companion.rooms.journal.room import Journal
from companion.store.sqlite import Store
from companion.words.device import Device
from companion.words.event import EventSource
from companion.words.ids import DeviceId
from companion.words.language import Language
from companion.words.observation import Certainty
from companion.words.persona import PersonaSheet
from companion.words.result import ActionResult, ResultStatus
from companion.words.trust import TrustLabel
from companion.words.world import WORLD_ITEM, WorldItem, world_key
from companion.words.writeplan import StateChange, WritePlan
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.store.samples import HeardStream, SetClock, decision, draft

SHEETS = {
    Language.JA: PersonaSheet(
        name="コト",
        language=Language.JA,
        persona_text="おだやかで世話好き。",
        addon_text="星の話が好き。",
        second_person_label="ご主人",
    ),
    Language.EN: PersonaSheet(
        name="Koto",
        language=Language.EN,
        persona_text="Gentle and caring.",
        addon_text="Loves the stars.",
        second_person_label="captain",
    ),
}
VALUES = {
    "light.hall": "on",
    "light.living": "off",
    "cover.living_curtain": "open",
    "lock.front_door": "locked",
    "fan.bathroom": "off",
    "binary_sensor.front_door": "off",
    "sensor.living_temperature": "21.5",
    "climate.living": "heat",
}
"""All other devices have reported nothing."""


class Evening:
    """Port twins around one evening: the hall light was switched on by us, the curtain failed."""

    def __init__(self) -> None:
        self.clock = SetClock()
        self.store = Store.in_memory(self.clock)
        self.stream = HeardStream()
        self.journal = Journal(self.store.events, self.stream, self.clock)
        plan = load_home()
        self.house = MemoryHouse(self.clock, [])
        for it in plan.devices:
            attributes = {"device_class": it.senses} if it.senses else {}
            unit = {"unit": "°C"} if it.senses == "temperature" else {}
            device = Device(
                id=it.id,
                domain=it.domain,
                name=it.name.bilingual(),
                area=it.place,
                operations=() if it.senses else ("turn_on", "turn_off"),
                attributes={**attributes, **unit},
            )
            self.house.add(MemoryDevice(device, VALUES.get(it.id)))
        self.known = Known(self.house, self.store.record, self.store.state, self.clock, plan.places)

    async def lived(self) -> "Evening":
        """What happened before anybody asks."""
        await self.did("light.hall", "light_turn_on", ResultStatus.SUCCESS)
        await self.did("cover.living_curtain", "cover_close", ResultStatus.FAILED)
        await self.saw("hall", "present", Certainty.FACT)
        await self.saw("living", "absent", Certainty.FACT)
        self.clock.pass_time(minutes=3)
        return self

    async def did(self, device: str, operation: str, status: ResultStatus, why: str = "") -> None:
        """An action and what was observed of it."""
        chosen = await self.store.events.append(
            draft(EventSource.DELIBERATION_DECISION), decision=decision()
        )
        result = ActionResult(
            capability="device_control",
            operation=operation,
            status=status,
            summary_text="",
            observed_at=self.clock.now(),
            result_payload={"device_id": device},
            failure_class=why,
            decision_event_id=chosen.id,
        )
        await self.store.events.append(draft(EventSource.ACTION_RESULT), result=result)

    async def saw(self, place: str, value: str | None, certainty: Certainty) -> None:
        """A world item, as consolidation keeps it."""
        event = await self.store.events.append(draft())
        now = self.clock.now()
        item = WorldItem(
            entity="person",
            location=place,
            value=value,
            certainty=certainty,
            confidence=0.9,
            observed_at=now,
            since=now,
            trust=TrustLabel.OBSERVED,
        )
        change = StateChange(
            kind=WORLD_ITEM,
            key=world_key("person", place),
            value=item.as_value(),
            confidence=0.9,
            trust=TrustLabel.OBSERVED,
            observed_at=now,
            evidence_event_ids=(event.id,),
        )
        await self.store.state_writer.apply(WritePlan(event_id=event.id, changes=(change,)))

    def hand(self, device: str, value: str | None) -> None:
        """Somebody switches it by hand."""
        self.house.set_state(DeviceId(device), value)
