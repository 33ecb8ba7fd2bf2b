"""The garden in a real browser: the town as it is now, and a day of it looked at again."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from companion.rooms.garden.catalogue import DEFINITIONS
from companion.store.sqlite import Store
from companion.web.app import serve
from companion.web.parts import Address
from companion.web.town import OTHER_SIGN
from companion.words.language import Language
from tests.browser.conftest import SIZES, Screen, listen_for_complaints
from tests.browser.test_axe import complaints
from tests.browser.test_erase import in_shape
from tests.unit.corridors.test_live import ZONE, _Clock, _House
from tests.unit.rooms.garden.lives import town
from tests.unit.web.twins import Household

pytestmark = [pytest.mark.real("browser"), pytest.mark.timeout(180)]
DAY = "2026-05-04"
LAST = {"ja": "この日を見る", "en": "Watch this day"}


@pytest.fixture
async def screen(
    browser: Browser, tmp_path: Path, language: str, size: str
) -> AsyncIterator[Screen]:
    """The page of a household whose garden has lived for a day and a half."""
    clock = _Clock(datetime(2026, 5, 4, 7, 0, tzinfo=ZONE))
    life = _House(Store.in_memory(clock), clock)
    await life.live.tick()
    await life.pass_time(32 * 60, step=30)
    home = Household(tmp_path, language=Language(language))
    parts = replace(home.parts(), garden=life.garden)
    told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(parts, Address(port=0), started=told.set_result))
    base = (await told).rstrip("/")
    width, height = SIZES[size]
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        locale={"ja": "ja-JP", "en": "en-US"}[language],
        color_scheme="dark" if size == "desk" else "light",
    )
    page = await context.new_page()
    screen = Screen(home, page, base)
    listen_for_complaints(page, screen.complaints)
    yield screen
    await context.close()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await home.house.stop()
    await life.store.close()
    assert screen.complaints == []


@pytest.mark.parametrize("language", ["ja", "en"], indirect=True)
@pytest.mark.parametrize("size", ["phone", "desk"], indirect=True)
async def test_b18_a_day_of_the_garden_is_found_and_watched(
    screen: Screen, language: str, size: str, tmp_path: Path
) -> None:
    """From the diary to the day, by its buttons, its line of moments and its slider; the figures
    walk, and axe finds nothing serious at any stop."""
    page = screen.page
    await screen.open("/garden")
    await page.screenshot(path=tmp_path / "garden.png", full_page=True)
    await in_shape(screen)
    assert await complaints(screen) == []
    await page.get_by_role("link", name=LAST[language]).first.click()
    await page.wait_for_url(f"**/garden/replay?day={DAY}")
    clock, me = page.locator("[data-replay=clock]"), page.locator(".figure.self")
    began = await clock.inner_text()
    at_home = await me.get_attribute("style")
    await page.screenshot(path=tmp_path / "morning.png", full_page=True)
    await page.locator("a[data-step][href]").nth(1).click()
    await expect(clock).not_to_have_text(began)
    await expect(page).to_have_url(f"{screen.base}/garden/replay?day={DAY}&at=60")
    moment = page.locator(".moments a").nth(12)
    await moment.click()
    await expect(page.locator(".moments .now a").first).to_be_visible()
    await expect(me).not_to_have_attribute("style", at_home or "")
    await page.wait_for_timeout(700)  # the walk, so that the picture shows where everybody went
    await page.screenshot(path=tmp_path / "noon.png", full_page=True)
    await in_shape(screen)
    assert await complaints(screen) == []
    slider = page.locator("input[type=range]")
    await slider.focus()
    await slider.press("End")
    await expect(page.locator(".moments .later")).to_have_count(0)
    await page.wait_for_timeout(700)
    await page.screenshot(path=tmp_path / "night.png", full_page=True)
    assert await complaints(screen) == []


DRAWN = """async (sign) => {
  await document.fonts.ready;
  const at = document.createElement("canvas").getContext("2d");
  at.font = `32px ${getComputedStyle(document.querySelector(".doing")).fontFamily}`;
  at.fillText(sign, 4, 34);
  return at.canvas.toDataURL();
}"""
"""Picture of a sign in the font of the town."""
NOT_SHIPPED = "🦷"
"""Drawn by the device's own font or, on a device without emoji, as the box for a missing sign."""


async def test_a_045_each_sign_is_drawn_on_a_device_without_emoji(screen: Screen) -> None:
    """A-045: the page brings the signs of the actions and of the places that ship."""
    await screen.open("/garden")
    signs = {one.emoji for one in DEFINITIONS.values() if one.emoji}
    signs |= {one.sign for one in town().maps if one.sign} | {OTHER_SIGN, "🙂", "✨"}
    assert len(signs) > 15
    pictures = {one: await screen.page.evaluate(DRAWN, one) for one in (*signs, NOT_SHIPPED)}
    assert len(set(pictures.values())) == len(pictures)


async def test_the_day_plays_by_itself_and_pauses(screen: Screen) -> None:
    page = screen.page
    await screen.open(f"/garden/replay?day={DAY}&at=300")
    slider, play = page.locator("input[type=range]"), page.locator("[data-play]")
    await play.click()
    await expect(slider).to_have_value("320", timeout=10_000)
    await play.click()
    stopped = await slider.input_value()
    await page.wait_for_timeout(1300)
    assert await slider.input_value() == stopped


async def test_who_wants_no_motion_sees_figures_jump(screen: Screen) -> None:
    page = screen.page
    moves = "getComputedStyle(document.querySelector('.figure')).transitionDuration"
    await screen.open(f"/garden/replay?day={DAY}&at=300")
    assert await page.evaluate(moves) == "0.6s"
    await page.emulate_media(reduced_motion="reduce")
    assert await page.evaluate(moves) == "0s"


async def test_a_browser_without_scripts_goes_through_the_day_by_links(
    screen: Screen, browser: Browser
) -> None:
    context = await browser.new_context(java_script_enabled=False, locale="en-US")
    page = await context.new_page()
    await page.goto(f"{screen.base}/garden/replay?day={DAY}")
    began = await page.locator("[data-replay=clock]").inner_text()
    await page.locator("a[data-step][href]").nth(1).click()
    assert await page.locator("[data-replay=clock]").inner_text() != began
    await page.locator("form.replay-at button[type=submit]").click()
    assert "at=60" in page.url
    await context.close()
