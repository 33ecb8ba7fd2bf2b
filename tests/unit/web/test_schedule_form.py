"""The page's form: what is filled in becomes what is saved, and back (T-50, issue 4, item 5)."""

from datetime import datetime, time, timedelta
from typing import Any

import pytest

from companion.web.names import Names
from companion.web.reader import reader_for
from companion.web.schedule_form import (
    WHENS,
    FieldWrong,
    FormReader,
    PageForm,
    empty_form,
    fields_of,
)
from companion.words.schedule import (
    Comparison,
    Entry,
    EntryId,
    EntryKind,
    FactCondition,
    Manner,
    MissedPolicy,
    SavedAction,
)
from companion.words.schedule_form import entry_from_form
from companion.words.timing import (
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
from tests.unit.web.twins import EVENING, Household

CURTAIN = "cover.living|cover_set_position"
ROUTINE: dict[str, Any] = {
    "kind": "routine",
    "when": "daily",
    "at": "07:00",
    "does": [CURTAIN],
    "amount": ["50"],
}


def reading(home: Household) -> FormReader:
    return FormReader(home.house, names_of(home), EVENING)


def names_of(home: Household) -> Names:
    return reader_for(home.parts(), home.language).names


TIMINGS: list[Timing] = [
    Recurring(time(7, 0)),
    Recurring(time(6, 45), Days(frozenset(range(5)), Holidays.SKIPPED)),
    Recurring(time(9, 5), Days(frozenset({5, 6}), Holidays.LIKE_ANY_DAY)),
    Recurring(time(9, 5), Days(frozenset({0, 3}), Holidays.ONLY)),
    Recurring(time(8), Days(frozenset({3}), weeks=2, since=EVENING.date())),
    Recurring(time(8), Days(frozenset({1}), nth=frozenset({2, 4}))),
    Once(EVENING.replace(second=0) + timedelta(days=2)),
    After(600.0),
    After(2700.0),
    BySun(SunEvent.SUNSET, -1200.0, Days(frozenset(range(5)))),
    BySun(SunEvent.SUNRISE, 0.0, Days()),
    OnMovement(Movement.LEAVES, "mika"),
    OnFact("person@hall", "present", time(17), time(22)),
]


@pytest.mark.parametrize("timing", TIMINGS, ids=str)
def test_an_entry_on_the_form_and_back_is_the_same(home: Household, timing: Timing) -> None:
    """Sentence -> form -> sentence needs a form that loses nothing (issue 4, item 5)."""
    entry = Entry(
        id=EntryId(7),
        kind=EntryKind.ROUTINE,
        timing=timing,
        created_at=EVENING,
        label="朝",
        actions=(
            reading(home)._action(CURTAIN, "50", ()),
            reading(home)._action("light.living|light_set_brightness", "40", ()),
            reading(home)._action("climate.living|climate_set_mode|heat", "", ()),
            SavedAction(action_type="speak.chime", payload={"sound": "attention"}),
        ),
        condition=FactCondition("sensor.living_temperature", Comparison.BELOW, "18.5"),
        manners=(Manner.QUIETLY,),
        missed=MissedPolicy.RUN,
    )
    form = fields_of(entry, home.house, EVENING)
    payload = reading(home).payload_of(form, entry)
    assert entry_from_form(payload, EntryKind.ROUTINE, EVENING, entry) == entry


@pytest.mark.parametrize("kind", list(EntryKind))
def test_an_empty_form_waits_for_what_its_kind_may(home: Household, kind: EntryKind) -> None:
    assert empty_form(kind).when == WHENS[kind][0]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"at": "25:00"}, "at"),
        ({"at": ""}, "at"),
        ({"when": "once", "date": "2001-01-01"}, "date"),
        ({"when": "once", "date": "soon"}, "date"),
        ({"when": "after", "length": "other", "minutes": "0"}, "minutes"),
        ({"when": "after", "length": "other", "minutes": "nan"}, "minutes"),
        ({"when": "sun", "side": "before", "offset": "-1"}, "offset"),
        ({"days_of": "chosen", "days": []}, "days"),
        ({"days_of": "chosen", "days": ["9"]}, "days"),
        ({"does": [""]}, "does"),
        ({"does": ["light.gone|light_turn_on"]}, "does"),
        ({"does": ["lock.front_door|lock_set_position"]}, "does"),
        ({"amount": ["101"]}, "does"),
        ({"does": ["keep|3"]}, "does"),
        ({"condition": "light.hall", "comparison": "is", "state": ""}, "state"),
        ({"condition": "light.hall", "comparison": "above", "value": "warm"}, "value"),
        ({"kind": "alarm", "when": "person"}, "when"),
        ({"kind": "reminder", "when": "once", "label": "  "}, "label"),
    ],
)
def test_what_is_wrong_is_told_by_its_field(
    home: Household, wrong: dict[str, Any], field: str
) -> None:
    """PAGE.md, Error: what, and what to do; each remedy exists in both languages."""
    form = PageForm.model_validate({**ROUTINE, **wrong})
    with pytest.raises(FieldWrong) as told:
        reading(home).payload_of(form)
    assert told.value.field == field
    words = reader_for(home.parts(), home.language).words
    assert words(told.value.key)


def test_a_time_without_a_date_is_the_next_one(home: Household) -> None:
    form = PageForm.model_validate({"kind": "alarm", "when": "once", "at": "07:00"})
    at = datetime.fromisoformat(reading(home).payload_of(form)["timing"]["at"])
    assert at == EVENING.replace(hour=7, minute=0) + timedelta(days=1)


def test_only_an_alarm_takes_the_room_of_the_form(home: Household) -> None:
    """A routine's own room is not on the form: changing it must not lose it."""
    entry = Entry(
        kind=EntryKind.ROUTINE,
        timing=Recurring(time(7)),
        created_at=EVENING,
        place="bedroom",
        actions=(reading(home)._action(CURTAIN, "0", ()),),
    )
    form = fields_of(entry, home.house, EVENING).model_copy(update={"place": "hall"})
    assert reading(home).payload_of(form, entry)["place"] == "bedroom"
