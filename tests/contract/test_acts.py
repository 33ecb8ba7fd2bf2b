"""Contract of the port `ActBook`, over SQLite and its twin (F1, F29)."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.store.sqlite import Store
from companion.words.approval import ApprovalStatus
from companion.words.decision import DecisionOutcome
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from tests.unit.store.both import KINDS, opened
from tests.unit.store.samples import SetClock, decision, draft, result

LINES = Bilingual("開ける", "open"), Bilingual("影響", "touches")


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(request.param, tmp_path, SetClock()) as store:
        yield store


async def decided(
    store: Store,
    evidence: tuple[int, ...] = (),
    outcome: DecisionOutcome = DecisionOutcome.DO_ACTION,
) -> EventId:
    event = await store.events.append(
        draft(EventSource.DELIBERATION_DECISION, evidence=evidence),
        decision=decision(outcome=outcome),
        durable=True,
    )
    return event.id


async def judged(store: Store, about: EventId, allowed: bool) -> None:
    ruled = draft(EventSource.GM_JUDGEMENT, evidence=(about,))
    await store.events.append(replace(ruled, payload={"allowed": allowed}))


async def put(store: Store, about: EventId, question: int | None) -> None:
    asked = draft(EventSource.APPROVAL_QUESTION, evidence=(about,))
    await store.events.append(replace(asked, payload={"id": question}))


async def test_an_act_is_begun_once(store: Store) -> None:
    """F1: whoever comes first does it, also of many at the same moment."""
    about = await decided(store)
    answers = await asyncio.gather(*(store.acts.begin(about) for _ in range(5)))
    assert sorted(answers) == [False] * 4 + [True]
    assert await store.acts.unfinished() == (about,)
    await store.events.append(draft(EventSource.ACTION_RESULT), result=result(about))
    assert await store.acts.unfinished() == ()
    assert not await store.acts.begin(about)


async def test_what_was_dropped_cannot_be_begun(store: Store) -> None:
    about = await decided(store)
    await store.acts.drop(about, "too late")
    assert not await store.acts.begin(about)
    assert await store.acts.unfinished() == await store.acts.unsettled() == ()


async def test_what_was_cut_off_before_it_began_is_found(store: Store) -> None:
    """Decided and allowed, not yet begun: the restart finds it; refused, skipped, denied, begun
    and waiting ones it leaves alone."""
    cut = await decided(store)
    await judged(store, cut, allowed=True)
    refused = await decided(store)
    await judged(store, refused, allowed=False)
    await decided(store, outcome=DecisionOutcome.SKIP)
    waiting, granted, denied = [await decided(store) for _ in range(3)]
    for about, answer in (
        (waiting, None),
        (granted, ApprovalStatus.GRANTED),
        (denied, ApprovalStatus.DENIED),
    ):
        question = await store.approvals.ask(about, *LINES, 2)
        await put(store, about, int(question.id))
        if answer is not None:
            await store.approvals.answer(question.id, answer, "web")
    same_question = await decided(store)
    await put(store, same_question, int(question.id))
    await store.acts.begin(await decided(store))
    waits_its_turn = await decided(store)
    await put(store, waits_its_turn, None)
    assert await store.acts.unsettled() == (cut, granted, waits_its_turn)
    found = await store.approvals.of_decision(granted)
    assert found is not None
    assert found.status is ApprovalStatus.GRANTED
    assert await store.approvals.of_decision(cut) is None


async def test_a_wish_that_nothing_followed_is_found(store: Store) -> None:
    """B-097: acknowledged, and cut off before it was thought about."""

    async def wish(kind: str, text: str = "turn it on") -> Event:
        return await store.events.append(draft(EventSource.USER_INPUT, kind, text=text))

    pressed, walked = await wish("requested"), await wish("requested")
    await wish("said", "is the hall light on? ")
    await decided(store, evidence=(walked.id,))
    noted = await wish("said")
    await store.events.append(draft(EventSource.SYSTEM, "walk_failed", evidence=(noted.id,)))
    assert await store.acts.unwalked() == (pressed.id,)
    said = await wish("said")
    assert await store.acts.unwalked() == (pressed.id, said.id)
    await store.events.append(draft(EventSource.INTERRUPT, "stopped"))
    assert await store.acts.unwalked() == (pressed.id,)
