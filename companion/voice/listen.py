"""A listener turns the sound of one microphone into the words that were said.

Each block is looked at for the wake word and for speech; a stretch of speech becomes text at every
short silence, while listening goes on. A judge tells whether the words are a whole sentence, and
how long to wait for more; without one silence alone ends a stretch.
"""

import asyncio
import logging
from array import array
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, replace

from companion.phrases.reasons import in_both
from companion.ports.clock import Clock
from companion.ports.listening import (
    OTHER_LANGUAGE,
    Detector,
    Ears,
    Enough,
    ListeningUnavailable,
    Transcript,
    never_enough,
)
from companion.ports.microphone import Microphone, MicrophoneUnavailable
from companion.ports.part import ResidentSpec, Stage
from companion.voice.call_check import SPOKEN_IN, CallCheck
from companion.voice.hearing import Hearing, SoundQuality, WordQuality, finding
from companion.voice.loudness import power
from companion.voice.room_sound import RoomSound
from companion.voice.segmenter import (
    BLOCK_S,
    Began,
    Ended,
    NothingSaid,
    Paused,
    Segmenter,
    SegmenterSettings,
    Step,
    Woke,
    WokeAgain,
)
from companion.voice.who_speaks import NOT_ASKED, SpeakerHeard
from companion.words.audio import AudioClip
from companion.words.call import CALL_S, CallSound
from companion.words.finding import Finding
from companion.words.language import Bilingual, Language

log = logging.getLogger(__name__)

BATCH_BLOCKS = 5
"""Blocks of one call to the worker while only the wake word is listened for, or where listening is
behind: a call costs more than looking at a block, and 128 ms of delay are not noticed there."""
RETRY_FROM_S, RETRY_TO_S = 1.0, 30.0
SPEAKS = 0.5
"""Probability of speech from which somebody is held to speak."""
SILENCE_S = 0.8
"""Silence that ends a stretch where nobody judges by meaning."""
UNAVAILABLE = "unavailable"
"""`Transcript.rejected` where speech to text gave no answer."""
_NOTHING = Transcript(text="", language=None)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How much silence ends a stretch of speech, and what ended it then."""

    silence_s: float
    ended_by: str


Judge = Callable[[Transcript, AudioClip], Awaitable[Verdict]]
"""Reads the words so far, or their sound, and says how long to wait for more."""


Choose = Callable[[Transcript], Transcript]
"""Chooses among the readings of the same sound."""


def likeliest(words: Transcript) -> Transcript:
    """The reading that speech to text holds for the likeliest."""
    return words


WhoSpeaks = Callable[[AudioClip], Awaitable[SpeakerHeard]]
"""Tells whose voice a stretch of speech is."""


async def anybody(clip: AudioClip) -> SpeakerHeard:
    """Whose voice it is, is not asked."""
    return NOT_ASKED


async def by_silence(words: Transcript, clip: AudioClip) -> Verdict:
    """The judge that knows no meaning."""
    return Verdict(SILENCE_S, "silence")


@dataclass(frozen=True, slots=True)
class CallDoubted:
    """The wake word that was heard last was something else."""

    phrase: str
    words: Transcript
    """As speech to text read the sound."""


@dataclass(frozen=True, slots=True)
class PartialHeard:
    """Words so far, at a short silence; more may come."""

    words: Transcript
    at_s: float


@dataclass(frozen=True, slots=True)
class SegmentHeard:
    """A whole stretch of speech, with its words."""

    words: Transcript
    clip: AudioClip
    began_s: float
    ended_s: float
    ended_by: str
    speaker: SpeakerHeard = NOT_ASKED
    is_callers: bool = True
    """It follows directly on a wake word that stood apart from the sound of the room, as loud as
    that. False: it may be a television's."""


@dataclass(frozen=True, slots=True)
class HearingChanged:
    """Another state of listening."""

    state: Hearing
    why: Bilingual | None = None


Heard = Woke | CallDoubted | Began | PartialHeard | SegmentHeard | NothingSaid | HearingChanged
Take = Callable[[Heard], Awaitable[None]]


class Listener:
    """Listens to one microphone and tells `take` what it hears.

    `take` has to return soon: sound that comes meanwhile is kept for some seconds and then dropped.
    """

    def __init__(
        self,
        microphone: Microphone,
        detector: Detector,
        ears: Ears,
        take: Take,
        *,
        judge: Judge = by_silence,
        choose: Choose = likeliest,
        enough: Enough = never_enough,
        who_speaks: WhoSpeaks = anybody,
        language: Callable[[], Language | None] = lambda: None,
        vocabulary: Callable[[], str] = lambda: "",
        call_check: CallCheck | None = None,
        call: CallSound | None = None,
        settings: SegmenterSettings | None = None,
        attends_always: bool = False,
    ) -> None:
        """`language` and `vocabulary` are asked at each reading; `enough`: as of `Ears.recognise`.
        `call_check`: second opinion on wake words, by speech to text; `call`: one heard before this
        sound. `attends_always`: words count without the wake word, as in a recording or while a
        button is held."""
        self._microphone, self._detector, self._ears = microphone, detector, ears
        self._tell, self._judge, self._who_speaks = take, judge, who_speaks
        self._choose, self._enough = choose, enough
        self._call_check = call_check or CallCheck()
        self._call = call
        self._language, self._vocabulary = language, vocabulary
        self._settings, self._always = settings, attends_always
        self._segmenter = Segmenter(settings, attends_always=attends_always)
        self._room, self._words_heard = RoomSound(), WordQuality()
        self._recent: deque[bytes] = deque(maxlen=round(CALL_S / BLOCK_S))
        self._to_read: asyncio.Queue[CallSound | Paused | Ended] = asyncio.Queue()
        self._is_reading = False
        self._state = Hearing.STARTING
        self._why: Bilingual | None = None
        self._was_there = False

    @property
    def state(self) -> Hearing:
        """How listening stands."""
        return self._state

    def attend(self, for_s: float) -> None:
        """Listen to words that begin within so many seconds of sound, without the wake word."""
        self._segmenter.attend(for_s)

    def ignore(self) -> None:
        """Listen to the wake word alone again; what is being said is dropped."""
        self._segmenter.ignore()

    async def findings(self) -> Mapping[str, Finding]:
        """The microphone, as health shows it."""
        return {"microphone": finding(self._state, self._why)}

    def resident(self, clock: Clock) -> ResidentSpec:
        """The task that listens as long as the service runs."""

        async def run() -> None:
            await self.run(clock)

        return ResidentSpec("listen", run, Stage.INTAKE, needed=True)

    async def run(self, clock: Clock) -> None:
        """Listen until cancelled; a microphone that is gone is opened again and again."""
        pause_s = RETRY_FROM_S
        while True:
            began = clock.monotonic()
            try:
                await self.once()
            except MicrophoneUnavailable as error:
                gone = Hearing.VANISHED if self._was_there else Hearing.NO_MICROPHONE
                await self._change(gone, error.words)
            except ListeningUnavailable as error:
                await self._change(Hearing.NO_ENGINE, in_both(str(error)))
            if clock.monotonic() - began > RETRY_TO_S:
                pause_s = RETRY_FROM_S
            await clock.sleep(pause_s)
            pause_s = min(2 * pause_s, RETRY_TO_S)

    async def once(self) -> None:
        """Listen until the sound ends. Raises `MicrophoneUnavailable`, and `ListeningUnavailable`
        where wake word and voice activity do not work."""
        self._segmenter = Segmenter(self._settings, attends_always=self._always)
        self._room = RoomSound()
        await self._detector.reset()
        self._to_read = asyncio.Queue()
        if self._call is not None and self._call_check.checks(self._call.phrase):
            self._to_read.put_nowait(self._call)
        reads = asyncio.create_task(self._read(self._to_read), name="listen: words")
        try:
            await self._listen(SoundQuality(), reads)
            for step in self._segmenter.finish():
                await self._step(step)
            await self._all_read(reads)
        finally:
            reads.cancel()
            await asyncio.gather(reads, return_exceptions=True)

    async def _listen(self, quality: SoundQuality, reads: asyncio.Task[None]) -> None:
        async with aclosing(self._batches()) as batches:
            async for blocks in batches:
                await self._hear(blocks, quality)
                if not self._microphone.is_live:
                    await self._all_read(reads)
                elif reads.done():
                    reads.result()

    async def _batches(self) -> AsyncGenerator[list[bytes], None]:
        """Some blocks while nobody is attended to, or where more have come already; else one by
        one."""
        taken: list[bytes] = []
        async with aclosing(self._microphone.blocks()) as blocks:
            async for block in blocks:
                taken.append(block)
                keeps_up = self._segmenter.attends and not self._microphone.waiting()
                if keeps_up or len(taken) >= BATCH_BLOCKS:
                    yield taken
                    taken = []
        if taken:
            yield taken

    async def _hear(self, blocks: list[bytes], quality: SoundQuality) -> None:
        speech = self._segmenter.attends or quality.asks
        found = await self._detector.hear(b"".join(blocks), speech=speech)
        for block, heard in zip(blocks, found, strict=True):
            samples = array("h", block)
            loud = power(block)
            quality.take(max(max(samples), -min(samples)), heard.speech >= SPEAKS, loud)
            self._room.take(loud)
            self._recent.append(block)
            for step in self._segmenter.take(block, heard, loud):
                await self._step(step)
        self._was_there = True
        self._words_heard.passes(len(blocks) * BLOCK_S)
        if down := self._ears.why_down():
            await self._change(Hearing.NO_ENGINE, in_both(down))
        else:
            await self._change(quality.trouble() or self._doing())

    def _doing(self) -> Hearing:
        if self._segmenter.hears:
            return Hearing.HEARING
        if self._is_reading:
            return Hearing.RECOGNISING
        quiet = Hearing.ATTENDING if self._segmenter.attends else Hearing.WAITING
        return self._words_heard.trouble() or quiet

    async def _change(self, state: Hearing, why: Bilingual | None = None) -> None:
        if (state, why) != (self._state, self._why):
            self._state, self._why = state, why
            await self._tell(HearingChanged(state, why))

    async def _step(self, step: Step) -> None:
        if isinstance(step, Paused | Ended):
            self._to_read.put_nowait(step)
        elif isinstance(step, WokeAgain):
            if not self._doubt(step.phrase, again=True):
                await self._call_again(step.phrase)
        else:
            if isinstance(step, Woke):
                step = replace(step, loudness_db=self._room.called(step.at_s))
                self._doubt(step.phrase)
            await self._tell(step)

    def _doubt(self, phrase: str, *, again: bool = False) -> bool:
        """Read the call while its caller goes on: they have to say a command first. False where
        nobody can tell how the wake word sounds."""
        checks = self._call_check.checks(phrase)
        if checks:
            sound = AudioClip(b"".join(self._recent))
            self._to_read.put_nowait(CallSound(phrase, sound, again=again))
        return checks

    async def _call_again(self, phrase: str) -> None:
        for step in self._segmenter.call_again(phrase):
            await self._step(step)

    async def _all_read(self, reads: asyncio.Task[None]) -> None:
        """Until all words are read: a recording waits for them."""
        read = asyncio.create_task(self._to_read.join())
        await asyncio.wait({read, reads}, return_when=asyncio.FIRST_COMPLETED)
        read.cancel()
        if reads.done():
            reads.result()

    async def _read(self, steps: asyncio.Queue[CallSound | Paused | Ended]) -> None:
        """Read the words of calls, pauses and ends, in order, beside listening."""
        with suppress(ListeningUnavailable):  # `why_down` tells it, and the first words try again
            await self._ears.warm()
        last = _Read(0, _NOTHING)
        while True:
            step = await steps.get()
            self._is_reading = not isinstance(step, CallSound)
            try:
                if isinstance(step, CallSound):
                    await self._check(step)
                elif isinstance(step, Ended):
                    await self._end(step, last)
                elif self._segmenter.pause == step.number:
                    last = await self._pause(step)
            finally:
                self._is_reading = False
                steps.task_done()

    async def _check(self, call: CallSound) -> None:
        """Whether it was the wake word; where nobody can tell, it was. Within the words behind a
        call it was none, then: what a detector takes for it stands behind it too often."""
        try:
            words = await self._ears.recognise(
                call.clip, language=SPOKEN_IN, vocabulary=f"{call.phrase}."
            )
        except ListeningUnavailable as error:
            log.info("a call was not read again: %s", error)
            return
        is_call = self._call_check.may_be(call.phrase, words)
        if call.again:
            log.info("%s within a command was %s", call.phrase, words.text)
            if is_call and words.text and words.rejected in ("", OTHER_LANGUAGE):
                await self._call_again(call.phrase)
        elif not is_call:
            self._segmenter.ignore()
            await self._tell(CallDoubted(call.phrase, words))

    async def _pause(self, paused: Paused) -> "_Read":
        words, speaker = await self._words_and_speaker(paused.clip)
        if words.rejected != UNAVAILABLE:
            verdict = await self._judge(words, paused.clip)
            over = self._segmenter.wait(paused.number, verdict.silence_s, verdict.ended_by)
            await self._tell(PartialHeard(words, paused.at_s))
            for step in over:
                await self._step(step)
        return _Read(paused.number, words, speaker)

    async def _end(self, ended: Ended, last: "_Read") -> None:
        """The words of the whole stretch; read anew only where there was speech after them."""
        is_read = ended.number and ended.number == last.number
        words, speaker = last.words, last.speaker
        if not is_read:
            near = last.words.text if ended.far_after and ended.far_after == last.number else ""
            words, speaker = await self._words_and_speaker(ended.clip, near)
        self._words_heard.take(words)
        times = (ended.began_s, ended.ended_s)
        own = self._room.is_callers(ended.clip, ended.began_s)
        await self._tell(SegmentHeard(words, ended.clip, *times, ended.ended_by, speaker, own))

    async def _words_and_speaker(
        self, clip: AudioClip, near: str = ""
    ) -> tuple[Transcript, SpeakerHeard]:
        """Side by side, in two workers: telling the voice takes less time than reading."""
        words, speaker = await asyncio.gather(self._words(clip, near), self._who_speaks(clip))
        return words, speaker

    async def _words(self, clip: AudioClip, near: str) -> Transcript:
        """`near`: the words without the far speech behind them, as one more reading."""
        try:
            read = await self._ears.recognise(
                clip,
                language=self._language(),
                vocabulary=self._vocabulary(),
                enough=self._enough,
            )
        except ListeningUnavailable as error:
            log.warning("what was said was not understood: %s", error)
            return Transcript(text="", language=None, rejected=UNAVAILABLE)
        return self._choose(replace(read, others=(*read.others, near)) if near else read)


@dataclass(frozen=True, slots=True)
class _Read:
    """Words of a pause."""

    number: int
    words: Transcript
    speaker: SpeakerHeard = NOT_ASKED
