"""Changing the configuration file for its owner: comments and order stay, the old one beside it."""

import io
import os
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from companion.settings import parse_settings

Edit = Callable[[MutableMapping[str, Any]], None]


def edit_config(path: Path, edit: Edit) -> Path:
    """Apply `edit` and give the name of the copy of what was there before.

    The new text is checked first: `ConfigWrong` leaves the file as it was.
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
    kept.write_text(before, encoding="utf-8")
    write_whole(path, text.getvalue(), path.stat().st_mode & 0o777)
    return kept


def write_whole(path: Path, text: str, mode: int) -> None:
    """All of a file or nothing, readable as `mode` says from its first byte on."""
    beside = path.with_name(path.name + ".new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(path)


def section(document: MutableMapping[str, Any], *names: str) -> MutableMapping[str, Any]:
    """A section of the file, made where it is missing."""
    found = document
    for name in names:
        if not isinstance(found.get(name), MutableMapping):
            found[name] = {}
        found = found[name]
    return found
