"""Every control of every page does something that a person sees, and none breaks the page (B18)."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Dialog, ElementHandle, Error, Response

from tests.browser.conftest import Screen

pytestmark = [pytest.mark.real("browser"), pytest.mark.timeout(600)]
PATHS = (
    "/",
    "/log",
    "/log/11",
    "/talk",
    "/routines",
    "/home",
    "/more",
    "/plan",
    "/voice",
    "/erase",
)
CONTROLS = (
    "a[href]:not([aria-current]), button, summary, select, textarea, [role=switch], "
    "input:not([type=radio]:checked)"
)
OTHERS = "(it) => [...it.options].map((one) => one.value).filter((one) => one !== it.value)"
SEEN = """() => [location.href, document.documentElement.outerHTML,
  [...document.querySelectorAll("input, select, textarea")].map((it) => it.value + it.checked),
  document.activeElement.outerHTML.slice(0, 80), [scrollX, scrollY],
  [...document.querySelectorAll("details, dialog")].map((it) => it.open)].join("\\n")"""
SHOWN = """(it) => it.getBoundingClientRect().width && it.getBoundingClientRect().height
  && it.checkVisibility({visibilityProperty: true}) && !it.matches(":disabled")"""
HERE = f"() => [...document.querySelectorAll({json.dumps(CONTROLS)})].filter({SHOWN})"
NAME = """(it) => [it.tagName, it.type || "", it.name || "", it.getAttribute("href") || "",
  it.getAttribute("aria-label") || it.innerText || it.placeholder || ""].join(" ").trim()
  .split(/\\s+/).join(" ").slice(0, 100)"""
LIKE = """(it) => [it.tagName, it.type || "", it.name || "", it.className,
  ...[...it.attributes].filter((one) => /^(href|data-|role)/.test(one.name))
    .map((one) => one.name + one.value.split("?")[0].split("/").slice(0, 3).join("/")
      .replaceAll(/[0-9]+/g, "N")),
  it.href ? "" : it.innerText].join("|").replace(/data-body[^|]*/, "")"""
"""What makes a control another one: not the device, the row or the number that it is for."""
BOTH = f"() => ({HERE})().map((it) => [({LIKE})(it), ({NAME})(it)])"
WITHIN_S = 3.0


@pytest.mark.parametrize("path", PATHS)
async def test_every_control_does_something(screen: Screen, path: str) -> None:
    """Pressed one after the other, each on a freshly opened page; of those that differ by a number
    alone, such as the rows of the log, the first."""
    await screen.open(path)
    alike: dict[str, tuple[int, str]] = {}
    # One question to the browser: hundreds on each of hundreds of pages took most of the time.
    for at, (like, name) in enumerate(await screen.page.evaluate(BOTH)):
        alike.setdefault(like, (at, name))
    assert len(alike) > 5
    dead, broken = [], []
    for at, name in alike.values():
        async with _answers(screen) as answers:
            await screen.open(path)
            control = await _control(screen, at, name)
            if control is None:
                continue  # what an earlier press did changed this page
            before = await screen.page.evaluate(SEEN)
            if not await _pressed(control):
                continue
            if not await _changed(screen, before):
                dead.append(name)
        broken += [f"{name}: {answer.status} {answer.url}" for answer in answers]
    assert (dead, broken) == ([], [])


async def _control(screen: Screen, at: int, name: str) -> ElementHandle | None:
    """The one of this name at this place, or where an earlier press left it."""
    found = await screen.page.evaluate_handle(
        f"""([at, name]) => {{
          const named = (it) => it && ({NAME})(it) === name, here = ({HERE})();
          return named(here[at]) ? here[at] : here.find(named) ?? null;
        }}""",
        [at, name],
    )
    return found.as_element()


async def _pressed(control: ElementHandle) -> bool:
    """Used as a person would; False where it went away before it could be, or has no choice."""
    tag, kind = await control.evaluate("(it) => [it.tagName, it.type || '']")
    try:
        if tag == "SELECT":
            values = await control.evaluate(OTHERS)
            await control.select_option(values[-1:])
            return bool(values)
        if tag == "TEXTAREA" or kind in ("text", "search", "password"):
            await control.fill("灯")
        elif kind in ("time", "date", "number", "range"):
            await control.press("ArrowUp")
        elif await control.evaluate("(it) => it.classList.contains('skip')"):
            await control.press("Enter")  # only the keyboard shows it
        else:
            await control.click(timeout=5000)
    except Error as error:
        if "attached" not in str(error):
            raise
        return False
    return True


async def _changed(screen: Screen, before: str) -> bool:
    loop = asyncio.get_running_loop()
    until = loop.time() + WITHIN_S
    while loop.time() < until:
        try:
            if await screen.page.evaluate(SEEN) != before:
                return True
        except Error:  # it went to another page meanwhile
            return True
        await asyncio.sleep(0.05)
    return False


@asynccontextmanager
async def _answers(screen: Screen) -> AsyncIterator[list[Response]]:
    """What the server could not do while this is held; questions of the browser are said yes to."""
    failed: list[Response] = []

    def answered(response: Response) -> None:
        if response.status >= 500:
            failed.append(response)

    async def asked(dialog: Dialog) -> None:
        await dialog.accept()

    screen.page.on("response", answered)
    screen.page.on("dialog", asked)
    try:
        yield failed
    finally:
        screen.page.remove_listener("response", answered)
        screen.page.remove_listener("dialog", asked)
