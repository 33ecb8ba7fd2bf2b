"""The game master judges tags in order against the scene, and nothing else changes the scene."""

from dataclasses import replace

import pytest

from companion.rooms.stage.room import Judged, afforded
from companion.rooms.stage.world import actor_of, opened
from companion.words.scene import SceneObject
from companion.words.stage import PlayedScene
from tests.twins.played import VERBS, book_of, judged, seen

OFFICE, CHEST, KITCHEN = book_of("office"), book_of("chest"), book_of("kitchen")
ME = "char_A"


def codes(done: Judged) -> list[str]:
    return [ruling.reason_code for _, ruling in done.rulings]


def office(
    text: str, scene: PlayedScene | None = None, actor: str = ME, luck: float = 1.0
) -> Judged:
    return judged(OFFICE, scene or opened(OFFICE), actor, text, luck)


def key_in_view() -> PlayedScene:
    return replace(opened(OFFICE), hidden=frozenset({"obj_04"}))


def test_e_042_get_asks_is_it_there_is_it_free_are_the_hands_free() -> None:
    """E-042: in this order; a name resolves to its id."""
    assert codes(office("(GET: 冷めたコーヒー)")) == ["ok"]
    assert codes(office("(GET: obj_01)")) == ["ok"]
    assert codes(office("(GET: 財布)")) == ["not_in_scene"]
    assert codes(office("(GET: 引き出し)")) == ["locked"]
    assert codes(office("(GET: 黒い電話)")) == ["not_to_take"]
    both = office("(GET: 冷めたコーヒー) (GET: 小さな鍵)", key_in_view())
    assert codes(both) == ["ok", "hands_full"]
    mikas = office("(GET: 冷めたコーヒー)", actor="char_B").scene
    assert codes(office("(GET: 冷めたコーヒー)", mikas)) == ["held_by_other"]
    assert codes(office("(GET: 冷めたコーヒー)", mikas, actor="char_B")) == ["already_held"]


def test_e_043_an_accepted_get_changes_object_and_hands() -> None:
    """E-043."""
    after = office("(GET: 冷めたコーヒー)").scene.state
    coffee = after.find("obj_01")
    assert coffee is not None
    assert coffee.state == "held_by_char_A"
    assert actor_of(after, ME).holding == "冷めたコーヒー"


def test_e_044_without_the_key_the_drawer_stays_shut_and_the_actor_is_told() -> None:
    """E-013, E-044, S-14: unchanged, and the reason is input of the next turn."""
    before = opened(OFFICE)
    done = office("(OPEN: 引き出し)", before)
    assert codes(done) == ["locked"]
    assert done.scene.state == before.state
    refusal = done.scene.percepts[ME][-1]
    assert refusal.kind == "refusal"
    assert "引き出し" in refusal.text
    assert "char_B" not in done.scene.percepts


def test_e_013_with_the_key_it_opens() -> None:
    """E-013: `開ける(要:鍵)` is met by holding a key."""
    done = office("(GET: 小さな鍵) (OPEN: 引き出し)", key_in_view())
    assert codes(done) == ["ok", "ok"]
    drawer = done.scene.state.find("obj_02")
    assert drawer is not None
    assert drawer.state == "open"
    assert "obj_04" not in done.scene.hidden
    assert done.events == ("引き出しの奥から古い手紙が出てきた。",)


@pytest.mark.parametrize("text", ["(DRINK: 引き出し)", "(EAT: 冷めたコーヒー)", "(OPEN: 黒い電話)"])
def test_e_015_what_a_thing_does_not_afford_is_not_done(text: str) -> None:
    """E-015, T-55."""
    before = opened(OFFICE)
    done = office(text, before)
    assert codes(done) == ["not_afforded"]
    assert done.scene.state == before.state


def test_e_046_e_057_nothing_outside_the_scene_takes_effect() -> None:
    """E-046, E-057: also not what is hidden; what a line says has no effect at all."""
    before = opened(OFFICE)
    assert codes(office("(READ: 古い手紙)")) == ["not_in_scene"]
    assert codes(office("(FLY: 冷めたコーヒー)")) == ["no_such_verb"]
    said = office("「引き出しは開いた。(OPEN: 引き出し) 鍵も手に入れた」", before)
    assert (said.rulings, said.scene.state) == ((), before.state)


def test_e_061_tags_are_judged_in_order_and_a_refused_one_stops_the_rest() -> None:
    """E-061: `(GET) (DRINK)` needs the state that GET left; after a refusal nothing is done."""
    assert codes(office("(GET: 冷めたコーヒー) (DRINK)")) == ["ok", "ok"]
    assert codes(office("(DRINK: 冷めたコーヒー)")) == ["not_held"]
    stopped = office("(OPEN: 引き出し) (GET: 冷めたコーヒー)")
    assert codes(stopped) == ["locked", "after_refusal"]
    assert actor_of(stopped.scene.state, ME).holding == "何も持っていない"


def test_t_55_a_tag_without_target_means_the_thing_held_by_its_holder_only() -> None:
    """T-55."""
    assert codes(office("(DRINK)")) == ["empty_hands"]
    mikas = office("(GET: 冷めたコーヒー)", actor="char_B").scene
    assert codes(office("(DRINK: 冷めたコーヒー)", mikas)) == ["held_by_other"]
    assert codes(office("(DRINK)", mikas, actor="char_B")) == ["ok"]


def test_t_55_one_table_maps_verbs_to_affordances_in_both_languages() -> None:
    """T-55: DRINK is 飲む and drink, whatever the case."""
    for word in ("飲む", "drink", "Drink"):
        thing = SceneObject("x", "prop", "clickable", "cup", (word,))
        assert afforded(VERBS["DRINK"], thing) == (word, "")
    locked = SceneObject("x", "prop", "locked", "box", ("開ける(要:鍵)",))
    assert afforded(VERBS["OPEN"], locked) == ("開ける", "要:鍵")
    assert afforded(VERBS["DRINK"], locked) is None


def test_e_062_every_affordance_has_its_effect() -> None:
    """E-062: 飲む empties and satisfies, こぼす changes the state, 叩く may be refused."""
    drunk = office("(GET: 冷めたコーヒー) (DRINK)", actor="char_B").scene
    mika = actor_of(drunk.state, "char_B")
    assert (mika.holding, mika.status) == ("空のカップ", ("疲労(Lv.1)",))
    assert codes(office("(DRINK)", drunk, actor="char_B")) == ["not_afforded"]
    spilt = office("(SPILL: 冷めたコーヒー)").scene.state.find("obj_01")
    assert spilt is not None
    assert (spilt.state, spilt.affordances) == ("spilt", ())
    assert codes(office("(KNOCK: 引き出し)", luck=0.9)) == ["in_vain"]
    assert codes(office("(KNOCK: 引き出し)", luck=0.05)) == ["ok"]
    gone = office("(GET: 冷めたコーヒー) (DISCARD)").scene
    assert gone.state.find("obj_01") is None
    assert actor_of(gone.state, ME).holding == "何も持っていない"


def test_e_062_posture_changes_by_acts() -> None:
    """E-062: sitting down changes posture and rests."""
    done = judged(KITCHEN, opened(KITCHEN), ME, "(SIT: 座布団)")
    hana = actor_of(done.scene.state, ME)
    assert (hana.posture, hana.status) == ("座布団に座っている", ("疲労(Lv.1)",))
    assert codes(judged(KITCHEN, done.scene, ME, "(SIT: 座布団)")) == ["in_state"]


def test_e_062_nobody_stands_up_from_a_seat_on_which_somebody_else_sits() -> None:
    """E-062: and it is not offered to who does not sit there."""
    sits = judged(KITCHEN, opened(KITCHEN), ME, "(SIT: 座布団)").scene
    assert codes(judged(KITCHEN, sits, "char_B", "(STAND: 座布団)")) == ["in_state"]
    assert codes(judged(KITCHEN, sits, ME, "(STAND: 座布団)")) == ["ok"]
    for actor, offered in ((ME, True), ("char_B", False)):
        tags = {str(one.tag) for one in seen(KITCHEN, sits, actor).offers}
        assert ("(STAND: 座布団)" in tags) is offered


def test_t_16_the_world_is_judged_by_facts_and_not_by_beliefs() -> None:
    """T-16: whoever believes the chest to be safe meets its needle all the same."""
    done = judged(CHEST, opened(CHEST), "char_B", "(OPEN: 宝箱)")
    assert actor_of(done.scene.state, "char_B").status == ("負傷(Lv.3)",)
    looked = judged(CHEST, opened(CHEST), ME, "(INSPECT: 宝箱) (DISARM: 宝箱) (OPEN: 宝箱)")
    assert codes(looked) == ["ok", "ok", "ok"]
    assert actor_of(looked.scene.state, ME).status == ("警戒(Lv.4)",)


def test_a_look_finds_what_is_hidden_for_the_one_who_looks() -> None:
    done = judged(CHEST, opened(CHEST), ME, "(INSPECT: 宝箱)")
    assert (ME, "obj_01", "trap") in done.scene.known
    assert [one.kind for one in done.scene.percepts[ME]] == ["ask", "found"]
    assert not any(actor == "char_B" for actor, _, _ in done.scene.known)


def test_a_refusal_says_who_holds_the_thing_and_how_it_is() -> None:
    mikas = office("(GET: 冷めたコーヒー)", actor="char_B").scene
    told = {text: office(text, mikas).rulings[0][1].reason for text in ("(GET: obj_01)", "(PUT)")}
    assert told["(GET: obj_01)"].ja == "冷めたコーヒーはミカが持っている"
    assert told["(PUT)"].en == "the hands are empty"
    opened_drawer = office("(GET: 小さな鍵) (OPEN: 引き出し) (OPEN: 引き出し)", key_in_view())
    assert opened_drawer.rulings[-1][1].reason.ja == "引き出しは開いている"


def test_who_looks_and_finds_nothing_is_told_so_also_after_somebody_else_has_found_it() -> None:
    first = office("(INSPECT: 本棚)")
    assert [one.text for one in first.scene.percepts[ME]] == [
        "本のあいだに小さな鍵がはさまっている。"
    ]
    second = office("(INSPECT: 本棚)", first.scene, actor="char_B")
    assert [one.text for one in second.scene.percepts["char_B"]] == ["本棚に変わったところはない。"]


def test_e_005_judging_twice_gives_the_same_and_the_given_scene_is_untouched() -> None:
    """E-005, T-17: the ruling makes a new scene; the old one is an unchanging snapshot."""
    before = opened(OFFICE)
    copy = replace(before)
    one = office("(GET: 冷めたコーヒー)", before)
    two = office("(GET: 冷めたコーヒー)", before)
    assert one.scene == two.scene
    assert before == copy
    assert one.scene != before


def test_what_is_put_down_must_be_held() -> None:
    assert codes(office("(PUT: 冷めたコーヒー)")) == ["not_held"]
    assert codes(office("(GET: 冷めたコーヒー) (PUT)")) == ["ok", "ok"]


def test_a_request_reaches_the_others() -> None:
    done = office("(ASK: 引き出し)")
    assert [(one.kind, one.object_id) for one in done.scene.percepts["char_B"]] == [
        ("ask", "obj_02")
    ]
    assert ME not in done.scene.percepts
