"""Script スクリプト: steps that the owner wrote; it can do anything."""

from companion.home.device_kind import DeviceKind, DeviceOperation
from companion.home.hub_wire import SWITCHED, HubWire, featured, started
from companion.home.mqtt_wire import MqttWire
from companion.words.capability import RiskTier
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.purpose import Purpose
from companion.words.state_words import StateWords
from companion.words.verb import Verb

KIND = DeviceKind(
    domain=Domain.SCRIPT,
    lit=frozenset({"on"}),
    order=90,
    called=Bilingual("スクリプト", "script"),
    icon='<path d="M 6 4h 9l 3 3v 13H 6zM 9 11h 6M 9 15h 6"/>',
    words=("スクリプト", "script"),
    by_own_id=True,
    limit_s=5.0,
    limit_name="scene",
    said={
        "on": StateWords("動いている", "running"),
        "off": StateWords("止まっている", "off"),
        "idle": StateWords("待機中", "idle"),
    },
    hub=HubWire(offers=featured({"turn_on": 0, "turn_off": 0}), services=SWITCHED, more=started),
    ability=False,
    purpose=Purpose.UNKNOWN,
    # Scripts are Home Assistant's own: over MQTT none is announced, and none is operated.
    mqtt=MqttWire(),
    operations=(
        DeviceOperation(
            does="turn_on",
            moves="started",
            risk=RiskTier.ASK,
            sounds=True,
            verb=Verb(
                ja="{}を始める",
                en="start {}",
                past="started {}",
                reported=Bilingual(
                    "{}が始まったという記録がありました"
                    "（一つ一つの機器がどうなったかは見ていません）",
                    "{} was started; what each thing in it did I have not looked at",
                ),
            ),
        ),
        DeviceOperation(
            does="turn_off",
            value="off",
            verb=Verb(ja="{}を止める", en="stop {}", past="stopped {}"),
        ),
    ),
)
