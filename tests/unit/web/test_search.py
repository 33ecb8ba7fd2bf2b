"""Search in the log by what its reader sees (issue 11, B18)."""

import re

import httpx

from companion.words.ids import DeviceId
from companion.words.observation import Change
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.unit.web.twins import Household


async def found(page: httpx.AsyncClient, language: str, **asked: str) -> list[str]:
    reply = await page.get("/log", params=asked, headers={"Accept-Language": language})
    assert reply.status_code == 200
    texts = re.findall(r'<a class="text"[^>]*>(.*?)</a>', reply.text, re.S)
    return [re.sub("<[^>]+>", "", text).strip() for text in texts]


async def lived(home: Household) -> None:
    await home.see("hall", Change.APPEARED)
    await home.see("kitchen", Change.APPEARED)
    await home.operate(DeviceId("light.hall"), "turn_on", {}, "web")
    await home.journal.heard(Said("Coffee, please", "voice"), TrustLabel.HOUSEHOLD)


async def test_b18_words_are_those_a_reader_sees(home: Household, page: httpx.AsyncClient) -> None:
    """No table holds `turned on the hall light`; the line is asked, in the reader's language."""
    await lived(home)
    assert await found(page, "en", q="HALL light") == [
        "It was asked for, so I turned on the hall light",
        "Asked for: turn on hall light",
    ]
    assert await found(page, "ja", q="玄関 つけました") == [
        "頼まれたので、玄関の明かりをつけました"
    ]
    assert await found(page, "en", q="ｃｏｆｆｅｅ") == ["“Coffee, please”"]
    assert await found(page, "en", q="piano") == []


async def test_b18_room_and_speaker_narrow_it(home: Household, page: httpx.AsyncClient) -> None:
    await lived(home)
    assert await found(page, "en", room="kitchen") == ["Someone came to the kitchen"]
    assert "It was asked for, so I turned on the hall light" in await found(page, "en", room="hall")
    assert await found(page, "en", who="household") == ["“Coffee, please”"]
    assert await found(page, "en", who="household", room="hall") == []


async def test_earlier_goes_on_with_what_is_looked_for(
    home: Household, page: httpx.AsyncClient
) -> None:
    for _ in range(55):
        await home.see("hall", Change.APPEARED)
        await home.see("kitchen", Change.APPEARED)
    english = {"Accept-Language": "en"}
    reply = await page.get("/log", params={"q": "hall", "kind": "all"}, headers=english)
    assert reply.text.count('<a class="text"') == 50
    older = re.search(r'href="(/log\?[^"]*before=\d+)"', reply.text)
    assert older is not None
    assert "q=hall" in older[1]
    rest = await page.get(older[1].replace("&amp;", "&"), headers=english)
    assert rest.text.count('<a class="text"') == 5


async def test_what_is_too_long_is_refused(page: httpx.AsyncClient) -> None:
    assert (await page.get("/log", params={"q": "x" * 101})).status_code == 404
