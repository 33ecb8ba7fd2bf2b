"""Registry 事実の登録簿: maps each kind of event to the class of its payload (msgspec).

A class names the keys of one kind of event with their types. The journal writes payloads from
instances of these classes, readers ask `fact_of` for a typed view. The bytes in the record are the
JSON of the fields, so a kind that a newer version added stays readable as `event.payload`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

import msgspec

from companion.words.event import EventDraft, EventSource

F = TypeVar("F")


class FactMalformed(ValueError):
    """A payload does not fit the class of its kind: a mistake in the code that made it."""


class Fact(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """事実: Facts of an event. A field that holds its default is left out of the record, so that a
    later version can add fields without a migration."""


@dataclass(frozen=True, slots=True)
class FactKind:
    """事実の種類: Events that one class describes."""

    cls: type
    source: EventSource
    kinds: frozenset[str]
    """Names of kinds; empty: all kinds of the source."""
    open: bool
    """True if a capability may add keys of its own, which the class does not name."""
    former: bool = False
    """True for events that are only read: earlier versions wrote them so."""

    def covers(self, source: EventSource, kind: str) -> bool:
        """True if the class describes an event of this source and kind."""
        return source is self.source and (not self.kinds or kind in self.kinds)


_KINDS: dict[type, list[FactKind]] = {}


def register(
    cls: type[F], source: EventSource, *kinds: str, open: bool = False, former: bool = False
) -> type[F]:
    """Say which events a class describes. `open`: it may hold more keys than the class names.
    `former`: earlier versions wrote them under this source."""
    _KINDS.setdefault(cls, []).append(FactKind(cls, source, frozenset(kinds), open, former))
    _kinds_for.cache_clear()
    return cls


def fact(source: EventSource, *kinds: str, open: bool = False) -> Callable[[type[F]], type[F]]:
    """Class decorator for `register`."""
    return lambda cls: register(cls, source, *kinds, open=open)


def fact_kinds() -> tuple[FactKind, ...]:
    """All that is registered."""
    return tuple(kind for kinds in _KINDS.values() for kind in kinds)


@cache
def _kinds_for(source: EventSource, kind: str) -> tuple[FactKind, ...]:
    return tuple(one for one in fact_kinds() if one.covers(source, kind))


def fact_of(event: EventDraft, cls: type[F]) -> F | None:
    """The facts of an event as `cls`; None where the event is of another kind, was erased, or
    holds what another version wrote and this class cannot read. Raises `KeyError` for a class that
    nobody registered."""
    for one in _KINDS[cls]:
        if one.covers(event.source, event.kind):
            return facts_in(event.payload, cls, open=one.open)
    return None


def facts_in(payload: Mapping[str, Any], cls: type[F], *, open: bool = False) -> F | None:
    """Facts in a payload. `open`: a key of the wrong type costs only itself."""
    try:
        return msgspec.convert(payload, cls, strict=True)
    except msgspec.ValidationError:
        return _fields_that_fit(payload, cls) if open else None


def _fields_that_fit(payload: Mapping[str, Any], cls: type[F]) -> F | None:
    fitting = {}
    for field in msgspec.structs.fields(cls):  # type: ignore[arg-type]  # open kinds are structs
        if field.encode_name in payload:
            try:
                found = msgspec.convert(payload[field.encode_name], field.type, strict=True)
            except msgspec.ValidationError:
                continue
            fitting[field.name] = found
    try:
        return cls(**fitting)
    except TypeError:
        return None


def kind_of(cls: type) -> tuple[EventSource, str]:
    """Source and kind that events of this class are written under. Raises `FactMalformed` for a
    class that describes several kinds: it is for readers alone."""
    now = (one for one in _KINDS.get(cls, ()) if not one.former)
    found = [(one.source, kind) for one in now for kind in one.kinds]
    if len(found) != 1:
        raise FactMalformed(f"{cls.__name__} names {len(found)} kinds of events, and not one")
    return found[0]


def payload_of(fact: Any) -> dict[str, Any]:
    """JSON form of a fact, as it goes into the record."""
    plain = msgspec.to_builtins(fact, builtin_types=(datetime,))
    return {key: _stamped(value) for key, value in plain.items()}


def _stamped(value: Any) -> Any:
    """Times as ISO 8601 with their zone, as everywhere in the record."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _stamped(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_stamped(item) for item in value]
    return value


def check(source: EventSource, kind: str, payload: Mapping[str, Any]) -> None:
    """Raise `FactMalformed` where no registered class of this kind can read the payload, or the
    payload has keys that no class names."""
    known = _kinds_for(source, kind)
    if not known or any(one.open for one in known):
        return
    reasons = []
    for one in known:
        try:
            msgspec.convert(payload, one.cls, strict=True)
        except msgspec.ValidationError as error:
            reasons.append(f"{one.cls.__name__}: {error}")
            continue
        if not (more := payload.keys() - _names(one.cls)):
            return
        reasons.append(f"{one.cls.__name__} does not name {sorted(more)}")
    raise FactMalformed(f"{source.value} {kind}: {'; '.join(reasons)}")


@cache
def _names(cls: type) -> frozenset[str]:
    info = msgspec.inspect.type_info(cls)
    assert isinstance(info, msgspec.inspect.StructType | msgspec.inspect.DataclassType)
    return frozenset(field.encode_name for field in info.fields)
