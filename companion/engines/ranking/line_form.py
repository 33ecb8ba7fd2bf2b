"""Line form: reads what the form of a line alone tells, and which meanings exclude each other.

The product's own wording of what its eyes saw is no prose: it means one thing, and reading it by
its vector only adds doubt. And a person who is hot is not cold: of two opposites the surer
one holds.
"""

import re
from collections.abc import Mapping, Sequence

from companion.engines.ranking.lines import Floats
from companion.phrases.complaints import says_only_dark

GROUPS: Mapping[str, frozenset[str]] = {
    "all_sleep": frozenset({"asleep", "asleep_there", "night_rest", "bed_used"}),
    "all_calm": frozenset(
        {"asleep", "asleep_there", "night_rest", "rest", "film", "focus", "nursing"}
    ),
    "all_hands_off": frozenset(
        {"leave_it", "forbidden", "keep_on", "keep_off", "handled", "broken", "under_way"}
    ),
    "all_nothing": frozenset({"chat", "musing", "idle", "order_seen", "order_named"}),
    "all_gone": frozenset({"left", "away"}),
    "all_light": frozenset({"wants_light", "dark", "likes_light"}),
}
"""Meanings that are easily taken for each other and ask for much the same."""
_OPPOSITES = (
    ("hot", "cold"),
    ("wants_light", "wants_dark"),
    ("dark", "bright"),
    ("wants_open", "wants_close"),
    ("wants_sound", "wants_quiet"),
    ("arrived", "left"),
    ("arrived", "not_person"),
    ("asleep", "wakes"),
    ("damp", "aired"),
    ("keep_on", "keep_off"),
    ("do_turn_on", "do_turn_off"),
    ("do_open", "do_close"),
)
_NOTHING = ("chat", "musing", "idle")
_HOT_C, _COLD_C = 27.0, 17.5
"""Room temperatures that most people call hot and cold."""
_DEGREES = re.compile(r"(-?\d{1,2}(?:\.\d)?) ?(?:°|degrees|度)(?!\w*f)", re.IGNORECASE)
_HUMID = re.compile(r"湿度|humidity", re.IGNORECASE)
_EVENT = re.compile(
    r"^[^:]*: ?(?P<who>\S+) (?P<change>appeared|gone|count|state|unknown) = (?P<now>\S+)$"
)
_CAME = re.compile(
    r"^(?P<who>.+?) appeared in: |^(?P<many>\d+|One) (?:people|person)\b.* in: "
    r"|^.+に(?P<ja>[^に]+)が現れた。?$|^.+に(?:いるのは)?今?\d+人(?:が現れた|いる)?。?$"
)
_WENT = re.compile(r"^(?P<who>.+?) is no longer in: |^.+から(?P<ja>[^ら]+)がいなくなった。?$")
_WHO_KNOWS = re.compile(r"^It is unknown whether anybody is in: |に人がいるかは分からない。?$")
_PEOPLE = frozenset({"somebody", "person", "人"})


def told(text: str) -> str:
    """The one meaning of a line in the product's own wording of what was seen, or of a plain
    complaint that it is dark; "" for other prose."""
    if says_only_dark(text):
        # The reader took "it's a bit dark in here" for a wish that it be so, and no lamp went on
        # for who came in afterwards.
        return "dark"
    event = _EVENT.match(text)
    if event:
        return _of_event(event["who"], event["change"], event["now"])
    if _WHO_KNOWS.search(text):
        return "unknown_people"
    for form, means in ((_CAME, "arrived"), (_WENT, "left")):
        found = form.match(text)
        if found:
            who = found["who"] or found["ja"] or "人"
            if who.casefold() in _PEOPLE or re.match(r"\d+ people|\d+人", who):
                return means
            # The detector's own word for what is no person: `dog`, `cat`. Names are not its words.
            return "not_person" if who.isascii() and who.islower() else ""
    return ""


def _of_event(who: str, change: str, now: str) -> str:
    if who != "person":
        return "not_person"
    if change == "unknown" or now not in ("present", "absent"):
        return "unknown_people"
    return "arrived" if now == "present" else "left"


def settled(texts: Sequence[str], read: Floats, facts: Sequence[str]) -> Floats:
    """The reader's scores of the lines, corrected where form or reason knows better."""
    index = {name: at for at, name in enumerate(facts)}
    rows: Floats = read.copy()
    for row, text in zip(rows, texts, strict=True):
        means = told(text)
        if means in index:
            row[:] = 0.0
            row[index[means]] = 1.0
            for group, members in GROUPS.items():
                row[index[group]] = float(means in members)
            continue
        _measured(row, text, index)
        _one_of_two(row, index)
    return rows


def _measured(row: Floats, text: str, index: Mapping[str, int]) -> None:
    """Degrees say hot or cold more plainly than words."""
    degrees = _DEGREES.search(text)
    if degrees is None or _HUMID.search(text):
        return
    warm = float(degrees[1])
    row[index["hot"]] = float(warm >= _HOT_C)
    row[index["cold"]] = float(warm <= _COLD_C)


def _one_of_two(row: Floats, index: Mapping[str, int]) -> None:
    for one, other in _OPPOSITES:
        a, b = index[one], index[other]
        low, high = (a, b) if row[a] <= row[b] else (b, a)
        row[low] *= row[low] / max(float(row[high]), 1e-6)
    # Idle talk is what is left when a sentence says nothing else; and the other way round.
    coarse = (*GROUPS, *_NOTHING)
    fine = [at for n, at in index.items() if n not in coarse and not n.startswith("do_")]
    idle = [index[name] for name in _NOTHING]
    best, talk = float(row[fine].max()), float(row[idle].max())
    if talk < best:
        less = (talk / best) ** 2
        row[idle] *= less
        row[index["all_nothing"]] *= less if row[index["order_seen"]] < 0.3 else 1.0
