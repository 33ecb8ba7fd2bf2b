"""Binary sensor 検知器: doors, motion, smoke and leaks, each yes or no."""

from companion.home.device_kind import DeviceKind
from companion.words.device import Domain
from companion.words.language import Bilingual

KIND = DeviceKind(
    domain=Domain.BINARY_SENSOR,
    order=130,
    called=Bilingual("検知器", "detector"),
    words=("扉", "ドア", "door"),
    ability=False,
)
