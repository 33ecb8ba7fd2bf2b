"""The pages as HTML: both languages, honest when empty, text never becomes markup."""

from dataclasses import replace
from datetime import timedelta
from html.parser import HTMLParser

import httpx
import pytest

from companion.words.health import HealthStatus
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.observation import Change
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.browser.seed import evening
from tests.unit.web.twins import EVENING, Household, unwell

PATHS = ("/", "/log", "/log?kind=all", "/log?kind=garden", "/talk", "/routines", "/home", "/more")


class Tags(HTMLParser):
    """Collects start tags with their attributes, and ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("full", [False, True])
async def test_every_page_draws(
    page: httpx.AsyncClient, home: Household, language: str, full: bool
) -> None:
    """Empty and full, in both languages; nothing inline, nothing from elsewhere (T10)."""
    if full:
        await evening(home)
    for path in PATHS:
        reply = await page.get(path, headers={"Accept-Language": language})
        assert reply.status_code == 200, path
        assert f'<html lang="{language}">' in reply.text
        tags = Tags(reply.text).found
        for tag, attributes in tags:
            assert tag != "style"
            assert not [a for a in attributes if a.startswith("on") or a == "style"]
            for key in ("src", "href"):
                assert (attributes.get(key) or "/").startswith(("/", "#"))
        ids = [a["id"] for _, a in tags if "id" in a]
        assert len(ids) == len(set(ids)), path
        assert ("button", "stop") in [(t, a.get("class")) for t, a in tags]


async def test_what_cannot_be_used_yet_says_why(page: httpx.AsyncClient) -> None:
    """A capability that is unavailable is listed with its reason."""
    text = (await page.get("/more?lang=ja")).text
    listed = text.split('id="capabilities"')[1].split("</section>")[0]
    assert "schedule_alarm" in listed
    assert "次の段階で使えるようになります" in listed


async def test_language_is_asked_remembered_and_guessed(page: httpx.AsyncClient) -> None:
    """`?lang=`, then the cookie, then the browser, then the household's."""
    assert '<html lang="ja">' in (await page.get("/", headers={"Accept-Language": "fr"})).text
    assert '<html lang="en">' in (await page.get("/?lang=en")).text
    assert '<html lang="en">' in (await page.get("/", headers={"Accept-Language": "ja"})).text
    assert '<html lang="en">' in (await page.get("/?lang=xx")).text


async def test_who_waits_for_a_reply_sees_that_it_is_thought_about(
    page: httpx.AsyncClient, home: Household
) -> None:
    """F11: a state of the page in either language, gone with the reply or its failure."""
    waits = 'id="thinking"'
    said = await home.journal.heard(Said("Is it warm?", "web"), TrustLabel.OWNER)
    assert waits not in (await page.get("/talk")).text
    await home.journal.still_thinking(said)
    text = (await page.get("/talk?lang=en")).text
    assert waits in text
    assert "Still thinking" in text
    assert "まだ考えています" in (await page.get("/talk?lang=ja")).text
    await home.journal.unanswered(said, "ModelTimedOut: waited 120 s for the model")
    text = (await page.get("/talk?lang=en")).text
    assert "No answer came of this: the model took too long" in text
    assert "ModelTimedOut" not in text + (await page.get("/log?kind=all&lang=en")).text
    assert "モデルが時間切れでした" in (await page.get("/talk?lang=ja")).text
    await home.journal.unanswered(said, "model_timed_out")
    assert waits not in (await page.get("/talk")).text
    again = await home.journal.heard(Said("Is it cold?", "web"), TrustLabel.OWNER)
    await home.journal.still_thinking(again)
    await home.journal.replied("No.", again, trust=TrustLabel.OBSERVED, speaker_name="Koto")
    assert waits not in (await page.get("/talk")).text


NASTY = (
    "<script>boom()</script>",
    '"><img src=x onerror=boom()>',
    "'-boom()-'",
    "{{7*7}}",
    "</title><script>boom()</script>",
    "javascript:boom()",
    "<svg/onload=boom()>",
    "&lt;b&gt;",
)


@pytest.mark.parametrize("nasty", NASTY)
async def test_text_never_becomes_markup(
    page: httpx.AsyncClient, home: Household, nasty: str
) -> None:
    """T10: event text, device names, capability reasons and health are data."""
    await evening(home)
    clean = [t for p in PATHS for t, _ in Tags((await page.get(p)).text).found]
    found = home.house._devices[DeviceId("light.hall")]
    object.__setattr__(found.device, "name", Bilingual(nasty, nasty))
    await home.journal.heard(Said(nasty, nasty), TrustLabel.GUEST)
    await home.see(nasty, Change.APPEARED)
    home.troubles = [unwell(nasty)]
    dirty = [t for p in PATHS for t, _ in Tags((await page.get(p)).text).found]
    for tag in ("script", "img", "b"):
        extra = dirty.count(tag) - clean.count(tag)
        assert extra <= (0 if tag != "b" else 4)
    for path in PATHS:
        text = (await page.get(path)).text
        assert "<script>boom" not in text
        assert "<img src=x" not in text
        assert "「49」" not in text


async def test_an_error_says_what_still_works(page: httpx.AsyncClient, home: Household) -> None:
    """PAGE.md, States: what, what still works, what to do; JSON for the API."""
    for path in ("/nope", "/log/999", "/log/abc", "/log/99999999999999999999"):
        reply = await page.get(path + "?lang=en")
        assert reply.status_code == 404
        assert "Watching goes on" in reply.text
    assert (await page.get("/api/nope")).json() == {"error": "Not Found"}


async def test_what_has_been_wrong_since_another_day_says_the_day(
    page: httpx.AsyncClient, home: Household
) -> None:
    """Issue 3: what is wrong, and when it came back; `since 18:00` may be last week."""
    week_ago = replace(unwell(), since=EVENING - timedelta(days=7))
    for lang, day in (
        ("en", f"{week_ago.since:%b} {week_ago.since.day}"),
        ("ja", f"{week_ago.since.month}/{week_ago.since.day}"),
    ):
        home.troubles = [week_ago]
        assert f"{day} " in (await page.get(f"/?lang={lang}")).text
        well = replace(unwell(), status=HealthStatus.OK, since=EVENING, last_trouble=week_ago)
        home.troubles = [well]
        assert f"{day} " in (await page.get(f"/more?lang={lang}")).text


async def test_what_is_down_stands_on_every_page(page: httpx.AsyncClient, home: Household) -> None:
    home.troubles = [unwell()]
    for path in PATHS:
        text = (await page.get(path, headers={"Accept-Language": "en"})).text
        assert "the language model does not answer" in text
        assert "companion doctor" in text
