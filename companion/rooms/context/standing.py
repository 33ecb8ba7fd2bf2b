"""Standing wishes 言いつけ: lets a remembered wish speak for its deed once its condition is met.

`If the wind is over sixty, close the shutter` is kept as a preference or was said in the last days.
Only wishes of the household are read, never a guest's and never words that were sensed. Where the
condition is met by the report and the devices, the deed is a strong reason; where that is not
certain, the wish is none.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.home.kinds import kind_of
from companion.home.purpose import purpose_of
from companion.phrases.wish_words import WishWords, wish_words, wishes_in
from companion.rooms.context.collect import Collected, Offer, Seen
from companion.rooms.context.holds import Facts, Holds, holds, rooms_named
from companion.rooms.context.meant import lamps_of, speaks_of_warmth, things_meant
from companion.rooms.context.mentions import deeds_wanted, does_one_of
from companion.words.areas import PreferenceValue, StandingWishValue, value_in
from companion.words.event import EventSource
from companion.words.ids import DeviceId
from companion.words.language import Language
from companion.words.place import Place
from companion.words.purpose import Purpose
from companion.words.standing_wish import StandingWish
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import UNTRUSTED

WISHED, NEARLY = 0.95, 0.85
"""Fit of the deed that was wished for, and of a near one."""
_DIMMED = 100
"""Brightness (0..255) at or below which a lamp is dimmed."""
_CLAUSE = re.compile(r"、|(?<=くして)|, (?:and )?|; | and (?=[a-z]+ the )")
_ANY_START = frozenset({"turn_on", "play", "open"})


@dataclass(frozen=True, slots=True)
class Deed:
    """言いつけの行い: what a wish whose condition is met wants of one thing."""

    wish: StandingWish
    does: frozenset[str]
    """Operations of the device itself."""
    words: str
    dim: bool = False
    nightly: bool = False
    """The wish speaks of the night or of sleep."""
    cold: bool = False
    """Its condition is that something has become cold."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """言いつけの読み: the wishes that count now, and the sentences that were read as wishes."""

    deeds: Mapping[DeviceId, tuple[Deed, ...]]
    read: frozenset[str]
    """Sentences that are no wish against everything, whatever single words of them say."""


NO_WISHES = Wishes({}, frozenset())


@dataclass(frozen=True, slots=True)
class _Built:
    wish: StandingWish
    condition: str
    deed: str
    language: Language


def wishes_for(
    trigger: Trigger,
    collected: Collected,
    places: tuple[Place, ...],
    people: Mapping[str, str | None],
    *,
    hour: int,
    asleep: bool,
) -> Wishes:
    """The wishes of the household that hold at this moment."""
    if trigger.requested is not None or trigger.instead_of:
        return NO_WISHES
    found: dict[DeviceId, tuple[Deed, ...]] = {}
    read: set[str] = set()
    for built in _remembered(trigger, collected):
        words = wish_words(built.language)
        facts = Facts(
            report=_report(trigger, words, places),
            states=tuple(_states(collected, built.language)),
            place=trigger.place,
            people=people,
            places=places,
            hour=hour,
            asleep=asleep,
            by_person=trigger.priority is Priority.USER,
        )
        met = holds(built.condition, built.wish.text, built.language, facts)
        deeds = tuple(_deeds(built, words, trigger, collected, places, people))
        if deeds and (met is Holds.NO or not built.wish.against):
            read.add(built.wish.text)
        if met is Holds.YES:
            for device, deed in deeds:
                found[device] = (*found.get(device, ()), deed)
    return Wishes(found, frozenset(read))


def _remembered(trigger: Trigger, collected: Collected) -> Iterator[_Built]:
    """Every sentence of the household that is built as a wish with a condition."""
    for row in collected.preferences:
        value = value_in(row, PreferenceValue)
        if value is not None and row.trust not in UNTRUSTED:
            wish = StandingWish(text=value.text, at=row.since, events=row.evidence_event_ids)
            yield from _built(wish)
    for row in collected.wishes:
        kept = value_in(row, StandingWishValue)
        if kept is not None and row.trust not in UNTRUSTED:
            wish = StandingWish(text=kept.text, at=row.since, events=row.evidence_event_ids)
            yield from _built(wish)
    for event in collected.events:
        ours = event.source is EventSource.USER_INPUT and event.trust not in UNTRUSTED
        if ours and event.id not in trigger.event_ids and event.id not in collected.obeyed:
            wish = StandingWish(text=event.user_text, at=event.at, events=(event.id,))
            yield from _built(wish)


def _built(wish: StandingWish) -> Iterator[_Built]:
    for one in wishes_in(wish.text):
        yield _Built(
            replace(wish, against=one.against), one.condition, one.deed, language=one.language
        )


def _report(trigger: Trigger, words: WishWords, places: tuple[Place, ...]) -> str:
    """The text that woke the companion, without words that somebody else wrote or said; a due
    routine and a quiet moment report nothing."""
    about = trigger.about.without_words()
    if about is None or trigger.kind is not TriggerKind.EVENT:
        return ""
    if trigger.priority is not Priority.USER and words.says("quotes", about.text):
        return ""
    return " ".join((about.text, *_names(trigger.place, places)))


def _names(room: str, places: tuple[Place, ...]) -> tuple[str, ...]:
    return next(((p.name.en.casefold(), p.name.ja) for p in places if p.id == room), ())


_SAID: Mapping[str, tuple[str, str]] = {
    "open": ("is open", "が開いている"),
    "closed": ("is closed", "が閉まっている"),
    "unlocked": ("is unlocked", "の鍵が開いている"),
    "playing": ("is playing", "が鳴っている"),
    "on": ("is on", "がついている"),
}


def _states(collected: Collected, language: Language) -> Iterator[str]:
    """A line for the report of each device, as a condition would say it."""
    for seen in collected.devices:
        if not seen.condition.known:
            continue
        name, value = seen.device.name.get(language), seen.condition.value
        unit = f"{seen.device.attributes.get('unit') or ''}"
        if kind_of(seen.device).measures:
            yield f"{name} {value}{unit}"
        elif value in _SAID:
            said = _SAID[value]
            yield f"{name}{said[1]}" if language is Language.JA else f"{name} {said[0]}"


def _deeds(
    built: _Built,
    words: WishWords,
    trigger: Trigger,
    collected: Collected,
    places: tuple[Place, ...],
    people: Mapping[str, str | None],
) -> Iterator[tuple[DeviceId, Deed]]:
    """Give the deed of a wish for each thing that it is about."""
    there = [room for room, who in people.items() if who == "present"]
    near = [*rooms_named(built.condition, places), trigger.place, *there]
    for clause in _CLAUSE.split(built.deed):
        does, dim = _does(clause, words, against=built.wish.against)
        raised = "open" in does and speaks_of_warmth(clause)  # 暖房を上げる opens nothing
        if raised or (not does and not dim):
            continue
        rooms = [*rooms_named(clause, places), *near]
        meant = frozenset[DeviceId]()
        for text in (clause, built.condition, built.wish.text):
            meant = meant or things_meant(text, collected.devices, places, rooms)
        meant = meant or (lamps_of(collected.devices, rooms) if dim else meant)
        for device in meant:
            yield (
                device,
                Deed(
                    wish=built.wish,
                    does=does,
                    words=clause,
                    dim=dim,
                    nightly=words.says("asleep", built.wish.text)
                    or any(name in built.condition for name in words.hours),
                    cold=words.says("below", built.condition),
                ),
            )


def _does(clause: str, words: WishWords, *, against: bool) -> tuple[frozenset[str], bool]:
    """The operations that a clause wants, and whether it wants little light."""
    dim = words.says_deed("dim", clause)
    wanted = deeds_wanted(clause)
    for name, form in words.deeds.items():
        if not wanted and name != "dim" and form.search(clause):
            wanted = deeds_wanted(_PLAIN[name])
    return (wanted or _ANY_START if against else wanted), dim


_PLAIN = {"turn_on": "on", "turn_off": "off", "close": "close"}


def wished(offer: Offer, seen: Seen, wishes: Wishes) -> tuple[float, Deed | None]:
    """The fit of a use by the wishes that hold, and the wish; below 0 where one speaks against."""
    best: tuple[float, Deed | None] = (0.0, None)
    for deed in wishes.deeds.get(seen.device.id, ()):
        fit = _fit(offer, deed)
        if deed.wish.against and fit > 0:
            return -WISHED, deed
        if fit > best[0] and not deed.wish.against:
            best = (fit, deed)
    return best


def _fit(offer: Offer, deed: Deed) -> float:
    brightness = offer.option.payload.get("brightness")
    if deed.dim and isinstance(brightness, int | float):
        return WISHED if brightness <= _DIMMED else 0.0
    if does_one_of(offer, deed.does, deed.words):
        return NEARLY if deed.dim else WISHED
    return 0.0


def may_heat(seen: Seen, deed: Deed | None) -> bool:
    """Whether a thing that gets hot may go on for a wish: one against the cold."""
    return deed is not None and deed.cold and purpose_of(seen.device) is Purpose.DANGEROUS
