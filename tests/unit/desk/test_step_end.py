"""The end of a saved action: read from the record of its walk, and of no other."""

from dataclasses import replace
from typing import Any, cast

import pytest

from companion.desk.step_end import StepEnds
from companion.rooms.expression.claims import Names
from companion.store.sqlite import Store
from companion.words.event import Event, EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from companion.words.schedule import EntryId, Firing, SavedAction, StepEnd
from companion.words.trust import TrustLabel
from tests.twins.home import CatalogueTwin, HouseTwin, decision
from tests.unit.store.samples import START, SetClock

PAYLOAD = {"device_id": "light.hall"}
ACTION = SavedAction(action_type="device_control.light_turn_on", payload=PAYLOAD)
NAMES = Names(
    house=cast(Any, HouseTwin()),
    catalogue=CatalogueTwin(),
    places={"hall": Bilingual("玄関", "Hall")},
)


class Walked:
    """A record with one due moment and what its walk left there."""

    def __init__(self) -> None:
        self.store = Store.in_memory(SetClock())
        self.ends = StepEnds(self.store.record, NAMES)
        self.firing = Firing(entry_id=EntryId(1), due=START, claimed_at=START)

    async def add(self, source: EventSource, kind: str, *evidence: EventId, **more: Any) -> Event:
        payload = more.pop("payload", {})
        draft = EventDraft(
            source=source,
            kind=kind,
            at=START,
            trust=TrustLabel.SELF,
            evidence_event_ids=evidence,
            payload=payload,
        )
        return await self.store.events.append(draft, **more)

    async def decided(self, payload: dict[str, Any] | None = None) -> Event:
        """A moment came, and this act was decided for it."""
        due = await self.add(EventSource.SCHEDULE, "routine_due")
        self.firing = Firing(entry_id=EntryId(1), due=START, claimed_at=START, event_id=due.id)
        made = decision(payload=PAYLOAD if payload is None else payload)
        return await self.add(
            EventSource.DELIBERATION_DECISION,
            "do_action",
            due.id,
            decision=replace(made, evidence_event_ids=(due.id,)),
        )

    async def acted(self, decided: Event, status: ResultStatus, **facts: Any) -> Event:
        result = ActionResult(
            capability="device_control",
            operation="light_turn_on",
            status=status,
            summary_text="",
            observed_at=START,
            result_payload={**PAYLOAD, **facts},
            decision_event_id=decided.id,
        )
        return await self.add(
            EventSource.ACTION_RESULT, "device_control.light_turn_on", decided.id, result=result
        )

    async def end(self) -> StepEnd | None:
        return await self.ends.of(self.firing, ACTION)


async def test_an_act_that_was_seen_to_work_is_done() -> None:
    walked = Walked()
    await walked.acted(await walked.decided(), ResultStatus.SUCCESS)
    assert await walked.end() == StepEnd("done")


async def test_what_was_so_before_is_done_too() -> None:
    walked = Walked()
    await walked.acted(await walked.decided(), ResultStatus.NO_EFFECT, reason="already_so")
    assert await walked.end() == StepEnd("done")


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (ResultStatus.FAILED, "failed"),
        (ResultStatus.NO_EFFECT, "failed"),
        (ResultStatus.PARTIAL, "partly"),
    ],
)
async def test_what_did_not_work_says_why(status: ResultStatus, outcome: str) -> None:
    walked = Walked()
    await walked.acted(await walked.decided(), status)
    end = await walked.end()
    assert end is not None
    assert end.outcome == outcome
    assert end.why is not None
    assert "hall light" in end.why.en


async def test_a_refusal_is_told_in_the_referees_words() -> None:
    walked = Walked()
    decided = await walked.decided()
    reason = {"ja": "鍵がかかっている", "en": "it is locked"}
    await walked.add(EventSource.GM_JUDGEMENT, "ok", decided.id)
    assert await walked.end() is None, "what is allowed is not at its end"
    await walked.add(EventSource.GM_JUDGEMENT, "locked", decided.id, payload={"reason": reason})
    assert await walked.end() == StepEnd("failed", Bilingual("鍵がかかっている", "it is locked"))


async def test_what_has_to_be_asked_for_is_not_done() -> None:
    walked = Walked()
    await walked.add(EventSource.APPROVAL_QUESTION, "asked", (await walked.decided()).id)
    end = await walked.end()
    assert end is not None
    assert end.why is not None
    assert (end.outcome, end.why.en) == ("failed", "it needs an approval first")


async def test_the_same_act_at_another_moment_says_nothing_of_this_one() -> None:
    walked = Walked()
    earlier = await walked.decided()
    await walked.acted(earlier, ResultStatus.FAILED)
    await walked.decided()
    await walked.acted(earlier, ResultStatus.FAILED)
    assert await walked.end() is None


async def test_another_act_at_this_moment_says_nothing_of_this_one() -> None:
    walked = Walked()
    await walked.acted(await walked.decided({"device_id": "light.living"}), ResultStatus.FAILED)
    assert await walked.end() is None
