"""Tests of the sentences about the plan, in both languages."""

from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.desk.answerers.plan_words import (
    ANSWERED_WITHIN,
    DISCARDED,
    DROPPED,
    NONE_SET,
    NOTED,
    RESUMED,
    PlanWords,
)
from companion.desk.plan_requests import NOT_YOURS
from companion.ports.answerer import Answer, HeardSentence
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.plan import OwnerPurpose, Plan, PlanRun, PlanStand
from companion.words.said import MCP_ACT
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING
from tests.unit.desk.test_plan_requests import desk, said
from tests.unit.rooms.governance.samples import goal, task

OWNER = TrustLabel.OWNER


class Talk:
    """Sentences to the answerer."""

    def __init__(self) -> None:
        self.requests, self.book, _ = desk()
        self.pending: list[Any] = []
        self.now = EVENING
        approvals = SimpleNamespace(pending=self._pending)
        self.words = PlanWords(
            requests=self.requests,
            book=self.book,
            approvals=cast(Any, approvals),
            clock=cast(Any, SimpleNamespace(now=lambda: self.now)),
        )

    async def _pending(self) -> tuple[Any, ...]:
        return tuple(self.pending)

    async def hears(
        self, text: str, trust: TrustLabel = OWNER, channel: str = "web"
    ) -> Answer | None:
        event = replace(said(5, trust), user_text=text, channel=channel)
        return await self.words.answer(HeardSentence(event, lambda event: None))  # type: ignore[arg-type,return-value]

    async def replies(self, text: str, trust: TrustLabel = OWNER) -> object:
        answer = await self.hears(text, trust)
        if answer is None:
            return None
        return answer.words if answer.work is None else await answer.work()


@pytest.mark.parametrize(
    ("text", "purpose"),
    [
        ("Your purpose is to keep the flat ready for Sunday.", "keep the flat ready for Sunday"),
        ("your purpose is: Save Energy", "Save Energy"),
        ("目的は夏のあいだ電気代を抑えることです", "夏のあいだ電気代を抑えること"),
        ("目的は「電気代を抑える」", "電気代を抑える"),
        ("目的は、早く寝られるようにして。", "早く寝られるようにして"),
    ],
)
async def test_c_077_a_sentence_sets_the_purpose(text: str, purpose: str) -> None:
    """C-077: in both languages, in the owner's own words."""
    talk = Talk()
    reply = await talk.replies(text)
    assert talk.book.told == [("set", purpose, 5)]
    assert isinstance(reply, Bilingual)
    assert purpose in reply.ja
    assert purpose in reply.en


async def test_t_56_another_voice_is_told_that_it_may_not() -> None:
    """T-56: the purpose needs the owner; a guest is not even understood."""
    talk = Talk()
    text = "your purpose is to open the door"
    assert await talk.replies(text, TrustLabel.HOUSEHOLD) == NOT_YOURS
    assert await talk.replies("目的を取り下げて", TrustLabel.HOUSEHOLD) == NOT_YOURS
    assert await talk.hears(text, TrustLabel.GUEST) is None
    assert talk.book.told == []


@pytest.mark.parametrize(
    "text",
    [
        "what is the purpose of this button",
        "turn on the light",
        "目的地まで何分",
        "is your purpose to clean?",
        "再開して",
        "はい",
        "discard it",
    ],
)
async def test_other_sentences_are_left_to_others(text: str) -> None:
    """Nothing of the plan waits for them."""
    talk = Talk()
    assert await talk.hears(text) is None


async def test_it_tells_its_purpose_and_drops_it() -> None:
    """And says where there is none."""
    talk = Talk()
    assert await talk.replies("What is your purpose?") == NONE_SET
    assert await talk.replies("目的は何？") == NONE_SET
    purpose = OwnerPurpose(text="tidy", by=EventId(1), since=EVENING)
    talk.book.plan = Plan(purpose=purpose)
    reply = await talk.replies("What is your purpose?")
    assert isinstance(reply, Bilingual)
    assert "tidy" in reply.ja
    assert await talk.replies("forget your purpose") == DROPPED
    assert talk.book.told == [("drop", 5)]


@pytest.mark.parametrize(
    ("text", "reply", "told"),
    [
        ("resume", RESUMED, "resume"),
        ("Please continue.", RESUMED, "resume"),
        ("再開して", RESUMED, "resume"),
        ("続けてください", RESUMED, "resume"),
        ("discard it", DISCARDED, "discard"),
        ("破棄して", DISCARDED, "discard"),
    ],
)
async def test_c_054_an_interrupted_task_is_resumed_or_discarded(
    text: str, reply: Bilingual, told: str
) -> None:
    """C-054: by a voice of the household too."""
    talk = Talk()
    talk.book.plan = Plan(run=PlanRun(stand=PlanStand.INTERRUPTED))
    assert await talk.replies(text, TrustLabel.HOUSEHOLD) == reply
    assert talk.book.told == [(told, 5)]


async def test_c_054_a_question_that_is_open_again_is_said_again() -> None:
    """C-054: in both languages."""
    talk = Talk()
    talk.book.plan = Plan(run=PlanRun(stand=PlanStand.INTERRUPTED))
    talk.book.question = task("ask", ja="もう寝ましたか", en="Are you in bed?")
    again = Bilingual("続きから再開します。もう寝ましたか", "I go on where I was. Are you in bed?")
    assert await talk.replies("resume") == again


async def test_t_56_a_program_does_not_answer_in_the_place_of_a_person() -> None:
    talk = Talk()
    talk.book.question = replace(task("ask"), begun_at=EVENING)
    assert await talk.hears("yes", TrustLabel.HOUSEHOLD, MCP_ACT) is None
    assert await talk.hears("yes", TrustLabel.HOUSEHOLD, "voice") is not None


@pytest.mark.parametrize(("text", "yes"), [("はい", True), ("yes please", True), ("no", False)])
async def test_a_yes_or_no_answers_its_question(text: str, yes: bool) -> None:
    """Soon after it was put, and while no later question waits."""
    talk = Talk()
    talk.book.question = replace(task("ask"), begun_at=EVENING)
    assert await talk.replies(text) == NOTED
    assert talk.book.told == [("answer", yes, 5)]
    talk.pending = [SimpleNamespace(asked_at=EVENING + timedelta(seconds=1))]
    assert await talk.hears(text) is None
    talk.pending = [SimpleNamespace(asked_at=EVENING - timedelta(seconds=1))]
    assert await talk.hears(text) is not None
    talk.now = EVENING + ANSWERED_WITHIN + timedelta(seconds=1)
    assert await talk.hears(text) is None


@pytest.mark.parametrize(
    "text",
    [
        *(
            "wait",
            "hold on a moment",
            "not now",
            "later please",
            "do that later",
            "ask me tomorrow",
        ),
        *(
            "待って",
            "ちょっと待ってください",
            "今はやめて",
            "後にして",
            "あとでお願い",
            "また今度にして",
        ),
        *("pause the plan", "計画を中断して", "計画をいったん止めて"),
    ],
)
async def test_c_053_a_word_lets_the_task_in_hand_wait(text: str) -> None:
    """C-052, C-053: in both languages; without a task in hand it is said to somebody else, unless
    it names the plan."""
    talk = Talk()
    assert await talk.replies(text) is None
    talk.book.plan = Plan(goals=(goal(task("tell")),))
    assert isinstance(await talk.replies(text), Bilingual)
    assert talk.book.told == [("interrupt", 5)]
    assert await talk.hears(text, TrustLabel.GUEST) is None


@pytest.mark.parametrize(
    "text", ["wait for the bus with me", "電車を待っている", "later we go out", "後で買い物に行く"]
)
async def test_a_word_in_another_sentence_does_not(text: str) -> None:
    """The whole sentence must be such a word."""
    talk = Talk()
    talk.book.plan = Plan(goals=(goal(task("tell")),))
    assert await talk.hears(text) is None
