"""Tests of the rows from which tasks are composed."""

from datetime import timedelta

import pytest

from companion.rooms.governance.task_rows import Row, Setting, begins, drafted, rows_of, value_of
from companion.rooms.governance.when import Span, on
from tests.unit.rooms.governance.samples import NOW, home

LATER = Span(begin=on(NOW + timedelta(days=3), 0))
TODAY = Span(begin=NOW)


def there(span: Span = TODAY, rooms: tuple[str, ...] = ()) -> Setting:
    """The sample home, at this moment."""
    return Setting(home=home()[1], now=NOW, span=span, begin=max(NOW, span.begin), rooms=rooms)


@pytest.mark.parametrize("name", ["themes.toml", "aims.toml"])
def test_every_row_of_the_tables_is_read(name: str) -> None:
    """A misspelt sort of row would fail here and in no plan of an owner."""
    table = rows_of(name)
    rows = [*table.get("theme", ()), *table.get("aim", {}).values()]
    for row in rows:
        drafted(row.get("tasks", ()), there())
        assert row.get("tasks") or row.get("theme") or row.get("like"), row


def test_a_row_comes_when_it_says() -> None:
    """At the beginning, so many minutes after it, at once, or on the day that is meant."""
    rows: list[Row] = [
        {"tell": ["あ", "a"], "after": 20},
        {"tell": ["い", "b"], "at": "at_once"},
        {"tell": ["う", "c"], "at": "its_day"},
        {"tell": ["え", "d"], "after": -5},
    ]
    moments = [draft.at for draft in drafted(rows, there(LATER))]
    midnight = LATER.begin
    assert moments == [
        midnight + timedelta(minutes=20),
        None,
        on(midnight, 9),
        midnight - timedelta(minutes=5),
    ]
    assert [draft.at for draft in drafted(rows, there())][2:] == [None, None]


def test_the_beginning_is_an_hour_of_the_day_that_is_meant() -> None:
    """Several hours in the order in which they come from now on."""
    assert begins("its_day", NOW, LATER) == (on(LATER.begin, 9),)
    assert begins("its_day", NOW, TODAY) == begins("now", NOW, TODAY) == (NOW,)
    first, second = begins("next 00:01 23:59", NOW, TODAY)
    assert NOW < first < second < NOW + timedelta(days=1)


def test_rooms_that_a_purpose_names_replace_those_of_the_row_or_stand_beside_them() -> None:
    """`named` tells which."""
    row = {"bring": "light.turn_on", "rooms": ["living"], "most": 5}

    def lights(**more: str) -> list[str]:
        drafts = drafted([row | more], there(rooms=("study",)))
        return [draft.slots["device"] for draft in drafts]

    assert lights() == ["light.study"]
    assert "light.study" not in lights(named="no")
    assert lights(named="first") == ["light.study", *lights(named="no")]
    assert lights(named="too") == [*lights(named="no"), "light.study"]


def test_a_value_may_depend_on_the_season() -> None:
    """Names stand for values; other values are their own."""
    winter, summer = NOW.replace(month=1), NOW.replace(month=8)
    assert value_of("comfort", winter) != value_of("comfort", summer)
    assert value_of("calm", winter) == value_of("calm", summer)
    assert value_of(12, winter) == 12
