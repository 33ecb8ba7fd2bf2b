"""The clock on the page, in real Chromium over the whole house (issue 4, items 4, 5; PAGE.md)."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from companion.app import Companion
from companion.web.app import serve
from companion.web.parts import Address
from companion.words.ids import DeviceId
from tests.browser.conftest import SIZES, listen_for_complaints
from tests.browser.test_page import CONTRAST, LAYOUT
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [
    pytest.mark.real("browser"),
    pytest.mark.real("broker"),
    pytest.mark.timeout(120),
]
CURTAIN = DeviceId("cover.bedroom_curtain")
SAYS: Mapping[str, Mapping[str, str]] = {
    "ja": {
        "save": "保存",
        "save_change": "変更を保存",
        "edit": "変更",
        "skip": "次回を飛ばす",
        "skipping": "次回は飛ばします",
        "undo": "元に戻す",
        "would": "今ならどうなるか",
        "history": "これまで",
        "wrong": "することを一つ以上選んでください。",
        "at seven": "平日7:00に寝室のカーテンを半分開ける",
        "done": "行いました",
        "stop": "止める",
        "snooze": "あと9分",
        "rings": "起きるが鳴っています",
        "again": "にまた鳴ります",
    },
    "en": {
        "save": "Save",
        "save_change": "Save",
        "edit": "Change",
        "skip": "Skip next",
        "skipping": "The next one is skipped",
        "undo": "Undo",
        "would": "What would happen now",
        "history": "History",
        "wrong": "Choose at least one thing to do.",
        "at seven": "Open the bedroom curtain half way on weekdays at 07:00",
        "done": "done",
        "stop": "Stop it",
        "snooze": "Snooze 9 min",
        "rings": "起きる is ringing",
        "again": "rings again at",
    },
}


@dataclass
class House:
    """The whole house, its page, and one window on it."""

    house: Companion
    page: Page
    base: str
    says: Mapping[str, str]

    async def start(self) -> None:
        """Let the time of the doll's house run."""
        assert self.house.foundations.dollhouse is not None
        await self.house.foundations.dollhouse.clock.start()

    async def routines(self) -> None:
        await self.page.goto(f"{self.base}/routines")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=self.says[name], exact=True)

    def entry(self) -> Locator:
        return self.page.locator(".entry")

    async def set(self, operation: str, **payload: Any) -> None:
        await self.house.desk.schedule_requests.request(operation, payload, "web")


@pytest.fixture(params=[200.0])
def speed(request: pytest.FixtureRequest) -> float:
    return float(request.param)


@pytest.fixture
async def home(
    browser: Browser, tmp_path: Path, language: str, size: str, speed: float
) -> AsyncIterator[House]:
    told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    nobody = str(SCENARIOS / "nobody.yaml")
    async with awake(settings_for(nobody, tmp_path, speed=speed)) as house:
        task = asyncio.create_task(serve(house.page.web, Address(port=0), started=told.set_result))
        width, height = SIZES[size]
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            locale={"ja": "ja-JP", "en": "en-US"}[language],
        )
        page = await context.new_page()
        broken: list[str] = []
        listen_for_complaints(page, broken)
        yield House(house, page, (await told).rstrip("/"), SAYS[language])
        await context.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert broken == []


both = pytest.mark.parametrize(
    ("language", "size"), [("ja", "phone"), ("en", "desk")], indirect=True
)


@both
async def test_a_routine_is_made_tried_changed_and_seen_done(home: House) -> None:
    """T-50, B-098: form -> sentence -> dry run -> change -> skip and undo -> done -> history."""
    page = home.page
    await home.routines()
    await _fill_in(home)
    await expect(home.entry().locator(".sentence")).to_have_text(home.says["at seven"])
    await home.entry().get_by_text(home.says["would"]).click()
    await expect(home.entry().locator("details[open] .steps")).to_contain_text("07:00")
    curtain = home.house.home.house.state(CURTAIN)
    assert curtain is not None
    assert curtain.attributes["position"] == 0
    await _skip_and_take_back(home)
    soon = home.house.foundations.clock.now() + timedelta(minutes=1)
    await page.get_by_role("link", name=home.says["edit"], exact=True).click()
    await page.locator("[name=days_of][value=every]").check()
    await page.locator("[name=at]").fill(f"{soon:%H:%M}")
    await home.button("save_change").click()
    await expect(home.entry()).to_contain_text(f"{soon:%H:%M}")
    await expect(home.entry()).to_have_count(1)
    await home.start()
    await home.entry().get_by_text(home.says["history"]).click()
    past = home.entry().locator("details[open] .steps .mark.tone-done").first
    await expect(past).to_have_text(home.says["done"], timeout=15000)
    curtain = home.house.home.house.state(CURTAIN)
    assert curtain is not None
    assert curtain.attributes["position"] == pytest.approx(50, abs=3)


async def _fill_in(home: House) -> None:
    """Only the fields of the kind are there; the sentence comes as it is filled in."""
    page = home.page
    await expect(page.locator("[name=place]")).to_be_visible()
    await page.locator("[name=kind][value=routine]").check()
    await expect(page.locator("[name=place]")).to_be_hidden()
    await expect(page.locator("[name=date]")).to_be_hidden()
    await page.locator("[name=days_of][value=weekdays]").check()
    await _in_shape(page)
    await home.button("save").click()
    await expect(page.locator("[data-wrong=does]")).to_have_text(home.says["wrong"])
    await expect(page.locator("[name=does]")).to_be_focused()
    await page.locator("[name=does]").select_option(f"{CURTAIN}|cover_set_position")
    await expect(page.locator("[data-sentence]")).to_have_text(home.says["at seven"])
    await expect(page.locator("[data-wrong=does]")).to_be_hidden()
    await home.button("save").click()


async def _in_shape(page: Page) -> None:
    """44 px targets, 16 px text, no sideways scrolling, AA contrast: the form and the alarm too."""
    found: dict[str, Any] = await page.evaluate(LAYOUT)
    assert (found["small"], found["tiny"], found["stopFree"]) == ([], [], True)
    assert found["wide"] <= 0
    assert await page.evaluate(CONTRAST) == []


async def _skip_and_take_back(home: House) -> None:
    await home.button("skip").click()
    await expect(home.entry()).to_contain_text(home.says["skipping"])
    await expect(home.entry().locator("details[open]")).to_have_count(1)
    await home.page.locator(".undo").first.click()
    await expect(home.entry()).not_to_contain_text(home.says["skipping"], timeout=10000)


@pytest.mark.parametrize("speed", [1.0], indirect=True)
async def test_what_rings_stands_on_every_open_page_until_it_is_stopped(
    home: House, browser: Browser
) -> None:
    """Issue 4, item 4: on a page open since before, after the line was lost, on every page."""
    page = home.page
    await home.start()
    await page.goto(f"{home.base}/erase")
    width, height = SIZES["desk"]
    desk = await browser.new_context(viewport={"width": width, "height": height}, locale="en-US")
    other = await desk.new_page()
    await other.goto(f"{home.base}/home")
    await home.set("set_timer", timing={"type": "after", "after_s": 300}, label="パスタ")
    for window in (page, other):
        await expect(window.locator(".bell .left")).to_have_text(re.compile(r"^4:5\d$"))
    await home.set("set_alarm", timing={"type": "after", "after_s": 0.5}, label="起きる")
    await _rings(page, SAYS["ja"])
    await _rings(other, SAYS["en"])
    await other.get_by_role("button", name=SAYS["en"]["snooze"], exact=True).click()
    for window, says in ((page, SAYS["ja"]), (other, SAYS["en"])):
        await expect(window.locator(".sounding")).to_have_count(0)
        await expect(window.locator(".bells")).to_contain_text(says["again"])
    assert not home.house.alarms.ladder.ringing()
    await desk.close()
    await _rings_after_the_line_was_lost(home)


async def _rings(page: Page, says: Mapping[str, str]) -> None:
    """Large buttons above everything but Stop, and the tab says so too."""
    ring = page.locator(".sounding")
    await expect(ring.locator("h2")).to_have_text(says["rings"], timeout=9000)
    await expect(page).to_have_title("⏰ 起きる")
    for name in ("snooze", "stop"):
        box = await ring.get_by_role("button", name=says[name], exact=True).bounding_box()
        assert box is not None
        assert box["height"] >= 80
    await _in_shape(page)


async def _rings_after_the_line_was_lost(home: House) -> None:
    page = home.page
    await page.context.set_offline(True)
    await home.set("set_alarm", timing={"type": "after", "after_s": 0.2}, label="起きる")
    async with asyncio.timeout(60):
        while not home.house.alarms.ladder.ringing():
            await asyncio.sleep(0.02)
    await expect(page.locator(".sounding")).to_have_count(0)
    note = page.locator("[data-offline-note]")
    await expect(note).to_contain_text("接続が切れました", timeout=9000)
    await page.context.set_offline(False)
    await expect(page.locator(".sounding")).to_be_visible(timeout=9000)
    await expect(note).to_be_hidden()
    await page.goto(f"{home.base}/log")
    await home.button("stop").click()
    await expect(page.locator(".sounding")).to_have_count(0)
    assert not home.house.alarms.ladder.ringing()
    await expect(page).to_have_title("記録 · コト")
