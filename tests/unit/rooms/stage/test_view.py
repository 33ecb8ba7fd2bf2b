"""An actor sees what is in view and what it affords, and no hidden truth."""

from companion.rooms.stage.world import opened
from companion.words.stage import Manner
from tests.twins.played import book_of, judged, seen

OFFICE, CHEST = book_of("office"), book_of("chest")


def test_t_40_nothing_but_the_things_in_view_is_offered() -> None:
    """T-40, E-057: each offer names a thing of the scene and one of its affordances, or a general
    verb."""
    view = seen(OFFICE, opened(OFFICE), "char_A")
    ids = {one.id for one in view.state.objects}
    assert {one.object_id for one in view.offers} == ids
    assert "obj_04" not in ids
    written = {str(one.tag) for one in view.offers}
    assert {"(GET: 冷めたコーヒー)", "(OPEN: 引き出し)", "(INSPECT: 本棚)"} <= written
    assert "(EAT: 冷めたコーヒー)" not in written
    assert "(GET: 黒い電話)" not in written


def test_an_offer_says_what_anybody_would_expect() -> None:
    offers = {str(one.tag): one for one in seen(OFFICE, opened(OFFICE), "char_A").offers}
    drawer = offers["(OPEN: 引き出し)"]
    assert (drawer.state, drawer.needs, drawer.manner) == ("open", "鍵", Manner.DIRECT)
    assert offers["(DRINK: 冷めたコーヒー)"].held


def test_e_018_a_hidden_truth_is_unknown_until_a_look() -> None:
    """E-018: belief need not equal the fact, so the view does not hold the fact."""
    before = seen(CHEST, opened(CHEST), "char_A")
    assert (before.dangers, before.looked) == ({}, frozenset())
    assert "(OPEN: 宝箱)" in {str(one.tag) for one in before.offers}
    scene = judged(CHEST, opened(CHEST), "char_A", "(INSPECT: 宝箱)").scene
    assert seen(CHEST, scene, "char_A").dangers == {"obj_01": 0.95}
    assert seen(CHEST, scene, "char_B").dangers == {}


def test_nobody_is_asked_where_there_is_nobody_else() -> None:
    view = seen(OFFICE, opened(OFFICE), "char_A")
    assert "(ASK: 引き出し)" in {str(one.tag) for one in view.offers}
    assert view.others == {"char_B": 0.3}
