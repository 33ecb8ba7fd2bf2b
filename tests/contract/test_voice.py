"""The port `SpeechEngine`: one suite over every voice found."""

import array
import asyncio
import contextlib
import os
import shutil
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import Any

import pytest

from companion.engines import weights
from companion.engines.synthesis.clause_voice import ClauseVoice
from companion.engines.synthesis.voice_weights import JOE_FILES
from companion.engines.voice import openjtalk
from companion.ports.speech import SpeechEngine, SpeechUnavailable
from companion.service import plugins
from companion.words.audio import AudioClip
from companion.words.language import Language
from companion.words.voice_style import VoiceStyle
from tests.slow_time import at_real_rate
from tests.twins import speech_servers as servers

FAMILY = "companion.engines.voice"
pytestmark = pytest.mark.timeout(300)
"""A voice loads in 3 s of CPU, longer on a busy machine, and some tests load it twice."""
voices = pytest.mark.parametrize("name", plugins.discover(FAMILY))
LONG = {
    Language.EN: "Okay. The light in the kitchen is on, and the curtain in the bedroom is closed "
    "now. It is raining outside, so I have left the window of the living room shut.",
    Language.JA: "はい。キッチンの明かりをつけて、寝室のカーテンを閉めました。"
    "外は雨が降っているので、リビングの窓は閉めたままにしてあります。",
}
SHORT = {Language.EN: "The light is on.", Language.JA: "明かりをつけました。"}
OWN = VoiceStyle()
UNSAID = ("", " \n", "...", "😀", "。！")
"""Texts without a letter or digit."""
LOUD = 1000
"""Peak of a sound that can be heard, of 32767."""


def _lacks(name: str) -> str:
    """What this machine lacks for it; "" for nothing. `make setup-test` brings everything."""
    if name == "piper" and find_spec("piper") is None:
        return "piper-tts is not installed"
    if name == "piper" and not JOE_FILES.paths(weights.MODELS_DIR):
        return "the voice joe was not fetched"
    if name == "openjtalk" and find_spec("pyopenjtalk") is None:
        return "pyopenjtalk-plus is not installed"
    if name == "espeak_ng" and shutil.which("espeak-ng") is None:
        return "espeak-ng is not installed"
    return ""


@asynccontextmanager
async def opened(name: str) -> AsyncIterator[SpeechEngine]:
    if lack := _lacks(name):
        pytest.skip(f"{FAMILY}.{name}: {lack}")
    async with servers.wyoming(servers.WyomingTwin()) as server:
        own: dict[str, dict[str, Any]] = {
            "scripted": {"make_share": 0.05},
            "wyoming": {"port": server.port},
        }
        engine: SpeechEngine = plugins.build(FAMILY, name, own.get(name, {}), {})
        try:
            yield engine
        finally:
            await engine.close()


async def said(
    engine: SpeechEngine, text: str, language: Language, style: VoiceStyle = OWN
) -> list[AudioClip]:
    return [clip async for clip in engine.speak(text, language=language, style=style)]


def length_s(clips: list[AudioClip]) -> float:
    return sum(clip.length_s for clip in clips)


def peak(clip: AudioClip) -> int:
    return max(map(abs, array.array("h", clip.pcm)))


@voices
async def test_it_speaks_each_of_its_languages_in_the_style_asked_for(name: str) -> None:
    """One load of the voice for all of it: loud enough, slower, quicker, higher, quieter."""
    async with opened(name) as engine:
        for language in engine.languages():
            assert engine.voices(language)
            own = await said(engine, LONG[language], language)
            assert 3 < length_s(own) < 25
            assert all(peak(clip) > LOUD for clip in own)
            slow = await said(engine, LONG[language], language, VoiceStyle(pace=0.7))
            quick = await said(engine, LONG[language], language, VoiceStyle(pace=1.5))
            assert length_s(slow) > 1.15 * length_s(own)
            assert length_s(quick) < 0.9 * length_s(own)
            quiet = await said(engine, LONG[language], language, VoiceStyle(volume=0.2))
            assert max(map(peak, quiet)) < 0.5 * max(map(peak, own))
            high = await said(engine, LONG[language], language, VoiceStyle(pitch_semitones=4))
            assert length_s(high) == pytest.approx(length_s(own), rel=0.2)
            assert [clip.pcm for clip in high] != [clip.pcm for clip in own]
            for text in UNSAID:
                assert await said(engine, text, language) == []
        assert engine.why_down() == ""


@voices
@at_real_rate
async def test_the_first_clip_comes_before_the_rest_is_made(name: str) -> None:
    """P13: what is heard first does not wait for the whole; the first piece is a short one."""
    async with opened(name) as engine:
        for language in engine.languages():
            await said(engine, LONG[language], language)  # loaded, and not measured
            shares = list[float]()
            for _ in range(3):  # one of them is not held up by whatever else the machine does
                began, came = time.monotonic(), list[float]()
                async for _ in engine.speak(LONG[language], language=language, style=VoiceStyle()):
                    came.append(time.monotonic() - began)
                assert len(came) >= 3
                shares.append(came[0] / came[-1])
            assert min(shares) <= 0.5


@voices
async def test_a_language_it_does_not_speak_is_refused(name: str) -> None:
    """Never spoken wrongly instead."""
    async with opened(name) as engine:
        others = set(Language) - engine.languages()
        for language in others:
            assert engine.voices(language) == ()
            with pytest.raises(ValueError, match=language.value):
                await said(engine, LONG[language], language)


@voices
async def test_what_is_broken_off_or_closed_leaves_it_ready(name: str) -> None:
    """Barge-in: the next words come at once, not after the rest of the old ones."""
    async with opened(name) as engine:
        for language in engine.languages():
            one = engine.speak("はい。 Okay. " * 40, language=language, style=VoiceStyle())
            await anext(one)
            rest = asyncio.ensure_future(anext(one))
            await asyncio.sleep(0)
            rest.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await rest
            assert len(await said(engine, LONG[language], language)) >= 3
            await engine.close()
            await engine.close()
            assert await said(engine, "Yes. はい。", language)  # it starts by itself


@voices
async def test_a_killed_worker_is_told_and_comes_back(name: str) -> None:
    """F12: the service goes on, and so does the voice."""
    async with opened(name) as engine:
        if not isinstance(engine, ClauseVoice):
            return  # it has no process that outlives a clause
        (language,) = engine.languages()
        before = await said(engine, SHORT[language], language)
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        with pytest.raises(SpeechUnavailable):
            await said(engine, SHORT[language], language)
        assert engine.why_down()
        after = await said(engine, SHORT[language], language)
        assert length_s(after) == pytest.approx(length_s(before), rel=0.25)
        assert engine.why_down() == ""


async def test_a_voice_that_is_not_there_is_told_with_the_remedy() -> None:
    engine = openjtalk.build(openjtalk.Settings())
    with pytest.raises(SpeechUnavailable, match="mei"):
        await said(engine, "はい。", Language.JA, VoiceStyle(voice="takumi"))
    assert "takumi" in engine.why_down()
    await engine.close()
