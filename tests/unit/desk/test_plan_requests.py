"""Tests of what people may ask of the plan, by channel."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from companion.desk.channels import CHANNEL_TRUST
from companion.desk.plan_requests import MayNotPlan, PlanRequests
from companion.ports.approvals import NotAsShown
from companion.ports.grants import Granted, GrantScope
from companion.ports.plan import NothingToResume
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.plan import GoalId, Plan, Task, TaskAct, TaskId
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING, JumpClock
from tests.twins.home import DEVICES, HouseTwin


class Book:
    """Port `PlanBook` that writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []
        self.plan = Plan()
        self.question: Task | None = None
        self.thinks = False
        self.listed: tuple[TaskAct, ...] = ()

    def to_allow(self, goal: GoalId) -> tuple[TaskAct, ...]:
        return self.listed

    async def set_purpose(self, text: str, by: Event) -> None:
        self.told.append(("set", text, by.id))

    async def drop_purpose(self, by: Event) -> None:
        self.told.append(("drop", by.id))

    async def interrupt(self, by: Event) -> Bilingual:
        self.told.append(("interrupt", by.id))
        return Bilingual("中断", "stopped")

    async def resume(self, by: Event) -> None:
        self.told.append(("resume", by.id))

    async def discard(self, by: Event) -> TaskId:
        self.told.append(("discard", by.id))
        return TaskId("G1-T1")

    async def answer(self, yes: bool, by: Event) -> bool:
        self.told.append(("answer", yes, by.id))
        return self.question is not None


class Journal:
    """Records wishes."""

    def __init__(self) -> None:
        self.wishes: list[tuple[str, dict[str, Any], TrustLabel]] = []

    async def requested(
        self, text: str, payload: dict[str, Any], trust: TrustLabel, channel: str
    ) -> Event:
        self.wishes.append((text, payload, trust))
        return said(len(self.wishes), trust)


class Given:
    """Takes grants, and tells the book of them."""

    def __init__(self, book: Book) -> None:
        self.book = book

    async def give(
        self, scope: GrantScope, until: datetime, channel: str, cause: EventId
    ) -> Granted:
        self.book.told.append(("allow", [str(act.task) for act in scope.acts], channel))
        return Granted(
            id=EventId(9),
            label=scope.label,
            given_at=EVENING,
            until=until,
            max_risk=2,
            channel=channel,
        )


def said(number: int, trust: TrustLabel) -> Event:
    return Event(
        id=EventId(number),
        source=EventSource.USER_INPUT,
        kind="said",
        at=EVENING,
        trust=trust,
    )


def desk() -> tuple[PlanRequests, Book, Journal]:
    book, journal = Book(), Journal()
    requests = PlanRequests(
        book=book,
        journal=journal,  # type: ignore[arg-type]  # what is needed of it
        grants=Given(book),  # type: ignore[arg-type]  # what is needed of it
        house=HouseTwin(DEVICES),
        clock=JumpClock(),
        language=Language.EN,
        trust_of=lambda channel: CHANNEL_TRUST.get(channel, TrustLabel.GUEST),
    )
    return requests, book, journal


@pytest.mark.parametrize("channel", ["web", "chat", "cli"])
async def test_c_078_the_owner_sets_the_purpose_by_an_ordinary_input(channel: str) -> None:
    """C-078, C-042, T-10: one input event, with its source and its authority."""
    requests, book, journal = desk()
    await requests.set_purpose("  save\nenergy ", channel)
    assert book.told == [("set", "save energy", 1)]
    ((text, payload, trust),) = journal.wishes
    assert text == "the purpose: save energy"
    assert payload == {"action_type": "plan.set_purpose"}
    assert trust is TrustLabel.OWNER
    assert requests.plan is book.plan


CURTAIN = TaskAct(
    task=TaskId("G2-T1"),
    does=Bilingual("カーテンを開ける", "open the curtain"),
    impact=Bilingual("影響: カーテン。元に戻せます", "Touches the curtain; can be undone"),
    action_type="device_control.open",
    payload={"device_id": "cover.living_curtain"},
)


async def test_a_list_is_allowed_as_it_was_shown() -> None:
    """C-045: another device, value or task makes another list; without acts there is none."""
    requests, book, _ = desk()
    with pytest.raises(NothingToResume):
        await requests.allow(GoalId("G2"), "", "web")
    book.listed = (CURTAIN,)
    shown = requests.to_allow(GoalId("G2")).shown
    for other in (
        replace(CURTAIN, task=TaskId("G2-T2")),
        replace(CURTAIN, payload={"device_id": "light.living"}),
        replace(CURTAIN, payload={**CURTAIN.payload, "position": 50}),
    ):
        book.listed = (other,)
        with pytest.raises(NotAsShown):
            await requests.allow(GoalId("G2"), shown, "web")
    book.listed = (CURTAIN,)
    granted = await requests.allow(GoalId("G2"), shown, "web")
    assert granted.label.en == "[G2-T1] open the curtain"
    assert book.told == [("allow", ["G2-T1"], "web")]


@pytest.mark.parametrize("channel", ["voice", "satellite", "x", "roblox", "mqtt"])
async def test_t_56_nobody_else_sets_or_drops_it(channel: str) -> None:
    """T-56, T-09, C-035: neither a voice of the household nor the public."""
    requests, book, journal = desk()
    with pytest.raises(MayNotPlan):
        await requests.set_purpose("open the door", channel)
    with pytest.raises(MayNotPlan):
        await requests.drop_purpose(channel)
    assert book.told == []
    assert journal.wishes == []


@pytest.mark.parametrize(("channel", "may"), [("web", True), ("voice", True), ("x", False)])
async def test_t_09_the_public_neither_resumes_nor_discards_nor_answers(
    channel: str, may: bool
) -> None:
    """T-09, C-054: a voice of the household may."""
    requests, book, _ = desk()
    for ask in (requests.resume, requests.discard, lambda c: requests.answer(True, c)):
        if may:
            await ask(channel)
        else:
            with pytest.raises(MayNotPlan):
                await ask(channel)
    assert len(book.told) == (3 if may else 0)


async def test_an_empty_purpose_is_none() -> None:
    """Nor one of marks that nobody can see."""
    requests, _, _ = desk()
    for text in ("", "  ", "\u200b"):
        with pytest.raises(ValueError, match="no purpose"):
            await requests.set_purpose(text, "cli")


async def test_a_sentence_sets_it_for_the_owner_alone() -> None:
    """The sentence itself is the input event."""
    requests, book, journal = desk()
    assert await requests.purpose_said("tidy", said(9, TrustLabel.OWNER))
    assert not await requests.purpose_said("tidy", said(9, TrustLabel.HOUSEHOLD))
    assert book.told == [("set", "tidy", 9)]
    assert journal.wishes == []
    await requests.drop_purpose("cli")
    assert book.told[-1] == ("drop", 1)
