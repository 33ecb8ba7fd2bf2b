"""Weights of the text reader: where they come from, and how they are found on disk.

PP-OCRv6 small, by the PaddleOCR authors (Baidu), Apache-2.0, converted to ONNX by RapidOCR
(Apache-2.0), whose wheel carries both files. Only the two files are kept, by their sha256; none
of its code is installed. Optional: without them only QR codes are read.
"""

import hashlib
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from companion.engines.weights import (
    Progress,
    SourceGone,
    WeightsCorrupt,
    download_wheel,
)

REQUIREMENT = (
    "rapidocr==3.10.0 "
    "--hash=sha256:2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050"
)
DOWNLOAD_BYTES = 27_288_134
FILES: Mapping[str, tuple[str, str]] = {
    "finder": (
        "PP-OCRv6_det_small.onnx",
        "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    ),
    "speller": (
        "PP-OCRv6_rec_small.onnx",
        "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
    ),
}
"""File and sha256 by what it is for; 31 MB together."""
REMEDY = "signs are not read, only QR codes: `companion models fetch --reading` (27 MB)"


def reading_paths(models_dir: Path) -> dict[str, Path]:
    """Both files, or nothing where one is missing."""
    paths = {use: models_dir / name for use, (name, _) in FILES.items()}
    return paths if all(path.is_file() for path in paths.values()) else {}


def fetch_reading(models_dir: Path, progress: Progress = lambda _: None) -> None:
    """Have both files in `models_dir`; quick when they are there.

    Raises `SourceGone`, `WeightsCorrupt`.
    """
    if not reading_paths(models_dir):
        models_dir.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="part-", dir=models_dir) as folder:
            _take_out(download_wheel(REQUIREMENT, Path(folder), progress), models_dir)
    progress(DOWNLOAD_BYTES)


def _take_out(wheel: Path, models_dir: Path) -> None:
    """Both files out of the wheel, each checked before it gets its name."""
    try:
        with zipfile.ZipFile(wheel) as box:
            content = {n: box.read(f"rapidocr/models/{n}") for n, _ in FILES.values()}
    except (zipfile.BadZipFile, KeyError) as error:
        raise SourceGone(f"{wheel.name}: {error}") from error
    for name, digest in FILES.values():
        if (got := hashlib.sha256(content[name]).hexdigest()) != digest:
            raise WeightsCorrupt(f"{name}: sha256 {got}, not {digest}")
        unfinished = models_dir / f"{name}.unfinished"
        unfinished.write_bytes(content[name])
        unfinished.rename(models_dir / name)
