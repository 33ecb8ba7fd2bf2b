"""Thanks, what happened today, who is there: answered by code, in the language of the
sentence (issue 11, B16)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest

from companion.desk.answerers.small_talk import SmallTalk, SmallTalker, small_talk
from companion.desk.requests import Requests
from companion.desk.teaching import Teaching
from companion.home.occasion import Occasion
from companion.ports.answerer import Answerer, HeardSentence
from companion.ports.record import Record
from companion.rooms.expression.claims import Names
from companion.service.plugins import CapabilityRegistry
from companion.service.speech_purse import SpeechPurse
from companion.store.sqlite import Store
from companion.words.disclosure import KEPT_BACK
from companion.words.event import Event, EventSource
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual
from companion.words.observation import Certainty, Change, Observation
from companion.words.result import ActionResult
from companion.words.said import Said
from companion.words.text import LabelledText
from companion.words.trust import TrustLabel
from tests.twins.memory_house import MemoryHouse
from tests.unit.desk.answerers.sentence import NOTHING, heard
from tests.unit.desk.door import door_of
from tests.unit.web.twins import EVENING, PLACES, Household


@pytest.mark.parametrize(
    ("asked", "sentences"),
    [
        (
            SmallTalk.THANKS,
            (
                "thanks",
                "Thank you so much!",
                "OK thanks",
                "thanks for that",
                "cheers",
                "ありがとう",
                "ありがとうございます。",
                "どうもありがとう",
                "助かったよ",
                "サンキュー",
            ),
        ),
        (
            SmallTalk.DAY,
            (
                "what happened today?",
                "What did you do today",
                "did anything happen today?",
                "what did I miss today?",
                "今日何があった？",
                "今日は何かありましたか",
                "今日何したの？",
                "今日の昼間、何か動かした？",
                "did you turn anything on today?",
                "今日の出来事を教えて",
                "what happened yesterday?",
                "what did you do on Monday?",
                "what did I miss last night?",
                "昨日は何があった？",
                "おとというちで何かありましたか",
                "この前の日曜日の出来事は？",
            ),
        ),
        (
            SmallTalk.LATELY,
            (
                "what did you just do?",
                "What have you been doing lately?",
                "what did you do a moment ago",
                "さっき何をした？",
                "今何したの？",
                "最近何をしてましたか",
            ),
        ),
        (
            SmallTalk.ANYBODY,
            (
                "is anybody in the hall?",
                "Is there someone in the living room right now?",
                "is anyone home?",
                "who is in the kitchen?",
                "玄関に誰かいる？",
                "誰かいますか",
                "リビングに誰もいない？",
                "台所に誰がいる？",
                "今、誰か玄関にいる？",
            ),
        ),
    ],
)
def test_b16_they_are_heard(asked: SmallTalk, sentences: tuple[str, ...]) -> None:
    for sentence in sentences:
        assert small_talk(sentence, question=True) is asked, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "thanks, turn off the light",
        "thank the neighbour for me",
        "テレビを静かにして",
        "be quiet at ten",
        "静かに閉めて",
        "what happened in Rome today?",
        "what happened yesterday at school?",
        "昨日の夕飯は何だった？",
        "今日何時？",
        "ありがとうって伝えて",
        "静かだね",
        "what is happening today in the news?",
        "is the light in the hall on?",
        "玄関の電気ついてる？",
        "誰かに電話して",
        "",
    ],
)
def test_b16_what_says_more_is_left_alone(sentence: str) -> None:
    assert small_talk(sentence, question=True) is None


def test_b16_what_may_be_a_telling_is_no_question() -> None:
    """`Somebody is at the door` may be news."""
    assert small_talk("玄関に誰かいる", question=False) is None


@pytest.fixture
async def home(tmp_path: Path) -> Household:
    return Household(tmp_path)


def talker(home: Household) -> SmallTalker:
    rooms = {place.id: place.name for place in PLACES}
    return SmallTalker(
        record=home.store.record,
        state=home.store.state,
        names=Names(house=home.house, catalogue=home.parts().catalogue, places=rooms),
        places=PLACES,
        clock=home.clock,
    )


async def said(home: Household, text: str) -> Bilingual:
    asked = small_talk(text, question=True)
    assert asked is not None
    words = await talker(home).words_for(asked, text)
    assert words is not None
    return words


async def test_b16_is_anybody_there(home: Household) -> None:
    """Yes, no, perhaps, and not known, each with its age; never a guess."""
    unseen = await said(home, "is anybody in the hall?")
    assert unseen == Bilingual(
        "玄関は今見えないので、分かりません。", "I can't see the hall now, so I can't tell."
    )
    await home.see("hall", Change.APPEARED)
    home.clock.pass_s(120)
    yes = await said(home, "玄関に誰かいる？")
    assert yes.ja.startswith("はい、玄関に人がいます")
    assert yes.en.startswith("Yes, somebody is in the hall (seen 2 minutes ago")
    assert (await said(home, "who is in the hall?")).en.endswith("I can't tell who.")
    assert (await said(home, "is anyone home?")).en == "Yes, somebody is in the hall."
    await home.see("hall", Change.GONE)
    assert (await said(home, "is anybody in the hall?")).en.startswith("No, nobody is in the hall")
    assert (await said(home, "誰かいる？")).ja == "見えている部屋には誰もいません。"
    await home.see("hall", Change.UNKNOWN, certainty=Certainty.UNKNOWN)
    assert (await said(home, "is anybody in the hall?")).en == unseen.en
    assert await talker(home).words_for(SmallTalk.ANYBODY, "is anybody in the attic?") is None


async def test_b16_what_happened_today(home: Household) -> None:
    """Where people were seen and what was done; not of yesterday, and no look."""
    assert (await said(home, "what happened today?")).en == "Nothing to speak of today."
    home.clock.at = EVENING - timedelta(days=1)
    await home.see("bedroom", Change.APPEARED)
    home.clock.at = EVENING
    await home.see("hall", Change.APPEARED)
    await home.see("living", Change.APPEARED)
    await home.operate(DeviceId("light.hall"), "turn_on", {}, "web")
    told = await said(home, "今日何があった？")
    assert told.ja.startswith("今日は玄関、リビングで人を見ました。したことは1件です。19:02、")
    assert "玄関の明かり" in told.ja
    assert told.en.startswith(
        "Today I saw people in the hall and the living room. I did one thing."
    )
    assert "hall light" in told.en
    assert "bedroom" not in told.en


async def test_issue_15_a_ring_at_the_door_is_told_with_the_day(home: Household) -> None:
    ring = Observation(
        subject=Occasion.DOORBELL.value,
        place="hall",
        change=Change.SEEN,
        certainty=Certainty.FACT,
        confidence=1.0,
        at=home.clock.now(),
        source="binary_sensor.bell",
    )
    await home.journal.observed(ring)
    told = await said(home, "きょう、留守中に何かありましたか")
    assert told.ja == f"{home.clock.now():%H:%M}に呼び鈴が鳴りました。誰だったかは分かりません。"


async def test_b16_what_was_done_lately(home: Household) -> None:
    """The last acts, in the short words of an answer: whose report it was stands on the page."""
    assert (await said(home, "what did you just do?")).en == "I have done nothing lately."
    await home.operate(DeviceId("light.hall"), "turn_on", {}, "web")
    told = await said(home, "さっき何をした？")
    assert told.en == "19:02: I turned on the hall light."
    assert told.ja == "19:02、玄関の明かりをつけました。"


async def test_what_it_said_last_is_said_again_word_for_word(home: Household) -> None:
    """Issue 15, 6: to people of the home; what was of the garden stays of the garden."""
    small = talker(home)
    asked = replace(heard("what did you just say?").event, trust=TrustLabel.HOUSEHOLD)
    first = await small.answer(HeardSentence(asked, lambda _: NOTHING))
    assert first is not None
    assert first.words == Bilingual("まだ何も言っていません。", "I have said nothing so far.")
    reply = await home.journal.replied(
        "Haru found a bell.", asked, trust=TrustLabel.SELF, speaker_name="Koto", garden=True
    )
    for text in ("Sorry, could you say that again?", "さっき何て言った？", "もう一回言って"):
        again = await small.answer(heard(text))
        assert again is not None
        assert again.words == LabelledText("Haru found a bell.", TrustLabel.SELF, reply.id)
        assert again.garden
    assert await small.answer(heard("say that again", trust=TrustLabel.GUEST)) is None


async def test_b16_what_was_said_aloud_is_no_act(home: Household) -> None:
    await home.operate(DeviceId("light.hall"), "turn_on", {}, "web")
    (event,) = await home.store.record.recent(limit=1, sources=(EventSource.ACTION_RESULT,))
    lamp = await home.store.record.result(event.id)
    assert lamp is not None
    words = {"own": {"ja": "消しましょう。", "en": "Let us switch it off."}, "asks": False}
    told = replace(lamp, capability="notice", operation="tell", result_payload=words)
    decision = await home.store.record.event(lamp.decision_event_id)
    assert decision is not None
    await home.journal.acted(told, decision)
    assert (await said(home, "what did you just do?")).en == "19:02: I turned on the hall light."


async def test_b16_what_happened_on_an_earlier_day(home: Household) -> None:
    """Only what lies on that day, however much came since; a day without anything is told so."""
    home.clock.at = EVENING - timedelta(days=2)
    await home.see("bedroom", Change.APPEARED)
    home.clock.at = EVENING - timedelta(days=1)
    await home.see("hall", Change.APPEARED)
    await home.operate(DeviceId("light.hall"), "turn_on", {}, "web")
    home.clock.at = EVENING
    for _ in range(30):
        await home.see("living", Change.APPEARED)
        await home.see("living", Change.GONE)
    yesterday = await said(home, "what happened yesterday?")
    assert yesterday.en.startswith("Yesterday I saw people in the hall. I did one thing.")
    assert yesterday.ja.startswith("昨日は玄関で人を見ました。したことは1件です。")
    before = await said(home, "what happened the day before yesterday?")
    assert before.en == "The day before yesterday I saw people in the bedroom."
    day = EVENING - timedelta(days=4)
    empty = await said(home, f"what happened on {day:%A}?")
    assert empty.en == (f"On {day:%A}, {day.day} {day:%B}, there was nothing to speak of.")
    assert "特に何もありませんでした" in empty.ja


class SpreadRecord:
    """The same record with wide gaps between its ids, as after years of thinning."""

    def __init__(self, record: Record) -> None:
        self._record, self.reads = record, 0

    async def recent(
        self, *, limit: int, before: int | None = None, sources: Sequence[EventSource] = ()
    ) -> list[Event]:
        self.reads += 1
        kept = await self._record.recent(limit=200, sources=sources)
        spread = [replace(e, id=EventId(e.id * 1000)) for e in kept]
        return [e for e in spread if before is None or e.id < before][:limit]

    async def result(self, event_id: EventId) -> ActionResult | None:
        return await self._record.result(EventId(event_id // 1000))


async def test_b16_a_day_is_found_behind_what_was_thinned_out(home: Household) -> None:
    """Reports of devices go after some days; the day is found as before, in few reads."""
    for days in (3, 2, 1):
        home.clock.at = EVENING - timedelta(days=days)
        await home.see("bedroom" if days == 2 else "hall", Change.APPEARED)
    home.clock.at = EVENING
    for _ in range(40):
        await home.see("living", Change.APPEARED)
        await home.see("living", Change.GONE)
    spread = SpreadRecord(home.store.record)
    asked = replace(talker(home), record=cast(Record, spread))
    words = await asked.words_for(SmallTalk.DAY, "what happened the day before yesterday?")
    assert words is not None
    assert words.en == "The day before yesterday I saw people in the bedroom."
    assert spread.reads < 30


async def test_only_people_of_the_home_fill_and_empty_the_purse(tmp_path: Path) -> None:
    """D-024: thanks fill it, うるさい empties it, and the words of a stranger leave it as it is."""
    purses: list[SpeechPurse] = []

    def answerers(requests: Requests, teaching: Teaching, store: Store) -> tuple[Answerer, ...]:
        purses.append(SpeechPurse(requests.clock))
        names = Names(house=requests.house, catalogue=CapabilityRegistry({}), places={})
        return (
            SmallTalker(
                record=store.record,
                state=store.state,
                names=names,
                places=(),
                clock=requests.clock,
                purse=purses[0],
            ),
        )

    door = door_of(tmp_path, MemoryHouse, answerers=answerers)
    (purse,) = purses
    purse.spent()
    left = purse.closeness()
    for text, channel, low, high in (
        ("うるさい！", "roblox", left, left),
        ("thanks", "roblox", left, left),
        ("thanks", "web", 1.0, 1.0),
        ("うるさい！", "web", 0.0, 0.0),
    ):
        await door.desk.say(Said(text, channel))
        await door.settled()
        assert low <= round(purse.closeness(), 3) <= high, (text, channel)


async def test_b16_small_talk_needs_no_model_and_does_nothing(tmp_path: Path) -> None:
    """In the language of the sentence, whatever the household's; a guest is told nothing of who
    is there."""

    def answerers(requests: Requests, teaching: Teaching, store: Store) -> tuple[Answerer, ...]:
        names = Names(house=requests.house, catalogue=CapabilityRegistry({}), places={})
        return (
            SmallTalker(
                record=store.record,
                state=store.state,
                names=names,
                places=(),
                clock=requests.clock,
            ),
        )

    door = door_of(tmp_path, MemoryHouse, answerers=answerers)
    for text, channel, answer in (
        ("thanks", "web", "You're welcome."),
        ("ありがとう", "web", "どういたしまして。"),
        ("what happened today?", "web", "Nothing to speak of today."),
        ("is anyone home?", "roblox", KEPT_BACK.en),
        ("今日何があった？", "roblox", KEPT_BACK.ja),
    ):
        said = await door.desk.say(Said(text, channel))
        newest = (await door.store.record.recent(limit=1))[0]
        assert newest.evidence_event_ids == (said,)
        assert newest.assistant_text == answer
    await door.settled()
    assert door.walked == []
