"""Quiet hours, rate limits and presence, per channel and person (S-22, T-31; issue 4, item 7)."""

from datetime import datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from companion.voice.quiet import OFTEN, QUIET, Quiet
from companion.words.quiet import Channel, QuietHours
from tests.twins.clock import JumpClock

TOKYO = ZoneInfo("Asia/Tokyo")
NIGHT = QuietHours(begins=time(22, 30), until=time(7, 0))
SUNDAY = datetime(2026, 11, 22, tzinfo=TOKYO)


def at(hour: int, minute: int = 0, days: int = 0) -> datetime:
    return SUNDAY + timedelta(days=days, hours=hour, minutes=minute)


@pytest.mark.parametrize(
    ("hours", "moment", "quiet"),
    [
        (NIGHT, at(22, 29), False),
        (NIGHT, at(22, 30), True),
        (NIGHT, at(3), True),
        (NIGHT, at(6, 59), True),
        (NIGHT, at(7), False),
        # From Friday evening to Saturday morning belongs to Friday.
        (QuietHours(begins=time(22), until=time(7), weekdays=frozenset({4})), at(3, days=-1), True),
        (QuietHours(begins=time(22), until=time(7), weekdays=frozenset({4})), at(3), False),
        (QuietHours(begins=time(13), until=time(15), weekdays=frozenset({6})), at(14), True),
        (
            QuietHours(begins=time(13), until=time(15), weekdays=frozenset({6})),
            at(14, days=1),
            False,
        ),
        (QuietHours(begins=time(13), until=time(15)), at(15), False),
        (QuietHours(begins=time(0), until=time(0)), at(12), True),
    ],
)
def test_the_hours_themselves(hours: QuietHours, moment: datetime, quiet: bool) -> None:
    assert hours.covers(moment) is quiet


def quiet_of(
    *hours: QuietHours, start: datetime, most: int = 0, away: frozenset[str] = frozenset()
) -> tuple[Quiet, JumpClock]:
    clock = JumpClock(start)
    limits = {Channel.VOICE: most}
    return Quiet(hours, clock, most_per_hour=limits, away=lambda p: p in away), clock


def test_each_channel_has_its_own_hours() -> None:
    quiet, _ = quiet_of(NIGHT, start=at(23))
    assert quiet.why_not(Channel.VOICE) == QUIET
    assert quiet.why_not(Channel.HOME_ASSISTANT) == ""


def test_hours_of_a_person_hold_only_while_they_may_be_at_home() -> None:
    """Whose whereabouts nobody knows may be asleep next door."""
    nap = QuietHours(begins=time(13), until=time(15), person="mika")
    at_home, _ = quiet_of(nap, start=at(14))
    out, _ = quiet_of(nap, start=at(14), away=frozenset({"mika"}))
    assert at_home.why_not(Channel.VOICE) == QUIET
    assert out.why_not(Channel.VOICE) == ""


async def test_no_more_than_so_many_an_hour_are_spoken() -> None:
    quiet, clock = quiet_of(start=at(12), most=2)
    for _ in range(2):
        assert quiet.why_not(Channel.VOICE) == ""
        quiet.went_out(Channel.VOICE)
    assert quiet.why_not(Channel.VOICE) == OFTEN
    await clock.sleep(3600.0)
    assert quiet.why_not(Channel.VOICE) == ""


async def test_quiet_that_a_person_asked_for_outlives_a_restart_and_ends_by_itself(
    tmp_path: Path,
) -> None:
    """A nap goes on while the service is restarted; "you can talk again" is kept as well."""
    clock, file = JumpClock(at(13)), tmp_path / "quiet_until.json"

    def started() -> Quiet:
        return Quiet((), clock, most_per_hour={}, away=lambda _: False, kept=file)

    started().hush(at(15))
    again = started()
    assert again.why_not(Channel.VOICE) == QUIET
    await clock.sleep(7200.0)
    assert again.why_not(Channel.VOICE) == ""
    again.hush(at(18))
    again.hush(None)
    assert not started().asked_for()


def test_a_file_of_quiet_that_cannot_be_read_silences_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "quiet_until.json"
    file.write_text("{", encoding="utf-8")
    quiet = Quiet((), JumpClock(at(13)), most_per_hour={}, away=lambda _: False, kept=file)
    assert not quiet.asked_for()
    assert "cannot be read" in caplog.text
