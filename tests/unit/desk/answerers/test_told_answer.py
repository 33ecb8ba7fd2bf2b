"""Told answers: a question is answered by the told thing that holds all of its words."""

from datetime import UTC, datetime

import pytest

from companion.desk.answerers.told_answer import NEVER_TOLD, ToldAnswer, matching
from companion.ports.answerer import HeardSentence
from companion.rooms.consolidation.statements.reading import read
from companion.rooms.consolidation.statements.statement import ME, US
from companion.words.areas import Standing
from companion.words.ids import EventId
from companion.words.said import Said
from companion.words.told import Told, ToldKind
from companion.words.trust import TrustLabel
from tests.unit.desk.answerers.sentence import NOTHING, heard
from tests.unit.rooms.conversation.home import Evening

SAID = (
    "my mother is allergic to peanuts",
    "remember that the spare key is under the blue pot",
    "my birthday is 3 May",
    "our cat is called Mike",
    "母はピーナッツアレルギーなんだ",
    "予備の鍵は青い鉢の下にあるから覚えておいて",
    "猫の名前はミケだよ",
)


def told(speaker: str = "") -> list[Told]:
    return [
        Told(
            id=f"{number}",
            kind=ToldKind.FACT,
            whose=speaker if one.whose in (ME, US) else one.whose,
            subject=one.subject,
            predicate=one.predicate,
            value=one.value,
            negated=one.negated,
            text=one.text,
            told_by=speaker,
            status=Standing.CONFIRMED,
            valid_from=datetime(2026, 11, 20, tzinfo=UTC),
            valid_until=None,
            confidence=1.0,
            trust=TrustLabel.HOUSEHOLD,
            evidence_event_ids=(EventId(number),),
        )
        for number, text in enumerate(SAID, 1)
        for one in read(text)
    ]


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("what is my mother allergic to?", "peanuts"),
        ("what is my mum allergic to", "peanuts"),
        ("where is the spare key?", "under the blue pot"),
        ("where do we keep the spare key", "under the blue pot"),
        ("when is my birthday?", "3 May"),
        ("what's the cat called?", "Mike"),
        ("what did I say the cat was called again?", "Mike"),
        ("remind me where the spare key is", "under the blue pot"),
        ("うちの猫って何て名前だっけ", "ミケ"),
        ("猫の名前、覚えてる？", "ミケ"),
        ("母は何のアレルギー？", "ピーナッツ"),
        ("お母さんは何アレルギーだっけ", "ピーナッツ"),
        ("予備の鍵はどこ？", "青い鉢"),
        ("猫の名前は何？", "ミケ"),
    ],
)
def test_a_question_is_answered_by_what_was_told(question: str, value: str) -> None:
    """Issue 14.5: by the fact of that person or thing."""
    assert value in [one.value for one in matching(question, told(), "")]


@pytest.mark.parametrize(
    "question",
    [
        "what is my brother's name?",
        "what is my father allergic to?",
        "where is my mother?",
        "what does my mother do?",
        "when is my mother's birthday?",
        "where is the front door key?",
        "what is the dog called?",
        "弟の名前は何？",
        "父は何のアレルギー？",
        "母はどこ？",
        "玄関の鍵はどこ？",
        "今日は何をした？",
        "what did you do today?",
        "how are you?",
    ],
)
def test_what_was_not_told_is_not_answered(question: str) -> None:
    assert matching(question, told(), "") == []


def test_my_mother_is_the_mother_of_who_asks() -> None:
    """Issue 14.3: whose fact it is."""
    question = "what is my mother allergic to?"
    assert matching(question, told("Ken"), "Ken")
    assert not matching(question, told("Ken"), "Mika")
    assert matching("what is Ken's mother allergic to?", told("Ken"), "Mika")


async def test_the_answer_rests_on_the_sentence_that_told_it() -> None:
    """Step 8: evidence of an answer that is given in the talk."""
    home = Evening()
    answerer = ToldAnswer(told=_Told(), record=home.store.record, clock=home.clock)
    answer = await answerer.answer(heard("where is the spare key?"))
    assert answer is not None
    assert answer.evidence == (EventId(2),)


@pytest.mark.parametrize(
    ("before", "question", "told"),
    [
        ([], "what is my brother's name?", True),
        (["when is my brother's birthday?"], "what is my brother's name?", True),
        (["my brother Tom rang"], "what is my brother's name?", False),
        ([], "弟の名前は何？", True),
        (["弟のケンが来るよ"], "弟の名前は何？", False),
    ],
)
async def test_what_nobody_told_of_a_relative_is_not_guessed(
    before: list[str], question: str, told: bool
) -> None:
    """Step 8: "nobody told me" is said by code; a talk about the relative goes to recall."""
    home = Evening()
    for text in before:
        await home.journal.heard(Said(text, "web"), TrustLabel.OWNER)
    event = await home.journal.heard(Said(question, "web"), TrustLabel.OWNER)
    answerer = ToldAnswer(told=_Told(), record=home.store.record, clock=home.clock)
    answer = await answerer.answer(HeardSentence(event, lambda _: NOTHING))
    assert answer is not None
    assert answer.work is not None
    assert await answer.work() == (NEVER_TOLD if told else None)


async def test_another_question_is_left_to_the_next_answerer() -> None:
    home = Evening()
    answerer = ToldAnswer(told=_Told(), record=home.store.record, clock=home.clock)
    assert await answerer.answer(heard("where is my mother?")) is None


class _Told:
    async def told(self, *, as_of: datetime | None = None) -> tuple[Told, ...]:
        return tuple(told())

    async def ended(self) -> tuple[Told, ...]:
        return ()


@pytest.mark.parametrize(
    ("before", "question", "told"),
    [
        ([], "where is my passport?", True),
        (["where is my passport"], "where is my passport?", True),
        (["I took the passport along"], "where is my passport?", False),
        (["my passport is in the desk drawer"], "where is my passport?", True),
        ([], "パスポートどこ？", True),
        (["パスポートを持ってきた"], "パスポートどこ？", False),
    ],
)
async def test_b14_where_a_thing_is_that_nobody_told_is_not_guessed(
    before: list[str], question: str, told: bool
) -> None:
    """Issue 14: 合鍵どこ was answered with the state of the back door lock, and "where is the spare
    key?" with the last light that was switched. A statement that is held no more was forgotten."""
    home = Evening()
    for text in before:
        await home.journal.heard(Said(text, "web"), TrustLabel.OWNER)
    event = await home.journal.heard(Said(question, "web"), TrustLabel.OWNER)
    answerer = ToldAnswer(told=_Forgot(), record=home.store.record, clock=home.clock)
    answer = await answerer.answer(HeardSentence(event, lambda _: NOTHING))
    assert answer is not None
    assert answer.work is not None
    assert await answer.work() == (NEVER_TOLD if told else None)


@pytest.mark.parametrize("question", ["where is the hall lamp?", "ランプどこ？"])
async def test_b14_what_the_home_knows_is_looked_for_by_the_home(question: str) -> None:
    """A lamp, a room or a person has a place that was seen."""
    home = Evening()
    answerer = ToldAnswer(
        told=_Told(),
        record=home.store.record,
        clock=home.clock,
        names=lambda: ("Hall lamp", "ランプ"),
    )
    assert await answerer.answer(heard(question)) is None


class _Forgot(_Told):
    async def told(self, *, as_of: datetime | None = None) -> tuple[Told, ...]:
        return ()
