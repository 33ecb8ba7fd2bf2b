"""The owner's key, if one is used: what is made with it, whoever changes the file cannot make."""

from pathlib import Path

KEY_NAME = "anchor.key"
KEY_BYTES_MIN = 16


def key_of(record: Path, key_file: Path | None = None) -> bytes:
    """The key, or b"" where none is used. Raises `OSError`, `ValueError` for one too short."""
    path = key_file or record.with_name(KEY_NAME)
    if key_file is None and not path.exists():
        return b""
    key = path.read_bytes().strip()
    if len(key) < KEY_BYTES_MIN:
        raise ValueError(f"{path} holds fewer than {KEY_BYTES_MIN} bytes")
    return key
