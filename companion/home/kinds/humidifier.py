"""Humidifier 加湿器: humidifiers and dehumidifiers, by target humidity and mode."""

from companion.home.device_kind import DeviceKind, DeviceOperation, Number
from companion.home.hub_wire import SWITCHED, Attributes, HubWire, features
from companion.home.mqtt_wire import (
    Config,
    MqttNumber,
    MqttSetting,
    MqttWire,
    MqttWord,
    ends_of,
)
from companion.home.shared_verbs import SWITCHED_TO
from companion.home.switched import ON_OFF
from companion.home.wire_values import quantity, whole, word, words_in
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.purpose import Purpose
from companion.words.state_words import StateWords
from companion.words.verb import Verb

_HAS_MODES = 1
"""Home Assistant's `HumidifierEntityFeature`."""


def _offers(attributes: Attributes) -> tuple[str, ...]:
    modes = features(attributes) & _HAS_MODES and words_in(attributes.get("available_modes"))
    return ("turn_on", "turn_off", "set_humidity", *(("set_mode",) if modes else ()))


def _facts(attributes: Attributes) -> dict[str, object]:
    ends = {name: quantity(attributes.get(name)) for name in ("min_humidity", "max_humidity")}
    limits = {name: limit for name, limit in ends.items() if limit is not None}
    return {"modes": words_in(attributes.get("available_modes")), **limits}


def _mode(attributes: Attributes, state: object) -> dict[str, str | None]:
    found = attributes.get("mode")
    return {"mode": found[:32] if isinstance(found, str) else None}


def _ends(config: Config) -> tuple[float, float]:
    return ends_of(config, "min_humidity", 0, "max_humidity", 100)


def _announced(config: Config) -> dict[str, object]:
    low, high = _ends(config)
    return {"modes": words_in(config.get("modes")), "min_humidity": low, "max_humidity": high}


KIND = DeviceKind(
    domain=Domain.HUMIDIFIER,
    order=45,
    called=Bilingual("加湿器", "humidifier"),
    icon='<path d="M 12 3s 6 6.5 6 11a 6 6 0 0 1-12 0c 0-4.5 6-11 6-11zM 9 15a 3 3 0 0 0 3 3"/>',
    words=("加湿器", "除湿機", "湿度", "humidifier", "dehumidifier", "humidity"),
    nouns=("加湿器", "かしつき", "humidifier", "humidifiers"),
    lit=frozenset({"on"}),
    lived_in=frozenset({"on"}),
    figure="current_humidity",
    figure_target="humidity",
    purpose=Purpose.WORK,
    said={
        "on": StateWords("動いている", "running"),
        "off": StateWords("止まっている", "off"),
        "normal": StateWords("標準", "normal"),
        "auto": StateWords("自動", "auto"),
        "eco": StateWords("節約", "eco"),
        "boost": StateWords("強", "boost"),
        "comfort": StateWords("快適", "comfort"),
        "sleep": StateWords("おやすみ", "sleep"),
        "baby": StateWords("ベビー", "baby"),
        "home": StateWords("在宅", "home"),
        "away": StateWords("外出", "away"),
    },
    conditions=("on", "off"),
    hub=HubWire(
        offers=_offers,
        services={
            **SWITCHED,
            "set_humidity": lambda given, facts: (
                "set_humidity",
                {
                    "humidity": whole(
                        given,
                        "humidity",
                        facts.get("min_humidity", 0),
                        facts.get("max_humidity", 100),
                    )
                },
            ),
            "set_mode": lambda given, facts: (
                "set_mode",
                {"mode": word(given, "mode", facts.get("modes"))},
            ),
        },
        told={"humidity": ("humidity", 1), "current_humidity": ("current_humidity", 0)},
        more=_mode,
        facts=_facts,
    ),
    mqtt=MqttWire(
        short={
            "hum_cmd_t": "target_humidity_command_topic",
            "hum_cmd_tpl": "target_humidity_command_template",
            "hum_stat_t": "target_humidity_state_topic",
            "hum_state_tpl": "target_humidity_state_template",
            "max_hum": "max_humidity",
            "min_hum": "min_humidity",
        },
        on_off="state_value_template",
        words={
            "mode": MqttWord(
                topic="mode_state_topic", template="mode_state_template", listed="modes"
            )
        },
        numbers={
            "humidity": MqttNumber(
                topic="target_humidity_state_topic", template="target_humidity_state_template"
            ),
            "current_humidity": MqttNumber(
                topic="current_humidity_topic", template="current_humidity_template"
            ),
        },
        settings={
            "set_humidity": MqttSetting(
                parameter="humidity",
                topic="target_humidity_command_topic",
                template="target_humidity_command_template",
                within=_ends,
            ),
            "set_mode": MqttSetting(
                parameter="mode",
                topic="mode_command_topic",
                template="mode_command_template",
                listed="modes",
            ),
        },
        facts=_announced,
    ),
    numbers=(
        Number(
            name="humidity",
            label=Bilingual("目標の湿度", "Target humidity"),
            unit="%",
            low=30,
            high=80,
            step=5,
            tolerance=1,
        ),
    ),
    operations=(
        *ON_OFF,
        DeviceOperation(
            does="set_humidity",
            number="humidity",
            intent="HassHumidifierSetpoint",
            inverse="set_humidity",
            verb=Verb(
                ja="{}の目標の湿度を変える",
                en="set the humidity of {}",
                past="set the humidity of {}",
                short_en="set humidity",
                to=Verb(
                    ja="{}の目標の湿度を{v}にする",
                    en="set {} to {v}",
                    past="set {} to {v}",
                    itself="go to {v}",
                ),
            ),
        ),
        DeviceOperation(
            does="set_mode",
            word="mode",
            inverse="set_mode",
            verb=Verb(
                ja="{}の運転を切り替える",
                en="switch the mode of {}",
                past="switched the mode of {}",
                short_en="switch mode",
                to=SWITCHED_TO,
            ),
        ),
    ),
)
