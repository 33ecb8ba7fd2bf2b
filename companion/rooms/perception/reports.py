"""Device reports: decide which of the many reports of a home become events."""

from collections import deque
from datetime import datetime, timedelta

from companion.ports.clock import Clock
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from companion.words.number import real_number

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
NOISE_SHARE, NOISE_LEAST = 0.02, 0.5
"""A number that moved by less than 2 % and less than half a unit is the same number: sensors
tremble, and half a degree is the smallest step a thermostat shows."""


class DeviceReports:
    """Filter that keeps the last recorded report of each device; over the limit the newest report
    waits."""

    def __init__(self, clock: Clock, *, per_minute: int = 6) -> None:
        self._clock, self._limit = clock, per_minute
        self._recorded: dict[DeviceId, DeviceState] = {}
        self._spent: dict[DeviceId, deque[datetime]] = {}
        self._waiting: dict[DeviceId, DeviceState] = {}
        self._looked: datetime | None = None
        self.suppressed = 0
        """Reports that were no news, or gave way to a newer one of their device."""

    def take(self, state: DeviceState) -> tuple[DeviceState, ...]:
        """One report in; those to record come out, those that waited long enough included."""
        if self._same(state):
            self._waiting.pop(state.device_id, None)
            self.suppressed += 1
            return self._all_due()
        if state.device_id in self._waiting:
            self.suppressed += 1
        self._waiting[state.device_id] = state
        return (*self._let_out((state.device_id,)), *self._all_due())

    def due(self) -> tuple[DeviceState, ...]:
        """Reports that waited and have room now."""
        self._looked = self._clock.now()
        return self._let_out(tuple(self._waiting))

    def _all_due(self) -> tuple[DeviceState, ...]:
        """The others' turn, at most once a second: a storm must not look at all of them for each
        report."""
        if self._looked is not None and self._clock.now() - self._looked < SECOND:
            return ()
        return self.due()

    def _let_out(self, devices: tuple[DeviceId, ...]) -> tuple[DeviceState, ...]:
        out = []
        for device_id in devices:
            if self._room(device_id):
                state = self._recorded[device_id] = self._waiting.pop(device_id)
                self._spent[device_id].append(self._clock.now())
                out.append(state)
        return tuple(out)

    def _room(self, device_id: DeviceId) -> bool:
        spent = self._spent.setdefault(device_id, deque())
        now = self._clock.now()
        while spent and now - spent[0] >= MINUTE:
            spent.popleft()
        return len(spent) < self._limit

    def _same(self, state: DeviceState) -> bool:
        last = self._recorded.get(state.device_id)
        if last is None:
            # Never heard of: that nothing is known yet is no news.
            return state.value is None
        if last.available != state.available:
            return False
        values = same_value(last.value, state.value)
        return values and (last.value is None or _same_facts(last, state))


def same_value(one: str | None, other: str | None) -> bool:
    """Equal, or numbers closer than a sensor's tremble."""
    if one is None or other is None or one == other:
        return one == other
    a, b = real_number(one), real_number(other)
    if a is None or b is None:
        return False
    return abs(a - b) < max(NOISE_LEAST, NOISE_SHARE * max(abs(a), abs(b)))


def _same_facts(last: DeviceState, state: DeviceState) -> bool:
    keys = {*last.attributes, *state.attributes}
    return all(
        same_value(_text(last.attributes.get(k)), _text(state.attributes.get(k))) for k in keys
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)
