"""The danger bell: told at once, beside the queue, once per room, and decided by the guard."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from companion.corridors.danger import DANGER, RUNG_FOR, DangerBell
from companion.engines.llm.scripted import ScriptedLlm, Settings
from companion.home.occasion import Occasion
from companion.rooms.deliberation.alarm_guard import GUARD
from companion.rooms.deliberation.room import Deliberation
from companion.rooms.journal.room import Journal
from companion.rooms.perception.queue import TriggerQueue
from companion.service.clock import SystemIds
from companion.store.sqlite import Store
from companion.web.hub import Hub
from companion.words.activity import StreamKind
from companion.words.capability import RiskTier
from companion.words.decision import ActionDecision, DeliveryKind
from companion.words.event import EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING, JumpClock
from tests.twins.home import HouseTwin, full_catalogue, trigger
from tests.twins.packs import cases


def smoke(place: str = "kitchen", occasion: Occasion = Occasion.SMOKE) -> Trigger:
    plain = trigger(priority=Priority.ROUTINE, place=place)
    about = LabelledText("Smoke is reported in the kitchen.", TrustLabel.OBSERVED, EventId(1))
    return replace(plain, about=about, occasion=occasion.value, event_ids=(EventId(1),))


class Tower:
    """The bell over a queue and a record in memory; walks are kept."""

    def __init__(self) -> None:
        self.clock = JumpClock()
        self.store = Store.in_memory(self.clock)
        self.hub = Hub(self.clock.now)
        self.queue = TriggerQueue(self.clock, per_minute=1)
        self.walked: list[Trigger] = []
        journal = Journal(self.store.events, self.hub, self.clock)
        self.bell = DangerBell(self.queue, journal, SystemIds(), self._walk)

    async def _walk(self, walked: Trigger) -> None:
        self.walked.append(walked)

    async def ring(self, *triggers: Trigger) -> None:
        seen = EventDraft(
            source=EventSource.OBSERVATION, kind="x", at=EVENING, trust=TrustLabel.OBSERVED
        )
        await self.store.events.append(seen)
        ringing = asyncio.create_task(self.bell.run())
        for one in triggers:
            self.bell.raise_trigger(one)
        await asyncio.sleep(0.05)
        if ringing.done():
            ringing.result()
        ringing.cancel()
        await asyncio.gather(ringing, return_exceptions=True)


async def test_danger_rings_beside_the_queue_and_is_thought_about_too() -> None:
    """T-06: the guard's walk waits for nobody; the trigger itself is in the queue."""
    tower = Tower()
    watching = tower.hub.watch()
    await tower.ring(smoke())
    (guard,) = tower.walked
    assert guard.requested is not None
    assert guard.requested.action_type == "speak.play_chime"
    assert tower.queue.depth() == 1
    (notice,) = await tower.store.record.recent(limit=5, sources=(EventSource.SYSTEM,))
    assert (notice.kind, notice.payload["about"]) == (DANGER, "Smoke is reported in the kitchen.")
    assert notice.assistant_text == "", "a notice of the system, no speech of the persona (T-13)"
    first = await anext(watching)
    assert (first.kind, first.data["kind"]) == (StreamKind.ACTIVITY, DANGER)


async def test_of_several_detectors_in_a_room_the_first_rings() -> None:
    """T16: and another room, another danger, or a minute later rings again."""
    tower = Tower()
    later = replace(smoke(), at=EVENING + RUNG_FOR + timedelta(seconds=1))
    await tower.ring(smoke(), smoke(), smoke("hall"), smoke(occasion=Occasion.GAS), later)
    assert len(tower.walked) == 4


async def test_other_triggers_pass_in_silence() -> None:
    tower = Tower()
    await tower.ring(trigger(), smoke(occasion=Occasion.RAIN))
    assert tower.walked == []
    assert await tower.store.record.recent(limit=5, sources=(EventSource.SYSTEM,)) == ()


async def test_the_guard_decides_without_a_model() -> None:
    """T-08, T-13: with every model down the chime is decided, to be told; the ordinary trigger of
    the same alarm is left to whoever can think."""
    dead = ScriptedLlm(Settings())  # never started
    deliberation = Deliberation(
        llm=dead, clock=JumpClock(), catalogue=full_catalogue(HouseTwin()), language=Language.EN
    )
    tower = Tower()
    await tower.ring(smoke())
    pack = replace(cases(Language.EN)[0].pack, trigger=tower.walked[0])
    decision = await deliberation.decide(pack)
    assert isinstance(decision, ActionDecision)
    assert (decision.decided_by, decision.action_type) == (GUARD, "speak.play_chime")
    assert decision.console_delivery is not None
    assert decision.console_delivery.kind is DeliveryKind.NOTIFY
    assert decision.evidence_event_ids == (EventId(1),)
    assert decision.risk <= RiskTier.NEVER_BY_ITSELF
    ordinary = await deliberation.decide(replace(pack, trigger=smoke()))
    assert not isinstance(ordinary, ActionDecision)
