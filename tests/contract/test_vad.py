"""The port `VoiceActivity`: one suite over every engine found (P-007)."""

import pytest

from companion.ports.listening import VoiceActivity
from companion.service import plugins
from companion.words.audio import AudioClip
from tests.twins.recordings import blocks, joined, silence, sound

FAMILY = "companion.engines.vad"
engines = pytest.mark.parametrize("name", plugins.discover(FAMILY))
pytestmark = pytest.mark.real("vad")


def probabilities(engine: VoiceActivity, clip: AudioClip) -> list[float]:
    return [engine.probability(block) for block in blocks(clip)]


@engines
@pytest.mark.parametrize(
    "file", ["home-turn-on-kitchen-lights.wav", "ja-synth-living_room_light.wav"]
)
def test_speech_is_told_from_silence(name: str, file: str) -> None:
    engine: VoiceActivity = plugins.build(FAMILY, name, {}, {})
    quiet = probabilities(engine, silence(1.0))
    spoken = probabilities(engine, sound(file))
    after = probabilities(engine, silence(1.0))
    assert all(0 <= p <= 1 for p in (*quiet, *spoken, *after))
    assert max(quiet) < 0.5
    assert sum(p > 0.5 for p in spoken) * 0.032 > 0.6
    assert max(after[-10:]) < 0.35


@engines
def test_after_a_reset_it_answers_as_at_first(name: str) -> None:
    engine: VoiceActivity = plugins.build(FAMILY, name, {}, {})
    clip = joined(silence(0.3), sound("quiet-set_timer.wav"))
    first = probabilities(engine, clip)
    engine.reset()
    assert probabilities(engine, clip) == pytest.approx(first)


def test_noise_is_no_speech() -> None:
    engine: VoiceActivity = plugins.build(FAMILY, "silero", {}, {})
    assert max(probabilities(engine, sound("noise-no_speech.wav"))) < 0.5
