"""What each kind of device takes and tells on the wire, from its discovery config.

One table entry per kind builds a `Wiring`: topics read (each with how a payload becomes a
value or an attribute) and operations (each with how parameters become messages). Units are
those of `words.device`: brightness 0..255, position, tilt, percentage and volume 0..100,
temperature in the device's own °C. What a config does not say is not offered.
"""

from collections.abc import Callable, Mapping

from companion.links.covers import wire_cover
from companion.links.templates import ValueTemplate, fill_command, parse_value_template
from companion.links.wiring import (
    VALUE,
    BadParameters,
    Config,
    Messages,
    Parameters,
    Update,
    Wiring,
    ends_of,
    map_reader,
    number_reader,
    number_writer,
    percent_reader,
    percent_writer,
    sends,
    texts,
    whole,
)
from companion.words.device import Domain


def wire(domain: Domain, config: Config) -> Wiring:
    """Build the wiring. Raises `TemplateUnsupported`, `ValueError` for odd configs."""
    wiring = Wiring()
    if isinstance(device_class := config.get("device_class"), str):
        wiring.attributes["device_class"] = device_class[:32]
    _BUILD[domain](wiring, config)
    return wiring


def _on_off(wiring: Wiring, config: Config, template_key: str = "value_template") -> None:
    """What light, switch and fan share: on and off by one topic each way."""
    payloads = texts(config, on="payload_on:ON", off="payload_off:OFF")
    states = texts(config, on="state_on:", off="state_off:")
    words = {text: ours for text, ours in states.items() if text} or payloads
    template = parse_value_template(
        config.get(template_key)
        or config.get("state_value_template")
        or config.get("value_template")
    )
    wiring.reads(config.get("state_topic"), map_reader(template, {**payloads, **words}))
    if config.get("command_topic"):
        for text, ours in payloads.items():
            wiring.writers[f"turn_{ours}"] = sends(config, "command_topic", text)


def _light(wiring: Wiring, config: Config) -> None:
    schema = config.get("schema", "basic")
    if schema == "json":
        _json_light(wiring, config)
    elif schema in ("basic", "default"):
        _basic_light(wiring, config)
    else:
        raise ValueError(f"light schema {str(schema)[:16]!r} is not supported")


def _scale(config: Config) -> float:
    scale = config.get("brightness_scale", 255)
    if isinstance(scale, bool) or not isinstance(scale, int | float) or not 1 <= scale <= 65535:
        raise ValueError("brightness_scale must be 1..65535")
    return float(scale)


def _basic_light(wiring: Wiring, config: Config) -> None:
    _on_off(wiring, config, "state_value_template")
    scale = _scale(config)
    wiring.reads(
        config.get("brightness_state_topic"),
        number_reader(
            parse_value_template(config.get("brightness_value_template")),
            "brightness",
            lambda v: round(v * 255 / scale),
        ),
    )
    topic = config.get("brightness_command_topic")
    turn_on = wiring.writers.get("turn_on")
    if not topic or turn_on is None:
        return
    template = config.get("brightness_command_template")
    order = config.get("on_command_type", "last")

    def set_brightness(parameters: Parameters) -> Messages:
        level = whole(parameters, "brightness", 1, 255)
        filled = fill_command(template, {"value": max(1, round(level * scale / 255))})
        bright = ((str(topic), filled),)
        return {"first": turn_on({}) + bright, "brightness": bright}.get(
            str(order), bright + turn_on({})
        )

    fill_command(template, {"value": 1})
    wiring.writers["set_brightness"] = set_brightness


def _json_light(wiring: Wiring, config: Config) -> None:
    scale = _scale(config)
    state, level = (
        parse_value_template("{{ value_json.state }}"),
        ValueTemplate(True, ("brightness",)),
    )
    wiring.reads(config.get("state_topic"), _told(map_reader(state, {"ON": "on", "OFF": "off"})))
    wiring.reads(
        config.get("state_topic"),
        number_reader(level, "brightness", lambda v: round(v * 255 / scale)),
    )
    topic = str(config.get("command_topic") or "")
    if not topic:
        return
    wiring.writers["turn_on"] = lambda _: ((topic, '{"state": "ON"}'),)
    wiring.writers["turn_off"] = lambda _: ((topic, '{"state": "OFF"}'),)
    modes = config.get("supported_color_modes")
    if config.get("brightness") or (isinstance(modes, list) and set(modes) - {"onoff"}):

        def set_brightness(parameters: Parameters) -> Messages:
            value = max(1, round(whole(parameters, "brightness", 1, 255) * scale / 255))
            return ((topic, f'{{"state": "ON", "brightness": {value}}}'),)

        wiring.writers["set_brightness"] = set_brightness


def _told(reader: Callable[[bytes], Update]) -> Callable[[bytes], Update]:
    """A JSON state may leave the state out (brightness alone): then it tells nothing of it."""
    return lambda payload: reader(payload) if b'"state"' in payload else {}


_MODES = ("auto", "off", "cool", "heat", "dry", "fan_only", "heat_cool")
"""Home Assistant's climate modes."""


def _climate(wiring: Wiring, config: Config) -> None:
    listed = config.get("modes", _MODES[:6])
    modes = [m for m in listed if m in _MODES] if isinstance(listed, list | tuple) else []
    low, high = ends_of(config, "min_temp", 7, "max_temp", 35)
    wiring.attributes |= {"modes": tuple(modes), "min_temp": low, "max_temp": high}
    own = parse_value_template(config.get("mode_state_template") or config.get("value_template"))
    wiring.reads(config.get("mode_state_topic"), map_reader(own, {m: m for m in _MODES}))
    for stem, name in (("temperature_state", "temperature"), ("current_temperature",) * 2):
        template = config.get(f"{stem}_template") or config.get("value_template")
        reader = number_reader(parse_value_template(template), name)
        wiring.reads(config.get(f"{stem}_topic"), reader)
    if config.get("temperature_command_topic"):
        wiring.writers["set_temperature"] = number_writer(
            config, "temperature_command", "temperature", low, high
        )
    if topic := config.get("mode_command_topic"):
        template = config.get("mode_command_template")
        fill_command(template, {"value": "off"})

        def set_mode(parameters: Parameters) -> Messages:
            if (mode := parameters.get("mode")) not in modes:
                raise BadParameters(f"mode must be one of {', '.join(modes)}")
            return ((str(topic), fill_command(template, {"value": str(mode)})),)

        wiring.writers["set_mode"] = set_mode


def _lock(wiring: Wiring, config: Config) -> None:
    words = texts(
        config,
        locked="state_locked:LOCKED",
        unlocked="state_unlocked:UNLOCKED",
        locking="state_locking:LOCKING",
        unlocking="state_unlocking:UNLOCKING",
        jammed="state_jammed:JAMMED",
    )
    template = parse_value_template(config.get("value_template"))
    wiring.reads(config.get("state_topic"), map_reader(template, words))
    if not config.get("command_topic") or config.get("code_format"):
        return  # a lock that wants a code is read only: we keep no codes
    for operation, word in (("lock", "LOCK"), ("unlock", "UNLOCK")):
        payload = str(config.get(f"payload_{operation}", word))
        wiring.writers[operation] = sends(config, "command_topic", payload)


def _fan(wiring: Wiring, config: Config) -> None:
    _on_off(wiring, config, "state_value_template")
    low, high = ends_of(config, "speed_range_min", 1, "speed_range_max", 100)
    ends = (low - 1, high)
    wiring.reads(
        config.get("percentage_state_topic"),
        percent_reader(config.get("percentage_value_template"), "percentage", ends),
    )
    if topic := config.get("percentage_command_topic"):
        wiring.writers["set_percentage"] = percent_writer(
            topic, config.get("percentage_command_template"), "percentage", "value", ends
        )


def _media_player(wiring: Wiring, config: Config) -> None:
    """Home Assistant has no MQTT media player; this plain form is ours (ADR 0007)."""
    words = {w: w for w in ("playing", "paused", "idle", "off", "on")}
    template = parse_value_template(config.get("value_template"))
    wiring.reads(config.get("state_topic"), map_reader(template, words))
    volume = parse_value_template(config.get("volume_value_template"))
    wiring.reads(config.get("volume_state_topic"), number_reader(volume, "volume", round))
    if config.get("command_topic"):
        for operation in ("play", "pause", "stop"):
            payload = str(config.get(f"payload_{operation}", operation.upper()))
            wiring.writers[operation] = sends(config, "command_topic", payload)
    if topic := config.get("volume_command_topic"):
        wiring.writers["set_volume"] = percent_writer(topic, None, "volume", "value", (0, 100))


def _sensor(wiring: Wiring, config: Config) -> None:
    if isinstance(unit := config.get("unit_of_measurement"), str):
        wiring.attributes["unit"] = unit[:16]
    template = parse_value_template(config.get("value_template"))
    wiring.reads(config.get("state_topic"), lambda payload: {VALUE: template.read(payload)})


def _binary_sensor(wiring: Wiring, config: Config) -> None:
    words = texts(config, on="payload_on:ON", off="payload_off:OFF")
    template = parse_value_template(config.get("value_template"))
    wiring.reads(
        config.get("state_topic"),
        map_reader(template, {**words, **{k.lower(): v for k, v in words.items()}}),
    )


def _tracker(wiring: Wiring, config: Config) -> None:
    """`home`, `not_home`, or the name of a zone; "None" is what it says when it does not know."""
    words = texts(config, home="payload_home:home", not_home="payload_not_home:not_home")
    template = parse_value_template(config.get("value_template"))

    def read(payload: bytes) -> Update:
        said = template.read(payload)
        return {VALUE: words.get(str(said), said)}

    wiring.reads(config.get("state_topic"), read)


_BUILD: Mapping[Domain, Callable[[Wiring, Config], None]] = {
    Domain.LIGHT: _light,
    Domain.SWITCH: _on_off,
    Domain.COVER: wire_cover,
    Domain.CLIMATE: _climate,
    Domain.LOCK: _lock,
    Domain.FAN: _fan,
    Domain.MEDIA_PLAYER: _media_player,
    Domain.SENSOR: _sensor,
    Domain.BINARY_SENSOR: _binary_sensor,
    Domain.DEVICE_TRACKER: _tracker,
    Domain.PERSON: _tracker,
}
