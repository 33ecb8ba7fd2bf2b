"""Scenes of the page are kept open, apart in each language, and played by several actors."""

from pathlib import Path

import pytest

from companion.app.playing import build_scenes
from companion.ports.scene_plays import SceneUnknown
from companion.words.language import Language
from tests.twins.played import FOLDER


async def test_e_063_the_others_play_until_it_is_the_readers_turn(tmp_path: Path) -> None:
    """E-063."""
    plays = build_scenes(FOLDER, tmp_path)
    await plays.go_on("kitchen", Language.JA, "grandchild", "(GET: 大福) いただきます")
    shown = await plays.shown("kitchen", Language.JA, "grandchild")
    assert shown.next_role == "grandchild"
    assert [turn.name for turn in shown.turns] == ["ハナ", "ケン", "ハナ"]
    held = next(one for one in shown.things if one.name == "大福")
    assert held.state == "ケン"
    assert ("大福を食べる", "(EAT: 大福)") in held.acts


async def test_what_a_look_finds_is_told_to_that_role_alone(tmp_path: Path) -> None:
    plays = build_scenes(FOLDER, tmp_path)
    await plays.go_on("office", Language.EN, "assistant", "look at the bookshelf")
    found = "A small key sticks between the books."
    assert found in (await plays.shown("office", Language.EN, "assistant")).news
    assert found not in (await plays.shown("office", Language.EN, "detective")).news
    assert (await plays.shown("office", Language.EN, "")).news == ()


async def test_an_onlooker_plays_one_turn_and_is_offered_no_act(tmp_path: Path) -> None:
    plays = build_scenes(FOLDER, tmp_path)
    await plays.go_on("kitchen", Language.JA, "", "")
    shown = await plays.shown("kitchen", Language.JA, "")
    assert len(shown.turns) == 1
    assert all(one.acts == () for one in shown.things)
    assert shown.turns[0].thought is not None


async def test_languages_are_kept_apart_and_survive_a_restart(tmp_path: Path) -> None:
    plays = build_scenes(FOLDER, tmp_path)
    await plays.go_on("kitchen", Language.JA, "", "")
    again = build_scenes(FOLDER, tmp_path)
    assert len((await again.shown("kitchen", Language.JA, "")).turns) == 1
    assert (await again.shown("kitchen", Language.EN, "")).turns == ()
    await again.begin_again("kitchen", Language.JA)
    assert (await again.shown("kitchen", Language.JA, "")).turns == ()


async def test_what_is_not_there_is_unknown(tmp_path: Path) -> None:
    plays = build_scenes(FOLDER, tmp_path)
    with pytest.raises(SceneUnknown):
        await plays.shown("nope", Language.JA, "")
    with pytest.raises(SceneUnknown):
        await plays.go_on("kitchen", Language.JA, "cat", "")
