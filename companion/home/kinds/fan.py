"""Fan 扇風機: fans and ventilation, by speed and swing."""

from dataclasses import replace

from companion.home.device_kind import DeviceKind, DeviceOperation, Number
from companion.home.hub_wire import SWITCHED, HubWire, featured, on_off
from companion.home.mqtt_wire import (
    Config,
    MqttNumber,
    MqttPress,
    MqttSetting,
    MqttWire,
    MqttWord,
    ends_of,
)
from companion.home.room_effect import RoomEffect
from companion.home.switched import TURN_OFF, TURN_ON
from companion.home.wire_values import whole
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.purpose import Purpose
from companion.words.state_words import StateWords
from companion.words.verb import Verb


def _speeds(config: Config) -> tuple[float, float]:
    """The fan's own steps; the step below the lowest is off."""
    low, high = ends_of(config, "speed_range_min", 1, "speed_range_max", 100)
    return low - 1, high


KIND = DeviceKind(
    domain=Domain.FAN,
    lit=frozenset({"on"}),
    lived_in=frozenset({"on"}),
    noun_in_entries=True,
    order=40,
    called=Bilingual("扇風機", "fan"),
    icon=(
        '<circle cx="12" cy="12" r="1.5"/><path d="M 12 10.5c -2-4 0-7 2.5-7s 2.5 5-2.5 7zM'
        " 13.3 12.7c 4.5.2 6.2 3.4 5 5.6s -5.6-.1-5-5.6zM 10.7 12.7c -2.5 3.8-6.1 3.6-7.4 1.4"
        's 2.9-4.7 7.4-1.4z"/>'
    ),
    words=("扇風機", "換気扇", "fan"),
    finer="percentage",
    purpose=Purpose.COMFORT,
    named=Bilingual("扇風機|換気扇", "fans?"),
    said={
        "on": StateWords("動いている", "running"),
        "off": StateWords("止まっている", "off"),
    },
    mqtt=MqttWire(
        on_off="state_value_template",
        words={
            "oscillating": MqttWord(
                topic="oscillation_state_topic",
                template="oscillation_value_template",
                words={
                    "on": "payload_oscillation_on:oscillate_on",
                    "off": "payload_oscillation_off:oscillate_off",
                },
            )
        },
        numbers={
            "percentage": MqttNumber(
                topic="percentage_state_topic",
                template="percentage_value_template",
                percent_of=_speeds,
            )
        },
        presses={
            "oscillate_on": MqttPress(
                topic="oscillation_command_topic", payload="payload_oscillation_on:oscillate_on"
            ),
            "oscillate_off": MqttPress(
                topic="oscillation_command_topic", payload="payload_oscillation_off:oscillate_off"
            ),
        },
        settings={
            "set_percentage": MqttSetting(
                parameter="percentage",
                topic="percentage_command_topic",
                template="percentage_command_template",
                percent_of=_speeds,
            )
        },
    ),
    limit_setting="fan_s",
    conditions=("on", "off"),
    hub=HubWire(
        offers=featured(
            {
                "turn_on": 0,
                "turn_off": 0,
                "set_percentage": 1,
                "oscillate_on": 2,
                "oscillate_off": 2,
            }
        ),
        services={
            **SWITCHED,
            "set_percentage": lambda given, facts: (
                "set_percentage",
                {"percentage": whole(given, "percentage", 1, 100)},
            ),
            "oscillate_on": ("oscillate", {"oscillating": True}),
            "oscillate_off": ("oscillate", {"oscillating": False}),
        },
        told={"percentage": ("percentage", 1)},
        more=lambda attributes, state: {"oscillating": on_off(attributes.get("oscillating"))},
    ),
    numbers=(
        Number(
            name="percentage",
            label=Bilingual("強さ", "Speed"),
            unit="%",
            low=10,
            high=100,
            step=10,
            tolerance=2,
        ),
    ),
    operations=(
        replace(TURN_ON, effect=RoomEffect.COOLER),
        replace(TURN_OFF, effect=RoomEffect.LESS_COOL),
        DeviceOperation(
            does="set_percentage",
            value="on",
            number="percentage",
            low=1,
            inverse="set_percentage",
            verb=Verb(
                ja="{}の風量を変える",
                en="set the speed of {}",
                past="set the speed of {}",
                short_en="set speed",
                to=Verb(
                    ja="{}の風量を{v}にする",
                    en="set {} to {v}",
                    past="set {} to {v}",
                    itself="go to {v}",
                ),
            ),
        ),
        DeviceOperation(
            does="oscillate_on",
            holds=("oscillating", "on"),
            inverse="oscillate_off",
            verb=Verb(
                ja="{}の首を振らせる",
                en="make {} swing",
                past="made {} swing",
                short_en="swing",
            ),
        ),
        DeviceOperation(
            does="oscillate_off",
            holds=("oscillating", "off"),
            inverse="oscillate_on",
            verb=Verb(
                ja="{}の首振りを止める",
                en="stop {} swinging",
                past="stopped {} swinging",
            ),
        ),
    ),
)
