"""`companion doctor` says whether the microphone gives sound, and the remedy where not (F14)."""

from pathlib import Path
from typing import Any

import pytest

from companion.cli.doctor_microphone import microphone_findings
from companion.service.settings import Settings
from companion.words.health import HealthStatus
from companion.words.language import has_japanese
from tests.twins.recordings import FOLDER, louder, silence, sound
from tests.unit.cli.test_hear import written


def settings(**microphone: Any) -> Settings:
    ears = {"engine": "scripted"}
    return Settings.model_validate({"microphone": microphone, "ears": ears})


@pytest.mark.parametrize(
    ("microphone", "status", "told"),
    [
        ({"driver": "absent"}, HealthStatus.OK, "none is configured"),
        (
            {"driver": "wav_file", "path": FOLDER / "quiet-set_timer.wav"},
            HealthStatus.OK,
            "it gives sound",
        ),
        (
            {"driver": "wav_file", "path": FOLDER / "noise-no_speech.wav"},
            HealthStatus.DEGRADED,
            "loud sound without a pause",
        ),
        ({"driver": "wav_file", "path": "gone.wav"}, HealthStatus.DOWN, "there is no gone.wav"),
        ({"driver": "wav_file"}, HealthStatus.DOWN, "path"),
    ],
)
async def test_the_microphone_is_listened_to_for_some_seconds(
    microphone: dict[str, Any], status: HealthStatus, told: str
) -> None:
    found = dict(await microphone_findings(settings(**microphone)))
    assert found["microphone"].status is status
    assert told in found["microphone"].what.en
    assert has_japanese(found["microphone"].what.ja)
    if microphone["driver"] != "absent":
        assert found["speech to text"].status is HealthStatus.OK


@pytest.mark.parametrize(("kind", "told"), [("muted", "no sound at all"), ("loud", "too loud")])
async def test_sound_that_is_no_use_is_told(kind: str, told: str, tmp_path: Path) -> None:
    clip = silence(2.0) if kind == "muted" else louder(sound("quiet-set_timer.wav"), 200)
    path = written(tmp_path / "a.wav", clip)
    found = dict(await microphone_findings(settings(driver="wav_file", path=path)))["microphone"]
    assert found.status is HealthStatus.DEGRADED
    assert told in found.what.en
    assert found.remedy is not None
    assert "alsamixer" in found.remedy.en


async def test_no_microphone_is_told_in_plain_words_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/none")
    found = dict(await microphone_findings(settings(driver="sounddevice", device="Blue Yeti")))
    told = found["microphone"]
    assert told.what.en.startswith("no microphone named 'Blue Yeti' is found")
    assert told.what.ja.startswith("マイク「Blue Yeti」が見つかりません")
    assert "arecord -l" in told.what.en
    assert "arecord -l" in told.what.ja
    assert told.remedy is not None
    assert "write to it" in told.remedy.en


async def test_weights_that_are_missing_are_told(tmp_path: Path) -> None:
    given = settings(driver="wav_file", path=FOLDER / "noise-no_speech.wav").model_dump()
    given["ears"] = {"engine": "faster_whisper", "settings": {"models_dir": str(tmp_path)}}
    found = dict(await microphone_findings(Settings.model_validate(given)))["speech to text"]
    assert found.status is HealthStatus.DOWN
    assert "companion models fetch --ears" in found.what.en
    assert "companion models fetch --ears" in found.what.ja
