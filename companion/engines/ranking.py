"""Ranking: a pack as numbers. What the lines say is read by a trained reader, the rest is plain.

Nothing here decides: it lays out, for each menu entry, what was said about its room, what was
said elsewhere, who is there, how light it is, and what the entry would do.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from companion.engines.ranking_lines import Floats, Line, Reading, lines_of
from companion.engines.sense import EVERYWHERE, HARM, NO, YES, Truth, heard, judge
from companion.words.condition import Condition
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome, MenuEntry
from companion.words.language import Language
from companion.words.scene import SceneObject
from companion.words.trigger import Priority, TriggerKind
from companion.words.trust import TrustLabel

OPERATIONS = (
    "light_turn_on", "light_turn_off", "light_set_brightness", "cover_open", "cover_close",
    "cover_set_position", "climate_set_temperature", "climate_set_mode", "lock_lock",
    "lock_unlock", "fan_turn_on", "fan_turn_off", "media_player_play", "media_player_pause",
    "media_player_stop", "switch_turn_on", "switch_turn_off", "observe_scene", "other",
)  # fmt: skip
DEEDS = ("turn_on", "turn_off", "open", "close", "lock", "play", "pause", "stop")
"""What a line can ask for by name; the reader has one output for each."""
THINGS = (
    "hazard", "critical", "heater", "brewer", "job", "water", "plain", "window", "curtain",
    "awning", "extractor", "breeze",
)  # fmt: skip
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
_BROAD = frozenset({"arrived", "left", "named", "idle"})
_HOURS = (5, 8, 12, 17, 19, 22)
_HOT_C, _COLD_C = 27.0, 17.5
"""What most people call hot and cold indoors."""


def texts_of(pack: DeliberationContextPack, language: Language) -> tuple[str, ...]:
    """Every text that has to be embedded for this pack, once."""
    lines = [line.text for line in lines_of(pack)]
    labels = [entry.label.get(language) for entry in acting(pack)]
    names = [thing.name for entry in acting(pack) if (thing := _thing(pack, entry)) is not None]
    return tuple(dict.fromkeys((*lines, *labels, *names)))


def acting(pack: DeliberationContextPack) -> tuple[MenuEntry, ...]:
    """The entries that do something."""
    return tuple(e for e in pack.menu if e.outcome is DecisionOutcome.DO_ACTION)


def features(
    pack: DeliberationContextPack, language: Language, reading: Reading, facts: Sequence[str]
) -> Floats:
    """One row per acting entry; `facts` names the reader's outputs."""
    lines = lines_of(pack)
    rows = [_row(pack, entry, lines, language, reading, facts) for entry in acting(pack)]
    senses = [_sense(pack, entry, lines, reading, facts) for entry in acting(pack)]
    others = [_others(pack, senses, at, reading) for at in range(len(senses))]
    whole = [(*row, *s, *o) for row, s, o in zip(rows, senses, others, strict=True)]
    return np.asarray(whole, np.float32)


def named_like(entry: MenuEntry, thing: SceneObject | None, line: Line) -> bool:
    """Whether the line names the very thing the entry acts on."""
    return thing is not None and thing.id in line.things


# -- one entry ----------------------------------------------------------------------------------


def _thing(pack: DeliberationContextPack, entry: MenuEntry) -> SceneObject | None:
    found = pack.scene.find(entry.object_id) if entry.object_id else None
    return found if found is not None and found.type == "device" else None


def _room(pack: DeliberationContextPack, entry: MenuEntry) -> str:
    thing = _thing(pack, entry)
    if thing is not None:
        return thing.location
    camera = str(entry.payload.get("camera", ""))
    known = {place.id for place in pack.places}
    return camera if camera in known else pack.trigger.place


def _row(
    pack: DeliberationContextPack,
    entry: MenuEntry,
    lines: Sequence[Line],
    language: Language,
    reading: Reading,
    facts: Sequence[str],
) -> list[float]:
    thing, room = _thing(pack, entry), _room(pack, entry)
    rooms = {o.id: o.location for o in pack.scene.objects}
    label = entry.label.get(language)
    near = [_near(line, room, pack.trigger.place, rooms) for line in lines]
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


def _near(line: Line, room: str, place: str, rooms: Mapping[str, str]) -> bool | None:
    """Whether the line is about the room; None: it names none, so it may be."""
    about = set(line.rooms) | {rooms.get(thing, "") for thing in line.things}
    if not about and line.is_trigger and place:
        about = {place}
    return room in about if about else None


def _said(
    lines: Sequence[Line],
    near: Sequence[bool | None],
    reading: Reading,
    facts: Sequence[str],
) -> Iterable[float]:
    """What was said of the room, just now and before, in broad strokes; each the surest line's.

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
    mine = [(line, float(reading.facts[line.text].max()))
            for line, here in zip(lines, near, strict=True) if here is not False]  # fmt: skip
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
    deed = next((d for d in DEEDS if entry.action_type.endswith(d)), "")
    own = index.get(f"do_{deed}")
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
            max(0.0, (close - 0.8) * 5),
        ]
    return tuple(out)


_STANDS_FOR = {"all_sleep": "asleep", "all_calm": "rest", "all_nothing": "chat"}
_SURE = (0.35, 0.5, 0.65)
"""How sure the reader must be for the rules to take it as said; the judge weighs the three."""
_ON, _OFF = ("turn_on", "play"), ("turn_off", "pause", "stop")
_DISTURBING = ("media_player_play", "light_turn_on", "cover_open", "switch_turn_on")
_AGAINST = {"keep_on": _OFF, "keep_off": _ON, "under_way": _OFF, "forbidden": ("",)}
_HOME_WIDE = frozenset({"away", "asleep", "secure", "danger", "rain"})
_ASKERS = (TrustLabel.OWNER, TrustLabel.HOUSEHOLD, TrustLabel.SELF)


def _sense(
    pack: DeliberationContextPack,
    entry: MenuEntry,
    lines: Sequence[Line],
    reading: Reading,
    facts: Sequence[str],
) -> tuple[float, ...]:
    """What the owner's rules say of it, taking what was read for true: yes, no, harm, three
    times."""
    thing, room = _thing(pack, entry), _room(pack, entry)
    rooms = {o.id: o.location for o in pack.scene.objects}
    near = [(line, _near(line, room, pack.trigger.place, rooms)) for line in lines]
    operation = entry.action_type.partition(".")[2]
    known = operation if operation in OPERATIONS else _plain_operation(operation, thing)
    found: list[float] = []
    for sure in _SURE:
        said = {line.text: _facts(reading.facts[line.text], facts, sure) for line in lines}
        verdict = _by_name(pack, entry, thing, near, said)
        if verdict is None:
            truth = _truth(pack, room, near, said)
            verdict = judge(known, _kind(entry, thing, reading), truth)
        found += [float(verdict == YES), float(verdict == NO), float(verdict == HARM)]
    return tuple(found)


def _others(
    pack: DeliberationContextPack, senses: Sequence[tuple[float, ...]], own: int, reading: Reading
) -> tuple[float, ...]:
    """Whether the rules hold something else on the menu sensible: a deed, or one that cannot
    wait because something could burn."""
    deed = urgent = 0.0
    for at, entry in enumerate(acting(pack)):
        yes = max(senses[at][0::3])
        if at == own or not yes or entry.action_type.startswith("vision_perception"):
            continue
        deed = 1.0
        kind = _kind(entry, _thing(pack, entry), reading)
        urgent = max(urgent, float(kind == "hazard" and entry.action_type.endswith("turn_off")))
    return deed, urgent


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
    lines: Sequence[tuple[Line, bool | None]],
    said: Mapping[str, frozenset[str]],
) -> int | None:
    """Asked for or forbidden by its name, which comes before every rule."""
    asked = False
    for line, near in lines:
        mine = said[line.text]
        if thing is None or thing.id not in line.things:
            elsewhere = line.is_trigger and bool(line.things or near is False)
            asked |= elsewhere and not mine & _HOME_WIDE
            continue
        if any(key in mine and entry.action_type.endswith(d) for key, d in _AGAINST.items()):
            return HARM
        hands_off = "all_hands_off" in mine and not mine & {"named", "wants_light"}
        if "leave_it" in mine or hands_off:
            return HARM
        deed = next((d for d in DEEDS if entry.action_type.endswith(d)), "")
        if line.is_trigger and "named" in mine and f"do_{deed}" in mine:
            sleeps = any(
                "all_sleep" in said[other.text] for other, here in lines if here is not False
            )
            disturbs = sleeps and entry.action_type.endswith(_DISTURBING)
            return YES if pack.trigger.about.trust in _ASKERS and not disturbs else HARM
    # A person spoke of something else: they are answered first.
    return NO if asked and pack.trigger.priority is Priority.USER else None


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
    warm = _temperature(pack, room)
    if warm is not None:
        here -= {"hot", "cold"}
        here |= {"hot"} if warm >= _HOT_C else {"cold"} if warm <= _COLD_C else set()
        now -= {"hot", "cold"} - here
    mode = next((Condition.read(o.state).value for o in pack.scene.objects
                 if o.location == room and o.id.startswith("climate.")), "")  # fmt: skip
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


def _kind(entry: MenuEntry, thing: SceneObject | None, reading: Reading) -> object:
    """The setting, or what kind of thing it is."""
    state = Condition.read(thing.state) if thing is not None else Condition("")
    warmer, bright, *_ = _setting(entry, state)
    if warmer:
        return "warmer" if warmer > 0 else "colder"
    if bright:
        return round(bright * 255)
    if "mode" in entry.payload:
        return entry.payload["mode"]
    kinds = reading.things[thing.name] if thing is not None else np.zeros(len(THINGS))
    return THINGS[int(np.argmax(kinds))] if float(np.max(kinds)) >= 0.5 else ""


def _does(
    pack: DeliberationContextPack, entry: MenuEntry, thing: SceneObject | None
) -> tuple[float, ...]:
    operation = entry.action_type.partition(".")[2]
    known = operation if operation in OPERATIONS else _plain_operation(operation, thing)
    state = Condition.read(thing.state) if thing is not None else Condition("")
    return (
        *(float(known == name) for name in OPERATIONS),
        float(entry.risk),
        *_setting(entry, state),
        float(state.value == "on"),
        float(state.value == "heat"),
        float(state.value == "cool"),
        float(state.value == "playing"),
    )


def _plain_operation(operation: str, thing: SceneObject | None) -> str:
    """`turn_on` of `light.hall` is `light_turn_on`; what is not known is `other`."""
    name = f"{thing.id.partition('.')[0]}_{operation}" if thing is not None else ""
    return name if name in OPERATIONS else "other"


def _setting(entry: MenuEntry, state: Condition) -> tuple[float, ...]:
    payload = entry.payload
    wish = _number(payload.get("temperature"))
    now = _number(state.settings.get("temperature"))
    warmer = 0.0 if wish is None or now is None else float(np.sign(wish - now))
    bright = _number(payload.get("brightness"))
    mode = str(payload.get("mode", ""))
    return (
        warmer,
        0.0 if bright is None else bright / 255,
        float(mode == "heat"),
        float(mode == "cool"),
        float(mode == "off"),
    )


def _number(value: object) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None


def _there(pack: DeliberationContextPack, room: str) -> tuple[float, ...]:
    """Who is there, who is elsewhere, how light and how warm it is."""
    value = pack.people.get(room, "nothing")
    others = [v for place, v in pack.people.items() if place != room]
    dark = pack.dark.get(room)
    warm = _temperature(pack, room)
    lit = [Condition.read(o.state).value == "on" for o in pack.scene.objects
           if o.location == room and o.id.startswith("light.")]  # fmt: skip
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


def _temperature(pack: DeliberationContextPack, room: str) -> float | None:
    for thing in pack.scene.objects:
        if thing.location == room and thing.id.startswith("sensor.") and "temperature" in thing.id:
            return _number(Condition.read(thing.state).value)
    return None


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
