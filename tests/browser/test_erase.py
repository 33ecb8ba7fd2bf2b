"""Erasing in a real browser, on a phone, in both languages: look, read what goes, press (T18)."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.browser.conftest import Screen
from tests.browser.test_page import CONTRAST, LAYOUT

pytestmark = [pytest.mark.real("browser"), pytest.mark.timeout(120)]
both_languages = pytest.mark.parametrize("language", ["ja", "en"], indirect=True)
FOUND = {"ja": "消えるもの", "en": "What is erased"}
TOLD = {
    "ja": "1件の記録の中身を消しました",
    "en": "The content of one entry was erased",
}


async def in_shape(screen: Screen) -> None:
    found: dict[str, Any] = await screen.page.evaluate(LAYOUT)
    assert found["wide"] <= 0
    assert found["small"] == []
    assert found["tiny"] == []
    assert await screen.page.evaluate(CONTRAST) == []


@both_languages
async def test_what_somebody_said_is_found_and_taken_away(
    screen: Screen, language: str, tmp_path: Path
) -> None:
    """From the log by a name: nothing goes at the search, all of it at the second press."""
    heard = await screen.home.journal.heard(Said("Hanako 花子 called", "web"), TrustLabel.OWNER)
    await screen.open("/log")
    await screen.page.click('a[href="/erase"]')
    await in_shape(screen)
    await screen.page.fill("input[name=text]", "花子")
    await screen.page.click("form[data-look] button[type=submit]")
    await expect(screen.page.locator("main")).to_contain_text(FOUND[language])
    await in_shape(screen)
    await screen.page.screenshot(path=tmp_path / "erase.png", full_page=True)
    before = await screen.home.store.record.event(heard.id)
    assert before is not None
    assert not before.erased
    await screen.page.click("button.danger")
    await screen.page.wait_for_url("**/log")
    await expect(screen.page.locator("main")).to_contain_text(TOLD[language])
    await expect(screen.page.locator("main")).not_to_contain_text("花子")
    after = await screen.home.store.record.event(heard.id)
    assert after is not None
    assert after.erased


async def test_one_line_is_erased_from_its_own_page(screen: Screen) -> None:
    """The event's page offers it; stepping back changes nothing."""
    heard = await screen.home.journal.heard(Said("Hanako 花子 called", "web"), TrustLabel.OWNER)
    await screen.open(f"/log/{heard.id}")
    await screen.page.click(f'a[href="/erase?ids={heard.id}"]')
    await expect(screen.page.locator("main")).to_contain_text("花子")
    await screen.page.click("a.no")
    await screen.page.wait_for_url("**/log")
    kept = await screen.home.store.record.event(heard.id)
    assert kept is not None
    assert not kept.erased
