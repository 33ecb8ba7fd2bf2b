"""The engine `homeassistant_api`: what it does with a token refused, a hub away, no package."""

import asyncio
from pathlib import Path

import pytest

from companion.links.home_assistant.api_wire import api_engine
from companion.links.home_assistant.engines import engine_of
from companion.links.home_assistant.hub import HubAddress, HubAway, HubSaidNo, TokenRefused
from companion.links.home_assistant.wire import open_wire
from tests.contract.hub_parts import furnished


def test_ours_is_the_default(tmp_path: Path) -> None:
    assert engine_of(None) is open_wire
    assert engine_of(tmp_path) is not open_wire


async def test_without_the_package_the_command_that_installs_it_is_named(tmp_path: Path) -> None:
    with pytest.raises(HubAway, match="companion setup homeassistant --engine"):
        await engine_of(tmp_path)(HubAddress(url="http://127.0.0.1:9"), "good")


@pytest.mark.real("homeassistant_api")
@pytest.mark.timeout(240)
async def test_hub_package_tells_refused_from_away(package_python: Path) -> None:
    """F16: a 401 stops the link; a hub that is away does not. The hub's own words stay codes."""
    opened, hub = api_engine(package_python), furnished()
    with pytest.raises(HubAway):
        await opened(HubAddress(url="http://127.0.0.1:9"), "good")
    await hub.start()
    try:
        with pytest.raises(TokenRefused):
            await opened(HubAddress(url=hub.url), "bad")
        assert hub.logins == ["bad"]
        hub.refuses["get_config"] = ("unauthorized", "no")
        wire = await opened(HubAddress(url=hub.url), "good")
        reading = asyncio.create_task(wire.read())
        with pytest.raises(HubSaidNo) as said:
            await wire.call("get_config")
        assert said.value.code == "unauthorized"
        await wire.close()
        with pytest.raises(HubAway):
            await reading
    finally:
        await hub.stop()
