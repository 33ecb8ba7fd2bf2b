"""The doll's house and Home Assistant live together in one house (issue 4, item 1)."""

import asyncio
from pathlib import Path

from companion.service.settings import HomeAssistantLink, Links
from companion.service.supervision import until
from companion.words.device import DeviceCommand
from companion.words.health import HealthStatus
from companion.words.ids import DeviceId
from tests.story.whole_house import awake, settings_for
from tests.twins.hub import TwinHub

ATTIC = DeviceId("light.attic")


async def test_a_hub_s_devices_are_at_home_beside_the_others(tmp_path: Path) -> None:
    """What `companion run` builds: one list, one way to command, a health line of its own; the
    hub goes (F16) and takes only its own with it; a token it refuses is asked for anew."""
    hub = TwinHub()
    hub.add(ATTIC, "off", attributes={"friendly_name": "Attic", "supported_color_modes": ["hs"]})
    await hub.start()
    kept = tmp_path / "home_assistant.token"
    kept.write_text("good")
    kept.chmod(0o600)
    links = Links(home_assistant=HomeAssistantLink(url=hub.url))
    settings = settings_for("first_evening", tmp_path).model_copy(update={"links": links})
    async with awake(settings) as house:
        await until(lambda: house.home.house.state(ATTIC) is not None)
        ids = {d.id for d in house.home.house.devices()}
        assert ATTIC in ids
        assert house.foundations.dollhouse is not None
        assert {d.id for d in house.foundations.dollhouse.plan.devices} <= ids
        reports = house.home.house.changes()
        await house.home.house.command(DeviceCommand(device_id=ATTIC, operation="turn_on"))
        async with asyncio.timeout(30):
            while (heard := await anext(reports)).device_id != ATTIC:
                pass
        assert heard.value == "on"
        assert (await house.service.health.look())["home_assistant"].status is HealthStatus.OK
        hub.tokens.clear()
        hub.drop()
        assert house.home.hub_house is not None
        link = house.home.hub_house.link
        await until(lambda: link.state == "token_refused")
        found = (await house.service.health.look())["home_assistant"]
        assert found.status is HealthStatus.DOWN
        assert found.remedy is not None
        state = house.home.house.state(ATTIC)
        assert state is not None
        assert not state.available
        assert house.home.house.connected()
    await hub.stop()
