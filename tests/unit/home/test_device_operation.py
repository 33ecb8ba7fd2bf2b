"""Device operations: which row of the table an action of a device means."""

from companion.home.device_operation import (
    ALL_OFF,
    ALL_ON,
    DEVICE_OPERATIONS,
    operation_of,
    operations_of,
    row_for,
)
from companion.words.capability import RiskTier
from companion.words.device import Device, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual


def device(domain: Domain, *operations: str, **attributes: str) -> Device:
    return Device(
        id=DeviceId(f"{domain.value}.one"),
        domain=domain,
        name=Bilingual("もの", "thing"),
        area="",
        operations=operations,
        attributes=attributes,
    )


def test_a_device_takes_only_the_operations_that_it_announced() -> None:
    switched = device(Domain.LIGHT, "turn_on", "turn_off")
    assert [row.name for row in operations_of(switched)] == ["light_turn_on", "light_turn_off"]
    assert operation_of(switched, "set_brightness") is None
    assert row_for("light_set_brightness", switched) is None


def test_an_action_of_another_kind_is_no_action_of_this_device() -> None:
    assert row_for("lock_unlock", device(Domain.LIGHT, "turn_on", "unlock")) is None


def test_one_operation_for_several_devices_means_the_own_operation_of_each() -> None:
    fan = row_for(ALL_OFF, device(Domain.FAN, "turn_on", "turn_off"))
    assert fan is not None
    assert fan.name == "fan_turn_off"


def test_an_operation_for_several_devices_hides_nothing_that_needs_a_question() -> None:
    scene = device(Domain.SCENE, "turn_on")
    row = operation_of(scene, "turn_on")
    assert row is not None
    assert row.risk > RiskTier.REVERSIBLE
    assert row_for(row.name, scene) is row
    assert row_for(ALL_ON, scene) is None


def test_names_of_operations_are_unique_and_each_inverse_exists() -> None:
    names = [row.name for row in DEVICE_OPERATIONS]
    assert len(set(names)) == len(names)
    inverses = [f"{row.kind}_{row.inverse}" for row in DEVICE_OPERATIONS if row.inverse]
    assert set(inverses) <= set(names)
