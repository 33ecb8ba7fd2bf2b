"""Device tracker 居場所: whether a phone is at home."""

from companion.home.device_kind import DeviceKind
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.state_words import StateWords

KIND = DeviceKind(
    domain=Domain.DEVICE_TRACKER,
    order=140,
    called=Bilingual("居場所", "tracker"),
    said={
        "home": StateWords("家にいる", "at home"),
        "not_home": StateWords("出かけている", "away"),
    },
    conditions=("home", "not_home"),
    ability=False,
)
