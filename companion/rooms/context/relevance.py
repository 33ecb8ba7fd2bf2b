"""Relevance: scores how much sense one use makes here and now, from structured facts only.

Points, not a decision: they only say what is worth showing to the one who decides. The rules
are those anyone at home would agree with; persona and mood choose among what is shown.
"""

import re

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.kinds import kind_of
from companion.home.occasion import is_opening
from companion.home.purpose import purpose_of
from companion.home.room_effect import RoomEffect
from companion.rooms.context.collect import Offer, Seen
from companion.rooms.context.remedies import eases, remedy
from companion.rooms.context.select import Situation
from companion.words.capability import RiskTier
from companion.words.purpose import Purpose
from companion.words.travel import GO_TO_ROOM
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import UNTRUSTED

_HERE, _NEAR, _NAMED, _WATCHED = 3.0, -2.0, 4.0, 2.0
_FITS, _MISFIT = 3.0, -8.0
_PLAIN = 1.0
"""For an operation without settings: on, off, open, close."""
_FINE_TUNING = -4.0
"""Brightness, position and the like are for who asks; alone they only lengthen the menu."""
_URGENT = 4.0
"""For what gets hot and runs with nobody there: before every light."""
_LOOK = 3.0
_CALLED = 4.0
"""For the way to where somebody calls from."""
_CALLS = re.compile(
    r"こっち|おいで|来て|来い|きて(?!る)|助けて|手伝って|そばに|\b(?:come|here|over here|help)\b"
)
"""Closed vocabulary: words with which somebody is called; prose is not read further."""
_EASES = 8.0
"""A thermostat's small step where the room is uncomfortable: fine tuning that is worth a line,
where the household itself may have it done; that it is asked for first is approval's."""
_UNDOES_COMFORT = -2.0
_SAME_END = frozenset({RoomEffect.LIGHTER})
"""Ends that operations of several kinds serve. Where one came to nothing, another may stand in for
it; what serves no common end is not offered as a means."""


def score(offer: Offer, trigger: Trigger, situation: Situation, devices: tuple[Seen, ...]) -> float:
    """Points for one feasible use."""
    seen = next((s for s in devices if s.device.id == offer.option.object_id), None)
    if trigger.instead_of:
        return _stands_in(offer, trigger, seen)
    named = _NAMED if seen is not None and named_by_person(trigger, seen) else 0.0
    if situation.occasion:
        return remedy(offer, seen, situation) if seen is not None else 0.0
    if seen is None:
        return named + _tool(offer, trigger, situation)
    points = named + _place(seen.device.area, situation)
    points += _PLAIN if set(offer.option.payload) == {"device_id"} else _FINE_TUNING
    watched = {seen.device.id, seen.device.domain.value, seen.device.area}
    points += _WATCHED if watched & situation.targets else 0.0
    if trigger.about.trust not in UNTRUSTED and eases(offer, seen, situation):
        points += _EASES
    return points + (0.0 if named else _fit(offer, seen, situation))


def _stands_in(offer: Offer, trigger: Trigger, seen: Seen | None) -> float:
    """Another means to the same end in the same room; nothing else is thought of now."""
    plain = set(offer.option.payload) == {"device_id"}
    if seen is None or not plain or seen.device.area != trigger.place:
        return 0.0
    failed = OPERATION_BY_NAME.get(trigger.instead_of.partition(".")[2])
    same = failed is not None and offer.effect in _SAME_END and offer.effect is failed.effect
    return _HERE + _FITS if same else 0.0


def _place(area: str, situation: Situation) -> float:
    if not situation.place:
        return 0.0
    if area == situation.place:
        return _HERE
    return _NEAR if area in situation.near else _MISFIT


def named_by_person(trigger: Trigger, seen: Seen) -> bool:
    """A person's words name the thing, whole and exact; prose is not read further."""
    if trigger.priority is not Priority.USER:
        return False
    said, name = trigger.about.text.casefold(), seen.device.name
    return name.ja.casefold() in said or name.en.casefold() in said


def _tool(offer: Offer, trigger: Trigger, situation: Situation) -> float:
    """Another look where it is unknown who is there, or when nothing else woke us."""
    if offer.action_type == GO_TO_ROOM:
        return _going(offer, trigger, situation)
    if not offer.spec.read_only:
        return 0.0
    unknown = situation.place in situation.people and situation.people[situation.place] is None
    return _LOOK if unknown or trigger.kind is TriggerKind.HEARTBEAT else 0.0


def _going(offer: Offer, trigger: Trigger, situation: Situation) -> float:
    """The base goes where it is called from, or where something was noticed and nobody can tell
    whether anybody is there; elsewhere it has nothing to do."""
    if not situation.place or offer.option.payload.get("room") != situation.place:
        return 0.0
    if trigger.priority is Priority.USER:
        return _CALLED if _CALLS.search(trigger.about.text.casefold()) else 0.0
    unseen = situation.place in situation.people and situation.people[situation.place] is None
    return _LOOK if unseen and trigger.kind is TriggerKind.EVENT else 0.0


def _fit(offer: Offer, seen: Seen, situation: Situation) -> float:
    """Whether the operation fits who is there and how light it is."""
    operation = offer.spec.name
    people = situation.people.get(seen.device.area)
    dark = situation.dark.get(seen.device.area)
    kind = kind_of(seen.device)
    if kind.purpose is Purpose.LAMP:
        return _fit_light(operation, people, dark)
    if operation.endswith(("turn_off", "_pause")):
        if people == "absent":
            return _FITS + (_URGENT if purpose_of(seen.device) is Purpose.DANGEROUS else 0.0)
        return _UNDOES_COMFORT
    if operation.endswith("_stop"):
        return _UNDOES_COMFORT
    if kind.opens:
        return _fit_cover(operation, people, dark, seen, situation)
    if operation.endswith(("turn_on", "_play")) and people == "absent":
        return _MISFIT
    return _FITS if offer.spec.risk >= RiskTier.ASK and people == "absent" else -_PLAIN


def _fit_light(operation: str, people: str | None, dark: bool | None) -> float:
    """Light for people in the dark; none for empty rooms; never dark where somebody may be."""
    if operation.endswith("turn_off"):
        return _FITS if people == "absent" else _MISFIT
    if people == "absent" or dark is False:
        return _MISFIT
    return _FITS if people == "present" else 0.0


def _fit_cover(
    operation: str, people: str | None, dark: bool | None, seen: Seen, situation: Situation
) -> float:
    """Curtains follow the light: closed in the dark, open by day when somebody is there. A window
    may be closed at any hour, and in the rain it should be; a blind may be then too."""
    opening = is_opening(seen.device)
    if operation.endswith("_close") or operation == "close":
        if situation.rains:
            return _FITS if opening else 0.0
        return 0.0 if dark or opening else _UNDOES_COMFORT
    if situation.rains and opening:
        return _MISFIT
    if operation.endswith("_open") or operation == "open":
        return _PLAIN if people == "present" and dark is False else _MISFIT if dark else -_PLAIN
    return -_PLAIN
