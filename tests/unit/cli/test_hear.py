"""`companion hear`: one JSON line a file, with what would be understood; bad files with a remedy
(P-007)."""

import json
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from wave import open as open_wav

import pytest

from companion.cli.commands import app
from companion.cli.edge import EXIT_NOT_DONE, run
from companion.words.audio import AudioClip
from companion.words.language import has_japanese
from tests.twins.recordings import FOLDER, joined, silence, sound

HOME = {
    "areas": [{"id": "kitchen", "name": "kitchen"}],
    "entities": [{"id": "light.k", "name": "kitchen lights", "area": "kitchen"}],
}
SHEET = Path(__file__).parents[3] / "config" / "personas" / "koto.yaml"
CONFIG = f"""\
state_dir: state
avatar: {{{{sheet: {SHEET}}}}}
language: {{language}}
ears: {{{{engine: scripted, settings: {{{{lines: {{lines}}}}}}}}}}
wake: {{{{engine: scripted, settings: {{{{at_s: {{wake}}}}}}}}}}
vad: {{{{engine: scripted, settings: {{{{least_peak: 2500}}}}}}}}
"""
KEYS = {"file", "wake", "segments", "text", "rejected", "why", "understanding", "ended_by", "ms"}


def written(path: Path, clip: AudioClip, rate_hz: int = 16_000, channels: int = 1) -> Path:
    samples = array("h", clip.pcm)
    times = channels * rate_hz // 16_000
    with open_wav(str(path), "w") as out:
        out.setframerate(rate_hz)
        out.setnchannels(channels)
        out.setsampwidth(2)
        out.writeframes(array("h", (s for s in samples for _ in range(times))).tobytes())
    return path


class Told:
    """One run of the command."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.err = code, err
        self.text = out
        self.lines: list[dict[str, Any]] = [
            json.loads(line) for line in out.splitlines() if line.startswith("{")
        ]


@pytest.fixture
def hear(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs the command with scripted engines."""

    def ran(
        files: Sequence[Path],
        *more: str,
        lines: Sequence[str] = ("turn on kitchen lights",),
        wake: Sequence[float] = (),
        language: str = "en",
    ) -> Told:
        config, home = tmp_path / "config.yaml", tmp_path / "home.json"
        home.write_text(json.dumps(HOME), "utf-8")
        said = json.dumps(list(lines), ensure_ascii=False)
        text = CONFIG.format(language=language, lines=said, wake=list(wake))
        config.write_text(text, "utf-8")
        words = [*map(str, files), "--config", str(config), "--home", str(home), *more]
        code = run(app, ["hear", *words])
        return Told(code, *capsys.readouterr())

    return ran


@pytest.mark.parametrize(("rate_hz", "channels"), [(16_000, 1), (48_000, 2)])
def test_a_command_is_heard_and_understood(
    hear: Any, tmp_path: Path, rate_hz: int, channels: int
) -> None:
    clip = joined(sound("quiet-set_timer.wav"), silence(2.0))
    told = hear([written(tmp_path / "a.wav", clip, rate_hz, channels)], "--json", "--lang", "en")
    assert told.code == 0, told.err
    (line,) = told.lines
    assert line.keys() == KEYS
    assert line["text"] == "turn on kitchen lights"
    assert (line["rejected"], line["why"]) == (False, "")
    assert line["understanding"]["intent"] == "HassTurnOn"
    assert line["segments"][0]["began_s"] < line["segments"][-1]["ended_s"] < 3.1
    assert line["ended_by"] in {"meaning", "silence"}
    assert line["ms"] >= 0


def test_only_what_follows_the_wake_word_counts(hear: Any, tmp_path: Path) -> None:
    """What was said before was for somebody else."""
    said = joined(sound("quiet-set_timer.wav"), silence(3.0), sound("quiet-set_timer.wav"))
    path = written(tmp_path / "a.wav", joined(said, silence(2.0)))
    told = hear([path], "--json", lines=("secret", "turn on kitchen lights"), wake=[4.0])
    (line,) = told.lines
    assert line["wake"] == "Okay Nabu"
    assert line["text"] == "turn on kitchen lights"
    assert line["segments"][0]["began_s"] > 4.0


@pytest.mark.parametrize(
    ("clip", "wake", "why"),
    [(silence(2.0), [], "no_voice"), (silence(2.0), [1.0], "wake_word_only")],
)
def test_a_file_without_words_says_why(
    hear: Any, tmp_path: Path, clip: AudioClip, wake: list[float], why: str
) -> None:
    told = hear([written(tmp_path / "a.wav", clip)], "--json", wake=wake)
    (line,) = told.lines
    assert told.code == 0
    assert (line["text"], line["rejected"], line["why"]) == ("", True, why)
    assert line["understanding"] is None


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_bad_file_is_told_with_the_remedy_and_the_others_are_heard(
    hear: Any, tmp_path: Path, language: str
) -> None:
    broken, gone = tmp_path / "broken.wav", tmp_path / "gone.wav"
    broken.write_bytes(b"RIFF no sound")
    good = written(tmp_path / "good.wav", joined(sound("quiet-set_timer.wav"), silence(2.0)))
    told = hear([broken, gone, good], "--json", language=language)
    assert told.code == EXIT_NOT_DONE
    assert [line["why"] for line in told.lines] == ["unreadable", "unreadable", ""]
    assert "broken.wav" in told.err
    assert "gone.wav" in told.err
    assert has_japanese(told.err) is (language == "ja")
    assert "FLAC" in told.err


def test_without_weights_the_remedy_is_told_once_and_no_traceback(
    hear: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "own.yaml"
    config.write_text(
        f"state_dir: state\navatar: {{sheet: {SHEET}}}\n"
        f"ears: {{engine: faster_whisper, settings: {{models_dir: {tmp_path}}}}}\n"
        "vad: {engine: scripted}\nwake: {engine: scripted}\n"
    )
    code = run(app, ["hear", str(FOLDER / "quiet-set_timer.wav"), "--config", str(config)])
    out, err = capsys.readouterr()
    assert code == EXIT_NOT_DONE, err
    assert "companion models fetch --ears" in err
    assert "Traceback" not in out + err


def test_for_people_it_says_the_words(hear: Any, tmp_path: Path) -> None:
    good = written(tmp_path / "good.wav", joined(sound("quiet-set_timer.wav"), silence(2.0)))
    quiet = written(tmp_path / "quiet.wav", silence(1.0))
    told = hear([good, quiet])
    assert "turn on kitchen lights" in told.text
    assert "no_voice" in told.text
    assert told.lines == []
