"""Lamps on the wire: on, off, brightness 0..255, colour.

Home Assistant tells a white in mired (a million by kelvin) unless the config says kelvin, and a
colour as hue and saturation, as red, green and blue, or as CIE xy.
"""

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from companion.home.color import (
    COLDEST_K,
    MIRED,
    WARMEST_K,
    of_hs,
    of_rgb,
    of_xy,
    to_hs,
    to_rgb,
    to_xy,
)
from companion.home.wire_values import color_of, quantity, whole
from companion.links.kind_on_wire import Json, KindOnWire, zigbee_value
from companion.links.templates import ValueTemplate, fill_command, parse_value_template
from companion.links.wiring import (
    Config,
    Messages,
    Parameters,
    Update,
    Wiring,
    map_reader,
    number_reader,
    wire_on_off,
)
from companion.service.wire_json import NotJson, read_object

_COLORED = ("hs", "rgb", "rgbw", "rgbww", "xy")


def _wire(wiring: Wiring, config: Config) -> None:
    """Read and write what the config names, in its schema. Raises `ValueError` for another."""
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
    wire_on_off(wiring, config, "state_value_template")
    scale = _scale(config)
    wiring.reads(
        config.get("brightness_state_topic"),
        number_reader(
            parse_value_template(config.get("brightness_value_template")),
            "brightness",
            lambda v: round(v * 255 / scale),
        ),
    )
    _basic_color(wiring, config)
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


_BASIC: Mapping[str, tuple[Callable[[str], str], Callable[[tuple[float, ...]], str | None]]] = {
    # stem of the topics: how a colour is written there, how it is read (numbers, with commas)
    "hs": (lambda color: "{:g},{:g}".format(*to_hs(color)), lambda n: of_hs(n[0], n[1])),
    "rgb": (lambda color: "{},{},{}".format(*to_rgb(color)), lambda n: of_rgb(n[0], n[1], n[2])),
    "xy": (lambda color: "{:g},{:g}".format(*to_xy(color)), lambda n: of_xy(n[0], n[1])),
}


def _basic_color(wiring: Wiring, config: Config) -> None:
    """Each way of telling a colour has its topics; templates of parts are not ours."""
    turn_on = wiring.writers.get("turn_on")
    for stem, (write, read) in _BASIC.items():
        template = parse_value_template(config.get(f"{stem}_value_template"))
        wiring.reads(config.get(f"{stem}_state_topic"), _numbers_reader(template, read))
        topic = config.get(f"{stem}_command_topic")
        if topic and turn_on and not config.get(f"{stem}_command_template"):
            wiring.writers.setdefault("set_color", _color_writer(str(topic), write, turn_on))
    kelvin = config.get("color_temp_kelvin") is True
    wiring.reads(
        config.get("color_temp_state_topic"),
        number_reader(
            parse_value_template(config.get("color_temp_value_template")),
            "color_temperature_k",
            lambda v: _kelvin(v, kelvin) or math.nan,
        ),
    )
    topic, template_text = config.get("color_temp_command_topic"), "color_temp_command_template"
    if topic and turn_on is not None:
        _white_ends(wiring, config)

        def set_white(parameters: Parameters) -> Messages:
            value = _white(wiring, parameters, kelvin=kelvin)
            return (
                (str(topic), fill_command(config.get(template_text), {"value": value})),
                *turn_on({}),
            )

        wiring.writers["set_color_temperature"] = set_white


def _color_writer(
    topic: str, write: Callable[[str], str], turn_on: Callable[[Parameters], Messages]
) -> Callable[[Parameters], Messages]:
    return lambda parameters: ((topic, write(color_of(parameters))), *turn_on({}))


def _numbers_reader(
    template: ValueTemplate, read: Callable[[tuple[float, ...]], str | None]
) -> Callable[[bytes], Update]:
    def told(payload: bytes) -> Update:
        text = template.read(payload)
        if text is None and template.from_json:
            return {}
        try:
            return {"color": read(tuple(float(part) for part in (text or "").split(",")))}
        except (ValueError, IndexError, ArithmeticError):
            return {"color": None}

    return told


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
    kelvin = config.get("color_temp_kelvin") is True
    wiring.reads(config.get("state_topic"), lambda payload: _json_hue(payload, kelvin))
    topic = str(config.get("command_topic") or "")
    if not topic:
        return
    wiring.writers["turn_on"] = lambda _: ((topic, '{"state": "ON"}'),)
    wiring.writers["turn_off"] = lambda _: ((topic, '{"state": "OFF"}'),)
    listed = config.get("supported_color_modes")
    modes = set(map(str, listed)) if isinstance(listed, list) else set[str]()
    if config.get("brightness") or modes - {"onoff"}:

        def set_brightness(parameters: Parameters) -> Messages:
            value = max(1, round(whole(parameters, "brightness", 1, 255) * scale / 255))
            return ((topic, f'{{"state": "ON", "brightness": {value}}}'),)

        wiring.writers["set_brightness"] = set_brightness
    _json_color(wiring, config, topic, modes)


def _json_color(wiring: Wiring, config: Config, topic: str, modes: set[str]) -> None:
    way = next((mode for mode in _COLORED if mode in modes), "")
    if way:

        def set_color(parameters: Parameters) -> Messages:
            color = _JSON_COLORS[way](color_of(parameters))
            return ((topic, json.dumps({"state": "ON", "color": color})),)

        wiring.writers["set_color"] = set_color
    if "color_temp" in modes:
        _white_ends(wiring, config)
        kelvin = config.get("color_temp_kelvin") is True

        def set_white(parameters: Parameters) -> Messages:
            value = _white(wiring, parameters, kelvin=kelvin)
            return ((topic, json.dumps({"state": "ON", "color_temp": value})),)

        wiring.writers["set_color_temperature"] = set_white


def _as_rgb(color: str) -> dict[str, float]:
    return dict(zip("rgb", to_rgb(color), strict=True))


_JSON_COLORS: Mapping[str, Callable[[str], dict[str, float]]] = {
    "hs": lambda color: dict(zip("hs", to_hs(color), strict=True)),
    "rgb": _as_rgb,
    "rgbw": lambda color: {**_as_rgb(color), "w": 0},
    "rgbww": lambda color: {**_as_rgb(color), "c": 0, "w": 0},
    "xy": lambda color: dict(zip("xy", to_xy(color), strict=True)),
}


def _json_hue(payload: bytes, kelvin: bool) -> Update:
    """The colour, or the white, whichever of them the lamp shows; a JSON without tells nothing."""
    if b'"color' not in payload:
        return {}
    try:
        told = read_object(payload)
    except NotJson:
        return {}
    mode, update = told.get("color_mode"), dict[str, Any]()
    if "color" in told and mode != "color_temp":
        update |= {"color": _json_read(told["color"]), "color_temperature_k": None}
    white = told.get("color_temp")
    if mode == "color_temp" or (mode is None and white is not None and "color" not in told):
        update |= {"color_temperature_k": _kelvin(white, kelvin), "color": None}
    return update


def _json_read(told: object) -> str | None:
    if not isinstance(told, dict):
        return None
    for read, names in (
        (of_hs, ("h", "s")),
        (of_hs, ("hue", "saturation")),
        (of_xy, ("x", "y")),
        (of_rgb, ("r", "g", "b")),
    ):
        numbers = [n for name in names if (n := quantity(told.get(name))) is not None]
        if len(numbers) == len(names):
            return read(*numbers)
    return None


def _kelvin(value: object, kelvin: bool) -> int | None:
    """From the lamp's own unit; None for what is no white."""
    number = quantity(value)
    if number is None or number <= 0:
        return None
    found = quantity(number if kelvin else MIRED / number)
    return None if found is None else round(found)


def _white_ends(wiring: Wiring, config: Config) -> None:
    """How warm and how cold it can be, in K."""
    for ours, theirs, mired, usual in (
        ("min_color_temperature_k", "min_kelvin", "max_mireds", WARMEST_K),
        ("max_color_temperature_k", "max_kelvin", "min_mireds", COLDEST_K),
    ):
        told = _kelvin(config.get(theirs), True) or _kelvin(config.get(mired), False)
        wiring.attributes[ours] = told or usual


def _white(wiring: Wiring, parameters: Parameters, *, kelvin: bool) -> int:
    """A white in the lamp's own unit. Raises `BadParameters` beyond its ends."""
    low = int(wiring.attributes["min_color_temperature_k"])
    high = int(wiring.attributes["max_color_temperature_k"])
    found = whole(parameters, "color_temperature_k", low, high)
    return found if kelvin else round(MIRED / found)


def _told(reader: Callable[[bytes], Update]) -> Callable[[bytes], Update]:
    """A JSON state may leave the state out (brightness alone): then it tells nothing of it."""
    return lambda payload: reader(payload) if b'"state"' in payload else {}


def _exposed(topic: str, features: Mapping[str, Json], end: str) -> dict[str, Any]:
    """JSON schema; a light of several ends has its words apart and is switched only."""
    state = features.get("state", {})
    if end:
        return {"command_topic": f"{topic}/set", "value_template": zigbee_value(state, "state")}
    bright = features.get("brightness")
    dims = {"brightness": True, "brightness_scale": bright.get("value_max", 254)} if bright else {}
    hues: list[str] = [mode for name, mode in _HUES.items() if name in features]
    ends = {
        theirs: white[ours]
        for ours, theirs in (("value_min", "min_mireds"), ("value_max", "max_mireds"))
        if (white := features.get("color_temp", {})).get(ours) is not None
    }
    modes = {"supported_color_modes": hues} if hues else {}
    return {"schema": "json", "command_topic": f"{topic}/set", **dims, **modes, **ends}


_HUES = {"color_xy": "xy", "color_hs": "hs", "color_temp": "color_temp"}
"""Exposed feature of a lamp -> Home Assistant's colour mode; both ways of a colour share
`color`."""


ON_WIRE = KindOnWire(wire=_wire, exposed=_exposed)
