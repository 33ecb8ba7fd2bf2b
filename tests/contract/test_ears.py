"""The port `Ears`: one suite over every engine found (P-007, F12)."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.engines.ears.faster_whisper import FasterWhisper, Settings
from companion.engines.ears.scripted import ScriptedEars
from companion.engines.weights import MODELS_DIR, ears_model, is_here
from companion.ports.listening import Ears, ListeningUnavailable, Transcript
from companion.service import plugins
from companion.words.audio import AudioClip
from companion.words.language import Language
from tests.proof.bench.spoken_ends import as_pcm, resampled
from tests.twins import speech_servers as servers
from tests.twins.recordings import joined, silence, sound

FAMILY = "companion.engines.ears"
engines = pytest.mark.parametrize("name", plugins.discover(FAMILY))
pytestmark = pytest.mark.real("ears")
HOME_EN = "Home commands: kitchen lights, office lights, standing light, timer; weather."
HOME_JA = "家の操作: リビングの電気、寝室のエアコン、玄関の鍵。"
PATIENT = {"deadline_s": 110}
"""Nothing is judged by time here, and the machine may be busy."""
WAV_HEADER = 44
"""Bytes before the samples, as espeak-ng writes it."""
SCRIPTS: dict[str, dict[str, Any]] = {
    "faster_whisper": PATIENT,
    "scripted": {"lines": ("turn on kitchen lights", "リビングの電気をつけて", "")},
}


@pytest.fixture(scope="module", autouse=True)
def weights() -> None:
    """The suite needs the real weights: `make setup-test` brings them."""
    if not is_here(ears_model(), MODELS_DIR):
        pytest.skip("no model of speech to text: `companion models fetch --ears`")


@asynccontextmanager
async def _server(name: str) -> AsyncIterator[dict[str, Any]]:
    """The settings of an engine that asks a server, with a scripted one behind them."""
    lines = list(SCRIPTS["scripted"]["lines"])
    if name == "wyoming":
        async with servers.wyoming(servers.WyomingTwin(lines)) as wyoming:
            yield {"port": wyoming.port}
    elif name == "openai_http":
        async with servers.http(servers.HttpTwin(lines)) as http:
            yield {"url": http.url}
    else:
        yield {}


@asynccontextmanager
async def opened(name: str) -> AsyncIterator[Ears]:
    async with _server(name) as own:
        ears: Ears = plugins.build(FAMILY, name, SCRIPTS.get(name, {}) | own, {})
        try:
            yield ears
        finally:
            await ears.close()


def plain(text: str) -> str:
    """Without what a listener does not hear."""
    return re.sub(r"[\W_]", "", text).casefold()


@engines
async def test_commands_in_both_languages_and_noise(name: str) -> None:
    """Speech is understood in English and Japanese; noise and silence give no text to act on."""
    async with opened(name) as ears:
        english = await ears.recognise(
            sound("home-turn-on-kitchen-lights.wav"), language=Language.EN, vocabulary=HOME_EN
        )
        japanese = await ears.recognise(
            sound("ja-synth-living_room_light.wav"), language=Language.JA, vocabulary=HOME_JA
        )
        noise = await ears.recognise(sound("noise-no_speech.wav"), language=Language.EN)
        nothing = await ears.recognise(silence(2.0), language=Language.JA)
        assert ears.why_down() == ""
    assert (plain(english.text), english.language) == ("turnonkitchenlights", Language.EN)
    assert (plain(japanese.text), japanese.language) == ("リビングの電気をつけて", Language.JA)
    assert (english.rejected, japanese.rejected) == ("", "")
    if name != "wyoming":  # its protocol has no word for it
        assert english.confidence is not None
        assert 0 < english.confidence <= 1
    assert noise.rejected == nothing.rejected == "no_speech"


FOREIGN = (
    ("de", "Der Zug nach Hamburg hat wieder Verspätung"),
    ("es", "Mañana vamos a la playa con los niños"),
    ("it", "Il treno per Milano è in ritardo anche oggi"),
    ("pl", "Jutro pojedziemy nad jezioro z dziećmi"),
)


def said_in(spoken_in: str, text: str) -> AudioClip:
    """By the voice of that language, with the faint noise of a room."""
    command = ("espeak-ng", "-v", spoken_in, "-s", "160", "--stdout", text)
    made = subprocess.run(command, capture_output=True, check=True).stdout
    return AudioClip(as_pcm(resampled(AudioClip(made[WAV_HEADER:], 22_050)), 1))


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("told", Language)
async def test_f14_a_sentence_in_another_language_is_not_acted_on(told: Language) -> None:
    """Whisper makes English or Japanese of anything; whichever the household speaks."""
    async with opened("faster_whisper") as ears:
        for spoken_in, text in FOREIGN:
            heard = await ears.recognise(said_in(spoken_in, text), language=told)
            assert heard.rejected in ("other_language", "no_speech"), (spoken_in, heard.text)
            assert heard.text, "a stop word would be looked for in it"


@engines
async def test_ten_minutes_of_talk_are_refused_and_do_not_take_ten_minutes(name: str) -> None:
    async with opened(name) as ears:
        long = AudioClip(sound("home-turn-on-kitchen-lights.wav").pcm * 255)
        assert long.length_s > 600
        assert await ears.recognise(long, language=Language.EN) == Transcript(
            text="", language=None, rejected="too_long"
        )


@engines
async def test_closing_twice_is_no_mistake(name: str) -> None:
    async with opened(name) as ears:
        await ears.warm()
        await ears.close()
        await ears.close()
        heard = await ears.recognise(
            sound("home-turn-on-kitchen-lights.wav"), language=Language.EN, vocabulary=HOME_EN
        )
        assert plain(heard.text) == "turnonkitchenlights"


async def test_the_language_is_found_where_nobody_told() -> None:
    """T-12: a household speaks both."""
    async with opened("faster_whisper") as ears:
        english = await ears.recognise(sound("quiet-set_timer.wav"), language=None)
        japanese = await ears.recognise(sound("ja-synth-living_room_light.wav"), language=None)
    assert (english.language, japanese.language) == (Language.EN, Language.JA)
    assert "timer" in english.text.casefold()


@pytest.mark.parametrize("is_enough", [True, False])
async def test_a_first_reading_that_will_do_is_not_looked_at_again(is_enough: bool) -> None:
    """It is asked about where it is in doubt: the other readings cost as much again."""
    asked = list[str]()

    def enough(words: Transcript) -> bool:
        asked.append(words.text)
        return is_enough

    doubted = said_in("en", "lock both doors")
    async with opened("faster_whisper") as ears:
        heard = await ears.recognise(doubted, language=Language.EN, enough=enough)
    assert len(asked) == 1
    assert bool(heard.others) is not is_enough
    assert not is_enough or heard.text == asked[0]


async def test_japanese_is_not_translated_where_english_was_told() -> None:
    async with opened("faster_whisper") as ears:
        heard = await ears.recognise(
            sound("ja-synth-living_room_light.wav"), language=Language.EN, vocabulary=HOME_EN
        )
    assert heard.language is Language.JA
    assert "つけて" in heard.text


async def test_longer_than_one_window_is_heard_to_its_end() -> None:
    """Whisper looks at 30 s at a time. How well a name is heard at the seam of two windows differs
    from processor to processor; that the last sentence is there does not."""
    clips = [sound("home-set-kitchen-lights-to-red.wav"), silence(7.0)] * 4
    async with opened("faster_whisper") as ears:
        heard = await ears.recognise(joined(*clips), language=Language.EN, vocabulary=HOME_EN)
    assert heard.rejected == ""
    words = heard.text.casefold()
    assert words.count("kitchen") >= 2
    assert words.count("red") == 4
    assert words.rstrip(".").endswith("red")


async def test_without_weights_the_remedy_is_told(tmp_path: Path) -> None:
    ears = FasterWhisper(Settings(models_dir=tmp_path))
    with pytest.raises(ListeningUnavailable, match="companion models fetch --ears"):
        await ears.recognise(silence(1.0), language=None)
    assert "companion models fetch --ears" in ears.why_down()


async def test_a_killed_worker_is_an_error_of_the_port_and_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F12: the service goes on."""
    monkeypatch.setattr("companion.engines.worker.worker.BACK_OFF_FIRST_S", 0.05)
    ears = FasterWhisper(Settings.model_validate(PATIENT))
    try:
        clip = sound("home-turn-on-kitchen-lights.wav")
        await ears.warm()
        assert ears.pid is not None
        os.kill(ears.pid, signal.SIGKILL)
        with pytest.raises(ListeningUnavailable):
            await ears.recognise(clip, language=Language.EN)
        assert ears.why_down()
        again = await ears.recognise(clip, language=Language.EN, vocabulary=HOME_EN)
        assert plain(again.text) == "turnonkitchenlights"
        assert ears.why_down() == ""
    finally:
        await ears.close()


async def test_another_sample_rate_is_refused() -> None:
    ears = FasterWhisper(Settings())
    with pytest.raises(ValueError, match="44100"):
        await ears.recognise(AudioClip(b"\0\0" * 100, 44_100), language=None)


async def test_the_scripted_twin_follows_its_script() -> None:
    ears = ScriptedEars(["stop", Transcript(text="", language=None, rejected="no_speech")])
    clip = sound("home-turn-on-kitchen-lights.wav")
    assert (await ears.recognise(clip, language=None)).text == "stop"
    assert (await ears.recognise(clip, language=None)).rejected == "no_speech"
    ears.gone = "unplugged"
    with pytest.raises(ListeningUnavailable, match="unplugged"):
        await ears.recognise(clip, language=None)
    assert len(ears.heard) == 2
