"""Real Chromium on the real page over the seeded evening."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright

from companion.web.app import serve
from companion.web.parts import Address
from companion.words.language import Language
from tests.browser.seed import evening
from tests.unit.web.twins import Household

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
]
SIZES = {"phone": (390, 844), "desk": (1440, 900)}


@dataclass
class Screen:
    """One page in one window, with everything the browser complained about."""

    home: Household
    page: Page
    base: str
    complaints: list[str] = field(default_factory=list)

    async def open(self, path: str = "/") -> None:
        await self.page.goto(self.base + path)
        await self.page.wait_for_function("document.readyState === 'complete'")

    async def watching(self) -> None:
        """Wait until the live stream is open."""
        while not self.home.hub.watchers():
            await asyncio.sleep(0.02)


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


@pytest.fixture(params=["ja"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["phone"])
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def screen(
    browser: Browser, tmp_path: Path, language: str, size: str
) -> AsyncIterator[Screen]:
    home = Household(tmp_path, language=Language(language))
    await evening(home)
    told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(home.parts(), Address(port=0), started=told.set_result))
    base = (await told).rstrip("/")
    width, height = SIZES[size]
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        locale={"ja": "ja-JP", "en": "en-US"}[language],
    )
    page = await context.new_page()
    screen = Screen(home, page, base)
    listen_for_complaints(page, screen.complaints)
    yield screen
    await context.close()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await home.house.stop()
    assert screen.complaints == []


def listen_for_complaints(page: Page, complaints: list[str]) -> None:
    """Collect each error of a script and each error that Chromium tells on its console; an answer
    of the server that a test asks for (403, 422, no server) is none."""

    def tells(message: ConsoleMessage) -> None:
        text = message.text
        if message.type == "error" and not text.startswith("Failed to load resource"):
            complaints.append(text)

    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", tells)
