"""Every device fails in every way a device can, on command, and its mouth is not its hand."""

import asyncio

import pytest

from companion.dollhouse.chronicle import Kind
from companion.dollhouse.devices import DELAY_S, Fault, SimDevice

from .conftest import Small

COMMANDS = [
    ("light.hall", "", '{"state": "ON", "brightness": 200}'),
    ("light.kitchen", "", "ON"),
    ("switch.coffee_maker", "", "ON"),
    ("cover.living_curtain", "", "OPEN"),
    ("lock.front_door", "", "UNLOCK"),
    ("climate.living", "mode", "heat"),
    ("climate.living", "temperature", "26"),
    ("fan.bathroom", "percentage", "80"),
    ("media_player.living_tv", "", "PLAY"),
    ("media_player.living_tv", "volume", "60"),
]
each = pytest.mark.parametrize(("device", "leaf", "payload"), COMMANDS)


def _wired(it: SimDevice) -> list[dict[str, str]]:
    """What goes over the wire from now on."""
    told: list[dict[str, str]] = []
    it.on_report = lambda: told.append(it.told())
    return told


@each
async def test_a_liar_reports_what_it_was_told_and_does_nothing(
    small: Small, device: str, leaf: str, payload: str
) -> None:
    """Issue 3.4: its report and the truth part company, and only the chronicle knows."""
    it = small.devices[device]
    honest = it.reports()
    it.set_fault(Fault.LIE)
    told = _wired(it)
    await it.obey(leaf, payload)
    assert it.reports() == honest
    assert told[-1] != honest
    assert [h.kind for h in small.chronicle.all()] == [Kind.BROKE, Kind.COMMANDED]
    it.set_fault(Fault.NONE)
    assert told[-1] == honest, "mended, it says what is so"


@each
async def test_one_that_answers_late_did_it_at_once(
    small: Small, device: str, leaf: str, payload: str
) -> None:
    it = small.devices[device]
    before = it.reports()
    it.set_fault(Fault.LATE_REPORT)
    told = _wired(it)
    doing = asyncio.create_task(it.obey(leaf, payload))
    await small.clock.sleep(DELAY_S - 1)
    assert it.reports() != before
    assert not told
    await doing
    assert told == [it.reports()]


@each
async def test_a_mute_one_never_says_what_it_did(
    small: Small, device: str, leaf: str, payload: str
) -> None:
    """F29: the acknowledgement is lost, the deed is not."""
    it = small.devices[device]
    before = it.reports()
    it.set_fault(Fault.MUTE)
    told = _wired(it)
    await it.obey(leaf, payload)
    assert it.reports() != before
    assert not told


@each
@pytest.mark.parametrize("fault", [Fault.IGNORE, Fault.OFFLINE])
async def test_a_deaf_one_stays_as_it_is(
    small: Small, device: str, leaf: str, payload: str, fault: Fault
) -> None:
    it = small.devices[device]
    before = it.reports()
    it.set_fault(fault)
    await it.obey(leaf, payload)
    assert it.reports() == before


@pytest.mark.parametrize(
    ("device", "leaf", "payload", "name", "value"),
    [
        ("climate.living", "temperature", "26", "temperature", 24.0),
        ("media_player.living_tv", "volume", "60", "volume", 45.0),
        ("cover.living_curtain", "position", "60", "position", 30),
    ],
)
async def test_half_of_a_number_is_between(
    small: Small, device: str, leaf: str, payload: str, name: str, value: float
) -> None:
    it = small.devices[device]
    it.set_fault(Fault.HALF)
    await it.obey(leaf, payload)
    assert it.attributes()[name] == value


async def test_a_running_fan_gets_halfway(small: Small) -> None:
    fan = small.devices["fan.bathroom"]
    await fan.obey("", "ON")
    fan.set_fault(Fault.HALF)
    await fan.obey("percentage", "90")
    assert fan.attributes() == {"percentage": 70}


async def test_a_hand_on_a_liar_makes_it_honest(small: Small) -> None:
    lamp = small.devices["light.kitchen"]
    lamp.set_fault(Fault.LIE)
    await lamp.obey("", "ON")
    assert lamp.told() != lamp.reports()
    await lamp.by_hand("turn_on", "resident")
    assert lamp.told() == lamp.reports()
    assert lamp.value() == "on"
