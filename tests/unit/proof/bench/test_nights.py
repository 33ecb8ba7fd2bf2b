"""Simulated nights: none missed, none twice; and a judge that sees a build that is broken (R4)."""

import asyncio
from dataclasses import dataclass, field
from datetime import date, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from companion.rooms.scheduler.calendar import instant_of
from companion.words.schedule import Entry, Firing, FiringId
from tests.proof.bench.night_house import NightHouse
from tests.proof.bench.night_oracle import Log, On, Verdict, expected_of, first_instant, judge
from tests.proof.bench.nights import run_nights


async def test_no_night_is_missed_and_none_rings_twice(tmp_path: Path) -> None:
    """Issue 4: clock steps, restarts, cuts between any two rows, a full disk, a dead model and
    home. The long form is `companion bench nights --nights 100000`."""
    told: list[str] = []
    found = await run_nights(64, seed=11, tell=told.append)
    assert (found["missed"], found["double"]) == (0, 0), told
    assert found["late_p99_s"] <= 1.1
    assert found["rings"] > 64


@dataclass
class Once:
    """A build in which one ring goes wrong."""

    repeats: bool
    done: bool = False
    going: list["asyncio.Task[None]"] = field(default_factory=list)

    def __call__(self, house: NightHouse) -> None:
        ladder = house.alarms.ladder
        ring, silence = ladder.ring, ladder.silence
        last: list[tuple[Entry, Firing]] = []

        async def ringing(entry: Entry, firing: Firing) -> bool:
            last[:] = [(entry, firing)]
            if not (self.repeats or self.done):
                self.done = True
                ladder._climbs[firing.id] = None  # type: ignore[assignment]
                return True
            return await ring(entry, firing)

        async def silent(firing_id: FiringId | None = None) -> None:
            dropped = [i for i, climb in ladder._climbs.items() if climb is None]
            for one in dropped:
                del ladder._climbs[one]
            await silence(firing_id)
            if self.repeats and last and not self.done:
                self.done = True
                self.going.append(asyncio.create_task(self.again(house, *last[0], ring)))

        ladder.ring, ladder.silence = ringing, silent  # type: ignore[method-assign]

    async def again(self, house: NightHouse, entry: Entry, firing: Firing, ring: Any) -> None:
        await house.clock.sleep(60.0)
        await ring(entry, firing)
        await house.clock.sleep(60.0)
        await house.alarms.ladder.silence()


@pytest.mark.parametrize("repeats", [False, True])
async def test_a_build_that_drops_or_repeats_one_ring_fails(repeats: bool) -> None:
    """One in all the nights is enough."""
    sabotage = Once(repeats)
    found = await run_nights(3, seed=5, sabotage=sabotage)
    await asyncio.gather(*sabotage.going)
    assert sabotage.done
    assert found["double" if repeats else "missed"] >= 1


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("America/New_York", date(2025, 3, 9)),
        ("America/New_York", date(2025, 11, 2)),
        ("America/Santiago", date(2025, 9, 7)),
        ("America/St_Johns", date(2025, 11, 2)),
        ("Australia/Lord_Howe", date(2025, 4, 6)),
        ("Africa/Casablanca", date(2025, 2, 23)),
        ("Asia/Kathmandu", date(2025, 6, 1)),
    ],
)
def test_f9_the_oracle_and_the_calendar_agree(zone: str, day: date) -> None:
    """Two ways of reading the tz database that share nothing."""
    for minutes in range(0, 24 * 60, 7):
        at, where = time(minutes // 60, minutes % 60), ZoneInfo(zone)
        due = instant_of(day, at, where)
        assert due is not None
        assert due.timestamp() == first_instant(day, at, where), at


def test_the_oracle_knows_what_a_machine_could_know() -> None:
    """Off over the moment: within ten minutes at the boot, later not at all; once stopped, over."""
    on = [On(0.0, 50.0, 1000.0, True), On(90.0, 900.0, 1000.0, True)]
    assert [e.at_s for e in expected_of(1040.0, Log(on))] == [40.0, 90.0]
    assert [e.at_s for e in expected_of(1060.0, Log(on))] == [90.0]
    assert [e.at_s for e in expected_of(1060.0, Log(on, [(95.0, "snooze")]))] == [90.0, 635.0]
    assert [e.at_s for e in expected_of(1040.0, Log(on, [(45.0, "stop")]))] == [40.0]
    late = [On(0.0, 10.0, 0.0, True), On(700.0, 900.0, 0.0, True)]
    assert expected_of(50.0, Log(late)) == []
    stepped = [On(0.0, 10.0, 0.0, True), On(10.0, 99.0, 2000.0, False), On(99.0, 999.0, 0.0, False)]
    assert [e.at_s for e in expected_of(500.0, Log(stepped))] == [500.0]


def test_the_judge_counts_what_is_too_much_and_too_little() -> None:
    on = [On(0.0, 1000.0, 0.0, True)]
    for tones, missed, double in (
        ([(40.3, 43.0), (43.0, 46.0)], 0, 0),
        ([], 1, 0),
        ([(42.0, 45.0)], 1, 1),
        ([(40.0, 43.0), (60.0, 63.0)], 0, 1),
    ):
        verdict = Verdict()
        judge([40.0], Log(on, [], tones), verdict)
        assert (verdict.missed, verdict.double) == (missed, double), tones
