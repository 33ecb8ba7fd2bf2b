"""Device report 機器の報告: attributes that devices report, and states that soon change."""

from collections.abc import Mapping

TOLERANCE: Mapping[str, float] = {
    "brightness": 3, "position": 2, "tilt": 2, "percentage": 2, "volume": 1, "temperature": 0.25,
    "color_temperature_k": 150,
}  # fmt: skip
"""How near counts as reached: devices round to their own steps (a lamp's, in mired, are some 40 K
wide at the cold end)."""
SETTINGS = (*TOLERANCE, "color", "oscillating", "muted", "track", "started")
"""Attributes that an operation sets or is seen by; a result keeps them."""
MOVING = ("opening", "closing", "locking", "unlocking", "returning")
"""On the way: it is looked at again until it stands."""
