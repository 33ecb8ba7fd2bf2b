"""The room of a voice satellite: the owner's word, then Home Assistant's area."""

import pytest

from companion.links.owner import OwnersWords
from companion.links.satellites import SatelliteRooms
from companion.words.language import Bilingual
from companion.words.place import Place

OWNER = OwnersWords(places=(Place(id="bedroom", name=Bilingual("寝室", "Bedroom")),))


@pytest.mark.parametrize(
    ("hub_id", "room"),
    [
        ("assist_satellite.bed", "bedroom"),  # by the room's own name
        ("assist_satellite.attic", ""),  # no room of ours: nobody knows
        ("device1", "kitchen"),
        ("unknown", ""),
    ],
)
def test_the_owners_word_goes_before_the_hubs(hub_id: str, room: str) -> None:
    rooms = SatelliteRooms(
        owner=OWNER,
        configured={"assist_satellite.bed": "寝室", "assist_satellite.attic": "attic"},
        of_hub={"device1": "kitchen", "assist_satellite.bed": "kitchen"}.get,  # type: ignore[arg-type]
    )
    assert (rooms.room_of(hub_id) or "") == room
