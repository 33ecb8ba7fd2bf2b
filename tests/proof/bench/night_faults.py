"""What goes wrong in a simulated night: one trouble, aimed at a ring of it."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from tests.proof.bench.night_house import TOLD_WATCH_S

DAY_S, HOUR_S = 86400.0, 3600.0


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that happens in a night; `at_s` is monotonic."""

    at_s: float
    kind: str
    amount: float = 0.0
    keep: float = 1.0


Plan = Callable[[float, random.Random], list[Fault]]


def _small_step(ring: float, chance: random.Random) -> list[Fault]:
    """Over the ring, not told every other time: noticed within a second."""
    step = chance.uniform(5.0, 590.0)
    at = ring - chance.uniform(0.1, step)
    told = chance.random() < 0.5
    watch = (
        []
        if told
        else [
            Fault(at - chance.uniform(3.0, 60.0), "watch", 1.0),
            Fault(at + 30, "watch", TOLD_WATCH_S),
        ]
    )
    return [Fault(at, "step", step), *watch, Fault(ring + 2 * HOUR_S, "step", -step)]


def _step_back(ring: float, chance: random.Random) -> list[Fault]:
    step = chance.uniform(20.0, 3000.0)
    at = ring + 1300 + chance.uniform(0.0, 600.0)
    return [Fault(at, "step", -step), Fault(at + 2 * HOUR_S, "step", step)]


def _wrong_for_hours(ring: float, chance: random.Random) -> list[Fault]:
    """Years or hours ahead, and set right before the ring it would have lost."""
    step = chance.choice((2 * HOUR_S, 5 * 365 * DAY_S, 1.5 * HOUR_S))
    at = ring - chance.uniform(600.0, 800.0)
    return [Fault(at, "step", step), Fault(at + chance.uniform(30, 300), "step", -step)]


def _restart(ring: float, chance: random.Random) -> list[Fault]:
    at = ring + chance.uniform(-400.0, 60.0)
    return [Fault(at, "restart", chance.choice((1.0, 30.0, 500.0)))]


def _long_off(ring: float, chance: random.Random) -> list[Fault]:
    return [Fault(ring - 600 + chance.uniform(0, 700), "restart", chance.uniform(1300, 9000))]


def _killed(ring: float, chance: random.Random) -> list[Fault]:
    at = ring + chance.uniform(-5.0, 160.0)
    return [Fault(at, "cut", chance.choice((1.0, 20.0, 300.0)), 1.0)]


def _power_cut(ring: float, chance: random.Random) -> list[Fault]:
    at = ring + chance.uniform(-5.0, 160.0)
    return [Fault(at, "cut", chance.choice((5.0, 60.0, 400.0)), chance.random())]


def _armed_cut(ring: float, chance: random.Random) -> list[Fault]:
    return [Fault(ring - 2.0, "armed", chance.choice((1.0, 40.0)), chance.randint(1, 4))]


def _disk_full(ring: float, chance: random.Random) -> list[Fault]:
    """From before the ring until it is over, or until somewhere in its snooze or its sound."""
    begin, end = ring - chance.uniform(1.0, 300.0), ring + chance.uniform(60.0, 1000.0)
    return [Fault(begin, "full"), Fault(end, "free")]


def _nothing(ring: float, chance: random.Random) -> list[Fault]:
    return []


PLANS: dict[str, Plan] = {
    "nothing": _nothing,
    "small step": _small_step,
    "step back": _step_back,
    "wrong for hours": _wrong_for_hours,
    "restart": _restart,
    "long off": _long_off,
    "killed": _killed,
    "power cut": _power_cut,
    "armed cut": _armed_cut,
    "disk full": _disk_full,
}
"""By name: the troubles that follow from the moment of a ring, in monotonic seconds."""
