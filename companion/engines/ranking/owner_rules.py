"""Owner rules: judge each entry by the owner's rules, from what was read and sensed.

A deed asked for or forbidden by its name comes first, then the rules of `sense.py`. The judge
weighs what they say; they are not obeyed here.
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from companion.engines.ranking.action_rules import (
    EVERYWHERE,
    HARM,
    NO,
    YES,
    Truth,
    disturbing,
    heard,
    judge,
)
from companion.engines.ranking.entry import (
    OPERATIONS,
    THINGS,
    acting,
    deed_of,
    is_near,
    plain_operation,
    room_of,
    setting_of,
    temperature_in,
    thing_of,
)
from companion.engines.ranking.line_form import GROUPS
from companion.engines.ranking.lines import Floats, Line, Reading, bare
from companion.engines.ranking.wished_deed import asked_deeds
from companion.home.condition import Condition
from companion.words.context import DeliberationContextPack
from companion.words.decision import MenuEntry
from companion.words.language import Language
from companion.words.result import LOOKING
from companion.words.scene import SceneObject
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel

_NEARER = 0.15
"""Nearer to the trigger than any other label by this (an eightieth of a cosine each 0.15)."""
_ALONE = 0.86
"""Cosine of the trigger to the one label on offer, from where on that may be meant."""
FOR_SOMEBODY = frozenset({"hazard", "heater", "brewer"})
"""Kinds of things that are not started for an empty home."""
_HOT_C, _COLD_C = 27.0, 17.5
"""Room temperatures that most people call hot and cold."""
_STANDS_FOR = {"all_sleep": "asleep", "all_calm": "rest", "all_nothing": "chat"}
_SURE = (0.35, 0.5, 0.65)
"""How sure the reader must be for the rules to take it as said; the judge weighs the three."""
_ON, _OFF = ("turn_on", "play"), ("turn_off", "pause", "stop")
_AGAINST = {"keep_on": _OFF, "keep_off": _ON, "under_way": _OFF, "forbidden": ("",)}
_HOME_WIDE = frozenset({"away", "asleep", "secure", "danger", "rain"})
_ASKERS = (TrustLabel.OWNER, TrustLabel.HOUSEHOLD, TrustLabel.SELF)
_MODE_WORDS = {
    "heat": re.compile(r"暖|あたた|\bheat|\bwarm"),
    "cool": re.compile(r"冷|涼|\bcool|\bcold"),
}


def sense_of(
    pack: DeliberationContextPack,
    entry: MenuEntry,
    lines: Sequence[Line],
    reading: Reading,
    facts: Sequence[str],
    meant: float,
) -> tuple[float, ...]:
    """Answers of the owner's rules, taking the reading as true: yes, no, harm, three times."""
    thing, room = thing_of(pack, entry), room_of(pack, entry)
    rooms = {o.id: o.location for o in pack.scene.objects}
    near = [(line, is_near(line, room, pack.trigger.place, rooms)) for line in lines]
    operation = entry.action_type.partition(".")[2]
    known = operation if operation in OPERATIONS else plain_operation(operation, thing)
    kind = kind_of(entry, thing, reading)
    found: list[float] = []
    for sure in _SURE:
        said = {line.text: _facts(reading.facts[line.text], facts, sure) for line in lines}
        verdict = _by_name(
            pack, entry, thing, kind, _is_meant(pack, entry, lines, meant, said), near, said
        )
        if verdict is None:
            truth = _truth(pack, room, near, said)
            verdict = judge(known, kind, truth)
        found += [float(verdict == YES), float(verdict == NO), float(verdict == HARM)]
    return tuple(found)


def others_of(
    pack: DeliberationContextPack, senses: Sequence[tuple[float, ...]], own: int, reading: Reading
) -> tuple[float, ...]:
    """Whether the rules hold something else on the menu sensible: a deed, or one that cannot
    wait because something could burn."""
    deed = urgent = 0.0
    for at, entry in enumerate(acting(pack)):
        yes = max(senses[at][0::3])
        if at == own or not yes or entry.action_type.startswith(LOOKING):
            continue
        deed = 1.0
        kind = kind_of(entry, thing_of(pack, entry), reading)
        urgent = max(urgent, float(kind == "hazard" and entry.action_type.endswith("turn_off")))
    return deed, urgent


def meant_of(
    pack: DeliberationContextPack, lines: Sequence[Line], language: Language, reading: Reading
) -> list[tuple[float, float]]:
    """How much nearer each entry's label is to the trigger than any other's, and the same where
    the trigger asks for this very deed: `water the lawn` means the sprinkler, of all on offer."""
    own_labels = (bare(entry.label.get(language), pack.places) for entry in acting(pack))
    labels = [reading.vectors[label] for label in own_labels]
    told = [line for line in lines if line.is_trigger]
    found = []
    for at, entry in enumerate(acting(pack)):
        margin = asked = 0.0
        for line in told:
            vector = reading.vectors[bare(line.text, pack.places)]
            near = [float(vector @ label) for label in labels]
            own = near[at] - max((x for n, x in enumerate(near) if n != at), default=_ALONE)
            margin = max(margin, min(1.0, own * 12), key=abs)
            asked = max(asked, min(1.0, own * 12) if asked_of(entry, line) else 0.0)
        found.append((margin, asked))
    return found


def _facts(row: Floats, facts: Sequence[str], sure: float) -> frozenset[str]:
    """The facts a line states; a group counts where nothing finer is sure enough."""
    found = {name for name, p in zip(facts, row, strict=True) if p >= sure}
    finer = {name for name in found if name not in GROUPS and not name.startswith("do_")}
    for group, stands_for in _STANDS_FOR.items():
        if group in found and not finer:
            found.add(stands_for)
    return frozenset(found)


def _by_name(
    pack: DeliberationContextPack,
    entry: MenuEntry,
    thing: SceneObject | None,
    kind: object,
    meant: bool,
    lines: Sequence[tuple[Line, bool | None]],
    said: Mapping[str, frozenset[str]],
) -> int | None:
    """Asked for or forbidden by its name, which comes before every rule."""
    other = wished = opposite = False
    for line, near in lines:
        mine = said[line.text]
        if thing is None or thing.id not in line.things:
            elsewhere = line.is_trigger and bool(line.things or near is False)
            other |= elsewhere and not mine & _HOME_WIDE
        elif line.is_trigger and asked_of(entry, line):
            wished = True
        elif line.is_trigger and asked_deeds(line.text):
            opposite = True
        elif _speaks_against(entry, mine):
            return HARM
        else:
            wished |= line.is_trigger and "named" in mine and f"do_{deed_of(entry)}" in mine
    if wished or (meant and not other):
        return _granted(pack, entry, kind, lines, said)
    if opposite:
        return NO
    # A person spoke of something else: they are answered first.
    return NO if other and pack.trigger.priority is Priority.USER else None


def _speaks_against(entry: MenuEntry, said: frozenset[str]) -> bool:
    """Whether a line that names the thing forbids this deed."""
    if any(key in said and entry.action_type.endswith(d) for key, d in _AGAINST.items()):
        return True
    return "leave_it" in said or ("all_hands_off" in said and not said & {"named", "wants_light"})


def _granted(
    pack: DeliberationContextPack,
    entry: MenuEntry,
    kind: object,
    lines: Sequence[tuple[Line, bool | None]],
    said: Mapping[str, frozenset[str]],
) -> int | None:
    """A wish for this very deed: whose it is, and whether it wakes somebody."""
    if pack.trigger.about.trust is TrustLabel.GUEST and entry.action_type.endswith("light_turn_on"):
        # Light for a guest who sees nothing is no favour to ask the owner for; the rules decide.
        return None
    if pack.trigger.about.trust not in _ASKERS:
        return HARM
    if pack.trigger.about.trust is TrustLabel.SELF and kind in FOR_SOMEBODY and nobody(pack):
        return HARM
    sleeps = any("all_sleep" in said[line.text] for line, here in lines if here is not False)
    disturbs = disturbing(pack.trigger.about.trust, kind)
    return HARM if sleeps and entry.action_type.endswith(disturbs) else YES


def _is_meant(
    pack: DeliberationContextPack,
    entry: MenuEntry,
    lines: Sequence[Line],
    margin: float,
    said: Mapping[str, frozenset[str]],
) -> bool:
    """Whether a wish that names no thing can only mean this entry, of all on offer. The sentence of
    a routine is a wish in any form."""
    told = [line for line in lines if line.is_trigger]
    unnamed = not any(line.things for line in told)
    if not unnamed or margin < _NEARER:
        return False
    deed = f"do_{deed_of(entry)}"
    read = frozenset().union(*(said[line.text] for line in told))
    if pack.trigger.priority is Priority.ROUTINE:
        return deed in read or not any(fact.startswith("do_") for fact in read)
    return {"named", deed} <= read


def nobody(pack: DeliberationContextPack) -> bool:
    """True if nobody is known to be at home, and at least one room is known to be empty."""
    return "absent" in pack.people.values() and "present" not in pack.people.values()


def asked_of(entry: MenuEntry, line: Line) -> bool:
    """Whether the line asks for this deed by its form; of a mode, also by its word."""
    deeds = asked_deeds(line.text)
    mode = entry.payload.get("mode")
    if mode is None:
        return deed_of(entry) in deeds
    if mode == "off":
        return "turn_off" in deeds
    words = _MODE_WORDS.get(str(mode))
    return words is not None and "turn_on" in deeds and bool(words.search(line.text.casefold()))


def _truth(
    pack: DeliberationContextPack,
    room: str,
    lines: Sequence[tuple[Line, bool | None]],
    said: Mapping[str, frozenset[str]],
) -> Truth:
    """The facts as they were read, oldest first."""
    here: set[str] = set()
    elsewhere: set[str] = set()
    now: set[str] = set()
    for line, near in reversed(lines):
        keys = said[line.text]
        if near is False and not keys & EVERYWHERE:
            elsewhere |= keys
            continue
        here = heard(here, keys)
        now |= keys if line.is_trigger else frozenset()
    # A thermometer knows better than a sentence was read.
    warm = temperature_in(pack, room)
    if warm is not None:
        here -= {"hot", "cold"}
        here |= {"hot"} if warm >= _HOT_C else {"cold"} if warm <= _COLD_C else set()
        now -= {"hot", "cold"} - here
    mode = next(
        (
            Condition.read(o.state).value
            for o in pack.scene.objects
            if o.location == room and o.id.startswith("climate.")
        ),
        "",
    )
    return Truth(
        trigger=frozenset(now),
        here=frozenset(here),
        elsewhere=frozenset(elsewhere),
        people=_people(pack, room, here),
        dark=pack.dark.get(room),
        hour=pack.trigger.at.hour,
        heating=mode,
        same_room=room == pack.trigger.place or not pack.trigger.place,
    )


def _people(pack: DeliberationContextPack, room: str, here: set[str]) -> str:
    if "still_there" in here:
        return "present"
    if "not_person" in here:
        return "absent"
    if room in pack.people:
        return pack.people[room] or "unknown"
    if "away" in here or "left" in here:
        return "absent"
    return "present" if "arrived" in here else "unknown"


def kind_of(entry: MenuEntry, thing: SceneObject | None, reading: Reading) -> object:
    """The setting, or what kind of thing it is."""
    state = Condition.read(thing.state) if thing is not None else Condition("")
    warmer, bright, *_ = setting_of(entry, state)
    if warmer:
        return "warmer" if warmer > 0 else "colder"
    if bright:
        return round(bright * 255)
    if "mode" in entry.payload:
        return entry.payload["mode"]
    kinds = reading.things[thing.name] if thing is not None else np.zeros(len(THINGS))
    return THINGS[int(np.argmax(kinds))] if float(np.max(kinds)) >= 0.5 else ""
