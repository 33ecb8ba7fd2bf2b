"""How a state is written into the scene, and when an operation would change nothing."""

from datetime import UTC, datetime

import pytest

from companion.home.condition import Condition
from companion.words.device import DeviceState
from companion.words.ids import DeviceId

NOW = datetime(2026, 11, 21, 19, tzinfo=UTC)


def _state(value: str | None, *, available: bool = True, **attributes: object) -> DeviceState:
    return DeviceState(
        device_id=DeviceId("light.hall"),
        value=value,
        attributes=attributes,
        at=NOW,
        available=available,
    )


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (None, "unknown"),
        (_state(None), "unknown"),
        (_state("on", available=False), "unavailable"),
        (_state("off"), "off"),
        (_state("on", brightness=128, friendly_name="x"), "on; brightness=128"),
        (_state("open", position=30.0), "open; position=30"),
    ],
)
def test_written_and_read_again(state: DeviceState | None, text: str) -> None:
    """E-012, F16: unknown and unavailable are states of their own, never `off`."""
    condition = Condition.of(state)
    assert str(condition) == text
    assert Condition.read(text) == condition


@pytest.mark.parametrize(
    ("text", "operation", "payload", "expected"),
    [
        ("on", "turn_on", {}, True),
        ("heat", "turn_on", {}, True),
        ("off", "turn_on", {}, False),
        ("off", "turn_off", {}, True),
        ("open", "open", {}, True),
        ("open; position=30", "open", {}, False),
        ("open; position=100", "open", {}, True),
        ("closed", "close", {}, True),
        ("locked", "lock", {"device_id": "lock.front"}, True),
        ("locked", "unlock", {}, False),
        ("on; brightness=128", "set_brightness", {"brightness": 128}, True),
        ("on; brightness=128", "set_brightness", {"brightness": 10}, False),
        ("off; brightness=128", "set_brightness", {"brightness": 128}, False),
        ("unknown", "turn_off", {}, False),
        ("unavailable", "turn_on", {}, False),
        ("closed", "toggle", {}, False),
        ("on", "light_turn_on", {"device_id": "light.hall"}, True),
        ("locked", "lock_lock", {}, True),
        ("locked", "lock_unlock", {}, False),
        ("heat", "climate_set_mode", {"mode": "heat"}, True),
        ("off", "climate_set_mode", {"mode": "heat"}, False),
        ("open; position=50", "cover_set_position", {"position": 50.0}, True),
    ],
)
def test_already(text: str, operation: str, payload: dict[str, object], expected: bool) -> None:
    """B-017: what would change nothing is recognised, and nothing else."""
    assert Condition.read(text).already(operation, payload) is expected


@pytest.mark.parametrize(
    ("state", "operation", "payload", "so"),
    [
        ("off", "climate_set_mode", {"device_id": "climate.a", "mode": "off"}, True),
        ("heat", "climate_set_mode", {"device_id": "climate.a", "mode": "off"}, False),
        ("off", "light_set_brightness", {"device_id": "light.a", "brightness": 100}, False),
        ("off", "media_player_stop", {"device_id": "media_player.a"}, True),
        ("playing", "media_player_stop", {"device_id": "media_player.a"}, False),
        ("closed", "cover_stop", {"device_id": "cover.a"}, False),
    ],
)
def test_b16_what_is_off_need_not_be_switched_off(
    state: str, operation: str, payload: dict[str, str], so: bool
) -> None:
    """ "turn off everything" asked leave to switch off two air conditioners that were off, and
    tried to stop a television that was off."""
    assert Condition.read(state).already(operation, payload) is so
