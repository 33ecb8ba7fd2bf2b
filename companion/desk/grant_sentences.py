"""Grant sentences: reads "don't ask again today for the curtains", この件は今日は聞かないで and the
like.

The whole sentence must be understood: that nothing is to be asked, for how long, and for which
matter, room, kind of device or device. A sentence with any other word in it is none.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.home.kinds import kind_of
from companion.phrases.plural import plural
from companion.rooms.understanding.fold import EN_NUMBERS, EN_TENS
from companion.words.device import Device
from companion.words.ids import DeviceId
from companion.words.number import kanji_number
from companion.words.place import Place
from companion.words.table import compiled, table


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantSentence:
    """A sentence that allows something ahead."""

    lasts: timedelta | None
    """None: until the end of the day, or nobody said (`is_today` tells)."""
    is_today: bool
    is_yes: bool
    """It says ok as well: the question that waits gets its yes."""
    devices: tuple[Device, ...] = ()
    """Devices that are meant; none: the matter that was asked about last."""
    about: str = ""
    """As it was said: `curtains`, リビング."""

    @property
    def has_time(self) -> bool:
        """Whether it was said for how long."""
        return self.is_today or self.lasts is not None

    def until(self, now: datetime) -> datetime:
        """When it ends: in the household's zone at midnight for today."""
        if self.lasts is not None:
            return now + self.lasts
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        return midnight + timedelta(days=1)


_NUMBERS = {"a": 1, "an": 1, **EN_NUMBERS, **EN_TENS}
_FORMS = compiled(
    table("companion.desk", "grant_sentences.toml")["forms"],
    {"number": [r"\d{1,2}", *sorted(_NUMBERS, key=len, reverse=True)]},
)


def grant_sentence(
    text: str, devices: Iterable[Device], places: Sequence[Place]
) -> GrantSentence | None:
    """Read a sentence, or None where it is another one."""
    said = _plain(text)
    if said.endswith("?"):
        return None
    rest, no_ask = _without(said, _FORMS["no_ask"])
    rest, ok = _without(rest, _FORMS["ok"])
    rest, length = _without(rest, _FORMS["hours"])
    lasts = None if length is None else _length(length)
    rest, today = _without(rest, _FORMS["today"])
    # An ok alone is a yes; only with a time it allows more than what was asked.
    if no_ask is None and (ok is None or not _FORMS["for"].search(said) or not (length or today)):
        return None
    rest, meant, about = _things(rest, tuple(devices), places)
    rest, this = _without(rest, _FORMS["this"])
    if _FORMS["small"].sub("", rest).strip():
        return None
    if lasts == timedelta() or not (length or today or meant or this or about):
        return None
    return GrantSentence(
        lasts=lasts,
        is_today=today is not None and length is None,
        is_yes=ok is not None,
        devices=meant,
        about=about,
    )


def _without(text: str, form: re.Pattern[str]) -> tuple[str, re.Match[str] | None]:
    found = form.search(text)
    if found is None:
        return text, None
    return f"{text[: found.start()]} {text[found.end() :]}".strip(), found


def _length(found: re.Match[str]) -> timedelta:
    parts = found.groupdict()
    unit = parts["unit"] or parts["unitja"]
    one = timedelta(hours=1) if unit.startswith(("hour", "時")) else timedelta(minutes=1)
    if parts["half"]:
        return one / 2
    word = parts["n"] or parts["nja"] or "1"
    count = _NUMBERS[word] if word in _NUMBERS else kanji_number(word)
    return one * count + (one / 2 if parts["halfja"] else timedelta())


def _things(
    text: str, devices: tuple[Device, ...], places: Sequence[Place]
) -> tuple[str, tuple[Device, ...], str]:
    """The devices that are named by room, kind and name; the text without these words."""
    told: list[str] = []
    meant = frozenset(device.id for device in devices)
    for name, ids in _names(devices, places):
        shorter, word = _without(text, _word(name))
        if word is not None:
            text = shorter
            told.append(name)
            meant &= ids
    if not told:
        return text, (), ""
    return text, tuple(device for device in devices if device.id in meant), " ".join(told)


def _names(
    devices: tuple[Device, ...], places: Sequence[Place]
) -> list[tuple[str, frozenset[DeviceId]]]:
    """Each name, longest first, with the devices that it means: of a device (all that bear it), of
    a room, of a kind."""
    bearers: defaultdict[str, set[DeviceId]] = defaultdict(set)
    for device in devices:
        for name in (device.name.ja, device.name.en):
            bearers[_plain(name)].add(device.id)
    named = [(name, frozenset(ids)) for name, ids in bearers.items()]
    for place in places:
        ids = frozenset(device.id for device in devices if device.area == place.id)
        words = (place.name.ja, place.name.en, *place.aliases)
        named += [(_plain(word), ids) for word in words]
    for kind in {kind_of(device).name: kind_of(device) for device in devices}.values():
        ids = frozenset(device.id for device in devices if kind_of(device).name == kind.name)
        words = (kind.called.ja, kind.called.en, plural(kind.called.en), *kind.words)
        named += [(_plain(word), ids) for word in words]
    return sorted((one for one in named if one[0]), key=lambda one: -len(one[0]))


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).lower().replace("’", "'").split())


def _word(name: str) -> re.Pattern[str]:
    edge = r"\b" if name.isascii() else ""
    return re.compile(f"{edge}{re.escape(name)}{edge}")
