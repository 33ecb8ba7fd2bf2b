"""Action rules: a table that labels an action as sensible, harmful or undecided.

Two uses. In training the facts are true (the family says them) and the verdicts are the labels.
In the ranker the facts are what was read and sensed, and the verdicts are features: the trained
judge knows how far the reading can be trusted.
None: owners would differ, so nothing is held of it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.words.trust import TrustLabel

YES, NO, HARM = 1, 0, -1
Verdict = int | None

_DISTURBING = ("media_player_play", "light_turn_on", "cover_open", "switch_turn_on")


def disturbing(trust: TrustLabel, kind: object) -> tuple[str, ...]:
    """Ends of the deeds that wake a sleeper although they were asked for by name. A person who
    asks knows who sleeps and means it, but not the noise; a routine knows nothing."""
    if trust is TrustLabel.SELF:
        return _DISTURBING
    return ("media_player_play", "switch_turn_on") if kind == "job" else ("media_player_play",)


TAKEN_BACK = (
    ("wakes", ("asleep",)),
    ("arrived", ("left", "away", "back_soon")),
    ("left", ("arrived",)),
    ("wants_quiet", ("wants_sound",)),
    ("wants_light", ("wants_dark",)),
    ("still_there", ("left",)),
    ("aired", ("damp",)),
)
"""Meanings of older words that newer words take back."""
READ_AS = {
    "night_rest": "asleep",
    "asleep_there": "asleep",
    "bed_used": "asleep",
    "nursing": "wants_dark",
}
"""Finer meanings and what the rules take them for."""
_WANTED = (
    "wants_light",
    "wants_dark",
    "wants_open",
    "wants_close",
    "wants_sound",
    "wants_quiet",
    "hot",
    "cold",
    "damp",
    "danger",
    "secure",
    "coffee",
    "rain",
    "asleep",
)
"""Meanings that count even where they are said in passing."""
EVERYWHERE = frozenset({"away", "danger"})
"""Meanings that concern the whole home wherever they were said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """Facts for the room that an entry acts in."""

    trigger: frozenset[str]
    """Phrase keys of what just happened, where it is about this room or the whole home."""
    here: frozenset[str]
    """Of everything said, newer lines having taken older ones back."""
    elsewhere: frozenset[str]
    """Said of other rooms."""
    people: str
    """`present`, `absent` or `unknown`, truly."""
    dark: bool | None
    hour: int
    heating: str = ""
    """The air conditioner's mode."""
    same_room: bool = True
    """Whether the entry acts in the room it is about."""

    def has(self, *keys: str) -> bool:
        """Whether any was said here."""
        return not self.here.isdisjoint(keys)

    def asked(self, *keys: str) -> bool:
        """Whether it is what just happened."""
        return not self.trigger.isdisjoint(keys)

    @property
    def idle_talk(self) -> bool:
        """Words that want nothing of us, or that are not ours to obey."""
        if self.asked("order_seen", "order_named"):
            return True
        return self.asked("chat", "musing") and not self.asked(*_WANTED)

    @property
    def night(self) -> bool:
        """Hours in which it is dark outside all year, or nearly."""
        return self.hour < 6 or self.hour >= 18

    @property
    def held(self) -> bool:
        """True if a person asked that nothing be touched."""
        return self.has("leave_it", "broken", "handled")

    @property
    def still(self) -> bool:
        """True if a person must not be disturbed here."""
        return self.has("asleep", "rest")

    @property
    def empty(self) -> bool:
        """True if nobody is here, nor will be in a moment."""
        return self.people == "absent" and not self.has("back_soon", "still_there")


def heard(older: frozenset[str] | set[str], newer: frozenset[str]) -> set[str]:
    """Meanings that hold after newer words."""
    held = set(older)
    for key, taken in TAKEN_BACK:
        if key in newer:
            held -= set(taken)
    return held | newer | {READ_AS[key] for key in newer & set(READ_AS)}


def judge(operation: str, setting: object, truth: Truth) -> Verdict:
    """The verdict on one entry; `operation` is the capability's own name for it."""
    if operation in ("lock_unlock", "garage_open", "unlock"):
        return HARM
    if truth.idle_talk and operation != "observe_scene":
        return NO
    rule = _RULES.get(operation)
    return rule(truth, setting) if rule is not None else None


def _light_on(t: Truth, _: object) -> Verdict:
    if t.held or t.has("wants_dark"):
        return HARM
    if t.asked("wants_light"):
        return YES
    if t.still or t.has("film"):
        return HARM
    if t.asked("danger", "stranger"):
        return None
    if t.empty or t.has("not_person") or t.people != "present":
        return NO
    return _light_for_people(t)


def _light_for_people(t: Truth) -> Verdict:
    if t.dark is False or t.has("bright"):
        return NO
    if t.dark or t.has("dark", "likes_light") or t.night:
        return YES if t.asked("arrived", "wakes", "dark", "guest") or t.dark else None
    return NO


def _light_off(t: Truth, _: object) -> Verdict:
    if t.has("leave_it", "broken"):
        return HARM
    if t.asked("danger"):
        return HARM if t.people == "present" else NO
    if t.asked("wants_dark"):
        return YES
    if t.still or t.has("film", "wants_dark"):
        return YES
    if t.has("still_there"):
        return HARM
    if t.people == "present":
        return NO if t.dark is False or t.has("bright") else HARM
    if t.people == "unknown" or t.has("back_soon", "handled"):
        return NO
    return YES


def _brightness(t: Truth, setting: object) -> Verdict:
    low = setting == 77
    if t.held:
        return HARM
    if t.asked("wants_light"):
        return None if low else YES
    if t.still or t.has("film", "wants_dark"):
        return None if low else HARM
    return None if low and t.people == "present" else NO


def _open_window(t: Truth) -> Verdict:
    if t.held or t.asked("rain") or t.has("rain", "away", "cold") or t.empty:
        return HARM if not t.has("damp") else None
    if t.still or t.has("focus", "film"):
        return None
    if t.asked("danger"):
        return None
    return YES if t.has("hot", "damp") and t.people == "present" else NO


def _close_window(t: Truth) -> Verdict:
    if t.held:
        return HARM
    if t.asked("danger"):
        return None
    if t.has("rain", "cold") or t.asked("away"):
        return YES
    if t.has("hot", "damp"):
        return HARM if t.people == "present" else NO
    return None if t.has("away", "asleep") or t.empty else NO


def _open(t: Truth, kind: object) -> Verdict:
    if kind == "window":
        return _open_window(t)
    if kind == "awning":
        return HARM if t.has("rain", "away", "leave_it") or t.night else NO
    if t.held or t.has("wants_close") or t.still or t.has("film"):
        return HARM
    if t.asked("wants_open"):
        return YES
    if t.has("hot", "rest") or t.empty or t.people != "present":
        return NO
    if 6 <= t.hour < 11 and t.asked("wakes"):
        return YES
    if 8 <= t.hour < 16 and t.dark and t.asked("arrived", "wants_light"):
        return YES
    return NO


def _close(t: Truth, kind: object) -> Verdict:
    if kind == "window":
        return _close_window(t)
    if kind == "awning":
        return YES if t.has("rain") or t.asked("away") else HARM if t.held else NO
    return _close_curtain(t)


def _close_curtain(t: Truth) -> Verdict:
    if t.held or t.has("wants_open"):
        return HARM
    if t.asked("wants_close"):
        return YES
    if t.asked("rain", "danger"):
        return None
    if t.asked("asleep", "film", "rest"):
        return YES if not t.has("wakes") else NO
    if t.has("hot") and 9 <= t.hour < 17:
        return None
    if t.hour >= 18 and t.people == "present" and t.dark:
        return None
    return HARM if t.asked("wakes") and 6 <= t.hour < 12 else NO


def _position(t: Truth, _: object) -> Verdict:
    return HARM if t.held or t.still else None if t.asked("wants_open", "wants_close") else NO


def _temperature(t: Truth, setting: object) -> Verdict:
    warmer = setting == "warmer"
    if t.has("leave_it", "handled", "broken"):
        return HARM
    if t.has("cold") == t.has("hot"):
        return NO
    if t.empty:
        return NO
    return YES if t.has("cold") == warmer else HARM


def _mode(t: Truth, setting: object) -> Verdict:
    if t.has("leave_it", "handled", "broken"):
        return HARM
    if setting == "off":
        return _power_down(t)
    if t.has("cold") == t.has("hot") or t.empty:
        return NO
    return YES if (setting == "heat") == t.has("cold") else HARM


def _power_down(t: Truth) -> Verdict:
    """Off for a thing that serves people who are there."""
    if t.has("cold") and t.heating == "heat":
        return HARM
    if t.has("hot") and t.heating == "cool":
        return HARM
    if t.has("hot", "cold"):
        return None
    if t.people == "present" or t.people == "unknown" or t.has("back_soon", "still_there"):
        return NO
    return YES


def _lock(t: Truth, _: object) -> Verdict:
    if t.asked("danger"):
        return HARM
    if t.has("leave_it", "handled"):
        return HARM
    if t.has("secure") or t.asked("away", "stranger") or t.has("away"):
        return None if t.has("back_soon") else YES
    if t.asked("asleep") and t.hour >= 20:
        return YES
    night = t.hour >= 22 or t.hour < 5
    return YES if night and t.asked("idle") and t.people != "present" else NO


def _fan_on(t: Truth, kind: object) -> Verdict:
    if t.held:
        return HARM
    if kind == "extractor":
        return _extract(t)
    if t.has("cold"):
        return HARM
    if t.has("hot") and t.people == "present":
        return None if t.still else YES
    if t.still or t.has("focus", "wants_quiet", "film"):
        return HARM
    return NO


def _extract(t: Truth) -> Verdict:
    if t.asked("danger") and not t.has("damp"):
        return None
    if t.has("damp"):
        return HARM if t.still and not t.asked("damp") else YES
    return HARM if t.still or t.has("wants_quiet") else NO


def _fan_off(t: Truth, kind: object) -> Verdict:
    if t.has("leave_it", "broken"):
        return HARM
    if t.has("damp") or (t.has("hot") and t.people == "present"):
        return HARM if t.asked("hot", "damp") else NO
    if t.has("aired", "cold", "wants_quiet") or t.still:
        return YES
    if kind == "extractor" and not t.asked("away"):
        return NO
    return YES if t.empty else NO


def _play(t: Truth, _: object) -> Verdict:
    quiet = t.still or t.has("focus", "wants_quiet") or "asleep" in t.elsewhere
    if t.held or quiet:
        return HARM
    if t.asked("wants_sound"):
        return YES
    return HARM if t.hour >= 22 or t.hour < 7 else NO


def _pause(t: Truth, _: object) -> Verdict:
    if t.has("leave_it"):
        return HARM
    if t.asked("danger", "wants_quiet") or t.still or t.has("focus"):
        return YES
    if t.asked("wants_sound") or (t.has("film") and t.people == "present"):
        return HARM
    if t.has("back_soon"):
        return None
    return YES if t.empty else NO


def _switch_on(t: Truth, kind: object) -> Verdict:
    if kind == "critical":
        return HARM if t.has("leave_it", "broken") else None
    if t.held:
        return HARM
    if kind == "heater" and t.has("cold") and t.people == "present":
        return HARM if t.has("asleep") else YES
    if kind == "brewer" and t.has("coffee") and t.people == "present":
        return HARM if t.still else YES
    if kind in ("hazard", "heater", "brewer"):
        return HARM if t.empty or t.still or t.hour >= 22 or t.hour < 5 else NO
    if kind == "water" and t.asked("rain"):
        return HARM
    return HARM if t.still else NO


def _switch_off(t: Truth, kind: object) -> Verdict:
    if t.has("leave_it") or kind == "critical":
        return HARM
    if kind == "hazard" and (t.asked("danger", "left_on") or t.has("asleep") or t.empty):
        return YES
    if t.asked("danger"):
        return YES
    if kind == "job":
        return HARM if not t.still else None
    if t.people == "present" and _needed(t, kind):
        return HARM
    return _switch_off_plain(t, kind)


def _needed(t: Truth, kind: object) -> bool:
    warms = kind == "heater" and t.has("cold") and not t.has("asleep")
    return warms or t.has("focus")


def _switch_off_plain(t: Truth, kind: object) -> Verdict:
    if t.has("back_soon", "still_there", "handled") or t.people == "unknown":
        return NO
    if kind == "water":
        return YES if t.asked("rain") else NO
    if t.people == "present":
        return YES if t.has("asleep") and kind != "plain" else NO
    return YES


def _look(t: Truth, _: object) -> Verdict:
    if not t.same_room:
        return None
    if t.people == "unknown" or t.asked("idle", "stranger", "danger", "unknown_people"):
        return YES
    if t.has("not_person", "still_there", "order_seen"):
        return None
    return NO


_RULES: dict[str, Callable[[Truth, object], Verdict]] = {
    "light_turn_on": _light_on,
    "light_turn_off": _light_off,
    "light_set_brightness": _brightness,
    "cover_open": _open,
    "cover_close": _close,
    "cover_set_position": _position,
    "climate_set_temperature": _temperature,
    "climate_set_mode": _mode,
    "lock_lock": _lock,
    "fan_turn_on": _fan_on,
    "fan_turn_off": _fan_off,
    "media_player_play": _play,
    "media_player_pause": _pause,
    "media_player_stop": _pause,
    "switch_turn_on": _switch_on,
    "switch_turn_off": _switch_off,
    "observe_scene": _look,
}
