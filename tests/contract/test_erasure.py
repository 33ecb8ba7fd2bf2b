"""Contract of the port `Erasure`, over SQLite and its twin (T18)."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from companion.ports.erasure import Chosen
from companion.store.sqlite import Store
from companion.words.approval import ApprovalStatus
from companion.words.event import EventSource
from companion.words.ids import EventId
from tests.unit.store.both import KINDS, opened
from tests.unit.store.samples import START, SetClock, draft
from tests.unit.store.years import walked


@pytest.fixture(params=KINDS)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    async with opened(request.param, tmp_path, SetClock()) as store:
        yield store


async def said(store: Store, text: str) -> EventId:
    one = draft(EventSource.USER_INPUT, "said", searchable=True, text=text)
    return (await store.events.append(one, durable=True)).id


async def test_content_goes_and_the_line_stays(store: Store) -> None:
    """T18: the event is there, of its time and kind, with nothing in it; who erased is said."""
    heard = await said(store, "Hanako 花子 is here")
    ids = await store.erasure.find(Chosen(text="花子"))
    assert ids == (heard,)
    gone = await store.erasure.erase(ids, "she asked", "owner")
    event = await store.record.event(heard)
    assert event is not None
    assert (event.erased, event.user_text, dict(event.payload)) == (True, "", {})
    assert (event.kind, event.source) == ("said", EventSource.USER_INPUT)
    told = await store.record.event(gone.event_id)
    assert told is not None
    assert (told.kind, told.erased) == ("erased", False)
    assert (told.payload["events"], told.payload["by"]) == (1, "owner")
    assert heard not in [e.id for e in await store.record.recallable(limit=50)]
    assert await store.erasure.find(Chosen(text="花子")) == ()


async def test_what_cites_it_goes_with_it(store: Store) -> None:
    """S2: decision, result, thoughts, state, revisions and the question that came of it."""
    heard = (await store.events.append(draft(EventSource.USER_INPUT, "said", text="Hanako"))).id
    cause = await store.record.event(heard)
    await walked(store, 5, because=cause, words="Hanako")
    await walked(store, 6)
    ids = await store.erasure.find(Chosen(ids=(heard,)))
    (decided,) = [i for i in ids if await store.record.decision(i)]
    gone = await store.erasure.erase(ids, "", "owner")
    assert gone.derived_rows > 0
    assert await store.record.decision(decided) is None
    assert all([await store.record.result(i) is None for i in ids])
    question = await store.approvals.of_decision(decided)
    assert question is not None
    assert (question.summary.en, question.status) == ("", ApprovalStatus.DENIED)
    assert await store.state.row("world_item", "person@5") is None
    assert await store.state.row("world_item", "person@6") is not None
    assert await store.snapshots.latest() is None


async def test_what_quotes_it_late_is_found(store: Store) -> None:
    """A reply that was under way when its question was erased still cites it."""
    heard = await said(store, "Hanako")
    await store.erasure.erase((heard,), "", "owner")
    assert await store.erasure.quoting((heard,)) == ()
    late = draft(EventSource.CONVERSATION_REPLY, "reply", evidence=(heard,))
    reply = (await store.events.append(late)).id
    assert await store.erasure.quoting((heard,)) == (reply,)
    await store.erasure.erase((reply,), "", "owner")
    assert await store.erasure.quoting((heard,)) == ()


async def test_nothing_asked_is_nothing_found(store: Store) -> None:
    heard = await said(store, "Hanako")
    assert await store.erasure.find(Chosen()) == ()
    late = Chosen(since=START + timedelta(days=9999))
    assert await store.erasure.find(late) == ()
    gone = await store.erasure.erase((heard,), "", "owner")
    assert gone.event_id not in await store.erasure.find(Chosen(ids=(gone.event_id,)))
