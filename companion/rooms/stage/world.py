"""World of a scene 場面の世界: makes the next state of a played scene from the one before.

Every change is an update of structured data. Whether an act is possible is not decided here.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from companion.home.levels import with_levels
from companion.words.scene import EMPTY_HANDED, SceneActor, SceneObject, SceneState
from companion.words.stage import Effect, Percept, PlayedScene, SceneBook

CLICKABLE = "clickable"
GONE = "gone"
_CLOCK = re.compile(r"([0-2]?[0-9]):([0-5][0-9])")
_DAY_MINUTES = 24 * 60


def opened(book: SceneBook) -> PlayedScene:
    """The scene as it stands in its book, before the first turn."""
    scene = PlayedScene(
        state=book.opening,
        hidden=book.opening_hidden,
        truths=frozenset((one.object_id, one.name) for one in book.truths),
    )
    if book.order is None:
        return scene
    others = [one.id for one in book.opening.actors if one.id != book.order.by]
    return told(scene, others, book.order)


def in_view(scene: PlayedScene) -> SceneState:
    """The scene as actors see it: without the things that are hidden."""
    return replace(
        scene.state,
        objects=tuple(one for one in scene.state.objects if one.id not in scene.hidden),
    )


def actor_of(state: SceneState, actor: str) -> SceneActor:
    """One actor. Raises `KeyError`."""
    found = next((one for one in state.actors if one.id == actor), None)
    if found is None:
        raise KeyError(actor)
    return found


def held_by(state: SceneState, actor: str) -> SceneObject | None:
    """The thing that an actor holds."""
    return next((one for one in state.objects if one.state == f"held_by_{actor}"), None)


def changed_actor(state: SceneState, actor: SceneActor) -> SceneState:
    """The scene with this actor in place of the one of the same id."""
    return replace(
        state, actors=tuple(actor if one.id == actor.id else one for one in state.actors)
    )


def changed_object(state: SceneState, thing: SceneObject) -> SceneState:
    """The scene with this thing in place of the one of the same id."""
    return replace(
        state, objects=tuple(thing if one.id == thing.id else one for one in state.objects)
    )


def got(state: SceneState, actor: str, thing: SceneObject) -> SceneState:
    """The scene once an actor has taken a thing."""
    state = changed_object(state, replace(thing, state=f"held_by_{actor}"))
    return changed_actor(state, replace(actor_of(state, actor), holding=thing.name))


def put(state: SceneState, actor: str, thing: SceneObject) -> SceneState:
    """The scene once an actor has put down a thing."""
    state = changed_object(state, replace(thing, state=CLICKABLE))
    return changed_actor(state, replace(actor_of(state, actor), holding=EMPTY_HANDED))


def affected(scene: PlayedScene, actor: str, thing: SceneObject, effect: Effect) -> PlayedScene:
    """The scene once an effect has taken place."""
    state = scene.state
    holds = thing.state == f"held_by_{actor}"
    after = replace(
        thing,
        state=effect.state or thing.state,
        name=effect.name or thing.name,
        affordances=thing.affordances if effect.affordances is None else effect.affordances,
    )
    if effect.state == GONE:
        state = replace(state, objects=tuple(o for o in state.objects if o.id != thing.id))
    else:
        state = changed_object(state, after)
    who = with_levels(actor_of(state, actor), effect.levels)
    if holds:
        still = after.state == f"held_by_{actor}"
        who = replace(who, holding=after.name if still else EMPTY_HANDED)
    state = changed_actor(state, replace(who, posture=effect.posture or who.posture))
    return replace(
        scene,
        state=replace(state, tension_level=effect.tension or state.tension_level),
        hidden=scene.hidden - set(effect.reveals),
        truths=scene.truths - {(thing.id, effect.clears)},
    )


def told(scene: PlayedScene, actors: Iterable[str], percept: Percept) -> PlayedScene:
    """The scene once these actors have a percept more to think about."""
    percepts = dict(scene.percepts)
    for actor in actors:
        percepts[actor] = (*percepts.get(actor, ()), percept)
    return replace(scene, percepts=percepts)


def passed(scene: PlayedScene, book: SceneBook) -> PlayedScene:
    """The scene one turn later: its clock has moved on, and what grows by itself has grown."""
    minutes = scene.minutes + book.turn_minutes
    grown = [
        (status, steps)
        for status, every in book.drift
        if (steps := int(minutes // every) - int(scene.minutes // every)) > 0
    ]
    actors = tuple(with_levels(one, grown) for one in scene.state.actors)
    moved = int(minutes) - int(scene.minutes)
    state = replace(scene.state, actors=actors, time=_later(scene.state.time, moved))
    return replace(scene, state=state, minutes=minutes)


def _later(time: str, minutes: int) -> str:
    """A time of day such as `深夜 02:15`, so many minutes later; the name of the hour stays while
    the hours that it covers are the scene's affair."""
    found = _CLOCK.search(time)
    if found is None:
        return time
    total = (int(found[1]) * 60 + int(found[2]) + minutes) % _DAY_MINUTES
    return f"{time[: found.start()]}{total // 60:02}:{total % 60:02}{time[found.end() :]}"
