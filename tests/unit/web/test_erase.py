"""Erasing from the page: look, see what goes and what stays, then press (T18, T-56)."""

import json
import re
from html import unescape

import httpx
import pytest

from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.browser.seed import evening
from tests.unit.web.twins import Household

both = pytest.mark.parametrize("language", ["ja", "en"])


async def said(home: Household, text: str = "Hanako 花子 is at the door") -> int:
    return (await home.journal.heard(Said(text, "web"), TrustLabel.OWNER)).id


def body_of(text: str) -> dict[str, object]:
    found = re.search(r"data-post=\"/api/erase\" data-body='([^']*)'", text)
    assert found is not None
    body: dict[str, object] = json.loads(unescape(found[1]))
    return body


@both
async def test_the_page_tells_what_goes_and_what_stays_before_anything_goes(
    page: httpx.AsyncClient, home: Household, language: str
) -> None:
    await evening(home)
    number = await said(home)
    headers = {"Accept-Language": language}
    first = await page.get("/erase", headers=headers)
    assert "data-look" in first.text
    assert "/api/erase" not in first.text, "nothing was chosen yet"
    reply = await page.get("/erase?text=花子", headers=headers)
    assert reply.status_code == 200
    for words in (
        ("消えるもの", "残るもの") if language == "ja" else ("What is erased", "What is kept")
    ):
        assert words in reply.text
    assert body_of(reply.text) == {"text": "花子"}
    event = await home.store.record.event(number)  # type: ignore[arg-type]
    assert event is not None
    assert not event.erased


@both
async def test_the_button_takes_it_away_and_the_log_says_so(
    page: httpx.AsyncClient, home: Household, language: str
) -> None:
    """The line stays without its words, on every page that showed them; so does who erased."""
    await evening(home)
    number = await said(home)
    headers = {"Accept-Language": language}
    shown = await page.get(f"/log/{number}", headers=headers)
    assert f"/erase?ids={number}" in shown.text
    offer = await page.get(f"/erase?ids={number}", headers=headers)
    gone = await page.post("/api/erase", json=body_of(offer.text))
    assert gone.status_code == 200, gone.text
    assert gone.json()["emptied"] == 1
    for path in ("/log", "/log?kind=all", "/talk", "/", f"/log/{number}", f"/erase?ids={number}"):
        reply = await page.get(path, headers=headers)
        assert reply.status_code == 200, path
        assert "花子" not in reply.text, path
    log = (await page.get("/log", headers=headers)).text
    told = "1件の記録の中身を消しました" if language == "ja" else "The content of one"
    assert told in log
    assert ("中身は消してあります" if language == "ja" else "Its content was erased") in log
    assert f"/erase?ids={number}" not in (await page.get(f"/log/{number}")).text


async def test_everything_that_ever_happened_can_be_erased_and_still_draws(
    page: httpx.AsyncClient, home: Household
) -> None:
    """Every kind of event without its content: no page fails (T-44)."""
    await evening(home)
    found = await page.post("/api/erase/find", json={"since": "2000-01-01"})
    assert found.json()["events"] > 20
    assert (await page.post("/api/erase", json={"since": "2000-01-01"})).status_code == 200
    for row in (await page.get("/api/log?limit=500")).json()["events"]:
        for path in (f"/log/{row['id']}", f"/api/why/{row['id']}"):
            assert (await page.get(path)).status_code == 200, row
    for path in ("/", "/log", "/log?kind=all", "/talk", "/home", "/more"):
        assert (await page.get(path)).status_code == 200, path


async def test_only_the_owner_erases(page: httpx.AsyncClient, home: Household) -> None:
    """T-56: nobody else, and nothing changes."""
    await said(home)
    home.trust = TrustLabel.HOUSEHOLD
    for path in ("/api/erase/find", "/api/erase"):
        assert (await page.post(path, json={"text": "花子"})).status_code == 403
    home.trust = TrustLabel.OWNER
    assert (await page.post("/api/erase/find", json={"text": "花子"})).json()["events"] == 1


async def test_nothing_meant_is_said_so(page: httpx.AsyncClient, home: Household) -> None:
    await said(home)
    assert (await page.post("/api/erase", json={"text": "nobody"})).status_code == 404
    assert (await page.post("/api/erase", json={})).status_code == 404
    for bad in ({"ids": [0]}, {"since": "yesterday"}, {"text": "x" * 300}, {"all": True}):
        assert (await page.post("/api/erase", json=bad)).status_code == 422, bad
    assert (await page.get("/erase?since=yesterday")).status_code == 404
    assert "見つかりませんでした" in (await page.get("/erase?text=nobody")).text


@both
async def test_b12_a_search_for_nothing_is_told_so(page: httpx.AsyncClient, language: str) -> None:
    """Issue 12: pressing the button with empty fields did nothing that anybody saw."""
    words = {"ja": "探す言葉か日付", "en": "Enter a word or a date"}[language]
    headers = {"Accept-Language": language}
    assert words not in (await page.get("/erase", headers=headers)).text
    assert words in (await page.get("/erase?text=&since=&until=", headers=headers)).text
    assert words not in (await page.get("/erase?text=zzz&since=&until=", headers=headers)).text
