"""Players on the wire, in a plain form of our own (ADR 0007)."""

from companion.home.wire_values import mark_of
from companion.links.kind_on_wire import KindOnWire
from companion.links.templates import parse_value_template
from companion.links.wiring import (
    Config,
    Wiring,
    map_reader,
    number_reader,
    percent_writer,
    sends,
)


def _wire(wiring: Wiring, config: Config) -> None:
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


ON_WIRE = KindOnWire(wire=_wire)
