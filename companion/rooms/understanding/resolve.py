"""Resolve 対象: which things of the home a clause means; asks where it could be several."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from companion.home.kinds import KIND_BY_NAME
from companion.home.purpose import purpose_by_words
from companion.rooms.understanding.acts import (
    CLIMATE,
    EVERYTHING_OFF,
    KIND_DOMAINS,
    LIGHT,
    LOCK,
    MEDIA,
    SWITCHED,
    VACUUM,
    Act,
)
from companion.rooms.understanding.fold import fold_name
from companion.rooms.understanding.frame import Frame, Group
from companion.rooms.understanding.home import Home, Thing
from companion.words.purpose import Purpose

NAMED_KINDS = {
    "tv": ("てれび", "tv", "television"),
    "speaker": ("すぴーかー", "speaker"),
    "ac": ("えあこん", "くーらー", "空調", "ac", "air con", "aircon"),
    "heating": ("暖房", "すとーぶ", "ひーたー", "heat", "床暖", "radiator"),
    "heater": ("すとーぶ", "ひーたー", "heater"),
    "radiator": ("らじえーたー", "radiator", "furnace", "boiler"),
    "garage": ("がれーじ", "車庫", "garage"),
    "kettle": ("けとる", "ぽっと", "湯沸", "kettle"),
    "storm_shutter": ("雨戸", "shutters"),
    "washer": ("洗濯", "washer", "washing"),
    "curtain": ("かーてん", "curtain", "drape"),
    "blind": ("ぶらいんど", "blind", "shade"),
}
"""Kinds that the home's own names tell apart where its classes do not."""


@dataclass(slots=True)
class Found:
    """対象: what was meant; `unclear` are the things or rooms it could be."""

    things: list[Thing] = field(default_factory=list)
    unclear: list[Thing] = field(default_factory=list)
    missing: bool = False
    """Something was named that the home has not, or has not there."""
    lacking: list[Group] = field(default_factory=list)
    """Groups that were named and match nothing in the home."""
    defaulted: bool = False
    """The speaker's room supplied the place."""


def resolve(frame: Frame, act: Act, home: Home, room: str, before: Sequence[str] = ()) -> Found:
    """The things one act is wished of. `before`: what the last wish was about."""
    found = Found()
    for named in frame.groups:
        group = _as_the_home_calls_it(named, home)
        there = _of_group(_widened(group, frame, home, room), act, home, room, before)
        if there.missing and not there.things:
            found.lacking.append(group)
        if act.does == "turn_off" and not group.names:
            there.things = _without_vital(there.things, group)
        _add(found, there)
    left_out = {t.id for g in frame.excepted for t in _of_except(g, act, home, frame)}
    found.things = [t for t in dict.fromkeys(found.things) if t.id not in left_out]
    if not found.things and not found.unclear:
        found.missing = True
    return found


_WINDOWS = {"blind": "curtain", "curtain": "blind"}


def _as_the_home_calls_it(group: Group, home: Home) -> Group:
    """A home with curtains and no blind means them by "blinds", and the other way round."""
    return replace(group, kinds=tuple(_there(kind, home) for kind in group.kinds))


def _there(kind: str, home: Home) -> str:
    other = _WINDOWS.get(kind, "")
    stands_in = other and not of_kinds([kind], home.things) and of_kinds([other], home.things)
    return other if stands_in else kind


def _without_vital(things: list[Thing], group: Group) -> list[Thing]:
    """Leave out what must keep running: the fish tank in a room that is switched off is not meant.
    It goes off by its name, or as the only thing of the sort that was named (`the boiler`)."""
    others = [thing for thing in things if not _is_vital(thing)]
    meant = bool(group.kinds) and not group.everything
    return others or (things if meant else [])


def _is_vital(thing: Thing) -> bool:
    kind = KIND_BY_NAME.get(thing.domain)
    if kind is None or not kind.switches_anything:
        return False
    words = " ".join((thing.id.partition(".")[2], *thing.names))
    return purpose_by_words(words, words) is Purpose.VITAL


def _add(found: Found, more: Found) -> None:
    found.things += more.things
    found.unclear += more.unclear
    found.missing |= more.missing
    found.defaulted |= more.defaulted


def _widened(group: Group, frame: Frame, home: Home, room: str) -> Group:
    """Widen a group with an exception to all the rest: of the room, where the room is known and it
    is a thing that is left out, else of the house."""
    if frame.excepted and not group.placed and not group.everything and not group.names:
        kinds = group.kinds or kinds_of(frame.excepted, home)
        if room and not any(g.placed for g in frame.excepted):
            return Group(kinds=kinds, areas=(room,), everything="all")
        return Group(kinds=kinds, everything="house")
    return group


def kinds_of(groups: Iterable[Group], home: Home) -> tuple[str, ...]:
    """The sort that things left out by name are of: 枕元以外消して speaks of lights."""
    named = (home.thing(i) for g in groups for ids in g.names for i in ids[:1])
    kinds = {_SORTS.get(thing.domain, "") for thing in named if thing is not None}
    return tuple(kinds) if "" not in kinds else ()


def sort_of(things: Iterable[Thing]) -> tuple[str, ...]:
    """The one word for things of a sort, as they are called: `the bedroom one too` after an air
    conditioner is no heated floor. Empty where they are of several sorts."""
    sorts = {
        next((k for k in _TOLD_APART if _called(k, [thing])), _SORTS.get(thing.domain, ""))
        for thing in things
    }
    return tuple(sorts) if len(sorts) == 1 and "" not in sorts else ()


_TOLD_APART = ("tv", "speaker", "ac", "heating", "curtain", "blind", "garage")
_SORTS = {"light": "light", "cover": "cover", "fan": "fan", "climate": "climate", "lock": "lock"}


def _of_except(group: Group, act: Act, home: Home, frame: Frame) -> Iterable[Thing]:
    named = [t for ids in group.names for i in ids if (t := home.thing(i))]
    in_place = _placed(group, _pool(act, home.things), home)
    if group.names:
        return [t for t in named if not group.areas or t.area in group.areas] or named
    kinds = group.kinds
    chosen = of_kinds(kinds, in_place) if kinds else in_place
    return chosen if (kinds or group.placed) else ()


def _pool(act: Act, things: Iterable[Thing]) -> list[Thing]:
    return [t for t in things if t.domain in act.domains]


def _of_group(group: Group, act: Act, home: Home, room: str, before: Sequence[str]) -> Found:
    pool = _pool(act, home.things)
    if group.names:
        return _named(group, act, home, room)
    if not group.names and act.does == "set_brightness":
        pool = [t for t in pool if t.takes(act.does)] or pool  # the others have no brightness
    if (group.it or not group.said) and before:
        again = [t for t in pool if t.id in before]
        if again:
            return Found(things=again)
    if group.it and not group.kinds and (not group.placed or act.domains == SWITCHED):
        return _unplaced(Group(), act, pool, home, room)
    if group.placed:
        return _in_place(group, act, pool, home, room)
    return _unplaced(group, act, pool, home, room)


def _named(group: Group, act: Act, home: Home, room: str) -> Found:
    found = Found()
    sorts = {d for kind in group.kinds for d in KIND_DOMAINS[kind][0]}
    for ids in (_nearer(ids, home, room) if not group.placed else ids for ids in group.names):
        able = [t for i in ids if (t := home.thing(i)) and t.domain in act.domains]
        able = [t for t in able if not sorts or t.domain in sorts]  # pantry lights are no vacuum
        there = [t for t in able if t.area in group.areas or _on_floor(t, group, home)]
        there = there or [t for t in able if not group.placed or t.area == ""]
        if len(there) > 1 and group.everything == "":
            near = [t for t in there if t.area == room]
            there = near or there
        if len(there) > 1 and not group.everything:
            found.unclear += there
        found.things += there if len(there) == 1 or group.everything else []
        found.missing |= not there
    for extra in of_kinds(group.kinds, _placed(group, _pool(act, home.things), home)):
        if group.kinds and group.placed and extra not in found.things and not group.names:
            found.things.append(extra)
    return found


def _nearer(ids: tuple[str, ...], home: Home, room: str) -> tuple[str, ...]:
    """The main light, said in the bedroom, is that of the bedroom, though others are called so."""
    nearby = getattr(ids, "nearby", ())
    if not room or any(t.area == room for i in ids if (t := home.thing(i))):
        return ids
    there = tuple(i for i in nearby if (t := home.thing(i)) and t.area == room)
    return there or ids


def _on_floor(thing: Thing, group: Group, home: Home) -> bool:
    return bool(group.floors) and home.on_floor(thing.area) in group.floors


def _placed(group: Group, things: Iterable[Thing], home: Home) -> list[Thing]:
    """The things that are where the group says; `downstairs in the kitchen` is the kitchen."""
    if not group.areas and not group.floors:
        return list(things)
    around = {home.on_floor(area) for area in group.areas}
    group = replace(group, floors=tuple(f for f in group.floors if f not in around))
    return [t for t in things if (t.area and t.area in group.areas) or _on_floor(t, group, home)]


def _in_place(group: Group, act: Act, pool: list[Thing], home: Home, room: str) -> Found:
    if group.areas or group.floors:
        there = _placed(group, pool, home)
    else:  # "in here"
        if not room:
            return _ask(of_kinds(group.kinds, pool) or pool)
        there = [t for t in pool if t.area == room]
    chosen = of_kinds(group.kinds, there) if group.kinds else _of_act(act, there, group)
    if act.domains == VACUUM and not (chosen or group.kinds) and len(pool) == 1:
        chosen = pool  # the one machine there is cleans every room
    return Found(things=chosen, missing=not chosen, defaulted=group.here)


def _unplaced(group: Group, act: Act, pool: list[Thing], home: Home, room: str) -> Found:
    chosen = of_kinds(group.kinds, pool) if group.kinds else _of_act(act, pool, group)
    if group.everything == "both":
        pair = [t for t in chosen if room and t.area == room] or chosen
        return Found(things=pair) if len(pair) == 2 else _ask(pair)
    if not chosen or group.everything:
        return Found(things=chosen, missing=not chosen)
    if group.kinds == ("door",) and all(t.kind == "garage" for t in chosen):
        return _ask(chosen + [t for t in home.things if t.domain in LOCK])  # none was meant yet
    if act.does == "lock" and set(group.kinds) <= {"doors", "locks"}:
        return Found(things=chosen)  # to lock up is to lock all; it harms nobody
    if act.domains == SWITCHED and not group.kinds:
        return _ask(chosen)  # `つけて` alone: nothing says what
    if act.does == "play" and group.kinds == ("music",):
        chosen = [t for t in chosen if t not in _called("tv", chosen)] or chosen
    return _nearest(act, chosen, group, room)


def _nearest(act: Act, chosen: list[Thing], group: Group, room: str) -> Found:
    """Of several that could be meant those of the room, or all of the only place there is."""
    near = [t for t in chosen if room and t.area == room]
    if near:
        return Found(things=_playing(act, group, near), defaulted=True)
    if len({t.area or t.id for t in chosen}) == 1:
        return Found(things=_playing(act, group, chosen))
    if act.domains == MEDIA and not {"speaker", "tv"} & set(group.kinds):
        chosen = _sounding(act, chosen)
    return Found(things=chosen) if len(chosen) == 1 else _ask(chosen)


_OF_A_SONG = ("next_track", "previous_track", "pause")


def _playing(act: Act, group: Group, players: list[Thing]) -> list[Thing]:
    """Music comes from what plays; a television that is only on beside it is none of it."""
    if group.kinds != ("music",) and (group.kinds or act.does not in _OF_A_SONG):
        return players
    playing = [t for t in players if t.state == "playing"]
    return playing or [t for t in players if t not in _called("tv", players)] or players


def _sounding(act: Act, players: list[Thing]) -> list[Thing]:
    """The one player that an order without a name can mean: it plays, or can go on."""
    states = ("paused",) if act.does in ("play", "unmute") else ("playing",)
    meant = [t for t in players if t.state in states]
    if not meant and states == ("playing",):
        meant = [t for t in players if t.state in ("on", "buffering")]
    return meant if len(meant) == 1 else players


def _ask(things: list[Thing]) -> Found:
    return Found(unclear=things, missing=not things)


def _of_act(act: Act, things: list[Thing], group: Group) -> list[Thing]:
    """The things of an act without a kind: `on` in a room means its light, `all off` means all."""
    if act.domains == SWITCHED:
        wide = act.does == "turn_off" and (group.everything or group.it)
        return [t for t in things if t.domain in (EVERYTHING_OFF if wide else LIGHT)]
    if act.does in ("open", "close"):
        guarded = [t for t in things if t.kind == "garage" or t.domain in LOCK]
        free = [t for t in things if t not in guarded]
        return free or (guarded if group.areas else [])
    if act.domains == CLIMATE:
        return _called("ac", things) or things
    return things


def of_kinds(kinds: Iterable[str], things: Sequence[Thing]) -> list[Thing]:
    """Those of the things that are of one of the sorts."""
    chosen: list[Thing] = []
    for kind in kinds:
        domains, classes = KIND_DOMAINS[kind]
        fits = [t for t in things if t.domain in domains]
        chosen += _of_class(kind, classes, fits)
    return list(dict.fromkeys(chosen))


def _of_class(kind: str, classes: frozenset[str], things: list[Thing]) -> list[Thing]:
    called = _called(kind, things) if kind in NAMED_KINDS else []
    if kind in ("heater", "radiator", "kettle", "washer"):
        return called
    if kind in ("tv", "speaker", "heating"):
        return called or [t for t in things if t.device_class == kind]
    if kind == "ac":
        return called or things
    exact = [t for t in things if t.device_class and t.device_class in classes]
    if exact or called:
        return list(dict.fromkeys([*exact, *called]))
    return [t for t in things if not classes or t.device_class in classes]


def _called(kind: str, things: Iterable[Thing]) -> list[Thing]:
    words = NAMED_KINDS[kind]
    return [t for t in things if any(_holds(fold_name(n), w) for n in t.names for w in words)]


def _holds(name: str, word: str) -> bool:
    return f" {word}" in f" {name}" if word.isascii() else word in name
