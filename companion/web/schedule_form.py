"""The page's form for alarms, timers, reminders and routines, turned into a payload.

A form posts flat fields as text; here they become the form of `words/schedule_form.py`.
"""

from datetime import datetime, time, timedelta
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.words.schedule import Comparison, EntryKind
from companion.words.timing import (
    EVERY_DAY,
    After,
    BySun,
    Days,
    Holidays,
    Once,
    Recurring,
    SunEvent,
    Timing,
)
from companion.words.timing_form import to_plain


class PageForm(BaseModel):
    """The fields as they stand in the page."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    kind: EntryKind
    label: str = Field("", max_length=200)
    when: Literal["daily", "once", "after", "sun"] = "daily"
    at: str = Field("", max_length=8)
    date: str = Field("", max_length=10)
    minutes: str = Field("", max_length=6)
    sun: SunEvent = SunEvent.SUNSET
    offset: str = Field("", max_length=5)
    """Minutes after the sun's event; negative: before."""
    days: list[str] = Field(default_factory=list, max_length=7)
    holidays: Holidays = Holidays.LIKE_ANY_DAY
    place: str = Field("", max_length=64)
    device: str = Field("", max_length=128)
    """`device id|operation` of the one action a routine of the page has."""
    condition: str = Field("", max_length=128)
    """A device id; empty: none."""
    comparison: Comparison = Comparison.IS
    value: str = Field("", max_length=32)
    missed: Literal["", "if_fresh", "run", "skip"] = ""


def payload_of(form: PageForm, now: datetime) -> dict[str, Any]:
    """The payload that saves it. Raises `ValueError` naming the field."""
    payload: dict[str, Any] = {
        "timing": to_plain(_timing(form, now)),
        "label": form.label.strip(),
        "place": form.place,
        "missed": form.missed,
    }
    if form.kind is EntryKind.ROUTINE:
        device, _, operation = form.device.partition("|")
        if not operation:
            raise ValueError("device: what shall be done")
        action = {"action_type": operation, "payload": {"device_id": device}}
        payload["actions"] = [action]
    if form.condition:
        payload["condition"] = {
            "thing": form.condition,
            "comparison": form.comparison.value,
            "value": form.value,
        }
    return payload


def _timing(form: PageForm, now: datetime) -> Timing:
    if form.when == "after":
        return After(float(form.minutes) * 60.0)
    if form.when == "sun":
        return BySun(form.sun, float(form.offset or 0) * 60.0, _days(form))
    at = time.fromisoformat(form.at)
    if form.when == "daily":
        return Recurring(at, _days(form))
    if form.date:
        return Once(datetime.combine(datetime.fromisoformat(form.date), at, tzinfo=now.tzinfo))
    today = datetime.combine(now.date(), at, tzinfo=now.tzinfo)
    return Once(today if today > now else today + timedelta(days=1))


def _days(form: PageForm) -> Days:
    chosen = frozenset(int(day) for day in form.days) or EVERY_DAY
    if not chosen <= EVERY_DAY:
        raise ValueError("days: 0 (Monday) to 6")
    return Days(chosen, form.holidays)
