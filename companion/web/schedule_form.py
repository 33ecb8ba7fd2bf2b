"""Schedule form: turns the fields of the page's form into an entry, and an entry into fields.

A form posts flat fields as text; here they become the form of `words/schedule_form.py`, and an
entry becomes the fields again. A mistake is told at the field that holds it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.house import House
from companion.web.deeds import KEEP, NoSuchDeed, action_of, chosen_of
from companion.web.names import Names
from companion.words.number import real_number, whole_number
from companion.words.schedule import Comparison, Entry, EntryKind, Manner, SavedAction
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
from companion.words.timing_form import LONGEST_S, to_plain

When = Literal["daily", "once", "after", "sun", "person", "fact"]
WHENS: Mapping[EntryKind, tuple[When, ...]] = {
    EntryKind.ALARM: ("daily", "once", "sun"),
    EntryKind.TIMER: ("after",),
    EntryKind.REMINDER: ("once", "daily", "after", "person", "fact"),
    EntryKind.ROUTINE: ("daily", "once", "sun", "after", "person", "fact"),
}
"""Timings that a kind may have; the first is chosen in an empty form."""
WEEKDAYS, WEEKEND = frozenset(range(5)), frozenset({5, 6})
LENGTHS = ("1", "3", "5", "10", "15", "30", "60")
"""Minutes one tap away."""
_MANNERS = {
    "any": tuple(Manner),
    "quietly": (Manner.QUIETLY,),
    "with_words": (Manner.WITH_WORDS,),
}
_SUN_OFFSET_MIN = 600


class FieldWrong(ValueError):
    """One field cannot be read; `key` names the text that tells how to mend it."""

    def __init__(self, field: str, key: str) -> None:
        self.field, self.key = field, key
        super().__init__(f"{field}: {key}")


class PageForm(BaseModel):
    """The fields as they stand in the page."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    kind: EntryKind
    label: str = Field("", max_length=200)
    when: When = "daily"
    at: str = Field("", max_length=8)
    date: str = Field("", max_length=10)
    """Empty: the next time it is `at`."""
    length: str = Field("other", max_length=5)
    """Minutes of `LENGTHS`, or `other`: then `minutes`."""
    minutes: str = Field("", max_length=6)
    sun: SunEvent = SunEvent.SUNSET
    side: Literal["at", "before", "after"] = "at"
    offset: str = Field("", max_length=5)
    """Minutes before or after the sun's event."""
    days_of: Literal["every", "weekdays", "weekend", "chosen"] = "every"
    days: list[str] = Field(default_factory=list, max_length=7)
    holidays: Holidays = Holidays.LIKE_ANY_DAY
    movement: Movement = Movement.ARRIVES
    person: str = Field("", max_length=64)
    """Person to wait for; empty: the person who saved it."""
    place: str = Field("", max_length=64)
    does: list[str] = Field(default_factory=list, max_length=16)
    """Acts of a routine, each as `web/deeds.py` writes it; "" is a row left empty."""
    amount: list[str] = Field(default_factory=list, max_length=16)
    """The number of each of them."""
    condition: str = Field("", max_length=128)
    """A device id or `person@place`; empty: none."""
    comparison: Comparison = Comparison.IS
    value: str = Field("", max_length=32)
    """A number, for above and below."""
    state: str = Field("", max_length=32)
    """A state, for is and is not."""
    manner: Literal["any", "quietly", "with_words"] = "any"
    missed: Literal["", "if_fresh", "run", "skip"] = ""


@dataclass(frozen=True, slots=True)
class FormReader:
    """Reads forms against the home as it is."""

    house: House
    names: Names
    now: datetime

    def payload_of(self, form: PageForm, before: Entry | None = None) -> dict[str, Any]:
        """The payload that saves it, or changes `before`. Raises `FieldWrong`."""
        if form.when not in WHENS[form.kind]:
            raise FieldWrong("when", "wrong.when")
        label = " ".join(form.label.split())
        if form.kind is EntryKind.REMINDER and not label:
            raise FieldWrong("label", "wrong.label")
        payload: dict[str, Any] = {
            "timing": self._timing(form, before),
            "label": label,
            "place": form.place if form.kind is EntryKind.ALARM else "",
            "missed": form.missed,
        }
        if form.kind is EntryKind.ROUTINE:
            payload["actions"] = [_plain(action) for action in self._actions(form, before)]
            payload["manners"] = [manner.value for manner in _MANNERS[form.manner]]
            payload["condition"] = self._condition(form)
        if before is not None:
            payload["place"] = payload["place"] or _kept_place(before)
        return payload

    def beside(self, form: PageForm) -> PageForm | None:
        """The routine that a new alarm brings along: what is to be done at its moment."""
        if form.kind is not EntryKind.ALARM or not any(form.does):
            return None
        return form.model_copy(
            update={"kind": EntryKind.ROUTINE, "condition": "", "manner": "quietly"}
        )

    def _timing(self, form: PageForm, before: Entry | None) -> dict[str, Any]:
        if form.when == "fact":
            # A fact is proposed, not put together here: the form keeps the one there is.
            if before is None or not isinstance(before.timing, OnFact):
                raise FieldWrong("when", "wrong.when")
            return to_plain(before.timing)
        days = (
            before.timing.days if before and isinstance(before.timing, Recurring | BySun) else None
        )
        kept = days or Days()
        read: Mapping[str, Callable[[PageForm], Timing]] = {
            "after": _after,
            "sun": lambda form: _by_sun(form, kept),
            "daily": lambda form: Recurring(_time(form), _days(form, kept)),
            "once": self._once,
            "person": lambda form: OnMovement(form.movement, form.person),
        }
        return to_plain(read[form.when](form))

    def _once(self, form: PageForm) -> Timing:
        at = _time(form)
        if not form.date:
            today = datetime.combine(self.now.date(), at, tzinfo=self.now.tzinfo)
            return Once(today if today > self.now else today + timedelta(days=1))
        try:
            moment = datetime.combine(date.fromisoformat(form.date), at, tzinfo=self.now.tzinfo)
        except ValueError as error:
            raise FieldWrong("date", "wrong.date") from error
        if moment <= self.now:
            raise FieldWrong("date", "wrong.past")
        return Once(moment)

    def _actions(self, form: PageForm, before: Entry | None) -> list[SavedAction]:
        kept = before.actions if before is not None else ()
        amounts = [*form.amount, *[""] * len(form.does)]
        wanted = [(d, a) for d, a in zip(form.does, amounts, strict=False) if d]
        if not wanted:
            raise FieldWrong("does", "wrong.does")
        try:
            return [self._action(choice, amount, kept) for choice, amount in wanted]
        except (NoSuchDeed, LookupError, ValueError) as error:
            raise FieldWrong("does", "wrong.deed") from error

    def _action(self, choice: str, amount: str, kept: tuple[SavedAction, ...]) -> SavedAction:
        if choice.startswith(f"{KEEP}|"):
            number = whole_number(choice.partition("|")[2], most=len(kept) - 1)
            if number is None:
                raise NoSuchDeed(choice)
            return kept[number]
        return action_of(choice, amount, self.house, self.names)

    def _condition(self, form: PageForm) -> dict[str, str] | None:
        if not form.condition:
            return None
        value = form.state
        if form.comparison in (Comparison.ABOVE, Comparison.BELOW):
            value = form.value.strip().replace(",", ".")
            if real_number(value) is None:
                raise FieldWrong("value", "wrong.value")
        if not value:
            raise FieldWrong("state", "wrong.state")
        return {"thing": form.condition, "comparison": form.comparison.value, "value": value}


def fields_of(entry: Entry, house: House, now: datetime) -> PageForm:
    """The form as it would have to be filled in to make this entry again."""
    condition = entry.condition
    by_number = condition is not None and condition.comparison in (
        Comparison.ABOVE,
        Comparison.BELOW,
    )
    value = condition.value if condition is not None else ""
    chosen = [chosen_of(action, number, house) for number, action in enumerate(entry.actions)]
    manner = next((n for n, m in _MANNERS.items() if set(m) == set(entry.manners)), "any")
    return PageForm.model_validate(
        {
            "kind": entry.kind,
            "label": entry.label,
            "place": entry.place,
            "missed": entry.missed.value if entry.missed else "",
            "does": [one.value for one in chosen],
            "amount": [f"{one.amount:g}" if one.amount is not None else "" for one in chosen],
            "condition": condition.thing if condition is not None else "",
            "comparison": condition.comparison if condition is not None else Comparison.IS,
            "value": value if by_number else "",
            "state": "" if by_number else value,
            "manner": manner,
            **_when_fields(entry.timing, now),
        }
    )


def empty_form(kind: EntryKind) -> PageForm:
    """The form of a new entry."""
    when = WHENS[kind][0]
    return PageForm(kind=kind, when=when, at="07:00", length="10", days_of="every", side="at")


def _when_fields(timing: Timing, now: datetime) -> dict[str, Any]:
    if isinstance(timing, After):
        minutes = f"{timing.after_s / 60:g}"
        known = minutes in LENGTHS
        return {"when": "after", "length": minutes if known else "other", "minutes": minutes}
    if isinstance(timing, Once):
        at = timing.at.astimezone(now.tzinfo)
        return {"when": "once", "at": f"{at:%H:%M}", "date": f"{at:%Y-%m-%d}"}
    if isinstance(timing, Recurring):
        return {"when": "daily", "at": f"{timing.at:%H:%M}", **_day_fields(timing.days)}
    if isinstance(timing, BySun):
        side = "before" if timing.offset_s < 0 else "after" if timing.offset_s else "at"
        offset = f"{abs(timing.offset_s) / 60:g}"
        days = _day_fields(timing.days or Days())
        return {"when": "sun", "sun": timing.sun, "side": side, "offset": offset, **days}
    if isinstance(timing, OnFact):
        return {"when": "fact"}
    return {"when": "person", "movement": timing.movement, "person": timing.person}


def _day_fields(days: Days) -> dict[str, Any]:
    of = {EVERY_DAY: "every", WEEKDAYS: "weekdays", WEEKEND: "weekend"}.get(days.weekdays, "chosen")
    listed = [str(day) for day in sorted(days.weekdays)]
    return {"days_of": of, "days": listed, "holidays": days.holidays}


def _kept_place(before: Entry) -> str:
    """A reminder's or routine's room is not on the form: it stays."""
    return "" if before.kind is EntryKind.ALARM else before.place


def _time(form: PageForm) -> time:
    try:
        return time.fromisoformat(form.at).replace(tzinfo=None)
    except ValueError as error:
        raise FieldWrong("at", "wrong.at") from error


def _after(form: PageForm) -> Timing:
    given = form.minutes if form.length == "other" else form.length
    text = given.strip().replace(",", ".")
    minutes = real_number(text)
    if minutes is None or not 0 < minutes * 60 <= LONGEST_S:
        raise FieldWrong("minutes", "wrong.minutes")
    return After(round(minutes * 60.0, 3))


def _by_sun(form: PageForm, kept: Days) -> Timing:
    if form.side == "at":
        return BySun(form.sun, 0.0, _days(form, kept))
    offset_min = real_number(form.offset)
    if offset_min is None or not 0 <= offset_min <= _SUN_OFFSET_MIN:
        raise FieldWrong("offset", "wrong.offset")
    sign = -60.0 if form.side == "before" else 60.0
    return BySun(form.sun, sign * offset_min, _days(form, kept))


def _days(form: PageForm, kept: Days) -> Days:
    """`kept`: every other week and days of the month are said, and the form leaves them alone."""
    chosen = {"every": EVERY_DAY, "weekdays": WEEKDAYS, "weekend": WEEKEND}.get(form.days_of)
    if chosen is None:
        known = {str(day) for day in EVERY_DAY}
        if not form.days or not set(form.days) <= known:
            raise FieldWrong("days", "wrong.days")
        chosen = frozenset(int(day) for day in form.days)
    return replace(kept, weekdays=chosen, holidays=form.holidays)


def _plain(action: SavedAction) -> dict[str, Any]:
    label = {"ja": action.label.ja, "en": action.label.en} if action.label else None
    return {"action_type": action.action_type, "payload": dict(action.payload), "label": label}
