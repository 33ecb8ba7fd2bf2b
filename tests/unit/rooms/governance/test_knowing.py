"""Tests of plans that keep a fact, or look something up."""

from dataclasses import replace

import pytest

from companion.rooms.governance.draft import tell
from companion.rooms.governance.knowing import beside, knowing
from companion.rooms.governance.wish import wish_of
from tests.unit.rooms.governance.samples import home

HOME = home()[1]


def kinds(text: str) -> list[str]:
    found = knowing(text, wish_of(text), HOME)
    return [] if found is None else [draft.kind for draft in found.drafts]


@pytest.mark.parametrize(
    "text",
    [
        "the blue key is for the shed, the brass one for the gate, keep that in mind for me",
        "the plumber's name is Okafor. jot that down",
        "don't lose where I put the passports, top drawer of the desk",
        "our stopcock is behind the washing-up bowl, you may need that one day",
        "灯油は物置の左の棚、覚えといて",
        "印鑑は仏壇の下の箱。忘れたら教えて",
        "鍵は台所の皿、通帳は棚。忘れたら教えて",
        "保証書は青い箱に入れた。メモしておいて",
        "貸したのは川口さんでした、もう忘れないように",
    ],
)
def test_a_fact_is_kept_in_the_owners_words(text: str) -> None:
    """C-003: one task keeps the whole, none moves a device, and nobody is asked anything."""
    found = knowing(text, wish_of(text), HOME)
    assert found is not None
    (kept,) = [draft for draft in found.drafts if draft.kind == "remember"]
    assert kept.slots["words"] == text
    assert "ask" not in kinds(text)
    assert found.serves == frozenset()
    assert not found.goes_on


@pytest.mark.parametrize(
    "text",
    [
        "is it safe to give a hamster lettuce? look it up for me",
        "we might get a piano and I have no idea what it does to the neighbours",
        "梅干しと鰻を一緒に食べて大丈夫なのか調べて",
        "引っ越しの費用の相場を知りたい、ネットで見てほしい",
        "tell us whenever that print comes back in stock",
        "中古の織機を探してる。新しく売りに出たのを教えて",
    ],
)
def test_what_the_home_cannot_tell_is_looked_up(text: str) -> None:
    """C-003: where there is a source; without one the plan says so, and still asks."""
    assert "research" in kinds(text)
    bare = replace(HOME, usable=lambda name: name != "web_access")
    found = knowing(text, wish_of(text), bare)
    assert found is not None
    said = [draft for draft in found.drafts if draft.kind == "tell"]
    assert "research" not in {draft.kind for draft in found.drafts}
    assert any("no source" in str(draft.slots["en"]) for draft in said)


@pytest.mark.parametrize(
    "text",
    [
        "find out how warm the bedroom gets",
        "寝室の温度を調べて",
        "help me to sleep",
        "remind me to look after the plants",
    ],
)
def test_what_the_home_tells_is_not_looked_up_elsewhere(text: str) -> None:
    """Sensors of the home answer for its rooms."""
    assert kinds(text) == []
    assert beside(text, wish_of(text), (), HOME) == ()


def test_who_weighs_a_choice_is_asked_what_more_bears_on_it() -> None:
    """C-003: who only wants a fact is not."""
    assert "ask" in kinds("look up whether a heat pump is worth us having")
    assert "ask" not in kinds("hunt out the opening hours of the museum, put it in a list")
    assert "ask" not in kinds("弔電の文例をいくつか探してくれ。打つのは自分で頼むから")


def test_a_fact_beside_other_wishes_is_kept_beside_their_plan() -> None:
    """Once, whatever the plan does."""
    text = "Keep the nursery warm tonight. And write it down: the nurse is called Bea."
    wish = wish_of(text)
    assert knowing(text, wish, HOME) is None
    (kept,) = beside(text, wish, (tell("あ", "a"),), HOME)
    assert kept.kind == "remember"
    assert beside(text, wish, (kept,), HOME) == ()
