"""Wiring: reads the payloads of one device and writes its operations, for every kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.home.wire_values import number, quantity, whole
from companion.links.templates import ValueTemplate, fill_command, parse_value_template

Config = Mapping[str, Any]
Parameters = Mapping[str, Any]
Messages = tuple[tuple[str, str], ...]
"""Pairs of topic and payload."""
Update = Mapping[str, Any]
"""Content of one payload: attributes, and under `VALUE` the state; None is unknown."""

VALUE = "value"


@dataclass(slots=True)
class Wiring:
    """One device on the wire."""

    readers: dict[str, list[Callable[[bytes], Update]]] = field(default_factory=dict)
    writers: dict[str, Callable[[Parameters], Messages]] = field(default_factory=dict)
    attributes: dict[str, Any] = field(default_factory=dict)
    """Fixed facts: `device_class`, `unit`, `min_temp`, `modes` ..."""
    value_from_position: bool = False
    always: str = ""
    """The value while it is there, of what has no state of its own to tell."""

    def reads(self, topic: object, reader: Callable[[bytes], Update]) -> None:
        """Read `topic` with `reader`; nothing where the config names no topic."""
        if isinstance(topic, str) and topic:
            self.readers.setdefault(topic, []).append(reader)

    def update(self, topic: str, payload: bytes) -> dict[str, Any]:
        """Everything one payload tells."""
        told: dict[str, Any] = {}
        for reader in self.readers.get(topic, ()):
            told.update(reader(payload))
        return told


def texts(config: Config, **defaults: str) -> dict[str, str]:
    """Config words to our words: `{'ON': 'on'}` from `on='payload_on:ON'`."""
    found = {}
    for ours, source in defaults.items():
        key, _, default = source.partition(":")
        said = config.get(key, default)
        found[str(said if said is not None else default)] = ours
    return found


def map_reader(
    template: ValueTemplate, words: Mapping[str, str], name: str = VALUE
) -> Callable[[bytes], Update]:
    """A reader of a word from a fixed set; any other word is unknown."""
    return lambda payload: {name: words.get(template.read(payload) or "")}


def number_reader(
    template: ValueTemplate, name: str, scale: Callable[[float], float] = lambda v: v
) -> Callable[[bytes], Update]:
    """A reader of a number. Not a number is unknown; a JSON without the key tells nothing."""

    def read(payload: bytes) -> Update:
        text = template.read(payload)
        if text is None and template.from_json:
            return {}
        try:
            return {name: quantity(scale(_within(text)))}
        except (ValueError, ArithmeticError):
            return {name: None}

    return read


def _within(text: str | None) -> float:
    """The number that was told. Raises `ValueError` for what is no quantity."""
    if (found := quantity(float(text or ""))) is None:
        raise ValueError("no quantity")
    return found


def sends(config: Config, key: str, payload: str) -> Callable[[Parameters], Messages]:
    """A writer of one fixed payload."""
    topic = str(config[key])
    filled = fill_command(config.get("command_template"), {"value": payload})
    return lambda _: ((topic, filled),)


def number_writer(
    config: Config, stem: str, name: str, low: float, high: float, hole: str = "value"
) -> Callable[[Parameters], Messages]:
    """A writer of one number on `STEM_topic` through `STEM_template`."""
    topic, template = str(config[f"{stem}_topic"]), config.get(f"{stem}_template")
    fill_command(template, {"value": low, hole: low})

    def write(parameters: Parameters) -> Messages:
        value = number(parameters, name, low, high)
        return ((topic, fill_command(template, {"value": value, hole: value})),)

    return write


def percent_reader(
    template: object, name: str, ends: tuple[float, float]
) -> Callable[[bytes], Update]:
    """A reader of the device\'s own scale as 0..100."""
    low, high = ends
    return number_reader(
        parse_value_template(template),
        name,
        lambda v: round(min(100.0, max(0.0, (v - low) * 100 / (high - low)))),
    )


def percent_writer(
    topic: object, template: object, name: str, hole: str, ends: tuple[float, float]
) -> Callable[[Parameters], Messages]:
    """A writer of 0..100 on the device\'s own scale. `hole`: its name in the template."""
    low, high = ends
    fill_command(template, {"value": 1, hole: 1})

    def write(parameters: Parameters) -> Messages:
        value = round(low + whole(parameters, name, 0, 100) * (high - low) / 100)
        return ((str(topic), fill_command(template, {"value": value, hole: value})),)

    return write


def wire_on_off(wiring: Wiring, config: Config, template_key: str = "value_template") -> None:
    """Wire on and off by one topic each way, as light, switch and fan share it."""
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
