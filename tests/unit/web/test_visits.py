"""Visits grouped in the log, with one Undo for each (issue 11, B18)."""

import re
from html import unescape

import httpx

from companion.words.decision import DecisionOutcome
from companion.words.ids import DeviceId
from companion.words.language import Bilingual
from companion.words.observation import Certainty, Change
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.unit.web.twins import Household, decision_of


async def visits(page: httpx.AsyncClient, language: str = "en", **asked: str) -> list[str]:
    """The text of each visit, without its markup."""
    reply = await page.get(
        "/log", params={"kind": "visits", **asked}, headers={"Accept-Language": language}
    )
    assert reply.status_code == 200
    groups = reply.text.partition('<p class="older">')[0].split('<li class="card visit" ')[1:]
    return [" ".join(unescape(re.sub("<[^>]+>|^[^>]*>", " ", one)).split()) for one in groups]


async def lit(home: Household, device: str = "light.hall", place: str = "hall") -> int:
    """Somebody comes to a room and a lamp is lit for them; the result's id."""
    seen = await home.see(place, Change.APPEARED)
    decision = decision_of(
        "device_control.light_turn_on", {"device_id": device}, seen.id, reason="dark"
    )
    decided = await home.decide(seen, decision)
    await home.rule(decided)
    done = await home.act(decision, decided)
    await home.tell(decided, done, "Welcome home.")
    return done.id


async def test_b18_a_visit_is_one_group(home: Household, page: httpx.AsyncClient) -> None:
    """Who, what was thought, done and said because of them, and when they left."""
    await lit(home)
    await home.operate(DeviceId("cover.living"), "close", {}, "web")
    home.clock.pass_s(600)
    await home.see("hall", Change.COUNT, count=2)
    await home.see("hall", Change.GONE)
    (one,) = await visits(page)
    assert one.startswith("Hall · 2 people 19:02–19:12 · 10 min")
    assert "so I turned on the hall light" in one
    assert "Welcome home." in one
    assert "curtain" not in one
    assert "Possible" not in one
    assert "Decided" not in one  # the act tells it
    (ja,) = await visits(page, "ja")
    assert ja.startswith("玄関 · 2人 19:02–19:12 · 10分")


async def test_b18_two_rooms_are_two_visits_and_the_one_going_on_is_first(
    home: Household, page: httpx.AsyncClient
) -> None:
    await lit(home)
    await home.see("hall", Change.GONE)
    await lit(home, "light.living", "living")
    living, hall = await visits(page)
    assert living.startswith("Living room · one person since 19:02 · still there")
    assert "living room light" in living
    assert "hall light" in hall
    assert "living room light" not in hall


async def test_b18_what_came_to_nothing_is_told(home: Household, page: httpx.AsyncClient) -> None:
    """A thought without an act, and an act that was not possible."""
    seen = await home.see("hall", Change.APPEARED)
    idle = decision_of(
        "", {}, seen.id, summary=Bilingual("何もしない", "Leave it"), outcome=DecisionOutcome.SKIP
    )
    await home.decide(seen, idle)
    wish = decision_of("device_control.light_turn_on", {"device_id": "light.hall"}, seen.id)
    await home.rule(await home.decide(seen, wish), allowed=False, reason="gone")
    (one,) = await visits(page)
    assert "Leave it" in one
    assert "Not possible: it is not here" in one


async def test_b18_a_picture_only_of_a_visit_that_is_going_on(
    home: Household, page: httpx.AsyncClient
) -> None:
    """None are kept: where nobody is, there is nothing to show."""
    await home.see("living", Change.APPEARED)  # no camera there
    await home.see("hall", Change.APPEARED)
    assert (await page.get("/log?kind=visits")).text.count('data-camera="hall"') == 1
    await home.see("hall", Change.GONE)
    assert "data-camera" not in (await page.get("/log?kind=visits")).text


async def test_b18_what_was_not_seen_is_not_told(home: Household, page: httpx.AsyncClient) -> None:
    """An estimate is no visit; a blind camera has seen nobody leave."""
    await home.see("kitchen", Change.APPEARED, certainty=Certainty.ESTIMATE, confidence=0.6)
    await home.see("kitchen", Change.GONE)
    await home.see("hall", Change.APPEARED)
    await home.see("hall", Change.UNKNOWN, certainty=Certainty.UNKNOWN)
    hall, kitchen = await visits(page)
    assert "seen until 19:02, unknown since" in hall
    assert "Nothing was done because of it." in hall
    assert kitchen.startswith("Kitchen · somebody until 19:02")


async def test_b18_what_is_said_in_the_room_belongs_to_the_visit(
    home: Household, page: httpx.AsyncClient
) -> None:
    await home.see("hall", Change.APPEARED)
    heard = await home.journal.heard(
        Said("Good evening", "voice", place="hall"), TrustLabel.HOUSEHOLD
    )
    await home.journal.replied("Hello!", heard, trust=TrustLabel.OWNER, speaker_name="Koto")
    await home.journal.heard(Said("Another room", "voice", place="living"), TrustLabel.HOUSEHOLD)
    (hall,) = await visits(page)
    assert "Good evening" in hall
    assert "Hello!" in hall
    assert "Another room" not in hall
    assert len(await visits(page, who="household")) == 1
    assert await visits(page, who="guest") == []


async def test_b18_one_undo_takes_back_what_can_be(
    home: Household, page: httpx.AsyncClient
) -> None:
    """Both lamps go out again; the group then shows it, and offers no second undo."""
    await lit(home)
    seen = await home.see("hall", Change.COUNT, count=2)
    decision = decision_of(
        "device_control.light_turn_on", {"device_id": "light.bedroom"}, seen.id, reason="dark"
    )
    await home.act(decision, await home.decide(seen, decision))
    text = (await page.get("/log?kind=visits")).text
    (body,) = re.findall(r"""data-post="/api/undo" data-body='([^']*)'""", text)
    assert text.count('class="undo"') == 1
    reply = await page.post("/api/undo", content=body)
    assert reply.status_code == 202
    assert len(reply.json()["event_ids"]) == 2
    for lamp in ("light.hall", "light.bedroom"):
        state = home.house.state(DeviceId(lamp))
        assert state is not None
        assert state.value == "off"
    (after,) = await visits(page)
    assert after.count("Undone") == 2
    assert "turned off the hall light" in after
    assert 'data-post="/api/undo"' not in (await page.get("/log?kind=visits")).text
    none = await page.post("/api/undo", json={"events": [seen.id]})
    assert none.status_code == 409


async def test_b18_a_visit_has_an_address_that_lasts(
    home: Household, page: httpx.AsyncClient
) -> None:
    done = await lit(home)
    await home.see("hall", Change.GONE)
    text = (await page.get("/log?kind=visits")).text
    (address,) = re.findall(r'href="(/log\?kind=visits&amp;before=\d+#visit-\d+)"', text)
    for _ in range(30):
        await home.see("kitchen", Change.APPEARED)
        await home.see("kitchen", Change.GONE)
    path, _, group = unescape(address).partition("#")
    found = (await page.get(path)).text
    assert found.index(f'id="{group}"') < found.index(f'data-id="{done}"')
    assert "kitchen" not in found[found.index(f'id="{group}"') :].partition("</li>")[0]


async def test_b18_every_visit_stands_on_one_page(home: Household, page: httpx.AsyncClient) -> None:
    """Also one that spans a hundred others, and what came of a visit after its end."""
    seen = await home.see("living", Change.APPEARED)
    for _ in range(120):
        await home.see("kitchen", Change.APPEARED)
        await home.see("kitchen", Change.GONE)
    await home.see("living", Change.GONE)
    decision = decision_of(
        "device_control.light_turn_on", {"device_id": "light.hall"}, seen.id, reason="dark"
    )
    await home.act(decision, await home.decide(seen, decision))
    address, found = "/log?kind=visits", []
    while address:
        text = (await page.get(address)).text
        found += re.findall(r'id="(visit-\d+)"', text)
        more = re.search(r'href="(/log\?[^"]*before=\d+)">', text)
        address = unescape(more[1]) if more else ""
    assert len(found) == len(set(found)) == 121
    assert found[0] == f"visit-{seen.id}"


async def test_b18_visits_are_searched_like_lines(home: Household, page: httpx.AsyncClient) -> None:
    await lit(home)
    await home.see("hall", Change.GONE)
    await home.see("kitchen", Change.APPEARED)
    assert len(await visits(page, room="hall")) == 1
    assert len(await visits(page, q="HALL light")) == 1
    assert len(await visits(page, q="kitchen")) == 1
    assert await visits(page, q="piano") == []
