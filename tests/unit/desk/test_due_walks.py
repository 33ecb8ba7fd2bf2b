"""A due moment: walked through the house, and recorded with what is known of its causes."""

from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from companion.desk.due_walks import DueWalks
from companion.ports.policy import Policy
from companion.rooms.expression.claims import Names
from companion.rooms.journal.room import Journal
from companion.service.clock import SystemIds
from companion.service.entrance import Entrance
from companion.store.sqlite import Store
from companion.words.capability import RiskTier
from companion.words.decision import ActionDecision
from companion.words.facts import AlarmRung, fact_of
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.ruling import Ruling
from companion.words.schedule import EntryId, EntryKind, Firing, SavedAction
from companion.words.trigger import Trigger
from policies import time_routine
from tests.twins.home import CatalogueTwin, HouseTwin, device, full_catalogue
from tests.unit.rooms.scheduler.alarms import DAILY, SEVEN, alarm
from tests.unit.store.samples import HeardStream, SetClock, draft

ENTRY = replace(alarm(label="gym"), id=EntryId(1))
FIRING = Firing(entry_id=EntryId(1), due=SEVEN, claimed_at=SEVEN)
CURTAIN = device("cover.bedroom", "bedroom", "寝室のカーテン", "bedroom curtain", "open", "close")


@dataclass
class Passed:
    """An entrance that keeps what passed it."""

    walked: list[Trigger] = field(default_factory=list)
    asked: list[ActionDecision] = field(default_factory=list)

    async def walk(self, trigger: Trigger) -> None:
        self.walked.append(trigger)

    async def possible(self, decision: ActionDecision) -> Ruling:
        self.asked.append(decision)
        return Ruling(allowed=True, reason_code="ok", reason=Bilingual("", ""))


class Morning:
    """Due walks over a record in memory."""

    def __init__(self, rules: dict[str, Any] | None = None) -> None:
        clock = SetClock()
        self.store = Store.in_memory(clock)
        self.passed = Passed()
        house = HouseTwin()
        self.walks = DueWalks(
            entrance=cast(Entrance, self.passed),
            journal=Journal(self.store.events, HeardStream(), clock),
            record=self.store.record,
            names=Names(house=cast(Any, house), catalogue=CatalogueTwin(), places={}),
            catalogue=full_catalogue(house),
            rules=cast(dict[str, Policy], rules or {}),
            clock=clock,
            ids=SystemIds(),
            language=Language.EN,
        )


async def test_a_ring_needs_no_rule_and_no_saved_action() -> None:
    morning = Morning()
    assert await morning.walks.walk_due(ENTRY, FIRING, None) is None
    (trigger,) = morning.passed.walked
    assert trigger.requested is not None
    assert (trigger.requested.action_type, trigger.requested.payload) == (
        "schedule_alarm.ring",
        {"alarm_id": 1},
    )
    assert "gym" in trigger.about.text
    assert trigger.id


async def test_only_causes_that_stand_in_the_record_are_named() -> None:
    """F1: a power cut took the line, or the record was rescued from a backup."""
    morning = Morning()
    wish = await morning.store.events.append(draft())
    await morning.walks.walk_due(
        replace(ENTRY, event_id=wish.id), replace(FIRING, event_id=EventId(99)), None
    )
    assert morning.passed.walked[0].event_ids == (wish.id,)
    told = await morning.walks.tell_due(ENTRY, replace(FIRING, event_id=EventId(99)))
    line = await morning.store.record.event(told)
    assert line is not None
    assert line.evidence_event_ids == ()


async def test_a_saved_action_goes_by_the_rule_of_its_kind() -> None:
    action = SavedAction(
        action_type="device_control.light_turn_on", payload={"device_id": "light.hall"}
    )
    routine = replace(ENTRY, kind=EntryKind.ROUTINE, timing=DAILY, actions=(action,))
    with pytest.raises(LookupError, match="routine"):
        await Morning().walks.walk_due(routine, FIRING, action)
    rule = time_routine.build(time_routine.Settings())
    morning = Morning({"time_routine": rule})
    assert await morning.walks.walk_due(routine, FIRING, action) is None, "the record tells nothing"
    requested = morning.passed.walked[0].requested
    assert requested is not None
    assert requested.action_type == action.action_type


async def test_a_curtain_that_helps_to_wake_walks_as_every_act_does() -> None:
    morning = Morning()
    await morning.walks.walk_rung(ENTRY, FIRING, CURTAIN, "open")
    requested = morning.passed.walked[0].requested
    assert requested is not None
    assert requested.action_type == "device_control.cover_open"
    assert requested.label is not None
    assert requested.label.en == "open bedroom curtain"
    with pytest.raises(LookupError, match="cannot stop"):
        await morning.walks.walk_rung(ENTRY, FIRING, CURTAIN, "stop")


async def test_what_is_not_declared_is_asked_of_the_referee_at_the_highest_risk() -> None:
    morning = Morning()
    assert (await morning.walks.possible(SavedAction(action_type="kettle.boil"))).allowed
    assert morning.passed.asked[0].risk is RiskTier.NEVER_BY_ITSELF


async def test_each_means_to_wake_leaves_a_line() -> None:
    morning = Morning()
    await morning.walks.tell_rung(FIRING, "speaker", worked=False)
    (event,) = await morning.store.record.recent(limit=5)
    assert fact_of(event, AlarmRung) == AlarmRung(alarm_id=EntryId(1), rung="speaker", worked=False)


async def test_a_full_disk_leaves_out_a_line_about_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    morning = Morning()

    async def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr(morning.walks.journal, "noted", full)
    await morning.walks.note_clock(AlarmRung(alarm_id=EntryId(1), rung="speaker", worked=True))
