"""Configuration editor: changes the file for its owner; comments and order stay, a copy of the old
file lies beside it."""

import io
import os
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from companion.service.settings import parse_settings

Edit = Callable[[MutableMapping[str, Any]], None]


def edit_config(path: Path, edit: Edit, *, keep: bool = True) -> Path:
    """Apply `edit` and give the name of the copy of what was there before (`keep`).

    The new text is checked first: `ConfigWrong` leaves the file as it was. Mode and owner stay, for
    the copy too.
    """
    reader = YAML(typ="rt")
    reader.preserve_quotes = True
    reader.width = 120
    reader.indent(mapping=2, sequence=4, offset=2)  # as the file itself has it
    before = path.read_text(encoding="utf-8")
    document = reader.load(before)
    edit(document)
    text = io.StringIO()
    reader.dump(document, text)
    parse_settings(text.getvalue(), path)
    kept = path.with_name(path.name + ".before")
    if keep:
        write_whole(kept, before, 0o600, like=path)
    write_whole(path, text.getvalue(), 0o600, like=path)
    return kept


def write_whole(path: Path, text: str, mode: int, *, like: Path | None = None) -> None:
    """All of a file or nothing, readable as `mode` says from its first byte on.

    The owner is that of `like`, else of the folder, where this user may; `like` gives the mode too.
    """
    beside = path.with_name(f".{path.name}.part")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as out:
        out.write(text)
        _owned(out.fileno(), (like or path.parent).stat())
        if like is not None:
            os.fchmod(out.fileno(), like.stat().st_mode & 0o777)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(path)


def _owned(written: int, as_is: os.stat_result) -> None:
    """Root who writes for the service must not take it away from the service."""
    if (as_is.st_uid, as_is.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(PermissionError):
            os.fchown(written, as_is.st_uid, as_is.st_gid)


def section(document: MutableMapping[str, Any], *names: str) -> MutableMapping[str, Any]:
    """A section of the file, made where it is missing."""
    found = document
    for name in names:
        if not isinstance(found.get(name), MutableMapping):
            found[name] = {}
        found = found[name]
    return found
