"""When a timing is due, against the hours of the tz database read the other way round (F9, R4)."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from companion.rooms.scheduler.calendar import Calendar, SunUnknown, Whereabouts, instant_of
from companion.rooms.scheduler.whereabouts import of_zone
from companion.words.schedule import Entry, EntryKind
from companion.words.timing import (
    BySun,
    Days,
    Holidays,
    Once,
    Recurring,
    SunEvent,
    Timing,
)

SATURDAY = datetime(2026, 11, 21, 12, 0, tzinfo=ZoneInfo("Asia/Tokyo"))


def entry(timing: Timing, created: datetime = SATURDAY, zone: str = "") -> Entry:
    return Entry(kind=EntryKind.ALARM, timing=timing, created_at=created, zone=zone)


CASES = {
    # zone, day, wall time -> UTC. Gap: the first instant after. Overlap: the first time only.
    "New York, gap": ("America/New_York", date(2025, 3, 9), time(2, 30), "2025-03-09T07:00"),
    "New York, start of gap": ("America/New_York", date(2025, 3, 9), time(2), "2025-03-09T07:00"),
    "New York, after": ("America/New_York", date(2025, 3, 9), time(3), "2025-03-09T07:00"),
    "New York, next midnight": ("America/New_York", date(2025, 3, 10), time(0), "2025-03-10T04:00"),
    "Berlin, twice": ("Europe/Berlin", date(2025, 10, 26), time(2, 30), "2025-10-26T00:30"),
    "Santiago, no midnight": ("America/Santiago", date(2025, 9, 7), time(0), "2025-09-07T04:00"),
    "Santiago, 0:30": ("America/Santiago", date(2025, 9, 7), time(0, 30), "2025-09-07T04:00"),
    "Lord Howe, half an hour": ("Australia/Lord_Howe", date(2025, 10, 5), time(2, 15), None),
    "Tokyo": ("Asia/Tokyo", date(2026, 11, 21), time(7), "2026-11-20T22:00"),
}


@pytest.mark.parametrize("case", CASES)
def test_f9_gap_and_overlap(case: str) -> None:
    zone, day, at, due = CASES[case]
    found = instant_of(day, at, ZoneInfo(zone))
    expected = datetime.fromisoformat(f"{due or '2025-10-04T15:30'}+00:00")
    assert found == expected


def test_a_date_that_does_not_exist_has_no_moment() -> None:
    """Samoa went from the 29th to the 31st of December 2011."""
    apia = ZoneInfo("Pacific/Apia")
    assert instant_of(date(2011, 12, 30), time(7), apia) is None
    assert instant_of(date(2011, 12, 31), time(7), apia) is not None


def test_next_and_last_agree_over_two_years_of_a_zone() -> None:
    """Each moment is the next of the one before, and the last until just then."""
    calendar = Calendar(Whereabouts("America/New_York"))
    rule = entry(Recurring(time(2, 30)), datetime(2024, 12, 31, 7, 30, tzinfo=UTC))
    at = rule.created_at
    for _ in range(730):
        due = calendar.next_after(rule, at)
        assert due is not None
        assert timedelta(hours=22) <= due - at <= timedelta(hours=32)
        assert calendar.last_until(rule, at, due) == due
        assert calendar.last_until(rule, at, due - timedelta(seconds=1)) is None
        at = due


def test_weekdays_and_holidays() -> None:
    """Monday 2026-11-23 is Labour Thanksgiving Day in Japan."""
    home = Calendar(of_zone("Asia/Tokyo"))
    weekdays = frozenset(range(5))
    for holidays, first in (
        (Holidays.LIKE_ANY_DAY, "2026-11-23"),
        (Holidays.SKIPPED, "2026-11-24"),
        (Holidays.ONLY, "2026-11-23"),
    ):
        rule = entry(Recurring(time(7), Days(weekdays, holidays)))
        due = home.next_after(rule, SATURDAY)
        assert due is not None
        assert due.astimezone(SATURDAY.tzinfo).date().isoformat() == first
    only = entry(Recurring(time(7), Days(weekdays, Holidays.ONLY)))
    second = home.next_after(only, datetime(2026, 11, 23, 12, tzinfo=UTC))
    assert second is not None
    assert second.date() > date(2026, 12, 1)


def test_the_sun_of_the_home() -> None:
    """Tokyo, 2026-11-22: sunset 16:31 (National Astronomical Observatory of Japan)."""
    home = Calendar(of_zone("Asia/Tokyo"))
    before = entry(BySun(SunEvent.SUNSET, -600.0, Days()))
    due = home.next_after(before, SATURDAY + timedelta(hours=6))
    assert due is not None
    local = due.astimezone(SATURDAY.tzinfo)
    assert local.date() == date(2026, 11, 22)
    minutes = local.hour * 60 + local.minute
    assert abs(minutes - (16 * 60 + 21)) <= 2
    once = entry(BySun(SunEvent.SUNRISE))
    due = home.next_after(once, SATURDAY)
    assert due is not None
    assert home.next_after(once, due) is None


def test_it_is_dark_from_half_an_hour_before_sunset_and_never_where_no_place_is_known() -> None:
    home = Calendar(of_zone("Asia/Tokyo"))
    dusk = SATURDAY.replace(hour=16)  # the sun sets at 16:30
    assert not home.is_dark(dusk.replace(minute=0) - timedelta(minutes=10))
    assert home.is_dark(dusk.replace(minute=10))
    assert home.is_dark(SATURDAY.replace(hour=5))
    assert not home.is_dark(SATURDAY)
    assert not Calendar(Whereabouts("Asia/Tokyo")).is_dark(dusk.replace(hour=23))


def test_it_is_dark_all_day_in_the_polar_night_and_never_in_the_polar_day() -> None:
    tromso = Calendar(Whereabouts("Europe/Oslo", 69.65, 18.96, "NO"))
    midwinter = datetime(2026, 12, 21, tzinfo=UTC)
    midsummer = datetime(2026, 6, 21, tzinfo=UTC)
    hours = [timedelta(hours=n) for n in range(24)]
    assert all(tromso.is_dark(midwinter + hour) for hour in hours)
    assert not any(tromso.is_dark(midsummer + hour) for hour in hours)
    late_sunset = datetime(2026, 7, 29, 11, tzinfo=UTC)  # it sets after midnight, and rises at 2
    assert not tromso.is_dark(late_sunset)


def test_a_polar_night_is_passed_over_and_no_place_is_said() -> None:
    tromso = Calendar(Whereabouts("Europe/Oslo", 69.65, 18.96, "NO"))
    rule = entry(BySun(SunEvent.SUNRISE, 0.0, Days()), datetime(2026, 12, 1, tzinfo=UTC))
    due = tromso.next_after(rule, rule.created_at)
    assert due is not None
    assert due.date() > date(2027, 1, 10)
    with pytest.raises(SunUnknown):
        Calendar(Whereabouts("UTC")).next_after(rule, rule.created_at)


def test_once_is_one_instant_whatever_zone_it_was_told_in() -> None:
    at = datetime(2026, 11, 22, 7, tzinfo=ZoneInfo("Asia/Tokyo"))
    home = Calendar(Whereabouts("Europe/Berlin"))
    assert home.next_after(entry(Once(at)), SATURDAY) == at
    assert home.next_after(entry(Once(at)), at) is None


@pytest.mark.parametrize(
    ("days", "due"),
    [
        (Days(frozenset({3}), weeks=2, since=date(2026, 11, 26)), ["26/11", "10/12", "24/12"]),
        (Days(frozenset({1}), nth=frozenset({2, 4})), ["24/11", "08/12", "22/12"]),
        (Days(frozenset({4}), nth=frozenset({-1})), ["27/11", "25/12", "29/01"]),
        (Days(dates=frozenset({31})), ["30/11", "31/12", "31/01"]),
        (Days(dates=frozenset({1})), ["01/12", "01/01", "01/02"]),
    ],
)
def test_days_that_do_not_come_every_week(days: Days, due: list[str]) -> None:
    """Every other Thursday, the second and fourth Tuesday, the last Friday, the last day."""
    calendar, rule = Calendar(Whereabouts("Asia/Tokyo")), entry(Recurring(time(8), days))
    found, after = [], SATURDAY
    for _ in due:
        moment = calendar.next_after(rule, after)
        assert moment is not None
        found.append(f"{moment.astimezone(SATURDAY.tzinfo):%d/%m}")
        after = moment
    assert found == due
    assert calendar.last_until(rule, SATURDAY, after) == after
