"""`companion doctor --sound`: a sound only when asked for, told as the driver reads it back."""

import pytest

from companion.cli.doctor_sound import sounded
from companion.words.health import HealthStatus
from tests.unit.cli.configs import settings_with


@pytest.mark.parametrize("fail", ["none", "gone"])
async def test_a_sound_is_made_only_by_drivers_that_can_be_heard(
    fail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a driver reads back is told, and its trouble with a remedy."""
    monkeypatch.setattr("companion.cli.doctor_sound._SILENT", {"absent"})
    monkeypatch.setattr("companion.cli.doctor_sound.SOUND_S", 0.01)
    settings = settings_with(
        speaker={"driver": "alsa", "program": "/nonexistent"},
        buzzer={"driver": "simulated", "fail": fail},
    )
    found = dict(await sounded(settings))
    assert found["sound: speaker"].status is HealthStatus.DOWN
    wanted = HealthStatus.OK if fail == "none" else HealthStatus.DOWN
    assert found["sound: buzzer"].status is wanted


async def test_nothing_sounds_where_nothing_is_connected() -> None:
    found = dict(await sounded(settings_with()))
    assert {one.status for one in found.values()} == {HealthStatus.DEGRADED}
