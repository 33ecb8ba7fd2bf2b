"""Fan 扇風機: fans and ventilation, by speed and swing."""

from companion.home.device_kind import DeviceKind, DeviceOperation
from companion.home.hub_wire import SWITCHED, HubWire, featured, on_off
from companion.home.switched import ON_OFF
from companion.home.wire_values import whole
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.purpose import Purpose
from companion.words.state_words import StateWords
from companion.words.verb import Verb

KIND = DeviceKind(
    domain=Domain.FAN,
    order=40,
    called=Bilingual("扇風機", "fan"),
    words=("扇風機", "換気扇", "fan"),
    finer="percentage",
    purpose=Purpose.COMFORT,
    said={
        "on": StateWords("動いている", "running"),
        "off": StateWords("止まっている", "off"),
    },
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
    operations=(
        *ON_OFF,
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
