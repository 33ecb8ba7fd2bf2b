"""Device tracker 居場所: whether a phone is at home."""

from companion.home.device_kind import DeviceKind
from companion.words.device import Domain
from companion.words.language import Bilingual

KIND = DeviceKind(
    domain=Domain.DEVICE_TRACKER,
    order=140,
    called=Bilingual("居場所", "tracker"),
    ability=False,
)
