"""Judge of a garden life: reads the log and the three files alone, and names each broken rule.

It shares no code with the garden: the arithmetic here is done again, one minute after the other for
the character it is asked to look at closely, and in one step for the others.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.words.facts import Fact, GardenActed, GardenMet, GardenTalked
from companion.words.garden import (
    Cause,
    Facility,
    FacilityTag,
    GardenAction,
    GardenData,
    Inhabitant,
    Stat,
    Stats,
)

NEAR = 1e-6
_URGENT = {
    Stat.BLADDER: GardenAction.TOILET,
    Stat.ENERGY: GardenAction.SLEEP,
    Stat.SATIETY: GardenAction.EAT,
    Stat.HYGIENE: GardenAction.BATHE,
    Stat.MOOD: GardenAction.REST,
}
_NEEDS_TAG = {
    GardenAction.EAT: {FacilityTag.KITCHEN, FacilityTag.RESTAURANT},
    GardenAction.BATHE: {FacilityTag.BATHROOM, FacilityTag.HOTSPRING},
    GardenAction.SLEEP: {FacilityTag.BEDROOM},
    GardenAction.WORK: {FacilityTag.WORKSPACE},
    GardenAction.TOILET: {FacilityTag.TOILET},
}
_PAYS = (GardenAction.EAT, GardenAction.BATHE, GardenAction.SLEEP)


@dataclass(frozen=True)
class Broken:
    """One broken rule."""

    rule: str
    who: str
    at: int
    why: str


class GardenJudge:
    """Judges a whole log."""

    def __init__(self, data: GardenData, *, closely: str) -> None:
        self._data, self._closely = data, closely
        self._sheets = {one.id: one for one in data.inhabitants}
        self._facilities = {one.id: one for there in data.maps for one in there.facilities}
        self._doors = {one.id: set(one.entrances) for one in data.maps}

    def judge(self, log: Sequence[Fact]) -> list[Broken]:
        """Every broken rule of the log."""
        acts: dict[str, list[GardenActed]] = defaultdict(list)
        for fact in log:
            if isinstance(fact, GardenActed):
                acts[fact.who].append(fact)
        found = [one for who in acts for one in self._life(self._sheets[who], acts[who])]
        found += self._together(log, acts)
        return found

    def _life(self, who: Inhabitant, acts: Sequence[GardenActed]) -> Iterator[Broken]:
        for act in acts:
            for rule, why in self._act(who, act):
                yield Broken(rule, who.id, act.began, why)
        counter = 0
        for act, then in pairwise(acts):
            if act.ended != then.began:
                yield Broken("continuity", who.id, act.ended, f"next began {then.began}")
            if _differ(act.after, then.before):
                yield Broken("continuity", who.id, act.ended, "the stats jumped")
            counter, wrong = self._order(act, then, counter)
            if wrong:
                yield Broken("order", who.id, act.ended, wrong)

    # One action

    def _act(self, who: Inhabitant, act: GardenActed) -> Iterator[tuple[str, str]]:
        minutes = act.ended - act.began
        yield from _within(act.before)
        yield from _within(act.after)
        expected = self._expected(act, minutes)
        if _differ(expected, act.after):
            yield "arithmetic", f"{act.action}: expected {expected}, found {act.after}"
        if not act.cut_short and minutes != act.planned_minutes:
            yield "length", f"{minutes} of {act.planned_minutes} minutes, and not cut short"
        if act.action is GardenAction.MOVE:
            yield from self._move(act, minutes)
            return
        timing = self._data.config.actions[act.action]
        if not timing.shortest <= act.planned_minutes <= timing.longest:
            yield "length", f"{act.action} planned for {act.planned_minutes} minutes"
        if act.cut_short and act.after.bladder >= 10:
            yield "interrupt", f"{act.action} was cut short without need"
        yield from self._place(who, act)

    def _expected(self, act: GardenActed, minutes: int) -> Stats:
        facility = self._facilities.get(act.facility)
        quality = None if facility is None else facility.info.quality
        factor = 0.5 + (50 if quality is None else quality) / 100
        timing = None if act.leg else self._data.config.actions.get(act.action)
        config, needs = self._data.config, {}
        for stat in Stat:
            rate = -config.decay[stat]
            if timing is not None and not timing.fixed and stat in timing.per_minute:
                rate = timing.per_minute[stat]
                rate *= factor if rate > 0 else 1
            value = act.before.need(stat)
            steps = minutes if act.who == self._closely else 1
            for _ in range(steps):
                value = min(100.0, max(0.0, value + rate * minutes / steps))
            if timing is not None and timing.fixed and not act.cut_short:
                value = min(100.0, max(0.0, value + timing.effects.get(stat, 0)))
            needs[stat.value] = value
        if act.action is GardenAction.SLEEP and minutes >= 480 and not act.cut_short:
            needs["energy"] = 100.0
        money = act.before.money - act.fee + act.wage * minutes / 60
        return Stats(money=money, **needs)

    def _move(self, act: GardenActed, minutes: int) -> Iterator[tuple[str, str]]:
        for here, there in pairwise(act.way):
            if there not in self._doors[here]:
                yield "way", f"no entrance from {here} to {there}"
        if not act.cut_short and minutes != max(5, 5 * (len(act.way) - 1)):
            yield "way", f"{len(act.way) - 1} hops in {minutes} minutes"
        if len(act.way) > 4 and not act.leg:
            yield "way", f"a move over {len(act.way) - 1} hops"
        if act.cause is Cause.AUTO_MOVE and len(act.way) < 2:
            yield "way", "a move of the system that leads nowhere"
        if not act.cut_short and act.map_id != act.way[-1]:
            yield "way", f"ended at {act.map_id}, not at {act.way[-1]}"
        if act.fee or act.wage:
            yield "money", "a move has neither fee nor pay"

    def _place(self, who: Inhabitant, act: GardenActed) -> Iterator[tuple[str, str]]:
        facility = self._facilities.get(act.facility)
        tags = _NEEDS_TAG.get(act.action)
        if tags is None:
            if act.fee or act.wage:
                yield "money", f"{act.action} has neither fee nor pay"
            return
        if facility is None or not facility.info.tags & tags:
            yield "place", f"{act.action} at {act.facility!r}"
            return
        info = facility.info
        if facility.map_id != act.map_id:
            yield "place", f"{act.facility} is not on {act.map_id}"
        if info.owner and info.owner != who.id:
            yield "owner", f"{act.facility} is {info.owner}'s own"
        yield from _fee(who, act, facility)
        yield from self._hours(who, act, facility)

    def _hours(
        self, who: Inhabitant, act: GardenActed, facility: Facility
    ) -> Iterator[tuple[str, str]]:
        began, ended = act.began % 1440, (act.ended - 1) % 1440 + 1
        if act.action is not GardenAction.WORK:
            opens = facility.info.open_hours
            if opens is not None and not opens.start * 60 <= began < opens.end * 60:
                yield "hours", f"{act.facility} was closed"
            return
        if who.employment is None:
            yield "job", "works without a job"
            return
        jobs = [
            self._facilities[f"{one.map_id}/{one.workplace_label}"].info.job
            for one in who.employment.workplaces
            if facility.info.owner or f"{one.map_id}/{one.workplace_label}" == act.facility
        ]
        fitting = [job for job in jobs if job and job.job_id == who.employment.job_id]
        if not fitting:
            yield "job", f"has no job at {act.facility}"
            return
        if act.wage != fitting[0].hourly_wage:
            yield "money", f"paid {act.wage} an hour"
        hours = fitting[0].work_hours
        if began < hours.start * 60 or ended > hours.end * 60:
            yield "hours", f"worked from {began} to {ended}"

    # What follows what

    def _order(self, act: GardenActed, then: GardenActed, counter: int) -> tuple[int, str]:
        """The counter after an action, and what is wrong with what follows; "" for nothing."""
        if act.cut_short:
            return counter, "" if then.cause is Cause.INTERRUPT else "a cut act leads to a need"
        if act.leg:
            goes_on = then.cause is act.cause or then.cause is Cause.DECISION
            return counter, "" if goes_on else "the way led elsewhere"
        counter += act.cause is not Cause.AUTO_MOVE
        needs = [(act.after.need(stat), n, stat) for n, stat in enumerate(Stat)]
        value, _, lowest = min(needs)
        if value < 10:
            answers = then.cause is Cause.INTERRUPT and (then.leg or then.action is _URGENT[lowest])
            return counter, "" if answers else f"{lowest} at {value:.1f} was not answered"
        if counter >= 3:
            moved = then.cause is Cause.AUTO_MOVE
            return 0, "" if moved else "three acts, and the system moved nobody"
        return counter, "" if then.cause is Cause.DECISION else f"{then.cause} out of turn"

    # Two at one place

    def _together(
        self, log: Sequence[Fact], acts: Mapping[str, Sequence[GardenActed]]
    ) -> Iterator[Broken]:
        where = {who: _Whereabouts(own) for who, own in acts.items()}
        for fact in log:
            if isinstance(fact, GardenMet | GardenTalked):
                for one in (fact.who, fact.other):
                    if one in where and not where[one].at(fact.at, fact.map_id):
                        yield Broken("together", one, fact.at, f"was not at {fact.map_id}")
            if isinstance(fact, GardenTalked) and not 2 <= len(fact.turns) <= 6:
                yield Broken("turns", fact.who, fact.at, f"{len(fact.turns)} turns")
            if isinstance(fact, GardenTalked) and _leaps(fact):
                yield Broken("affinity", fact.who, fact.at, "moved by more than 5")


class _Whereabouts:
    """Where one character was, from the log of its acts."""

    def __init__(self, acts: Sequence[GardenActed]) -> None:
        self._maps: dict[int, set[str]] = defaultdict(set)
        self._starts: list[int] = []
        self._acts = acts
        self._by_day: dict[int, list[GardenActed]] = defaultdict(list)
        for act in acts:
            for day in range(act.began // 1440, act.ended // 1440 + 1):
                self._by_day[day].append(act)
        self._last = acts[-1].ended if acts else 0

    def at(self, minute: int, map_id: str) -> bool:
        """Whether it can have been there at that minute; True after the end of its log."""
        if minute >= self._last:
            return True
        for act in self._by_day[minute // 1440]:
            if act.began <= minute <= act.ended:
                if map_id == act.map_id and (not act.way or minute == act.ended):
                    return True
                reached = {act.way[n] for n in _reached(act, minute)}
                if map_id in reached:
                    return True
        return False


def _leaps(talk: GardenTalked) -> bool:
    return abs(talk.affinity_after - talk.affinity_before) > 5 + NEAR


def _reached(act: GardenActed, minute: int) -> Iterator[int]:
    passed = (minute - act.began) // 5
    for n in (passed - 1, passed):
        if 0 <= n < len(act.way):
            yield n


def _fee(who: Inhabitant, act: GardenActed, facility: Facility) -> Iterator[tuple[str, str]]:
    cost = facility.info.cost if act.action in _PAYS else 0
    own = facility.info.owner == who.id
    free = own and cost > act.before.money
    if act.fee != (0 if free else cost):
        yield "money", f"{act.facility} took {act.fee}"
    if act.action is not GardenAction.WORK and act.wage:
        yield "money", "paid for something that is no work"


def _within(stats: Stats) -> Iterator[tuple[str, str]]:
    for stat in Stat:
        if not 0 <= stats.need(stat) <= 100:
            yield "clamp", f"{stat} is {stats.need(stat)}"
    if stats.money < 0:
        yield "clamp", f"money is {stats.money}"


def _differ(one: Stats, other: Stats) -> bool:
    gaps = [abs(one.need(stat) - other.need(stat)) for stat in Stat]
    return max(*gaps, abs(one.money - other.money) / 100) > NEAR
