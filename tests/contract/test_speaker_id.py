"""The port `SpeakerId`: one suite over every engine found (P-007, T-56)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.engines.listening.speaker_weights import D_VECTOR
from companion.engines.speaker_id.voicefilter import Settings, VoiceFilter
from companion.engines.weights import MODELS_DIR
from companion.ports.listening import ListeningUnavailable, SpeakerId
from companion.service import plugins
from companion.voice.enrolled_voices import EnrolledVoice, EnrolledVoices, NotEnrolled, voice_of
from companion.voice.who_speaks import Voice, WhoSpeaks
from companion.words.audio import AudioClip
from tests.twins.recordings import joined, silence, sound

FAMILY = "companion.engines.speaker_id"
engines = pytest.mark.parametrize("name", plugins.discover(FAMILY))
pytestmark = pytest.mark.real("speaker id model")
PATIENT = {"deadline_s": 110}
SCRIPTS = {"voicefilter": PATIENT}


@pytest.fixture(scope="module", autouse=True)
def weights() -> None:
    """The suite needs the real weights: `make setup-test` brings them."""
    if not D_VECTOR.paths(MODELS_DIR):
        pytest.skip("no speaker id model: `companion models fetch --speaker-id`")


@asynccontextmanager
async def opened(name: str) -> AsyncIterator[SpeakerId]:
    model: SpeakerId = plugins.build(FAMILY, name, SCRIPTS.get(name, {}), {})
    try:
        yield model
    finally:
        await model.close()
        await model.close()


def pieces(clip: AudioClip, length_s: float) -> list[AudioClip]:
    size = round(length_s * 16_000) * 2
    starts = range(0, len(clip.pcm) - size + 1, size // 2 // 2 * 2)
    return [AudioClip(clip.pcm[at : at + size]) for at in starts]


@engines
async def test_it_gives_a_vector_of_unit_length_for_any_sound(name: str) -> None:
    spoken = sound("quiet-set_timer.wav")
    async with opened(name) as model:
        for clip in (spoken, joined(*[spoken] * 4), AudioClip(spoken.pcm[:9_600])):
            heard = await model.print_of(clip)
            assert sum(value * value for value in heard.vector) == pytest.approx(1, abs=1e-3)
            assert 0 < heard.speech_s <= clip.length_s


async def test_silence_has_no_voice() -> None:
    async with opened("voicefilter") as model:
        for clip in (AudioClip(b""), silence(0.01), silence(2.0)):
            assert (await model.print_of(clip)).vector == ()


async def test_silence_around_the_words_is_no_part_of_the_voice() -> None:
    spoken = sound("spk-speaker_1_utt_1.wav")
    async with opened("voicefilter") as model:
        bare = await model.print_of(spoken)
        wide = await model.print_of(joined(silence(1.6), spoken, silence(1.6)))
        assert sum(a * b for a, b in zip(bare.vector, wide.vector, strict=True)) > 0.98


async def test_an_enrolled_voice_is_known_and_another_never_is(tmp_path: Path) -> None:
    """Two seconds of the same person's other recording, and of five other people."""
    first, same = sound("spk-speaker_1_utt_1.wav"), sound("spk-speaker_1_test_utt.wav")
    others = [
        *("spk-speaker_2_test_utt", "ja-synth-living_room_light", "quiet-set_timer"),
        *("home-turn-on-kitchen-lights", "home-set-kitchen-lights-to-red", "wake-alexa-1"),
    ]
    async with opened("voicefilter") as model:
        vector, speech_s = await voice_of(model, joined(first, first))
        voices = EnrolledVoices(tmp_path)
        at = datetime(2026, 11, 23, tzinfo=UTC)
        voices.enrol(EnrolledVoice(name="Anna", vector=vector, speech_s=speech_s, enrolled_at=at))
        who = WhoSpeaks(model, voices)
        own = [await who.of(piece) for piece in pieces(same, 2.0)]
        kept = [one for one in own if (one.voice, one.name) == (Voice.KNOWN, "Anna")]
        assert len(kept) >= 0.9 * len(own)
        for other in others:
            for piece in pieces(sound(f"{other}.wav"), 1.5):
                assert (await who.of(piece)).voice is not Voice.KNOWN, other


async def test_two_people_are_not_enrolled_as_one() -> None:
    both = joined(sound("spk-speaker_1_utt_1.wav"), sound("spk-speaker_2_test_utt.wav"))
    async with opened("voicefilter") as model:
        with pytest.raises(NotEnrolled, match="several_voices"):
            await voice_of(model, both)
        with pytest.raises(NotEnrolled, match="too_short"):
            await voice_of(model, sound("quiet-set_timer.wav"))


async def test_without_its_file_the_remedy_is_told(tmp_path: Path) -> None:
    model = VoiceFilter(Settings(models_dir=tmp_path))
    with pytest.raises(ListeningUnavailable, match="companion models fetch --speaker-id"):
        await model.print_of(silence(1.0))
