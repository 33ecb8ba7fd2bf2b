"""Occasions: turn device reports that mean something (rain at an open window, a door left open)
into observations.

Only plain rules over states, times and who is where; whether to do anything about it is thought
about elsewhere. A device that has only just been heard, is gone, or flaps is not believed; what is
observed is then deduplicated and rate-limited as all else.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.home.kinds import kind_of
from companion.home.occasion import (
    MOMENTARY,
    Occasion,
    alarm_of,
    is_battery,
    is_bed,
    is_cold_store,
    is_doorbell,
    is_nearly_empty,
    is_open,
    is_opening,
    is_rain_sensor,
    occasion_of,
)
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.rooms.perception.machines import Machines
from companion.rooms.perception.occupancy import Household
from companion.rooms.perception.steady import ReportedState, Steady, Turn
from companion.words.device import Device, DeviceState
from companion.words.ids import DeviceId
from companion.words.observation import Certainty, Change, Observation

_CONDITIONS = frozenset({"heat", "cool", "heat_cool", "auto"})
SEEMS = 0.8
"""Confidence of what is concluded from several signs and seen by nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OccasionRules:
    """Rules for when a state is worth a thought. Hours are the household's."""

    settle: timedelta = timedelta(seconds=10)
    """Rain and an open window must last this long."""
    left_open: timedelta = timedelta(minutes=10)
    """At night, left open or unlocked for this long."""
    cold_store_open: timedelta = timedelta(minutes=3)
    """Longer than anybody puts the shopping away with the door open."""
    aired: timedelta = timedelta(minutes=10)
    """Heating or cooling with a window open; a room is aired in less."""
    left_in: timedelta = timedelta(minutes=60)
    """Washing that lies in the machine for longer begins to smell."""
    night_from_hour: int = 23
    night_to_hour: int = 5
    bed_from_hour: int = 21
    silent_after: timedelta = timedelta(minutes=2)
    in_bed: timedelta = timedelta(minutes=3)
    least_run: timedelta = timedelta(minutes=5)
    """A machine that ran for less has not finished anything."""
    cold_c: float = 17.0
    hot_c: float = 28.0
    """Indoors, with somebody there: below and above what most people call comfortable."""
    back_by_c: float = 1.0
    """It must come back by so much before it can get cold again."""
    uncomfortable_for: timedelta = timedelta(minutes=10)
    again_after: timedelta = timedelta(hours=8)
    """The same occasion of the same device, unless it ended in between."""
    flat_again_after: timedelta = timedelta(days=7)
    """A battery is bought within a week, or it is not wanted."""
    alarm_again_after: timedelta = timedelta(minutes=10)
    """A detector at its threshold is told once in this time."""


class Occasions:
    """Keeps what every device says. `reported` and `seen` are told what comes in; `due` is asked
    every few seconds what has lasted long enough."""

    def __init__(self, house: House, clock: Clock, rules: OccasionRules | None = None) -> None:
        self._house, self._clock = house, clock
        self._rules = rules or OccasionRules()
        self._steady = Steady()
        self._household = Household(house, self._steady, clock)
        self._machines = Machines(self._rules.least_run, self._rules.left_in)
        self._told: dict[tuple[DeviceId, Occasion], datetime] = {}
        self._lasting: dict[tuple[DeviceId, Occasion], Observation] = {}
        self._uneasy: dict[DeviceId, datetime] = {}

    def begin(self, told: Iterable[Observation] = ()) -> None:
        """Where everything stands before the first report is heard: what was told meanwhile must
        not make the next change look like the first word. `told`: what was observed before a
        restart, in any order; a matter of these days is not told anew for that."""
        for before in told:
            occasion = occasion_of(before.subject)
            if occasion is not None and before.change is not Change.GONE:
                key = (DeviceId(before.source), occasion)
                self._told[key] = max(before.at, self._told.get(key, before.at))
        for device in self._house.devices():
            known = self._steady.held(device.id) is not None
            if not known and (state := self._house.state(device.id)) is not None:
                self._steady.hear(state, self._clock.now())

    def lasts(self, observed: Observation) -> bool:
        """Whether an occasion is still so; of what only happens, whether a machine's work waits."""
        key = (DeviceId(observed.source), occasion_of(observed.subject))
        return key in self._lasting or key[1] is Occasion.FINISHED

    def seen(self, observation: Observation) -> None:
        """A camera concluded who is where."""
        self._household.seen(observation)

    def reported(self, state: DeviceState) -> tuple[Observation, ...]:
        """Occasions that this report raises; most reports raise none."""
        device = self._house.device(state.device_id)
        if device is None:
            return ()
        now = self._clock.now()
        silent = (device.id, Occasion.SILENT) in self._lasting
        turn = self._steady.hear(state, now)
        if turn is Turn.CHANGED:
            self._household.changed(device, state, now)
        found = tuple(self._at_once(device, state, turn))
        if silent and turn is Turn.FIRST:
            self._lasting.pop((device.id, Occasion.SILENT))
            found += tuple(self._tell(Occasion.BACK, device))
        return found

    def due(self) -> tuple[Observation, ...]:
        """Occasions that have lasted long enough to be told, and occasions that have ended."""
        now = self._clock.now()
        found = [*self._over()]
        for device in self._house.devices():
            found += self._lasted(device, now)
        found += self._left(now)
        return tuple(found)

    # -- at once --------------------------------------------------------------------------------

    def _at_once(self, device: Device, state: DeviceState, turn: Turn) -> Iterator[Observation]:
        finished = self._has_finished(device, state, turn)
        if turn not in (Turn.CHANGED, Turn.CONFIRMED):
            return
        alarm = alarm_of(device)
        if alarm is not None and state.value == "on":
            yield from self._tell(alarm, device, again_after=self._rules.alarm_again_after)
        if turn is not Turn.CHANGED or self._steady.flaps(device.id, self._clock.now()):
            return
        if is_doorbell(device) and state.value == "on":
            yield from self._tell(Occasion.DOORBELL, device, again_after=timedelta(seconds=30))
        if finished:
            yield from self._tell(Occasion.FINISHED, device, again_after=timedelta(minutes=5))

    def _has_finished(self, device: Device, state: DeviceState, turn: Turn) -> bool:
        """Whether a machine has done its work; what it says first is where it stands."""
        if turn not in (Turn.CHANGED, Turn.FIRST) or state.value is None:
            return False
        return self._machines.heard(device, state.value, self._clock.now())

    # -- what lasts -----------------------------------------------------------------------------

    def _lasted(self, device: Device, now: datetime) -> Iterator[Observation]:
        if self._is_silent(device, now):
            yield from self._tell(Occasion.SILENT, device)
        if self._steady.flaps(device.id, now):
            return
        if is_opening(device) and self._stands_open(device, now, self._rules.settle):
            if self._rains(now):
                yield from self._tell(Occasion.RAIN, device)
            if self._at_night(now) and self._stands_open(device, now, self._rules.left_open):
                yield from self._tell(Occasion.OPEN, device)
        elif self._at_night(now) and self._is_unlocked(device, now, self._rules.left_open):
            yield from self._tell(Occasion.UNLOCKED, device)
        elif is_bed(device) and self._in_bed(device, now):
            yield from self._seems(Occasion.BEDTIME, device)
        yield from self._comfort(device, now)
        yield from self._upkeep(device, now)

    def _upkeep(self, device: Device, now: datetime) -> Iterator[Observation]:
        """Matters that somebody of the household would put right if they knew of them."""
        if is_cold_store(device) and self._stands_open(device, now, self._rules.cold_store_open):
            yield from self._tell(Occasion.OPEN, device, again_after=self._rules.left_open)
        elif is_battery(device) and self._is_flat(device, now):
            again_after = self._rules.flat_again_after
            yield from self._tell(Occasion.FLAT, device, again_after=again_after)
        elif self._machines.forgotten(device, self._house.devices(), now):
            yield from self._tell(Occasion.LEFT_IN, device)
        elif self._is_aired(device, now):
            yield from self._tell(Occasion.AIRED, device)

    def _is_aired(self, device: Device, now: datetime) -> bool:
        open_long = is_opening(device) and self._stands_open(device, now, self._rules.aired)
        return open_long and self._conditioned(device.area)

    def _is_flat(self, device: Device, now: datetime) -> bool:
        held = self._steady.held(device.id)
        if held is None or held.for_(now) < self._rules.settle:
            return False
        return is_nearly_empty(device, held.value)

    def _conditioned(self, area: str) -> bool:
        """Whether the room is heated or cooled: by its own climate, or by the only one there is."""
        climates = [
            one for one in self._house.devices() if kind_of(one).figure_target == "temperature"
        ]
        here = [one for one in climates if one.area == area] or climates[: len(climates) == 1]
        running = (self._steady.held(one.id) for one in here)
        return any(held is not None and held.value in _CONDITIONS for held in running)

    def _is_silent(self, device: Device, now: datetime) -> bool:
        """Gone by itself; while the broker is gone, everything is, and that is told elsewhere."""
        lost_at = self._steady.lost_at(device.id)
        long = lost_at is not None and now - lost_at >= self._rules.silent_after
        return long and self._house.connected()

    def _stands_open(self, device: Device, now: datetime, at_least: timedelta) -> bool:
        held = self._steady.held(device.id)
        if held is None or held.doubtful or not is_open(device, held.value):
            return False
        return held.for_(now) >= at_least

    def _is_unlocked(self, device: Device, now: datetime, at_least: timedelta) -> bool:
        held = self._steady.held(device.id)
        if not kind_of(device).secures or held is None or held.doubtful:
            return False
        return held.value == "unlocked" and held.for_(now) >= at_least

    def _rains(self, now: datetime) -> bool:
        for device in self._house.devices():
            held = self._steady.held(device.id) if is_rain_sensor(device) else None
            wet = held is not None and held.value == "on" and not held.doubtful
            if wet and held is not None and held.for_(now) >= self._rules.settle:
                return not self._steady.flaps(device.id, now)
        return False

    def _at_night(self, now: datetime) -> bool:
        return now.hour >= self._rules.night_from_hour or now.hour < self._rules.night_to_hour

    def _in_bed(self, device: Device, now: datetime) -> bool:
        held = self._steady.held(device.id)
        late = now.hour >= self._rules.bed_from_hour or now.hour < self._rules.night_to_hour
        if held is None or held.value != "on" or held.doubtful or not late:
            return False
        return held.for_(now) >= self._rules.in_bed and self._household.something_on(device.area)

    def _comfort(self, device: Device, now: datetime) -> Iterator[Observation]:
        celsius = self._household.warmth(device)
        if celsius is None:
            self._uneasy.pop(device.id, None)
            return
        rules = self._rules
        cold, hot = celsius < rules.cold_c, celsius > rules.hot_c
        if not (cold or hot) or not self._household.somebody_in(device.area, now):
            self._uneasy.pop(device.id, None)
            return
        if now - self._uneasy.setdefault(device.id, now) >= rules.uncomfortable_for:
            yield from self._tell(Occasion.COLD if cold else Occasion.HOT, device)

    def _left(self, now: datetime) -> Iterator[Observation]:
        """Everybody seems to have left: what they left behind."""
        door = self._household.left_by(now)
        if door is None:
            return
        for device in self._house.devices():
            if is_opening(device) and self._stands_open(device, now, self._rules.settle):
                yield from self._tell(Occasion.OPEN, device)
            elif self._is_unlocked(device, now, self._rules.settle):
                yield from self._tell(Occasion.UNLOCKED, device)
        if self._household.something_on(""):
            yield from self._seems(Occasion.AWAY, door, again_after=timedelta(minutes=5))

    def _over(self) -> Iterator[Observation]:
        """Occasions that have ended. If the device is gone or flapping, the end is not known."""
        for (device_id, occasion), told in tuple(self._lasting.items()):
            device = self._house.device(device_id)
            if device is not None and self._is_over(occasion, device):
                del self._lasting[device_id, occasion]
                yield self._observation(occasion, device, Change.GONE, told.certainty)

    def _is_over(self, occasion: Occasion, device: Device) -> bool:
        now, held = self._clock.now(), self._steady.held(device.id)
        if held is None or held.for_(now) < self._rules.settle:
            return False
        if occasion in (Occasion.COLD, Occasion.HOT):
            return self._is_comfortable(occasion, device)
        # `reported` tells that a silent device is back.
        return occasion is not Occasion.SILENT and not self._is_still_so(occasion, device, held)

    def _is_still_so(self, occasion: Occasion, device: Device, held: ReportedState) -> bool:
        match occasion:
            case Occasion.OPEN:
                return is_open(device, held.value)
            case Occasion.RAIN:
                return is_open(device, held.value) and self._rains(self._clock.now())
            case Occasion.AIRED:
                return is_open(device, held.value) and self._conditioned(device.area)
            case Occasion.UNLOCKED:
                return held.value != "locked"
            case Occasion.FLAT:
                return is_nearly_empty(device, held.value)
            case Occasion.LEFT_IN:
                return not self._machines.is_empty(device)
            case _:
                return held.value != "off"

    def _is_comfortable(self, occasion: Occasion, device: Device) -> bool:
        celsius = self._household.warmth(device)
        if celsius is None:
            return False
        rules = self._rules
        if occasion is Occasion.COLD:
            return celsius >= rules.cold_c + rules.back_by_c
        return celsius <= rules.hot_c - rules.back_by_c

    # -- telling --------------------------------------------------------------------------------

    def _tell(
        self, occasion: Occasion, device: Device, *, again_after: timedelta | None = None
    ) -> Iterator[Observation]:
        yield from self._once(occasion, device, Certainty.FACT, again_after)

    def _seems(
        self, occasion: Occasion, device: Device, *, again_after: timedelta | None = None
    ) -> Iterator[Observation]:
        yield from self._once(occasion, device, Certainty.ESTIMATE, again_after)

    def _once(
        self,
        occasion: Occasion,
        device: Device,
        certainty: Certainty,
        again_after: timedelta | None,
    ) -> Iterator[Observation]:
        """Once, until it has ended and long enough has passed."""
        key, now = (device.id, occasion), self._clock.now()
        told_at = self._told.get(key)
        soon = told_at is not None and now - told_at < (again_after or self._rules.again_after)
        if key in self._lasting or soon:
            return
        self._told[key] = now
        change = Change.SEEN if occasion in MOMENTARY else Change.APPEARED
        observation = self._observation(occasion, device, change, certainty)
        if occasion not in MOMENTARY:
            self._lasting[key] = observation
        yield observation

    def _observation(
        self, occasion: Occasion, device: Device, change: Change, certainty: Certainty
    ) -> Observation:
        now, held = self._clock.now(), self._steady.held(device.id)
        since = held.since if held is not None else self._steady.lost_at(device.id)
        return Observation(
            subject=occasion.value,
            place="" if occasion is Occasion.AWAY else device.area,
            change=change,
            certainty=certainty,
            confidence=1.0 if certainty is Certainty.FACT else SEEMS,
            at=now,
            source=device.id,
            value="absent" if change is Change.GONE else "present",
            since=since if since is not None and now - since >= timedelta(minutes=1) else None,
        )
