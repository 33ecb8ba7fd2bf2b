"""Device reports: noise and floods do not become events, changes do (B-062, B-063)."""

from dataclasses import replace

from companion.rooms.perception.reports import DeviceReports
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from tests.twins.clock import JumpClock


def _state(clock: JumpClock, value: str | None, **attributes: object) -> DeviceState:
    return DeviceState(
        device_id=DeviceId("sensor.hall"), value=value, attributes=attributes, at=clock.now()
    )


def test_that_nothing_is_known_yet_is_no_news() -> None:
    """B-048: a device never heard of is unknown, which is no event."""
    clock = JumpClock()
    reports = DeviceReports(clock)
    assert reports.take(_state(clock, None)) == ()
    assert len(reports.take(_state(clock, "on"))) == 1


def test_the_same_state_again_is_refreshed_not_recorded() -> None:
    """B-063: duplicates are suppressed and counted."""
    clock = JumpClock()
    reports = DeviceReports(clock)
    assert len(reports.take(_state(clock, "on", brightness=120))) == 1
    assert reports.take(_state(clock, "on", brightness=120)) == ()
    assert reports.suppressed == 1
    assert len(reports.take(_state(clock, "on", brightness=200))) == 1


def test_a_trembling_number_is_the_same_number() -> None:
    """Sensors tremble; half a degree is a change."""
    clock = JumpClock()
    reports = DeviceReports(clock)
    assert len(reports.take(_state(clock, "21.0"))) == 1
    assert reports.take(_state(clock, "21.3")) == ()
    assert len(reports.take(_state(clock, "21.6"))) == 1


def test_going_offline_is_a_change() -> None:
    """F15: unavailability is told even though the value is unknown."""
    clock = JumpClock()
    reports = DeviceReports(clock)
    on = _state(clock, "on")
    assert len(reports.take(on)) == 1
    assert len(reports.take(replace(on, value=None, available=False))) == 1


async def test_a_flood_is_limited_and_the_newest_comes_out_later() -> None:
    """S-06: six a minute; what is over waits, and only the newest is told."""
    clock = JumpClock()
    reports = DeviceReports(clock, per_minute=6)
    told = [reports.take(_state(clock, str(10 * n))) for n in range(20)]
    assert sum(len(t) for t in told) == 6
    await clock.sleep(61)
    (late,) = reports.due()
    assert late.value == "190"


def test_a_value_that_becomes_known_or_unknown_is_a_change() -> None:
    """B-048: neither is the same as a value, whatever sorts before what."""
    clock = JumpClock()
    reports = DeviceReports(clock)
    for value in ("on", None, "off", None):
        assert len(reports.take(_state(clock, value))) == 1, value
