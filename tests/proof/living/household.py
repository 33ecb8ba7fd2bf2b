"""Households drawn from data: a packaged home, and the hidden habits and tastes of its people."""

import random
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from companion.home.device_operation import operation_of
from companion.words.device import Device
from tests.proof.evaluation.choosing.home import HomeFile, devices_of, home_called, home_names
from tests.twins.memory_house import MemoryDevice

MOST_HABITS = 4


@dataclass(frozen=True)
class HiddenHabit:
    """An act that the people do by hand, on most days while it lasts."""

    device: Device
    act: str
    value: str
    hours: tuple[int, int]
    chance: float
    late: tuple[int, int]
    first_day: int
    last_day: int

    @property
    def key(self) -> str:
        """As the companion names the act."""
        return f"{self.act} {self.device.id}"

    def lasts(self, day: int) -> bool:
        """Whether it is a habit on this day."""
        return self.first_day <= day <= self.last_day


@dataclass
class Household:
    """One home and its people; `chance` draws everything that happens there."""

    name: str
    home: HomeFile
    devices: tuple[MemoryDevice, ...]
    habits: tuple[HiddenHabit, ...]
    disliked: frozenset[str]
    """Keys of acts that are set back whenever the companion does them."""
    chance: random.Random
    rules: dict[str, Any] = field(default_factory=dict)

    def rooms(self) -> list[str]:
        """Rooms in which something can be operated."""
        return sorted({d.device.area for d in self.devices if d.device.operations})


@cache
def _rules() -> dict[str, Any]:
    file = resources.files("tests.proof.living") / "households.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def households(days: int, seed: int = 7) -> list[Household]:
    """One household for each packaged home; the same for the same seed."""
    return [_household(name, days, seed) for name in home_names()]


def _household(name: str, days: int, seed: int) -> Household:
    chance, rules, home = random.Random(f"{seed} {name}"), _rules(), home_called(name)
    devices = devices_of(home, {})
    possible = [
        _habit(rule, one.device, days, rules["seasons"], chance)
        for rule in rules["habit"]
        for one in devices
        if _fits(rule, one.device)
    ]
    chance.shuffle(possible)
    habits: dict[tuple[str, int], HiddenHabit] = {}
    for habit in possible:
        habits.setdefault((habit.device.area, habit.hours[0]), habit)
    kept = tuple(list(habits.values())[:MOST_HABITS])
    wanted = {habit.key for habit in kept}
    lamps = [f"turn_on {d.device.id}" for d in devices if d.device.id.startswith("light.")]
    share = rules["tastes"]["share"]
    disliked = frozenset(key for key in lamps if key not in wanted and chance.random() < share)
    return Household(name, home, devices, kept, disliked, chance, rules)


def _fits(rule: dict[str, Any], device: Device) -> bool:
    named = any(word in device.id for word in rule.get("never", ()))
    kind = device.id.partition(".")[0] == rule["kind"]
    return kind and not named and operation_of(device, rule["act"]) is not None


def _habit(
    rule: dict[str, Any], device: Device, days: int, seasons: Any, chance: random.Random
) -> HiddenHabit:
    row = operation_of(device, rule["act"])
    assert row is not None
    assert row.value is not None
    begins, ends = 0, days
    draw, middle = chance.random(), days // 2
    if draw < seasons["ends"]:
        ends = middle + chance.randrange(max(1, days // 6))
    elif draw < seasons["ends"] + seasons["begins"]:
        begins = chance.randrange(1, max(2, days // 3))
    return HiddenHabit(
        device=device,
        act=rule["act"],
        value=row.value,
        hours=(rule["hours"][0], rule["hours"][1]),
        chance=rule["chance"],
        late=(rule["late"][0], rule["late"][1]),
        first_day=begins,
        last_day=ends,
    )
