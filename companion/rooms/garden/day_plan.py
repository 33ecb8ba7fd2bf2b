"""Day plan: lists the things that a character means to do today, from its own sheet.

The system fixes nothing: the hours come from the sheet and the job, and the plan is one term
among others when the character decides.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from companion.ports.garden import Draws
from companion.rooms.garden.being import Being, Promise
from companion.rooms.garden.options import PLAN_WINDOW, RICH
from companion.rooms.garden.town import Town
from companion.words.facts.garden import GardenPlanItem
from companion.words.garden import (
    DAY_MINUTES,
    FacilityTag,
    GardenAction,
    Hours,
    Inhabitant,
    Weather,
    moment_of,
)
from companion.words.language import Bilingual

_EARLY = Bilingual("朝のうちに力をつけたい", "to start the day with something to eat")
_NOON = Bilingual("昼ごはん", "lunch")
_EVENING = Bilingual("夕ごはん", "dinner")
_SHIFT = Bilingual("仕事の日だから", "because it is a working day")
_BATH = Bilingual("一日の汗を流したい", "to wash the day off")
_BED = Bilingual("おやすみの時間", "it is bedtime")
_SOAK = Bilingual("湯にゆっくりつかりたい", "for a long soak")
_SEE = Bilingual("しばらく行っていない場所だから", "not been there for a while")
_FRIENDS = Bilingual("誰かと話したい", "to talk with somebody")
RAIN_STARTS: Mapping[Weather, Bilingual] = {
    Weather.RAIN: Bilingual("雨が降ってきた", "it began to rain"),
    Weather.SNOW: Bilingual("雪が降ってきた", "it began to snow"),
    Weather.STORM: Bilingual("嵐になった", "a storm came up"),
}
"""Why an outing is put off, by the weather; in all others nobody puts one off."""
_RAIN = Bilingual("こんな天気なので家で休む", "to stay in, in such weather")
_OUTINGS = (_SEE, _SOAK)
STAYS_IN = 0.7
"""Share of outings that are put off where the weather is bad."""
RAIN_AHEAD = 180
"""Minutes before an outing from which on the sky is looked at."""


def make_plan(
    being: Being,
    town: Town,
    now: int,
    weather: Weather,
    promises: Iterable[Promise],
    draws: Draws,
) -> tuple[GardenPlanItem, ...]:
    """The plan for what is left of the day that begins now, in order of time: nothing whose time
    went by stands in it, but for bed, which is then meant for now."""
    items = _Morning(being, town, now, draws).items(weather, promises)
    left = (one for one in items if one.start + PLAN_WINDOW > now)
    return tuple(sorted(left, key=_start))


def _start(item: GardenPlanItem) -> int:
    return item.start


class _Morning:
    """One character at the beginning of its day."""

    def __init__(self, being: Being, town: Town, now: int, draws: Draws) -> None:
        self._being, self._town, self._now, self._draws = being, town, now, draws
        self._sheet = being.sheet
        self._day = now // DAY_MINUTES
        self._hours = _work_hours(being, town)
        self._free = moment_of(now).weekday() in being.sheet.days_off or self._hours is None

    def items(self, weather: Weather, promises: Iterable[Promise]) -> Iterator[GardenPlanItem]:
        """Meals, work, an outing, company, a bath, promises, bed."""
        sheet = self._sheet
        yield _item(self._at(sheet.wakes + 0.3), GardenAction.EAT, _EARLY)
        yield _item(self._at(12 + self._draw("noon") * 1.5), GardenAction.EAT, _NOON)
        yield _item(self._at(18 + self._draw("evening") * 2), GardenAction.EAT, _EVENING)
        yield from self._work()
        yield from self._leisure(weather)
        yield self._bath()
        for one in promises:
            if one.due // DAY_MINUTES == self._day and one.due > self._now:
                yield _item(one.due - 30, GardenAction.MOVE, one.about, one.map_id)
        late = sheet.goes_to_bed > sheet.wakes
        bed = sheet.goes_to_bed if late else sheet.goes_to_bed + 24
        yield _item(max(self._now, self._at(bed)), GardenAction.SLEEP, _BED)

    def _work(self) -> Iterator[GardenPlanItem]:
        if self._free or self._hours is None:
            return
        first = max(self._hours.start, self._sheet.wakes + 1)
        second = min(self._hours.end - 3.0, first + 4.5)
        yield _item(self._at(first + self._draw("first") * 0.7), GardenAction.WORK, _SHIFT)
        if second > first + 2.5:
            yield _item(self._at(second), GardenAction.WORK, _SHIFT)

    def _leisure(self, weather: Weather) -> Iterator[GardenPlanItem]:
        five = self._sheet.big_five
        if self._free and weather in RAIN_STARTS and self._draw("in") < STAYS_IN:
            yield _item(self._at(10.5), GardenAction.REST, _RAIN, self._sheet.home)
        if self._free or self._draw("out") < 0.15 + five.openness * 0.35:
            goal = _goal(self._being, self._town, self._draw("goal"))
            if goal:
                hour = 15.0 if self._free else 17.2
                yield _item(self._at(hour), GardenAction.MOVE, _SEE, goal)
        if self._draw("friends") < five.extraversion * 0.8:
            yield _item(self._at(13.5 + self._draw("hour") * 6), GardenAction.TALK, _FRIENDS)

    def _bath(self) -> GardenPlanItem:
        """At the hot spring now and then, more often on a free day; else in the evening."""
        spring = _spring(self._town)
        often = (0.55 if self._free else 0.15) * (0.3 + self._sheet.big_five.openness)
        if spring and self._being.state.money > RICH / 3 and self._draw("soak") < often:
            return _item(self._at(19.5), GardenAction.BATHE, _SOAK, spring)
        return _item(self._at(20.3 + self._draw("bath")), GardenAction.BATHE, _BATH)

    def _at(self, hour: float) -> int:
        return self._day * DAY_MINUTES + int(hour * 60)

    def _draw(self, what: str) -> float:
        return self._draws.at(self._day, self._sheet.id, "plan", what)


def item_now(plan: Sequence[GardenPlanItem], now: int) -> GardenPlanItem | None:
    """The item that was meant for now and is not begun yet: of two the one meant first."""
    for item in plan:
        open_ = not item.done and item.changed is None
        if open_ and item.start <= now < item.start + PLAN_WINDOW:
            return item
    return None


def begun(
    plan: Sequence[GardenPlanItem], action: GardenAction, now: int
) -> tuple[GardenPlanItem, ...]:
    """The plan with the item that this action is ticked off."""
    item = item_now([one for one in plan if one.action is action], now + 30)
    return tuple(msgspec.structs.replace(one, done=True) if one is item else one for one in plan)


def given_up(
    plan: Sequence[GardenPlanItem], now: int, because: Bilingual
) -> tuple[tuple[GardenPlanItem, ...], bool]:
    """The plan with the items whose time went by marked with what came between; whether any is."""
    found = False
    items = []
    for one in plan:
        late = not one.done and one.changed is None and one.start + PLAN_WINDOW <= now
        found = found or late
        items.append(msgspec.structs.replace(one, changed=because) if late else one)
    return tuple(items), found


def rained_off(
    plan: Sequence[GardenPlanItem],
    now: int,
    weather: Weather,
    who: Inhabitant,
    draws: Draws,
) -> tuple[tuple[GardenPlanItem, ...], Bilingual | None]:
    """The plan in such weather, and why it was changed: an outing that is near at hand is put off,
    and a rest at home takes its place. None where all stays as it was."""
    because = RAIN_STARTS.get(weather)
    if because is None:
        return tuple(plan), None
    kept, rests = [], []
    for one in plan:
        to_come = not one.done and one.changed is None and one.why in _OUTINGS
        near = one.start - RAIN_AHEAD <= now < one.start + PLAN_WINDOW
        if to_come and near and draws.at(one.start, who.id, "plan", "wet") < STAYS_IN:
            one = msgspec.structs.replace(one, changed=because)
            rests.append(_item(max(now, one.start), GardenAction.REST, _RAIN, who.home))
        kept.append(one)
    return tuple(sorted([*kept, *rests], key=_start)), because if rests else None


def _item(start: int, action: GardenAction, why: Bilingual, place: str = "") -> GardenPlanItem:
    return GardenPlanItem(start=start, action=action, place=place, why=why)


def _work_hours(being: Being, town: Town) -> Hours | None:
    employment = being.sheet.employment
    if employment is None:
        return None
    for one in employment.workplaces:
        place = town.facilities.get(f"{one.map_id}/{one.workplace_label}")
        job = None if place is None else town.job_at(place, being.sheet)
        if job is not None:
            return job.work_hours
    return None


def _goal(being: Being, town: Town, draw: float) -> str:
    """The map that was not visited for longest; a draw between the first three."""
    homes = {
        one.id
        for one in town.maps.values()
        if all(f.info.owner for f in one.facilities) or one.id == being.sheet.home
    }
    near = [one for one in town.near(being.sheet.home) if one not in homes]
    near.sort(key=lambda one: (being.state.visited.get(one, 0), one))
    return near[int(draw * min(3, len(near)))] if near else ""


def _spring(town: Town) -> str:
    return next(
        (
            one.id
            for one in town.facilities.values()
            if FacilityTag.HOTSPRING in one.info.tags and FacilityTag.BATHROOM in one.info.tags
        ),
        "",
    )
