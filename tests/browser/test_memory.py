"""Memory in a real browser, in both languages: read, confirm, correct, forget, and the way from a
line of the log to what was remembered of it and back (D-077)."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from companion.words.event import Event
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.browser.conftest import Screen
from tests.browser.test_axe import complaints
from tests.browser.test_erase import in_shape

pytestmark = [pytest.mark.real("browser"), pytest.mark.timeout(120)]
CONFIRMED = {"ja": "確かめた好み", "en": "Preference, confirmed"}
OVER = {"ja": "今はちがうこと", "en": "No longer so"}
NOTHING = {"ja": "まだ何も聞いていません", "en": "Nothing was told yet"}


async def tell(screen: Screen, text: str, speaker: str) -> Event:
    screen.home.clock.pass_s(60)
    said = Said(text, "voice", speaker=speaker)
    return await screen.home.remember(await screen.home.journal.heard(said, TrustLabel.HOUSEHOLD))


@pytest.mark.parametrize(("language", "size"), [("ja", "phone"), ("en", "desk")], indirect=True)
async def test_memory_is_read_and_changed_by_hand(
    screen: Screen, language: str, tmp_path: Path
) -> None:
    page, main = screen.page, screen.page.locator("main")
    await screen.open("/memory")
    await expect(main).to_contain_text(NOTHING[language])
    await tell(screen, "We moved to Leeds", "Nell")
    await tell(screen, "We moved to York", "Nell")
    peanuts = await tell(screen, "母はピーナッツアレルギーなんだ", "美咲")
    taste = await tell(screen, "I like green tea", "Nell")
    await screen.open("/more")
    await page.click('a[href="/memory"]')
    await expect(main).to_contain_text("ピーナッツ")
    await expect(main).to_contain_text(OVER[language])
    await page.screenshot(path=tmp_path / "memory.png", full_page=True)
    for summary in await page.locator("main details > summary").all():
        await summary.click()
    await in_shape(screen)
    assert await complaints(screen) == []
    await page.screenshot(path=tmp_path / "memory-open.png", full_page=True)

    # To its line of the log, and back.
    await page.click(f'#m-{peanuts.id} a[href="/log/{peanuts.id}"]')
    await page.click(f'a[href="/memory#m-{peanuts.id}"]')
    await expect(page.locator(f"#m-{peanuts.id}")).to_be_in_viewport()

    item = page.locator(f"#m-{taste.id}")
    await item.locator('button[data-body*="confirmed"]').click()
    await expect(item).to_contain_text(CONFIRMED[language])

    await page.locator(f"#m-{peanuts.id} .change > details > summary").first.click()
    await page.fill(f"#m-{peanuts.id} input[name=right]", "母はえびアレルギーなんだ")
    await page.click(f"#m-{peanuts.id} button[type=submit]")
    await expect(main).to_contain_text("えび")
    await expect(main).not_to_contain_text("ピーナッツ")

    await page.fill("input[type=search]", "york")
    await page.click("form[role=search] button")
    await expect(main).not_to_contain_text("green tea")
    await page.locator(".told > li .change > details > summary").nth(1).click()
    await page.locator(".told > li button.danger").first.click()
    await expect(main).not_to_contain_text("We moved to York")
