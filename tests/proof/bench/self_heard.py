"""What it takes for itself: its own voice and a television, through wake word, ears and turns.

Its own voice: it reads aloud sentences that hold its wake word and commands, and its microphone
hears every sound of them as loud as a person, without any echo cancelling, in the middle of a talk
in which it listens without being called. A *self-trigger* is a sentence of its own that enters by
the door, or that stops everything.

A television: the sentences of the spoken sets, talk and commands together, are said one after the
other by all voices, and nobody has called. Counted is what enters by the door or stops everything.

All of it is faster than real time: clocks count the sound's own time.
"""

import itertools
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from companion.desk.closed_sentences import is_closed
from companion.engines.ears.faster_whisper import FasterWhisper
from companion.engines.ears.faster_whisper import Settings as EarsSettings
from companion.engines.vad import silero
from companion.engines.voice import espeak_ng, openjtalk, piper
from companion.engines.wake import pymicro_wakeword
from companion.ports.listening import Ears, ListeningUnavailable
from companion.ports.speech import SpeechEngine, SpeechUnavailable
from companion.rooms.recall.words_of import reading_of
from companion.rooms.understanding.ending import GrammarEndings
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.service.clock import SystemClock
from companion.voice.call_check import CallCheck
from companion.voice.likely_words import LikelyWords
from companion.voice.listen import CallDoubted, Heard, Listener
from companion.voice.segmenter import BLOCK_S, Began, Woke
from companion.voice.self_echo import SelfEcho
from companion.voice.talk import happened_of
from companion.voice.turn import (
    Called,
    Happened,
    HoldPlayback,
    ListenFor,
    PassOn,
    PlaybackBegan,
    PlaybackEnded,
    ResumePlayback,
    Sentence,
    StopEverything,
    StopListening,
    TimePassed,
    TurnTaking,
)
from companion.voice.turn_end import TurnEnd
from companion.voice.vocabulary import vocabulary
from companion.words.audio import BLOCK_SAMPLES
from companion.words.language import Bilingual, Language
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.spoken_ends import (
    FOLDER,
    Said,
    as_pcm,
    commands,
    home_at,
    names_of,
    silent,
    voiced,
)
from tests.twins.detector import InProcessDetector

IDS = ("itself", "television")
SENTENCES = {Effort.SHORT: 1, Effort.LONG: 100}
"""Read aloud in each language."""
MINUTES = {Effort.SHORT: 0.2, Effort.LONG: 60.0}
AFTER_S = 1.5
"""Silence behind each sentence; it listens on in it."""
READ_ALOUD = {
    Language.EN: (
        "You can say: okay nabu, {}.",
        "Okay nabu, {}. That is how it is said.",
        "I heard you say: {}. Is that right?",
        "Stop. That is the word that stops me. And {} is another.",
    ),
    Language.JA: (
        "たとえば、オーケーナブ、{}、と言ってください。",
        "オーケーナブ、{}。そう言えば分かります。",
        "さっき、{}、と聞こえました。それでいいですか。",
        "止まれ、と言えば止まります。{}、もそうです。",
    ),
}


@dataclass
class Room:
    """A microphone, the turns that are taken at it, and what came of them. Ports `Microphone` and
    `Attention` of one run."""

    said: Sequence[Said]
    voices: Mapping[Language, Sequence[SpeechEngine]]
    speaks: bool
    """Whether it is the companion itself that speaks."""
    most_s: float = float("inf")
    name: str = "microphone"
    place: str = ""
    is_live: bool = False
    heard_s: float = 0.0
    entered: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    woken: list[str] = field(default_factory=list)
    doubted: list[str] = field(default_factory=list)
    held: int = 0
    """How often it fell silent because it heard itself."""
    _plays: bool = False
    _is_cut: bool = False
    """The rest of what it says is dropped."""

    def __post_init__(self) -> None:
        """Turns by the time of the sound."""
        self.echo = SelfEcho(lambda: self.heard_s, reading=reading_of)
        self.turn = TurnTaking(lambda: self.heard_s, is_echo=self.echo.is_echo)

    async def blocks(self) -> AsyncGenerator[bytes, None]:
        """All that sounds, and silence where it was cut."""
        if self.speaks:
            self.take(Called(""))
            self.take(_ASKED)
        for one in self.said:
            if self.heard_s >= self.most_s:
                return
            sound = as_pcm(await voiced(one.text, one, self.voices), one.digest)
            self._begin(one.text)
            at = 0
            while at + _SIZE <= len(sound) and not self._is_cut:
                yield self._passed(sound[at : at + _SIZE] if self._plays else _QUIET)
                at += _SIZE * self._plays
            self._end()
            for _ in range(round(AFTER_S / BLOCK_S)):
                yield self._passed(_QUIET)

    def _begin(self, text: str) -> None:
        self._plays, self._is_cut = True, False
        if self.speaks:
            self.echo.began(text)
            self.take(PlaybackBegan(text))

    def _end(self) -> None:
        if self.speaks:
            self.echo.ended()
            self.take(PlaybackEnded())

    def _passed(self, block: bytes) -> bytes:
        self.heard_s += BLOCK_S
        if (due_s := self.turn.deadline_s) is not None and due_s <= self.heard_s:
            self.take(TimePassed())
        return block

    def dropped(self) -> int:
        return 0

    def waiting(self) -> int:
        return 0

    def trouble(self) -> Bilingual | None:
        return None

    async def hear(self, heard: Heard) -> None:
        """As a talk takes it."""
        if isinstance(heard, Began):
            self.echo.speech_began()
        if isinstance(heard, Woke):
            self.woken.append(heard.phrase)
        if isinstance(heard, CallDoubted):
            self.doubted.append(heard.words.text)
        self.take(happened_of(heard))

    def take(self, happened: Happened) -> None:
        """Do what the turns say."""
        for step in self.turn.take(happened):
            if isinstance(step, ListenFor):
                self.listener.attend(step.for_s)
            elif isinstance(step, StopListening):
                self.listener.ignore()
            elif isinstance(step, HoldPlayback | ResumePlayback):
                self._hold(is_held=isinstance(step, HoldPlayback))
            elif isinstance(step, PassOn | StopEverything):
                self._is_cut = self.speaks
                self._note(step, happened)

    def _hold(self, *, is_held: bool) -> None:
        self._plays = not is_held
        self.held += is_held
        (self.echo.ended if is_held else self.echo.went_on)()

    def _note(self, step: PassOn | StopEverything, happened: Happened) -> None:
        if isinstance(step, StopEverything):
            self.stopped.append(str(getattr(happened, "text", "")))
        elif step.sentence is not _ASKED:
            self.entered.append(step.sentence.text)

    async def listen(self, ears: Ears, language: Language, home: str) -> None:
        """Hear all of it. Raises `ListeningUnavailable`, `SpeechUnavailable`."""
        at_home = home_at(home)
        endings = GrammarEndings(GrammarUnderstanding(lambda: at_home), closed=is_closed)
        clock = SystemClock(ZoneInfo("Asia/Tokyo"))
        wake = pymicro_wakeword.build(pymicro_wakeword.Settings())
        self.listener = Listener(
            self,
            InProcessDetector(wake, silero.build(silero.Settings())),
            ears,
            self.hear,
            judge=TurnEnd(endings=endings, clock=clock, language=language).wait,
            choose=LikelyWords(endings=endings, clock=clock, language=language).choose,
            language=lambda: language,
            vocabulary=lambda: vocabulary(names_of(at_home), language),
            call_check=CallCheck(frozenset({"okay nabu"}), reading_of),
        )
        await self.listener.once()


_ASKED = Sentence(text="what can you do")
"""A talk goes on: it was called and asked something."""
_SIZE = 2 * BLOCK_SAMPLES
_QUIET = as_pcm(silent(BLOCK_S), 7)[:_SIZE]


def read_aloud(language: Language, count: int) -> list[Said]:
    """Sentences that hold the wake word or a stop word, and a command of the open sets each."""
    each = {one.text: one for one in commands(language, "open", 12 * count)}
    frames = itertools.cycle(READ_ALOUD[language])
    return [
        Said(frame.format(one.text.rstrip("。.?？")), language, "open", one.room, one.home)
        for frame, one in zip(frames, list(each.values())[:count], strict=False)
    ]


def on_television() -> list[Said]:
    """Every sentence of the open halves, in an order that mixes languages and speakers."""
    found = {}
    for file in sorted(FOLDER.glob("*.jsonl")):
        for line in map(json.loads, file.read_text("utf-8").splitlines()):
            if line["split"] == "open":
                language = Language(line["language"])
                said = Said(line["sentence"], language, "open", "", line["home"])
                found[said.text] = said
    return sorted(found.values(), key=lambda said: said.digest)


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Its own voice in both languages, then the television."""
    voices: dict[Language, Sequence[SpeechEngine]] = {
        Language.JA: [openjtalk.build(openjtalk.Settings())],
        Language.EN: [piper.build(piper.Settings()), espeak_ng.build(espeak_ng.Settings())],
    }
    ears = FasterWhisper(EarsSettings(threads=1))
    found: list[Figure | NotMeasured] = []
    try:
        for language in Language:
            said = read_aloud(language, SENTENCES[effort])
            room = Room(said, voices, speaks=True)
            await room.listen(ears, language, said[0].home)
            found.append(_itself(room, language))
        room = Room(on_television(), voices, speaks=False, most_s=60 * MINUTES[effort])
        await room.listen(ears, Language.JA, "home_ja.json")
        found.append(_television(room))
    except (ListeningUnavailable, SpeechUnavailable) as error:
        found.append(NotMeasured(id=IDS[0], why=str(error)))
    finally:
        await ears.close()
        for engine in itertools.chain(*voices.values()):
            await engine.close()
    return found


def _itself(room: Room, language: Language) -> Figure:
    return Figure(
        id=IDS[0],
        what=f"self-triggers while it reads aloud its wake word and commands ({language.value})",
        value=len(room.entered) + len(room.stopped),
        limit=0,
        sense=Sense.AT_MOST,
        unit="times",
        detail={
            "sentences": len(room.said),
            "entered": room.entered,
            "stopped": room.stopped,
            "wake_words_heard": len(room.woken),
            "fell_silent": room.held,  # for its own voice
            "minutes": round(room.heard_s / 60, 1),
        },
    )


def _television(room: Room) -> Figure:
    return Figure(
        id=IDS[1],
        what="sentences taken from a television that speaks, nobody having called",
        value=len(room.entered) + len(room.stopped),
        limit=0,
        sense=Sense.AT_MOST,
        unit="times",
        detail={
            "minutes": round(room.heard_s / 60, 1),
            "entered": room.entered,
            "stopped": room.stopped,
            "wake_words_heard": len(room.woken),
            "doubted": room.doubted,
        },
    )
