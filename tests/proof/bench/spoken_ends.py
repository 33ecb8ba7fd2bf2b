"""Benchmark of when a turn ends, on sound: whole commands, and commands with a pause in the middle.

Commands of the spoken sets are said by our voices at several paces, with the faint noise of a room.
Each goes through voice activity, segmenter, Whisper and the judge of endings as from a microphone,
faster than real time: what is counted is the time of the sound. The time of Whisper is counted
apart, as CPU of its worker, since a busy machine would stretch any other.

A cut command is made of two clips with 0.8 s between them. It is *acted on* where the first ends a
turn and the home would do something otherwise than for the whole; *left wrong* where the second
does not set that right.
"""

import hashlib
import json
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import psutil
from numpy.typing import NDArray

from companion.desk.closed_sentences import is_closed
from companion.engines.ears.faster_whisper import FasterWhisper
from companion.engines.ears.faster_whisper import Settings as EarsSettings
from companion.engines.turn.smart_turn import Settings as TurnSettings
from companion.engines.turn.smart_turn import SmartTurn
from companion.engines.vad import silero
from companion.engines.voice import espeak_ng, openjtalk, piper
from companion.engines.wake import scripted as no_wake
from companion.ports.listening import ListeningUnavailable, Transcript
from companion.ports.speech import SpeechEngine, SpeechUnavailable
from companion.ports.understanding import SpokenSentence
from companion.rooms.understanding.ending import GrammarEndings
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_of
from companion.service.clock import SystemClock
from companion.voice.likely_words import LikelyWords
from companion.voice.listen import Heard, Listener, SegmentHeard, Take
from companion.voice.segmenter import BLOCK_S
from companion.voice.turn_end import TurnEnd, TurnEndSettings
from companion.voice.vocabulary import vocabulary
from companion.words.audio import BLOCK_SAMPLES, HEARING_RATE_HZ, AudioClip
from companion.words.language import Bilingual, Language
from companion.words.understood import Understood
from companion.words.voice_style import VoiceStyle
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.evaluation.understanding.endings import cuts, is_part, same, set_right
from tests.proof.evaluation.understanding.spoken import SAID_AT, acted
from tests.twins.detector import InProcessDetector

IDS = ("endings",)
FOLDER = Path("tests/data/spoken")
MOST_ACTED, LEAST_SOON, SOON_S, PAUSE_S = 0.02, 0.9, 0.35, 0.8
SENTENCES = {Effort.SHORT: 1, Effort.LONG: 16}
"""Of each language and each half."""
CUTS = 1
"""Of each sentence."""
PACES = (0.9, 1.0, 1.2)
NOISE = 12.0
"""Standard deviation of the room's noise, of 32,768."""
SILENT = 0.02
"""Share of the peak under which a clip of a voice is silent."""
AFTER_S = 2.5
Sound = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Said:
    """One command of the sets."""

    text: str
    language: Language
    half: str
    room: str
    home: str

    @property
    def digest(self) -> int:
        return int.from_bytes(hashlib.sha256(self.text.encode()).digest()[:4])


@dataclass(slots=True)
class Played:
    """Port `Microphone`: plays one clip, block by block, and counts them."""

    clip: AudioClip
    blocks_s: float = 0.0
    name: str = "microphone"
    place: str = ""
    is_live: bool = False

    async def blocks(self) -> AsyncGenerator[bytes, None]:
        size = 2 * BLOCK_SAMPLES
        for at in range(0, len(self.clip.pcm) - size + 1, size):
            self.blocks_s += BLOCK_S
            yield self.clip.pcm[at : at + size]

    def dropped(self) -> int:
        return 0

    def waiting(self) -> int:
        return 0

    def trouble(self) -> Bilingual | None:
        return None


@dataclass(slots=True)
class Turn:
    """One turn that was heard."""

    text: str
    decided_s: float
    """Of the sound's own time."""


async def _ignored(heard: Heard) -> None:
    """Nothing is done about it."""


@dataclass
class Listening:
    """The ears of one run and what they cost."""

    ears: FasterWhisper
    model: SmartTurn = field(default_factory=lambda: SmartTurn(TurnSettings(deadline_s=110)))
    decode_s: list[float] = field(default_factory=list)

    async def recognise(self, clip: AudioClip, **asked: Any) -> Transcript:
        before = self._cpu_s()
        heard = await self.ears.recognise(clip, **asked)
        self.decode_s.append(self._cpu_s() - before)
        return heard

    async def warm(self) -> None:
        await self.ears.warm()

    def why_down(self) -> str:
        return self.ears.why_down()

    async def close(self) -> None:
        await self.ears.close()
        await self.model.close()

    def _cpu_s(self) -> float:
        if self.ears.pid is None:
            return 0.0
        times = psutil.Process(self.ears.pid).cpu_times()
        return float(times.user + times.system)

    def grammar(self, said: Said) -> GrammarUnderstanding:
        """The grammar of the home where this command was said."""
        home = home_at(said.home)
        return GrammarUnderstanding(lambda: home)

    def likely(self, said: Said) -> LikelyWords:
        """Readings as this home may mean them."""
        endings = GrammarEndings(self.grammar(said), closed=is_closed)
        clock = SystemClock(ZoneInfo("Asia/Tokyo"))
        return LikelyWords(endings=endings, clock=clock, language=said.language, place=said.room)

    async def turns(
        self, sound: Sound, said: Said, *, called_at_s: float | None = None, also: Take = _ignored
    ) -> list[Turn]:
        """All turns of a clip, the rest of one judged with what was acted on before it.
        `called_at_s`: when the wake word has ended; None: it is attended to from the first sound.
        `also`: takes all that is heard."""
        home, heard = home_at(said.home), list[Turn]()
        endings = GrammarEndings(self.grammar(said), closed=is_closed)
        called = no_wake.Settings(at_s=() if called_at_s is None else (called_at_s,))
        microphone = Played(AudioClip(as_pcm(sound, said.digest)))

        def so_far() -> SpokenSentence | None:
            return spoken(said, heard[-1].text) if heard else None

        async def take(one: Heard) -> None:
            await also(one)
            if isinstance(one, SegmentHeard) and one.words.text and not one.words.rejected:
                heard.append(Turn(one.words.text, microphone.blocks_s))

        judge = TurnEnd(
            endings=endings,
            clock=SystemClock(ZoneInfo("Asia/Tokyo")),
            language=said.language,
            place=said.room,
            so_far=so_far,
            model=self.model,
            settings=TurnEndSettings(model_s=110),
        )
        await Listener(
            microphone,
            InProcessDetector(no_wake.build(called), silero.build(silero.Settings())),
            self,
            take,
            judge=judge.wait,
            choose=self.likely(said).choose,
            enough=self.likely(said).suffices,
            language=lambda: said.language,
            vocabulary=lambda: vocabulary(names_of(home), said.language),
            attends_always=called_at_s is None,
        ).once()
        return heard


@dataclass(slots=True)
class Score:
    """Counts over the clips of one language and half."""

    whole: int = 0
    soon: int = 0
    """Whole commands decided within `SOON_S` of their last sound; also before it, where the home
    does all that was said, and the rest was a remark: "lights off, I'm leaving". Of a command that
    was done in several turns the last one counts."""
    understood: int = 0
    """Of the whole ones: heard so that the home does what was said."""
    soon_of_understood: int = 0
    cut: int = 0
    early: int = 0
    """Cut commands whose first part ended a turn that is acted on."""
    otherwise: int = 0
    left_wrong: int = 0
    decided_s: list[float] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    """Whole commands that were not decided at once: as said, and as heard."""


@cache
def home_at(name: str) -> Home:
    """A home of the spoken sets."""
    return home_of(json.loads((FOLDER / name).read_text("utf-8")))


def names_of(home: Home) -> Iterator[str]:
    """As the voice tells them to the ears."""
    for names in (*(r.names for r in home.rooms), *(t.names for t in home.things)):
        yield from names[:2]


def spoken(said: Said, text: str) -> SpokenSentence:
    """A text that is said where this command was."""
    return SpokenSentence(text, said.language, SAID_AT, said.room)


def understood(said: Said, text: str) -> Understood:
    """The same as the home reads it, with what its trained reader is sure of or doubts."""
    home = home_at(said.home)
    return GrammarUnderstanding(lambda: home).understand(spoken(said, text))


def in_turn(heard: Sequence[Understood], meant: Understood) -> bool:
    """Whether what was heard in several turns is together what was meant: `lights off, and, oh,
    the floor lamp on`."""
    together = tuple(wish for one in heard for wish in one.wishes)
    return all(map(acted, heard)) and same(Understood(kind=meant.kind, wishes=together), meant)


def commands(language: Language, half: str, count: int) -> list[Said]:
    """Commands that can be cut, the same ones each time: those with the lowest digests."""
    found = dict[str, Said]()
    for file in sorted(FOLDER.glob("*.jsonl")):
        for line in map(json.loads, file.read_text("utf-8").splitlines()):
            fits = (line["language"], line["split"], line["kind"]) == (language, half, "command")
            plain = not (line.get("ask") or line.get("previous"))
            if fits and plain and len(cuts(line["sentence"], language)) > 1:
                room = str(line.get("room") or "")
                said = Said(line["sentence"], language, half, room, line["home"])
                found[said.text] = said
    return sorted(found.values(), key=lambda said: said.digest)[:count]


def cut_in_two(said: Said) -> list[tuple[str, str]]:
    """Some of the places where a speaker may pause."""
    places = cuts(said.text, said.language)
    chosen = {places[(said.digest + n * len(places) // CUTS) % len(places)] for n in range(CUTS)}
    return [(cut, said.text[len(cut) :].strip(" 、,")) for cut in places if cut in chosen][:CUTS]


async def voiced(text: str, said: Said, voices: Mapping[Language, Sequence[SpeechEngine]]) -> Sound:
    """The text at 16 kHz, without silence around it. Raises `SpeechUnavailable`."""
    of = voices[said.language]
    style = VoiceStyle(pace=PACES[said.digest % len(PACES)])
    clips = of[said.digest // 7 % len(of)].speak(text, language=said.language, style=style)
    return trimmed(np.concatenate([resampled(clip) async for clip in clips] or [np.zeros(1)]))


def resampled(clip: AudioClip) -> Sound:
    """At 16 kHz; nothing above 8 kHz is left."""
    samples = np.frombuffer(clip.pcm, "<i2").astype(float)
    length = round(len(samples) * HEARING_RATE_HZ / clip.rate_hz)
    spectrum = np.fft.rfft(samples)[: length // 2 + 1]
    return np.fft.irfft(spectrum, length) * length / len(samples)


def trimmed(sound: Sound) -> Sound:
    """From its first sound to its last."""
    loud = np.flatnonzero(np.abs(sound) > SILENT * np.abs(sound).max(initial=1.0))
    return sound[loud[0] : loud[-1] + 1] if len(loud) else sound


def silent(seconds: float) -> Sound:
    """No sound."""
    return np.zeros(round(seconds * HEARING_RATE_HZ))


def as_pcm(sound: Sound, seed: int) -> bytes:
    """With the noise of a room, the same each time."""
    loud = 9000 / max(1.0, np.abs(sound).max(initial=1.0))
    noisy = sound * loud + np.random.default_rng(seed).normal(0, NOISE, len(sound))
    return bytes(np.clip(noisy, -32768, 32767).astype("<i2").tobytes())


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Both languages, the open and the sealed half; of the sealed one totals alone are told."""
    voices: dict[Language, Sequence[SpeechEngine]] = {
        Language.JA: [openjtalk.build(openjtalk.Settings())],
        Language.EN: [piper.build(piper.Settings()), espeak_ng.build(espeak_ng.Settings())],
    }
    listening = Listening(FasterWhisper(EarsSettings(threads=1)))
    scores: dict[tuple[Language, str], Score] = {}
    try:
        for language in Language:
            for half in ("open", "sealed") if effort is Effort.LONG else ("open",):
                score = scores[language, half] = Score()
                for said in commands(language, half, SENTENCES[effort]):
                    await _count(score, said, listening, voices)
    except (ListeningUnavailable, SpeechUnavailable) as error:
        return [NotMeasured(id=IDS[0], why=str(error))]
    finally:
        await listening.close()
        for engines in voices.values():
            for engine in engines:
                await engine.close()
    return figures(scores, listening.decode_s)


async def _count(
    score: Score,
    said: Said,
    listening: Listening,
    voices: Mapping[Language, Sequence[SpeechEngine]],
) -> None:
    endings = GrammarEndings(listening.grammar(said), closed=is_closed)
    meant = understood(said, said.text)
    sound = await voiced(said.text, said, voices)
    lead = silent(0.6)
    turns = await listening.turns(np.concatenate([lead, sound, silent(AFTER_S)]), said)
    score.whole += 1
    heard = [understood(said, turn.text) for turn in turns]
    in_parts = len(turns) > 1 and in_turn(heard, meant)
    right = in_parts or (bool(turns) and same(heard[0], meant))
    decided_s = turns[-1 if in_parts else 0].decided_s if turns else AFTER_S
    late_s = decided_s - (len(lead) + len(sound)) / HEARING_RATE_HZ if turns else AFTER_S
    score.decided_s.append(round(late_s, 3))
    soon = late_s <= SOON_S and (right or late_s >= 0)
    score.soon += soon
    score.understood += right
    if not soon:
        score.missed.append(f"{said.text} = {' / '.join(turn.text for turn in turns)}")
    score.soon_of_understood += right and soon
    for first, rest in cut_in_two(said):
        one, two = await voiced(first, said, voices), await voiced(rest, said, voices)
        gap, after = silent(PAUSE_S), silent(AFTER_S)
        turns = await listening.turns(np.concatenate([lead, one, gap, two, after]), said)
        score.cut += 1
        resumed_s = (len(lead) + len(one) + len(gap)) / HEARING_RATE_HZ
        if not turns or turns[0].decided_s > resumed_s + BLOCK_S:
            continue
        early = spoken(said, turns[0].text)
        done = understood(said, early.text)
        score.early += acted(done)
        if not acted(done) or same(done, meant) or is_part(done, meant):
            continue
        score.otherwise += 1
        tail = turns[1].text if len(turns) > 1 else ""
        if not set_right(endings, early, tail, meant):
            score.left_wrong += 1
        score.examples.append(f"{turns[0].text} | {tail}")


def figures(
    scores: Mapping[tuple[Language, str], Score], decode_s: Sequence[float]
) -> list[Figure]:
    """Shares of each language and half."""
    found = []
    for (language, half), score in scores.items():
        detail: dict[str, Any] = {
            "commands": score.whole,
            "understood": score.understood,
            "soon_of_understood": score.soon_of_understood,
            "cuts": score.cut,
            "acted_early": score.early,
            "left_wrong": score.left_wrong,
            "decided_after_s": sorted(score.decided_s),
        }
        if half == "open":
            detail |= {"acted_otherwise": score.examples, "not_at_once": score.missed}
        of = f"{language.value}, {half}"
        found += [
            Figure(
                id=IDS[0],
                what=f"cut commands acted on otherwise than was meant ({of})",
                value=round(score.otherwise / max(1, score.cut), 4),
                limit=MOST_ACTED,
                sense=Sense.AT_MOST,
                unit="of cuts",
                detail=detail,
            ),
            Figure(
                id=IDS[0],
                what=f"whole commands decided within {SOON_S} s of the last sound ({of})",
                value=round(score.soon / max(1, score.whole), 4),
                limit=LEAST_SOON,
                sense=Sense.AT_LEAST,
                unit="of commands",
                against="the sound's own time; speech to text is counted apart",
            ),
        ]
    first = replace(found[0], detail={**found[0].detail, **_cost(decode_s)})
    return [first, *found[1:]]


def _cost(decode_s: Sequence[float]) -> dict[str, float]:
    """CPU of speech to text for one reading of the words so far, one thread."""
    return {
        "decodes": len(decode_s),
        "decode_cpu_median_s": round(float(np.median(decode_s or [0.0])), 3),
        "decode_cpu_p90_s": round(float(np.quantile(decode_s or [0.0], 0.9)), 3),
    }
