"""Scenes on the page: listed, played turn by turn, and plain about mistakes."""

from pathlib import Path

import httpx
import pytest

from companion.app.playing import build_scenes
from companion.ports.scene_plays import SceneBroken
from companion.words.language import Language
from tests.unit.web.twins import Household


async def test_scenes_are_listed_in_both_languages(page: httpx.AsyncClient) -> None:
    ja = await page.get("/scenes", headers={"Accept-Language": "ja"})
    en = await page.get("/scenes", headers={"Accept-Language": "en"})
    assert "探偵事務所の夜" in ja.text
    assert "レイモンド" in ja.text
    assert "A night at the detective&#39;s office" in en.text


async def test_e_063_a_role_is_played_with_an_act_and_a_line(page: httpx.AsyncClient) -> None:
    """E-063: the others play until it is the reader's turn again."""
    body = {"role": "grandchild", "tag": "(GET: 大福)", "text": "いただきます"}
    reply = await page.post("/api/scenes/kitchen/turn", json=body)
    assert reply.status_code == 200
    shown = await page.get("/scenes/kitchen?role=grandchild")
    assert "ケンは大福を取る。" in shown.text
    assert "ケン「いただきます」" in shown.text
    assert "(EAT: 大福)" in shown.text
    assert "char_" not in shown.text.replace('value="', "")


async def test_e_056_an_onlooker_sees_the_next_turn_and_its_thought(
    page: httpx.AsyncClient,
) -> None:
    """E-056, E-031: belief, desires and intention can be opened."""
    assert "まだ何も起きていません" in (await page.get("/scenes/chest")).text
    await page.post("/api/scenes/chest/turn", json={})
    shown = (await page.get("/scenes/chest")).text
    assert "ニコは宝箱を調べる。" in shown
    assert "宝箱は危ない" in shown
    assert "<select" not in shown
    await page.post("/api/scenes/chest/again", json={})
    assert "まだ何も起きていません" in (await page.get("/scenes/chest")).text


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/scenes/nope/turn", {}, 404),
        ("/api/scenes/nope/again", {}, 404),
        ("/api/scenes/chest/turn", {"role": "cat"}, 404),
        ("/api/scenes/chest/turn", {"text": "x" * 401}, 422),
    ],
)
async def test_mistakes_are_told(
    page: httpx.AsyncClient, path: str, body: dict[str, str], status: int
) -> None:
    assert (await page.post(path, json=body)).status_code == status


async def test_a_scene_that_is_not_there_is_not_found(page: httpx.AsyncClient) -> None:
    assert (await page.get("/scenes/nope")).status_code == 404
    assert (await page.get("/scenes/chest?role=cat")).status_code == 404


async def test_what_is_typed_stays_text(page: httpx.AsyncClient) -> None:
    await page.post("/api/scenes/chest/turn", json={"role": "thief", "text": "<b>金</b>"})
    shown = (await page.get("/scenes/chest")).text
    assert "<b>金</b>" not in shown
    assert "&lt;b&gt;" in shown


async def test_e_064_playing_leaves_no_event(page: httpx.AsyncClient, home: Household) -> None:
    """E-064, T-19: the record of the home has nothing of it."""
    before = await home.store.record.recent(limit=100)
    for _ in range(3):
        await page.post("/api/scenes/office/turn", json={"role": "detective", "text": "鍵はある"})
    assert await home.store.record.recent(limit=100) == before


async def test_a_damaged_place_is_told_and_begun_anew(tmp_path: Path) -> None:
    folder = Path(__file__).parents[3] / "config" / "scenes"
    plays = build_scenes(folder, tmp_path)
    (tmp_path / "scenes").mkdir()
    (tmp_path / "scenes" / "chest.ja.json").write_text("{")
    with pytest.raises(SceneBroken):
        await plays.shown("chest", Language.JA, "")
    await plays.begin_again("chest", Language.JA)
    assert (await plays.shown("chest", Language.JA, "")).turns == ()
    assert "chest" in plays.names()
