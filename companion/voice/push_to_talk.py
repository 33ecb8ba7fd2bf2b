"""Push-to-talk: the sound of a browser goes the way of the microphone's while a button says so.

The button stands for the wake word, and for the end of the turn while it is held. The words enter
by the one door; the reply that the record has to them goes back to the browser that asked, as text
and as the sound of our own voice engines.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from companion.phrases.reasons import in_both
from companion.ports.body import SoundUnknown
from companion.ports.clock import Clock
from companion.ports.listening import Detector, Ears, ListeningUnavailable, Transcript
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
    Tell,
    TroubleTold,
    WaitTold,
)
from companion.ports.record import Record
from companion.ports.speech import SpeechUnavailable, Spoken
from companion.ports.stream import Stream
from companion.ports.understanding import Endings, SpokenSentence
from companion.service.watched_tasks import WatchedTasks
from companion.voice.call_check import CallCheck
from companion.voice.enrolled_voices import NotEnrolled
from companion.voice.enrolment import Enrolment
from companion.voice.hand_microphone import HandMicrophone
from companion.voice.hearing import Hearing
from companion.voice.likely_words import LikelyWords
from companion.voice.listen import (
    UNAVAILABLE,
    CallDoubted,
    Heard,
    HearingChanged,
    Judge,
    Listener,
    PartialHeard,
    SegmentHeard,
    Verdict,
    WhoSpeaks,
)
from companion.voice.segmenter import Began, SegmenterSettings
from companion.voice.turn import UNCLEAR_VOICE
from companion.voice.waiting_words import WORDS_AFTER_S, WaitingWords
from companion.voice.who_speaks import NOT_ASKED, NOT_ENROLLED, Voice
from companion.words.activity import StreamKind, StreamMessage
from companion.words.audio import AudioClip
from companion.words.called_by import CalledBy
from companion.words.event import Event, EventSource
from companion.words.facts import Replied, fact_of
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.said import PHONE, Said, language_to_read
from companion.words.stop_word import means_stop

log = logging.getLogger(__name__)

MOST_S = 30.0
"""Longest press: nobody says a command for so long."""
CHECK_S = 6.0
"""Longest sound of a microphone test, which records five seconds."""
ENROL_S = 120.0
"""Longest reading: a minute is asked for."""
BEGIN_S = 8.0
"""Time to begin to speak after a tap, as after the wake word."""
REMEMBERED = 8
"""Sentences of one phone whose replies are still waited for."""
MOST_OF: Mapping[PressMode, float] = {PressMode.CHECK: CHECK_S, PressMode.ENROL: ENROL_S}
"""Longest sound of a press; of any other `MOST_S`."""
BUTTON, END_OF_SOUND, STOP = "button", "end_of_sound", "stop"
NOT_CALLED = "not_called"
NO_SPEECH, SILENT = "no_speech", "silent"
NO_ANSWER = "reply_failed"
_HELD = SegmenterSettings(longest_silence_s=MOST_S)
_CUT: Mapping[PressMode, SegmenterSettings] = {
    PressMode.HOLD: _HELD,
    PressMode.CHECK: _HELD,
    PressMode.TAP: SegmenterSettings(),
}
_STATES = {
    Hearing.WAITING: PhoneState.LISTENING,
    Hearing.ATTENDING: PhoneState.LISTENING,
    Hearing.HEARING: PhoneState.HEARING,
    Hearing.RECOGNISING: PhoneState.READING,
}


async def until_released(words: Transcript, clip: AudioClip) -> Verdict:
    """The judge of a button that is held: no silence ends the turn."""
    return Verdict(MOST_S, BUTTON)


@dataclass(frozen=True, kw_only=True)
class PhoneParts:
    """Parts that all phones share."""

    detector: Detector
    ears: Ears
    judge: Callable[[str], Judge]
    """Judge of the end of a turn in a room."""
    endings: Endings
    vocabulary: Callable[[Language], str]
    spoken: Spoken
    who_speaks: WhoSpeaks
    enrolment: Enrolment
    say: Callable[[Said], Awaitable[EventId]]
    """The one door."""
    stop: Callable[[str], Awaitable[object]]
    """The stop corridor."""
    record: Record
    stream: Stream
    clock: Clock
    call_check: CallCheck = CallCheck()
    """Second opinion on a wake word that stood for the button."""
    called_by: CalledBy = CalledBy()
    """By which the companion is called."""
    waiting: WaitingWords = field(default_factory=WaitingWords)
    in_turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One phone is heard at a time: a detector follows one sound."""


class Phones:
    """All browsers that are microphones. The engines start with the first press. Implements the
    port `PushToTalk`."""

    def __init__(self, parts: PhoneParts) -> None:
        self._parts = parts

    def connect(self, tell: Tell) -> "HandPhone":
        """A browser that will speak."""
        return HandPhone(self._parts, tell)


class HandPhone:
    """One browser with a button to speak. Implements the port `Phone`."""

    def __init__(self, parts: PhoneParts, tell: Tell) -> None:
        self._on, self._tell = parts, tell
        self._tasks = WatchedTasks()
        self._press: _OnePress | None = None
        self._pressed: asyncio.Task[None] | None = None
        self._sounding: asyncio.Task[None] | None = None
        self._is_playing = False
        self._aloud = True
        self._mine: deque[EventId] = deque(maxlen=REMEMBERED)
        self._waiting: set[EventId] = set()
        """Sentences of this phone that were not replied to yet."""
        self._asked_for_more = False
        """The voice was unclear, and its person was asked once to say more."""
        self._giving_in = asyncio.Lock()
        """Held while a sentence enters: its reply may be recorded before its id is known."""
        self._tasks.begin(self._watch(parts.stream.watch()), "phone: replies")

    @property
    def is_heard(self) -> bool:
        """Whether its sound is listened to now."""
        return self._pressed is not None and not self._pressed.done()

    @property
    def is_busy(self) -> bool:
        """Whether something is done or said for this phone: then "wait" means stop."""
        return self._is_playing or bool(self._waiting)

    async def press(self, press: Press) -> None:
        """Listen from now on; what is being spoken to it ends."""
        busy = self.is_busy or press.interrupts
        await self._silence()
        await self._drop_press()
        self._aloud = press.aloud
        self._press = one = _OnePress(self._on, press, self._tell, busy=busy)
        self._pressed = asyncio.create_task(self._hear(one), name="phone: press")
        self._tasks.begin(self._pressed, "phone: press")

    def hear(self, pcm: bytes) -> None:
        """The next sound; dropped where nobody listens."""
        if self._press is not None:
            self._press.hear(pcm)

    def release(self, took_s: float | None = None) -> None:
        """The button is released: the sentence is over."""
        if self._press is not None:
            self._press.release(took_s)

    def played(self) -> None:
        """The sound of the answer was heard to its end."""
        self._is_playing = False

    async def close(self) -> None:
        """The browser is gone; a sentence that is not over is dropped, one that was given in is
        not."""
        await self._drop_press()
        async with self._giving_in:
            await self._tasks.close()

    async def _drop_press(self) -> None:
        if self._press is not None:
            self._press.microphone.cut()
        if self._pressed is not None and not self._giving_in.locked():
            self._pressed.cancel()
        if self._pressed is not None:
            await asyncio.gather(self._pressed, return_exceptions=True)

    async def _hear(self, one: "_OnePress") -> None:
        if self._on.in_turn.locked():
            await self._trouble("busy")
            return
        async with self._on.in_turn:
            sentence = await one.run(asks_for_more=not self._asked_for_more)
            self._asked_for_more = one.is_unclear and not self._asked_for_more
        if sentence is None:
            await self._tell(StateTold(PhoneState.IDLE))
        else:
            await self._give_in(sentence, one.language)

    async def _trouble(self, what: str) -> None:
        await self._tell(TroubleTold(what))
        await self._tell(StateTold(PhoneState.IDLE))

    async def _give_in(self, said: Said, language: Language) -> None:
        """`language`: the likeliest, where the words do not tell theirs."""
        async with self._giving_in:
            event_id = None
            try:
                event_id = await self._on.say(said)
            finally:
                if event_id is None:
                    await self._trouble("not_given")
            self._mine.append(event_id)
            self._waiting.add(event_id)
            await self._tell(
                HeardTold(
                    text=said.text,
                    language=said.language,
                    confidence=said.confidence,
                    ended_by=said.ended_by,
                    event_id=event_id,
                )
            )
            await self._tell(StateTold(PhoneState.THINKING))
            self._say(self._wait(event_id, said.language or language), "phone: it takes time")

    async def _watch(self, messages: AsyncIterator[StreamMessage]) -> None:
        async for message in messages:
            if message.kind is not StreamKind.EVENT or message.event_id is None:
                continue
            if message.data.get("source") == EventSource.INTERRUPT:
                self._waiting.clear()
                await self._silence()
                await self._tell(SilenceTold())
            elif message.data.get("source") == EventSource.CONVERSATION_REPLY:
                if (reply := await self._to_me(message.event_id)) is not None:
                    await self._answer(reply)
            elif message.data.get("kind") == NO_ANSWER and await self._to_me(message.event_id):
                await self._trouble(NO_ANSWER)

    async def _to_me(self, event_id: EventId) -> Event | None:
        """The event, where it answers a sentence of this phone."""
        event = await self._on.record.event(event_id)
        async with self._giving_in:
            # The sentence stands first; what the answer rests on may be of another phone.
            if event is None or not set(self._mine).intersection(event.evidence_event_ids[:1]):
                return None
        self._waiting.difference_update(event.evidence_event_ids[:1])
        return event

    async def _answer(self, reply: Event) -> None:
        await self._silence()
        told = fact_of(reply, Replied)
        speaker = told.speaker_name if told is not None else ""
        await self._tell(AnswerTold(reply.assistant_text, speaker, reply.id))
        if self._aloud and not self.is_heard:
            self._say(self._sound(reply.id), "phone: answer")
        elif not self.is_heard:
            await self._tell(StateTold(PhoneState.IDLE))

    def _say(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Until somebody speaks, everything is stopped, or something newer is said."""
        self._sounding = asyncio.create_task(work, name=name)
        self._tasks.begin(self._sounding, name)

    async def _wait(self, event_id: EventId, language: Language) -> None:
        """Words of ours that claim nothing, where the answer is not there soon."""
        await self._on.clock.sleep(WORDS_AFTER_S)
        phrase = self._on.waiting.next(language) if event_id in self._waiting else ""
        if not phrase:
            return
        await self._tell(WaitTold(phrase, language))
        if self._aloud:
            try:
                async with aclosing(self._on.spoken.phrase(phrase, language)) as clips:
                    async for clip in clips:
                        await self._tell(clip)
            except SpeechUnavailable as error:
                log.info("no words bridge the time until the answer: %s", error)

    async def _sound(self, event_id: EventId) -> None:
        """The answer in our own voice; the browser plays it while the next clause is made."""
        self._is_playing = True
        try:
            async with aclosing(self._on.spoken.message(event_id)) as clips:
                async for clip in clips:
                    await self._tell(StateTold(PhoneState.SPEAKING))
                    await self._tell(clip)
        except SpeechUnavailable as error:
            await self._tell(TroubleTold("voice", in_both(str(error))))
        except SoundUnknown:
            log.info("answer %s is not spoken: it was erased", event_id)
        await self._tell(StateTold(PhoneState.IDLE))

    async def _silence(self) -> None:
        self._is_playing = False
        sounding, self._sounding = self._sounding, None
        if sounding is not None:
            sounding.cancel()
            await asyncio.gather(sounding, return_exceptions=True)


class _OnePress:
    """One press of the button, from its first sound to its words."""

    def __init__(self, parts: PhoneParts, press: Press, tell: Tell, *, busy: bool) -> None:
        self._on, self._press, self._tell, self._busy = parts, press, tell, busy
        self.microphone = HandMicrophone(press.place, MOST_OF.get(press.mode, MOST_S))
        self._took_s: float | None = None
        self._has_begun = self._is_done = False
        self._state = PhoneState.IDLE
        self._last: SegmentHeard | None = None
        """The words that count; those that were rejected where there are no others."""
        self.is_unclear = False
        """Voices are enrolled, and nobody could tell whether this is one."""

    @property
    def language(self) -> Language:
        """The one that is most likely spoken."""
        return self._press.language

    @property
    def _checks(self) -> bool:
        return self._press.mode is PressMode.CHECK

    @property
    def _taps(self) -> bool:
        """Whether the end of the turn is judged, and not told by the hand."""
        return self._press.mode is PressMode.TAP

    def hear(self, pcm: bytes) -> None:
        """The next sound. A person who tapped and says nothing is not waited for."""
        self.microphone.take(pcm)
        if self._taps and not self._has_begun and self.microphone.length_s > BEGIN_S:
            self.microphone.finish()

    def release(self, took_s: float | None) -> None:
        """No more sound comes."""
        self._took_s = took_s
        self.microphone.finish()

    async def run(self, *, asks_for_more: bool) -> Said | None:
        """Listen; give the sentence that is to enter the house, or tell why there is none.
        `asks_for_more`: a voice that is unclear is asked to say more; else it is a guest's."""
        await self._become(PhoneState.LISTENING)
        if self._press.mode is PressMode.ENROL:
            await self._enrol()
            return None
        try:
            await self._listener().once()
        except ListeningUnavailable as error:
            await self._tell(TroubleTold("ears", in_both(str(error))))
            return None
        if self._last is not None and self._last.words.rejected == UNAVAILABLE:
            await self._tell(TroubleTold("ears", in_both(self._on.ears.why_down())))
            return None
        if self._is_done:
            return None
        if self._checks:
            await self._tell(self._checked())
            return None
        return await self._sentence(asks_for_more=asks_for_more)

    def _listener(self) -> Listener:
        likely = LikelyWords(
            endings=self._on.endings,
            clock=self._on.clock,
            language=self._press.language,
            place=self._press.place,
        )
        return Listener(
            self.microphone,
            self._on.detector,
            self._on.ears,
            self._take,
            judge=self._on.judge(self._press.place) if self._taps else until_released,
            choose=likely.choose,
            enough=likely.suffices,
            who_speaks=self._on.who_speaks,
            language=lambda: self._press.language,
            vocabulary=lambda: self._on.vocabulary(self._press.language),
            call_check=self._on.call_check,
            call=self._press.call,
            settings=_CUT[self._press.mode],
            attends_always=True,
        )

    async def _enrol(self) -> None:
        """Know the voice of who reads until the button is released."""
        sound = b"".join([block async for block in self.microphone.blocks()])
        await self._become(PhoneState.READING)
        name, faults = self._press.name, self.microphone.faults(self._took_s)
        if faults:
            await self._tell(EnrolTold(name=name, speech_s=0.0, why_not=faults[0].value))
            return
        try:
            enrolled = await self._on.enrolment.enrol(name, AudioClip(sound))
        except NotEnrolled as error:
            await self._tell(EnrolTold(name=name, speech_s=error.speech_s, why_not=error.why))
        except (ListeningUnavailable, OSError) as error:
            await self._tell(TroubleTold("speaker_id", in_both(str(error))))
        else:
            told = EnrolTold(name=name, speech_s=enrolled.speech_s, alike=enrolled.alike)
            await self._tell(told)

    async def _take(self, heard: Heard) -> None:
        match heard:
            case HearingChanged(state) if state in _STATES:
                await self._become(_STATES[state])
            case Began():
                self._has_begun = True
            case CallDoubted(_, words):
                await self._was_not_called(words.text)
            case PartialHeard(words):
                if not words.rejected:
                    await self._tell(PartialTold(words.text))
                await self._stop_at(words.text)
            case SegmentHeard():
                await self._segment(heard)
            case _:
                pass

    async def _segment(self, heard: SegmentHeard) -> None:
        is_good = bool(heard.words.text.strip()) and not heard.words.rejected
        if is_good or self._last is None:
            self._last = heard
        if is_good and self._taps:
            self.microphone.cut()
        await self._stop_at(heard.words.text)

    async def _stop_at(self, text: str) -> None:
        """A stop word goes to the stop corridor at once: nothing stands before it."""
        said = self._on.called_by.without(text)
        if self._checks or self._is_done or not means_stop(said, busy=self._busy):
            return
        self._is_done = True
        self.microphone.cut()
        await self._on.stop(self._press.channel)
        await self._tell(LeftOutTold(text, STOP))

    async def _was_not_called(self, text: str) -> None:
        """The wake word was something else: nothing of this sound is for the house."""
        self._is_done = True
        self.microphone.cut()
        await self._tell(LeftOutTold(text, NOT_CALLED))

    async def _sentence(self, *, asks_for_more: bool) -> Said | None:
        heard = self._last
        if heard is None or heard.words.rejected or not heard.words.text.strip():
            text, why = ("", "") if heard is None else (heard.words.text, heard.words.rejected)
            silent = SILENT if self.microphone.is_silent else NO_SPEECH
            await self._tell(LeftOutTold(text, why or silent))
            return None
        speaker = heard.speaker
        self.is_unclear = speaker.voice is Voice.UNCLEAR
        if self.is_unclear and asks_for_more:
            await self._tell(LeftOutTold(heard.words.text, UNCLEAR_VOICE))
            return None
        return Said(
            heard.words.text,
            self._press.channel,
            language=heard.words.language,
            place=self._press.place,
            confidence=heard.words.confidence,
            is_called=self._press.channel == PHONE,
            ended_by=BUTTON if heard.ended_by == END_OF_SOUND else heard.ended_by,
            speaker=speaker.name,
            speaker_confidence=speaker.likeness,
            is_stranger=speaker.voice in NOT_ENROLLED,
        )

    def _checked(self) -> CheckTold:
        words = Transcript(text="", language=None) if self._last is None else self._last.words
        speaker = NOT_ASKED if self._last is None else self._last.speaker
        is_asked = speaker.voice is not Voice.NOT_ASKED
        is_heard = bool(words.text.strip()) and not words.rejected
        faults = self.microphone.faults(self._took_s)
        if not is_heard and SoundFault.SILENT not in faults:
            faults = (*faults, SoundFault.NO_SPEECH)
        return CheckTold(
            text=words.text if is_heard else "",
            language=words.language,
            confidence=words.confidence,
            faults=faults,
            peak=self.microphone.peak,
            understood=self._ending(words) if is_heard else "",
            voice=speaker.voice.value if is_asked else "",
            speaker=speaker.name,
        )

    def _ending(self, words: Transcript) -> str:
        language = language_to_read(words.text, words.language, self._press.language)
        said = SpokenSentence(words.text, language, self._on.clock.now(), self._press.place)
        return self._on.endings.ending(said).value

    async def _become(self, state: PhoneState) -> None:
        if state is not self._state:
            self._state = state
            await self._tell(StateTold(state))
