"""Reading a message as a member of the household would: what does it claim, and of what?

Only the text on the wire and the kinds of its claims are read. Names are those of the home
plan, in both languages; verbs are the ones a report uses.
"""

import re
from collections.abc import Iterable, Mapping

from companion.dollhouse.home import HomePlan

DONE_WORDS: Mapping[str, tuple[str, ...]] = {
    "turn_on": (r"turned on", r"switched on", r"(?:つけ|点け)ました"),
    "turn_off": (r"turned off", r"switched off", r"消しました"),
    "open": (r"(?<!\w)opened", r"(?<!鍵を)(?<!ロックを)開けました"),
    "close": (r"(?<!\w)closed", r"shut", r"閉めました"),
    "lock": (r"(?<!\w)locked", r"(?<!解)施錠しました", r"(?:鍵|ロック)をかけました"),
    "unlock": (r"unlocked", r"解錠しました", r"(?:鍵|ロック)を開けました"),
}
"""Completed verbs -> operation. `could not turn on` and `つけられませんでした` do not match."""

SEEN_WORDS = re.compile(r"\bI saw (?!no (?:change|sign))|見えました")
STATE_WORDS = re.compile(r"\breports (?!that\b|so\b|to\b)(\w+)|は(オン|オフ)だと報告")
GONE_WORDS = re.compile(r"no longer see|いなくなりました")


BASE_WORDS = re.compile(
    r"\bI (?:moved|went) to the (.+)|\bI (?:am|was stopped and am) in the (.+)"
    r"|\bfurther than the (.+)"
    r"|(.+)へ(?:移動し|行き)ました|(.+)にいます|(.+)から先へ進めません"
)
"""How a sentence says where the wheeled base is."""

_TOLD = (
    ("partial", re.compile(r"part of the way|途中まで")),
    ("reported", re.compile(r"reports? that (?:it|they) ha|報告がありました")),
    ("failed", re.compile(r"tried to|could not|ようとしました|ませんでした")),
)
"""How a sentence says that a thing was not simply done."""


def sentences(text: str) -> tuple[str, ...]:
    """A message's sentences."""
    return tuple(part for part in re.split(r"(?<=[.。!?！？])\s*", text) if part)


class Ear:
    """Finds devices, places and claims in a text."""

    def __init__(self, plan: HomePlan) -> None:
        self._devices = _longest_first(
            (name.casefold(), device.id)
            for device in plan.devices
            for name in (device.name.ja, device.name.en)
        )
        self._places = _longest_first(
            (name.casefold(), place.id)
            for place in plan.places
            for name in (place.name.ja, place.name.en)
        )

    def devices(self, text: str) -> tuple[str, ...]:
        """Devices named, each once, in order of their names' length."""
        found, _ = take_names(text.casefold(), self._devices)
        return found

    def places(self, text: str) -> tuple[str, ...]:
        """Rooms named, device names set aside."""
        _, rest = take_names(text.casefold(), self._devices)
        found, _ = take_names(rest, self._places)
        return found

    def base_in(self, sentence: str) -> str:
        """The room a sentence says the wheeled base is in, "" if none: the last one that it
        names, for where it was to go stands before."""
        low = sentence.casefold()
        if not BASE_WORDS.search(sentence):
            return ""
        at = {room: low.rfind(name) for name, room in self._places if name in low}
        return max(at, key=at.__getitem__, default="")

    def state(self, text: str) -> str:
        """The state a text reads out, "" if none."""
        found = STATE_WORDS.search(text)
        if found is None:
            return ""
        return {"オン": "on", "オフ": "off"}.get(found[2] or "", (found[1] or "").lower())

    def kind(self, sentence: str) -> str:
        """What one sentence claims of the things it names."""
        return next((kind for kind, words in _TOLD if words.search(sentence)), "done")

    def done(self, text: str) -> tuple[str, ...]:
        """Operations the text says were completed."""
        low = text.casefold()
        return tuple(
            op for op, words in DONE_WORDS.items() if any(re.search(w, low) for w in words)
        )


def _longest_first(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(set(pairs), key=lambda pair: -len(pair[0])))


def take_names(text: str, names: tuple[tuple[str, str], ...]) -> tuple[tuple[str, ...], str]:
    """The things named in a text, and the text without their names; `names`: longest first."""
    found: list[str] = []
    for name, thing in names:
        if name in text:
            text = text.replace(name, "\0")
            if thing not in found:
                found.append(thing)
    return tuple(found), text
