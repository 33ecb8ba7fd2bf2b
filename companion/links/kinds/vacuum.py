"""Robot vacuum cleaners on the wire."""

from companion.links.kind_on_wire import KindOnWire
from companion.links.templates import ValueTemplate
from companion.links.wiring import (
    Config,
    Wiring,
    map_reader,
    sends,
)

_WORDS = ("cleaning", "docked", "paused", "idle", "returning", "error")
_COMMANDS = {
    # ours: feature, key of the payload, its default (Home Assistant's MQTT vacuum)
    "start": ("start", "payload_start", "start"),
    "pause": ("pause", "payload_pause", "pause"),
    "stop": ("stop", "payload_stop", "stop"),
    "return_to_dock": ("return_home", "payload_return_to_base", "return_to_base"),
}


def _wire(wiring: Wiring, config: Config) -> None:
    template = ValueTemplate(True, ("state",))
    words = {word: word for word in _WORDS}
    wiring.reads(config.get("state_topic"), map_reader(template, words))
    listed = config.get("supported_features", ("start", "stop", "return_home"))
    features = set(map(str, listed)) if isinstance(listed, list | tuple) else set()
    for operation, (feature, key, default) in _COMMANDS.items():
        if feature in features and config.get("command_topic"):
            payload = str(config.get(key, default))
            wiring.writers[operation] = sends(config, "command_topic", payload)


ON_WIRE = KindOnWire(wire=_wire)
