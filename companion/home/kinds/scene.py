"""Scene シーン: states of several things that the owner saved; it can do anything."""

from companion.home.device_kind import DeviceKind
from companion.words.device import Domain
from companion.words.language import Bilingual


def _value(state: object) -> str | None:
    """A scene has no state but when it was last started, which the hub tells as its state."""
    return "idle" if isinstance(state, str) and state != "unavailable" else None


KIND = DeviceKind(
    domain=Domain.SCENE,
    stateless=True,
    order=80,
    called=Bilingual("シーン", "scene"),
    icon='<path d="M 4 9h 16v 10H 4zM 4 9l 3-4M 9 9l 3-4M 14 9l 3-4"/>',
)
