"""Remedies: scores which uses answer an occasion such as rain or smoke; a use that answers nothing
is not offered.

An occasion wakes the companion for one thing. Its menu holds what would help with that, a way to
tell somebody, and `skip`; nothing else, so that it stays short.
"""

from collections.abc import Callable, Mapping

from companion.home.device_offer import AWAY_COOL_C, AWAY_HEAT_C
from companion.home.kinds import kind_of
from companion.home.occasion import Occasion, is_opening
from companion.home.purpose import purpose_of
from companion.home.room_effect import RoomEffect
from companion.rooms.context.collect import Offer, Seen
from companion.rooms.context.select import COLD_C, HOT_C, Situation
from companion.words.purpose import Purpose

_FIRST = 6.0
"""Score of turning off a thing that gets hot and runs with nobody there."""
_BEST, _GOOD, _FAIR = 5.0, 4.5, 4.0
"""All are enough to be shown; the better one first."""
_CURTAIN = 3.0
"""Closing a curtain or blind against rain: it may be a window's own, and no more is known."""


def remedy(offer: Offer, seen: Seen, situation: Situation) -> float:
    """Points for one use as an answer to the occasion; 0: it answers nothing."""
    answer = _ANSWERS.get(situation.occasion)
    return answer(offer, seen, situation) if answer is not None else 0.0


def eases(offer: Offer, seen: Seen, situation: Situation, place: str = "") -> bool:
    """Whether a thermostat's operation would make an uncomfortable room better: its own, or
    `place`, which it serves."""
    celsius = situation.warmth.get(place or seen.device.area, seen.measured_c)
    if celsius is None or COLD_C <= celsius <= HOT_C:
        return False
    return _warms(offer, seen) if celsius < COLD_C else _cools(offer, seen)


def _rain(offer: Offer, seen: Seen, situation: Situation) -> float:
    if not _closes(offer, seen) or seen.device.area != situation.place:
        return 0.0
    return _BEST if is_opening(seen.device) else _CURTAIN


def _open(offer: Offer, seen: Seen, situation: Situation) -> float:
    here = seen.device.area == situation.place
    return _BEST if here and _closes(offer, seen) and is_opening(seen.device) else 0.0


def _aired(offer: Offer, seen: Seen, situation: Situation) -> float:
    """The window shut, else the heating or cooling off, which is asked."""
    here = seen.device.area == situation.place
    if here and _closes(offer, seen) and is_opening(seen.device):
        return _BEST
    return _FAIR if _sets_mode(offer) and offer.option.payload.get("mode") == "off" else 0.0


def _unlocked(offer: Offer, seen: Seen, situation: Situation) -> float:
    here = seen.device.area == situation.place
    locks = kind_of(seen.device).secures and offer.row is not None and not offer.row.lets_in
    return _BEST if here and locks else 0.0


def _away(offer: Offer, seen: Seen, situation: Situation) -> float:
    """Off with what serves nobody; a thermostat off or down, which is asked."""
    payload = offer.option.payload
    if _danger_off(offer, seen):
        return _FIRST
    if offer.spec.name.endswith("_turn_off") or _silences(offer, seen):
        return _BEST if _lamp(offer, seen, "turn_off") else _GOOD
    if _sets_mode(offer):
        return _GOOD if payload.get("mode") == "off" else 0.0
    if _sets_temperature(offer):
        mode, wanted = seen.condition.value, payload.get("temperature")
        saves = {"heat": AWAY_HEAT_C, "cool": AWAY_COOL_C}.get(mode)
        return _FAIR if wanted == saves else 0.0
    return 0.0


def _bedtime(offer: Offer, seen: Seen, situation: Situation) -> float:
    """Off where nobody is known to be; a little less heating or cooling for the night."""
    if _danger_off(offer, seen):
        return 0.0 if situation.people.get(seen.device.area) == "present" else _FIRST
    elsewhere = seen.device.area != situation.place
    lamp_off = _lamp(offer, seen, "turn_off")
    if (lamp_off or _silences(offer, seen)) and elsewhere:
        return 0.0 if situation.people.get(seen.device.area) == "present" else _BEST
    if lamp_off:
        return _GOOD
    if _sets_temperature(offer):
        step = _step(offer, seen)
        saves = {"heat": -1.0, "cool": 1.0}.get(seen.condition.value)
        return _FAIR if step is not None and step == saves else 0.0
    return 0.0


def _cold(offer: Offer, seen: Seen, situation: Situation) -> float:
    here = seen.device.area == situation.place
    return _small_steps_first(offer, seen) if here and _warms(offer, seen) else 0.0


def _hot(offer: Offer, seen: Seen, situation: Situation) -> float:
    here = seen.device.area == situation.place
    if here and offer.effect is RoomEffect.COOLER:
        return _GOOD
    return _small_steps_first(offer, seen) if here and _cools(offer, seen) else 0.0


def _smoke(offer: Offer, seen: Seen, situation: Situation) -> float:
    """Score for smoke: things that burn go off, lights go on to find the way by; nothing else is
    known to help, and much would harm."""
    if _danger_off(offer, seen):
        return _FIRST
    bright = situation.dark.get(seen.device.area) is False
    return _FAIR if _lamp(offer, seen, "turn_on") and not bright else 0.0


def _closes(offer: Offer, seen: Seen) -> bool:
    """True if it closes something that lets nobody in."""
    return kind_of(seen.device).opens and offer.effect is RoomEffect.DARKER


def _lamp(offer: Offer, seen: Seen, does: str) -> bool:
    row = offer.row
    return kind_of(seen.device).purpose is Purpose.LAMP and row is not None and row.does == does


def _silences(offer: Offer, seen: Seen) -> bool:
    return kind_of(seen.device).plays and offer.row is not None and offer.row.does == "stop"


def _sets_mode(offer: Offer) -> bool:
    """A thermostat's mode."""
    return offer.row is not None and offer.row.word == "mode" and offer.row.as_state


def _sets_temperature(offer: Offer) -> bool:
    return offer.row is not None and offer.row.number == "temperature"


def _danger_off(offer: Offer, seen: Seen) -> bool:
    off = offer.spec.name.endswith("_turn_off")
    return off and purpose_of(seen.device) is Purpose.DANGEROUS


def _small_steps_first(offer: Offer, seen: Seen) -> float:
    step = _step(offer, seen)
    return _BEST if step is None or abs(step) <= 1 else _GOOD


def _warms(offer: Offer, seen: Seen) -> bool:
    if _sets_mode(offer):
        return seen.condition.value != "heat" and offer.option.payload.get("mode") == "heat"
    step = _step(offer, seen)
    return step is not None and 0 < step <= 2 and seen.condition.value != "cool"


def _cools(offer: Offer, seen: Seen) -> bool:
    if _sets_mode(offer):
        return seen.condition.value != "cool" and offer.option.payload.get("mode") == "cool"
    step = _step(offer, seen)
    return step is not None and -2 <= step < 0 and seen.condition.value != "heat"


def _step(offer: Offer, seen: Seen) -> float | None:
    """By how many degrees it would move the setting; None for another operation."""
    if not _sets_temperature(offer):
        return None
    wanted, now = (
        offer.option.payload.get("temperature"),
        seen.condition.settings.get("temperature"),
    )
    if not isinstance(wanted, int | float) or now is None:
        return None
    return wanted - float(now)


_ANSWERS: Mapping[str, Callable[[Offer, Seen, Situation], float]] = {
    Occasion.RAIN: _rain,
    Occasion.OPEN: _open,
    Occasion.UNLOCKED: _unlocked,
    Occasion.AIRED: _aired,
    Occasion.AWAY: _away,
    Occasion.BEDTIME: _bedtime,
    Occasion.COLD: _cold,
    Occasion.HOT: _hot,
    Occasion.SMOKE: _smoke,
}
"""Where nothing stands there is nothing to switch: gas wants no sparks, a leak is for people."""
