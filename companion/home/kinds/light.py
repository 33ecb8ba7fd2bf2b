"""Light 明かり: lamps, which can be dimmed and coloured."""

from dataclasses import replace

from companion.home.color import COLDEST_K, WARMEST_K, of_hs, to_hs
from companion.home.device_kind import DeviceKind, DeviceOperation, Number
from companion.home.hub_wire import SWITCHED, Attributes, HubWire, Parameters, Service
from companion.home.room_effect import RoomEffect
from companion.home.switched import TURN_OFF, TURN_ON
from companion.home.wire_values import color_of, quantity, whole
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.purpose import Purpose
from companion.words.state_words import StateWords
from companion.words.verb import Verb

_NO_LEVEL = frozenset({"onoff", "unknown"})
"""Home Assistant's colour modes of a light that cannot be dimmed."""
_COLORED = frozenset({"hs", "rgb", "rgbw", "rgbww", "xy"})


def _offers(attributes: Attributes) -> tuple[str, ...]:
    listed = attributes.get("supported_color_modes")
    modes = set(map(str, listed)) if isinstance(listed, list | tuple) else set[str]()
    finer = {
        "set_brightness": bool(modes - _NO_LEVEL),
        "set_color": bool(modes & _COLORED),
        "set_color_temperature": "color_temp" in modes,
    }
    return ("turn_on", "turn_off", *(does for does, can in finer.items() if can))


def _facts(attributes: Attributes) -> dict[str, int]:
    if "set_color_temperature" not in _offers(attributes):
        return {}
    warmest, coldest = (quantity(attributes.get(f"{e}_color_temp_kelvin")) for e in ("min", "max"))
    return {
        "min_color_temperature_k": round(warmest or WARMEST_K),
        "max_color_temperature_k": round(coldest or COLDEST_K),
    }


def _hue(attributes: Attributes, state: object) -> dict[str, str | int | None]:
    """The colour or the white of a lamp, whichever it shows."""
    mode, hs = attributes.get("color_mode"), attributes.get("hs_color")
    white = quantity(attributes.get("color_temp_kelvin"))
    if mode == "color_temp":
        return {"color_temperature_k": None if white is None else round(white)}
    if not isinstance(mode, str) or mode not in _COLORED:
        return {}
    if not isinstance(hs, list | tuple) or len(hs) != 2:
        return {}
    hue, far = quantity(hs[0]), quantity(hs[1])
    return {"color": None if hue is None or far is None else of_hs(hue, far)}


def _set_brightness(parameters: Parameters, facts: Attributes) -> Service:
    return "turn_on", {"brightness": whole(parameters, "brightness", 1, 255)}


def _set_color(parameters: Parameters, facts: Attributes) -> Service:
    return "turn_on", {"hs_color": list(to_hs(color_of(parameters)))}


def _set_white(parameters: Parameters, facts: Attributes) -> Service:
    low = int(facts.get("min_color_temperature_k", WARMEST_K))
    high = int(facts.get("max_color_temperature_k", COLDEST_K))
    return "turn_on", {"color_temp_kelvin": whole(parameters, "color_temperature_k", low, high)}


KIND = DeviceKind(
    domain=Domain.LIGHT,
    lit=frozenset({"on"}),
    lived_in=frozenset({"on"}),
    low_risk=True,
    figure="brightness",
    figure_while="on",
    noun_in_entries=True,
    order=10,
    called=Bilingual("明かり", "light"),
    icon=(
        '<path d="M 9 18h 6M 10 21h 4"/><path d="M 12 3a 6 6 0 0 0-3.5 10.9c .6.5 1 1.2 1'
        ' 2.100h 5c 0-.9.4-1.600 1-2.100A 6 6 0 0 0 12 3z"/>'
    ),
    words=("明かり", "灯り", "あかり", "電気", "ライト", "照明", "light", "lights", "lamp"),
    finer="brightness",
    purpose=Purpose.LAMP,
    wakes="light",
    named=Bilingual("明かり|灯り|あかり|電気|照明|ライト|ランプ", r"lights?|lamps?"),
    said={
        "on": StateWords("ついている", "on"),
        "off": StateWords("消えている", "off"),
    },
    limit_setting="light_s",
    conditions=("on", "off"),
    hub=HubWire(
        offers=_offers,
        services={
            **SWITCHED,
            "set_brightness": _set_brightness,
            "set_color": _set_color,
            "set_color_temperature": _set_white,
        },
        told={"brightness": ("brightness", 1)},
        more=_hue,
        facts=_facts,
    ),
    numbers=(
        Number(
            name="brightness",
            label=Bilingual("明るさ", "Brightness"),
            unit="%",
            low=1,
            high=100,
            step=1,
            scale=2.55,
            tolerance=3,
        ),
        Number(
            name="color_temperature_k",
            label=Bilingual("色合い", "White"),
            unit="K",
            low=2000,
            high=6500,
            step=100,
            tolerance=150,
        ),
    ),
    operations=(
        replace(TURN_ON, effect=RoomEffect.LIGHTER),
        replace(TURN_OFF, effect=RoomEffect.DARKER),
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
