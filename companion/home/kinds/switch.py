"""Switch スイッチ: a plug or relay; what hangs behind it is told by its name only."""

from companion.home.device_kind import DeviceKind
from companion.home.hub_wire import SWITCHED, HubWire, featured
from companion.home.mqtt_wire import MqttWire
from companion.home.switched import ON_OFF
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.state_words import StateWords

KIND = DeviceKind(
    domain=Domain.SWITCH,
    lit=frozenset({"on"}),
    lived_in=frozenset({"on"}),
    noun_in_entries=True,
    order=110,
    called=Bilingual("スイッチ", "switch"),
    icon='<path d="M 9 3v 5M 15 3v 5M 6 8h 12v 3a 6 6 0 0 1-12 0zM 12 17v 4"/>',
    words=("スイッチ", "コンセント", "switch", "plug"),
    limit_setting="light_s",
    said={
        "on": StateWords("ついている", "on"),
        "off": StateWords("消えている", "off"),
    },
    mqtt=MqttWire(on_off="value_template"),
    conditions=("on", "off"),
    hub=HubWire(offers=featured({"turn_on": 0, "turn_off": 0}), services=SWITCHED),
    ability=False,
    switches_anything=True,
    operations=ON_OFF,
)
