"""Tests of told facts that a task of the plan keeps."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from companion.store.sqlite import Store
from companion.words.facts import GoalSet, PurposeSet, TaskBegun
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.plan import OwnerPurpose, TaskId
from companion.words.said import Said
from companion.words.told import Told, ToldKind, told_of
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING, JumpClock
from tests.unit.rooms.consolidation.kinds.test_goal import Memory
from tests.unit.rooms.governance.samples import goal, task

WHY = Bilingual("理由", "why")
WORDS = "the boiler was serviced in March, remember that"


@pytest.fixture
async def memory() -> AsyncIterator[Memory]:
    store = Store.in_memory(JumpClock(EVENING))
    yield Memory(store)
    await store.close()


async def begun(memory: Memory, kind: str, by: EventId) -> list[Told]:
    """A task of this kind began for a purpose; gives what memory keeps."""
    purpose = OwnerPurpose(text=WORDS, by=by, since=EVENING)
    await memory.after(PurposeSet(purpose=purpose), by)
    made = replace(goal(task(kind, words=WORDS)), purpose=by)
    await memory.after(GoalSet(goal=made, judgment=WHY, planner="rules"), by)
    await memory.after(TaskBegun(task=TaskId("G1-T1"), name=WHY, intent=WHY), by)
    rows = await memory.store.state.rows(ToldKind.FACT)
    found = [told for row in rows if (told := told_of(row)) is not None]
    return [told for told in found if told.value == WORDS]


async def test_a_task_that_remembers_keeps_its_words_once(memory: Memory) -> None:
    """With the owner's purpose as evidence; what rests on it goes when that is taken back."""
    said = await memory.journal.heard(Said("a purpose", "web", speaker="Mia"), TrustLabel.OWNER)
    (kept,) = await begun(memory, "remember", said.id)
    assert said.id in kept.evidence_event_ids
    assert (kept.predicate, kept.told_by, kept.trust) == ("note", "Mia", TrustLabel.OWNER)
    await memory.room.withdraw(said.id, said)
    assert await memory.store.state.rows(ToldKind.FACT) == ()


async def test_no_other_task_is_kept(memory: Memory) -> None:
    """Words that are told are no fact."""
    said = await memory.journal.heard(Said("a purpose", "web"), TrustLabel.OWNER)
    assert await begun(memory, "tell", said.id) == []


@pytest.mark.parametrize("trust", [TrustLabel.GUEST, TrustLabel.OBSERVED])
async def test_nothing_is_kept_for_a_guest_or_a_sign(memory: Memory, trust: TrustLabel) -> None:
    """T-56: facts about people need a person of the house behind them."""
    said = await memory.journal.heard(Said("a purpose", "web"), trust)
    assert await begun(memory, "remember", said.id) == []
