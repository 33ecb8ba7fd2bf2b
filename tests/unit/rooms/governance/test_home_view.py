"""Tests of the view of the home that plans are made from."""

from companion.words.device import Domain
from companion.words.language import Bilingual
from tests.unit.rooms.governance.samples import home


def test_it_tells_the_homes_own_names_and_nothing_else() -> None:
    """An unknown thing is told by its id."""
    by = home()[1]
    assert by.named("light.hall") == Bilingual("玄関の明かり", "hall light")
    assert by.named("light.nowhere").en == "light.nowhere"
    assert by.place("hall").ja == "玄関"
    assert by.place("attic").en == "attic"
    assert by.camera_in(("bedroom",)) == ""
    assert by.camera_in(("living",)) == "living"
    assert [d.id for d in by.able(Domain.LOCK, "lock")] == ["lock.back_door", "lock.front_door"]
    assert by.sensing("door")[0].id == "binary_sensor.front_door"
