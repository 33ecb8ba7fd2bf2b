"""What nothing that is known answers: which sentences, and what is looked up before it is said."""

from pathlib import Path

import pytest

from companion.desk.answerers.not_known import (
    NotKnown,
    NotSaid,
    not_known_kind,
)
from companion.rooms.understanding.unanswered import EARLY, LATE, Unanswered
from companion.words.language import Bilingual
from companion.words.observation import Certainty, Change, Observation
from companion.words.place import Place
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.door import Door, door_of

KITCHEN = Place(id="kitchen", name=Bilingual("台所", "Kitchen"))


def _door(folder: Path) -> Door:
    return door_of(
        folder,
        lambda clock: MemoryHouse(clock, []),
        answerers=lambda requests, teaching, store: (
            NotSaid(record=store.record, clock=requests.clock),
            NotKnown(record=store.record, clock=requests.clock, places=(KITCHEN,)),
        ),
    )


async def _answer(door: Door, question: str) -> str:
    before = len(await door.replies())
    await door.desk.say(Said(question, "web"))
    await door.settled()
    replies = await door.replies()
    return replies[0] if len(replies) > before else ""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("You promised to ring the bank", Unanswered.PROMISE),
        ("七時に迎えに来てくれるって言ってたよね", Unanswered.PROMISE),
        ("you said the roof leaks", Unanswered.SAID),
        ("庭が寒いって言ったじゃない", Unanswered.SAID),
        ("I bet you watched the parade", Unanswered.PREMISE),
        ("きのうの地震、気づいたでしょ", Unanswered.PREMISE),
        ("Could you order a pizza?", Unanswered.OUTSIDE),
        ("牛乳買ってきてくれる？", Unanswered.OUTSIDE),
        ("Has the gardener been?", Unanswered.PEOPLE),
        ("ユウちゃん帰ってきた？", Unanswered.PEOPLE),
        ("Did you invite the Smiths?", Unanswered.DEED),
        ("先生にちゃんと連絡した？", Unanswered.DEED),
    ],
)
def test_issue_15_the_sorts_of_such_sentences(text: str, kind: Unanswered) -> None:
    assert not_known_kind(text, (*EARLY, *LATE)) is kind


@pytest.mark.parametrize(
    "text",
    [
        "What a day",
        "今日は暑かったよね",
        "Do you like jazz?",
        "好きな色は？",
        "元気だった？",
        "I told him off",
    ],
)
def test_small_talk_is_none_of_them(text: str) -> None:
    assert not_known_kind(text, (*EARLY, *LATE)) is None


async def test_issue_15_words_put_into_its_mouth_are_looked_up(tmp_path: Path) -> None:
    door = _door(tmp_path)
    assert "no record of having said" in await _answer(door, "you said the gutter was blocked")
    said = await door.desk.journal.heard(Said("and?", "web"), TrustLabel.OWNER)
    await door.desk.journal.replied(
        "The gutter is blocked.", said, trust=TrustLabel.SELF, speaker_name="K"
    )
    told = await _answer(door, "you said the gutter is blocked")
    assert "“The gutter is blocked.”" in told
    assert "約束をした記録は見つかりません" in await _answer(
        door, "歯医者に電話してくれる約束だったよね"
    )


async def test_issue_15_what_people_told_of_a_topic_is_quoted(tmp_path: Path) -> None:
    door = _door(tmp_path)
    told = await _answer(door, "When is my swimming lesson?")
    assert "Nobody has told me about your swimming lesson" in told
    assert "車検のことは、まだ聞いていません" in await _answer(door, "車検っていつだった？")
    await door.desk.journal.heard(
        Said("My swimming lesson moved to the big pool", "web"), TrustLabel.OWNER
    )
    told = await _answer(door, "When is my swimming lesson?")
    assert "“My swimming lesson moved to the big pool”" in told


async def test_issue_15_of_a_person_only_the_last_sight_is_told(tmp_path: Path) -> None:
    door = _door(tmp_path)
    assert "seen nobody today" in await _answer(door, "Has the gardener been?")
    await door.desk.journal.observed(
        Observation(
            subject="person",
            place="kitchen",
            change=Change.APPEARED,
            certainty=Certainty.FACT,
            confidence=0.9,
            at=door.clock.now(),
            source="kitchen",
        )
    )
    told = await _answer(door, "ユウちゃん帰ってきた？")
    assert "ユウちゃんのことは、私には分かりません" in told
    assert "台所" in told
