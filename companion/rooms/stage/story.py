"""Story of a scene 場面の物語: ends each turn, sees stagnation, and injects invented events.

Invented events exist in played scenes (and in the garden) only; the home has none.
"""

from dataclasses import replace

from companion.ports.clock import Chance
from companion.rooms.stage.room import Judged
from companion.rooms.stage.world import passed, told
from companion.words.stage import (
    Percept,
    PlayedScene,
    PlayedTurn,
    SceneBook,
    SceneEvent,
    SceneTag,
)

STAGNATION_TURNS = 6
"""So many turns in a row without a change are stagnation."""
RANDOM_EVENT = 0.05
"""Chance of an event in a turn without stagnation."""
COOLDOWN_MINUTES = 30.0
"""Shortest time, of the scene's own, from an injection to an event by chance."""
TURNS_KEPT = 200
"""Turns that a scene remembers."""


def ended(
    before: PlayedScene, judged: Judged, turn: PlayedTurn, want: str, book: SceneBook
) -> PlayedScene:
    """The scene after the judgement of a turn: failures counted, percepts used up, time passed.

    `before` is the scene that the actor thought about, `want` the desire that it followed.
    """
    after = judged.scene
    moved = after.state != before.state or after.known != before.known
    failed = any(not ruling.allowed for _, ruling in turn.rulings)
    changed = after.state != before.state or after.hidden != before.hidden
    recent = [*before.turns, turn][-len(book.cast) :]
    state = replace(after.state, events=tuple(text for one in recent for text in one.events))
    after = replace(
        after,
        state=state,
        percepts={**after.percepts, turn.actor: _news(before, after, turn.actor)},
        failures=_counted(before, turn.actor, want, failed=failed, moved=moved),
        spent=frozenset() if changed else after.spent | _in_vain(after, turn),
        turn=before.turn + 1,
        still=0 if moved else before.still + 1,
        turns=(*before.turns, turn)[-TURNS_KEPT:],
    )
    return passed(after, book)


def event_is_due(scene: PlayedScene, chance: Chance) -> bool:
    """Whether the game master brings something up now: on stagnation, or by chance."""
    if scene.still >= STAGNATION_TURNS:
        return True
    rested = scene.injected_at is None or scene.minutes - scene.injected_at >= COOLDOWN_MINUTES
    return rested and chance.random() < RANDOM_EVENT


def offered(scene: PlayedScene, book: SceneBook) -> tuple[SceneEvent, ...]:
    """Events of the book that were not injected yet."""
    return tuple(one for one in book.events if one.id not in scene.aroused)


def injected(scene: PlayedScene, event: SceneEvent) -> PlayedScene:
    """The scene with an `<event>` more; every actor is told of it, and a desire arises from it."""
    last = scene.turns[-1]
    turn = replace(last, events=(*last.events, event.text))
    state = replace(
        scene.state,
        events=(*scene.state.events, event.text),
        tension_level=event.tension or scene.state.tension_level,
    )
    scene = replace(
        scene,
        state=state,
        turns=(*scene.turns[:-1], turn),
        aroused=(*scene.aroused, event.id),
        still=0,
        injected_at=scene.minutes,
    )
    actors = [one.id for one in scene.state.actors]
    return told(scene, actors, Percept(kind="event", text=event.text))


def _news(before: PlayedScene, after: PlayedScene, actor: str) -> tuple[Percept, ...]:
    """Percepts that an actor has not thought about yet, and requests about unchanged things."""
    old = before.percepts.get(actor, ())
    still = [one for one in old if one.kind == "ask" and _same(before, after, one.object_id)]
    return (*still, *after.percepts.get(actor, ())[len(old) :])


def _same(before: PlayedScene, after: PlayedScene, thing: str) -> bool:
    return before.state.find(thing) == after.state.find(thing)


def _in_vain(scene: PlayedScene, turn: PlayedTurn) -> set[tuple[str, str]]:
    """The tags of a turn that changed nothing, with ids for names."""
    found = ((tag, scene.state.find(tag.target)) for tag in turn.performance.tags)
    return {
        (turn.actor, str(SceneTag(tag.verb, thing.id if thing is not None else tag.target)))
        for tag, thing in found
    }


def _counted(
    before: PlayedScene, actor: str, want: str, *, failed: bool, moved: bool
) -> dict[str, dict[str, int]]:
    """How often each want failed in a row: a success forgets its own failures."""
    counts = {who: dict(wants) for who, wants in before.failures.items()}
    own = counts.setdefault(actor, {})
    if failed and want:
        own[want] = own.get(want, 0) + 1
    elif moved:
        own.pop(want, None)
    return counts
