"""Climate 空調: air conditioners and heating, by target and mode."""

from companion.home.device_kind import DeviceKind, DeviceOperation
from companion.words.capability import RiskTier
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.state_words import StateWords
from companion.words.verb import Verb

KIND = DeviceKind(
    domain=Domain.CLIMATE,
    order=30,
    called=Bilingual("空調", "air conditioner"),
    words=("エアコン", "空調", "暖房", "冷房", "air conditioner", "heating", "heater"),
    limit_s=5.0,
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
    operations=(
        DeviceOperation(
            does="set_temperature",
            number="temperature",
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
            inverse="set_mode",
            risk=RiskTier.ASK,
            verb=Verb(
                ja="{}の運転を切り替える",
                en="switch the mode of {}",
                past="switched the mode of {}",
                short_en="switch mode",
                to=Verb(
                    ja="{}を「{v}」にする",
                    en="switch {} to {v}",
                    past="switched {} to {v}",
                    itself="switch to {v}",
                ),
                at={"off": Verb(ja="{}を止める", en="turn off {}", past="turned off {}")},
            ),
        ),
    ),
)
