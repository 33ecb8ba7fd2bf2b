"""The game master of a played scene judges action tags in order, and changes the scene by them.

Each tag is judged on the scene that the tag before it left; a refused tag changes nothing and stops
those behind it. The rules are code: no model judges, and nothing is read but tags.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.phrases.rulings import allowed, refused
from companion.ports.clock import Chance
from companion.rooms.stage.world import (
    CLICKABLE,
    actor_of,
    affected,
    got,
    held_by,
    in_view,
    put,
    told,
)
from companion.words.language import Bilingual
from companion.words.ruling import Ruling
from companion.words.scene import EMPTY_HANDED, SceneObject, SceneState
from companion.words.stage import (
    Effect,
    GeneralVerb,
    Percept,
    PlayedScene,
    SceneBook,
    SceneTag,
    VerbRow,
)
from companion.words.story import StoryVerb

_CONDITION = re.compile(r"(?:要|needs)[:：]\s*(.+)")
_LOCKS = frozenset({"鍵", "key"})
_LOCKED = "locked"
_IN_VAIN = frozenset({"in_vain", "locked", "needs"})
"""Refusals of what was tried and did not succeed."""
_HELD = "held_by_"
_NOTHING = Bilingual("{}に変わったところはない。", "There is nothing special about the {}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Outcome of one performance."""

    scene: PlayedScene
    rulings: tuple[tuple[SceneTag, Ruling], ...]
    events: tuple[str, ...] = ()
    happened: tuple[tuple[StoryVerb, str], ...] = ()
    """Facts for story sifting: verb, and id of the thing."""


class GameMaster:
    """Room that rules on tags and makes the next scene, by its book and the table of verbs."""

    def __init__(self, book: SceneBook, verbs: Mapping[str, VerbRow], chance: Chance) -> None:
        self._book = book
        self._verbs = verbs
        self._chance = chance

    def judge(self, scene: PlayedScene, actor: str, tags: tuple[SceneTag, ...]) -> Judged:
        """Rule on the tags of one performance, in the order in which they are written."""
        done = Judged(scene=scene, rulings=())
        for tag in tags:
            stopped = next((r for _, r in done.rulings if not r.allowed), None)
            if stopped is not None:
                ruling = refused("after_refusal", tag.target)
                done = replace(done, rulings=(*done.rulings, (tag, ruling)))
                continue
            done = self._judge_one(done, actor, tag)
        return done

    def _judge_one(self, done: Judged, actor: str, tag: SceneTag) -> Judged:
        scene = done.scene
        found = self._rule(scene, actor, tag)
        if isinstance(found, Ruling):
            return replace(
                done,
                rulings=(*done.rulings, (tag, found)),
                scene=self._after_refusal(scene, actor, tag, found),
                happened=(*done.happened, *self._tried(scene, actor, tag, found)),
            )
        thing, effect = found
        rulings = (*done.rulings, (tag, allowed()))
        if effect is None:
            after = self._general(scene, actor, GeneralVerb(tag.verb), thing)
            return replace(done, scene=after, rulings=rulings)
        happened = () if effect.story is None else ((effect.story, thing.id),)
        return replace(
            done,
            scene=affected(scene, actor, thing, effect),
            rulings=rulings,
            events=(*done.events, *([effect.event] if effect.event else [])),
            happened=(*done.happened, *happened),
        )

    def _tried(
        self, scene: PlayedScene, actor: str, tag: SceneTag, ruling: Ruling
    ) -> tuple[tuple[StoryVerb, str], ...]:
        """The fact of a story that a refusal leaves: the actor did what the thing affords, and did
        not manage. To handle a thing in vain is none."""
        thing, row = _meant(scene, actor, tag), self._verbs.get(tag.verb)
        general = row is None or row.name in set(GeneralVerb)
        if thing is None or general or ruling.reason_code not in _IN_VAIN:
            return ()
        return ((StoryVerb.FAILED, thing.id),)

    # -- ruling ---------------------------------------------------------------------------------

    def _rule(
        self, scene: PlayedScene, actor: str, tag: SceneTag
    ) -> Ruling | tuple[SceneObject, Effect | None]:
        """The refusal, or the thing and what happens to it (None: a general verb)."""
        thing = _meant(scene, actor, tag)
        if thing is None:
            return refused("not_in_scene" if tag.target else "empty_hands", tag.target)
        row = self._verbs.get(tag.verb)
        if row is None:
            return refused("no_such_verb", tag.verb)
        if row.name in set(GeneralVerb):
            ruling = self._rule_general(scene, actor, GeneralVerb(row.name), thing)
            return ruling if ruling is not None else (thing, None)
        return self._rule_affordance(scene, actor, row, thing)

    def _rule_general(
        self, scene: PlayedScene, actor: str, verb: GeneralVerb, thing: SceneObject
    ) -> Ruling | None:
        """Handling asks in order: is it free, are the hands free. Looking and talking ask none."""
        if verb is GeneralVerb.PUT:
            held = thing.state == f"{_HELD}{actor}"
            return None if held else refused("not_held", thing.name)
        if verb is not GeneralVerb.GET:
            return None
        if thing.state != CLICKABLE:
            return self._not_free(scene.state, actor, thing)
        empty = actor_of(scene.state, actor).holding == EMPTY_HANDED
        return None if empty else refused("hands_full", thing.name)

    def _rule_affordance(
        self, scene: PlayedScene, actor: str, row: VerbRow, thing: SceneObject
    ) -> Ruling | tuple[SceneObject, Effect]:
        found = afforded(row, thing)
        if found is None:
            return refused("not_afforded", thing.name)
        word, condition = found
        if thing.state.startswith(_HELD) and thing.state != f"{_HELD}{actor}":
            return self._not_free(scene.state, actor, thing)
        if needed := _lacks(condition, thing, held_by(scene.state, actor)):
            return refused("locked" if needed in _LOCKS else "needs", _about(needed, thing))
        return self._rule_effect(scene, actor, word, thing)

    def _rule_effect(
        self, scene: PlayedScene, actor: str, word: str, thing: SceneObject
    ) -> Ruling | tuple[SceneObject, Effect]:
        effects = [
            one
            for one in self._book.effects
            if one.object_id == thing.id and one.affordance == word
        ]
        for effect in effects:
            if effect.from_states and thing.state not in effect.from_states:
                continue
            if effect.truth and (thing.id, effect.truth) not in scene.truths:
                continue
            if effect.only_in not in ("", actor_of(scene.state, actor).posture):
                continue
            if effect.held and thing.state != f"{_HELD}{actor}":
                return refused("not_held", thing.name)
            if effect.chance < 1.0 and self._chance.random() >= effect.chance:
                return refused("in_vain", thing.name)
            return thing, effect
        return self._not_in_this_state(thing)

    def _not_free(self, state: SceneState, actor: str, thing: SceneObject) -> Ruling:
        """The holder of the thing, or another reason why it cannot be taken."""
        if not thing.state.startswith(_HELD):
            locked = thing.state == _LOCKED
            return refused("locked" if locked else "not_to_take", thing.name)
        holder = thing.state.removeprefix(_HELD)
        if holder == actor:
            return refused("already_held", thing.name)
        return refused("held_by_other", thing.name, actor_of(state, holder).name)

    def _not_in_this_state(self, thing: SceneObject) -> Ruling:
        """The state of the thing as a reason, where the book has words for it."""
        words = self._book.states.get(thing.state, "")
        return refused("in_state" if words else "wrong_state", thing.name, words)

    # -- changing -------------------------------------------------------------------------------

    def _general(
        self, scene: PlayedScene, actor: str, verb: GeneralVerb, thing: SceneObject
    ) -> PlayedScene:
        if verb is GeneralVerb.GET:
            return replace(scene, state=got(scene.state, actor, thing))
        if verb is GeneralVerb.PUT:
            return replace(scene, state=put(scene.state, actor, thing))
        if verb is GeneralVerb.INSPECT:
            return self._inspected(scene, actor, thing)
        others = [one.id for one in scene.state.actors if one.id != actor]
        kind = verb.value.lower()
        return told(scene, others, Percept(kind=kind, text="", object_id=thing.id, by=actor))

    def _inspected(self, scene: PlayedScene, actor: str, thing: SceneObject) -> PlayedScene:
        """The actor knows from then on which hidden truths of the thing hold. A hidden thing that
        somebody else has brought to light is no find."""
        found = [
            one
            for one in self._book.truths
            if one.object_id == thing.id
            and (thing.id, one.name) in scene.truths
            and (not one.reveals or scene.hidden & set(one.reveals))
        ]
        looked = {(actor, thing.id, ""), *((actor, thing.id, one.name) for one in found)}
        seen = {thing for one in found for thing in one.reveals}
        scene = replace(scene, known=scene.known | looked, hidden=scene.hidden - seen)
        nothing = _NOTHING.get(self._book.language).format(thing.name)
        for text in [one.found for one in found] or [nothing]:
            scene = told(scene, [actor], Percept(kind="found", text=text, object_id=thing.id))
        return scene

    def _after_refusal(
        self, scene: PlayedScene, actor: str, tag: SceneTag, ruling: Ruling
    ) -> PlayedScene:
        """The world is as it was; the actor learns that it cannot be done, and why."""
        thing = _meant(scene, actor, tag)
        percept = Percept(
            kind="refusal",
            text=ruling.reason.get(self._book.language),
            object_id=thing.id if thing is not None else "",
            verb=tag.verb,
        )
        named = SceneTag(tag.verb, percept.object_id or tag.target)
        scene = replace(scene, spent=scene.spent | {(actor, str(named))})
        return told(scene, [actor], percept)


def _meant(scene: PlayedScene, actor: str, tag: SceneTag) -> SceneObject | None:
    """The thing that a tag names; without a target the thing held."""
    state = in_view(scene)
    return state.find(tag.target) if tag.target else held_by(state, actor)


def afforded(row: VerbRow, thing: SceneObject) -> tuple[str, str] | None:
    """The thing's affordance that a verb means, and its condition ("" without one); None where it
    has no such affordance. Case is ignored."""
    for text in thing.affordances:
        word, _, condition = text.partition("(")
        if word.strip().casefold() in row.words:
            return word.strip(), condition.removesuffix(")").strip()
    return None


def needed_thing(condition: str, thing: SceneObject) -> str:
    """The thing that a condition such as `要:鍵` asks for, or "". A lock asks for its key only
    while it is locked."""
    found = _CONDITION.fullmatch(condition)
    if found is None or (found[1] in _LOCKS and thing.state != _LOCKED):
        return ""
    return found[1]


def _lacks(condition: str, thing: SceneObject, held: SceneObject | None) -> str:
    """The needed thing that the actor does not hold, or ""."""
    needed = needed_thing(condition, thing)
    has = held is not None and held.name.casefold().endswith(needed.casefold())
    return "" if has else needed


def _about(needed: str, thing: SceneObject) -> str:
    return thing.name if needed in _LOCKS else needed
