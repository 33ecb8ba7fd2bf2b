"""Several houses as one (issue 4, item 1)."""

from dataclasses import replace

import pytest

from companion.links.joined_house import JoinedHouse
from companion.ports.house import DeviceUnknown, HouseUnreachable
from companion.words.device import Device, DeviceCommand, Domain
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from tests.contract.house_parts import CLOCK
from tests.twins.memory_house import MemoryDevice, MemoryHouse

BOTH, OURS, THEIRS = DeviceId("light.both"), DeviceId("light.ours"), DeviceId("light.theirs")


def light(device_id: DeviceId, value: str = "off") -> MemoryDevice:
    device = Device(
        id=device_id,
        domain=Domain.LIGHT,
        name=Bilingual("x", "x"),
        area="",
        operations=("turn_on", "turn_off"),
    )
    return MemoryDevice(device, value)


def houses() -> tuple[MemoryHouse, MemoryHouse, JoinedHouse]:
    near = MemoryHouse(CLOCK, (light(BOTH), light(OURS)))
    far = MemoryHouse(CLOCK, (light(BOTH, "on"), light(THEIRS)))
    return near, far, JoinedHouse((near, far))


def on(device_id: DeviceId) -> DeviceCommand:
    return DeviceCommand(device_id=device_id, operation="turn_on")


async def test_a_device_of_two_houses_belongs_to_the_first() -> None:
    near, far, joined = houses()
    assert [d.id for d in joined.devices()] == [BOTH, OURS, THEIRS]
    assert joined.device(BOTH) == near.device(BOTH)
    reports = joined.changes()
    far.set_state(BOTH, "off")
    await joined.command(on(THEIRS))
    await joined.command(on(BOTH))
    assert [(await anext(reports)).device_id for _ in range(2)] == [THEIRS, BOTH]
    assert near.commands == [on(BOTH)]
    assert far.commands == [on(THEIRS)]


async def test_one_away_takes_only_its_own_with_it() -> None:
    near, far, joined = houses()
    far.disconnect()
    assert joined.connected()
    with pytest.raises(HouseUnreachable):
        await joined.command(on(THEIRS))
    await joined.command(on(OURS))
    state = joined.state(THEIRS)
    assert state is not None
    assert state == replace(state, value=None, available=False)
    near.disconnect()
    assert not joined.connected()


async def test_what_nobody_has_is_unknown() -> None:
    _, _, joined = houses()
    assert joined.device(DeviceId("light.nowhere")) is None
    assert joined.state(DeviceId("light.nowhere")) is None
    with pytest.raises(DeviceUnknown):
        await joined.command(on(DeviceId("light.nowhere")))
