"""Tables: builds the wiring of a device from the MQTT table of its kind and its config."""

from companion.home.mqtt_wire import MqttNumber, MqttSetting, MqttWire, MqttWord
from companion.home.wire_values import number, word, words_in
from companion.links.templates import fill_command, parse_value_template
from companion.links.wiring import (
    Config,
    Messages,
    Parameters,
    Wiring,
    map_reader,
    number_reader,
    percent_reader,
    percent_writer,
    sends,
    texts,
    wire_on_off,
)


def wire_by_table(wiring: Wiring, config: Config, table: MqttWire) -> None:
    """Read and write what the config names. Raises `TemplateUnsupported`, `ValueError`."""
    wiring.attributes |= table.facts(config)
    if table.on_off:
        wire_on_off(wiring, config, table.on_off)
    for name, told in table.words.items():
        _read_word(wiring, config, name, told)
    for name, counted in table.numbers.items():
        _read_number(wiring, config, name, counted)
    if not table.read_only(config):
        _write_all(wiring, config, table)


def _write_all(wiring: Wiring, config: Config, table: MqttWire) -> None:
    for operation, press in table.presses.items():
        key, _, default = press.payload.partition(":")
        if config.get(press.topic):
            payload = str(config.get(key, default))
            wiring.writers[operation] = sends(config, press.topic, payload)
    for operation, setting in table.settings.items():
        if config.get(setting.topic):
            _write(wiring, config, operation, setting)


def _read_word(wiring: Wiring, config: Config, name: str, told: MqttWord) -> None:
    words = texts(config, **told.words)
    if told.listed:
        words = {text: text for text in words_in(config.get(told.listed))}
    template = parse_value_template(config.get(told.template))
    wiring.reads(config.get(told.topic), map_reader(template, words, name))


def _read_number(wiring: Wiring, config: Config, name: str, counted: MqttNumber) -> None:
    template = config.get(counted.template)
    if counted.percent_of is None:
        reader = number_reader(parse_value_template(template), name)
    else:
        reader = percent_reader(template, name, counted.percent_of(config))
    wiring.reads(config.get(counted.topic), reader)


def _write(wiring: Wiring, config: Config, operation: str, setting: MqttSetting) -> None:
    topic, template = str(config[setting.topic]), config.get(setting.template)
    name = setting.parameter
    if setting.percent_of is not None:
        ends = setting.percent_of(config)
        wiring.writers[operation] = percent_writer(topic, template, name, "value", ends)
        return
    fill_command(template, {"value": 1})
    allowed = words_in(config.get(setting.listed)) if setting.listed else ()
    low, high = setting.within(config) if setting.within is not None else (0.0, 100.0)

    def write(parameters: Parameters) -> Messages:
        if setting.listed:
            return ((topic, fill_command(template, {"value": word(parameters, name, allowed)})),)
        value = number(parameters, name, low, high)
        return ((topic, fill_command(template, {"value": value})),)

    if allowed or not setting.listed:
        wiring.writers[operation] = write
