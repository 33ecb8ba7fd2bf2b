"""Task rows 課題の行: compose the tasks of a theme or an aim from their rows in TOML.

The first key of a row is its sort and names the thing: `tell` and `ask` [ja, en], `bring` an
operation of a device, `look` by a class of sensors, `glance` at a sort of device, `watch` it until
`is`, `guard` in case it `is` or goes `below`, `routine`, `find` (looked up beyond the home), `wait`
and `report`. `rooms` are its own rooms, which the rooms that a purpose names replace (`named`: "no"
never, "too" and "first" beside them); `most` is the number of things.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

from companion.rooms.governance import draft
from companion.rooms.governance.draft import Draft
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.when import Span, next_at, next_on, on
from companion.words.device import Domain

DAY_BEGINS = 9
"""Hour at which a purpose for a later day begins to be worked for, where it has no hour."""
_SUMMER = range(5, 11)
"""Months in which a house is cooled rather than heated."""

Row = Mapping[str, Any]
Rooms = tuple[str, ...]
Drafts = Draft | Iterable[Draft]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """場面: the home, the moment from which the rows count, and the rooms that are meant."""

    home: HomeView
    now: datetime
    span: Span
    begin: datetime
    rooms: Rooms = ()


def rows_of(name: str) -> Mapping[str, Any]:
    """A table of this room by the name of its file."""
    return tomllib.loads((files("companion.rooms.governance") / name).read_text(encoding="utf-8"))


def value_of(value: float | str | None, at: datetime) -> float | str | None:
    """A value, or that which a name of `[values]` stands for at this season."""
    named = _values().get(value, value) if isinstance(value, str) else value
    if isinstance(named, Mapping):
        named = named["summer" if at.month in _SUMMER else "winter"]
    return named


@cache
def _values() -> Mapping[str, Any]:
    return dict(rows_of("themes.toml")["values"])


def begins(how: str, now: datetime, span: Span) -> tuple[datetime, ...]:
    """The moments at which rows begin, as `begin` of a theme tells them."""
    sort, *clocks = how.split()
    hours = [time.fromisoformat(clock) for clock in clocks]
    if sort == "next":
        return tuple(sorted(next_at(span.begin, at.hour, at.minute) for at in hours))
    if sort == "day":
        return (next_on(span.day, now, hours[0].hour, hours[0].minute) or now,)
    return ((_its_day(now, span) or now) if sort == "its_day" else now,)


def _its_day(now: datetime, span: Span) -> datetime | None:
    """When the day begins for people, where the purpose is meant for a later one; else None."""
    return on(span.begin, DAY_BEGINS) if span.begin > now else None


def drafted(rows: Iterable[Row], there: Setting) -> tuple[Draft, ...]:
    """The tasks of these rows; of a thing that the home lacks none."""
    return draft.every(*(_SORTS[next(iter(row))](row, there, _at(row, there)) for row in rows))


def _at(row: Row, there: Setting) -> datetime | None:
    """The moment of a row; None: at once."""
    if (how := row.get("at")) is not None:
        return _its_day(there.now, there.span) if how == "its_day" else None
    after = row.get("after", 0)
    at = there.begin + timedelta(minutes=after)
    if after < 0 and at <= there.now:
        return None
    if (least := row.get("not_before")) is not None:
        hour = time.fromisoformat(least)
        at = max(at, on(there.span.day, hour.hour, hour.minute))
    return at


def _rooms(row: Row, there: Setting) -> Rooms:
    own, named = tuple(row.get("rooms", ())), there.rooms
    return {
        "no": own,
        "too": (*own, *(room for room in named if room not in own)),
        "first": (*named, *(room for room in own if room not in named)),
    }.get(row.get("named", ""), named or own)


def _tell(row: Row, there: Setting, at: datetime | None) -> Drafts:
    ja, en = row["tell"]
    return draft.tell(ja, en, at)


def _ask(row: Row, there: Setting, at: datetime | None) -> Drafts:
    ja, en = row["ask"]
    return draft.ask(ja, en, at, row.get("hours", 6.0))


def _bring(row: Row, there: Setting, at: datetime | None) -> Drafts:
    domain, _, does = row["bring"].partition(".")
    most = row.get("most", 1)
    return draft.bring(
        *(there.home, Domain(domain), does, _rooms(row, there)),
        at=at,
        value=value_of(row.get("value"), there.begin),
        most=row.get("most_named", most) if there.rooms else most,
    )


def _act(row: Row, there: Setting, at: datetime | None) -> Drafts:
    slots = {"device": row["device"], "operation": row["act"].partition(".")[2]}
    return Draft(kind="device", slots=slots, at=at)


def _look(row: Row, there: Setting, at: datetime | None) -> Drafts:
    return draft.look(there.home, row["look"], _rooms(row, there), at)


def _glance(row: Row, there: Setting, at: datetime | None) -> Drafts:
    rooms = _rooms(row, there)
    return draft.glance(there.home, Domain(row["glance"]), at, row.get("most", 1), rooms)


def _watch(row: Row, there: Setting, at: datetime | None) -> Drafts:
    until = _until(row, there)
    rooms = _rooms(row, there)
    return draft.watch(
        there.home, Domain(row["watch"]), row["is"], rooms, at=at or there.now, until=until
    )


def _guard(row: Row, there: Setting, at: datetime | None) -> Drafts:
    home, rooms = there.home, _rooms(row, there)
    domain, _, does = row["guard"].partition(".")
    if does:
        found = home.able(Domain(domain), does, rooms) or home.able(Domain(domain), does)
    else:
        found = home.sensing(domain, rooms)
    sign: dict[str, Any] = {
        f"{key}_": value_of(row[key], there.begin) for key in ("is", "below") if key in row
    }
    return draft.guard(found[: row.get("most", 1)], _until(row, there), at=at, **sign)


def _until(row: Row, there: Setting) -> datetime:
    return there.begin + timedelta(minutes=row["until"])


def _routine(row: Row, there: Setting, at: datetime | None) -> Drafts:
    domain, _, does = row["routine"].partition(".")
    return draft.routine(there.home, Domain(domain), does, _rooms(row, there), row["daily"])


def _find(row: Row, there: Setting, at: datetime | None) -> Drafts:
    return draft.find(row["find"], at)


def _wait(row: Row, there: Setting, at: datetime | None) -> Drafts:
    return draft.wait(there.begin + timedelta(minutes=row["wait"]))


def _report(row: Row, there: Setting, at: datetime | None) -> Drafts:
    return draft.report(at)


_SORTS: Mapping[str, Callable[[Row, Setting, datetime | None], Drafts]] = {
    "tell": _tell,
    "ask": _ask,
    "bring": _bring,
    "act": _act,
    "look": _look,
    "glance": _glance,
    "watch": _watch,
    "guard": _guard,
    "routine": _routine,
    "find": _find,
    "wait": _wait,
    "report": _report,
}
