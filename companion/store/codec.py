"""JSON codecs: words to JSON and back by their type hints; typed, no pickle.

`encode` gives what JSON can hold; `decode(cls, data)` builds `cls` again and raises
`CodecError` where the data does not fit. Values under `Any` come back as plain JSON.
"""

import json
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

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
    """Build a `cls` from its JSON form."""
    try:
        return typing.cast(T, _decode(cls, data))
    except (TypeError, ValueError, KeyError) as error:
        raise CodecError(f"{getattr(cls, '__name__', cls)}: {error}") from error


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls)


def _decode(hint: Any, data: Any) -> Any:
    hint = getattr(hint, "__supertype__", hint)
    if hint is Any:
        return data
    origin = get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _decode_union(hint, data)
    if origin is not None:
        return _decode_container(origin, get_args(hint), data)
    if is_dataclass(hint) and isinstance(hint, type):
        return _decode_dataclass(hint, data)
    return _decode_scalar(hint, data)


def _decode_dataclass(cls: type, data: Any) -> Any:
    if not isinstance(data, Mapping):
        raise TypeError(f"{cls.__name__} needs an object")
    hints = _hints(cls)
    known = {f.name for f in fields(cls) if f.init}
    return cls(**{name: _decode(hints[name], item) for name, item in data.items() if name in known})


def _decode_union(hint: Any, data: Any) -> Any:
    if data is None:
        return None
    (inner,) = (arg for arg in get_args(hint) if arg is not type(None))
    return _decode(inner, data)


def _decode_container(origin: Any, args: tuple[Any, ...], data: Any) -> Any:
    if origin is tuple:
        inner = (args[0],) * len(data) if args[-1] is Ellipsis else args
        return tuple(_decode(a, item) for a, item in zip(inner, data, strict=True))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {key: _decode(args[1], item) for key, item in data.items()}
    raise TypeError(f"no codec for {origin}")


def _decode_scalar(hint: Any, data: Any) -> Any:
    if hint is datetime:
        return datetime.fromisoformat(data)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(data)
    if hint is float and isinstance(data, int) and not isinstance(data, bool):
        return float(data)
    if type(data) is not hint:
        raise TypeError(f"{data!r} is not {hint.__name__}")
    return data
