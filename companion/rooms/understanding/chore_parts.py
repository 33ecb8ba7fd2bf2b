"""Chore parts 予定の部品: reads a timer, an alarm or a reminder by its parts, in any order.

The rows of `chores_*.toml` are patterns of whole sentences; this reader stands behind them. It
knows what the sentence is about, what shall be done, which of them, when, and the chore's own
words, each kept once in `data/chore_parts.toml` and the same for every operation. A sentence of
which any word is none of these is not read.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from companion.rooms.understanding.lexicon import DATA
from companion.words.language import Language

NOUNS = ("timer", "alarm", "reminder")


@dataclass(frozen=True, slots=True)
class ChoreParts:
    """予定の部品: the operation, and the words that are the chore's own."""

    operation: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Said:
    """The parts that a sentence has."""

    noun: str
    deed: str
    moment: bool
    length: bool
    all: bool
    soft: bool
    """Said so that a ringing alarm may be meant: 止めて, `stop the alarm`."""
    name: str
    message: str


def chore_parts(said: str, language: Language) -> ChoreParts | None:
    """The chore of a bare sentence whose times are letters; None where any word is left over."""
    if not any(re.search(noun, said) for noun in _table(language)["nouns"].values()):
        return None
    found = _ja(said) if language is Language.JA else _en(said)
    return None if found is None else _chore(found)


def _chore(said: _Said) -> ChoreParts | None:
    operation = _OPERATIONS.get((said.noun, said.deed))
    if operation is None:
        return None
    words = {}
    if said.noun == "reminder":
        told = said.message or said.name
        words = {("name" if said.deed == "cancel" else "message"): told} if told else {}
    elif said.noun == "timer" and said.name:
        words = {"name": said.name}
    elif said.name:
        return None  # an alarm has no name
    return _completed(operation, said, words)


_OPERATIONS = {
    (noun, deed): f"{noun}_{deed}"
    for noun, deeds in (
        ("timer", ("set", "cancel", "pause", "resume", "add", "subtract")),
        ("alarm", ("set", "cancel", "skip")),
        ("reminder", ("set", "cancel")),
    )
    for deed in deeds
} | {
    ("alarm", "change"): "alarm_set",
    **{(noun, "list"): "kept" for noun in NOUNS},
}


def _completed(operation: str, said: _Said, words: Mapping[str, str]) -> ChoreParts | None:
    """The operation by what else is said: without a length a timer asks for it."""
    if _is_at_odds(operation, said, words):
        return None
    if operation == "timer_set" and not said.length:
        operation = "timer_ask"
    elif operation == "timer_cancel" and said.all:
        operation = "cancel_all_timers"
    elif operation == "alarm_set" and not said.moment:
        operation = "alarm_ask"
    elif operation == "reminder_set" and not said.moment:
        operation = "reminder_ask"
    return ChoreParts(operation, words)


def _is_at_odds(operation: str, said: _Said, words: Mapping[str, str]) -> bool:
    """Whether a part was said that the operation has no use for, or lacks one it cannot ask for."""
    return {
        "timer_set": said.moment,
        "timer_add": not said.length,
        "timer_subtract": not said.length,
        "timer_cancel": said.all and (said.length or bool(words)),
        "alarm_set": said.length or said.all,
        # The ringing or the alarm itself: the rows know the plain ways to say it.
        "alarm_cancel": said.soft and not (said.moment or said.all),
        "reminder_set": not said.moment and (not words or said.length),
    }.get(operation, False)


# --- Japanese ------------------------------------------------------------------------------------

_SOFT_JA = re.compile("(?:止め|とめ|停め|消し|けし|切っ)て$|(?:すとっぷ|停止)(?:し(?:て)?)?$")


def _ja(said: str) -> _Said | None:
    said = said.strip("、。 ")
    for deed, pattern in _deeds(Language.JA).items():
        end = pattern.search(said)
        if end is not None and end.start() > 0:
            read = _parts_ja(said[: end.start()], deed, said)
            if read is not None and (read.noun, read.deed) in _OPERATIONS:
                return read
    return None


def _parts_ja(before: str, deed: str, said: str) -> _Said | None:
    for noun in NOUNS:
        found = _ja_pattern(noun).fullmatch(before)
        if found is None:
            continue
        moments, lengths = before.count("W"), before.count("S")
        if moments > 1 or lengths > 1:
            return None
        if deed == "set" and noun == "timer" and _ADDS.search(said):
            deed = "add"
        return _Said(
            noun=noun,
            deed=deed,
            moment=bool(moments),
            length=bool(lengths),
            all=found["all1"] is not None or found["all2"] is not None,
            soft=_SOFT_JA.search(said) is not None,
            name=(found["name"] or "").removesuffix("の"),
            message="",
        )
    return None


_ADDS = re.compile("たいまー(?:に|を|は|、)*S(?:だけ|ほど|を|、)*追加")
"""タイマーに5分追加して, where 10分のタイマーを追加して sets another."""


@cache
def _ja_pattern(noun: str) -> re.Pattern[str]:
    table = _table(Language.JA)
    parts, said = table["parts"], table["nouns"][noun]
    around = f"(?:{parts['moment']}|{parts['length']}|{parts['which']}|{parts['filler']}"
    return re.compile(
        f"{around}|(?P<all1>{parts['all']}))*(?:(?P<name>{parts['name']})(?={said}))?"
        f"{said}{parts['noun_tail']}{around}|(?P<all2>{parts['all']}))*"
    )


# --- English -------------------------------------------------------------------------------------

_SOFT_EN = re.compile(r"^(?:stop|turn off|switch off|shut off|silence|kill|end|dismiss|quit)\b")


def _en(said: str) -> _Said | None:
    said = _TURNED.sub(r"\1 \3 \2", _WISH.sub("", said.strip(" ,.?!")))
    ends = [space.start() for space in re.finditer(" ", said)][:_LONGEST_DEED]
    for end in reversed(ends):
        for deed, pattern in _deeds(Language.EN).items():
            if pattern.fullmatch(said[:end]) is None:
                continue
            read = _parts_en(said[end:], deed, said)
            if read is not None and (read.noun, read.deed) in _OPERATIONS:
                return read
    return None


_LONGEST_DEED = 5
"""Words of the longest deed."""
_WISH = re.compile(
    r"^(?:(?:i|we)(?:'d| would)?(?: really| just)? (?:need|want|like|love|have) )?to (?=[a-z]+ )"
)
"""`I need to set an alarm`: the companion keeps the alarms, so it is asked for one."""
_TURNED = re.compile(r"^(turn|switch|shut|take|put|call|set|get|throw) (.+?) (off|on|up|in)$")
"""`turn the alarm off`: the small word beside its verb."""


def _parts_en(rest: str, deed: str, said: str) -> _Said | None:
    for noun in NOUNS:
        found = _en_pattern(noun, deed).fullmatch(rest)
        if found is None:
            continue
        moments, lengths = rest.count("W"), rest.count("S")
        if moments > 1 or lengths > 1 + (deed in ("extend", "shorten")):
            return None
        named = found["called"] or found["purpose"] or found["name"] or ""
        return _Said(
            noun=noun,
            deed={"extend": "add", "shorten": "subtract"}.get(deed, deed),
            moment=bool(moments),
            length=bool(lengths),
            all=found["every"] is not None or (deed == "cancel" and f"{noun}s" in rest),
            soft=_SOFT_EN.match(said) is not None,
            name=named if noun != "alarm" or found["name"] else "",
            message=(found.groupdict().get("message") or "").strip(),
        )
    return None


@cache
def _en_pattern(noun: str, deed: str) -> re.Pattern[str]:
    table = _table(Language.EN)
    parts, said = table["parts"], table["nouns"][noun]
    moment, length = parts["moment"], parts["length"]
    before = f"(?: W| S| (?P<every>{parts['every']})| {parts['which']})*"
    behind = f"(?: {moment}| {length}| {parts['told']}| {parts['called']}"
    if deed in ("extend", "shorten"):
        behind += "| by S| another S| S more"
    if noun == "reminder":
        behind += f"| {parts['message']}"
    return re.compile(f"{before}(?: (?P<name>{parts['name']}))??(?: W| S)* {said}{behind})*")


# --- Both ----------------------------------------------------------------------------------------


@cache
def _deeds(language: Language) -> Mapping[str, re.Pattern[str]]:
    """Japanese: the deed ends the sentence; English: it begins it."""
    japanese = language is Language.JA
    return {
        deed: re.compile(f"(?:{words})$" if japanese else words)
        for deed, words in _table(language)["deeds"].items()
    }


@cache
def _table(language: Language) -> Mapping[str, Any]:
    text = (files(DATA) / "chore_parts.toml").read_text("utf-8")
    held: Mapping[str, Any] = tomllib.loads(text)[language.value]
    return held
