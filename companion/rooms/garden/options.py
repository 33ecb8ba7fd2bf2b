"""Options: everything a character of the garden could do now, each with the terms of its sum.

The same sum serves the companion and the people of its town; only the companion's is written down
with its words. The figures are of the garden's own making: they are set so that a day has its
meals, its work, its bath and its night, and the sheets pull it apart (a test compares two lives).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.ports.garden import Draws
from companion.rooms.garden.being import Being, Bonds, Promise, pair_key
from companion.rooms.garden.body import BLADDER, ENERGY, HYGIENE, MOOD, SATIETY, Needs
from companion.rooms.garden.catalogue import DEFINITIONS
from companion.rooms.garden.town import Town
from companion.words.facts.garden import GardenPlanItem
from companion.words.garden import (
    DAY_MINUTES,
    Facility,
    FacilityTag,
    GardenAction,
    Inhabitant,
    Stat,
    Weather,
    WorldConfig,
    moment_of,
)
from companion.words.language import Bilingual
from companion.words.score import TermName

WORK_LENGTHS = (240, 180, 120, 90, 60, 30)
LEAST_ENERGY = 22.0
"""A shift is planned to leave at least so much."""
RICH = 9000
"""From here on money is there to be spent."""
POOR = 2500
WET: Mapping[Weather, float] = {
    Weather.RAIN: 0.2,
    Weather.SNOW: 0.25,
    Weather.STORM: 0.6,
}
"""How much less a character likes to go out."""
TIRES_FOR, TALKED_OUT_FOR = 420, 150
"""Minutes after a talk in which the same person, and in which anybody, has less to say."""
_ORDER = {stat: n for n, stat in enumerate(Stat)}
CHANCE_SIZE = 0.16
VOTE_SIZE = 0.35
PROMISE_NEAR = 240
"""Minutes before a meeting from which on a character plans around it."""
SETS_OUT = 20
"""Minutes that it wants to have left when it arrives."""
PROMISE_WAITS = 16
"""Minutes it waits for the other."""
PLAN_WINDOW = 120
"""Minutes in which an item of the plan may be begun."""


@dataclass(slots=True)
class Option:
    """One thing to do, with its terms."""

    action: GardenAction
    minutes: int
    terms: dict[TermName, float]
    facility: Facility | None = None
    destination: str = ""
    partner: str = ""
    partner_name: Bilingual | None = None
    hops: int = 0
    _name: str = ""

    @property
    def total(self) -> float:
        """The sum."""
        return sum(self.terms.values())

    @property
    def name(self) -> str:
        """Its name in a menu."""
        if not self._name:
            where = self.facility.id if self.facility is not None else self.destination
            parts = (self.action.value, where, self.partner)
            self._name = "_".join(part for part in parts if part)
        return self._name


@dataclass(slots=True, kw_only=True)
class Situation:
    """Everything that a character decides on."""

    being: Being
    now: int
    needs: Needs
    money: float
    weather: Weather
    near: Sequence[Being]
    """Others on the same map who can be talked to."""
    bonds: Bonds
    item: GardenPlanItem | None
    """Item of the plan that was meant for now."""
    promise: Promise | None
    """The next meeting, if it is near."""
    vote: str = ""
    whole: bool = False
    """True to look at every place; otherwise at those that come to mind."""

    @property
    def sheet(self) -> Inhabitant:
        """Of the one who decides."""
        return self.being.sheet

    @property
    def promise_in(self) -> int:
        """Minutes until the next meeting; a large number where there is none."""
        return 1 << 30 if self.promise is None else self.promise.due - self.now

    @property
    def is_night(self) -> bool:
        """Whether it is its time to sleep."""
        return in_bed_hours(self.sheet, self.now)


def in_bed_hours(sheet: Inhabitant, minute: int) -> bool:
    """Whether a character usually sleeps at this time."""
    at = minute % DAY_MINUTES
    bed, up = sheet.goes_to_bed * 60 % DAY_MINUTES, sheet.wakes * 60
    return bed <= at < up if bed < up else at >= bed or at < up


def minutes_until_up(sheet: Inhabitant, minute: int) -> int:
    """Minutes until it usually gets up."""
    return (sheet.wakes * 60 - minute) % DAY_MINUTES


class Options:
    """Finds what is possible, and what each possibility has going for it."""

    def __init__(self, town: Town, config: WorldConfig, draws: Draws) -> None:
        self._town = town
        self._config = config
        self._draws = draws
        self._found: dict[tuple[str, str, GardenAction], tuple[tuple[Facility, int], ...]] = {}

    def all(self, at: Situation) -> list[Option]:
        """Every option that the rules allow now, the best first."""
        found = [*self._facilities(at), *self._talks(at), *self._rests(at), *self._moves(at)]
        for option in found:
            self._add_common(at, option)
        found.sort(key=lambda one: (-one.total, one.name))
        return found

    # Requirements

    def places(self, at: Situation, action: GardenAction) -> list[tuple[Facility, int]]:
        """Facilities for an action that this character may use and can pay for, with their hops;
        its own ones where there are no others. Its own are always there, free if need be."""
        found = [
            (place, hops)
            for place, hops in self._known(at.being.state.map_id, at.sheet, action)
            if self.usable(at.sheet, place, at.money, at.now + 5 * hops, action)
        ]
        if not found:
            tags = DEFINITIONS[action].requirements.facility_tags
            own = self._town.home_of(at.sheet, tags)
            if own is not None and self.usable(at.sheet, own, at.money, at.now, action):
                found = [(own, self._town.hops(at.being.state.map_id, own.map_id))]
        return found

    def usable(
        self, who: Inhabitant, place: Facility, money: float, minute: int, action: GardenAction
    ) -> bool:
        """Whether the owner, the fee, the opening hours and the job allow it."""
        info = place.info
        if info.owner and info.owner != who.id:
            return False
        if action is GardenAction.WORK:
            job = self._town.job_at(place, who)
            shortest = self._config.actions[action].shortest
            return job is not None and job.work_hours.minutes_left(minute) >= shortest
        if info.open_hours is not None and not info.open_hours.minutes_left(minute):
            return False
        return info.cost <= money or info.owner == who.id

    def meets(self, at: Situation, action: GardenAction) -> bool:
        """Whether the requirements beside the facility are met."""
        needed = DEFINITIONS[action].requirements
        if needed.employment and at.sheet.employment is None:
            return False
        if needed.near_npc and not at.near:
            return False
        return all(at.needs[_ORDER[s]] >= least for s, least in needed.min_stats.items())

    def _known(
        self, map_id: str, who: Inhabitant, action: GardenAction
    ) -> tuple[tuple[Facility, int], ...]:
        key = (map_id, who.id, action)
        found = self._found.get(key)
        if found is None:
            tags = DEFINITIONS[action].requirements.facility_tags
            found = self._found[key] = tuple(
                (one, self._town.hops(map_id, one.map_id))
                for one in self._town.search(map_id, tags, who.id)
                if action is not GardenAction.WORK or self._town.job_at(one, who) is not None
            )
        return found

    # Options with a facility

    def _facilities(self, at: Situation) -> Iterator[Option]:
        makers: tuple[tuple[GardenAction, Callable[[Situation], tuple[float, int]]], ...] = (
            (GardenAction.EAT, _hunger),
            (GardenAction.SLEEP, _sleepiness),
            (GardenAction.TOILET, _urge),
            (GardenAction.WORK, self._work),
            (GardenAction.BATHE, _wash),
        )
        for action, want in makers:
            if not self.meets(at, action):
                continue
            worth, minutes = want(at)
            if worth <= -1.0:
                continue
            options = []
            for place, hops in self.places(at, action):
                length = self._length(at, action, place, minutes)
                if length is None:
                    continue
                terms = {TermName.BODY: worth, TermName.PLACE: self._place(at, place, hops)}
                options.append(
                    Option(
                        action=action,
                        minutes=length,
                        terms=terms,
                        facility=place,
                        destination=place.map_id,
                        hops=hops,
                    )
                )
            options.sort(key=lambda one: (-one.terms[TermName.PLACE], one.name))
            yield from options[: 4 if at.whole else 2]

    def _length(
        self, at: Situation, action: GardenAction, place: Facility, wished: int
    ) -> int | None:
        timing = self._config.actions[action]
        if action is not GardenAction.WORK:
            return timing.within(wished)
        job = self._town.job_at(place, at.sheet)
        left = 0 if job is None else job.work_hours.minutes_left(at.now)
        left = min(left, wished)
        return None if left < timing.shortest else timing.within(left)

    def _work(self, at: Situation) -> tuple[float, int]:
        loss = -self._config.actions[GardenAction.WORK].per_minute.get(Stat.ENERGY, 0.0)
        affordable = (at.needs[ENERGY] - LEAST_ENERGY) / loss if loss else WORK_LENGTHS[0]
        minutes = next((one for one in WORK_LENGTHS if one <= affordable), 0)
        if not minutes:
            return -2.0, 0
        short = 0.65 if at.money < POOR else 0.25 if at.money < RICH else 0.05
        day_off = moment_of(at.now).weekday() in at.sheet.days_off
        return short - (0.5 if day_off else 0.0), minutes

    def _place(self, at: Situation, place: Facility, hops: int) -> float:
        info, sheet = place.info, at.sheet
        quality = 50 if info.quality is None else info.quality
        rich = at.money >= RICH
        worth = (quality - 50) / 100 * (0.6 if rich else 0.35) - 0.07 * hops
        worth -= info.cost / (at.money + 800) * (0.35 if rich else 0.9)
        worth += 0.3 if place.label.ja in sheet.favourites else 0.0
        worth -= self._lately(at, place.id) * (0.15 + 0.35 * sheet.big_five.openness)
        if not info.owner:
            worth += (sheet.big_five.extraversion - 0.5) * 0.5 + 0.08
            if FacilityTag.HOTEL in info.tags:
                away = self._town.hops(at.being.state.map_id, sheet.home) - hops
                worth += 0.2 * sheet.big_five.openness * rich - 1.0 + 0.14 * away
            worth -= WET.get(at.weather, 0.0) * (1 if hops else 0)
        return worth

    def _lately(self, at: Situation, place: str) -> float:
        """1 for just now, 0 for three days ago and never."""
        last = at.being.state.visited.get(place)
        return 0.0 if last is None else max(0.0, 1 - (at.now - last) / (3 * DAY_MINUTES))

    # Options without one

    def _talks(self, at: Situation) -> Iterator[Option]:
        length = self._config.actions[GardenAction.TALK].default
        for other in at.near:
            key = pair_key(at.being.id, other.id)
            last = at.being.state.met.get(f"talk {other.id}", -DAY_MINUTES)
            tired = max(0.0, 1 - (at.now - last) / TIRES_FOR)
            talked = at.being.state.met.get("talk", -DAY_MINUTES)
            talked_out = max(0.0, 1 - (at.now - talked) / TALKED_OUT_FOR)
            worth = at.bonds.affinity.get(key, 50.0) / 100 * 0.45 - tired * 1.1 - talked_out * 0.7
            if key in at.bonds.quarrels:
                worth += at.sheet.big_five.agreeableness * 0.9 - 0.75
            yield Option(
                action=GardenAction.TALK,
                minutes=length,
                partner=other.id,
                partner_name=other.sheet.name,
                destination=at.being.state.map_id,
                terms={
                    TermName.PLACE: worth,
                    TermName.DESIRE: (at.sheet.big_five.extraversion - 0.35) * 0.7,
                    TermName.MOOD: (100 - at.needs[MOOD]) / 100 * 0.55,
                },
            )

    def _rests(self, at: Situation) -> Iterator[Option]:
        here = at.being.state.map_id
        weary = (100 - at.needs[ENERGY]) / 100
        waits = at.promise is not None and at.promise.map_id == here and at.promise_in <= 45
        timing = self._config.actions[GardenAction.REST]
        minutes = timing.longest if weary > 0.25 else (timing.default + timing.longest) // 2
        if waits and at.promise is not None:
            minutes = at.promise.due + PROMISE_WAITS - at.now
        seats: list[Facility | None] = [
            one
            for one in self._town.maps[here].facilities
            if not one.info.owner
            and FacilityTag.PUBLIC in one.info.tags
            and self.usable(at.sheet, one, at.money, at.now, GardenAction.REST)
            and not one.info.cost
        ]
        for seat in seats or [None]:
            terms = {
                TermName.BODY: weary * 0.75 - 0.05,
                TermName.MOOD: (100 - at.needs[MOOD]) / 100 * 0.35,
                TermName.DESIRE: (at.sheet.big_five.neuroticism - 0.5) * 0.2,
                TermName.PLACE: self._place(at, seat, 0) if seat is not None else 0.0,
            }
            if waits:
                terms[TermName.SCHEDULE] = 2.0
            yield Option(
                action=GardenAction.REST,
                minutes=timing.within(minutes),
                terms=terms,
                facility=seat,
                destination=here,
            )

    def _moves(self, at: Situation) -> Iterator[Option]:
        here, sheet = at.being.state.map_id, at.sheet
        near = self._town.near(here)[1:]
        promised = at.promise.map_id if at.promise is not None else ""
        planned = self._map_of(at.item.place) if at.item is not None and at.item.place else ""
        if not at.whole and len(near) > 3:
            first = int(self._draws.at(at.now, at.being.id, "place") * len(near))
            near = tuple(
                dict.fromkeys((near[first], *(one for one in near if one in (promised, planned))))
            )
        for place in near:
            if place == sheet.home and not at.is_night and place != planned:
                continue
            if self._is_private(place, at.being.id):
                continue
            hops = self._town.hops(here, place)
            terms = {
                TermName.DESIRE: (sheet.big_five.openness - 0.45) * 0.6,
                TermName.PLACE: 0.08
                - 0.06 * hops
                - self._lately(at, place) * 0.45
                - WET.get(at.weather, 0.0),
                TermName.MOOD: (at.needs[MOOD] - 50) / 100 * 0.2,
                TermName.BODY: -max(0.0, 45 - at.needs[ENERGY]) / 100,
            }
            if place == promised and at.promise_in <= 5 * hops + SETS_OUT:
                terms[TermName.SCHEDULE] = 2.0
            yield Option(
                action=GardenAction.MOVE,
                minutes=max(5, 5 * hops),
                terms=terms,
                destination=place,
                hops=hops,
            )

    def _is_private(self, place: str, who: str) -> bool:
        owners = {one.info.owner for one in self._town.maps[place].facilities}
        return bool(owners) and "" not in owners and who not in owners

    def _map_of(self, place: str) -> str:
        facility = self._town.facilities.get(place)
        return place if facility is None else facility.map_id

    # Terms of every option

    def _add_common(self, at: Situation, option: Option) -> None:
        terms = option.terms
        scheduled = self._scheduled(at, option)
        if scheduled:
            terms[TermName.SCHEDULE] = terms.get(TermName.SCHEDULE, 0.0) + scheduled
        desire = _character(at, option)
        if desire:
            terms[TermName.DESIRE] = terms.get(TermName.DESIRE, 0.0) + desire
        if at.vote and option.name == at.vote:
            terms[TermName.VOTE] = VOTE_SIZE
        terms[TermName.CHANCE] = CHANCE_SIZE * self._draws.at(at.now, at.being.id, option.name)

    def _scheduled(self, at: Situation, option: Option) -> float:
        worth, action = 0.0, option.action
        if at.is_night:
            if action is GardenAction.SLEEP:
                worth += 1.2
            elif action is not GardenAction.TOILET:
                worth -= 0.7
        elif action is GardenAction.SLEEP:
            worth -= 0.65
        item = at.item
        if item is not None and item.action is action:
            worth += 0.55 + 0.35 * at.sheet.big_five.conscientiousness
            where = option.facility.id if option.facility is not None else option.destination
            if item.place and item.place in (where, option.destination):
                worth += 0.35
        if at.promise is not None and action not in (GardenAction.TOILET, GardenAction.MOVE):
            worth -= self._in_the_way(at, option)
        return worth

    def _in_the_way(self, at: Situation, option: Option) -> float:
        """Weight against an option that ends after the next meeting. Its length is cut to fit where
        it can be, by a character that keeps its word."""
        assert at.promise is not None
        if option.action is GardenAction.REST and at.promise.map_id == option.destination:
            return 0.0
        way = 5 * (option.hops + self._town.hops(option.destination, at.promise.map_id))
        left = at.promise_in - way - 5
        if option.minutes <= left:
            return 0.0
        timing = self._config.actions[option.action]
        if timing.shortest <= left and at.sheet.big_five.conscientiousness > 0.3:
            option.minutes = timing.within(left)
            return 0.0
        return 0.5 + at.sheet.big_five.conscientiousness


def _hunger(at: Situation) -> tuple[float, int]:
    satiety = at.needs[SATIETY]
    if satiety > 78:
        return -1.0, 0
    minutes = int((100 - satiety) / 1.67 * 0.95)
    return 1.7 * ((100 - satiety) / 100) ** 1.4 - 0.1, minutes


def _sleepiness(at: Situation) -> tuple[float, int]:
    energy = at.needs[ENERGY]
    if at.is_night:
        return 0.3 + (100 - energy) / 100 * 0.6, max(60, min(480, _night_left(at)))
    if energy > 93:
        return -1.0, 0
    return 1.1 * ((100 - energy) / 100) ** 3, 60


def _night_left(at: Situation) -> int:
    return minutes_until_up(at.sheet, at.now)


def _urge(at: Situation) -> tuple[float, int]:
    bladder = at.needs[BLADDER]
    if bladder > 88:
        return -1.0, 0
    before_bed = 2.4 if at.is_night and bladder < 84 else 0.0
    return 1.5 * ((100 - bladder) / 100) ** 2 - 0.12 + before_bed, 5


def _wash(at: Situation) -> tuple[float, int]:
    hygiene = at.needs[HYGIENE]
    if hygiene > 80:
        return -1.0, 0
    return 1.3 * ((100 - hygiene) / 100) ** 1.3 - 0.1, max(15, int((100 - hygiene) / 3.33) + 8)


def _character(at: Situation, option: Option) -> float:
    """Term that the sheet adds beside the terms above."""
    five = at.sheet.big_five
    if option.action is GardenAction.WORK:
        return (five.conscientiousness - 0.5) * 0.4 + (at.sheet.grit - 0.5) * 0.2
    if option.action is GardenAction.BATHE and option.facility is not None:
        soaks = FacilityTag.HOTSPRING in option.facility.info.tags
        return (five.openness - 0.3) * 0.4 if soaks else 0.0
    if option.action is GardenAction.EAT and option.facility is not None:
        return (five.extraversion - 0.5) * 0.3 if not option.facility.info.owner else 0.0
    return 0.0
