"""Light 明かり: lamps, which can be dimmed and coloured."""

from companion.home.device_kind import DeviceKind, DeviceOperation
from companion.home.switched import ON_OFF
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.purpose import Purpose
from companion.words.state_words import StateWords
from companion.words.verb import Verb

KIND = DeviceKind(
    domain=Domain.LIGHT,
    order=10,
    called=Bilingual("明かり", "light"),
    words=("明かり", "灯り", "あかり", "電気", "ライト", "照明", "light", "lights", "lamp"),
    finer="brightness",
    purpose=Purpose.LAMP,
    said={
        "on": StateWords("ついている", "on"),
        "off": StateWords("消えている", "off"),
    },
    conditions=("on", "off"),
    operations=(
        *ON_OFF,
        DeviceOperation(
            does="set_brightness",
            value="on",
            number="brightness",
            low=1,
            high=255,
            inverse="set_brightness",
            verb=Verb(
                ja="{}の明るさを変える",
                en="set the brightness of {}",
                past="set the brightness of {}",
                short_en="set brightness",
                to=Verb(
                    ja="{}の明るさを{v}にする",
                    en="set {} to {v}",
                    past="set {} to {v}",
                    itself="go to {v}",
                ),
            ),
        ),
        DeviceOperation(
            does="set_color",
            value="on",
            word="color",
            inverse="set_color",
            verb=Verb(
                ja="{}の色を変える",
                en="set the colour of {}",
                past="set the colour of {}",
                short_en="set colour",
                to=Verb(
                    ja="{}の色を{v}にする", en="make {} {v}", past="made {} {v}", itself="turn {v}"
                ),
            ),
        ),
        DeviceOperation(
            does="set_color_temperature",
            value="on",
            number="color_temperature_k",
            low=1500,
            high=9000,
            inverse="set_color_temperature",
            verb=Verb(
                ja="{}の色合いを変える",
                en="set how warm the white of {} is",
                past="set how warm the white of {} is",
                short_en="set colour temperature",
                to=Verb(
                    ja="{}の色合いを{v}にする",
                    en="set the white of {} to {v}",
                    past="set the white of {} to {v}",
                    itself="go to {v}",
                ),
            ),
        ),
    ),
)
