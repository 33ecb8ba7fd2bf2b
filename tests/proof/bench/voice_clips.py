"""What it hears in recordings: the wake word where it was said and where it was not, and the words.

The recordings are those of this repository, played over and over with a pause between: read speech
and household commands of several people, near misses, synthetic voices and noise, as a television
would give them to the room. Where no wake word is heard nobody is attended to, and no command is
taken.
"""

import os
from collections.abc import Sequence
from itertools import chain
from typing import Any

from companion.engines.weights import MODELS_DIR, ears_model, is_here
from companion.ports.listening import Ears, WakeWord
from companion.service import plugins
from companion.voice.segmenter import BLOCK_S
from companion.words.audio import AudioClip
from companion.words.language import Language
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.twins.recordings import Recording, blocks, joined, recordings, silence, sound

MINUTES = {Effort.SHORT: 2.0, Effort.LONG: 60.0}
PHRASES = ("okay_nabu", "hey_jarvis", "hey_mycroft", "alexa")
MOST_FALSE_PER_H = 0.5
MOST_WRONG = 0.089
"""Measured with Whisper base over thirty household commands."""
VOCABULARY = "Home commands: kitchen lights, office lights, standing light, timer; weather."
PAUSE_S = 0.7


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Wake words and words."""
    return (_recall(), _false_accepts(MINUTES[effort]), await _words_wrong())


def _recall() -> Figure:
    called = [one for one in recordings() if one.file.startswith("wake-")]
    missed = [one.file for one in called if not _heard(_engine(), _padded(one))]
    return Figure(
        id="wake",
        what="wake words that were heard",
        value=1 - len(missed) / len(called),
        limit=1.0,
        sense=Sense.AT_LEAST,
        unit="of recordings",
        detail={"recordings": len(called), "missed": missed},
    )


def _false_accepts(minutes: float) -> Figure:
    engine, others = _engine(), [one for one in recordings() if not one.file.startswith("wake-")]
    loop = list(chain.from_iterable(blocks(_padded(one)) for one in others))
    heard: list[str] = []
    passed_s = 0.0
    while passed_s < 60 * minutes:
        for block in loop:
            if phrase := engine.heard(block):
                heard.append(phrase)
        passed_s += len(loop) * BLOCK_S
    return Figure(
        id="wake",
        what="wake words heard where none was said",
        value=len(heard) / passed_s * 3600,
        limit=MOST_FALSE_PER_H,
        sense=Sense.AT_MOST,
        unit="an hour",
        detail={"minutes": round(passed_s / 60, 1), "recordings": len(others), "heard": heard},
    )


async def _words_wrong() -> Figure | NotMeasured:
    if not is_here(ears_model(), MODELS_DIR):
        return NotMeasured(id="wake", why="no speech to text: `companion models fetch --ears`")
    ears: Ears = plugins.build(plugins.FAMILIES["ears"], "faster_whisper", {"deadline_s": 110}, {})
    wrong, words, told = 0, 0, dict[str, Any]()
    try:
        for one in recordings():
            if one.language == Language.EN and one.file.startswith(("home-", "quiet-")):
                heard = await ears.recognise(
                    sound(one.file), language=Language.EN, vocabulary=VOCABULARY
                )
                said, read = _words(one.transcript), _words(heard.text)
                wrong, words = wrong + _edits(said, read), words + len(said)
                told[one.file] = heard.text
    finally:
        await ears.close()
    return Figure(
        id="wake",
        what="words of household commands that were read wrongly",
        value=wrong / words,
        limit=MOST_WRONG,
        sense=Sense.AT_MOST,
        unit="of words",
        detail={"words": words, "read": told, "load_1min": round(os.getloadavg()[0], 1)},
    )


def _engine() -> WakeWord:
    engine: WakeWord = plugins.build(
        plugins.FAMILIES["wake"], "pymicro_wakeword", {"words": PHRASES}, {}
    )
    return engine


def _heard(engine: WakeWord, clip: AudioClip) -> bool:
    return any([engine.heard(block) for block in blocks(clip)])


def _padded(one: Recording) -> AudioClip:
    return joined(sound(one.file), silence(PAUSE_S))


def _words(text: str) -> list[str]:
    """As they sound: Whisper writes numbers as digits."""
    plain = "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    return [{"10": "ten"}.get(word, word) for word in plain]


def _edits(said: Sequence[str], read: Sequence[str]) -> int:
    row = list(range(len(read) + 1))
    for number, word in enumerate(said, 1):
        before, row = row, [number]
        for at, other in enumerate(read, 1):
            row.append(min(before[at] + 1, row[-1] + 1, before[at - 1] + (word != other)))
    return row[-1]
