"""Contract of the port `ApprovalBook`, over SQLite and its twin."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from companion.ports.approvals import ApprovalAlreadyAnswered
from companion.store.sqlite import Store
from companion.words.approval import ApprovalStatus
from companion.words.event import EventSource
from companion.words.ids import ApprovalId, EventId
from companion.words.language import Bilingual
from tests.unit.store.both import KINDS, opened
from tests.unit.store.samples import SetClock, decision, draft

SUMMARY = Bilingual("玄関の鍵を開ける", "Unlock the front door")
IMPACT = Bilingual("誰でも入れる", "anyone can come in")


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(request.param, tmp_path, SetClock()) as store:
        await store.events.append(
            draft(EventSource.DELIBERATION_DECISION), decision=decision(), durable=True
        )
        yield store


async def test_a_question_waits_until_answered(store: Store) -> None:
    """C-045..C-049: two lines, no timeout."""
    asked = await store.approvals.ask(EventId(1), SUMMARY, IMPACT, 2)
    assert asked.lines(japanese=True) == (SUMMARY.ja, IMPACT.ja)
    assert asked.status is ApprovalStatus.PENDING
    assert await store.approvals.pending() == (asked,)
    answered = await store.approvals.answer(asked.id, ApprovalStatus.GRANTED, "web")
    assert (answered.status, answered.answered_by) == (ApprovalStatus.GRANTED, "web")
    assert answered.answered_at is not None
    assert await store.approvals.pending() == ()
    assert await store.approvals.get(asked.id) == answered


async def test_the_first_answer_holds(store: Store) -> None:
    """Two taps on two pages: the second is told so, and changes nothing."""
    asked = await store.approvals.ask(EventId(1), SUMMARY, IMPACT, 2)
    await store.approvals.answer(asked.id, ApprovalStatus.DENIED, "web")
    with pytest.raises(ApprovalAlreadyAnswered):
        await store.approvals.answer(asked.id, ApprovalStatus.GRANTED, "cli")
    found = await store.approvals.get(asked.id)
    assert found is not None
    assert found.status is ApprovalStatus.DENIED


async def test_only_yes_and_no_are_answers(store: Store) -> None:
    asked = await store.approvals.ask(EventId(1), SUMMARY, IMPACT, 2)
    with pytest.raises(ValueError, match="no answer"):
        await store.approvals.answer(asked.id, ApprovalStatus.NOT_NEEDED, "web")
    with pytest.raises(KeyError):
        await store.approvals.answer(ApprovalId(99), ApprovalStatus.GRANTED, "web")
    assert len(await store.approvals.pending()) == 1


async def test_questions_wait_in_the_order_they_were_asked(store: Store) -> None:
    """T-07: the oldest is the one to put to the owner."""
    first = await store.approvals.ask(EventId(1), SUMMARY, IMPACT, 2)
    second = await store.approvals.ask(EventId(1), SUMMARY, IMPACT, 1)
    assert [q.id for q in await store.approvals.pending()] == [first.id, second.id]
