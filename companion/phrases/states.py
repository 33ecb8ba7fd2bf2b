"""States 様子の言い方: word a value that a device reports, by the table of its kind."""

from companion.home.kinds import KINDS, kind_of
from companion.words.device import Device
from companion.words.language import Bilingual
from companion.words.state_words import StateWords

PRESENT, ABSENT = Bilingual("いる", "present"), Bilingual("いない", "absent")
"""Words for a camera's report about people in a room."""
_ANY = {value: words for kind in reversed(KINDS) for value, words in kind.said.items()}
"""Of a thing whose kind is not known: the first kind that people read tells it."""


def words_of(device: Device, value: str) -> StateWords | None:
    """The words for a value of this device; None where it is a number or another's word."""
    kind = kind_of(device)
    by_class = kind.said_by_class.get(f"{device.attributes.get('device_class')}", {})
    return by_class.get(value) or kind.said.get(value)


def state_said(device: Device | None, value: str) -> Bilingual:
    """`ついている` / `on`; a number with its unit, and any other word as it stands."""
    if value in ("present", "absent"):
        return PRESENT if value == "present" else ABSENT
    found = _ANY.get(value) if device is None else words_of(device, value)
    if found is not None:
        return found.short
    unit = "" if device is None else f"{device.attributes.get('unit', '')}"
    plain = f"{value} {unit}".strip()
    return Bilingual(plain, plain)


def any_state(value: str) -> Bilingual:
    """The word for a value of several things of several kinds."""
    return _ANY[value].short
