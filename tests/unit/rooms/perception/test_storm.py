"""Perception in a storm of different events (F18): bounded, and every one accounted for."""

import itertools
from datetime import UTC, datetime, timedelta

from companion.dollhouse.clock import SimClock
from companion.rooms.perception.reports import DeviceReports
from companion.rooms.perception.room import MOST_WAITING, Perception
from companion.service.clock import SystemIds
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from companion.words.language import Language
from companion.words.observation import Certainty, Change, Observation

NOW = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
EVENTS = 20_000


def _different(number: int, at: datetime) -> Observation:
    return Observation(
        subject=f"thing {number}",
        place="hall",
        change=Change.APPEARED,
        certainty=Certainty.FACT,
        confidence=1.0,
        at=at,
        source=f"camera {number % 8}",
    )


def test_a_storm_of_different_events_stays_bounded_and_is_counted() -> None:
    """F18: 5,000 a second for four seconds, none like another."""
    clock = SimClock(NOW)
    room = Perception(clock, SystemIds(), language=Language.EN, places={})
    recorded = 0
    for number in range(EVENTS):
        clock.charge(1 / 5000)
        recorded += len(room.sift((_different(number, clock.now()),)).to_record)
    counts = room.counters
    assert recorded == counts.recorded == 8 * 6  # six a minute of each source
    assert counts.recorded + counts.held_back + counts.dropped == EVENTS
    assert len(room._waiting) <= MOST_WAITING
    clock.charge(120)
    room.sift(())
    assert len(room._last) <= 8 * 6 * 2


def test_a_storm_of_device_reports_keeps_the_newest_of_each() -> None:
    """F18: five hundred devices; what was not recorded is suppressed or waits, never lost count."""
    clock, devices = SimClock(NOW), 500
    reports = DeviceReports(clock)
    recorded = 0
    for number, device in zip(range(EVENTS), itertools.cycle(range(devices)), strict=False):
        clock.charge(1 / 5000)
        state = DeviceState(
            device_id=DeviceId(f"sensor.{device}"), value=str(number), at=clock.now()
        )
        recorded += len(reports.take(state))
    assert recorded == devices * 6
    assert recorded + reports.suppressed + len(reports._waiting) == EVENTS
    clock.charge(timedelta(minutes=2).total_seconds())
    newest = {state.device_id: int(str(state.value)) for state in reports.due()}
    assert min(newest.values()) >= EVENTS - devices
