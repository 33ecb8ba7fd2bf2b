"""A browser that is the microphone: from its button to the answer (issue 13, point 7)."""

import asyncio
import math
from array import array
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from companion.engines.ears.scripted import ScriptedEars
from companion.engines.speaker_id.scripted import ScriptedSpeakerId
from companion.engines.vad.scripted import ScriptedVad
from companion.engines.vad.scripted import Settings as VadSettings
from companion.engines.wake.scripted import ScriptedWakeWord
from companion.engines.wake.scripted import Settings as WakeSettings
from companion.ports.listening import Transcript
from companion.ports.push_to_talk import (
    AnswerTold,
    CheckTold,
    EnrolTold,
    HeardTold,
    LeftOutTold,
    PartialTold,
    PhoneState,
    Press,
    PressMode,
    SilenceTold,
    SoundFault,
    StateTold,
    Told,
    TroubleTold,
    WaitTold,
)
from companion.ports.speech import SpeechUnavailable
from companion.ports.understanding import SpokenSentence
from companion.rooms.journal.room import Journal
from companion.service.clock import SystemClock
from companion.store.sqlite import Store
from companion.voice import push_to_talk
from companion.voice.call_check import CallCheck
from companion.voice.enrolled_voices import EnrolledVoice, EnrolledVoices
from companion.voice.enrolment import Enrolment
from companion.voice.listen import Judge, Verdict
from companion.voice.push_to_talk import HandPhone, PhoneParts, Phones
from companion.voice.who_speaks import WhoSpeaks
from companion.web.hub import Hub
from companion.words.audio import HEARING_RATE_HZ, AudioClip
from companion.words.call import CallSound
from companion.words.called_by import CalledBy
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.said import Said
from companion.words.trust import TrustLabel
from companion.words.turn import Ending
from tests.twins.detector import InProcessDetector

LIGHT = "台所の電気をつけて"
MIKA, KEN, NEITHER = (1.0, 0.0), (0.0, 1.0), (0.6, 0.8)


def sound(seconds: float, level: int = 9000) -> bytes:
    """A tone, which the scripted voice activity takes for speech; level 0 is silence."""
    count = round(seconds * HEARING_RATE_HZ)
    wave = (round(level * math.sin(2 * math.pi * 220 * n / HEARING_RATE_HZ)) for n in range(count))
    return array("h", wave).tobytes()


@dataclass
class ScriptedSpoken:
    """Port `Spoken`: two clips of each message, or none where it is `gone`."""

    gone: str = ""
    asked: list[EventId] = field(default_factory=list)

    def volume(self) -> float:
        return 1.0

    async def message(self, utterance_id: EventId) -> AsyncGenerator[AudioClip, None]:
        self.asked.append(utterance_id)
        if self.gone:
            raise SpeechUnavailable(self.gone)
        for _ in range(2):
            yield AudioClip(sound(0.1))

    async def phrase(self, name: str, language: Language) -> AsyncGenerator[AudioClip, None]:
        yield AudioClip(sound(0.1))


class WholeEndings:
    """Port `Endings`: every sentence is whole."""

    def ending(self, said: SpokenSentence) -> Ending:
        return Ending.WHOLE

    def sounding_like(self, said: SpokenSentence) -> tuple[str, ...]:
        return ()

    def joined(self, said: SpokenSentence, tail: str) -> str:
        return ""


async def by_meaning(words: Transcript, clip: AudioClip) -> Verdict:
    return Verdict(0.2, "meaning")


@dataclass
class Kitchen:
    """A phone in the kitchen, and what came of it."""

    phone: HandPhone
    ears: ScriptedEars
    spoken: ScriptedSpoken
    journal: Journal
    told: list[Told]
    speaker_id: ScriptedSpeakerId
    voices: EnrolledVoices
    said: list[Said] = field(default_factory=list)
    stops: list[str] = field(default_factory=list)
    parts: PhoneParts = field(init=False)

    async def press(self, mode: PressMode, *, aloud: bool = True) -> None:
        press = Press(mode=mode, language=Language.JA, place="kitchen", aloud=aloud)
        await self.phone.press(press)

    async def speak(self, mode: PressMode, *pieces: bytes) -> None:
        """Press, speak, and where the button ends it, release."""
        await self.press(mode)
        for piece in pieces:
            self.phone.hear(piece)
        if mode is not PressMode.TAP:
            self.phone.release()

    async def until(self, kind: type[Told], count: int = 1) -> list[Told]:
        async with asyncio.timeout(20):
            while len(self.of(kind)) < count:
                await asyncio.sleep(0.005)
        return self.of(kind)

    async def idle(self) -> None:
        async with asyncio.timeout(20):
            while self.phone.is_heard or self.states()[-1:] != [PhoneState.IDLE]:
                await asyncio.sleep(0.005)

    def of(self, kind: type[Told]) -> list[Told]:
        return [one for one in self.told if isinstance(one, kind)]

    def states(self) -> list[PhoneState]:
        return [one.state for one in self.told if isinstance(one, StateTold)]


@pytest.fixture
async def kitchen(tmp_path: Path) -> AsyncIterator[Kitchen]:
    engine, voices = ScriptedSpeakerId([MIKA]), EnrolledVoices(tmp_path)
    clock = SystemClock(ZoneInfo("Asia/Tokyo"))
    store, hub, told = Store.in_memory(clock), Hub(clock.now), list[Told]()
    journal, ears, spoken = (
        Journal(store.events, hub, clock),
        ScriptedEars([LIGHT]),
        ScriptedSpoken(),
    )
    there: list[Kitchen] = []

    async def say(said: Said) -> EventId:
        there[0].said.append(said)
        return (await journal.heard(said, TrustLabel.HOUSEHOLD)).id

    async def stop(channel: str) -> None:
        there[0].stops.append(channel)
        await journal.interrupted("stop", channel)

    async def tell(one: Told) -> None:
        told.append(one)

    def judge(place: str) -> Judge:
        assert place == "kitchen"
        return by_meaning

    parts = PhoneParts(
        detector=InProcessDetector(ScriptedWakeWord(WakeSettings()), ScriptedVad(VadSettings())),
        ears=ears,
        judge=judge,
        endings=WholeEndings(),
        vocabulary=lambda language: f"台所 {language}",
        spoken=spoken,
        say=say,
        stop=stop,
        record=store.record,
        stream=hub,
        clock=clock,
        called_by=CalledBy(("ミラ", "Mira")),
        who_speaks=WhoSpeaks(engine, voices).of,
        enrolment=Enrolment(engine, voices, clock.now),
    )
    phone = Phones(parts).connect(tell)
    there.append(Kitchen(phone, ears, spoken, journal, told, engine, voices))
    there[0].parts = parts
    yield there[0]
    await phone.close()


SPOKEN, PAUSE = sound(0.8), sound(1.0, 0)


@pytest.mark.parametrize(
    ("mode", "ended_by"), [(PressMode.TAP, "meaning"), (PressMode.HOLD, "button")]
)
async def test_what_is_said_at_the_button_enters_by_the_door(
    kitchen: Kitchen, mode: PressMode, ended_by: str
) -> None:
    """With its room, its language, what ended it; a tap ends by meaning, a hold by the hand."""
    await kitchen.press(mode)
    kitchen.phone.hear(SPOKEN + PAUSE)
    await kitchen.until(PartialTold)
    kitchen.phone.hear(PAUSE)
    if mode is PressMode.HOLD:
        kitchen.phone.release()
    (heard,) = await kitchen.until(HeardTold)
    (said,) = kitchen.said
    assert (said.text, said.channel, said.place) == (LIGHT, "phone", "kitchen")
    assert (said.language, said.ended_by, said.is_called) == (Language.JA, ended_by, True)
    assert isinstance(heard, HeardTold)
    event = await kitchen.parts.record.event(heard.event_id)
    assert event is not None
    assert event.payload["ended_by"] == ended_by
    assert kitchen.ears.vocabularies[-1] == "台所 ja"
    assert kitchen.of(PartialTold)[0] == PartialTold(LIGHT)
    assert kitchen.states()[0] is PhoneState.LISTENING
    assert PhoneState.HEARING in kitchen.states()


@pytest.mark.parametrize("read", ["お茶いれて。", "Okay, Nabu."])
async def test_a_wake_word_that_stood_for_the_button_is_read_again(
    kitchen: Kitchen, read: str
) -> None:
    """Somebody talks of tea in the room of a satellite: what follows is not for the house."""
    told: list[Told] = []

    async def tell(one: Told) -> None:
        told.append(one)

    check = CallCheck(frozenset({"okay nabu"}))
    ears = ScriptedEars([read, LIGHT])
    phone = Phones(replace(kitchen.parts, call_check=check, ears=ears)).connect(tell)
    call = CallSound("Okay Nabu", AudioClip(sound(1.0)))
    await phone.press(Press(mode=PressMode.TAP, language=Language.JA, place="kitchen", call=call))
    phone.hear(SPOKEN + PAUSE + PAUSE)
    async with asyncio.timeout(20):
        while phone.is_heard:
            await asyncio.sleep(0.005)
    await phone.close()
    is_call = read.startswith("Okay")
    assert [one.text for one in kitchen.said] == ([LIGHT] if is_call else [])
    assert [t for t in told if isinstance(t, LeftOutTold)] == (
        [] if is_call else [LeftOutTold(read, "not_called")]
    )


async def test_the_answer_comes_back_as_text_and_sound(kitchen: Kitchen) -> None:
    """Only to the phone that asked; with the sound switched off, as text alone."""
    await kitchen.speak(PressMode.HOLD, SPOKEN)
    (heard,) = await kitchen.until(HeardTold)
    assert isinstance(heard, HeardTold)
    mine = await kitchen.parts.record.event(heard.event_id)
    other = await kitchen.journal.heard(Said("別の話", "web"), TrustLabel.OWNER)
    assert mine is not None
    await kitchen.journal.replied("別の返事", other, trust=TrustLabel.SELF, speaker_name="コト")
    await kitchen.journal.replied("つけました", mine, trust=TrustLabel.SELF, speaker_name="コト")
    await kitchen.until(AudioClip, 2)
    await kitchen.idle()
    answers = [a.text for a in kitchen.of(AnswerTold) if isinstance(a, AnswerTold)]
    assert answers == ["つけました"]
    assert kitchen.states()[-3:] == [PhoneState.SPEAKING, PhoneState.SPEAKING, PhoneState.IDLE]
    assert kitchen.phone.is_busy
    kitchen.phone.played()
    assert not kitchen.phone.is_busy


async def test_a_phone_that_is_silent_gets_text_alone(kitchen: Kitchen) -> None:
    await kitchen.press(PressMode.HOLD, aloud=False)
    kitchen.phone.hear(SPOKEN)
    kitchen.phone.release()
    (heard,) = await kitchen.until(HeardTold)
    assert isinstance(heard, HeardTold)
    mine = await kitchen.parts.record.event(heard.event_id)
    assert mine is not None
    await kitchen.journal.replied("はい", mine, trust=TrustLabel.SELF, speaker_name="コト")
    await kitchen.until(AnswerTold)
    await kitchen.idle()
    assert kitchen.spoken.asked == []


async def _waits_for_its_answer(kitchen: Kitchen, *, aloud: bool) -> None:
    await kitchen.press(PressMode.HOLD, aloud=aloud)
    kitchen.phone.hear(SPOKEN)
    kitchen.phone.release()
    await kitchen.until(WaitTold)


@pytest.mark.parametrize("aloud", [True, False])
async def test_an_answer_that_takes_its_time_is_bridged_by_words(
    kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch, aloud: bool
) -> None:
    """Issue 13, point 3: words that claim no result, never the same twice in a row; where the
    sound is switched off the device is told them and gets none."""
    monkeypatch.setattr(push_to_talk, "WORDS_AFTER_S", 0.01)
    await _waits_for_its_answer(kitchen, aloud=aloud)
    assert kitchen.of(WaitTold) == [WaitTold("moment", Language.JA)]
    if aloud:
        await kitchen.until(AudioClip)
    assert kitchen.states()[-1] is PhoneState.THINKING
    await kitchen.press(PressMode.HOLD, aloud=aloud)
    kitchen.phone.hear(SPOKEN)
    kitchen.phone.release()
    await kitchen.until(WaitTold, 2)
    assert kitchen.of(WaitTold)[-1] == WaitTold("thinking", Language.JA)
    if aloud:
        await kitchen.until(AudioClip, 2)
    assert len(kitchen.of(AudioClip)) == (2 if aloud else 0)
    assert kitchen.spoken.asked == []


async def _words_that_wait(monkeypatch: pytest.MonkeyPatch, kitchen: Kitchen) -> asyncio.Task[Any]:
    """The task that would bridge the time until an answer, had it not a minute to go."""
    monkeypatch.setattr(push_to_talk, "WORDS_AFTER_S", 60.0)
    await kitchen.speak(PressMode.HOLD, SPOKEN)
    async with asyncio.timeout(20):
        while True:
            waits = [t for t in asyncio.all_tasks() if t.get_name() == "phone: it takes time"]
            if waits:
                return waits[0]
            await asyncio.sleep(0.005)


async def test_an_answer_that_is_there_soon_has_no_words_before_it(
    kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = await _words_that_wait(monkeypatch, kitchen)
    (heard,) = kitchen.of(HeardTold)
    assert isinstance(heard, HeardTold)
    mine = await kitchen.parts.record.event(heard.event_id)
    assert mine is not None
    await kitchen.journal.replied("はい", mine, trust=TrustLabel.SELF, speaker_name="コト")
    await kitchen.idle()
    await asyncio.wait({words}, timeout=20)
    assert words.cancelled()
    assert kitchen.of(WaitTold) == []


async def test_stop_leaves_no_words_that_wait(
    kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = await _words_that_wait(monkeypatch, kitchen)
    await kitchen.journal.interrupted("stop", "phone")
    await kitchen.until(SilenceTold)
    await asyncio.wait({words}, timeout=20)
    assert words.cancelled()
    assert kitchen.of(WaitTold) == []


async def test_a_stop_word_stops_before_the_button_is_released(kitchen: Kitchen) -> None:
    """Straight to the stop corridor; the words do not enter beside it."""
    kitchen.ears._lines[:] = ["ミラ、止まれ"]
    await kitchen.press(PressMode.HOLD)
    kitchen.phone.hear(SPOKEN + PAUSE)
    await kitchen.until(SilenceTold)
    assert kitchen.stops == ["phone"]
    await kitchen.idle()
    assert kitchen.of(LeftOutTold) == [LeftOutTold("ミラ、止まれ", "stop")]
    assert kitchen.said == []


@pytest.mark.parametrize(
    ("pieces", "why"),
    [
        ((b"",), "silent"),
        ((sound(1.0, 0),), "silent"),
        ((sound(1.0, 200),), "no_speech"),
    ],
)
async def test_nothing_said_is_told_with_its_cause(
    kitchen: Kitchen, pieces: tuple[bytes, ...], why: str
) -> None:
    await kitchen.speak(PressMode.HOLD, *pieces)
    await kitchen.idle()
    assert kitchen.of(LeftOutTold) == [LeftOutTold("", why)]
    assert kitchen.said == []


async def test_a_tap_without_a_word_ends_by_itself(kitchen: Kitchen) -> None:
    await kitchen.speak(PressMode.TAP, sound(push_to_talk.BEGIN_S + 0.2, 100))
    await kitchen.idle()
    assert kitchen.of(LeftOutTold) == [LeftOutTold("", "no_speech")]


async def test_a_press_has_a_longest_length(
    kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sound beyond it is dropped, and what was said counts."""
    monkeypatch.setattr(push_to_talk, "MOST_S", 2.0)
    await kitchen.press(PressMode.HOLD)
    for _ in range(10):
        kitchen.phone.hear(sound(0.5))
    await kitchen.until(HeardTold)
    assert kitchen.ears.heard[-1].length_s <= 2.1


async def test_ears_that_do_not_serve_are_told_with_their_remedy(kitchen: Kitchen) -> None:
    """F14: no weights; the phone is free again, and hears once they are there."""
    kitchen.ears.gone = "no model of speech to text in models: `companion models fetch --ears`"
    await kitchen.speak(PressMode.HOLD, SPOKEN)
    await kitchen.idle()
    (trouble,) = kitchen.of(TroubleTold)
    assert isinstance(trouble, TroubleTold)
    assert trouble.what == "ears"
    assert trouble.why is not None
    assert "companion models fetch --ears" in trouble.why.ja
    kitchen.ears.gone = ""
    await kitchen.speak(PressMode.HOLD, SPOKEN)
    await kitchen.until(HeardTold)


async def test_a_voice_that_does_not_serve_is_told_and_the_text_is_there(kitchen: Kitchen) -> None:
    kitchen.spoken.gone = "stopped"
    await kitchen.speak(PressMode.HOLD, SPOKEN)
    (heard,) = await kitchen.until(HeardTold)
    assert isinstance(heard, HeardTold)
    mine = await kitchen.parts.record.event(heard.event_id)
    assert mine is not None
    await kitchen.journal.replied("はい", mine, trust=TrustLabel.SELF, speaker_name="コト")
    await kitchen.until(TroubleTold)
    await kitchen.idle()
    assert len(kitchen.of(AnswerTold)) == 1


async def test_one_phone_is_heard_at_a_time(kitchen: Kitchen) -> None:
    told: list[Told] = []

    async def tell(one: Told) -> None:
        told.append(one)

    await kitchen.press(PressMode.HOLD)
    await kitchen.until(StateTold)
    other = Phones(kitchen.parts).connect(tell)
    await other.press(Press(mode=PressMode.HOLD, language=Language.EN))
    async with asyncio.timeout(20):
        while other.is_heard:
            await asyncio.sleep(0.005)
    assert told == [TroubleTold("busy"), StateTold(PhoneState.IDLE)]
    kitchen.phone.hear(SPOKEN)
    kitchen.phone.release()
    await kitchen.until(HeardTold)
    await other.close()


async def test_a_line_that_breaks_in_the_middle_says_nothing(kitchen: Kitchen) -> None:
    """And the next phone is heard."""
    await kitchen.press(PressMode.HOLD)
    kitchen.phone.hear(SPOKEN)
    await kitchen.phone.close()
    assert kitchen.said == []
    assert not kitchen.parts.in_turn.locked()


async def test_a_new_press_ends_what_is_being_spoken(kitchen: Kitchen) -> None:
    """Barge-in: the browser falls silent by itself, the sound that is being made ends here."""
    await kitchen.speak(PressMode.HOLD, SPOKEN)
    await kitchen.until(HeardTold)
    assert kitchen.phone.is_busy
    kitchen.ears._lines[:] = ["待って"]
    await kitchen.speak(PressMode.HOLD, SPOKEN)
    await kitchen.until(SilenceTold)
    assert kitchen.stops == ["phone"]


CASES: list[tuple[bytes, float, Callable[[CheckTold], bool]]] = [
    (SPOKEN, 0.8, lambda told: told.faults == () and told.text == LIGHT),
    (sound(0.8, 0), 0.8, lambda told: told.faults == (SoundFault.SILENT,) and not told.text),
    (sound(0.8, 32_767), 0.8, lambda told: SoundFault.CLIPPED in told.faults),
    (sound(0.2, 32_767) + SPOKEN, 1.0, lambda told: told.faults == ()),
    (sound(0.8, 300), 0.8, lambda told: SoundFault.QUIET in told.faults),
    (SPOKEN, 2.4, lambda told: SoundFault.WRONG_RATE in told.faults),
]


@pytest.mark.parametrize(
    "case", CASES, ids=["well", "silent", "clipped", "gain settles", "quiet", "wrong rate"]
)
async def test_a_microphone_test_keeps_nothing(
    kitchen: Kitchen, case: tuple[bytes, float, Callable[[CheckTold], bool]]
) -> None:
    """It tells what is wrong with the sound and what was understood, and nothing enters."""
    pcm, took_s, holds = case
    await kitchen.press(PressMode.CHECK)
    kitchen.phone.hear(pcm)
    kitchen.phone.release(took_s)
    (told,) = await kitchen.until(CheckTold)
    assert isinstance(told, CheckTold)
    assert holds(told), told
    await kitchen.idle()
    assert kitchen.said == []
    assert await kitchen.parts.record.recent(limit=5) == ()


async def test_a_microphone_test_stops_nothing(kitchen: Kitchen) -> None:
    """The word is only tried."""
    kitchen.ears._lines[:] = ["止まれ"]
    await kitchen.speak(PressMode.CHECK, SPOKEN, PAUSE)
    (told,) = await kitchen.until(CheckTold)
    assert isinstance(told, CheckTold)
    assert (told.text, told.understood, kitchen.stops) == ("止まれ", "whole", [])


def enrolled(kitchen: Kitchen, name: str, vector: tuple[float, ...]) -> None:
    at = kitchen.parts.clock.now()
    kitchen.voices.enrol(EnrolledVoice(name=name, vector=vector, speech_s=60.0, enrolled_at=at))


async def read_aloud(kitchen: Kitchen, name: str, pcm: bytes) -> EnrolTold:
    before = len(kitchen.of(EnrolTold))
    await kitchen.phone.press(Press(mode=PressMode.ENROL, language=Language.JA, name=name))
    for at in range(0, len(pcm), 64_000):
        kitchen.phone.hear(pcm[at : at + 64_000])
    kitchen.phone.release(len(pcm) / 32_000)
    told = (await kitchen.until(EnrolTold, before + 1))[-1]
    assert isinstance(told, EnrolTold)
    await kitchen.idle()
    return told


async def test_t_56_a_voice_is_enrolled_by_reading_at_the_phone(kitchen: Kitchen) -> None:
    """Issue 13, point 4: nothing enters the house, and nobody is asked for the words. Too little
    speech, two voices and a muted microphone are told, and nothing is kept."""
    kitchen.speaker_id.speech_s = 3.0
    told = await read_aloud(kitchen, "ミカ", sound(2.0))
    assert (told.why_not, kitchen.voices.all()) == ("too_short", ())
    told = await read_aloud(kitchen, "ミカ", sound(12.0, 0))
    assert (told.why_not, kitchen.voices.all()) == ("silent", ())
    kitchen.speaker_id._prints[:] = [MIKA, KEN, MIKA, KEN, MIKA]
    told = await read_aloud(kitchen, "ミカ", sound(12.0))
    assert (told.why_not, kitchen.voices.all()) == ("several_voices", ())
    kitchen.speaker_id._prints[:] = [MIKA]
    told = await read_aloud(kitchen, "ミカ", sound(12.0))
    assert (told.why_not, told.alike, round(told.speech_s)) == ("", (), 12)
    told = await read_aloud(kitchen, "ケン", sound(12.0))
    assert told.alike == ("ミカ",)
    assert [one.name for one in kitchen.voices.all()] == ["ミカ", "ケン"]
    assert kitchen.said == []
    assert await kitchen.parts.record.recent(limit=5) == ()


async def test_an_enrolment_that_breaks_off_keeps_nothing(kitchen: Kitchen) -> None:
    """The browser is gone, or the file cannot be written: the next press is heard."""
    await kitchen.phone.press(Press(mode=PressMode.ENROL, language=Language.JA, name="ミカ"))
    kitchen.phone.hear(sound(12.0))
    await kitchen.phone.close()
    assert kitchen.voices.all() == ()
    assert not kitchen.parts.in_turn.locked()


@pytest.mark.parametrize(
    ("vector", "name", "is_stranger"), [(MIKA, "ミカ", False), (KEN, "", True)]
)
async def test_t_56_a_voice_at_a_phone_is_told_apart(
    kitchen: Kitchen, vector: tuple[float, ...], name: str, is_stranger: bool
) -> None:
    """Push-to-talk: with voices enrolled, another voice is no voice of the household."""
    enrolled(kitchen, "ミカ", MIKA)
    kitchen.speaker_id._prints[:] = [vector]
    await kitchen.speak(PressMode.HOLD, sound(2.2))
    await kitchen.until(HeardTold)
    (said,) = kitchen.said
    assert (said.speaker, said.is_stranger) == (name, is_stranger)


async def test_an_unclear_voice_at_a_phone_is_asked_once_to_say_more(kitchen: Kitchen) -> None:
    """As at the microphone of the home; if it stays unclear it is a guest's."""
    enrolled(kitchen, "ミカ", MIKA)
    kitchen.speaker_id._prints[:] = [NEITHER]
    await kitchen.speak(PressMode.HOLD, sound(2.2))
    (left,) = await kitchen.until(LeftOutTold)
    assert isinstance(left, LeftOutTold)
    assert (left.text, left.why, kitchen.said) == (LIGHT, "unclear_voice", [])
    await kitchen.idle()
    await kitchen.speak(PressMode.HOLD, sound(2.2))
    await kitchen.until(HeardTold)
    assert [said.is_stranger for said in kitchen.said] == [True]


async def test_a_microphone_test_tells_whose_voice_it_hears(kitchen: Kitchen) -> None:
    """So an enrolment is tried; with nobody enrolled nothing is said of it."""
    await kitchen.speak(PressMode.CHECK, sound(2.2))
    await kitchen.until(CheckTold)
    await kitchen.idle()
    enrolled(kitchen, "ミカ", MIKA)
    await kitchen.speak(PressMode.CHECK, sound(2.2))
    before, after = await kitchen.until(CheckTold, 2)
    assert isinstance(before, CheckTold)
    assert isinstance(after, CheckTold)
    assert (before.voice, before.speaker) == ("", "")
    assert (after.voice, after.speaker) == ("known", "ミカ")
