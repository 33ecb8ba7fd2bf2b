"""`companion voices` (T-56)."""

import wave
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.cli.commands import app
from companion.voice.enrolled_voices import FILE
from tests.twins.recordings import joined, sound


def _ran(folder: Path, *words: str) -> tuple[int, str]:
    config = folder / "config.yaml"
    config.write_text(
        "language: en\nstate_dir: state\nspeaker_id: {engine: scripted}\n", encoding="utf-8"
    )
    done = CliRunner().invoke(app, ["voices", *words, "--config", str(config)])
    return done.exit_code, done.output


@pytest.mark.real("microphone")
def test_a_voice_is_enrolled_listed_and_erased(tmp_path: Path) -> None:
    """Short recordings and no microphone are refused with the reason."""
    assert "no voice is enrolled" in _ran(tmp_path, "list")[1]
    assert _ran(tmp_path, "enrol", "Mika")[0] == 1
    clip, file = sound("spk-speaker_1_utt_1.wav"), tmp_path / "read.wav"
    for parts, code in ((1, 1), (3, 0)):
        with wave.open(str(file), "wb") as out:
            out.setparams((1, 2, 16_000, 0, "NONE", ""))
            out.writeframes(joined(*[clip] * parts).pcm)
        assert _ran(tmp_path, "enrol", "Mika", str(file))[0] == code
    assert "Mika" in _ran(tmp_path, "list")[1]
    assert (tmp_path / "state" / FILE).stat().st_mode & 0o777 == 0o600
    assert _ran(tmp_path, "erase", "mika")[0] == 0
    assert _ran(tmp_path, "erase", "mika")[0] == 1
