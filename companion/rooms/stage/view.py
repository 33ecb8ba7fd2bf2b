"""View of one actor 登場者の視点: collects the things in view and what they afford."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.home.levels import levels_of
from companion.rooms.stage.room import afforded, needed_thing
from companion.rooms.stage.transcript import told_lines
from companion.rooms.stage.world import CLICKABLE, actor_of, held_by, in_view
from companion.words.language import Language
from companion.words.scene import SceneObject, SceneState
from companion.words.stage import (
    ActorView,
    Effect,
    GeneralVerb,
    Offer,
    PlayedScene,
    SceneBook,
    SceneTag,
    VerbRow,
)

HISTORY_TURNS = 4
"""Turns so far that an actor remembers in words."""


def view_of(
    scene: PlayedScene, book: SceneBook, verbs: Mapping[str, VerbRow], actor: str
) -> ActorView:
    """Everything that this actor may think about. Raises `KeyError` where it has no sheet."""
    sheet = book.sheet(actor)
    state = in_view(scene)
    aroused = [one.want for one in book.events if one.id in scene.aroused]
    known = frozenset(one for one in scene.truths if (actor, *one) in scene.known)
    dangers = {
        one.object_id: one.danger for one in book.truths if (one.object_id, one.name) in known
    }
    return ActorView(
        state=state,
        sheet=sheet,
        language=book.language,
        offers=tuple(_offers(state, book, verbs, actor, known)),
        percepts=scene.percepts.get(actor, ()),
        wants=(*sheet.wants, *aroused),
        appearances=book.appearances,
        dangers=dangers,
        looked=frozenset(thing for who, thing, _ in scene.known if who == actor),
        failures=scene.failures.get(actor, {}),
        spent=frozenset(tag for who, tag in scene.spent if who == actor),
        history=tuple(
            line
            for turn in scene.turns[-HISTORY_TURNS:]
            for line in told_lines(turn, state, verbs, book.language)
        ),
        levels=levels_of(actor_of(state, actor).status),
        others={one.id: book.sheet(one.id).strength for one in state.actors if one.id != actor},
    )


def _offers(
    state: SceneState,
    book: SceneBook,
    verbs: Mapping[str, VerbRow],
    actor: str,
    known: frozenset[tuple[str, str]],
) -> Iterator[Offer]:
    held, posture = held_by(state, actor), actor_of(state, actor).posture
    effects = [one for one in book.effects if one.only_in in ("", posture)]
    for thing in state.objects:
        for row in verbs.values():
            offer = _offer(row, thing, effects, actor, known, book.language)
            social = row.name in (GeneralVerb.ASK, GeneralVerb.WARN)
            if offer is None or (social and len(state.actors) < 2):
                continue
            has = held is not None and held.name.casefold().endswith(offer.needs.casefold())
            yield replace(offer, needs="" if has else offer.needs)


def _offer(
    row: VerbRow,
    thing: SceneObject,
    effects: Sequence[Effect],
    actor: str,
    known: frozenset[tuple[str, str]],
    language: Language,
) -> Offer | None:
    tag = SceneTag(row.name, thing.name)
    label = row.told.get(language).format(thing.name)
    bare = Offer(tag=tag, object_id=thing.id, manner=row.manner, label=label)
    mine = thing.state == f"held_by_{actor}"
    if row.name in set(GeneralVerb):
        return _general_offer(GeneralVerb(row.name), bare, thing, mine=mine)
    found = afforded(row, thing)
    if found is None or (thing.state.startswith("held_by_") and not mine):
        return None
    word, condition = found
    expected = next((e for e in effects if _expects(e, thing, word, known)), None)
    if expected is None:
        return None
    return replace(
        bare,
        state=expected.state,
        levels=expected.levels,
        held=expected.held and not mine,
        needs=needed_thing(condition, thing),
    )


def _general_offer(
    verb: GeneralVerb, bare: Offer, thing: SceneObject, *, mine: bool
) -> Offer | None:
    if verb is GeneralVerb.GET:
        return replace(bare, state="held") if thing.state == CLICKABLE else None
    if verb is GeneralVerb.PUT:
        return bare if mine else None
    return bare


def _expects(
    effect: Effect, thing: SceneObject, word: str, known: frozenset[tuple[str, str]]
) -> bool:
    """Whether the actor would expect this effect of the thing; hidden truths only if it knows."""
    return (
        effect.object_id == thing.id
        and effect.affordance == word
        and (not effect.truth or (thing.id, effect.truth) in known)
        and (not effect.from_states or thing.state in effect.from_states)
    )
