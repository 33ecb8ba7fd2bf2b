"""Machines: follow the work of washing machines, dryers and dishwashers by what they report.

A machine has finished when it worked for a while and then says that it stopped. Washing lies in it
from then on until a detector of its door is heard; where no such detector is, nobody knows.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from companion.home.occasion import is_at_work, is_laundry, is_machine_door
from companion.words.device import Device
from companion.words.ids import DeviceId

_WORKING = frozenset(
    {"on", "run", "running", "in_use", "working", "washing", "rinsing", "spinning", "drying"}
    | {"wash", "rinse", "spin", "dry", "heating", "運転中", "洗い", "すすぎ", "脱水", "乾燥"}
)
_STOPPED = frozenset(
    {"off", "finish", "finished", "complete", "completed", "end", "ended", "done", "none"}
    | {"program_ended", "stop", "stopped", "idle", "ready", "inactive", "終了", "完了", "停止"}
)
"""Words of machine states in Home Assistant's integrations; all others leave it as it was."""


class Machines:
    """Work and washing of the machines of one home."""

    def __init__(self, least_run: timedelta, left_in: timedelta) -> None:
        """`least_run`: who ran for less has not finished anything. `left_in`: after so long the
        washing has been forgotten."""
        self._least_run, self._left_in = least_run, left_in
        self._began: dict[DeviceId, datetime] = {}
        self._full: dict[DeviceId, tuple[datetime, str]] = {}
        """Machines with washing in them: since when, and their room."""

    def heard(self, device: Device, value: str, now: datetime) -> bool:
        """Take in a changed report; True: a machine has finished with it."""
        if is_machine_door(device) and value == "on":
            self._full = {m: full for m, full in self._full.items() if full[1] != device.area}
        if not is_at_work(device):
            return False
        state = value.casefold()
        if state in _WORKING:
            self._began.setdefault(device.id, now)
            self._full.pop(device.id, None)
        began = self._began.pop(device.id, now) if state in _STOPPED else now
        finished = now - began >= self._least_run
        if finished and is_laundry(device):
            self._full[device.id] = (now, device.area)
        return finished

    def forgotten(self, device: Device, home: Iterable[Device], now: datetime) -> bool:
        """Whether washing has lain in it for long, as far as a detector of its door can tell."""
        full = self._full.get(device.id)
        if full is None or now - full[0] < self._left_in:
            return False
        return any(is_machine_door(one) and one.area == device.area for one in home)

    def is_empty(self, device: Device) -> bool:
        """Whether no washing is known to lie in it."""
        return device.id not in self._full
