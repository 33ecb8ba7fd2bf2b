"""Benchmark of other voices in the room: speech 10 dB below a command, nods, and who commands.

Other speech: a command of the open sets is said after the wake word while other voices speak on and
on, 10 dB below it, as a television or a talk in the room would. The end of the turn is to be found
within a second of the command's last sound.

Nods: うん and "uh-huh" of several voices while the companion speaks. It goes on at the clause.

Who commands: voices are enrolled with a minute of reading, as the page does it, and say commands;
other voices, synthetic ones and people, say theirs. A command of a voice that is not enrolled is a
guest's, and is not done.

Clocks count the sound's own time, as in `spoken_ends`.
"""

import itertools
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from companion.engines.ears.faster_whisper import FasterWhisper
from companion.engines.ears.faster_whisper import Settings as EarsSettings
from companion.engines.speaker_id.voicefilter import Settings as SpeakerSettings
from companion.engines.speaker_id.voicefilter import VoiceFilter
from companion.engines.voice import espeak_ng, openjtalk, piper
from companion.ports.listening import ListeningUnavailable
from companion.ports.speech import SpeechEngine, SpeechUnavailable
from companion.voice.enrolled_voices import EnrolledVoice, EnrolledVoices, voice_of
from companion.voice.listen import Heard
from companion.voice.segmenter import Woke
from companion.voice.talk import happened_of
from companion.voice.turn import (
    Called,
    DropPlayback,
    HoldPlayback,
    PassOn,
    PlaybackBegan,
    StopEverything,
    TurnTaking,
)
from companion.voice.who_speaks import Voice, WhoSpeaks
from companion.words.audio import HEARING_RATE_HZ, SAMPLE_BYTES, AudioClip
from companion.words.language import Language
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.spoken_ends import (
    Listening,
    Said,
    Sound,
    as_pcm,
    commands,
    silent,
    spoken,
    voiced,
)
from tests.proof.evaluation.understanding.endings import same
from tests.twins.recordings import joined
from tests.twins.recordings import sound as recorded

IDS = ("other_speech", "nods", "speakers")
COMMANDS = {Effort.SHORT: 1, Effort.LONG: 20}
"""Of each language, among other voices and by enrolled ones."""
NODS = {Effort.SHORT: 1, Effort.LONG: 12}
"""Words of each language; each is said by every voice of it."""
SECOND_S, LEAST_FOUND, LEAST_RESUMED, LEAST_KEPT = 1.0, 0.95, 0.95, 0.9
BELOW_DB = 10.0
LEAD_S, CALLED_S, AFTER_S = 2.0, 0.4, 6.0
"""Other speech before the call; from the call to the command; other speech behind it."""
ENROLS_S, PIECE_S = 60.0, 2.0
NOD_WORDS = {
    Language.JA: (
        *("うん", "うんうん", "へえ", "はい", "ふうん", "なるほど"),
        *("そうなんだ", "そっか", "ええ", "そうですね", "ほんと", "ああ"),
    ),
    Language.EN: (
        *("uh-huh", "mhm", "yeah", "okay", "right", "I see"),
        *("sure", "really", "oh", "got it", "yep", "mm-hmm"),
    ),
}
REPLY = {
    Language.JA: "居間のカーテンは閉まっています。玄関の鍵は掛かっています。",
    Language.EN: "The living room curtain is closed. The front door is locked.",
}
PEOPLE = (
    *("spk-speaker_2_test_utt", "quiet-set_timer", "home-turn-on-kitchen-lights"),
    *("home-set-kitchen-lights-to-red", "wake-alexa-1", "ja-synth-living_room_light"),
)
Voices = Mapping[Language, Sequence[SpeechEngine]]


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """One part after the other, with engines of their own worker."""
    voices: dict[Language, Sequence[SpeechEngine]] = {
        Language.JA: [openjtalk.build(openjtalk.Settings())],
        Language.EN: [piper.build(piper.Settings()), espeak_ng.build(espeak_ng.Settings())],
    }
    listening = Listening(FasterWhisper(EarsSettings(threads=1)))
    found: list[Figure | NotMeasured] = []
    try:
        for language in Language:
            found.append(await _other_speech(language, listening, voices, COMMANDS[effort]))
        for language in Language:
            found.append(await _nods(language, listening, voices, NODS[effort]))
        found += await _speakers(voices, COMMANDS[effort])
    except (ListeningUnavailable, SpeechUnavailable) as error:
        found.append(NotMeasured(id=IDS[0], why=str(error)))
    finally:
        await listening.close()
        for engine in itertools.chain(*voices.values()):
            await engine.close()
    return found


# --- Other speech ---------------------------------------------------------------------------------


@dataclass
class Ends:
    """What was found of the ends of commands among other voices."""

    late_s: list[float] = field(default_factory=list)
    found: int = 0
    """In time; before the command's last sound only where all that was asked is done."""
    understood: int = 0
    missed: list[str] = field(default_factory=list)


async def _other_speech(
    language: Language, listening: Listening, voices: Voices, count: int
) -> Figure:
    ends = Ends()
    for said in commands(language, "open", count):
        command = await voiced(said.text, said, voices)
        others = await _others(said, voices)
        sound = among(command, others, said.digest)
        turns = await listening.turns(sound, said, called_at_s=LEAD_S)
        end_s = LEAD_S + CALLED_S + len(command) / HEARING_RATE_HZ
        late_s = turns[0].decided_s - end_s if turns else AFTER_S
        ends.late_s.append(round(late_s, 3))
        grammar = listening.grammar(said)
        meant = grammar.preview(spoken(said, said.text))
        heard = grammar.preview(spoken(said, turns[0].text)) if turns else None
        is_right = heard is not None and same(heard, meant)
        ends.understood += is_right
        is_found = late_s <= SECOND_S and (is_right or late_s >= 0)
        ends.found += is_found
        if not is_found:
            ends.missed.append(f"{said.text} = {turns[0].text if turns else ''}")
    return Figure(
        id=IDS[0],
        what=f"ends found within {SECOND_S:g} s with other speech {BELOW_DB:g} dB below "
        f"({language.value}, open)",
        value=round(ends.found / max(1, len(ends.late_s)), 4),
        limit=LEAST_FOUND,
        sense=Sense.AT_LEAST,
        unit="of commands",
        detail={
            "commands": len(ends.late_s),
            "understood": ends.understood,
            "decided_after_s": sorted(ends.late_s),
            "not_in_time": ends.missed,
        },
    )


async def _others(said: Said, voices: Voices) -> Sound:
    """Sentences of other voices than the one that says the command, without a pause between."""
    other = Language.EN if said.language is Language.JA else Language.JA
    spoken_by = [engine for engine in voices[other]]
    texts = commands(other, "open", 40)
    at = said.digest % len(texts)
    sounds = [await voiced(one.text, one, {other: spoken_by}) for one in texts[at : at + 6]]
    return np.concatenate(sounds or [silent(1.0)])


def among(command: Sound, others: Sound, seed: int) -> Sound:
    """A command over other speech that is so much quieter and goes on and on."""
    lead, after = round((LEAD_S + CALLED_S) * HEARING_RATE_HZ), round(AFTER_S * HEARING_RATE_HZ)
    length = lead + len(command) + after
    quiet = others * (level(command) / level(others)) * 10 ** (-BELOW_DB / 20)
    begin = seed % len(quiet)
    mixed = np.resize(np.roll(quiet, -begin), length)
    mixed[lead : lead + len(command)] += command
    return mixed


def level(sound: Sound) -> float:
    """Root mean square of what sounds, without the pauses."""
    loud = sound[np.abs(sound) > 0.05 * np.abs(sound).max(initial=1e-9)]
    return float(np.sqrt(np.mean(loud**2))) if len(loud) else 1.0


# --- Nods -----------------------------------------------------------------------------------------


@dataclass
class Playback:
    """Turns of a companion that speaks while somebody nods."""

    text: str
    says_nothing: Callable[[str, Language | None], bool] = lambda *_: False
    steps: list[object] = field(default_factory=list)
    now_s: float = 0.0

    def __post_init__(self) -> None:
        """It was asked something, and answers."""
        self.turn = TurnTaking(lambda: self.now_s, says_nothing=self.says_nothing)
        self.turn.take(Called(""))
        self.turn.take(PlaybackBegan(self.text))

    async def hear(self, heard: Heard) -> None:
        """As a talk takes it."""
        if not isinstance(heard, Woke):
            self.steps += self.turn.take(happened_of(heard))

    @property
    def goes_on(self) -> bool:
        """Whether nothing was taken for a turn, and it speaks."""
        is_cut = any(isinstance(s, DropPlayback | PassOn | StopEverything) for s in self.steps)
        return not is_cut and self.turn.state.value == "speaking"

    @property
    def fell_silent(self) -> bool:
        """Whether it was silent for a while."""
        return any(isinstance(step, HoldPlayback) for step in self.steps)


async def _nods(language: Language, listening: Listening, voices: Voices, count: int) -> Figure:
    went_on, held, cut, heard = 0, 0, list[str](), 0
    for word in NOD_WORDS[language][:count]:
        for engine in voices[language]:
            said = Said(word, language, "open", "", f"home_{language.value}.json")
            nod = await voiced(word, said, {language: [engine]})
            playback = Playback(REPLY[language], listening.likely(said).says_nothing)
            sound = np.concatenate([silent(1.0), nod, silent(2.5)])
            turns = await listening.turns(sound, said, also=playback.hear)
            heard += 1
            went_on += playback.goes_on
            held += playback.fell_silent
            if not playback.goes_on:
                cut.append(f"{word} = {' / '.join(one.text for one in turns)}")
    return Figure(
        id=IDS[1],
        what=f"nods after which it goes on at the clause ({language.value})",
        value=round(went_on / max(1, heard), 4),
        limit=LEAST_RESUMED,
        sense=Sense.AT_LEAST,
        unit="of nods",
        detail={"nods": heard, "fell_silent": held, "cut": cut},
    )


# --- Who commands ---------------------------------------------------------------------------------


@dataclass
class Person:
    """A voice: what it reads to be enrolled, and its commands."""

    name: str
    reading: AudioClip | None
    commands: Sequence[AudioClip]


@dataclass
class Known:
    """Counts of commands whose voice was held to be the enrolled one."""

    own: int = 0
    kept: int = 0
    others: int = 0
    taken: list[str] = field(default_factory=list)

    def take(self, enrolled: Person, other: Person, known: int) -> None:
        """The commands of a voice, while one is enrolled."""
        if other is enrolled:
            self.own, self.kept = self.own + len(other.commands), self.kept + known
        else:
            self.others += len(other.commands)
            self.taken += [f"{other.name} for {enrolled.name}"] * known


async def _speakers(voices: Voices, count: int) -> list[Figure]:
    """Each voice enrolled alone, with commands of its own and of all the others."""
    people = [*await _synthetic(voices, count), *_recorded()]
    model, found = VoiceFilter(SpeakerSettings()), Known()
    try:
        for person in people:
            if person.reading is not None:
                await _enrolled(model, person, person.reading, people, found)
    finally:
        await model.close()
    return _known(found, len(people))


async def _enrolled(
    model: VoiceFilter, person: Person, reading: AudioClip, people: Sequence[Person], found: Known
) -> None:
    vector, speech_s = await voice_of(model, reading)
    with tempfile.TemporaryDirectory() as folder:
        who = WhoSpeaks(model, EnrolledVoices(Path(folder)))
        at = datetime(2026, 11, 27, tzinfo=UTC)
        who.voices.enrol(
            EnrolledVoice(name=person.name, vector=vector, speech_s=speech_s, enrolled_at=at)
        )
        for other in people:
            voices = [(await who.of(clip)).voice for clip in other.commands]
            found.take(person, other, voices.count(Voice.KNOWN))


async def _synthetic(voices: Voices, count: int) -> list[Person]:
    """Each voice engine: it reads sentences that are no commands of these, and says commands."""
    people = []
    for language, engines in voices.items():
        said = commands(language, "open", 2 * count + 20)
        for engine in engines:
            clips = [await _clip(one, engine) for one in said]
            reading, own = AudioClip(b"".join(c.pcm for c in clips[count:])), clips[:count]
            most = round(ENROLS_S * HEARING_RATE_HZ) * SAMPLE_BYTES
            people.append(Person(type(engine).__name__, AudioClip(reading.pcm[:most]), own))
    return people


async def _clip(said: Said, engine: SpeechEngine) -> AudioClip:
    """One sentence with the silence in which its turn ended."""
    sound = await voiced(said.text, said, {said.language: [engine]})
    return AudioClip(as_pcm(np.concatenate([silent(0.4), sound, silent(0.2)]), said.digest))


def _recorded() -> list[Person]:
    """People whose recordings are here; one of them with enough speech to be enrolled."""
    reader = joined(*[recorded("spk-speaker_1_utt_1.wav")] * 2)
    own = pieces(recorded("spk-speaker_1_test_utt.wav"))
    others = [Person(name, None, pieces(recorded(f"{name}.wav"))) for name in PEOPLE]
    return [Person("reader", reader, own), *others]


def pieces(clip: AudioClip) -> list[AudioClip]:
    """As long as a command each."""
    size = round(PIECE_S * HEARING_RATE_HZ) * SAMPLE_BYTES
    starts = range(0, max(1, len(clip.pcm) - size // 2), size)
    return [AudioClip(clip.pcm[at : at + size]) for at in starts]


def _known(found: Known, voices: int) -> list[Figure]:
    return [
        Figure(
            id=IDS[2],
            what="commands of the enrolled voice that are kept",
            value=round(found.kept / max(1, found.own), 4),
            limit=LEAST_KEPT,
            sense=Sense.AT_LEAST,
            unit="of commands",
            detail={"commands": found.own, "voices": voices},
        ),
        Figure(
            id=IDS[2],
            what="commands of another voice that are done",
            value=len(found.taken),
            limit=0,
            sense=Sense.AT_MOST,
            unit="commands",
            detail={"commands": found.others, "taken": found.taken},
        ),
    ]
