"""People, daylight, warmth and sensors: the truth of the doll's house."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta

import pytest

from companion.dollhouse.chronicle import Kind
from companion.dollhouse.clock import SimClock
from companion.dollhouse.comfort import Climate
from companion.dollhouse.devices import Fault
from companion.dollhouse.nature import Nature
from companion.dollhouse.people import DOORWAY_S, PASSING_S, People
from companion.dollhouse.scenario import Scenario, parse_scenario
from companion.dollhouse.switching import Light
from companion.service.clock import SystemChance

from .conftest import NIGHT_SKY, Small, small_world

HEAD = """
name: x
about: {ja: x, en: x}
starts_at: 2026-11-20T18:00:00+00:00
lasts_s: 10
people: [{id: resident, name: {ja: x, en: x}}]
"""


def story(text: str) -> Scenario:
    return parse_scenario(HEAD + text, "x")


@asynccontextmanager
async def living(small: Small, scenario: Scenario, seed: int = 7) -> AsyncIterator[None]:
    people = People(scenario, small.world, small.clock, SystemChance(seed))
    task = asyncio.create_task(people.run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def seen(small: Small) -> list[tuple[float, str, str]]:
    return [
        (round(h.t, 3), h.kind.value, h.place)
        for h in small.chronicle.all()
        if h.kind in (Kind.ENTERED, Kind.LEFT)
    ]


class Jumping(SimClock):
    """Whoever sleeps wakes at once, at the time he wanted; after eight days nobody does."""

    async def sleep_until(self, t: float) -> None:
        self._t = max(self._t, t)
        if self._t > 8 * 86400:
            raise TimeoutError("the week is over")

    async def sleep(self, seconds: float) -> None:
        await self.sleep_until(self._t + seconds)


async def test_a_step_happens_on_its_days_at_its_time_and_a_little_later() -> None:
    """B19: no two days are the same, and a working day is no Sunday, whatever day the house was
    started on."""
    scenario = story(
        "repeat_every_s: 86400\n"
        "timeline:\n"
        "  - {at: '18:10', who: resident, does: come_home, days: [mon, sat], later_up_to_s: 600}\n"
        "  - {at: '07:00', who: resident, does: go_out, days: [tue, sun]}\n"
    )
    for later in (0, 1):
        small = small_world(Jumping(scenario.starts_at + timedelta(days=later)))
        people = People(scenario, small.world, small.clock, SystemChance(7))
        with pytest.raises(ExceptionGroup):
            await people.run()
        door = [
            (small.clock.now() - timedelta(seconds=small.clock.monotonic() - h.t)).strftime(
                "%a %H:%M"
            )
            for h in small.chronicle.all()
            if h.kind is Kind.ENTERED and h.place == "hall"
        ]
        days = [at[:3] for at in door]
        assert days[:2] == ["Sat", "Mon"]
        homes = [at[4:] for at in door if at[:3] in ("Sat", "Mon")]
        assert all("18:10" <= at <= "18:20" for at in homes)
        assert len(set(homes)) > 1


@pytest.mark.parametrize(
    ("hour", "minute", "light"),
    [
        (0, 0, 0.0),
        (6, 0, 0.0),
        (6, 30, 0.5),
        (7, 0, 1.0),
        (12, 0, 1.0),
        (16, 30, 0.5),
        (17, 0, 0.0),
    ],
)
def test_daylight_follows_the_sun(hour: int, minute: int, light: float) -> None:
    assert NIGHT_SKY.daylight(datetime(2026, 11, 20, hour, minute, tzinfo=UTC)) == light


def test_clouds_take_light() -> None:
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert replace(NIGHT_SKY, weather="rain").daylight(noon) < NIGHT_SKY.daylight(noon)


async def test_lamps_and_curtains_make_a_room_bright(small: Small) -> None:
    lamp = small.devices["light.living"]
    assert isinstance(lamp, Light)
    assert small.world.brightness("living") == 0
    lamp.on, lamp.brightness = True, 128
    assert small.world.brightness("living") == pytest.approx(0.5, abs=0.01)
    day = small_world(small.clock, replace(NIGHT_SKY, sets=time(22, 0)))
    dim = day.world.brightness("living")
    day.devices["cover.living_curtain"].preset("open")
    assert day.world.brightness("living") > dim + 0.5


async def test_a_person_comes_walks_and_goes(small: Small) -> None:
    scenario = story(
        "timeline:\n"
        "- {at_s: 5, who: resident, does: come_home}\n"
        "- {at_s: 20, who: resident, does: go, to: kitchen}\n"
        "- {at_s: 60, who: resident, does: go_out}\n"
    )
    async with living(small, scenario):
        await small.clock.sleep(120)
    walk = 2 * DOORWAY_S + PASSING_S
    back = 60 + walk
    assert seen(small) == [
        (5, "entered", "hall"),
        (20, "left", "hall"),
        (20 + DOORWAY_S, "entered", "living"),
        (20 + DOORWAY_S + PASSING_S, "left", "living"),
        (20 + walk, "entered", "kitchen"),
        (60, "left", "kitchen"),
        (60 + DOORWAY_S, "entered", "living"),
        (60 + DOORWAY_S + PASSING_S, "left", "living"),
        (back, "entered", "hall"),
        (back + PASSING_S, "left", "hall"),
    ]


async def test_who_is_somewhere_does_nothing_impossible(small: Small) -> None:
    """Coming home twice, going where one is, walking while away: nothing happens."""
    scenario = story(
        "timeline:\n"
        "- {at_s: 1, who: resident, does: go, to: kitchen}\n"
        "- {at_s: 2, who: resident, does: come_home}\n"
        "- {at_s: 3, who: resident, does: come_home}\n"
        "- {at_s: 4, who: resident, does: go, to: hall}\n"
    )
    async with living(small, scenario):
        await small.clock.sleep(30)
    assert seen(small) == [(2, "entered", "hall")]


async def test_steps_switch_break_ask_and_sleep(small: Small) -> None:
    scenario = story(
        "timeline:\n"
        "- {at_s: 1, who: resident, does: come_home}\n"
        "- {at_s: 2, who: resident, does: switch, device: light.hall, to: turn_on}\n"
        "- {at_s: 3, does: break, device: light.hall, fault: ignore}\n"
        "- {at_s: 4, who: resident, does: ask, device: lock.front_door, to: lock}\n"
        "- {at_s: 5, who: resident, does: sleep}\n"
        "- {at_s: 6, who: resident, does: wake}\n"
        "- {at_s: 7, does: mend, device: light.hall}\n"
    )
    async with living(small, scenario):
        await small.clock.sleep(6.5)
        assert small.devices["light.hall"].fault.value == "ignore"
        await small.clock.sleep(2)
    assert [h.kind.value for h in small.chronicle.all()] == [
        "entered",
        "changed",
        "broke",
        "asked",
        "asleep",
        "awake",
        "broke",
    ]
    assert small.devices["light.hall"].fault is Fault.NONE


async def test_the_timeline_repeats_from_where_it_says(small: Small) -> None:
    scenario = story(
        "repeat_every_s: 100\nrepeat_from_s: 50\n"
        "timeline:\n"
        "- {at_s: 10, who: resident, does: come_home}\n"
        "- {at_s: 60, who: resident, does: switch, device: light.hall, to: toggle}\n"
    )
    async with living(small, scenario):
        await small.clock.sleep(270)
    changed = [round(h.t) for h in small.chronicle.all() if h.kind is Kind.CHANGED]
    assert changed == [60, 160, 260]


HABIT = """
timeline: [{at_s: 1, who: resident, does: come_home}]
habits: [{who: resident, does: visit, to: living, every_s: [30, 60], chance: 0.5, stays_s: [5, 9]}]
"""


async def test_habits_repeat_with_the_seed(small: Small) -> None:
    async def diary(seed: int) -> list[tuple[float, str, str]]:
        async with SimClock(small.clock.now(), speed=1000, settle_s=0.0005) as clock:
            own = small_world(clock)
            async with living(own, story(HABIT), seed):
                await clock.sleep(600)
        return seen(own)

    first, again, other = await diary(3), await diary(3), await diary(4)
    assert first == again
    assert first != other
    assert len(first) > 3


async def test_sensors_tell_the_truth(small: Small) -> None:
    nature = Nature(small.world, small.clock, SystemChance(1))
    task = asyncio.create_task(nature.run())
    door, motion = (
        small.devices["binary_sensor.front_door"],
        small.devices["binary_sensor.kitchen_motion"],
    )
    small.world.enter("resident", "hall", "from_outside")
    await small.clock.sleep(1)
    assert door.value() == "on"
    await small.clock.sleep(5)
    assert door.value() == "off"
    await small.devices["light.hall"].by_hand("turn_on", "resident")
    await small.clock.sleep(0.5)
    assert small.devices["sensor.hall_illuminance"].value() == "300"
    small.world.leave("resident")
    small.world.enter("resident", "kitchen")
    await small.clock.sleep(1)
    assert motion.value() == "on"
    small.world.leave("resident")
    await small.clock.sleep(35)
    assert motion.value() == "off"
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_rooms_cool_and_the_air_conditioner_warms(small: Small) -> None:
    nature = Nature(small.world, small.clock, SystemChance(1))
    task = asyncio.create_task(nature.run())
    heater = small.devices["climate.living"]
    assert isinstance(heater, Climate)
    heater.mode, heater.goal_c = "heat", 24.0
    await small.clock.sleep(3600)
    assert small.world.warmth_c["bedroom"] < 18
    assert small.world.warmth_c["living"] > 21
    assert float(small.devices["sensor.living_temperature"].value()) > 21
    assert heater.attributes()["current_temperature"] > 21
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_the_start_is_no_change(small: Small) -> None:
    Nature(small.world, small.clock, SystemChance(1))
    assert small.devices["sensor.living_temperature"].value() == "19.0"
    assert not small.chronicle.all()
