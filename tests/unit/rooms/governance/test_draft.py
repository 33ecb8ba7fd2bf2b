"""Tests of drafts: each is made of the home's own things, or of none."""

from companion.rooms.governance.draft import bring, every, glance, look, routine, watch
from companion.words.device import Domain
from tests.proof.plans.home import bare
from tests.unit.rooms.governance.samples import NOW, home


def test_drafts_name_things_of_this_home() -> None:
    """Those of the rooms first named first."""
    by = home()[1]
    found = [*bring(by, Domain.LIGHT, "turn_off", ("bedroom", "hall"), most=2)]
    assert [draft.slots["device"] for draft in found] == ["light.bedroom", "light.hall"]
    (dim,) = bring(by, Domain.LIGHT, "set_brightness", ("living",), value=60)
    assert dim.slots["value"] == 60
    (cold,) = look(by, "temperature", ("bedroom",))
    assert cold.slots["thing"] == "sensor.bedroom_temperature"
    (seen,) = look(by, "smoke", ("hall",))
    assert seen.slots["thing"] == "hall"


def test_a_home_without_them_gives_none() -> None:
    """Nothing is invented."""
    by = bare()
    nothing = every(
        bring(by, Domain.LIGHT, "turn_off"),
        look(by, "temperature", ("living",)),
        glance(by, Domain.LOCK),
        routine(by, Domain.LIGHT, "turn_off", ("living",), "23:00"),
        watch(by, Domain.LIGHT, "off", ("bedroom",), at=NOW, until=NOW),
    )
    assert nothing == ()
