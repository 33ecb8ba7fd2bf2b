"""Script スクリプト: steps that the owner wrote; it can do anything."""

from companion.home.device_kind import DeviceKind, DeviceOperation
from companion.home.hub_wire import SWITCHED, HubWire, featured, started
from companion.home.mqtt_wire import MqttWire
from companion.home.shared_verbs import STOP
from companion.home.started import START
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.purpose import Purpose
from companion.words.state_words import StateWords

KIND = DeviceKind(
    domain=Domain.SCRIPT,
    lit=frozenset({"on"}),
    order=90,
    called=Bilingual("スクリプト", "script"),
    icon='<path d="M 6 4h 9l 3 3v 13H 6zM 9 11h 6M 9 15h 6"/>',
    words=("スクリプト", "script"),
    by_own_id=True,
    limit_s=5.0,
    limit_setting="scene_s",
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
        START,
        DeviceOperation(
            does="turn_off",
            value="off",
            verb=STOP,
        ),
    ),
)
