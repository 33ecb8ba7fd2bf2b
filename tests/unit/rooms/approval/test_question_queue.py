"""Whose turn it is to be asked: the ration of foreign words, and how many wishes wait."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.rooms.approval.question_queue import QuestionQueue, Ration, Wanted
from companion.rooms.approval.room import _is_physical
from companion.store.sqlite import Store
from companion.words.approval import ApprovalStatus
from companion.words.capability import CapabilitySpec
from companion.words.event import EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from tests.twins.clock import EVENING, JumpClock
from tests.twins.home import decision
from tests.unit.store.samples import draft


def hours(count: float) -> timedelta:
    return timedelta(hours=count)


def test_words_may_ask_again_when_their_day_is_over() -> None:
    """T16: a ration, not a ban: the sign that hangs there tomorrow may ask once more."""
    ration = Ration()
    ration.spend("a", EVENING)
    assert not ration.allows("a", EVENING + hours(23.9))
    assert ration.allows("a", EVENING + hours(24.1))
    assert not ration._asked, "what is of yesterday is not kept"


def test_the_hours_share_counts_the_hour_alone() -> None:
    ration = Ration()
    for words in ("a", "b"):
        ration.spend(words, EVENING)
    assert not ration.allows("c", EVENING + hours(0.9))
    assert ration.allows("c", EVENING + hours(1))
    assert ration.allows("c", EVENING + hours(2))


def wish(number: int) -> Wanted:
    text = Bilingual(f"願い{number}", f"wish {number}")
    return Wanted(
        decision=decision(),
        decision_event_id=EventId(number),
        summary=text,
        impact=text,
        risk=2,
        at=EVENING,
        by_person=True,
        prompted_by="",
    )


async def test_t_07_yesterdays_question_keeps_no_other_from_being_put() -> None:
    """It stays answerable in the list; asked again, it stands in front anew."""
    store = Store.in_memory(JumpClock())
    for _ in range(3):
        decided = draft(EventSource.DELIBERATION_DECISION)
        await store.events.append(decided, decision=decision())
    queue = QuestionQueue(store.approvals, None)
    idea = replace(wish(1), by_person=False)
    first = (await queue.put(idea)).question
    other = replace(wish(2), by_person=False)
    assert (await queue.put(other)).put_off == "another_question_waits"
    assert (await queue.put(replace(other, at=EVENING + hours(13)))).question is not None
    again = (await queue.put(replace(idea, by_person=True, at=EVENING + hours(13)))).question
    assert first is not None
    assert again is not None
    assert again.id != first.id


async def test_c_044_an_act_that_only_reads_the_same_is_asked_by_itself() -> None:
    """Two lamps of one name: a yes to the one is no yes to the other."""
    store = Store.in_memory(JumpClock())
    for _ in range(2):
        decided = draft(EventSource.DELIBERATION_DECISION)
        await store.events.append(decided, decision=decision())
    queue = QuestionQueue(store.approvals, None)
    first = (await queue.put(wish(1))).question
    same_words = replace(wish(1), decision=replace(decision(), shown_hash="another"))
    second = (await queue.put(replace(same_words, decision_event_id=EventId(2)))).question
    assert first is not None
    assert second is not None
    assert first.id != second.id


async def test_eight_wishes_wait_beside_each_other_and_the_next_is_put_off() -> None:
    """T-07: more questions than that nobody reads."""
    store = Store.in_memory(JumpClock())
    book = store.approvals
    for _ in range(9):
        decided = draft(EventSource.DELIBERATION_DECISION)
        await store.events.append(decided, decision=decision())
    queue = QuestionQueue(book, None)
    given = [await queue.put(wish(number)) for number in range(1, 10)]
    assert [turn.put_off for turn in given] == [""] * 8 + ["too_many_questions"]
    assert {each.summary.en for each in await book.pending()} == {f"wish {n}" for n in range(1, 9)}
    assert given[0].question is not None
    await book.answer(given[0].question.id, ApprovalStatus.DENIED, "web")
    assert not (await queue.put(wish(9))).put_off


@pytest.mark.parametrize(
    ("name", "resources", "payload", "physical"),
    [
        ("device_control", (), {}, True),
        ("mobility_move", ("body",), {}, True),
        ("notice", (), {}, False),
        ("calendar", (), {}, False),
        ("notice", (), {"device_id": "light.hall"}, True),
    ],
)
def test_what_moves_something_is_physical(
    name: str, resources: tuple[str, ...], payload: dict[str, str], physical: bool
) -> None:
    label = Bilingual("物", "thing")
    spec = CapabilitySpec(name=name, label=label, operations=(), resources=resources)
    assert _is_physical(decision(f"{name}.x", payload), spec) is physical
    assert _is_physical(decision(f"{name}.x", payload), None), "what nobody knows"
