"""Timing form 時の書式: a timing as plain values and back, for rows, the page and the command line.

The tag `type` names the word; the values are those of Home Assistant's and ISO 8601's habit:
`{"type": "recurring", "at": "07:00", "weekdays": [0, 1], "holidays": "skipped"}`.
"""

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from companion.words.timing import (
    EVERY_DAY,
    After,
    BySun,
    Days,
    Holidays,
    Movement,
    Once,
    OnFact,
    OnMovement,
    Recurring,
    SunEvent,
    Timing,
)


class TimingMalformed(ValueError):
    """These values are no timing; the message says which one is wrong."""


def to_plain(timing: Timing) -> dict[str, Any]:
    """As JSON can hold it."""
    if isinstance(timing, Once):
        return {"type": "once", "at": timing.at.isoformat()}
    if isinstance(timing, After):
        return {"type": "after", "after_s": timing.after_s}
    if isinstance(timing, Recurring):
        return {"type": "recurring", "at": timing.at.isoformat(), **_days(timing.days)}
    if isinstance(timing, BySun):
        days = _days(timing.days) if timing.days is not None else {"weekdays": None}
        return {"type": "by_sun", "sun": timing.sun.value, "offset_s": timing.offset_s, **days}
    if isinstance(timing, OnFact):
        return {
            "type": "on_fact",
            "thing": timing.thing,
            "value": timing.value,
            "since": timing.since.isoformat(),
            "until": timing.until.isoformat(),
            **_bounds(timing),
        }
    return {
        "type": "on_movement",
        "movement": timing.movement.value,
        "person": timing.person,
        "place": timing.place,
    }


def _bounds(timing: OnFact) -> dict[str, Any]:
    bounds = {
        "above": timing.above,
        "below": timing.below,
        "once": timing.once or None,
        "so_already": timing.so_already or None,
    }
    return {name: value for name, value in bounds.items() if value is not None}


def from_plain(form: Mapping[str, Any]) -> Timing:
    """Build it again. Raises `TimingMalformed`."""
    build = _BUILD.get(str(form.get("type", "")))
    if build is None:
        raise TimingMalformed(f"no timing of type {form.get('type')!r}; there are: {_KNOWN}")
    try:
        return build(form)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise TimingMalformed(f"{form['type']}: {error}") from error


def _days(days: Days) -> dict[str, Any]:
    rare = {
        "nth": sorted(days.nth) or None,
        "dates": sorted(days.dates) or None,
        "weeks": days.weeks if days.weeks > 1 else None,
        "since": days.since.isoformat() if days.since is not None else None,
    }
    told = {name: value for name, value in rare.items() if value is not None}
    return {"weekdays": sorted(days.weekdays), "holidays": days.holidays.value, **told}


def _read_days(form: Mapping[str, Any]) -> Days:
    weekdays = frozenset(int(day) for day in form.get("weekdays", EVERY_DAY))
    if not weekdays or not weekdays <= EVERY_DAY:
        raise ValueError("weekdays are 0 (Monday) to 6, at least one")
    nth, dates = (frozenset(map(int, form.get(name, ()))) for name in ("nth", "dates"))
    weeks, since = int(form.get("weeks", 1)), form.get("since")
    if not nth <= {-1, *range(1, 6)} or not dates <= set(range(1, 32)):
        raise ValueError("`nth` is 1 to 5 or -1, `dates` are 1 to 31")
    if not 1 <= weeks <= MOST_WEEKS or (weeks > 1 and since is None):
        raise ValueError(f"`weeks` is 1 to {MOST_WEEKS}, counted from `since`")
    holidays = Holidays(form.get("holidays", Holidays.LIKE_ANY_DAY.value))
    first = None if since is None else date.fromisoformat(str(since))
    return Days(weekdays, holidays, nth, dates, weeks, first)


def _once(form: Mapping[str, Any]) -> Timing:
    at = datetime.fromisoformat(str(form["at"]))
    if at.tzinfo is None:
        raise ValueError("`at` needs its zone")
    return Once(at)


def _after(form: Mapping[str, Any]) -> Timing:
    after_s = float(form["after_s"])
    if not 0 < after_s <= LONGEST_S:
        raise ValueError(f"`after_s` is above 0 and at most {LONGEST_S:g}")
    return After(after_s)


def _recurring(form: Mapping[str, Any]) -> Timing:
    at = time.fromisoformat(str(form["at"]))
    if at.tzinfo is not None:
        raise ValueError("`at` is a time of the wall clock, without a zone")
    return Recurring(at, _read_days(form))


def _by_sun(form: Mapping[str, Any]) -> Timing:
    offset_s = float(form.get("offset_s", 0.0))
    if not abs(offset_s) <= SUN_OFFSET_S:
        raise ValueError(f"`offset_s` is at most {SUN_OFFSET_S:g} either way")
    days = None if form.get("weekdays", EVERY_DAY) is None else _read_days(form)
    return BySun(SunEvent(form["sun"]), offset_s, days)


def _on_movement(form: Mapping[str, Any]) -> Timing:
    person, place = str(form.get("person", "")), str(form.get("place", ""))
    return OnMovement(Movement(form["movement"]), person, place)


def _on_fact(form: Mapping[str, Any]) -> Timing:
    thing, value = str(form["thing"]), str(form.get("value", ""))
    since, until = (time.fromisoformat(str(form.get(name, "00:00"))) for name in ("since", "until"))
    above, below = (float(form[k]) if k in form else None for k in ("above", "below"))
    if not thing or (bool(value) + (above is not None) + (below is not None)) != 1:
        raise ValueError("`thing` and one of `value`, `above`, `below` must be named")
    once, so_already = (bool(form.get(name, False)) for name in ("once", "so_already"))
    return OnFact(thing, value, since, until, above, below, once, so_already)


_BUILD = {
    "once": _once,
    "after": _after,
    "recurring": _recurring,
    "by_sun": _by_sun,
    "on_movement": _on_movement,
    "on_fact": _on_fact,
}
_KNOWN = ", ".join(_BUILD)
MOST_WEEKS = 8
LONGEST_S = 366 * 86400.0
SUN_OFFSET_S = 12 * 3600.0
