"""YAML documents of tests: a configuration read as plain values, and plain values written out."""

from io import StringIO
from typing import Any

from ruamel.yaml import YAML

from companion.service.yaml_text import read


def plain(text: str) -> Any:
    """What a YAML text says, as dicts, lists, texts and numbers."""
    return read(text).plain


def written(document: Any) -> str:
    """Plain values as a YAML text in block style, keys in their order."""
    out = StringIO()
    YAML(typ="rt", pure=True).dump(document, out)
    return out.getvalue()
