"""Features: turn a context pack into numbers; a trained reader reads the lines, code reads the
rest.

This module does not decide: it lays out, for each menu entry, what was said about its room, what
was said elsewhere, who is there, how light it is, and what the entry would do.
"""

from collections.abc import Iterable, Sequence

import numpy as np

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
from companion.engines.ranking.lines import Floats, Line, Reading, bare, lines_of
from companion.engines.ranking.owner_rules import asked_of, meant_of, others_of, sense_of
from companion.home.condition import Condition
from companion.words.context import DeliberationContextPack
from companion.words.decision import MenuEntry
from companion.words.language import Language
from companion.words.scene import SceneObject
from companion.words.trigger import Priority, TriggerKind
from companion.words.trust import TrustLabel

_BROAD = frozenset({"arrived", "left", "named", "idle", "not_person"})
_TALK = frozenset({"chat", "musing", "idle"})
"""Meanings of lines that do not concern the home."""
_MADE_OUT = 0.5
"""Sureness from which a meaning was made out, as the owner is told (`judging`)."""
_HOURS = (5, 8, 12, 17, 19, 22)


def texts_of(pack: DeliberationContextPack, language: Language) -> tuple[str, ...]:
    """Every text that has to be embedded for this pack, once."""
    lines = [line.text for line in lines_of(pack)]
    labels = [entry.label.get(language) for entry in acting(pack)]
    labels += [bare(label, pack.places) for label in labels]
    lines += [bare(line.text, pack.places) for line in lines_of(pack) if line.is_trigger]
    names = [thing.name for entry in acting(pack) if (thing := thing_of(pack, entry)) is not None]
    return tuple(dict.fromkeys((*lines, *labels, *names)))


def features(
    pack: DeliberationContextPack, language: Language, reading: Reading, facts: Sequence[str]
) -> Floats:
    """One row per acting entry; `facts` names the reader's outputs."""
    lines = [line for line in lines_of(pack) if _is_read(line, reading, facts)]
    rows = [_row(pack, entry, lines, language, reading, facts) for entry in acting(pack)]
    meant = meant_of(pack, lines, language, reading)
    senses = [
        sense_of(pack, entry, lines, reading, facts, margin)
        for entry, (margin, _) in zip(acting(pack), meant, strict=True)
    ]
    others = [others_of(pack, senses, at, reading) for at in range(len(senses))]
    whole = [(*r, *s, *o, *m) for r, s, o, m in zip(rows, senses, others, meant, strict=True)]
    return np.asarray(whole, np.float32)


def _is_read(line: Line, reading: Reading, facts: Sequence[str]) -> bool:
    """Whether something was made out in it. An earlier sentence that names nothing here and could
    not be read, or was read as mere talk, is no reason for or against a deed."""
    if line.is_trigger or line.rooms or line.things:
        return True
    row = reading.facts[line.text]
    sure = {name: p for name, p in zip(facts, row, strict=True) if not _is_coarse(name)}
    surest = max(sure, key=lambda name: float(sure[name]))
    return surest not in _TALK and float(sure[surest]) >= _MADE_OUT


def _is_coarse(fact: str) -> bool:
    return fact in GROUPS or fact.startswith("do_")


def named_like(entry: MenuEntry, thing: SceneObject | None, line: Line) -> bool:
    """Whether the line names the very thing the entry acts on."""
    return thing is not None and thing.id in line.things


# -- one entry ----------------------------------------------------------------------------------


def _row(
    pack: DeliberationContextPack,
    entry: MenuEntry,
    lines: Sequence[Line],
    language: Language,
    reading: Reading,
    facts: Sequence[str],
) -> list[float]:
    thing, room = thing_of(pack, entry), room_of(pack, entry)
    rooms = {o.id: o.location for o in pack.scene.objects}
    label = entry.label.get(language)
    near = [is_near(line, room, pack.trigger.place, rooms) for line in lines]
    return [
        *_said(lines, near, reading, facts),
        *_unread(lines, near, reading),
        *_wanted(entry, thing, lines, reading, facts, reading.vectors[label]),
        *_does(pack, entry, thing),
        *(reading.things[thing.name] if thing is not None else np.zeros(len(THINGS))),
        *_there(pack, room),
        *_when(pack),
        float(room == pack.trigger.place),
        float(not pack.trigger.place),
    ]


def _said(
    lines: Sequence[Line],
    near: Sequence[bool | None],
    reading: Reading,
    facts: Sequence[str],
) -> Iterable[float]:
    """Meanings said of the room, just now and before, in broad groups; each is that of the surest
    line.

    The finer meanings reach the judge through the rules alone: given all of them it learnt the
    families by heart and chose worse in others.
    """
    broad = [at for at, fact in enumerate(facts) if fact in GROUPS or fact in _BROAD]
    said = np.zeros((2, len(broad)), np.float32)
    for line, here in zip(lines, near, strict=True):
        if here is not False:
            row = 0 if line.is_trigger else 1
            said[row] = np.maximum(said[row], reading.facts[line.text][broad] * line.weight)
    return said.reshape(-1).tolist()


def _unread(
    lines: Sequence[Line], near: Sequence[bool | None], reading: Reading
) -> tuple[float, ...]:
    """How much was said about the room that nobody could make out: reason to be careful."""
    mine = [
        (line, float(reading.facts[line.text].max()))
        for line, here in zip(lines, near, strict=True)
        if here is not False
    ]
    before = [sure for line, sure in mine if not line.is_trigger]
    now = [sure for line, sure in mine if line.is_trigger]
    return (
        min(1.0, len(before) / 3),
        1 - min(before, default=1.0),
        1 - min(now, default=1.0),
    )


def _wanted(
    entry: MenuEntry,
    thing: SceneObject | None,
    lines: Sequence[Line],
    reading: Reading,
    facts: Sequence[str],
    label: Floats,
) -> tuple[float, ...]:
    """Whether a line names the thing, and asks for or forbids this very deed."""
    index = {name: at for at, name in enumerate(facts)}
    own = index.get(f"do_{deed_of(entry)}")
    out = []
    for triggers in (True, False):
        mine = [line for line in lines if line.is_trigger is triggers]
        named = [line for line in mine if named_like(entry, thing, line)]
        read = [reading.facts[line.text] for line in named]
        close = max((float(reading.vectors[line.text] @ label) for line in mine), default=0.0)
        out += [
            float(bool(named)),
            max((float(r[own]) for r in read), default=0.0) if own is not None else 0.0,
            max((float(r[index["named"]]) for r in read), default=0.0),
            max((float(r[index["forbidden"]]) for r in read), default=0.0),
            max((float(r[index["leave_it"]]) for r in read), default=0.0),
            float(any(asked_of(entry, line) for line in named)),
            max(0.0, (close - 0.8) * 5),
        ]
    return tuple(out)


def _does(
    pack: DeliberationContextPack, entry: MenuEntry, thing: SceneObject | None
) -> tuple[float, ...]:
    operation = entry.action_type.partition(".")[2]
    known = operation if operation in OPERATIONS else plain_operation(operation, thing)
    state = Condition.read(thing.state) if thing is not None else Condition("")
    return (
        *(float(known == name) for name in OPERATIONS),
        float(entry.risk),
        *setting_of(entry, state),
        float(state.value == "on"),
        float(state.value == "heat"),
        float(state.value == "cool"),
        float(state.value == "playing"),
    )


def _there(pack: DeliberationContextPack, room: str) -> tuple[float, ...]:
    """Presence here and elsewhere, light and warmth."""
    value = pack.people.get(room, "nothing")
    others = [v for place, v in pack.people.items() if place != room]
    dark = pack.dark.get(room)
    warm = temperature_in(pack, room)
    lit = [
        Condition.read(o.state).value == "on"
        for o in pack.scene.objects
        if o.location == room and o.id.startswith("light.")
    ]
    return (
        float(value == "present"),
        float(value == "absent"),
        float(value is None),
        float("present" in others),
        float("absent" in others),
        float(dark is True),
        float(dark is False),
        float(any(lit)),
        float(bool(lit) and not any(lit)),
        0.0 if warm is None else max(0.0, min(1.0, (warm - 24) / 6)),
        0.0 if warm is None else max(0.0, min(1.0, (20 - warm) / 6)),
    )


def _when(pack: DeliberationContextPack) -> tuple[float, ...]:
    trigger = pack.trigger
    band = sum(trigger.at.hour >= hour for hour in _HOURS)
    asked = trigger.priority is Priority.USER
    return (
        *(float(band == number) for number in range(len(_HOURS) + 1)),
        float(trigger.kind is TriggerKind.HEARTBEAT),
        float(trigger.priority is Priority.ROUTINE or trigger.kind is TriggerKind.TIME),
        float(asked),
        float(asked and trigger.about.trust in (TrustLabel.OWNER, TrustLabel.HOUSEHOLD)),
        float(trigger.about.trust is TrustLabel.GUEST),
    )
