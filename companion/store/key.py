"""Reads the owner's key, if one is used: a program without it cannot make a valid seal."""

from pathlib import Path

from companion.ports.record import KeyUnusable

KEY_NAME = "anchor.key"
KEY_BYTES_MIN = 16


def key_of(record: Path, key_file: Path | None = None) -> bytes:
    """The key, or b"" where none is used. Raises `KeyUnusable`."""
    path = key_file or record.with_name(KEY_NAME)
    if key_file is None and not path.exists():
        return b""
    try:
        key = path.read_bytes().strip()
    except OSError as error:
        raise KeyUnusable(
            f"the key {path} cannot be read ({error.strerror}). Let this user read it, or put it "
            f"back where it was; the record was left untouched."
        ) from error
    if len(key) < KEY_BYTES_MIN:
        raise KeyUnusable(
            f"the key {path} holds {len(key)} bytes, fewer than {KEY_BYTES_MIN}. Put the whole key "
            f"back; the record was left untouched."
        )
    return key
