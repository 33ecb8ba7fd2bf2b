"""Climate 空調: air conditioners and heating, by target and mode."""

from companion.home.device_kind import DeviceKind, DeviceOperation, Number
from companion.home.hub_wire import Attributes, HubWire, Parameters, Service, features
from companion.home.shared_verbs import SWITCHED_TO
from companion.home.wire_values import number, quantity, word, words_in
from companion.words.capability import RiskTier
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.state_words import StateWords
from companion.words.verb import Verb

MODES = frozenset({"auto", "off", "cool", "heat", "dry", "fan_only", "heat_cool"})
"""Home Assistant's `hvac_modes`."""
_TARGET_TEMPERATURE = 1


def _offers(attributes: Attributes) -> tuple[str, ...]:
    sets = features(attributes) & _TARGET_TEMPERATURE
    modes = words_in(attributes.get("hvac_modes"), MODES)
    return (*(("set_temperature",) if sets else ()), *(("set_mode",) if modes else ()))


def _facts(attributes: Attributes) -> dict[str, object]:
    ends = {name: quantity(attributes.get(name)) for name in ("min_temp", "max_temp")}
    limits = {name: limit for name, limit in ends.items() if limit is not None}
    return {"modes": words_in(attributes.get("hvac_modes"), MODES), **limits}


def _set_temperature(parameters: Parameters, facts: Attributes) -> Service:
    low, high = facts.get("min_temp", 5.0), facts.get("max_temp", 35.0)
    return "set_temperature", {"temperature": number(parameters, "temperature", low, high)}


KIND = DeviceKind(
    domain=Domain.CLIMATE,
    lit=frozenset({"heat", "cool", "auto", "heat_cool", "on"}),
    safety=True,
    figure="current_temperature",
    figure_target="temperature",
    noun_in_entries=True,
    order=30,
    called=Bilingual("空調", "air conditioner"),
    icon='<path d="M 14 14.5V 5a 2 2 0 0 0-4 0v 9.5a 4 4 0 1 0 4 0z"/>',
    words=("エアコン", "空調", "暖房", "冷房", "air conditioner", "heating", "heater"),
    limit_s=5.0,
    limit_setting="climate_s",
    needs_more={
        "turn_on": Bilingual(
            "{}は、冷房・暖房などの運転か温度で言ってください。",
            "Please tell me a mode or a temperature for {}.",
        )
    },
    named=Bilingual(
        "エアコン|クーラー|冷房|暖房|空調",
        r"air ?con(?:ditioner|ditioning)?|ac|a/c|heating|thermostat",
    ),
    instead={"turn_off": ("set_mode", {"mode": "off"})},
    said={
        "auto": StateWords("自動", "auto"),
        "heat": StateWords("暖房", "heating"),
        "cool": StateWords("冷房", "cooling"),
        "heat_cool": StateWords("冷暖房", "heating and cooling"),
        "dry": StateWords("除湿", "drying"),
        "fan_only": StateWords("送風", "fan only"),
        "off": StateWords("止まっている", "off"),
        "on": StateWords("動いている", "running"),
    },
    hub=HubWire(
        offers=_offers,
        services={
            "set_temperature": _set_temperature,
            "set_mode": lambda given, facts: (
                "set_hvac_mode",
                {"hvac_mode": word(given, "mode", facts.get("modes"))},
            ),
        },
        told={
            "temperature": ("temperature", 0),
            "current_temperature": ("current_temperature", 0),
        },
        facts=_facts,
    ),
    numbers=(
        Number(
            name="temperature",
            label=Bilingual("温度", "Temperature"),
            unit="°C",
            low=16,
            high=30,
            step=0.5,
            tolerance=0.25,
        ),
    ),
    operations=(
        DeviceOperation(
            does="set_temperature",
            number="temperature",
            fractions=True,
            low=5,
            high=35,
            inverse="set_temperature",
            risk=RiskTier.ASK,
            verb=Verb(
                ja="{}の設定温度を変える",
                en="set the temperature of {}",
                past="set the temperature of {}",
                short_en="set temperature",
                to=Verb(
                    ja="{}を{v}にする",
                    en="set {} to {v}",
                    past="set {} to {v}",
                    itself="go to {v}",
                ),
            ),
        ),
        DeviceOperation(
            does="set_mode",
            word="mode",
            as_state=True,
            inverse="set_mode",
            risk=RiskTier.ASK,
            verb=Verb(
                ja="{}の運転を切り替える",
                en="switch the mode of {}",
                past="switched the mode of {}",
                short_en="switch mode",
                to=SWITCHED_TO,
                at={"off": Verb(ja="{}を止める", en="turn off {}", past="turned off {}")},
            ),
        ),
    ),
)
