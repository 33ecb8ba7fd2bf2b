"""Left off: keeps the moment at which the doll's house stopped, so that its evening goes on after a
short stop.

A real home does not begin anew when the companion is killed: its clock went on, people are where
they were, lights stay as they are. Alarms that were set are still to come. After a long stop, and
in a scenario that is a story with a beginning and an end, a new evening begins.
"""

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from companion.dollhouse.scenario import Scenario
from companion.dollhouse.world import World

FILE = "dollhouse_left_off.json"
GOES_ON_WITHIN_S = 900.0
"""Real seconds: a restart or a reboot, not the next day's look at it."""
EVERY_S = 5.0
"""Real seconds between two writings; the clock goes on from there, so that no time is lost."""
AT_REST = {"opening": "open", "closing": "closed", "locking": "locked", "unlocking": "unlocked"}


class LeftOff(msgspec.Struct, frozen=True, kw_only=True):
    """State of the house at one moment."""

    scenario: str
    at: datetime
    """Simulated time."""
    written_at_s: float
    """Real time, in seconds since 1970."""
    rooms: Mapping[str, str]
    """Person -> room; "" is away."""
    asleep: tuple[str, ...]
    devices: Mapping[str, str]
    """Device -> value."""


def resumed(scenario: Scenario, state_dir: Path, speed: float) -> Scenario | None:
    """The scenario from the moment at which the house left off; None where a new evening begins:
    nothing was left, too long ago, or a scenario whose days do not repeat by the time of day."""
    try:
        left = msgspec.json.decode((state_dir / FILE).read_bytes(), type=LeftOff)
    except (OSError, msgspec.DecodeError):
        return None
    off_s = time.time() - left.written_at_s
    if left.scenario != scenario.name or not 0 <= off_s <= GOES_ON_WITHIN_S:
        return None
    return scenario.from_moment(
        left.at + timedelta(seconds=off_s * speed), left.rooms, left.asleep, left.devices
    )


@dataclass(frozen=True, kw_only=True)
class LeftOffFile:
    """Writes where the house is, until it is cancelled."""

    scenario: Scenario
    world: World
    now: Callable[[], datetime]
    state_dir: Path

    async def run(self) -> None:
        """Write every few seconds; a disk that refuses costs nothing but the next evening."""
        while True:
            await asyncio.sleep(EVERY_S)
            self.write()

    def write(self) -> None:
        """Replace the file."""
        people, devices = self.world.people, self.world.devices
        left = LeftOff(
            scenario=self.scenario.name,
            at=self.now(),
            written_at_s=time.time(),
            rooms={name: where.room for name, where in people.items()},
            asleep=tuple(name for name, where in people.items() if where.asleep),
            devices={
                name: AT_REST.get(device.value(), device.value())
                for name, device in devices.items()
                if device.LASTS
            },
        )
        new = self.state_dir / f"{FILE}.new"
        try:
            new.write_bytes(msgspec.json.encode(left))
            os.replace(new, self.state_dir / FILE)
        except OSError:
            return
