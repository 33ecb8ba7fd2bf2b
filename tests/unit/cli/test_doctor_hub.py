"""Home Assistant in `companion doctor`."""

from pathlib import Path

from companion.cli.doctor_hub import hub_finding
from companion.links.configured import ConfiguredHub
from companion.links.home_assistant.hub import Exposure, HubAddress
from companion.words.health import HealthStatus
from tests.contract.hub_parts import furnished


async def test_each_trouble_has_its_remedy(tmp_path: Path) -> None:
    hub, kept = furnished(), tmp_path / "token"
    await hub.start()
    configured = ConfiguredHub(HubAddress(url=hub.url), kept, Exposure())
    assert "There is no token" in (await hub_finding(configured)).what.en
    kept.write_text("bad")
    kept.chmod(0o600)
    assert "refuses" in (await hub_finding(configured)).what.en
    kept.write_text("good")
    found = await hub_finding(configured)
    assert (found.status, "3 devices" in found.what.en) == (HealthStatus.OK, True)
    hub.exposed.clear()
    assert (await hub_finding(configured)).status is HealthStatus.DEGRADED
    await hub.stop()
    assert "Away" in (await hub_finding(configured)).what.en
