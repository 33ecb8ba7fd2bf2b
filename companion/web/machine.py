"""The machine's own figures, read where the kernel gives them: a library for it took 0.9 MB.

Linux only, as the device is. `proc` and `sys` are folders so that a test can lay out a machine.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

_BUSY_FIELDS = 8
"""user nice system idle iowait irq softirq steal; what follows (guest) is part of user."""
_IDLE, _IOWAIT = 3, 4
_NET_HEADER = 2
_RECEIVED, _SENT = 0, 8
"""Columns of /proc/net/dev after the colon."""


@dataclass(slots=True)
class Machine:
    """機械: processor, memory, network, disk and heat of the machine we run on."""

    proc: Path = Path("/proc")
    sys: Path = Path("/sys")
    _last: tuple[int, int] = field(default=(0, 0))

    def cpu_percent(self) -> float:
        """Of all cores, since it was last asked; since the machine started the first time."""
        line = (self.proc / "stat").read_text("ascii").split("\n", 1)[0]
        ticks = [int(word) for word in line.split()[1 : 1 + _BUSY_FIELDS]]
        total, idle = sum(ticks), ticks[_IDLE] + ticks[_IOWAIT]
        (before, idle_before), self._last = self._last, (total, idle)
        if total <= before:
            return 0.0
        # The kernel's idle ticks may step back by one.
        return max(0.0, min(100.0, 100 * (1 - (idle - idle_before) / (total - before))))

    def memory_percent(self) -> float:
        """Of memory, what no program could have without swapping."""
        lines = (self.proc / "meminfo").read_text("ascii").splitlines()
        held = {line.partition(":")[0]: int(line.split()[1]) for line in lines if ":" in line}
        return 100 * (1 - held["MemAvailable"] / held["MemTotal"])

    def network_bytes(self) -> tuple[int, int]:
        """Received and sent by all interfaces since the machine started."""
        lines = (self.proc / "net" / "dev").read_text("ascii").splitlines()[_NET_HEADER:]
        columns = [line.partition(":")[2].split() for line in lines]
        received = sum(int(column[_RECEIVED]) for column in columns)
        return received, sum(int(column[_SENT]) for column in columns)

    def temperature(self) -> float | None:
        """Hottest sensor in degrees Celsius, or None on a machine that has none."""
        found = [*self.sys.glob("class/hwmon/hwmon*/temp*_input")]
        found += self.sys.glob("class/thermal/thermal_zone*/temp")
        values = [value for path in found if (value := _milli(path))]
        return max(values) if values else None


def disk_percent(path: Path) -> float:
    """Of what we may write on the file system of `path`. Raises `OSError`."""
    disk = os.statvfs(path)
    used = disk.f_blocks - disk.f_bfree
    usable = used + disk.f_bavail
    return 100 * used / usable if usable else 0.0


def _milli(path: Path) -> float | None:
    """A sensor that is asleep, or gone, has no figure."""
    try:
        return int(path.read_text("ascii")) / 1000
    except (OSError, ValueError):
        return None
