"""A hub, or one entity of it, that tells what nobody foresaw (F10, F16, T3)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import pytest

from companion.links.home_assistant import house as house_module
from companion.links.home_assistant.house import HomeAssistantHouse
from companion.links.home_assistant.hub import HubAddress, HubSaidNo, Wire
from companion.links.home_assistant.kinds import fixed_facts, told_of
from companion.links.home_assistant.link import HubLink, LinkState
from companion.phrases import health
from companion.words.device import DeviceCommand, Domain
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.ids import DeviceId
from tests.contract.house_parts import CLOCK, COVER, LIGHT, LOCK, until, until_state
from tests.contract.hub_parts import OWNER, TwinHome, furnished, twin_home
from tests.twins.hub import TwinHub

ON = DeviceCommand(device_id=LIGHT, operation="turn_on")


@pytest.fixture
async def home() -> AsyncIterator[TwinHome]:
    async with twin_home() as found:
        yield found


@contextlib.asynccontextmanager
async def house_on(hub: TwinHub) -> AsyncIterator[HomeAssistantHouse]:
    """A house with next to no wait between tries."""
    house = HomeAssistantHouse(HubAddress(url=hub.url), lambda: "good", OWNER, CLOCK)
    house.link._pause = lambda _: asyncio.sleep(0.01)
    await house.start()
    try:
        yield house
    finally:
        await house.stop()
        await hub.stop()


@pytest.mark.parametrize("greeting", ["[" * 100_000, '{"type":' * 9_000, "9" * 5_000])
async def test_a_first_message_that_is_nested_too_deep_is_a_hub_that_is_away(greeting: str) -> None:
    """RecursionError ended the link for ever, and health went on to promise its return."""
    hub = furnished()
    good, hub.greeting = hub.greeting, greeting
    await hub.start()
    async with house_on(hub) as house:
        await until(lambda: len(house.link.logins) > 2)
        assert house.link.state is LinkState.AWAY
        assert house.link.last_error
        hub.greeting = good
        await until(house.connected)
        assert house.link.falls() == 0


ODD: tuple[tuple[Domain, Mapping[str, Any]], ...] = (
    (Domain.LIGHT, {"color_mode": ["hs"], "hs_color": [1, 2]}),
    (Domain.LIGHT, {"color_mode": {}, "hs_color": [1, 2]}),
    (Domain.LIGHT, {"brightness": 10**400}),
    (Domain.LIGHT, {"brightness": float("inf")}),
    (Domain.LIGHT, {"color_mode": "color_temp", "color_temp_kelvin": 10**400}),
    (Domain.COVER, {"current_position": -(10**400)}),
    (Domain.MEDIA_PLAYER, {"volume_level": 1.7e308}),
    (Domain.MEDIA_PLAYER, {"media_title": "\ud800"}),
    (Domain.CLIMATE, {"temperature": 10**400, "hvac_modes": [{}, ["heat"], "heat"]}),
)


@pytest.mark.parametrize(("domain", "attributes"), ODD, ids=range(len(ODD)))
def test_an_odd_attribute_is_left_out(domain: Domain, attributes: Mapping[str, Any]) -> None:
    """A number that no home has is unknown; a mode that is no text is none."""
    told = told_of(domain, attributes, "on")
    fixed_facts(domain, attributes)
    assert fixed_facts(Domain.CLIMATE, attributes)["modes"] in ((), ("heat",))
    for name in ("brightness", "position", "volume", "temperature", "color"):
        assert told.get(name) is None


@pytest.mark.parametrize(
    "attributes",
    [{"color_mode": ["hs"]}, {"brightness": 10**400}, {"supported_color_modes": {"a": 1}}],
    ids=["color_mode", "integer", "modes"],
)
async def test_one_odd_lamp_costs_the_others_nothing(
    home: TwinHome, attributes: dict[str, Any]
) -> None:
    """It ended the whole link; now the lamp itself obeys too."""
    await home.hub.say(LIGHT, "off", **attributes)
    await home.hub.say(COVER, "open")
    await until_state(home.house, COVER, "open")
    await home.house.command(ON)
    await until_state(home.house, LIGHT, "on")
    assert home.hub_house.link.falls() == 0
    assert len(home.hub.logins) == 2


async def test_a_mistake_of_ours_with_one_entity_costs_that_entity(
    home: TwinHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is unknown, health names it, the others live on, and it is back with its next word."""

    def wrong(domain: Domain, attributes: Mapping[str, Any], state: object) -> dict[str, Any]:
        if domain is Domain.LIGHT:
            raise ZeroDivisionError("a mistake")
        return {}

    with monkeypatch.context() as patched:
        patched.setattr(house_module, "told_of", wrong)
        await home.hub.say(LIGHT, "on")
        await until(lambda: home.hub_house.misread == {LIGHT})
        await home.hub.say(LOCK, "unlocked")
        await until_state(home.house, LOCK, "unlocked")
        state = home.house.state(LIGHT)
        assert state is not None
        assert (state.value, state.available) == (None, False)
        found = health.hub("up", "1", "", 3, True, trying=True, misread=home.hub_house.misread)
        assert found.status is HealthStatus.DEGRADED
        assert LIGHT in found.what.en
        assert LIGHT in found.what.ja
    await home.hub.say(LIGHT, "off", brightness=7)
    await until_state(home.house, LIGHT, "off")
    assert home.hub_house.misread == set()
    assert home.hub_house.link.falls() == 0


async def test_a_link_that_a_mistake_ended_begins_again_and_says_so() -> None:
    """`on_up` or `on_down` may be wrong; health tells why, and that it is tried again."""
    hub = furnished()
    await hub.start()
    ups: list[int] = []
    told: list[tuple[LinkState, str]] = []

    async def on_up(wire: Wire, far: Wire) -> None:
        ups.append(1)
        if len(ups) < 3:
            raise TypeError("unhashable")

    def on_down() -> None:
        if len(ups) == 1:
            raise KeyError("on the way down too")

    link = HubLink(HubAddress(url=hub.url), lambda: "good", on_up=on_up, on_down=on_down)

    async def pause(_: float) -> None:
        told.append((link.state, link.last_error))
        assert link.trying()
        await asyncio.sleep(0.01)

    link._pause = pause
    await link.start()
    await until(lambda: link.state is LinkState.UP)
    assert link.falls() == 2
    assert [state for state, _ in told] == [LinkState.AWAY] * 2
    assert "KeyError" in told[0][1]
    assert "TypeError" in told[1][1]
    await link.stop()
    assert not link.trying()
    await hub.stop()


async def test_registries_that_could_not_be_read_once_are_read_again(
    home: TwinHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One refusal, or one answer that did not come, ended the reading for the whole connection."""
    monkeypatch.setattr(house_module, "SETTLE_S", 0.01)
    monkeypatch.setattr(house_module, "RETRY_S", 0.01)
    reads: list[int] = []
    read_all = home.hub_house._read_all

    async def failing(wire: Wire, far: Wire) -> None:
        reads.append(1)
        if len(reads) == 1:
            raise HubSaidNo("unknown_error", "busy")
        if len(reads) == 2:
            raise TimeoutError("a mistake of ours")
        await read_all(wire, far)

    monkeypatch.setattr(home.hub_house, "_read_all", failing)
    monkeypatch.setattr("companion.service.residents.RESTART_FROM_S", 0.01)
    home.hub.add("light.new", "on", attributes={"friendly_name": "new"})
    await home.hub.registry_changed()
    await until(lambda: len(reads) >= 2)
    await home.hub.registry_changed()
    await until(lambda: home.house.device(DeviceId("light.new")) is not None)


async def test_a_link_that_was_up_for_hours_counts_as_trying_when_it_is_lost(
    home: TwinHome,
) -> None:
    """Its last login is long ago then; and nothing is promised once nobody tries."""
    link = home.hub_house.link
    link._stirred_at -= 7200
    assert link.trying()
    await home.lose()
    assert link.trying()
    await link.stop()
    assert not link.trying()


def test_health_promises_no_return_that_nobody_works_on() -> None:
    """It says that it is tried only where that was seen."""
    findings: tuple[Callable[[bool | None], Finding], ...] = (
        lambda trying: health.hub("away", "", "gone", 0, True, trying=trying),
        lambda trying: health.broker(False, "mosquitto", "gone", trying),
    )
    for finding in findings:
        tried, untried, unasked = finding(True), finding(False), finding(None)
        assert tried.remedy is not None
        assert "tried again" in tried.remedy.en
        assert untried.remedy is not None
        assert "restart companion" in untried.remedy.en
        assert "restart companion" in untried.remedy.ja
        assert unasked.remedy is not None
        assert "again" not in unasked.remedy.en
