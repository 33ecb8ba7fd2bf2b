"""Person 家族: whether somebody is at home."""

from companion.home.device_kind import DeviceKind
from companion.words.device import Domain
from companion.words.language import Bilingual

KIND = DeviceKind(
    domain=Domain.PERSON,
    order=150,
    called=Bilingual("家族", "person"),
    ability=False,
)
