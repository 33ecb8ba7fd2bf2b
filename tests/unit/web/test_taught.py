"""Wrong, and never again: said on the page of what it did of its own accord (issue 11, B18)."""

import httpx

from companion.home.taught import TAUGHT
from companion.web.reader import reader_for
from companion.words.ids import DeviceId
from companion.words.language import Language
from companion.words.observation import Change
from tests.unit.web.twins import Household, decision_of


async def test_b18_the_buttons_stand_on_acts_of_its_own_accord(home: Household) -> None:
    seen = await home.see("hall", Change.APPEARED)
    own = decision_of("device_control.light_turn_on", {"device_id": "light.hall"}, seen.id)
    done = await home.act(own, await home.decide(seen, own))
    await home.operate(DeviceId("switch.coffee_maker"), "turn_on", {}, "web")
    reader = reader_for(home.parts(), Language.EN)
    lines = await reader.log.lines(await home.store.record.recent(), reader.now)
    assert [line.id for line in lines if line.teach] == [done.id]


async def test_b18_what_was_taught_is_listed_and_taken_back(
    home: Household, page: httpx.AsyncClient
) -> None:
    seen = await home.see("hall", Change.APPEARED)
    own = decision_of("device_control.light_turn_on", {"device_id": "light.hall"}, seen.id)
    done = await home.act(own, await home.decide(seen, own))
    reply = await page.post(f"/api/teach/{done.id}", json={"lesson": "never"})
    assert reply.status_code == 200
    (row,) = await home.store.state.rows(TAUGHT)
    assert (row.key, row.value["value"]) == ("turn_on light.hall", "never")
    for language, told in (
        ("ja", "もうしないでと言われました: 玄関の明かり"),
        ("en", "Never again: Turn on"),
    ):
        more = await page.get("/more", headers={"Accept-Language": language})
        assert told in more.text
        log = await page.get("/log", headers={"Accept-Language": language})
        assert told in log.text
    await page.post(f"/api/teach/{done.id}", json={"lesson": "free"})
    assert (
        "Never again: Turn on"
        not in (await page.get("/more", headers={"Accept-Language": "en"})).text
    )
    assert (await page.post("/api/teach/999", json={"lesson": "never"})).status_code == 404
    assert (await page.post(f"/api/teach/{done.id}", json={"lesson": "x"})).status_code == 422
