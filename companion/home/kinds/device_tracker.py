"""Device tracker 居場所: reports whether a phone is at home."""

from companion.home.device_kind import DeviceKind
from companion.words.device import Domain
from companion.words.language import Bilingual
from companion.words.state_words import StateWords

KIND = DeviceKind(
    domain=Domain.DEVICE_TRACKER,
    senses=True,
    order=140,
    called=Bilingual("居場所", "tracker"),
    icon=(
        '<path d="M 12 21s 6-6 6-11a 6 6 0 0 0-12 0c 0 5 6 11 6 11z"/><circle cx="12"'
        ' cy="10" r="2"/>'
    ),
    said={
        "home": StateWords("家にいる", "at home"),
        "not_home": StateWords("出かけている", "away"),
    },
    conditions=("home", "not_home"),
    ability=False,
)
