"""Device changes 機器の変化: reads from the record when a thing of the home changed, and whether
the companion did it.

A report that an act of the companion explains belongs to that act. Every other report of another
value is somebody else's doing: a hand at the switch, or a machine of its own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from companion.home.device_group import parts_of
from companion.home.kinds import kind_of
from companion.home.occasion import is_open, is_opening
from companion.phrases.happened import CHANGED, moment_said, numbers_said, went_said
from companion.ports.house import House
from companion.ports.record import Record
from companion.rooms.conversation.wording import the
from companion.words.device import Device, DeviceState
from companion.words.event import Event, EventSource
from companion.words.facts import acted_of, fact_of
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.number import real_number
from companion.words.result import ActionResult, ResultStatus

LOOKED_THROUGH = 1500
"""Newest reports and acts among which a change is looked for: about a day of a home."""
_AROUND_AN_ACT = timedelta(seconds=20)
"""A report this long before or after the end of an act on the same thing may be its effect."""
_NO_NEWS = frozenset({"unknown", "unavailable"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceChange:
    """機器の変化: one change of one thing."""

    device: Device
    at: datetime
    value: str | None
    """State after it; None where only a number changed."""
    numbers: Mapping[str, tuple[float | None, float]]
    """Numbers that changed: before and after, on the wire."""
    event: Event
    """The report, or the result of the act."""
    result: ActionResult | None = None
    """The companion's own act that did it; None for everybody else's doing."""

    @property
    def activates(self) -> bool | None:
        """True: on, open, unlocked, running; False: the other way; None where no state changed."""
        if self.value is None:
            return None
        if is_opening(self.device):
            return is_open(self.device, self.value)
        return self.value in kind_of(self.device).lit

    def raises(self, *, up: bool) -> bool:
        """Whether a number went up, or down."""
        steps = [after - before for before, after in self.numbers.values() if before is not None]
        return any(step > 0 if up else step < 0 for step in steps)


@dataclass(frozen=True, slots=True)
class DeviceChanges:
    """Reads them; keeps nothing."""

    record: Record
    house: House

    async def of(self, devices: frozenset[DeviceId]) -> list[DeviceChange]:
        """The changes of these things, newest first."""
        sources = (EventSource.DEVICE_STATE, EventSource.ACTION_RESULT)
        events = await self.record.recent(limit=LOOKED_THROUGH, sources=sources, origin="home")
        acts: list[DeviceChange] = []
        reports: list[tuple[Event, DeviceState]] = []
        for event in reversed(events):
            state = fact_of(event, DeviceState)
            if state is not None and state.device_id in devices and state.value is not None:
                reports.append((event, state))
            elif event.source is EventSource.ACTION_RESULT:
                result = await self.record.result(event.id)
                acts += [] if result is None else self._acts(event, result, devices)
        found = [*acts, *self._others(reports, acts)]
        return sorted(found, key=lambda change: change.at, reverse=True)

    def _acts(
        self, event: Event, result: ActionResult, devices: frozenset[DeviceId]
    ) -> Iterator[DeviceChange]:
        for part in parts_of(result) or (result,):
            acted = acted_of(part)
            device = self.house.device(DeviceId(acted.device_id))
            if device is None or device.id not in devices or part.was_so:
                continue
            if part.status is not ResultStatus.SUCCESS:
                continue
            before, after = _mapping(acted.before), _mapping(acted.after)
            value = after.get("value")
            changed = value is not None and value != before.get("value")
            numbers = _numbers(device, before, after)
            yield DeviceChange(
                device=device,
                at=event.at,
                value=str(value) if changed or not numbers else None,
                numbers=numbers,
                event=event,
                result=result,
            )

    def _others(
        self, reports: list[tuple[Event, DeviceState]], acts: list[DeviceChange]
    ) -> Iterator[DeviceChange]:
        last: dict[DeviceId, DeviceState] = {}
        for event, state in reports:
            before = last.get(state.device_id)
            if state.value in _NO_NEWS or not state.available:
                continue
            last[state.device_id] = state
            device = self.house.device(state.device_id)
            if before is None or device is None or kind_of(device).measures:
                continue
            numbers = _numbers(device, before.attributes, state.attributes)
            if (state.value == before.value and not numbers) or _explained(event, state, acts):
                continue
            yield DeviceChange(
                device=device,
                at=state.at,
                value=state.value if state.value != before.value else None,
                numbers=numbers,
                event=event,
            )


def change_said(change: DeviceChange, name: Bilingual, now: datetime) -> Bilingual:
    """The change as a sentence with its time."""
    when = moment_said(change.event.at.astimezone(now.tzinfo), now.date())
    after = {key: value for key, (_, value) in change.numbers.items()}
    numbers = [*numbers_said(change.device, after)]
    if change.value is None and numbers:
        ja = "、".join(one.ja for one in numbers)
        en = f"the {' and '.join(one.en for one in numbers)} on {the(name.en)} {when.en}."
        return Bilingual(f"{when.ja}に、{name.ja}の{ja}。", f"{en[:1].upper()}{en[1:]}")
    went = CHANGED if change.value is None else went_said(change.device, change.value)
    en = f"{the(name.en)} {went.en} {when.en}."
    return Bilingual(f"{name.ja}は{when.ja}に{went.ja}。", f"{en[:1].upper()}{en[1:]}")


def lets_in(device: Device) -> bool:
    """A lock, a door or a window."""
    return "unlock" in device.operations or is_opening(device)


def _explained(event: Event, state: DeviceState, acts: list[DeviceChange]) -> bool:
    """Whether an act on the thing was under way or had just ended."""
    for act in acts:
        if act.device.id != state.device_id or act.result is None:
            continue
        took = timedelta(seconds=acted_of(act.result).took_s or 0.0)
        if act.at - took - _AROUND_AN_ACT <= event.at <= act.at + _AROUND_AN_ACT:
            return True
    return False


def _numbers(
    device: Device, before: Mapping[str, Any], after: Mapping[str, Any]
) -> dict[str, tuple[float | None, float]]:
    found: dict[str, tuple[float | None, float]] = {}
    for number in kind_of(device).numbers:
        now, was = _number(after.get(number.name)), _number(before.get(number.name))
        if now is not None and was is not None and abs(now - was) > number.tolerance:
            found[number.name] = (was, now)
    return found


def _number(value: Any) -> float | None:
    return real_number(str(value)) if value is not None else None


def _mapping(value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    return {} if value is None else {"value": value}
