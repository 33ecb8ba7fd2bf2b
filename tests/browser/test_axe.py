"""axe-core finds nothing serious on any screen, also after quiet hours (issue 11, B18)."""

from datetime import timedelta
from typing import Literal

import pytest
from axe_playwright_python.async_playwright import Axe

from tests.browser.conftest import Screen

pytestmark = [pytest.mark.real("browser"), pytest.mark.timeout(180)]
PATHS = (
    "/",
    "/log",
    "/log?kind=visits",
    "/log?kind=all",
    "/log?q=%E6%98%8E%E3%81%8B%E3%82%8A",
    "/log/11",
    "/talk",
    "/routines",
    "/home",
    "/more",
    "/voice",
    "/erase",
    "/memory",
    "/plan",
)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.mark.parametrize("language", ["ja", "en"], indirect=True)
@pytest.mark.parametrize("size", ["phone", "desk"], indirect=True)
async def test_b18_axe_finds_nothing_serious_two_hours_later(
    screen: Screen, size: str, language: str
) -> None:
    """Unchanged is not stale: what was reported two hours ago is as readable as ever."""
    screen.home.clock.at += timedelta(hours=2)
    scheme = SCHEMES[size == "desk"]
    await screen.page.emulate_media(color_scheme=scheme)
    found = []
    for path in PATHS:
        await screen.open(path)
        found += [f"{path}: {one}" for one in await complaints(screen)]
    assert found == []


async def test_axe_sees_what_is_too_pale(screen: Screen) -> None:
    """The state of a device faded by its age was what axe complained of."""
    await screen.open("/home")
    await screen.page.wait_for_selector(".state")
    # A rule and not an attribute: a state that is drawn anew meanwhile is as pale.
    await screen.page.evaluate(
        "const pale = new CSSStyleSheet(); pale.replaceSync('.state { opacity: .55 }');"
        "document.adoptedStyleSheets = [...document.adoptedStyleSheets, pale];"
    )
    assert any("color-contrast" in one for one in await complaints(screen))


async def complaints(screen: Screen) -> list[str]:
    """What axe finds, but for minor matters."""
    results = await Axe().run(screen.page)
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:120]} {node['failureSummary'][:160]}"
        for one in results.response["violations"]
        if one["impact"] != "minor"
        for node in one["nodes"]
    ]
