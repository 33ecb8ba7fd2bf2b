"""JSON codecs: turn words into JSON and back by their type hints (msgspec), without pickle.

`encode` gives what JSON can hold; `decode(cls, data)` builds `cls` again and raises
`CodecError` where the data does not fit. Values under `Any` come back as plain JSON.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class CodecError(ValueError):
    """This data is no such word."""


def encode(value: Any) -> Any:
    """Give the JSON form of any word, or of a structure of words."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, datetime):
        return stamp(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: encode(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): encode(item) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset) and not isinstance(value, bytes):
        return [encode(item) for item in value]
    raise CodecError(f"{type(value).__name__} cannot be written as JSON")


def stamp(at: datetime) -> str:
    """Write a time; a naive one is refused."""
    if at.tzinfo is None:
        raise CodecError("a time without its zone")
    return at.isoformat()


_OPTIONS: dict[str, Any] = {
    "default": encode,
    "ensure_ascii": False,
    "separators": (",", ":"),
    "allow_nan": False,
    # An endless value ends as a RecursionError, which is told as well.
    "check_circular": False,
}


def _encoder() -> Callable[[Any], str]:
    """The C encoder walks what is plain already and asks `encode` only for words. `json` builds it
    anew for each text, which costs as much as a small event; CPython lets us keep it."""
    make, text = getattr(json.encoder, "c_make_encoder", None), json.encoder.encode_basestring
    if make is None:
        return json.JSONEncoder(**_OPTIONS).encode
    walk = make(None, encode, text, None, ":", ",", False, False, False)
    return lambda value: "".join(walk(value, 0))


_encode_text = _encoder()


def dumps(value: Any) -> str:
    """Compact JSON text of `encode(value)`; NaN and infinity are refused."""
    try:
        return _encode_text(value)
    except (ValueError, RecursionError) as error:
        raise CodecError(str(error)) from error


def loads(cls: type[T], text: str) -> T:
    """Build `cls` from JSON text."""
    try:
        return decode(cls, json.loads(text))
    except json.JSONDecodeError as error:
        raise CodecError(str(error)) from error


def decode(cls: type[T], data: Any) -> T:
    """Build a `cls` from its JSON form; nothing is converted that JSON can say itself."""
    try:
        return msgspec.convert(data, cls, strict=True)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise CodecError(f"{cls.__name__}: {error}") from error
