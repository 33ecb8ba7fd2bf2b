"""What each kind of device takes and tells on the wire, from its discovery config.

One table entry per kind builds a `Wiring`: topics read (each with how a payload becomes a
value or an attribute) and operations (each with how parameters become messages). Units are
those of `words.device`: brightness 0..255, position, tilt, percentage and volume 0..100,
temperature in the device's own °C. What a config does not say is not offered.
"""

from collections.abc import Callable, Mapping

from companion.home.kinds import kind_for
from companion.home.mqtt_wire import ends_of
from companion.home.wire_values import BadParameters, mark_of, moment_of
from companion.links.covers import wire_cover
from companion.links.lights import wire_light
from companion.links.tables import wire_by_table
from companion.links.templates import ValueTemplate, fill_command, parse_value_template
from companion.links.wiring import (
    VALUE,
    Config,
    Messages,
    Parameters,
    Update,
    Wiring,
    map_reader,
    number_reader,
    number_writer,
    percent_writer,
    sends,
    texts,
)
from companion.words.device import Domain


def wire(domain: Domain, config: Config) -> Wiring:
    """Build the wiring. Raises `TemplateUnsupported`, `ValueError` for odd configs."""
    wiring = Wiring()
    if isinstance(device_class := config.get("device_class"), str):
        wiring.attributes["device_class"] = device_class[:32]
    table = kind_for(domain).mqtt
    if table is not None:
        wire_by_table(wiring, config, table)
    else:
        _BUILD[domain](wiring, config)
    return wiring


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
    _media_extras(wiring, config)


def _media_extras(wiring: Wiring, config: Config) -> None:
    """Tracks and silence, where the player tells of them."""
    if not config.get("command_topic"):
        return
    if topic := config.get("track_state_topic"):
        track = parse_value_template(config.get("track_value_template"))
        wiring.reads(topic, lambda payload: {"track": mark_of(track.read(payload))})
        for operation, word in (("next_track", "NEXT"), ("previous_track", "PREVIOUS")):
            wiring.writers[operation] = sends(config, "command_topic", word)
    if topic := config.get("mute_state_topic"):
        muted = parse_value_template(config.get("mute_value_template"))
        words = {word: word.lower() for word in ("ON", "OFF", "on", "off")}
        wiring.reads(topic, map_reader(muted, words, "muted"))
        for operation in ("mute", "unmute"):
            wiring.writers[operation] = sends(config, "command_topic", operation.upper())


_VACUUM_WORDS = ("cleaning", "docked", "paused", "idle", "returning", "error")
_VACUUM_COMMANDS = {
    # ours: feature, key of the payload, its default (Home Assistant's MQTT vacuum)
    "start": ("start", "payload_start", "start"),
    "pause": ("pause", "payload_pause", "pause"),
    "stop": ("stop", "payload_stop", "stop"),
    "return_to_dock": ("return_home", "payload_return_to_base", "return_to_base"),
}


def _vacuum(wiring: Wiring, config: Config) -> None:
    template = ValueTemplate(True, ("state",))
    words = {word: word for word in _VACUUM_WORDS}
    wiring.reads(config.get("state_topic"), map_reader(template, words))
    listed = config.get("supported_features", ("start", "stop", "return_home"))
    features = set(map(str, listed)) if isinstance(listed, list | tuple) else set()
    for operation, (feature, key, default) in _VACUUM_COMMANDS.items():
        if feature in features and config.get("command_topic"):
            payload = str(config.get(key, default))
            wiring.writers[operation] = sends(config, "command_topic", payload)


def _scene(wiring: Wiring, config: Config) -> None:
    """Home Assistant's MQTT scene only hears; on a `state_topic` of its own one may tell when it
    was last started (ours, ADR 0007). It has no other state: while it is there it is `idle`."""
    wiring.always = "idle"
    template = parse_value_template(config.get("value_template"))
    wiring.reads(
        config.get("state_topic"), lambda payload: {"started": moment_of(template.read(payload))}
    )
    if config.get("command_topic"):
        payload = str(config.get("payload_on", "ON"))
        wiring.writers["turn_on"] = sends(config, "command_topic", payload)


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
    Domain.LIGHT: wire_light,
    Domain.COVER: wire_cover,
    Domain.CLIMATE: _climate,
    Domain.MEDIA_PLAYER: _media_player,
    Domain.VACUUM: _vacuum,
    Domain.SCENE: _scene,
    Domain.SENSOR: _sensor,
    Domain.BINARY_SENSOR: _binary_sensor,
    Domain.DEVICE_TRACKER: _tracker,
    Domain.PERSON: _tracker,
}
