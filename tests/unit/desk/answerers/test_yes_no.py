"""Yes and no: a question for leave is answered aloud, by a closed vocabulary (T-12, T-56)."""

from datetime import timedelta
from pathlib import Path

import pytest

from companion.desk.answerers.yes_no import FRESH, NOTHING_ASKED, TOO_LATE, WAITS, YesNo
from companion.rooms.journal.room import Journal
from companion.web.hub import Hub
from companion.words.approval import ApprovalStatus
from companion.words.event import EventSource
from companion.words.ids import ApprovalId
from companion.words.language import Bilingual
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.twins.memory_house import MemoryDevice, MemoryHouse
from tests.unit.desk.answerers.lamp import LAMP
from tests.unit.desk.door import Door, door_of
from tests.unit.store.samples import decision, draft


def _door(folder: Path) -> Door:
    there: list[Door] = []

    async def answer_it(question: ApprovalId, yes: bool, channel: str) -> object:
        return await there[0].desk.answer(question, yes, channel)

    door = door_of(
        folder,
        lambda clock: MemoryHouse(clock, [MemoryDevice(LAMP, value="off")]),
        answerers=lambda requests, teaching, store: (
            YesNo(
                approvals=store.approvals,
                may_answer=lambda question, trust: there[0].desk.approval.may_answer(
                    question, trust
                ),
                answer_it=answer_it,
                clock=requests.clock,
                record=store.record,
            ),
        ),
    )
    there.append(door)
    return door


async def _asked(door: Door, risk: int = 1) -> ApprovalId:
    summary = Bilingual("明かりをつけます", "I turn on the lamp")
    decided = await door.store.events.append(
        draft(EventSource.DELIBERATION_DECISION), decision=door.desk.approval.named(decision())
    )
    question = await door.store.approvals.ask(decided.id, summary, summary, risk)
    return question.id


async def _status(door: Door, question: ApprovalId) -> ApprovalStatus:
    found = await door.store.approvals.get(question)
    assert found is not None
    return found.status


@pytest.mark.parametrize("text", ["not now", "今はいい"])
async def test_later_leaves_the_question_open(tmp_path: Path, text: str) -> None:
    """C-050, T-02: it halts no plan and refuses nothing; the question waits."""
    door = _door(tmp_path)
    question = await _asked(door)
    await door.desk.say(Said(text, "chat"))
    await door.settled()
    assert await _status(door, question) is ApprovalStatus.PENDING
    assert (await door.replies())[-1] in (WAITS.ja, WAITS.en)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("はい", ApprovalStatus.GRANTED),
        ("うん、お願い", ApprovalStatus.GRANTED),
        ("yes please", ApprovalStatus.GRANTED),
        ("いいえ", ApprovalStatus.DENIED),
        ("no, thanks", ApprovalStatus.DENIED),
        ("いいけど明日ね", ApprovalStatus.PENDING),
        ("yes but later", ApprovalStatus.PENDING),
        ("うん、いや", ApprovalStatus.PENDING),
    ],
)
async def test_a_whole_yes_or_no_answers_and_nothing_else_does(
    tmp_path: Path, text: str, status: ApprovalStatus
) -> None:
    door = _door(tmp_path)
    question = await _asked(door)
    await door.desk.say(Said(text, "voice"))
    await door.settled()
    assert await _status(door, question) is status
    assert bool(door.walked_on) == (status is not ApprovalStatus.PENDING)


async def test_a_voice_gives_no_leave_that_needs_the_owner(tmp_path: Path) -> None:
    door = _door(tmp_path)
    question = await _asked(door, risk=2)
    await door.desk.say(Said("はい", "voice"))
    await door.settled()
    assert await _status(door, question) is ApprovalStatus.PENDING
    assert "持ち主" in (await door.replies())[0]
    await door.desk.say(Said("はい", "web"))
    await door.settled()
    assert await _status(door, question) is ApprovalStatus.GRANTED


async def test_a_yes_long_after_is_meant_for_something_else(tmp_path: Path) -> None:
    door = _door(tmp_path)
    question = await _asked(door)
    await door.clock.sleep(FRESH.total_seconds() + 1)
    await door.desk.say(Said("はい", "voice"))
    await door.settled()
    assert await _status(door, question) is ApprovalStatus.PENDING
    assert (await door.replies())[0] == TOO_LATE.ja.format(what="明かりをつけます", ago="3分")


async def _replied(door: Door, text: str, *, asks: bool = False) -> None:
    journal = Journal(door.store.events, Hub(door.clock.now), door.clock)
    heard = await journal.heard(Said("...", "voice"), TrustLabel.HOUSEHOLD)
    await journal.replied(text, heard, trust=TrustLabel.SELF, speaker_name="", asks=asks)


@pytest.mark.parametrize("text", ["はい", "うん、お願い", "Yes.", "ok", "いいえ", "no, thanks"])
@pytest.mark.parametrize("last", ["", "明かりをつけました。"])
async def test_a_yes_or_no_to_nothing_is_told_so(tmp_path: Path, text: str, last: str) -> None:
    """It is no question about the home."""
    door = _door(tmp_path)
    if last:
        await _replied(door, last)
    await door.desk.say(Said(text, "voice"))
    await door.settled()
    assert (await door.replies())[0] in (NOTHING_ASKED.ja, NOTHING_ASKED.en)


@pytest.mark.parametrize(
    ("last", "asks"),
    [
        ("明かりをつけましょうか。", False),
        ("Shall I turn it on?", False),
        ("どの部屋", True),
        ("寒いですね。", False),
    ],
)
async def test_a_yes_to_what_may_have_been_a_question_is_left_to_others(
    tmp_path: Path, last: str, asks: bool
) -> None:
    door = _door(tmp_path)
    await _replied(door, last, asks=asks)
    await door.desk.say(Said("はい", "voice"))
    await door.settled()
    assert await door.replies() == [last]


async def test_a_yes_to_a_question_of_long_ago_answers_nothing(tmp_path: Path) -> None:
    door = _door(tmp_path)
    await _replied(door, "明かりをつけましょうか。")
    await door.clock.sleep(FRESH.total_seconds() + 1)
    await door.desk.say(Said("はい", "voice"))
    await door.settled()
    assert (await door.replies())[0] == NOTHING_ASKED.ja


@pytest.mark.parametrize(
    "text", ["全部はい", "まとめてお願いします", "yes to all", "Yes, all of them please"]
)
async def test_c_046_a_yes_to_all_answers_each_and_names_each_line(
    tmp_path: Path, text: str
) -> None:
    door = _door(tmp_path)
    first, second = await _asked(door), await _asked(door)
    await door.desk.say(Said(text, "voice"))
    await door.settled()
    assert await _status(door, first) is ApprovalStatus.GRANTED
    assert await _status(door, second) is ApprovalStatus.GRANTED
    told = (await door.replies())[0]
    assert told.count("明かりをつけます") + told.count("I turn on the lamp") == 2


async def test_t_56_a_voices_yes_to_all_leaves_what_needs_the_owner(tmp_path: Path) -> None:
    door = _door(tmp_path)
    first, second = await _asked(door), await _asked(door, risk=2)
    await door.desk.say(Said("全部はい", "voice"))
    await door.settled()
    assert await _status(door, first) is ApprovalStatus.GRANTED
    assert await _status(door, second) is ApprovalStatus.PENDING
    assert "残りの1件" in (await door.replies())[0]


async def test_c_049_an_old_question_tells_what_it_was_and_its_age(tmp_path: Path) -> None:
    door = _door(tmp_path)
    question = await _asked(door)
    await door.clock.sleep(timedelta(hours=26).total_seconds())
    await door.desk.say(Said("yes please", "web"))
    await door.settled()
    assert await _status(door, question) is ApprovalStatus.PENDING
    assert "26 h ago (I turn on the lamp)" in (await door.replies())[0]
