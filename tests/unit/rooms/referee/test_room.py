"""The GM's rules over one scene."""

from dataclasses import replace

import pytest

from companion.rooms.referee.room import Body, Referee
from companion.words.capability import RiskTier
from companion.words.decision import ActionDecision, DecisionOutcome
from companion.words.language import Bilingual
from companion.words.scene import EMPTY_HANDED, SceneActor, SceneObject, SceneState
from tests.twins.home import HouseTwin, decision, full_catalogue

CATALOGUE = full_catalogue(HouseTwin())


def scene(*objects: SceneObject, holding: str = EMPTY_HANDED) -> SceneState:
    me = SceneActor("self", "Koto", "idle", holding)
    return SceneState("hall", "19:00", "不明", "Low", (me,), objects)


def light(state: str = "off", *affordances: str) -> SceneObject:
    return SceneObject(
        "light.hall", "device", state, "Hall light", affordances or ("turn on", "turn off"), "hall"
    )


LOCK = SceneObject("lock.front", "device", "unknown", "Front door", ("lock(needs: approval)",))
COFFEE = SceneObject("obj_01", "prop", "clickable", "冷めたコーヒー", ("飲む", "捨てる"))


def test_what_is_possible_is_allowed() -> None:
    """E-015: there, afforded, the state allows it."""
    ruling = Referee(CATALOGUE).rule(decision(object_id="light.hall"), scene(light()))
    assert (ruling.allowed, ruling.reason_code) == (True, "ok")


@pytest.mark.parametrize(
    "affordance", ["turn on", "つける", "light_turn_on", "TURN ON", "つける(要:電気)"]
)
def test_affordances_are_matched_in_either_language(affordance: str) -> None:
    """E-013, T-55: label or name, case ignored, condition set apart."""
    assert Referee(CATALOGUE).rule(decision(), scene(light("off", affordance))).allowed


@pytest.mark.parametrize(
    ("thing", "code"),
    [
        (SceneObject("light.x", "device", "off", "x", ("turn on",)), "not_in_scene"),
        (light("off", "turn off"), "not_afforded"),
        (light("off", "turn on or off"), "not_afforded"),
        (light("unavailable"), "unavailable"),
        # As it comes over the wire: equal to our own word, and another object.
        (light("".join(["unavail", "able"])), "unavailable"),
        (light("on"), "already_so"),
        (light("held_by_char_A"), "held_by_other"),
        (light("locked", "turn on(要:鍵)"), "locked"),
    ],
)
def test_refusals(thing: SceneObject, code: str) -> None:
    """E-042, E-044, E-046: each with its reason, in both languages."""
    ruling = Referee(CATALOGUE).rule(decision(), scene(thing))
    assert (ruling.allowed, ruling.reason_code) == (False, code)
    assert ruling.reason.ja
    assert ruling.reason.en


def test_payload_and_name_must_agree() -> None:
    """T3: what would be switched is what was decided; a decision with two faces is refused."""
    two_faces = decision(object_id="light.hall", payload={"device_id": "lock.front"})
    ruling = Referee(CATALOGUE).rule(two_faces, scene(light(), LOCK))
    assert ruling.reason_code == "not_in_scene"


def test_unknown_state_stops_only_the_risky() -> None:
    """F16: a lamp that never reported may be switched; a lock of unknown state may not."""
    referee = Referee(CATALOGUE)
    assert referee.rule(decision(), scene(light("unknown"))).allowed
    lock = decision("device_control.lock_lock", {"device_id": "lock.front"}, risk=RiskTier.ASK)
    assert referee.rule(lock, scene(LOCK)).reason_code == "unknown_state"


@pytest.mark.parametrize("action", ["device_control.explode", "no_such.turn_on", "nonsense", ""])
def test_what_nobody_declared_is_refused(action: str) -> None:
    """E-015: only operations of the catalogue."""
    thing = SceneObject("light.hall", "device", "off", "x", ("explode", "turn on", ""))
    assert not Referee(CATALOGUE).rule(decision(action), scene(thing)).allowed


def test_tools_are_judged_by_the_same_check() -> None:
    """T-40: capabilities without a device stand in the scene under their own name."""
    tool = SceneObject("mobility_move", "tool", "available", "Movement", ("go to room", "stop"))
    go = decision("mobility_move.go_to_room", {"room": "kitchen"})
    assert Referee(CATALOGUE).rule(go, scene(tool)).allowed
    assert Referee(CATALOGUE).rule(go, scene()).reason_code == "not_in_scene"
    legless = Referee(CATALOGUE, Body(wheels=False))
    assert legless.rule(go, scene(tool)).reason_code == "no_body"


@pytest.mark.parametrize("outcome", [DecisionOutcome.SKIP, DecisionOutcome.DEFER])
def test_doing_nothing_is_always_possible(outcome: DecisionOutcome) -> None:
    """B-070: a skip has no target to judge."""
    assert Referee(CATALOGUE).rule(decision("", {}, outcome=outcome), scene()).allowed


@pytest.mark.parametrize(
    ("verb", "gripper", "thing", "holding", "code"),
    [
        ("get", False, COFFEE, EMPTY_HANDED, "no_hands"),
        ("get", True, COFFEE, EMPTY_HANDED, "ok"),
        ("get", True, COFFEE, "本", "hands_full"),
        (
            "get",
            True,
            SceneObject("obj_01", "prop", "locked", "x", ()),
            EMPTY_HANDED,
            "wrong_state",
        ),
        ("put", True, COFFEE, EMPTY_HANDED, "not_held"),
        ("put", True, SceneObject("obj_01", "prop", "held_by_self", "x", ()), "x", "ok"),
        ("inspect", False, COFFEE, EMPTY_HANDED, "ok"),
    ],
)
def test_general_verbs(
    verb: str, gripper: bool, thing: SceneObject, holding: str, code: str
) -> None:
    """E-042, T-51, T-55: exists, state, hands, in this order; looking needs existence only."""
    ruling = Referee(CATALOGUE, Body(gripper=gripper)).rule(
        decision(f"scene.{verb}", {}, object_id="obj_01"), scene(thing, holding=holding)
    )
    assert ruling.reason_code == code


def test_who_else_is_there_has_other_hands() -> None:
    """E-042: what counts is what the companion itself holds, whoever stands first in the scene."""
    somebody = SceneActor("person_hall", "somebody", "Hall", "a tray")
    shown = scene(COFFEE)
    both = replace(shown, actors=(somebody, *shown.actors))
    get = decision("scene.get", {}, object_id="obj_01")
    assert Referee(CATALOGUE, Body(gripper=True)).rule(get, both).allowed


def on_each(*devices: str, object_id: str = "", operation: str = "light_turn_on") -> ActionDecision:
    payload = {"device_ids": devices}
    return decision(f"device_control.{operation}", payload, object_id=object_id)


LIVING = SceneObject("light.living", "device", "off", "Living room light", ("turn on",), "living")


@pytest.mark.parametrize(
    ("devices", "things", "code"),
    [
        (("light.hall", "light.living"), (light(), LIVING), "ok"),
        (("light.hall", "light.living"), (light("on"), LIVING), "ok"),
        (("light.hall", "light.living"), (light("unavailable"), LIVING), "ok"),
        (("light.hall",), (light("on"),), "already_so"),
        (("light.hall", "light.living"), (light(),), "not_in_scene"),
        (("light.hall", "light.living"), (LIVING,), "not_in_scene"),
        (("light.hall", "light.living"), (light("off", "turn off"), LIVING), "not_afforded"),
        ((), (light(),), "not_in_scene"),
    ],
)
def test_one_act_on_several(
    devices: tuple[str, ...], things: tuple[SceneObject, ...], code: str
) -> None:
    """What is already so or does not answer leaves the others; what is wrong refuses the whole."""
    assert Referee(CATALOGUE).rule(on_each(*devices), scene(*things)).reason_code == code


def test_of_several_one_may_be_named_and_no_other() -> None:
    """E-046: a decision with two faces is refused, and the reason names what it was about."""
    both = scene(light(), LIVING)
    named = on_each("light.hall", "light.living", object_id="light.hall")
    other = on_each("light.hall", "light.living", object_id="lock.front")
    assert Referee(CATALOGUE).rule(named, both).allowed
    refusal = Referee(CATALOGUE).rule(other, both)
    assert refusal.reason_code == "not_in_scene"
    assert "lock.front" in refusal.reason.en


def test_every_setting_reaches_the_judgement_of_each() -> None:
    """What is on at another setting is not already so, also as one of several."""
    lamp = light("on; temperature=2700")
    for wanted, code in ((2700, "already_so"), (4000, "ok")):
        asked = on_each("light.hall")
        asked = replace(asked, action_payload={**asked.action_payload, "temperature": wanted})
        assert Referee(CATALOGUE).rule(asked, scene(lamp)).reason_code == code


def test_what_is_not_there_is_named() -> None:
    asked = decision("device_control.light_turn_on", {}, object_id="light.x")
    assert "light.x" in Referee(CATALOGUE).rule(asked, scene()).reason.en


def test_names_resolve_to_ids() -> None:
    """E-042: `冷めたコーヒー` is `obj_01`."""
    look = decision("scene.inspect", {}, object_id="冷めたコーヒー")
    assert Referee(CATALOGUE).rule(look, scene(COFFEE)).allowed


def test_b16_of_several_that_are_so_already_none_is_picked_out() -> None:
    both = (light("on"), replace(LIVING, state="on"))
    ruling = Referee(CATALOGUE).rule(on_each("light.hall", "light.living"), scene(*both))
    assert ruling.reason_code == "already_so"
    assert ruling.reason.en == "all of them are that way already"


@pytest.mark.parametrize("state", ["on", "unavailable"])
def test_b11_a_refusal_names_the_device_in_both_languages(state: str) -> None:
    """Issue 11: an English household was told "front door lockはもうかかっています" in Japanese: a
    scene names its things in one language."""
    referee = Referee(CATALOGUE, called={"light.hall": Bilingual("玄関の明かり", "hall light")}.get)
    reason = referee.rule(decision(object_id="light.hall"), scene(light(state))).reason
    assert reason.ja.startswith("玄関の明かり")
    assert reason.en.startswith("hall light")
