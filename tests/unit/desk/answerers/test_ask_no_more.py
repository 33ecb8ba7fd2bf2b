"""Ask no more: a sentence gives a grant, says what it holds for, and answers the question."""

from companion.desk.answerers.ask_no_more import (
    ASKED_EACH_TIME,
    FOR_HOW_LONG,
    NOT_YOURS,
    SAID_NO,
    WHICH,
    AskNoMore,
)
from companion.ports.answerer import Answer, HeardSentence
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.decision import ActionDecision
from companion.words.event import Event
from companion.words.ids import ApprovalId
from companion.words.language import Bilingual
from companion.words.place import Place
from companion.words.said import Said
from companion.words.trust import TrustLabel
from companion.words.understood import SentenceKind, SentenceReading
from tests.unit.rooms.approval.test_grants import LOCKS, OPEN, House

PLACES = (Place(id="living", name=Bilingual("リビング", "living room")),)


def _not_read(event: Event) -> SentenceReading:
    return SentenceReading(SentenceKind.UNKNOWN)


async def _said(house: House, text: str, trust: TrustLabel = TrustLabel.OWNER) -> Bilingual | None:
    channel = "web" if trust is TrustLabel.OWNER else "voice"
    event = await house.journal.heard(Said(text, channel), trust)

    async def answer_it(question: ApprovalId, yes: bool, by: str) -> object:
        return await house.store.approvals.answer(question, ApprovalStatus.GRANTED, by)

    found: Answer | None = await AskNoMore(
        grants=house.desk,
        approvals=house.store.approvals,
        answer_it=answer_it,
        record=house.store.record,
        house=house.house,
        places=PLACES,
        clock=house.clock,
    ).answer(HeardSentence(event, _not_read))
    if found is None:
        return None
    words = found.words if found.work is None else await found.work()
    assert isinstance(words, Bilingual)
    return words


async def test_c_051_the_answer_tells_what_is_allowed_until_when_and_how_to_end_it() -> None:
    house = House()
    told = await _said(house, "don't ask again today for the curtains")
    assert told is not None
    assert "until the end of the day" in told.en
    assert "Curtain" in told.en
    assert "今日の終わりまで" in told.ja
    (granted,) = await house.desk.listed()
    assert granted.max_risk == 2


async def test_c_051_this_matter_is_the_question_that_was_put_last() -> None:
    house = House()
    assert await _said(house, "この件は今日は聞かないで") == WHICH
    question = await _put(house, OPEN)
    await _said(house, "ok for the next hour")
    (granted,) = await house.desk.listed()
    assert granted.label == question.summary
    assert await house.store.approvals.pending() == ()


async def _put(house: House, made: ActionDecision) -> ApprovalQuestion:
    asked = await house.judge(made)
    assert asked.id is not None
    question = await house.store.approvals.get(asked.id)
    assert question is not None
    await house.journal.asked(question)
    return question


async def test_dont_ask_again_after_a_no_is_no_leave_to_do_it() -> None:
    house = House()
    question = await _put(house, OPEN)
    await house.store.approvals.answer(question.id, ApprovalStatus.DENIED, "web")
    assert await _said(house, "don't ask again today") == SAID_NO
    assert await _said(house, "この件は今日は聞かないで") == SAID_NO
    assert await house.desk.listed() == ()


async def test_t_56_a_voice_is_told_that_tier_two_stays_the_owners() -> None:
    house = House()
    await _put(house, LOCKS)
    assert await _said(house, "ok for an hour", TrustLabel.HOUSEHOLD) == ASKED_EACH_TIME
    assert await house.desk.listed() == ()
    assert len(await house.store.approvals.pending()) == 1


async def test_t_56_who_may_allow_what_is_told_by_the_trust_of_the_sentence() -> None:
    house = House()
    assert await _said(house, "カーテンは今日は聞かないで", TrustLabel.GUEST) == NOT_YOURS
    assert await _said(house, "カーテンは聞かなくていい") == FOR_HOW_LONG
    assert await _said(house, "カーテンは今日はきれい") is None
    told = await _said(house, "カーテンは今日は聞かないで", TrustLabel.HOUSEHOLD)
    assert told is not None
    assert "これまでどおり持ち主に聞きます" in told.ja
    (granted,) = await house.desk.listed()
    assert granted.max_risk == 1
