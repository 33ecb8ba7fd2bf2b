"""The referee (GM) judges whether an act is possible here, by pure rules over one scene.

In order: the thing is in the scene, it affords the operation, its state allows it, the body can do
it. A refused act leaves the scene unchanged and yields no result. Authority is not asked here; that
is `approval`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from companion.home.condition import UNAVAILABLE, UNKNOWN, Condition
from companion.phrases.rulings import allowed, refused
from companion.ports.capability import Catalogue
from companion.rooms.referee.reasons import all_already, already
from companion.rooms.referee.tags import HAND_VERBS, LOOKING_VERBS, Verb
from companion.words.capability import CapabilitySpec, OperationSpec, RiskTier
from companion.words.decision import ActionDecision, DecisionOutcome
from companion.words.device import devices_in
from companion.words.language import Bilingual
from companion.words.ruling import Ruling
from companion.words.scene import EMPTY_HANDED, SELF, SceneObject, SceneState

NEEDS_KEY = "要:鍵"
"""Condition of an affordance that a locked thing does not meet."""


_OTHERS_MAY = frozenset({"already_so", "unavailable"})
"""Reasons against one device of several that say nothing against the others."""


@dataclass(frozen=True, slots=True)
class Body:
    """Parts of the body, as the hardware manifest lists them."""

    gripper: bool = False
    wheels: bool = True
    speaker: bool = True


class Referee:
    """Room that rules on decisions; it knows the capabilities' declarations and the body."""

    def __init__(
        self,
        catalogue: Catalogue,
        body: Body | None = None,
        called: Callable[[str], Bilingual | None] = lambda _device: None,
    ) -> None:
        """`called` gives a device's name in both languages: a scene has it in one, and a refusal is
        read in either."""
        self._catalogue = catalogue
        self._body = body or Body()
        self._called = called

    def rule(self, decision: ActionDecision, scene: SceneState, *, hushed: bool = False) -> Ruling:
        """Allow, or refuse with the reason; never raises for a bad decision. `hushed`: it is quiet
        hours and nobody asked for it, so that nothing may sound."""
        if decision.decision_outcome is not DecisionOutcome.DO_ACTION:
            return allowed()
        if "device_ids" in decision.action_payload:
            return self._rule_each(decision, scene, hushed)
        capability, _, operation = decision.action_type.partition(".")
        thing = scene.find(_target(decision, capability))
        if thing is None or _misnamed(decision, thing):
            return refused("not_in_scene", decision.object_id or capability)
        if (verb := Verb.of(decision.action_type)) is not None:
            return self._rule_verb(verb, thing, scene)
        known = self._catalogue.get(capability)
        spec = known.SPEC.operation(operation) if known is not None else None
        if known is None or spec is None:
            return refused("no_such_operation", decision.action_type)
        if hushed and spec.sounds:
            return refused("quiet_hours", self._name(thing))
        return self._rule_operation(decision, known.SPEC, spec, thing)

    def _rule_each(self, decision: ActionDecision, scene: SceneState, hushed: bool) -> Ruling:
        """One act on several: each is judged alone. A device that is missing or cannot do it
        refuses the whole; one that is already so or does not answer does not stop the others."""
        devices = devices_in(decision.action_payload)
        if not devices or decision.object_id not in ("", *devices):
            return refused("not_in_scene", decision.object_id or decision.action_type)
        rest = {k: v for k, v in decision.action_payload.items() if k != "device_ids"}
        rulings = [
            self.rule(
                replace(decision, object_id=one, action_payload={**rest, "device_id": one}),
                scene,
                hushed=hushed,
            )
            for one in devices
        ]
        wrong = [r for r in rulings if not r.allowed and r.reason_code not in _OTHERS_MAY]
        if wrong:
            return wrong[0]
        found = next((r for r in rulings if r.allowed), rulings[0])
        alike = len(rulings) > 1 and all(r.reason_code == "already_so" for r in rulings)
        return all_already() if alike else found

    def _rule_operation(
        self,
        decision: ActionDecision,
        capability: CapabilitySpec,
        spec: OperationSpec,
        thing: SceneObject,
    ) -> Ruling:
        if thing.state == UNAVAILABLE:
            return refused("unavailable", self._name(thing))
        condition = _afforded(spec, thing)
        if condition is None:
            return refused("not_afforded", self._name(thing))
        code = _state_refuses(decision, spec, thing, condition)
        if code == "already_so":
            return already(spec.name, self._name(thing))
        if code:
            return refused(code, self._name(thing))
        return self._body_allows(capability, spec)

    def _name(self, thing: SceneObject) -> Bilingual:
        return self._called(thing.id) or Bilingual(thing.name, thing.name)

    def _body_allows(self, capability: CapabilitySpec, spec: OperationSpec) -> Ruling:
        if "body" in capability.resources and not self._body.wheels:
            return refused("no_body", spec.label)
        if "voice" in capability.resources and not self._body.speaker:
            return refused("no_body", spec.label)
        return allowed()

    def _rule_verb(self, verb: Verb, thing: SceneObject, scene: SceneState) -> Ruling:
        """The general verbs of handling and looking."""
        if verb in LOOKING_VERBS:
            return allowed()
        if verb in HAND_VERBS and not self._body.gripper:
            return refused("no_hands", self._name(thing))
        me = next((a for a in scene.actors if a.id == SELF), None)
        if verb is Verb.PUT:
            held = me is not None and thing.state == f"held_by_{SELF}"
            return allowed() if held else refused("not_held", self._name(thing))
        if thing.state != "clickable":
            return refused("wrong_state", self._name(thing))
        if me is None or me.holding != EMPTY_HANDED:
            return refused("hands_full", self._name(thing))
        return allowed()


def _target(decision: ActionDecision, capability: str) -> str:
    """Target of the act: the device of the payload, for that one would be switched."""
    device = decision.action_payload.get("device_id", "")
    return f"{device or decision.object_id or capability}"


def _misnamed(decision: ActionDecision, thing: SceneObject) -> bool:
    """The decision names one thing and its payload another: neither is done."""
    return bool(decision.object_id) and decision.object_id not in (thing.id, thing.name)


def _afforded(spec: OperationSpec, thing: SceneObject) -> str | None:
    """The condition of the matching affordance ("" if none), or None: not afforded."""
    names = {name.casefold() for name in _names(spec)}
    for affordance in thing.affordances:
        word, _, condition = affordance.partition("(")
        if word.strip().casefold() in names:
            return condition.removesuffix(")")
    return None


def _names(spec: OperationSpec) -> Iterator[str]:
    yield spec.name
    for label in (spec.affordance, spec.label):
        if label is not None:
            yield label.ja
            yield label.en


def _state_refuses(
    decision: ActionDecision, spec: OperationSpec, thing: SceneObject, condition: str
) -> str:
    """The reason code, or "" when the state allows it."""
    state = Condition.read(thing.state)
    if thing.state.startswith("held_by_") and thing.state != f"held_by_{SELF}":
        return "held_by_other"
    if condition == NEEDS_KEY and state.value == "locked":
        return "locked"
    if state.value == UNKNOWN and spec.risk >= RiskTier.ASK:
        return "unknown_state"
    if not spec.read_only and state.already(spec.name, decision.action_payload):
        return "already_so"
    return ""
