"""Device report 機器の報告: states of a device that soon change."""

MOVING = ("opening", "closing", "locking", "unlocking", "returning")
"""On the way: it is looked at again until it stands."""
