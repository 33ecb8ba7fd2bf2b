"""A day of the garden looked at again: where everybody was, by the record and the book alone."""

from dataclasses import dataclass, field
from datetime import datetime

import pytest

from companion.rooms.garden.being import GardenStep
from companion.rooms.garden.replay import packed, step_at, unpacked, weather_at
from companion.store.sqlite import Store
from companion.words.facts import GardenActed
from companion.words.garden import DAY_MINUTES, GardenAction, Weather, day_of
from tests.unit.corridors.test_live import ZONE, _Clock, _House
from tests.unit.rooms.garden.lives import live, town

DAY = "2026-05-04"
STEPS = (GardenStep(10, "home", GardenAction.SLEEP), GardenStep(20, "town", GardenAction.MOVE))


@dataclass
class _Seen:
    """Where everybody was, seen from outside while it happened."""

    house: _House
    at: dict[int, dict[str, tuple[str, GardenAction]]] = field(default_factory=dict)

    async def live(self, minutes: int, step: int = 5) -> None:
        for _ in range(0, minutes, step):
            await self.house.pass_time(step, step)
            world = self.house.garden.world
            self.at[world.now] = {
                one.id: (one.state.map_id, one.state.running.action)
                for one in world.beings.values()
                if one.state.running is not None
            }


async def _lived(minutes: int) -> _Seen:
    clock = _Clock(datetime(2026, 5, 4, 7, 0, tzinfo=ZONE))
    house = _House(Store.in_memory(clock), clock)
    await house.live.tick()
    seen = _Seen(house)
    await seen.live(minutes)
    return seen


def test_steps_are_packed_and_read_again() -> None:
    steps = {"koto": STEPS, "mio": ()}
    assert dict(unpacked(packed(steps))) == steps
    assert unpacked("") == {}
    assert unpacked("of another version") == {}


def test_the_step_of_a_minute_is_the_last_that_began() -> None:
    assert step_at(STEPS, 9) is None
    assert [step_at(STEPS, minute) for minute in (10, 19, 20, 99)] == [
        *(STEPS[0], STEPS[0], STEPS[1], STEPS[1]),
    ]


def test_the_weather_is_the_one_its_act_noted() -> None:
    acts = [one for one in live(town(), 2).facts if isinstance(one, GardenActed)]
    act = next(one for one in acts if one.weather is not acts[0].weather)
    assert weather_at(acts, acts[0].began) is acts[0].weather
    assert weather_at(acts[acts.index(act) :], act.ended) is act.weather
    assert weather_at((), 0) is Weather.UNKNOWN


async def test_a_day_is_replayed_as_it_was_lived() -> None:
    """At each minute everybody stands where somebody who watched saw them, after the day is over
    and a second one has begun."""
    seen = await _lived(2 * DAY_MINUTES)
    garden = seen.house.garden
    first = await garden.replay(DAY, 0)
    assert first is not None
    assert first.at == first.began
    watched = [minute for minute in seen.at if first.began <= minute < first.ended]
    assert len(watched) > 200
    for minute in watched:
        view = await garden.replay(DAY, minute - first.began)
        assert view is not None
        assert view.at == minute
        found = {one.id: (one.place, one.action) for one in view.people}
        assert found == seen.at[minute]
    places = {at for whole in seen.at.values() for at, _ in whole.values()}
    assert len(places) > 5
    assert {day_of(one.started).isoformat() for one in first.entries} <= {DAY, "2026-05-05"}
    assert all(first.began <= one.began < first.ended for one in _acts(first.facts))
    assert len(_acts(first.facts)) == len(first.entries) > 10
    past = await garden.replay(DAY, 10 * DAY_MINUTES)
    assert past is not None
    assert past.at == past.ended
    await seen.house.store.close()


def _acts(facts: object) -> list[GardenActed]:
    return [one for one in facts if isinstance(one, GardenActed)]  # type: ignore[attr-defined]


async def test_the_day_that_goes_on_is_replayed_until_now_also_after_a_restart() -> None:
    """What was lived since the state was saved is lived again, and comes out the same."""
    seen = await _lived(9 * 60)
    again = _House(seen.house.store, seen.house.clock)
    await again.live.tick()
    for garden in (seen.house.garden, again.garden):
        now = garden.world.now
        first = await garden.replay(DAY, 0)
        assert first is not None
        assert first.ended == now
        for minute in seen.at:
            view = await garden.replay(DAY, minute - first.began)
            assert view is not None
            assert {one.id: (one.place, one.action) for one in view.people} == seen.at[minute]
    await seen.house.store.close()


async def test_a_day_that_is_not_known_is_none() -> None:
    """Before the garden began, a day that nobody lived, and a garden that has not woken."""
    seen = await _lived(60)
    garden, store = seen.house.garden, seen.house.store
    assert await garden.replay("2026-05-03", 0) is None
    sleeping = _House(store, seen.house.clock).garden
    assert await sleeping.replay(DAY, 0) is None
    await store.close()


@pytest.mark.parametrize("kept_from", [9 * 60, None], ids=["some", "none"])
async def test_a_day_without_kept_steps_is_told_from_its_facts(kept_from: int | None) -> None:
    """A day lived before steps were kept, or half of one: the companion is where it was seen,
    others only while it met them, and the view says that it is not whole."""
    seen = await _lived(16 * 60)
    garden = seen.house.garden
    own, began = garden.data.self_id, garden.world.self_being.state.day_began
    for being in garden.world.beings.values():
        steps = being.state.steps
        being.state.steps = [one for one in steps if kept_from and one.at >= began + kept_from]
    right, others = [], 0
    for minute in seen.at:
        view = await garden.replay(DAY, minute - began)
        assert view is not None
        assert not view.is_whole
        found = {one.id: one.place for one in view.people}
        right.append(found[own] == seen.at[minute][own][0])
        if kept_from and minute >= began + kept_from + 120:
            continue
        others += len(found) - 1
        for one in found:
            assert found[one] in {place for place, _ in _around(seen, minute, one)}
    assert sum(right) >= 0.9 * len(right)
    assert 0 < others < 4 * len(right)
    await seen.house.store.close()


def _around(seen: _Seen, minute: int, who: str) -> list[tuple[str, GardenAction]]:
    """Where somebody was seen within an hour of a minute."""
    return [
        people[who] for at, people in seen.at.items() if abs(at - minute) <= 60 and who in people
    ]
