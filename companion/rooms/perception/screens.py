"""Screens: tell whether a television is on in a room."""

from companion.home.occasion import SHOWING, is_television
from companion.ports.house import House


def screen_on(house: House, place: str) -> bool:
    """Whether a television of this room says that it shows something."""
    sets = (d for d in house.devices() if d.area == place and is_television(d))
    states = (house.state(television.id) for television in sets)
    return any(s is not None and s.available and s.value in SHOWING for s in states)
