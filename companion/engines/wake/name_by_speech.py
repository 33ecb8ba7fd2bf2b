"""Wake word by speech to text: any name, without a trained model.

Voice activity cuts the sound into stretches of speech. The first words of each are read by Whisper,
in a thread beside the stretch, and compared with the names as they sound: Japanese by its reading,
in Latin letters. So silence costs nothing but voice activity, and a stretch one short reading, at
most one at a time. It costs more than a trained wake word, answers about a second later, and a
command in the same breath is heard from there on only: call, wait for the chime, then speak.

It runs in the worker of the listening engines.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from difflib import SequenceMatcher
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from companion.engines.weights import MODELS_DIR, ears_model
from companion.ports.listening import VoiceActivity
from companion.service import plugins
from companion.words.audio import HEARING_RATE_HZ, SAMPLE_BYTES
from companion.words.language import Language, has_japanese

BEFORE_BYTES = int(0.3 * HEARING_RATE_HZ) * SAMPLE_BYTES
"""Sound before voice activity says so; without it the first consonant is lost."""
SPEAKS, SILENT = 0.5, 0.35
"""Probabilities at which a stretch of speech begins, and goes towards its end."""
END_S = 0.3
READ_S = 1.8
"""Length of the first words: a call before it and a long name."""
LEAST_S = 0.25
"""Shorter speech holds no name."""
CALLS = ("hey", "okay", "ok", "hi", "hello", "nee", "ne", "oi", "ano", "moshimoshi")
"""Words that may stand before the name."""
ALIKE = 0.8
"""Share of letters that have to agree; of a name of five letters one may be wrong."""


class Settings(BaseModel):
    """Settings of the names it listens for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    names: tuple[str, ...] = Field(
        ("Koto",), min_length=1, description="names that call it; five letters or more err least"
    )
    language: Language | None = Field(
        None, description="in which it is called; empty: found out, which costs no more"
    )
    vad: str = Field("silero", description="engine of voice activity")
    models_dir: Path = Field(MODELS_DIR, description="folder of the models")
    threads: int = Field(1, gt=0, description="threads that read; they run beside the blocks")


Read = Callable[[bytes], str]
"""Samples -> text."""


class NameBySpeech:
    """Detector of spoken names. Implements the port `WakeWord`."""

    def __init__(self, names: Sequence[str], vad: VoiceActivity, read: Read) -> None:
        self._names = {name: sounds(name) for name in names}
        self._vad, self._read = vad, read
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="name by speech")
        self._reading: Future[str] | None = None
        self.reset()

    def phrases(self) -> Sequence[str]:
        """The names."""
        return tuple(self._names)

    def heard(self, block: bytes) -> str:
        """The name that was found by now in a stretch that was read; "" for none."""
        self._follow(block)
        return self._found()

    def reset(self) -> None:
        """Forget the sound so far."""
        self._vad.reset()
        self._before = b""
        self._stretch = b""
        self._silent_s = 0.0
        self._speaks = self._is_read = False
        self._reading = None

    def is_reading(self) -> bool:
        """Whether a stretch is being read."""
        return self._reading is not None and not self._reading.done()

    def _follow(self, block: bytes) -> None:
        block_s = len(block) / SAMPLE_BYTES / HEARING_RATE_HZ
        speech = self._vad.probability(block)
        if not self._speaks and speech >= SPEAKS:
            self._speaks, self._is_read, self._silent_s = True, False, 0.0
            self._stretch = self._before
        self._before = (self._before + block)[-BEFORE_BYTES:]
        if not self._speaks:
            return
        self._stretch = self._stretch if self._is_read else self._stretch + block
        self._silent_s = self._silent_s + block_s if speech < SILENT else 0.0
        ended = self._silent_s >= END_S
        if not self._is_read and (ended or _length_s(self._stretch) >= READ_S):
            self._is_read = True
            if _length_s(self._stretch) - END_S >= LEAST_S and not self.is_reading():
                self._reading = self._thread.submit(self._read, self._stretch)
        self._speaks = not ended

    def _found(self) -> str:
        """The name in the stretch that was read last. Raises what reading raises."""
        if self._reading is None or not self._reading.done():
            return ""
        text, self._reading = self._reading.result(), None
        return called(text, self._names)


def called(text: str, names: dict[str, str]) -> str:
    """The name that begins a text, perhaps after a call; "" for none. `names`: with their sound."""
    words = sounds(text)
    beginnings = [words, *(words[len(call) :] for call in CALLS if words.startswith(call))]
    found = [
        (likeness, name)
        for name, sound in names.items()
        for likeness in (_best(sound, beginning) for beginning in beginnings)
        if sound and likeness >= ALIKE
    ]
    return max(found)[1] if found else ""


def _best(name: str, text: str) -> float:
    """How well the text begins with the name, a letter more or less included."""
    ends = range(max(1, len(name) - 1), len(name) + 2)
    return max(SequenceMatcher(None, name, text[:end], autojunk=False).ratio() for end in ends)


def sounds(text: str) -> str:
    """How a text sounds, in Latin letters without spaces. Japanese is read by the dictionary of
    Open JTalk; without it only kana are."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    if has_japanese(plain):
        plain = _romaji(plain)
    letters = re.sub(r"[^a-z]", "", unicodedata.normalize("NFD", plain))
    return re.sub(r"(.)\1+", r"\1", letters.replace("l", "r").replace("c", "k").replace("ou", "o"))


def _romaji(text: str) -> str:
    import jaconv

    try:
        import pyopenjtalk
    except ImportError:
        kana = text
    else:
        kana = str(pyopenjtalk.g2p(text, kana=True))
    return str(jaconv.kana2alphabet(jaconv.kata2hira(kana.replace("ー", ""))))


def _length_s(pcm: bytes) -> float:
    return len(pcm) / SAMPLE_BYTES / HEARING_RATE_HZ


def _reader(settings: Settings) -> Read:
    """Whisper in this process. Raises `ImportError`, and what a damaged model raises."""
    from companion.engines.listening import whisper

    folder = (settings.models_dir / ears_model().file).parent
    if not (folder / "model.bin").is_file():
        raise FileNotFoundError(f"no model in {folder}: `companion models fetch --ears`")
    answer = whisper.serve(
        {
            "folder": str(folder),
            "threads": settings.threads,
            "beams": 1,
            "window_s": 15.0,
            "longest_s": 5.0,
        }
    )
    asked = {"language": settings.language or "", "vocabulary": ", ".join(settings.names)}

    def read(pcm: bytes) -> str:
        told, _ = answer(asked, pcm)
        return "" if told["rejected"] else str(told["text"])

    return read


def build(settings: Settings) -> NameBySpeech:
    """Load Whisper and voice activity. Raises `ImportError`, `OSError`."""
    vad: VoiceActivity = plugins.build(plugins.FAMILIES["vad"], settings.vad, {}, {})
    return NameBySpeech(settings.names, vad, _reader(settings))
