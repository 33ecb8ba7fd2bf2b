"""Turn end: meaning first, the sound last (issue 13, point 2)."""

import asyncio
import json
from pathlib import Path

import pytest

from companion.desk.closed_sentences import is_closed
from companion.ports.listening import ListeningUnavailable, Transcript
from companion.rooms.understanding.ending import GrammarEndings
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import home_of
from companion.voice.listen import Verdict
from companion.voice.turn_end import TurnEnd, TurnEndSettings
from companion.words.audio import AudioClip
from companion.words.language import Language
from companion.words.turn import EndedBy
from tests.twins.clock import JumpClock

CLIP = AudioClip(b"\0\0" * 1600)
HOME = Path(__file__).parents[2] / "data" / "spoken" / "home_en.json"
ON = TurnEndSettings()


class Sound:
    """A turn model that gives one score, or fails."""

    def __init__(self, score: float = 0.0, error: Exception | None = None, late: bool = False):
        self.score, self.error, self.late = score, error, late
        self.asked = 0

    async def finished(self, clip: AudioClip) -> float:
        self.asked += 1
        if self.late:
            await asyncio.Event().wait()
        if self.error is not None:
            raise self.error
        return self.score

    async def close(self) -> None:
        """Nothing to end."""


async def _wait(text: str, sound: Sound | None = None, rejected: str = "") -> Verdict:
    home = home_of(json.loads(HOME.read_text("utf-8")))
    judge = TurnEnd(
        endings=GrammarEndings(GrammarUnderstanding(lambda: home)),
        clock=JumpClock(),
        language=Language.EN,
        place="kitchen",
        model=sound,
        settings=TurnEndSettings(model_s=0.05),
    )
    return await judge.wait(Transcript(text=text, language=None, rejected=rejected), CLIP)


@pytest.mark.parametrize(
    ("text", "silence_s", "ended_by"),
    [
        ("turn on the kitchen lights", ON.whole_s, EndedBy.MEANING),
        ("turn on the", ON.open_s, EndedBy.SILENCE),
        ("could you ring taro for me please", ON.asks_s, EndedBy.MEANING),
        ("remind me at eight tonight", ON.may_go_on_s, EndedBy.SILENCE),
    ],
)
async def test_model_of_sound_is_not_asked_about_sentences_of_this_home(
    text: str, silence_s: float, ended_by: EndedBy
) -> None:
    sound = Sound(1.0)
    assert await _wait(text, sound) == Verdict(silence_s, ended_by)
    assert sound.asked == 0


@pytest.mark.parametrize(
    ("text", "confidence", "silence_s"),
    [
        ("turn off the tv", 0.46, ON.may_go_on_s),
        ("turn off the tv", 0.56, ON.whole_s),
        ("turn off the tv", None, ON.whole_s),
        ("yes", 0.3, ON.whole_s),
        ("stop", 0.3, ON.whole_s),
        ("turn on the", 0.3, ON.open_s),
    ],
)
async def test_a_command_that_speech_to_text_doubts_is_waited_for(
    text: str, confidence: float | None, silence_s: float
) -> None:
    """A cut command is read as another one: "turn the tv off" for "turn the tv volume |"."""
    home = home_of(json.loads(HOME.read_text("utf-8")))
    judge = TurnEnd(
        endings=GrammarEndings(GrammarUnderstanding(lambda: home), closed=is_closed),
        clock=JumpClock(),
        language=Language.EN,
        place="living_room",
    )
    verdict = await judge.wait(Transcript(text=text, language=None, confidence=confidence), CLIP)
    assert verdict.silence_s == silence_s


async def test_talk_ends_by_the_model_of_sound() -> None:
    talk = "I think my sister likes her new job"
    assert await _wait(talk, Sound(0.9)) == Verdict(ON.finished_s, EndedBy.TURN_MODEL)
    assert await _wait(talk, Sound(0.1)) == Verdict(ON.free_s, EndedBy.SILENCE)


@pytest.mark.parametrize(
    "sound", [None, Sound(error=ListeningUnavailable("worker died")), Sound(late=True)]
)
async def test_talk_ends_by_silence_where_the_model_has_no_opinion(sound: Sound | None) -> None:
    assert await _wait("my sister likes her job", sound) == Verdict(ON.free_s, EndedBy.SILENCE)


async def test_rejected_words_are_not_judged() -> None:
    sound = Sound(1.0)
    rejected = await _wait("turn on the kitchen lights", sound, rejected="no_speech")
    assert rejected == Verdict(ON.free_s, EndedBy.SILENCE)
    assert sound.asked == 0
