"""Ranges: what a slider offers for each number that an operation takes, as people see it."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.words.device import Device


@dataclass(frozen=True, slots=True)
class Range:
    """One number's slider."""

    low: float
    high: float
    step: float
    unit: str
    scale: float = 1
    """Value on the wire of one shown unit."""

    def of(self, device: Device, number: str) -> tuple[float, float]:
        """Its ends, narrower where the device tells its own."""
        low = device.attributes.get(f"min_{number}", self.low)
        return low, device.attributes.get(f"max_{number}", self.high)


RANGES: Mapping[str, Range] = {
    "brightness": Range(1, 100, 1, "%", 2.55),
    "position": Range(0, 100, 5, "%"),
    "tilt": Range(0, 100, 5, "%"),
    "percentage": Range(10, 100, 10, "%"),
    "volume": Range(0, 100, 5, "%"),
    "temperature": Range(16, 30, 0.5, "°C"),
    "color_temperature_k": Range(2000, 6500, 100, "K"),
}
