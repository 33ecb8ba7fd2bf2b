"""Scenes in a real browser: found from More, watched, and played by hand in both languages."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Screen
from tests.browser.test_axe import complaints
from tests.browser.test_erase import in_shape

pytestmark = [pytest.mark.real("browser"), pytest.mark.timeout(120)]
SAID = {"ja": "いただきます", "en": "Thank you"}
TAKEN = {"ja": "ケンは大福を取る。", "en": "Ken takes the rice cake."}


@pytest.mark.parametrize(("language", "size"), [("ja", "phone"), ("en", "desk")], indirect=True)
async def test_e_063_a_scene_is_watched_and_played_by_hand(
    screen: Screen, language: str, tmp_path: Path
) -> None:
    """E-063: the reader is one of the actors."""
    page, main = screen.page, screen.page.locator("main")
    await screen.open("/more")
    await page.click('a[href="/scenes"]')
    await page.click('a[href="/scenes/kitchen"]')
    await page.click("form button.primary")
    await expect(main.locator(".turn")).to_have_count(1)
    await page.click('a[href="/scenes/kitchen?role=grandchild"]')
    await page.select_option("select[name=tag]", index=1)
    options = await page.locator("select[name=tag] option").all()
    values = [await one.get_attribute("value") or "" for one in options]
    await page.select_option("select[name=tag]", next(v for v in values if v.startswith("(GET")))
    await page.fill("input[name=text]", SAID[language])
    await page.click("form button.primary")
    await expect(main).to_contain_text(TAKEN[language])
    await expect(main).to_contain_text(SAID[language])
    for summary in await page.locator("main details > summary").all():
        await summary.click()
    await in_shape(screen)
    assert await complaints(screen) == []
    await page.screenshot(path=tmp_path / "scene.png", full_page=True)
    await screen.open("/scenes")
    assert await complaints(screen) == []
    await page.screenshot(path=tmp_path / "scenes.png", full_page=True)
