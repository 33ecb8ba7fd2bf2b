"""Each kind of device on the wire: what is read, what is written, what is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.home.wire_values import BadParameters
from companion.links.domains import wire
from companion.links.wiring import VALUE
from companion.words.device import Domain

LIGHT = {"command_topic": "c", "state_topic": "s"}


def told(domain: Domain, config: dict[str, Any], topic: str, payload: str) -> dict[str, Any]:
    return wire(domain, config).update(topic, payload.encode())


def sent(domain: Domain, config: dict[str, Any], operation: str, **more: Any) -> Any:
    return wire(domain, config).writers[operation](more)


def test_light_on_off() -> None:
    """Payloads of the config; an unknown word is unknown."""
    assert told(Domain.LIGHT, LIGHT, "s", "ON") == {VALUE: "on"}
    assert told(Domain.LIGHT, LIGHT, "s", "maybe") == {VALUE: None}
    own = LIGHT | {"payload_on": "1", "payload_off": "0", "state_on": "yes"}
    assert told(Domain.LIGHT, own, "s", "yes") == {VALUE: "on"}
    assert told(Domain.LIGHT, own, "s", "0") == {VALUE: "off"}
    assert sent(Domain.LIGHT, own, "turn_on") == (("c", "1"),)
    assert list(wire(Domain.LIGHT, {"state_topic": "s"}).writers) == []


def test_light_brightness_scales() -> None:
    """0..255 for us, the device's own scale on the wire, in the order it wants."""
    config = LIGHT | {
        "brightness_command_topic": "b",
        "brightness_state_topic": "bs",
        "brightness_scale": 100,
    }
    assert told(Domain.LIGHT, config, "bs", "50") == {"brightness": 128}
    assert told(Domain.LIGHT, config, "bs", "x") == {"brightness": None}
    assert sent(Domain.LIGHT, config, "set_brightness", brightness=128) == (
        ("b", "50"),
        ("c", "ON"),
    )
    assert sent(Domain.LIGHT, config, "set_brightness", brightness=1)[0] == ("b", "1")
    first = config | {"on_command_type": "first"}
    assert sent(Domain.LIGHT, first, "set_brightness", brightness=255) == (
        ("c", "ON"),
        ("b", "100"),
    )
    only = config | {"on_command_type": "brightness"}
    assert sent(Domain.LIGHT, only, "set_brightness", brightness=255) == (("b", "100"),)
    for wrong in (0, 256, None, "9", True, float("nan")):
        with pytest.raises(BadParameters):
            sent(Domain.LIGHT, config, "set_brightness", brightness=wrong)


def test_json_light() -> None:
    """State and brightness in one message; brightness alone leaves the state as it was."""
    config = LIGHT | {"schema": "json", "brightness": True, "brightness_scale": 254}
    assert told(Domain.LIGHT, config, "s", '{"state":"ON","brightness":254}') == {
        VALUE: "on",
        "brightness": 255,
    }
    assert told(Domain.LIGHT, config, "s", '{"brightness":0}') == {"brightness": 0}
    assert told(Domain.LIGHT, config, "s", '{"state":null}') == {VALUE: None}
    assert sent(Domain.LIGHT, config, "turn_off") == (("c", '{"state": "OFF"}'),)
    assert sent(Domain.LIGHT, config, "set_brightness", brightness=255) == (
        ("c", '{"state": "ON", "brightness": 254}'),
    )
    plain = LIGHT | {"schema": "json", "supported_color_modes": ["onoff"]}
    assert "set_brightness" not in wire(Domain.LIGHT, plain).writers
    with pytest.raises(ValueError, match="schema"):
        wire(Domain.LIGHT, LIGHT | {"schema": "template"})


def test_cover() -> None:
    """Words, own position scale, tilt; a null payload means it cannot."""
    config = {
        "command_topic": "c",
        "state_topic": "s",
        "position_topic": "p",
        "set_position_topic": "sp",
        "set_position_template": '{"position": {{ position }}}',
        "position_open": 0,
        "position_closed": 50,
        "tilt_command_topic": "t",
        "tilt_status_topic": "ts",
        "tilt_max": 10,
        "payload_stop": None,
        "device_class": "blind",
    }
    wiring = wire(Domain.COVER, config)
    assert set(wiring.writers) == {"open", "close", "set_position", "set_tilt"}
    assert wiring.attributes == {"device_class": "blind"}
    assert wiring.update("s", b"opening") == {VALUE: "opening"}
    assert wiring.update("p", b"25") == {"position": 50}
    assert wiring.update("p", b"999") == {"position": 0}
    assert wiring.update("ts", b"5") == {"tilt": 50}
    assert wiring.writers["set_position"]({"position": 100}) == (("sp", '{"position": 0}'),)
    assert wiring.writers["set_tilt"]({"tilt": 50}) == (("t", "5"),)
    with pytest.raises(ValueError, match="the same"):
        wire(Domain.COVER, config | {"position_open": 50})


def test_climate() -> None:
    """Mode and target, within what the device says it can."""
    config = {
        "modes": ["off", "heat", "party"],
        "min_temp": 10,
        "max_temp": 28,
        "mode_command_topic": "mc",
        "mode_state_topic": "ms",
        "temperature_command_topic": "tc",
        "temperature_state_topic": "ts",
        "current_temperature_topic": "ct",
        "current_temperature_template": "{{ value_json.t }}",
    }
    wiring = wire(Domain.CLIMATE, config)
    assert wiring.attributes == {"modes": ("off", "heat"), "min_temp": 10.0, "max_temp": 28.0}
    assert wiring.update("ms", b"heat") == {VALUE: "heat"}
    assert wiring.update("ts", b"21.5") == {"temperature": 21.5}
    assert wiring.update("ct", b'{"t": 19}') == {"current_temperature": 19.0}
    assert wiring.update("ct", b'{"u": 19}') == {}
    assert wiring.update("ts", b"nan") == {"temperature": None}
    assert wiring.writers["set_temperature"]({"temperature": 21.5}) == (("tc", "21.5"),)
    assert wiring.writers["set_mode"]({"mode": "heat"}) == (("mc", "heat"),)
    for parameters in ({"temperature": 29}, {"temperature": None}, {}):
        with pytest.raises(BadParameters):
            wiring.writers["set_temperature"](parameters)
    for mode in ("party", "cool", None, 5):
        with pytest.raises(BadParameters):
            wiring.writers["set_mode"]({"mode": mode})


def test_lock_with_a_code_is_read_only() -> None:
    """We keep no codes."""
    config = {"command_topic": "c", "state_topic": "s"}
    assert told(Domain.LOCK, config, "s", "JAMMED") == {VALUE: "jammed"}
    assert sent(Domain.LOCK, config, "unlock") == (("c", "UNLOCK"),)
    assert not wire(Domain.LOCK, config | {"code_format": "^\\d{4}$"}).writers


def test_fan_speed_range() -> None:
    """A three-speed fan in per cent."""
    config = LIGHT | {
        "percentage_command_topic": "pc",
        "percentage_state_topic": "ps",
        "speed_range_min": 1,
        "speed_range_max": 3,
    }
    assert told(Domain.FAN, config, "ps", "2") == {"percentage": 67}
    assert sent(Domain.FAN, config, "set_percentage", percentage=100) == (("pc", "3"),)


def test_media_player_in_our_plain_form() -> None:
    """ADR 0007: PLAY, PAUSE, STOP and a volume."""
    config = LIGHT | {"volume_command_topic": "v", "volume_state_topic": "vs"}
    assert told(Domain.MEDIA_PLAYER, config, "s", "paused") == {VALUE: "paused"}
    assert told(Domain.MEDIA_PLAYER, config, "vs", "31") == {"volume": 31}
    assert sent(Domain.MEDIA_PLAYER, config, "stop") == (("c", "STOP"),)
    assert sent(Domain.MEDIA_PLAYER, config, "set_volume", volume=5) == (("v", "5"),)


def test_sensors() -> None:
    """A sensor says what it says, cut; a binary one is on, off or unknown."""
    config = {"state_topic": "s", "unit_of_measurement": "°C", "device_class": "temperature"}
    wiring = wire(Domain.SENSOR, config)
    assert wiring.attributes == {"unit": "°C", "device_class": "temperature"}
    assert wiring.update("s", b"21.5") == {VALUE: "21.5"}
    z2m = {
        "state_topic": "s",
        "payload_on": True,
        "payload_off": False,
        "value_template": "{{ value_json.occupancy }}",
    }
    assert told(Domain.BINARY_SENSOR, z2m, "s", '{"occupancy": true}') == {VALUE: "on"}
    assert told(Domain.BINARY_SENSOR, z2m, "s", "{}") == {VALUE: None}


odd = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.lists(st.text(max_size=4), max_size=2)
)
KEYS = (
    "command_topic", "state_topic", "brightness_command_topic", "brightness_state_topic",
    "brightness_scale", "schema", "payload_on", "payload_off", "position_topic",
    "set_position_topic", "position_open", "position_closed", "tilt_command_topic", "tilt_max",
    "modes", "min_temp", "mode_command_topic", "temperature_command_topic", "device_class",
    "percentage_command_topic", "speed_range_max", "value_template", "supported_color_modes",
    "on_command_type", "unit_of_measurement", "set_position_template", "code_format",
)  # fmt: skip


@given(st.sampled_from(Domain), st.dictionaries(st.sampled_from(KEYS), odd), st.binary(max_size=30))
def test_odd_configs_are_refused_or_harmless(
    domain: Domain, config: dict[str, Any], payload: bytes
) -> None:
    """T3: any value of any type in known keys, then any payload on any topic."""
    try:
        wiring = wire(domain, config)
    except (ValueError, TypeError, OverflowError):
        return
    for topic in wiring.readers:
        wiring.update(topic, payload)
    for write in wiring.writers.values():
        for parameters in ({}, {"brightness": 9, "position": 9, "tilt": 9, "mode": "off"}):
            try:
                assert all(isinstance(text, str) for pair in write(parameters) for text in pair)
            except (BadParameters, ValueError):
                continue


def test_every_kind_is_wired() -> None:
    """No domain of the glossary is forgotten, and an empty config offers nothing."""
    for domain in Domain:
        wiring = wire(domain, {})
        assert not wiring.readers
        assert not wiring.writers
