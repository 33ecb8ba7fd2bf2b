"""Script スクリプト: steps that the owner wrote; it can do anything."""

from companion.home.device_kind import DeviceKind
from companion.words.device import Domain
from companion.words.language import Bilingual

KIND = DeviceKind(
    domain=Domain.SCRIPT,
    lit=frozenset({"on"}),
    order=90,
    called=Bilingual("スクリプト", "script"),
    icon='<path d="M 6 4h 9l 3 3v 13H 6zM 9 11h 6M 9 15h 6"/>',
)
