"""Scene シーン: states of several things that the owner saved; it can do anything."""

from companion.home.device_kind import DeviceKind
from companion.home.hub_wire import SWITCHED, HubWire, featured, started
from companion.home.started import START
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.purpose import Purpose
from companion.words.state_words import StateWords


def _value(state: object) -> str | None:
    """A scene has no state but when it was last started, which the hub tells as its state."""
    return "idle" if isinstance(state, str) and state != "unavailable" else None


KIND = DeviceKind(
    domain=Domain.SCENE,
    stateless=True,
    order=80,
    called=Bilingual("シーン", "scene"),
    icon='<path d="M 4 9h 16v 10H 4zM 4 9l 3-4M 9 9l 3-4M 14 9l 3-4"/>',
    words=("シーン", "モード", "scene"),
    by_own_id=True,
    limit_s=5.0,
    limit_setting="scene_s",
    said={
        "idle": StateWords("待機中", "idle"),
    },
    hub=HubWire(offers=featured({"turn_on": 0}), services=SWITCHED, more=started, value=_value),
    ability=False,
    purpose=Purpose.UNKNOWN,
    operations=(START,),
)
