"""The page of memory: what people told, and the owner's verbs on it (D-077, B-013)."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx

from companion.rooms.consolidation.room import Consolidation
from companion.rooms.recall.room import Recall
from companion.rooms.recall.told import ToldThings
from companion.web.memory import MemoryView
from companion.web.reader import reader_for
from companion.words.areas import HouseholdListValue, Standing
from companion.words.event import Event
from companion.words.language import Language
from companion.words.recalled import Found, Reason
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.unit.rooms.recall.household import household
from tests.unit.web.conftest import BASE
from tests.unit.web.twins import Household


async def tell(
    home: Household, text: str, speaker: str = "Nell", trust: TrustLabel = TrustLabel.HOUSEHOLD
) -> Event:
    """Somebody says it, and it is remembered."""
    home.clock.at += timedelta(minutes=1)
    return await home.remember(
        await home.journal.heard(Said(text, "voice", speaker=speaker), trust)
    )


async def told(page: httpx.AsyncClient, query: str = "") -> list[dict[str, Any]]:
    reply = await page.get(f"/api/memory{query}")
    assert reply.status_code == 200
    return list(reply.json()["told"])


async def test_an_empty_memory_says_what_will_be_there(page: httpx.AsyncClient) -> None:
    assert "まだ何も聞いていません" in (await page.get("/memory")).text
    assert "Nothing was told yet" in (await page.get("/memory?lang=en")).text


async def test_what_was_told_stands_by_person_with_its_evidence(
    home: Household, page: httpx.AsyncClient
) -> None:
    first = await tell(home, "We moved to Leeds", "Ann")
    second = await tell(home, "We moved to York", "Ann")
    await tell(home, "My mother is allergic to peanuts", "Nell")
    await tell(home, "My mother is allergic to cats", "", TrustLabel.GUEST)
    text = (await page.get("/memory?lang=en")).text
    assert text.index(">Ann<") < text.index(">Nell<")
    assert f'href="/log/{first.id}"' in text
    assert f'href="/log/{second.id}"' in text
    assert "No longer so" in text
    assert "until" in text
    assert "cats" not in text
    # What is put right is so from now on: the past is only forgotten.
    assert f'"/api/memory/{second.id}/correct"' in text
    assert f'"/api/memory/{first.id}/correct"' not in text
    until = {one["value"]: one["until"] for one in await told(page)}
    assert until == {"Leeds": second.at.isoformat(), "York": None, "peanuts": None}


async def test_lists_of_the_household_are_shown(home: Household, page: httpx.AsyncClient) -> None:
    """What is said to be put on a list can be read in the shop."""
    by = await home.journal.heard(Said("put rice on the list", "web"), TrustLabel.HOUSEHOLD)
    state = Consolidation(home.store.state, home.store.state_writer)
    await state.household_list("", HouseholdListValue(items=("rice", "卵")), by, by)
    text = (await page.get("/memory?lang=en")).text
    assert "Shopping list" in text
    assert "rice" in text
    assert "買い物リスト" in (await page.get("/memory?lang=ja")).text


async def test_a_search_narrows_what_was_told(home: Household, page: httpx.AsyncClient) -> None:
    await tell(home, "My mother is allergic to peanuts")
    await tell(home, "猫の名前はミケ", "Bo")
    assert [one["value"] for one in await told(page, "?q=mum")] == ["peanuts"]
    assert [one["value"] for one in await told(page, "?q=ミケ")] == ["ミケ"]
    assert await told(page, "?q=dog") == []
    assert "ミケ" not in (await page.get("/memory?q=peanuts")).text
    assert "聞いたことの中にありません" in (await page.get("/memory?q=dog")).text


async def test_a_search_shows_what_else_was_said(tmp_path: Path) -> None:
    """A sentence that is no fact is found by the same search as `companion recall`."""
    async with household(tmp_path) as talk:
        await talk.say("The bakery opens at nine", "Nell")
        fact = await talk.say("My mother is allergic to the bakery's peanuts", "Nell")
        state = Consolidation(talk.store.state, talk.store.state_writer, record=talk.store.record)
        await state.apply(await state.generate(fact))
        home = Household(tmp_path)
        home.clock.at = talk.clock.now() + timedelta(days=1)
        view = MemoryView(
            told=ToldThings(talk.store.state),
            memory=Recall(talk.store.record, talk.store.state, talk.search, deadline_s=30),
            record=talk.store.record,
            reader=reader_for(home.parts(), Language.EN),
        )
        people = await view.people("bakery")
        said = await view.said("bakery", people)
    assert [one.event_id for person in people for one in person.holds] == [fact.id]
    assert [one.text for one in said] == ["The bakery opens at nine"]
    assert "same words: bakery" in said[0].why


async def test_b12_why_a_sentence_was_found_is_told_without_numbers(tmp_path: Path) -> None:
    """Issue 12: "close in meaning (0.87)" tells the owner of a home nothing."""

    class Near(Recall):
        async def find(self, *args: Any, **kwargs: Any) -> tuple[Found, ...]:
            found = await super().find(*args, **kwargs)
            return tuple(replace(one, why=(Reason.MEANING,), closeness=0.8734) for one in found)

    async with household(tmp_path) as talk:
        await talk.say("The bakery opens at nine", "Nell")
        home = Household(tmp_path)
        home.clock.at = talk.clock.now() + timedelta(days=1)
        for language, why in ((Language.EN, "close in meaning"), (Language.JA, "意味が近い")):
            view = MemoryView(
                told=ToldThings(talk.store.state),
                memory=Near(talk.store.record, talk.store.state, talk.search, deadline_s=30),
                record=talk.store.record,
                reader=reader_for(home.parts(), language),
            )
            assert [one.why for one in await view.said("bakery", [])] == [why]


async def test_the_owner_forgets(home: Household, page: httpx.AsyncClient) -> None:
    """Every telling of the same goes, the line in the log is kept."""
    one = await tell(home, "I live in Leeds")
    await tell(home, "I live in Leeds")
    await tell(home, "My mother is allergic to peanuts")
    reply = await page.post("/api/memory/forget", json={"events": [one.id]})
    assert reply.status_code == 200
    assert len(reply.json()["forgotten"]) == 2
    assert [each["value"] for each in await told(page)] == ["peanuts"]
    assert "Leeds" in (await page.get(f"/log/{one.id}")).text
    for language, asked in (("ja", "記憶から外す"), ("en", "take it out of memory")):
        assert asked in (await page.get(f"/log?lang={language}")).text
    gone = await page.post("/api/memory/forget", json={"events": [999]})
    assert gone.status_code == 404


async def test_the_owner_puts_it_right(home: Household, page: httpx.AsyncClient) -> None:
    """As a sentence from the page, or as a value from the command line."""
    one = await tell(home, "My birthday is 3 May")
    right = {"right": "My birthday is 5 May", "whole": "true"}
    reply = await page.post(f"/api/memory/{one.id}/correct", json=right)
    assert reply.json()["text"] == "My birthday is 5 May"
    (now,) = await told(page)
    assert (now["value"], now["told_by"]) == ("5 May", "Nell")
    again = await page.post(f"/api/memory/{now['evidence'][0]}/correct", json={"right": "6 May"})
    assert again.json()["text"] == "My birthday is 6 May"
    assert [each["value"] for each in await told(page)] == ["6 May"]
    assert (await page.post("/api/memory/999/correct", json={"right": "x"})).status_code == 404
    blank = await page.post(f"/api/memory/{one.id}/correct", json={"right": " "})
    assert blank.status_code == 422


async def test_a_preference_is_confirmed_and_taken_back(
    home: Household, page: httpx.AsyncClient
) -> None:
    await tell(home, "I like green tea")
    (taste,) = await told(page)
    assert taste["status"] == Standing.CANDIDATE
    for standing in ("confirmed", "revoked"):
        body = {"standing": standing}
        reply = await page.post(f"/api/memory/{taste['id']}/settle", json=body)
        assert reply.status_code == 200
        assert [one["status"] for one in await told(page)] == [standing]
    assert "取り消した好み" in (await page.get("/memory")).text
    await tell(home, "I live in Leeds")
    (fact,) = await told(page, "?q=Leeds")
    no = await page.post(f"/api/memory/{fact['id']}/settle", json={"standing": "revoked"})
    assert no.status_code == 404


async def test_nobody_but_the_owner_changes_memory(
    home: Household, page: httpx.AsyncClient
) -> None:
    one = await tell(home, "I like green tea")
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("/api/memory/forget", {"events": [one.id]}),
        (f"/api/memory/{one.id}/correct", {"right": "I like coffee"}),
        (f"/api/memory/{one.id}/settle", {"standing": "confirmed"}),
    )
    home.trust = TrustLabel.GUEST
    for path, body in asked:
        assert (await page.post(path, json=body)).status_code == 403
    home.trust = TrustLabel.OWNER
    assert (await page.post("/api/password", json={"new": "long enough"})).status_code < 300
    page.cookies.clear()
    for path, body in asked:
        assert (await page.post(path, json=body)).status_code == 401
    assert (await page.get("/api/memory")).status_code == 401
    assert (await page.get("/memory")).headers["location"].startswith(("/login", f"{BASE}/login"))
    rows = await home.store.state.rows("preference")
    assert [row.value["status"] for row in rows] == ["candidate"]


async def test_a_line_of_the_log_tells_what_was_remembered_of_it(
    home: Household, page: httpx.AsyncClient
) -> None:
    one = await tell(home, "My mother is allergic to peanuts")
    plain = await tell(home, "Good morning")
    text = (await page.get(f"/log/{one.id}?lang=en")).text
    assert "Remembered of it" in text
    assert f'href="/memory#m-{one.id}"' in text
    assert f'id="m-{one.id}"' in (await page.get("/memory")).text
    assert "Remembered of it" not in (await page.get(f"/log/{plain.id}?lang=en")).text


async def test_words_of_people_never_become_markup(
    home: Household, page: httpx.AsyncClient
) -> None:
    await tell(home, "Remember that <script>alert(1)</script> is a cat", "<b>Nell</b>")
    text = (await page.get("/memory")).text
    assert "<script>alert" not in text
    assert "<b>Nell" not in text
    assert "&lt;script&gt;" in text


async def test_days_and_months_are_summed_up_with_their_lines(
    home: Household, page: httpx.AsyncClient
) -> None:
    """Each sentence leads to its line of the log; a forgotten one is not among them."""
    kept = await tell(home, "The ferry takes forty people across the lake")
    gone = await tell(home, "My mother is allergic to walnuts")
    text = (await page.get("/memory?lang=en")).text
    assert text.index(">Days<") < text.index(">Months<")
    assert text.count(f'href="/log/{kept.id}"') == 2
    await page.post("/api/memory/forget", json={"events": [gone.id]})
    text = (await page.get("/memory?lang=en")).text
    assert "walnuts" not in text
    assert "forty people" in text
    assert "月のまとめ" in (await page.get("/memory?lang=ja")).text
