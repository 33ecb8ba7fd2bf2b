"""The port `WakeWord`: one suite over every engine found (P-007)."""

import time
from importlib.util import find_spec
from typing import Any

import pytest

from companion.engines.weights import MODELS_DIR, ears_model, is_here
from companion.ports.listening import WakeWord
from companion.service import plugins
from companion.words.audio import AudioClip
from tests.twins.recordings import blocks, joined, silence, sound

FAMILY = "companion.engines.wake"
engines = pytest.mark.parametrize("name", plugins.discover(FAMILY))
pytestmark = pytest.mark.real("wake")
PHRASES = ("okay_nabu", "hey_jarvis", "hey_mycroft", "alexa")
CLIPS = {
    "okay_nabu": "wake-okay_nabu-2.wav",
    "hey_jarvis": "wake-hey_jarvis-1.wav",
    "hey_mycroft": "wake-hey_mycroft-1.wav",
    "alexa": "wake-alexa-1.wav",
}
NEVER = ("nearwake-hey_peppa_pig.wav", "noise-no_speech.wav", "home-turn-on-kitchen-lights.wav")


def built(name: str, *phrases: str, at_s: float | None = None) -> WakeWord:
    """One engine that listens for these phrases; the script of the twin says when."""
    section: dict[str, Any] = {"words": phrases}
    if name == "scripted":
        at = () if at_s is None else (at_s,)
        section = {"phrase": phrases[0].replace("_", " ").title(), "at_s": at}
    if name == "name_by_speech":
        if not is_here(ears_model(), MODELS_DIR):
            pytest.skip("no model of speech to text: `companion models fetch --ears`")
        section = {"names": tuple(one.replace("_", " ").title() for one in phrases)}
    if name == "pyopen_wakeword" and find_spec("pyopen_wakeword") is None:
        pytest.skip("pyopen-wakeword is not installed: scripts/packages.sh")
    engine: WakeWord = plugins.build(FAMILY, name, section, {})
    return engine


def hits(engine: WakeWord, clip: AudioClip) -> list[tuple[float, str]]:
    """Where, in seconds, which phrase was heard."""
    found = ((n * 0.032, heard(engine, block)) for n, block in enumerate(blocks(clip)))
    return [(at_s, phrase) for at_s, phrase in found if phrase]


def heard(engine: WakeWord, block: bytes) -> str:
    """What it found by this block; an engine that reads beside the blocks is waited for."""
    while getattr(engine, "is_reading", lambda: False)():
        time.sleep(0.005)
    return engine.heard(block)


@engines
def test_a_persons_phrase_is_heard_when_it_ends(name: str) -> None:
    """Also when somebody goes on at once, and again after `reset`. Of four voices an engine may
    miss one; the default misses none."""
    heard = set()
    for phrase in PHRASES:
        engine = built(name, phrase, at_s=1.6)
        clip = joined(silence(0.5), sound(CLIPS[phrase]), silence(0.5))
        said = phrase.replace("_", " ").title()
        assert said in engine.phrases()
        if not (first := hits(engine, clip)):
            continue
        heard.add(phrase)
        assert {one for _, one in first} == {said}
        assert 0.5 < first[0][0] < 3.0
        engine.reset()
        assert hits(engine, clip)[0] == first[0]
    assert len(heard) >= (4 if name == "pymicro_wakeword" else 3), heard


@engines
def test_nothing_else_wakes_it(name: str) -> None:
    """A phrase that is near, noise, and a command without it."""
    engine = built(name, *PHRASES)
    for file in NEVER:
        engine.reset()
        assert hits(engine, joined(sound(file), silence(0.5))) == [], file
    assert engine.phrases()


@engines
def test_a_phrase_that_nobody_asked_for_is_not_heard(name: str) -> None:
    engine = built(name, "okay_nabu")
    assert hits(engine, joined(silence(0.5), sound(CLIPS["hey_mycroft"]), silence(0.5))) == []
