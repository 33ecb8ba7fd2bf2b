"""Alarm ladder: wakes people by curtain, light, speaker, louder speaker and buzzer, in this order.

A rung counts when it was *seen or heard* to work; one that was not gives way to the next at once. A
step that worked is given its time, then the next joins it: it ends only when somebody silences it.
Speaker and buzzer need no model, record, home or network. A curtain or lamp is moved as every other
act is, beside the ringing: with a decision, a result that was observed, and an inverse.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from companion.home.device_kind import DeviceKind, DeviceOperation
from companion.home.kinds import KINDS, kind_of
from companion.home.room_effect import RoomEffect
from companion.ports.body import Buzzer, BuzzerUnavailable, Chimes, SoundUnknown
from companion.ports.clock import Clock
from companion.ports.house import CommandUnconfirmed, DeviceUnknown, House
from companion.words.capability import RiskTier
from companion.words.device import Device, DeviceCommand
from companion.words.ids import DeviceId
from companion.words.schedule import Entry, EntryKind, Firing, FiringId

log = logging.getLogger(__name__)

GENTLE_S = 10.0
"""How long light from the window, then from the lamp, has to wake somebody."""
SOUND_S = 30.0
"""How long the speaker sounds before it is louder, and then before the buzzer joins."""
SEEN_WITHIN_S = 5.0
"""Longest wait for a curtain or lamp to show that it obeys; a motor tells in the first second."""
LOOK_EVERY_S = 0.25
PAST_S = 2.0
"""How long the way through the house has to begin moving a device; then it is commanded past it."""
BREATH_S = 1.0
"""Silence between two rounds of all that sounds."""
AGAIN_S = 5.0
"""Pause before everything is tried again where nothing at all could be heard."""
_BROKEN = (OSError, LookupError, ValueError, TimeoutError, DeviceUnknown, CommandUnconfirmed)


class Rung(Protocol):
    """Step of the ladder: one way to wake somebody."""

    @property
    def name(self) -> str:
        """`curtain`, `light`, `speaker`, `louder`, `buzzer`."""

    @property
    def lasts_s(self) -> float:
        """How long it is given before the next joins it, where it worked."""

    async def fire(self, entry: Entry, firing: Firing) -> bool:
        """Begin, and say whether it was seen or heard to work. Raises what its port raises."""


Walk = Callable[[Entry, Firing, Device, str], Awaitable[object]]
"""Walks one operation of one device through the house, for this moment of this alarm."""


@dataclass
class Moves:
    """Movements of curtains and lamps, each running beside the ringing until its result is
    known."""

    walk: Walk
    busy: Callable[[], Sequence[str]]
    """Resources that execution holds: a device that is held is being moved."""
    _tasks: set[asyncio.Task[bool]] = field(default_factory=set)

    def begin(
        self, entry: Entry, firing: Firing, device: Device, operation: str
    ) -> asyncio.Task[bool]:
        """Set it going. True: it was walked to its end, whatever was observed; False: it broke."""
        task = asyncio.create_task(
            self._walked(entry, firing, device, operation), name=f"alarm moves {device.id}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """The end of the house: nothing left over."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _walked(self, entry: Entry, firing: Firing, device: Device, operation: str) -> bool:
        try:
            await self.walk(entry, firing, device, operation)
        # The edge of a due moment: no mistake anywhere in the house may keep an alarm from waking.
        except Exception as error:
            log.exception("alarm %s: the walk of %s broke: %s", entry.id, device.id, error)
            return False
        return True


@dataclass(frozen=True)
class DeviceRung:
    """Step that brings light, from outside or from a lamp, into the alarm's own room."""

    name: str
    house: House
    clock: Clock
    moves: Moves
    kind: DeviceKind
    operation: DeviceOperation
    lasts_s: float = GENTLE_S

    async def fire(self, entry: Entry, firing: Firing) -> bool:
        """Ask all of them; one that is seen to obey is enough. Each result is recorded when it is
        known; the alarm waits for none of it."""
        mine = [d for d in self.house.devices() if self._is_meant(d, entry)]
        begun = {
            device.id: self.moves.begin(entry, firing, device, self.operation.does)
            for device in mine
            if not self._obeys(device)
        }
        past: set[DeviceId] = set()
        waited_s = 0.0
        while mine and waited_s <= SEEN_WITHIN_S:
            await asyncio.sleep(0)
            if any(self._obeys(device) for device in mine):
                return True
            if all(_ended(task) for task in begun.values()):
                return False
            await self._go_past(begun, past, late=waited_s >= PAST_S)
            await self.clock.sleep(LOOK_EVERY_S)
            waited_s += LOOK_EVERY_S
        return False

    async def _go_past(
        self, begun: dict[DeviceId, asyncio.Task[bool]], past: set[DeviceId], *, late: bool
    ) -> None:
        """Command what the way through the house did not reach: it broke, or stands still."""
        for device_id, task in begun.items():
            broke = task.done() and not _ended(task)
            stands = late and not task.done() and device_id not in self.moves.busy()
            if device_id not in past and (broke or stands):
                task.cancel()
                past.add(device_id)
                command = DeviceCommand(device_id=device_id, operation=self.operation.does)
                await self.house.command(command)

    def _is_meant(self, device: Device, entry: Entry) -> bool:
        return (
            bool(entry.place)
            and device.area == entry.place
            and kind_of(device) is self.kind
            and self.operation.does in device.operations
        )

    def _obeys(self, device: Device) -> bool:
        state = self.house.state(device.id)
        done = (self.operation.value, self.operation.under_way)
        return state is not None and state.available and state.value in done


SpeakerOf = Callable[[str], Chimes]
"""Speaker, or several that sound together, for alarms of a room; "" for those of no room."""


def alone(speaker: Chimes) -> SpeakerOf:
    """One speaker for every room."""

    def of(place: str) -> Chimes:
        return speaker

    return of


@dataclass(frozen=True)
class SpeakerRung:
    """Step that sounds the speaker; its driver tells how long it really sounded."""

    name: str
    speaker_of: SpeakerOf
    clock: Clock
    sound: str
    lasts_s: float = SOUND_S

    async def fire(self, entry: Entry, firing: Firing) -> bool:
        """One whole tone."""
        speaker = self.speaker_of(entry.place)
        longest_s = speaker.length_s(self.sound) * 2 + 1.0
        return await self.clock.wait_for(speaker.play(self.sound), longest_s) > 0


@dataclass(frozen=True)
class BuzzerRung:
    """Step that sounds the buzzer; the last one."""

    buzzer: Buzzer
    name: str = "buzzer"
    lasts_s: float = SOUND_S

    async def fire(self, entry: Entry, firing: Firing) -> bool:
        """It beeps by itself from then on."""
        await self.buzzer.on()
        return self.buzzer.sounding()


def _ended(task: asyncio.Task[bool]) -> bool:
    """Whether it was walked to its end."""
    return task.done() and not task.cancelled() and task.result()


_WAKING = tuple(
    sorted(
        (
            (kind, row)
            for kind in KINDS
            for row in kind.operations
            if kind.wakes and row.effect is RoomEffect.LIGHTER and row.risk <= RiskTier.REVERSIBLE
        ),
        key=lambda found: not found[0].opens,
    )
)
"""Rungs that bring light, daylight first; a device that lets people in (a garage door) is none."""


def rungs_for(
    house: House, speaker_of: SpeakerOf | None, buzzer: Buzzer, clock: Clock, moves: Moves
) -> tuple[Rung, ...]:
    """The ladder of this house, gentle first. `speaker_of`: None where none can be heard, so
    that no rung is believed that nobody hears."""
    return (
        *(
            DeviceRung(kind.wakes, house, clock, moves, kind, operation)
            for kind, operation in _WAKING
        ),
        *sounding_rungs(speaker_of, buzzer, clock),
    )


def sounding_rungs(speaker_of: SpeakerOf | None, buzzer: Buzzer, clock: Clock) -> tuple[Rung, ...]:
    """Rungs that need no house: all that can sound where it cannot start."""
    if speaker_of is None:
        return (BuzzerRung(buzzer),)
    return (
        SpeakerRung("speaker", speaker_of, clock, "chime:alarm"),
        SpeakerRung("louder", speaker_of, clock, "chime:alarm_loud"),
        BuzzerRung(buzzer),
    )


GENTLE = frozenset(kind.wakes for kind, _ in _WAKING)


@dataclass
class _Climb:
    """Climb of one firing up the ladder."""

    entry: Entry
    firing: Firing
    began_at: datetime
    task: "asyncio.Task[None] | None" = None
    known: asyncio.Event = field(default_factory=asyncio.Event)
    worked: bool = False
    told: dict[str, bool] = field(default_factory=dict)
    """Last result that was told of each rung."""


class Ladder:
    """Ladder of the house. Implements the port `Bell`."""

    def __init__(
        self,
        rungs: Sequence[Rung],
        *,
        speaker: Chimes,
        buzzer: Buzzer,
        clock: Clock,
        tell: Callable[[Firing, str, bool], Awaitable[object]],
    ) -> None:
        self._rungs = tuple(rungs)
        self._speaker = speaker
        self._buzzer = buzzer
        self._clock = clock
        self._tell = tell
        """Hears of each rung; what it raises is no reason to be silent."""
        self._climbs: dict[FiringId, _Climb] = {}
        self._telling: set[asyncio.Task[None]] = set()

    async def ring(self, entry: Entry, firing: Firing) -> bool:
        """Begin; True once a rung was seen or heard to work, False where the first round had
        none."""
        climb = self._climbs.get(firing.id)
        if climb is None:
            climb = self._climbs[firing.id] = _Climb(entry, firing, self._clock.now())
            climb.task = asyncio.create_task(self._climb(climb), name=f"ladder {firing.id}")
        await climb.known.wait()
        return climb.worked

    async def silence(self, firing_id: FiringId | None = None) -> None:
        """End it at once."""
        ended = [i for i in self._climbs if firing_id in (None, i)]
        tasks = []
        for one in ended:
            climb = self._climbs.pop(one)
            climb.known.set()
            if climb.task is not None:
                climb.task.cancel()
                tasks.append(climb.task)
        if not ended:
            return
        if not self._climbs:
            await self._buzzer.off()
            await self._speaker.stop()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """The end of the house: silent, nothing left over."""
        await self.silence()
        await asyncio.gather(*self._telling, return_exceptions=True)

    def ringing(self) -> tuple[FiringId, ...]:
        """Firings that sound now."""
        return tuple(self._climbs)

    def began_at(self, firing_id: FiringId) -> datetime | None:
        """Since when."""
        climb = self._climbs.get(firing_id)
        return climb.began_at if climb is not None else None

    async def _climb(self, climb: _Climb) -> None:
        gentle = climb.entry.kind is EntryKind.ALARM and bool(climb.entry.place)
        rungs = [r for r in self._rungs if gentle or r.name not in GENTLE]
        standing: list[Rung] = []
        for rung in rungs:
            if await self._try(climb, rung):
                standing.append(rung)
                await self._stay(climb, standing, rung.lasts_s)
        climb.known.set()
        loud = [rung for rung in rungs if rung.name not in GENTLE]
        while True:
            heard = [rung.name for rung in loud if await self._try(climb, rung)]
            if not heard:
                log.error("nothing can be heard of alarm %s", climb.entry.id)
            await self._clock.sleep(BREATH_S if heard else AGAIN_S)

    async def _stay(self, climb: _Climb, standing: list[Rung], lasts_s: float) -> None:
        """Give the rungs that worked their time; those that sound go on sounding."""
        until_s = self._clock.monotonic() + lasts_s
        sounding = [rung for rung in standing if isinstance(rung, SpeakerRung)]
        while (left_s := until_s - self._clock.monotonic()) > 0:
            if sounding and await self._sounds(climb, sounding[-1]):
                continue
            await self._clock.sleep(min(left_s, 1.0))

    async def _try(self, climb: _Climb, rung: Rung) -> bool:
        worked = await self._sounds(climb, rung)
        if worked:
            climb.worked = True
            climb.known.set()
        if climb.told.get(rung.name) is not worked:
            climb.told[rung.name] = worked
            self._note(climb.firing, rung.name, worked)
        return worked

    async def _sounds(self, climb: _Climb, rung: Rung) -> bool:
        try:
            return await rung.fire(climb.entry, climb.firing)
        except (*_BROKEN, BuzzerUnavailable, SoundUnknown) as error:
            if climb.told.get(rung.name) is not False:
                log.warning("rung %s of alarm %s: %s", rung.name, climb.entry.id, error)
            return False
        # No mistake of one rung may keep the next one from sounding.
        except Exception:
            if climb.told.get(rung.name) is not False:
                log.exception("rung %s of alarm %s", rung.name, climb.entry.id)
            return False

    def _note(self, firing: Firing, rung: str, worked: bool) -> None:
        task = asyncio.create_task(self._told(firing, rung, worked), name="rung told")
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _told(self, firing: Firing, rung: str, worked: bool) -> None:
        try:
            await self._tell(firing, rung, worked)
        except Exception as error:  # what it raises is no reason to be silent
            log.warning("no line about rung %s: %s", rung, error)
