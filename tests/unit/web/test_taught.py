"""Wrong, and never again: said on the page of what it did of its own accord (issue 11, B18)."""

import httpx

from companion.home.taught import TAUGHT
from companion.web.reader import reader_for
from companion.words.device import DeviceState
from companion.words.ids import DeviceId
from companion.words.language import Language
from companion.words.observation import Change
from companion.words.trust import TrustLabel
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


async def test_what_was_shown_by_hand_is_listed_with_its_days_and_forgotten(
    home: Household, page: httpx.AsyncClient
) -> None:
    seen = await home.see("hall", Change.APPEARED)
    own = decision_of("device_control.light_turn_on", {"device_id": "light.hall"}, seen.id)
    await home.act(own, await home.decide(seen, own))
    off = DeviceState(device_id=DeviceId("light.hall"), value="off", at=home.clock.now())
    await home.remember(await home.journal.device_changed(off))
    (shown,) = (await page.get("/api/memory/feedback")).json()["feedback"]
    assert shown["value"] < 0
    for language, told, against in (
        ("ja", "1回の晩に、元に戻されたから", "少し、しないほうに"),
        ("en", "it was switched back", "A little against it"),
    ):
        drawn = await page.get("/memory", headers={"Accept-Language": language})
        assert told in drawn.text
        assert against in drawn.text
        assert f"{shown['value']:+.2f}" not in drawn.text  # a bare figure tells an owner nothing
        assert f"/log/{shown['evidence'][-1]}" in drawn.text
    reply = await page.post("/api/memory/feedback/forget", json={"keys": [shown["key"]]})
    assert reply.json() == {"forgotten": 1}
    assert (await page.get("/api/memory/feedback")).json()["feedback"] == []
    home.trust = TrustLabel.HOUSEHOLD
    reply = await page.post("/api/memory/feedback/forget", json={"keys": [shown["key"]]})
    assert reply.status_code == 403
