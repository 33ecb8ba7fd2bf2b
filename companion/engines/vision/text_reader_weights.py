"""Weights of the text reader: name their source, and find them on disk.

PP-OCRv6 small, by the PaddleOCR authors (Baidu), converted to ONNX by RapidOCR (both Apache-2.0),
whose wheel carries both files. Optional: without them only QR codes are read.
"""

from pathlib import Path

from companion.engines.wheel_files import WheelFiles

READING = WheelFiles(
    name="PP-OCRv6 small",
    license="Apache-2.0",
    requirement=(
        "rapidocr==3.10.0 "
        "--hash=sha256:2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050"
    ),
    download_bytes=27_288_134,
    folder="rapidocr/models",
    sha256={
        "PP-OCRv6_det_small.onnx": (
            "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f"
        ),
        "PP-OCRv6_rec_small.onnx": (
            "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"
        ),
    },
)
"""The one that finds text in a picture, then the one that spells it; 31 MB together."""
REMEDY = "signs are not read, only QR codes: `companion models fetch --reading` (27 MB)"


def reading_paths(models_dir: Path) -> dict[str, Path]:
    """Both files by what they are for, or nothing where one is missing."""
    return dict(zip(("finder", "speller"), READING.paths(models_dir), strict=False))
