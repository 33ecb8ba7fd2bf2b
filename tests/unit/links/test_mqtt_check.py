"""Forged announcements have a line while they are there, and one that says that they are gone."""

from types import SimpleNamespace
from typing import Any, cast

from companion.links.mqtt_check import MqttCheck
from companion.words.health import HealthStatus


async def test_forged_announcements_are_told_and_taken_back_once_there_were_any() -> None:
    forged: dict[str, str] = {}
    house: Any = SimpleNamespace(connected=lambda: True, forged=lambda: forged)
    link: Any = SimpleNamespace(last_error="", trying=lambda: True)
    broker = cast(Any, SimpleNamespace(kind=SimpleNamespace(value="mosquitto")))
    check = MqttCheck(house, link, broker)
    assert list(await check.findings()) == ["broker"]
    forged["light.hall"] = "somebody"
    assert (await check.findings())["announcements"].status is not HealthStatus.OK
    forged.clear()
    assert (await check.findings())["announcements"].status is HealthStatus.OK
