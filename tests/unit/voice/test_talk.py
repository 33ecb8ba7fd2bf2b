"""Talk: what the turn machine says is done (issue 13, points 1 and 3; S-22)."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

import pytest

from capabilities.speak import SPEC
from companion.rooms.journal.room import Journal
from companion.service.clock import SystemClock
from companion.service.plugins import CapabilityRegistry
from companion.store.sqlite import Store
from companion.voice import talk
from companion.voice.mouth import Mouth
from companion.voice.segmenter import Began, Woke
from companion.voice.self_echo import SelfEcho
from companion.voice.talk import Talk
from companion.voice.turn import (
    Called,
    Happened,
    Sentence,
    SpeechBegan,
    TurnSettings,
    TurnState,
    TurnTaking,
    WordsSoFar,
)
from companion.voice.who_speaks import SpeakerHeard, Voice
from companion.web.hub import Hub
from companion.words.capability import ActionCall, ActionOption, Availability
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.result import ActionResult, ResultStatus
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.twins.clock import EVENING

ANSWER = "台所の電気をつけました。ほかに何かありますか"


class ScriptedSpeak:
    """Capability that speaks until it is stopped, or until the test lets it end."""

    SPEC = SPEC

    def __init__(self) -> None:
        self.calls: list[ActionCall] = []
        self.is_short = False
        """Chimes and acknowledgements end by themselves."""
        self.speaks = asyncio.Event()
        self._silenced = asyncio.Event()
        self._over = asyncio.Event()

    def availability(self) -> Availability:
        return Availability(available=True)

    def options(self) -> tuple[ActionOption, ...]:
        return ()

    def end(self) -> None:
        """What is said comes to its end."""
        self._over.set()

    async def perform(self, call: ActionCall) -> ActionResult:
        if call.operation == "stop":
            self._silenced.set()
            return _result(call, ResultStatus.SUCCESS)
        self.calls.append(call)
        if call.operation != "play_utterance" and self.is_short:
            return _result(call, ResultStatus.SUCCESS, seconds=0.1)
        self._silenced.clear()
        self._over.clear()
        self.speaks.set()
        waits = [asyncio.create_task(e.wait()) for e in (self._silenced, self._over)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
        self.speaks.clear()
        whole = self._over.is_set()
        status = ResultStatus.SUCCESS if whole else ResultStatus.PARTIAL
        return _result(call, status, seconds=1.5)


def _result(call: ActionCall, status: ResultStatus, **facts: float) -> ActionResult:
    return ActionResult(
        status=status,
        capability="speak",
        operation=call.operation,
        summary_text="",
        observed_at=EVENING,
        result_payload=facts,
    )


@dataclass
class Ear:
    """Attention that keeps what it was told."""

    attends_s: float = 0.0

    def attend(self, for_s: float) -> None:
        self.attends_s = for_s

    def ignore(self) -> None:
        self.attends_s = 0.0


@dataclass
class Room:
    """A talk in the kitchen, and what came of it."""

    talk: Talk
    speak: ScriptedSpeak
    ear: Ear
    journal: Journal
    said: list[Said] = field(default_factory=list)
    stops: list[str] = field(default_factory=list)
    heard: list[Event] = field(default_factory=list)

    def take(self, *happened: Happened) -> None:
        for one in happened:
            self.talk.take(one)

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not holds():
                await asyncio.sleep(0.005)

    def chimes(self) -> list[str]:
        return [call.payload["chime"] for call in self.speak.calls if "chime" in call.payload]

    def phrases(self) -> list[str]:
        return [call.payload["phrase"] for call in self.speak.calls if "phrase" in call.payload]

    async def acknowledged(self, times: int) -> None:
        await self.until(lambda: len(self.phrases()) == times)

    async def asked_and_answered(self, *, asks: bool = False) -> None:
        """A command was said, and the answer is being spoken."""
        self.take(Called("okay nabu"), SpeechBegan(), Sentence(text="台所の電気つけて"))
        await self.until(lambda: bool(self.heard))
        await self.journal.replied(
            ANSWER, self.heard[-1], trust=TrustLabel.OBSERVED, speaker_name="コト", asks=asks
        )
        await self.until(self.speak.speaks.is_set)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    clock = SystemClock(ZoneInfo("Asia/Tokyo"))
    store, hub, speak, ear = Store.in_memory(clock), Hub(clock.now), ScriptedSpeak(), Ear()
    journal = Journal(store.events, hub, clock)
    chimes = ("wake", "thinking", "done", "error")
    mouth = Mouth(CapabilityRegistry({"speak": speak}), hub, clock, chimes=chimes)
    echo = SelfEcho(clock.monotonic)
    there: list[Room] = []

    async def say(said: Said) -> EventId:
        there[0].said.append(said)
        event = await journal.heard(said, TrustLabel.HOUSEHOLD)
        there[0].heard.append(event)
        return event.id

    async def stop(channel: str) -> None:
        there[0].stops.append(channel)
        await mouth.hush()

    talks = Talk(
        turn=TurnTaking(clock.monotonic, TurnSettings(follow_on_s=0.2), is_echo=echo.is_echo),
        mouth=mouth,
        echo=echo,
        say=say,
        stop=stop,
        record=store.record,
        stream=hub,
        clock=clock,
        language=Language.JA,
        place="kitchen",
    )
    talks.attention = ear
    there.append(Room(talks, speak, ear, journal))
    residents = (*talks.residents(), *mouth.residents())
    tasks = [asyncio.ensure_future(resident.run()) for resident in residents]
    await asyncio.sleep(0)
    yield there[0]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await store.close()


async def test_sentence_enters_by_the_door_and_its_reply_is_spoken(room: Room) -> None:
    """P-007: the channel tells the room, the call and the language."""
    await room.asked_and_answered()
    (said,) = room.said
    assert (said.text, said.channel, said.place) == ("台所の電気つけて", "voice", "kitchen")
    assert (said.is_called, said.ended_by) == (True, "silence")
    assert room.talk.turn.state is TurnState.SPEAKING
    room.speak.end()
    await room.until(lambda: room.talk.turn.state is TurnState.FOLLOW_ON)
    assert room.ear.attends_s > 0
    await room.until(lambda: room.talk.turn.state is TurnState.IDLE)
    assert room.ear.attends_s == 0


@pytest.mark.parametrize(
    ("speaker", "name", "is_stranger"),
    [
        (SpeakerHeard(), "", False),
        (SpeakerHeard(Voice.KNOWN, "ミカ", 0.8), "ミカ", False),
        (SpeakerHeard(Voice.STRANGE, "", 0.2), "", True),
    ],
)
async def test_the_door_is_told_whose_voice_it_was(
    room: Room, speaker: SpeakerHeard, name: str, is_stranger: bool
) -> None:
    """T-56: a name and how sure; what is none of the enrolled voices is a stranger's."""
    room.take(Called("okay nabu"), SpeechBegan(), Sentence(text="何時", speaker=speaker))
    await room.until(lambda: bool(room.said))
    (said,) = room.said
    told = (said.speaker, said.speaker_confidence, said.is_stranger)
    assert told == (name, speaker.likeness, is_stranger)


async def test_room_is_made_for_who_begins_to_speak(room: Room) -> None:
    """T-41, issue 17: at the call and at the first sound, long before the sentence is over."""
    made: list[float] = []

    async def make_room() -> None:
        made.append(room.talk.clock.monotonic())

    room.talk.make_room = make_room
    for heard in (Woke("okay nabu", 0.0), Began(0.4)):
        await room.talk.hear(heard)
    await room.until(lambda: len(made) == 2)
    assert room.said == []


async def test_cough_resumes_where_it_was_cut(room: Room) -> None:
    await room.asked_and_answered()
    room.take(SpeechBegan())
    await room.until(lambda: not room.speak.speaks.is_set())
    room.take(Sentence(text="", length_s=0.2))
    await room.until(room.speak.speaks.is_set)
    assert [call.payload.get("from_s") for call in room.speak.calls] == [None, 1.5]
    assert len(room.said) == 1


async def test_new_sentence_drops_what_is_being_said(room: Room) -> None:
    await room.asked_and_answered()
    room.take(SpeechBegan(), Sentence(text="やっぱり消して", language=Language.JA))
    await room.until(lambda: len(room.said) == 2)
    assert not room.said[1].is_called
    await room.until(lambda: not room.speak.speaks.is_set())
    assert len(room.speak.calls) == 1


async def test_tail_of_a_sentence_that_was_acted_on_enters_whole_and_names_it(room: Room) -> None:
    """Issue 13, point 2: the record links both."""
    room.talk.joined = lambda said, tail: f"{said.text} {tail}" if tail.startswith("in ") else ""
    room.take(Called("okay nabu"), SpeechBegan(), Sentence(text="turn on the light"))
    room.take(SpeechBegan())
    assert room.talk.so_far() is not None
    room.take(Sentence(text="in the bedroom"))
    await room.until(lambda: len(room.heard) == 2)
    first, second = room.heard
    assert room.said[1].text == second.user_text == "turn on the light in the bedroom"
    assert room.said[1].adds_to == first.id
    assert second.evidence_event_ids == (first.id,)
    room.take(SpeechBegan(), Sentence(text="close the curtains"))
    await room.until(lambda: len(room.heard) == 3)
    assert room.said[2].adds_to is None


async def test_nod_is_no_answer_to_what_the_record_does_not_mark_as_a_question(room: Room) -> None:
    """The message ends like a question; its words are not read."""
    await room.asked_and_answered()
    room.take(SpeechBegan(), Sentence(text="うん"))
    await room.until(lambda: len(room.speak.calls) == 2)
    assert len(room.said) == 1


async def test_nod_answers_what_it_asks(room: Room) -> None:
    await room.asked_and_answered(asks=True)
    room.take(SpeechBegan(), Sentence(text="うん"))
    await room.until(lambda: len(room.said) == 2)
    assert room.said[1].text == "うん"


async def test_stop_word_reaches_the_stop_corridor_though_the_door_hangs(room: Room) -> None:
    async def hangs(said: Said) -> EventId:
        await asyncio.Event().wait()
        raise AssertionError

    room.talk.say = hangs
    room.take(Called(), SpeechBegan(), Sentence(text="全部の電気つけて"), SpeechBegan())
    room.take(WordsSoFar("止まれ"))
    await room.until(lambda: room.stops == ["voice"])


async def test_what_it_says_itself_stops_nothing(room: Room) -> None:
    await room.asked_and_answered()
    room.take(SpeechBegan(), Sentence(text="台所の電気をつけました"))
    await room.until(lambda: len(room.speak.calls) == 2)
    assert len(room.said) == 1


async def test_it_asks_once_for_words_it_did_not_get(room: Room) -> None:
    room.take(Called(), SpeechBegan(), Sentence(text="zz", rejected="no_speech"))
    await room.until(room.speak.speaks.is_set)
    assert room.speak.calls[-1].payload == {"phrase": "again", "language": "ja"}
    room.speak.end()
    assert room.talk.turn.state is TurnState.LISTENING


async def test_who_calls_and_waits_hears_that_it_listens(room: Room) -> None:
    """Issue 13, point 5: the wake chime."""
    room.speak.is_short = True
    room.take(Called("okay nabu"))
    await room.until(lambda: room.chimes() == ["wake"])


async def test_who_goes_on_speaking_is_not_chimed_into(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chime would stand in the sound of the command."""
    monkeypatch.setattr(talk, "CALLED_S", 0.05)
    room.speak.is_short = True
    room.take(Called("okay nabu"), SpeechBegan())
    await asyncio.sleep(0.15)
    assert room.chimes() == []


async def test_long_answer_is_bridged_by_words_then_by_a_chime(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue 13, point 3: an acknowledgement, never the same twice in a row; point 5: a chime."""
    monkeypatch.setattr(talk, "WORDS_AFTER_S", 0.01)
    monkeypatch.setattr(talk, "CHIME_EVERY_S", 0.02)
    room.speak.is_short = True
    for number in range(1, 4):
        room.take(Called(), SpeechBegan(), Sentence(text=f"今日の予定 {number}"))
        await room.acknowledged(number)
    await room.until(lambda: "thinking" in room.chimes())
    assert room.phrases() == ["moment", "thinking", "see"]


async def test_quick_answer_needs_no_words_before_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "WORDS_AFTER_S", 0.2)
    await room.asked_and_answered()
    await asyncio.sleep(0.3)
    assert room.phrases() == []


async def test_no_answer_is_heard_as_a_chime(room: Room) -> None:
    """Issue 13, point 5: who asked aloud does not wait for nothing."""
    room.speak.is_short = True
    room.take(Called(), SpeechBegan(), Sentence(text="今日はどうだった"))
    await room.until(lambda: bool(room.heard))
    await room.journal.unanswered(room.heard[-1], "ModelUnavailable")
    await room.until(lambda: "error" in room.chimes())
    await room.until(lambda: room.talk.turn.state is TurnState.FOLLOW_ON)


async def test_own_acknowledgement_is_known_as_echo_while_the_answer_is_spoken(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words may come back from speech to text when the answer has begun."""
    monkeypatch.setattr(talk, "WORDS_AFTER_S", 0.0)
    room.speak.is_short = True
    room.take(Called(), SpeechBegan(), Sentence(text="台所の電気つけて"))
    await room.until(lambda: room.phrases() == ["moment"])
    await room.journal.replied(
        ANSWER, room.heard[-1], trust=TrustLabel.OBSERVED, speaker_name="コト"
    )
    await room.until(room.speak.speaks.is_set)
    room.take(SpeechBegan(), Sentence(text="少しお待ちください"))
    await room.until(lambda: len(room.speak.calls) == 3)
    assert len(room.said) == 1


async def _rest(room: Room, text: str = "ほかに何かありますか。") -> None:
    said = room.heard[0]
    await room.journal.replied(
        text, said, trust=TrustLabel.OBSERVED, speaker_name="コト", goes_on=True
    )


async def test_the_rest_of_a_reply_follows_its_first_sentence(room: Room) -> None:
    await room.asked_and_answered()
    await _rest(room)
    room.speak.end()
    await room.until(lambda: len(room.speak.calls) == 2)
    assert room.talk.turn.state is TurnState.SPEAKING


async def test_the_rest_of_a_reply_is_not_spoken_to_who_cut_in(room: Room) -> None:
    """It stands in the record and on the page."""
    await room.asked_and_answered()
    room.take(SpeechBegan(), Sentence(text="やっぱり消して"))
    await room.until(lambda: len(room.said) == 2)
    await _rest(room)
    await room.journal.replied(
        "消しました。", room.heard[1], trust=TrustLabel.OBSERVED, speaker_name="コト"
    )
    await room.until(lambda: len(room.speak.calls) == 2)
    last = await room.talk.record.event(EventId(room.speak.calls[-1].payload["utterance_id"]))
    assert last is not None
    assert last.assistant_text == "消しました。"


@pytest.mark.parametrize("answers", [True, False])
async def test_a_call_that_another_companion_answers_is_ceded_silently(
    room: Room, answers: bool
) -> None:
    """Issue 13, point 7: meanwhile it listens, so that nothing is lost where it answers."""
    decided = asyncio.Event()

    async def decide(loudness_db: float) -> bool:
        await decided.wait()
        return answers

    room.talk.answers = decide
    await room.talk.hear(Woke("okay nabu", 1.0, 12.0))
    assert room.talk.turn.state is TurnState.LISTENING
    room.take(SpeechBegan())
    decided.set()
    if answers:
        await asyncio.sleep(0.01)
        assert room.ear.attends_s > 0
    else:
        await room.until(lambda: room.talk.turn.state is TurnState.IDLE)
        assert room.ear.attends_s == 0
        room.take(Sentence(text="電気をつけて"))
        assert not room.said
    assert not room.speak.calls
