"""Whose voice it is, and what is kept of it (T-56, T2; issue 13, point 4)."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.engines.speaker_id.scripted import ScriptedSpeakerId
from companion.voice.enrolled_voices import FILE, EnrolledVoice, EnrolledVoices, VoicesUnreadable
from companion.voice.who_speaks import SpeakerHeard, Voice, WhoSpeaks
from companion.words.health import HealthStatus
from tests.twins.recordings import silence

CLIP = silence(3.0)


def voice(name: str, *vector: float) -> EnrolledVoice:
    at = datetime(2026, 11, 23, tzinfo=UTC)
    return EnrolledVoice(name=name, vector=vector, speech_s=60.0, enrolled_at=at)


async def test_nobody_enrolled_nothing_asked(tmp_path: Path) -> None:
    engine = ScriptedSpeakerId([(1.0, 0.0)])
    who = WhoSpeaks(engine, EnrolledVoices(tmp_path))
    assert (await who.of(CLIP)).voice is Voice.NOT_ASKED
    assert not engine.asked
    assert not await who.findings()


async def test_the_nearest_enrolled_voice_is_named(tmp_path: Path) -> None:
    voices = EnrolledVoices(tmp_path)
    voices.enrol(voice("ミカ", 1.0, 0.0))
    voices.enrol(voice("Ken", 0.0, 1.0))
    engine = ScriptedSpeakerId([(0.6, 0.8), (-1.0, 0.0), (0.8, 0.6), (0.6, -0.8)])
    who = WhoSpeaks(engine, voices)
    assert await who.of(CLIP) == SpeakerHeard(Voice.KNOWN, "Ken", 0.8)
    assert (await who.of(CLIP)).voice is Voice.STRANGE
    assert await who.of(CLIP) == SpeakerHeard(Voice.KNOWN, "ミカ", 0.8)
    assert (await who.of(CLIP)).voice is Voice.UNCLEAR, "0.6: between the two limits"


async def test_too_little_speech_tells_nothing(tmp_path: Path) -> None:
    """A short stretch has to be more alike than a long one."""
    voices = EnrolledVoices(tmp_path)
    voices.enrol(voice("Ken", 1.0, 0.0))
    engine = ScriptedSpeakerId([(0.66, 0.751)], speech_s=2.0)
    who = WhoSpeaks(engine, voices)
    assert (await who.of(CLIP)).voice is Voice.KNOWN
    engine.speech_s = 1.5
    assert (await who.of(CLIP)).voice is Voice.UNCLEAR
    engine.speech_s = 0.5
    assert (await who.of(CLIP)).voice is Voice.UNCLEAR


async def test_what_protects_does_not_open_by_itself(tmp_path: Path) -> None:
    """Engine gone, or file damaged: no voice is known, health says so with the remedy."""
    voices, engine = EnrolledVoices(tmp_path), ScriptedSpeakerId([(1.0, 0.0)])
    voices.enrol(voice("Ken", 1.0, 0.0))
    who = WhoSpeaks(engine, voices)
    engine.gone = "the worker died"
    assert (await who.of(CLIP)).voice is Voice.UNCLEAR
    found = (await who.findings())["speaker id"]
    assert found.status is HealthStatus.DEGRADED
    assert found.remedy is not None
    engine.gone = ""
    assert (await who.of(CLIP)).voice is Voice.KNOWN
    assert (await who.findings())["speaker id"].status is HealthStatus.OK
    (tmp_path / FILE).write_text("{")
    assert (await who.of(CLIP)).voice is Voice.UNCLEAR
    assert (await who.findings())["speaker id"].status is HealthStatus.DEGRADED


def test_voices_lie_in_a_private_file_that_another_process_may_change(tmp_path: Path) -> None:
    here, there = EnrolledVoices(tmp_path), EnrolledVoices(tmp_path)
    assert here.all() == ()
    there.enrol(voice("Ken", 1.0, 0.0))
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert [one.name for one in here.all()] == ["Ken"]
    there.enrol(voice("ken", 0.0, 1.0))
    assert [one.vector for one in here.all()] == [(0.0, 1.0)], "the new one takes its place"
    assert there.erase("KEN")
    assert not there.erase("KEN")
    assert here.all() == ()
    assert not (tmp_path / FILE).exists(), "nothing of a voice is left"


def test_a_damaged_file_is_told_and_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"voices": [{"name": "Ken"}]}')
    with pytest.raises(VoicesUnreadable):
        EnrolledVoices(tmp_path).enrol(voice("Mika", 1.0))


def test_an_erased_voice_leaves_no_byte_on_the_disk(tmp_path: Path) -> None:
    """Issue 13, point 4: also not in the blocks of the file that had it, which the open file still
    reaches."""
    voices = EnrolledVoices(tmp_path)
    voices.enrol(voice("ミカ", 1.0, 0.0))
    voices.enrol(voice("Ken", 0.0, 1.0))
    with (tmp_path / FILE).open("rb") as old:
        assert voices.erase("ミカ")
        assert old.read().strip(b"\0") == b""
    with (tmp_path / FILE).open("rb") as old:
        assert voices.erase("ken")
        assert old.read().strip(b"\0") == b""
    assert not list(tmp_path.iterdir())
