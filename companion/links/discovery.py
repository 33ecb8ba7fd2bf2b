"""Discovery: reads Home Assistant's MQTT discovery messages, in which devices announce themselves.

Everything here came over the wire (trust `observed`): names are cleaned and cut, keys are
taken from the documented ones only, and a message that does not hold is refused with a
reason, never guessed at. Both forms are read: one entity a topic
(`PREFIX/COMPONENT/[NODE/]OBJECT/config`) and one device a topic (`PREFIX/device/ID/config`
with `components`). Short keys (`cmd_t`, `stat_t`, `~`) are written out first. Source of the
keys: Home Assistant's documentation of MQTT discovery.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.home.kinds import KINDS
from companion.links.templates import TemplateUnsupported, ValueTemplate, parse_value_template
from companion.service.wire_json import NotJson, read_object
from companion.words.device import Domain
from companion.words.ids import DeviceId
from companion.words.table import table

MAX_NAME_CHARS = 40
MAX_ID_CHARS = 64
MAX_TOPIC_CHARS = 256
MAX_COMPONENTS = 64

OWN_ORIGIN = "home companion"
"""Origin name of a companion, this one or another: its announcements are no devices to operate."""

_KEYS = table("companion.links", "discovery.toml")
_SHORT: dict[str, str] = _KEYS["message"] | {
    short: key for kind in KINDS if kind.mqtt for short, key in kind.mqtt.short.items()
}
_SHORT_DEVICE: dict[str, str] = _KEYS["device"]
_SHARED = (
    "availability",
    "availability_mode",
    "availability_topic",
    "availability_template",
    "payload_available",
    "payload_not_available",
    "device",
    "state_topic",
    "command_topic",
)
"""Keys of a device message that go to each of its components."""


class DiscoveryRefused(ValueError):
    """The message cannot be used; the text says why, for the health page."""


@dataclass(frozen=True, slots=True)
class DiscoveryTopic:
    """Where a config message stands."""

    component: str
    object_id: str
    """`node_object` where the topic has a node."""


@dataclass(frozen=True, slots=True)
class AvailabilityTopic:
    """One topic on which a device says whether it is there."""

    topic: str
    template: ValueTemplate
    online: str
    offline: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One announced entity, its config written out."""

    id: DeviceId
    domain: Domain
    name: str
    area_hint: str
    """`suggested_area`, cleaned; matched to a place elsewhere."""
    config: Mapping[str, Any]
    availability: tuple[AvailabilityTopic, ...]
    availability_mode: str


def parse_topic(topic: str, prefix: str) -> DiscoveryTopic | None:
    """Take a config topic apart; None for any other topic."""
    parts = topic.removeprefix(prefix + "/").split("/")
    if not topic.startswith(prefix + "/") or parts[-1] != "config" or len(parts) not in (3, 4):
        return None
    return DiscoveryTopic(parts[0], "_".join(slug(part) for part in parts[1:-1]))


def parse_config(where: DiscoveryTopic, payload: bytes) -> tuple[Entity, ...]:
    """The entities of one config message; none for kinds we do not read.

    Raises `DiscoveryRefused`. An empty payload is a removal and not given here.
    """
    try:
        document = read_object(payload)
    except NotJson as error:
        raise DiscoveryRefused(str(error)) from error
    try:
        config = _written_out(document)
        origin = config.get("origin")
        if isinstance(origin, dict) and origin.get("name") == OWN_ORIGIN:
            return ()
        if where.component == "device":
            return tuple(_components(where.object_id, config))
        return _entity(where.component, where.object_id, config)
    except (TypeError, AttributeError, KeyError) as error:
        raise DiscoveryRefused(f"malformed: {error}") from error


def clean_name(text: object, limit: int = MAX_NAME_CHARS) -> str:
    """A name from the wire: one line, no controls, no marks of markup, at most `limit`."""
    if not isinstance(text, str):
        return ""
    text = unicodedata.normalize("NFC", text[: limit * 8])
    kept = "".join(" " if c.isspace() else c for c in text if not _hidden(c))
    return " ".join(kept.translate(_MARKUP).split())[:limit].strip()


def slug(text: object) -> str:
    """An id part: `a-z`, `0-9`, `_`; other scripts are kept as their code points."""
    if not isinstance(text, str):
        return ""
    plain = unicodedata.normalize("NFKC", text[:MAX_ID_CHARS]).lower()
    ascii_only = "".join(c if c.isascii() else f"u{ord(c):x}" for c in plain)
    return re.sub(r"[^a-z0-9]+", "_", ascii_only).strip("_")[:MAX_ID_CHARS]


def usable_topic(topic: object) -> bool:
    """Whether we would subscribe to it or publish on it: no wildcard, no broker's own, and no
    character for which a broker ends the connection (MQTT 3.1.1, 1.5.3: controls, surrogates,
    noncharacters): one such topic, retained, would end every connection of ours."""
    return (
        isinstance(topic, str)
        and 0 < len(topic) <= MAX_TOPIC_CHARS
        and not any(c in "+#" or unicodedata.category(c) in _NEVER_SENT for c in topic)
        and not topic.startswith("$")
    )


def command_topics(config: Mapping[str, Any]) -> set[str]:
    """Everything the device of this config would be commanded on."""
    return {
        str(topic)
        for key, topic in config.items()
        if topic and (key.endswith("command_topic") or key == "set_position_topic")
    }


_NEVER_SENT = frozenset({"Cc", "Cs", "Cn"})
_MARKUP = str.maketrans({"<": "‹", ">": "›", "{": "(", "}": ")", "`": "'", '"': "'", "&": "+"})


def _hidden(char: str) -> bool:
    category = unicodedata.category(char)
    return category in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp") and not char.isspace()


def _written_out(document: Mapping[str, Any]) -> dict[str, Any]:
    """Short keys to long ones, `~` to its value, in the message and one level inside."""
    config = {_SHORT.get(key, key): value for key, value in document.items()}
    if isinstance(config.get("device"), dict):
        config["device"] = {_SHORT_DEVICE.get(k, k): v for k, v in config["device"].items()}
    if isinstance(config.get("availability"), dict):
        config["availability"] = [config["availability"]]
    listed = config.get("availability")
    if listed is not None and not isinstance(listed, list):
        raise DiscoveryRefused("availability is no list")
    if listed is not None:
        config["availability"] = [
            {_SHORT.get(k, k): v for k, v in item.items()}
            for item in listed[:8]
            if isinstance(item, dict)
        ]
    root = config.pop("~", None)
    return _rooted(config, root) if isinstance(root, str) else config


def _rooted(config: dict[str, Any], root: str) -> dict[str, Any]:
    for key, value in config.items():
        if key.endswith("topic") and isinstance(value, str):
            if value.startswith("~"):
                config[key] = root + value[1:]
            elif value.endswith("~"):
                config[key] = value[:-1] + root
    for item in config.get("availability") or ():
        _rooted(item, root)
    return config


def _components(device_id: str, config: dict[str, Any]) -> Iterator[Entity]:
    components = config.get("components")
    if not isinstance(components, dict):
        raise DiscoveryRefused("a device without components")
    shared = {key: config[key] for key in _SHARED if key in config}
    for key, raw in list(components.items())[:MAX_COMPONENTS]:
        if not isinstance(raw, dict):
            continue
        own = _written_out(raw)
        platform = own.pop("platform", None)
        if own:  # a bare platform is a removal
            yield from _entity(str(platform), f"{device_id}_{slug(key)}", shared | own)


def _entity(component: str, object_id: str, config: dict[str, Any]) -> tuple[Entity, ...]:
    if component not in set(Domain):
        return ()
    wrong = [k for k, v in config.items() if k.endswith("_topic") and v and not usable_topic(v)]
    if wrong:
        raise DiscoveryRefused(f"unusable {wrong[0]}")
    device = config["device"] if isinstance(config.get("device"), dict) else {}
    domain = Domain(component)
    if _is_no_device(config):
        return ()
    own_id = _own_id(domain, config) or object_id
    if not own_id:
        raise DiscoveryRefused("no object id")
    return (
        Entity(
            id=DeviceId(f"{domain}.{own_id}"),
            domain=domain,
            name=_name(config, device) or own_id.replace("_", " "),
            area_hint=clean_name(device.get("suggested_area")),
            config=config,
            availability=tuple(_availability(config)),
            availability_mode=str(config.get("availability_mode", "latest")),
        ),
    )


def _is_no_device(config: Mapping[str, Any]) -> bool:
    """A setting or a diagnosis (link quality, permit join): nothing of the home, and a switch
    among them is not one for us. Batteries are worth telling."""
    if config.get("enabled_by_default") is False:
        return True
    return bool(config.get("entity_category")) and config.get("device_class") != "battery"


def _own_id(domain: Domain, config: Mapping[str, Any]) -> str:
    entity_id = config.get("default_entity_id")
    if isinstance(entity_id, str) and entity_id.startswith(f"{domain}."):
        return slug(entity_id.removeprefix(f"{domain}."))
    return slug(config.get("object_id"))


def _name(config: Mapping[str, Any], device: Mapping[str, Any]) -> str:
    """Home Assistant's rule: the device's name, then the entity's own where it adds to it."""
    whole, part = clean_name(device.get("name")), clean_name(config.get("name"))
    if not whole or not part or whole in part:
        return part or whole
    return f"{whole} {part}"[:MAX_NAME_CHARS]


def _availability(config: Mapping[str, Any]) -> Iterator[AvailabilityTopic]:
    listed = config.get("availability")
    items: list[Mapping[str, Any]] = list(listed) if isinstance(listed, list) else []
    if topic := config.get("availability_topic"):
        template = config.get("availability_template")
        items.append(dict(config) | {"topic": topic, "value_template": template})
    for item in items:
        if not usable_topic(item.get("topic")):
            raise DiscoveryRefused("unusable availability topic")
        try:
            template = parse_value_template(item.get("value_template"))
        except TemplateUnsupported as error:
            raise DiscoveryRefused(f"availability template: {error}") from error
        yield AvailabilityTopic(
            item["topic"],
            template,
            str(item.get("payload_available", "online")),
            str(item.get("payload_not_available", "offline")),
        )
