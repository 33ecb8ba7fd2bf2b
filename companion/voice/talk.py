"""A talk does what the turn machine says, with a microphone, a voice and the door.

It is a channel: what is heard enters by the one door as a `Said`, and the replies that the record
has to it are spoken. It decides nothing else.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

from companion.phrases.acknowledgements import ACKNOWLEDGEMENTS
from companion.ports.clock import Clock
from companion.ports.part import ResidentSpec, Stage
from companion.ports.record import Record
from companion.ports.stream import Stream
from companion.ports.understanding import SpokenSentence
from companion.rooms.expression.claims import ASKED
from companion.service.watched_tasks import WatchedTasks
from companion.voice.hearing import Hearing
from companion.voice.listen import CallDoubted, Heard, HearingChanged, PartialHeard, SegmentHeard
from companion.voice.mouth import Mouth
from companion.voice.segmenter import Began, Woke
from companion.voice.segmenter import NothingSaid as NobodySpoke
from companion.voice.self_echo import SelfEcho
from companion.voice.turn import (
    UNCLEAR_VOICE,
    Answered,
    AskAgain,
    Called,
    Ceded,
    DropPlayback,
    Happened,
    HoldPlayback,
    LeaveOut,
    ListenFor,
    NothingSaid,
    PassOn,
    PlaybackBegan,
    PlaybackEnded,
    ResumePlayback,
    Sentence,
    SpeechBegan,
    Step,
    StopEverything,
    StopListening,
    TimePassed,
    TurnState,
    TurnTaking,
    WordsSoFar,
)
from companion.voice.waiting_words import WORDS_AFTER_S, WaitingWords
from companion.voice.who_speaks import NOT_ENROLLED
from companion.words.activity import StreamKind, StreamMessage
from companion.words.event import Event, EventSource
from companion.words.facts import MessageSaid, Replied, fact_of
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.said import VOICE, Said, language_to_read

log = logging.getLogger(__name__)

AGAIN, LONGER = "again", "longer"
CALLED_S = 0.3
"""Pause after the wake word; who speaks straight on is not chimed into."""
CHIME_EVERY_S = 5.0
"""While the answer is still not there."""
NO_ANSWER = frozenset({"reply_failed"})


@dataclass(frozen=True, slots=True)
class _Entered:
    """A sentence that was passed on."""

    spoken: SpokenSentence
    entering: "asyncio.Task[EventId]"


class Attention(Protocol):
    """Listener to one microphone."""

    def attend(self, for_s: float) -> None:
        """Listen to speech that begins within so many seconds, without the wake word."""

    def ignore(self) -> None:
        """Listen to the wake word alone again."""


@dataclass(kw_only=True)
class Talk:
    """Talk with who is near one microphone. `take` never waits."""

    turn: TurnTaking
    attention: Attention = field(init=False)
    """Set where the listener is built, which needs `hear`."""
    mouth: Mouth
    echo: SelfEcho
    say: Callable[[Said], Coroutine[Any, Any, EventId]]
    """The one door."""
    stop: Callable[[str], Awaitable[object]]
    """The stop corridor."""
    record: Record
    stream: Stream
    clock: Clock
    language: Language
    """Of the household."""
    place: str
    waiting: WaitingWords = field(default_factory=WaitingWords)
    _sentences: int = 0
    """Sentences that were passed on."""
    _begun_at: int = 0
    """`_sentences` when the last reply began; -1 once it was cut."""
    _says: Event | None = None
    joined: Callable[[SpokenSentence, str], str] = lambda said, tail: ""
    """The whole sentence, where the tail says more of what was said; "" where it does not."""
    make_room: Callable[[], Awaitable[None]] | None = None
    """Told that somebody begins to speak, long before the sentence is over."""
    answers: Callable[[float], Awaitable[bool]] | None = None
    """Whether this companion answers a call of this loudness; None where it is the only one."""
    tasks: WatchedTasks = field(default_factory=WatchedTasks)
    _last: "_Entered | None" = None
    _may_add_to: "_Entered | None" = None
    """`_last`, where what is heard now came soon enough to say more of it."""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _does: dict[type[Step], Callable[..., None]] = field(init=False)

    def __post_init__(self) -> None:
        self.mouth.watcher = self._speaks
        self._does = {
            ListenFor: lambda step: self.attention.attend(step.for_s),
            StopListening: lambda _: self.attention.ignore(),
            HoldPlayback: lambda _: self._hold(),
            ResumePlayback: lambda _: self._go_on(),
            DropPlayback: lambda _: self._drop(),
            PassOn: self._pass_on,
            StopEverything: lambda _: self._stop(),
            LeaveOut: lambda step: log.info("left out (%s): %s", step.why, step.text),
            AskAgain: lambda step: self.tasks.begin(self._ask_again(step), "voice: again"),
        }

    async def hear(self, heard: Heard) -> None:
        """Take an event of the listener."""
        if isinstance(heard, HearingChanged):
            self._hears(heard.state)
            return
        if isinstance(heard, Began):
            self.echo.speech_began()
        if isinstance(heard, Began | Woke) and self.make_room is not None:
            self.tasks.begin(self.make_room(), "voice: room for a person")
        if isinstance(heard, CallDoubted):
            log.info("%s was not said, but: %s", heard.phrase, heard.words.text)
        self.take(happened_of(heard))
        if isinstance(heard, Woke) and self.answers is not None:
            self.tasks.begin(self._cede_or_answer(heard.loudness_db), "voice: who answers")

    async def _cede_or_answer(self, loudness_db: float) -> None:
        assert self.answers is not None
        if not await self.answers(loudness_db):
            self.take(Ceded())
            self._tell({"kind": "ceded", "place": self.place})

    def take(self, happened: Happened) -> None:
        """Something was heard, said or pressed."""
        before, self._may_add_to = self.turn.state, (self.turn.may_add() and self._last) or None
        steps = self.turn.take(happened)
        for step in steps:
            self._does[type(step)](step)
        if steps and isinstance(happened, Called):
            self.tasks.begin(self._chime_if_waiting(), "voice: called")
        self._changed.set()
        if self.turn.state is not before:
            self._tell({"kind": "voice", "state": self.turn.state.value, "place": self.place})

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The tasks."""
        return (
            ResidentSpec("turns", self.keep_time, Stage.INTAKE),
            ResidentSpec("spoken replies", self.speak_replies, Stage.ACT),
        )

    async def keep_time(self) -> None:
        """End states whose time is over, until cancelled."""
        try:
            while True:
                self._changed.clear()
                deadline_s = self.turn.deadline_s
                if deadline_s is None:
                    await self._changed.wait()
                    continue
                left_s = max(0.0, deadline_s - self.clock.monotonic())
                try:
                    await self.clock.wait_for(self._changed.wait(), left_s)
                except TimeoutError:
                    self.take(TimePassed())
        finally:
            await self.tasks.close()

    async def speak_replies(self) -> None:
        """Speak what is replied to a voice, until cancelled."""
        async for message in self.stream.watch():
            if message.kind is not StreamKind.EVENT or message.event_id is None:
                continue
            if message.data.get("kind") in NO_ANSWER:
                if self.turn.state is TurnState.THINKING:
                    self.tasks.begin(self.mouth.chime("error"), "voice: no answer")
                self.take(Answered())
            elif message.data.get("source") == EventSource.CONVERSATION_REPLY:
                reply = await self.record.event(message.event_id)
                if reply is not None and reply.channel == VOICE:
                    self._answer(reply)

    def _answer(self, reply: Event) -> None:
        """The rest of a reply is not spoken where its speaker cut in or went on."""
        replied = fact_of(reply, Replied)
        if replied is None or not replied.goes_on:
            self._begun_at = self._sentences
        elif self._begun_at != self._sentences:
            return
        self.mouth.answer(reply)

    # --- Steps ------------------------------------------------------------------------------------

    def _pass_on(self, step: PassOn) -> None:
        sentence = step.sentence
        log.info("heard (ended by %s): %s", sentence.ended_by, sentence.text)
        self._tell(
            {
                "kind": "heard",
                "text": sentence.text,
                "ended_by": sentence.ended_by,
                "confidence": sentence.confidence,
                "speaker": sentence.speaker.name,
                "voice": sentence.speaker.voice.value,
                "place": self.place,
            }
        )
        said = Said(
            sentence.text,
            VOICE,
            language=sentence.language,
            place=self.place,
            confidence=sentence.confidence,
            is_called=step.is_called,
            ended_by=sentence.ended_by,
            speaker=sentence.speaker.name,
            speaker_confidence=sentence.speaker.likeness,
            is_stranger=sentence.speaker.voice in NOT_ENROLLED,
        )
        self._sentences += 1
        self._enter(said)
        waits = self._tell_that_it_takes_time(self._sentences, sentence.language or self.language)
        self.tasks.begin(waits, "voice: it takes time")

    async def _chime_if_waiting(self) -> None:
        """The wake chime, where the caller waits for a sign that they may speak."""
        await self.clock.sleep(CALLED_S)
        if self.turn.state is TurnState.LISTENING:
            await self.mouth.chime("wake")

    async def _tell_that_it_takes_time(self, sentence: int, language: Language) -> None:
        """Words of ours, then a soft chime now and then, until the answer is there."""
        await self.clock.sleep(WORDS_AFTER_S)
        if self._is_thinking(sentence) and (phrase := self.waiting.next(language)):
            await self._acknowledge(phrase, language)
        while self._waits(sentence):
            await self.clock.sleep(CHIME_EVERY_S)
            if self._is_thinking(sentence):
                await self.mouth.chime("thinking")

    def _waits(self, sentence: int) -> bool:
        """Whether this sentence is the last one and has no answer yet; its speaker may go on."""
        state = self.turn.state
        return sentence == self._sentences and state in (TurnState.THINKING, TurnState.HEARING)

    def _is_thinking(self, sentence: int) -> bool:
        return self._waits(sentence) and self.turn.state is TurnState.THINKING

    def _enter(self, said: Said) -> None:
        """By the door; a tail of the sentence before with what was said before it."""
        language = language_to_read(said.text, said.language, self.language)
        spoken = SpokenSentence(said.text, language, self.clock.now(), self.place)
        before = self._may_add_to
        whole = self.joined(before.spoken, said.text) if before is not None else ""
        if before is not None and whole:
            log.info("it says more of the sentence before: %s", whole)
            spoken = replace(spoken, text=whole)
            entering = asyncio.create_task(self._add(replace(said, text=whole), before))
        else:
            entering = asyncio.create_task(self.say(said))
        self._last = _Entered(spoken, entering)
        self.tasks.begin(entering, "voice: a sentence")

    async def _add(self, said: Said, before: "_Entered") -> EventId:
        return await self.say(replace(said, adds_to=await before.entering))

    def so_far(self) -> SpokenSentence | None:
        """The sentence that was passed on last, while what is said now may say more of it."""
        return self._last.spoken if self._last is not None and self.turn.may_add() else None

    async def _ask_again(self, step: AskAgain) -> None:
        phrase = LONGER if step.why == UNCLEAR_VOICE else AGAIN
        await self._acknowledge(phrase, self.language)

    async def _acknowledge(self, phrase: str, language: Language) -> None:
        """A phrase of ours, not in the record: it tells nothing."""
        self.echo.began(ACKNOWLEDGEMENTS[phrase].get(language))
        await self.mouth.acknowledge(phrase, language)
        if self._says is None:
            self.echo.ended()

    def _hold(self) -> None:
        self.echo.ended()
        self.tasks.begin(self.mouth.hold(), "voice: silence")

    def _drop(self) -> None:
        self._begun_at = -1
        self.tasks.begin(self.mouth.skip(), "voice: silence")

    def _stop(self) -> None:
        self._begun_at = -1
        self.tasks.begin(self.stop(VOICE), "voice: stop")

    def _go_on(self) -> None:
        self.echo.went_on()
        self.mouth.go_on()

    def _speaks(self, message: Event | None) -> None:
        """The mouth begins a message, or has ended it."""
        self._says = message
        if message is None:
            self.echo.ended()
            self.take(PlaybackEnded())
            return
        text = message.assistant_text
        self.echo.began(text)
        self.take(PlaybackBegan(text, asks=_asks(message)))

    def _hears(self, state: Hearing) -> None:
        self._tell({"kind": "hearing", "state": state.value, "place": self.place})

    def _tell(self, data: dict[str, object]) -> None:
        publish = partial(StreamMessage, kind=StreamKind.ACTIVITY, at=self.clock.now())
        self.stream.publish(publish(data=data))


def _asks(message: Event) -> bool:
    """Whether an answer is waited for, as the record tells."""
    reply, said = fact_of(message, Replied), fact_of(message, MessageSaid)
    if reply is not None:
        return reply.asks
    return said is not None and any(claim.kind == ASKED for claim in said.claims)


def happened_of(heard: Heard) -> Happened:
    """Event of the listener, as the turn machine takes it."""
    match heard:
        case Woke(phrase):
            return Called(phrase)
        case CallDoubted():
            return Ceded()
        case Began():
            return SpeechBegan()
        case PartialHeard(words):
            return WordsSoFar(words.text)
        case SegmentHeard(words):
            return Sentence(
                text=words.text,
                language=words.language,
                confidence=words.confidence,
                length_s=heard.ended_s - heard.began_s,
                rejected=words.rejected,
                ended_by=heard.ended_by,
                speaker=heard.speaker,
                is_callers=heard.is_callers,
            )
        case NobodySpoke() | HearingChanged():
            return NothingSaid()
