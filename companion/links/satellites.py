"""Satellites: find the room of the home in which a voice satellite stands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.links.owner import OwnersWords


@dataclass(frozen=True, slots=True, kw_only=True)
class SatelliteRooms:
    """Finds the room of a satellite by the id that Home Assistant's assistant sends along: the
    owner's own word first, then the area that Home Assistant has for it."""

    owner: OwnersWords
    configured: Mapping[str, str]
    """Entity or device id -> room, as `links.wyoming.rooms` has it."""
    of_hub: Callable[[str], str] = lambda hub_id: ""
    """The room where Home Assistant says that it stands; "" without a link to it."""

    def room_of(self, hub_id: str) -> str:
        """The id of our room; "" where nobody told, or where it is no room of ours."""
        own = self.configured.get(hub_id)
        return self.owner.room(own) if own is not None else self.of_hub(hub_id)
