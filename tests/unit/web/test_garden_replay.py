"""The page of a garden day: its moments, its steps, both languages, and what it refuses."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime

import httpx
import pytest

from companion.store.sqlite import Store
from companion.web.app import build_app
from companion.web.garden_replay import moments, steps
from companion.words.facts import GardenBond, GardenInjected
from companion.words.garden import GardenAction
from companion.words.garden_view import ReplayView
from companion.words.language import Bilingual
from tests.story.page_scan import unreadable
from tests.unit.corridors.test_live import ZONE, _Clock, _House
from tests.unit.web.twins import Household

BASE = "http://localhost:8440"
DAY = "2026-05-04"


@pytest.fixture
async def lived() -> AsyncIterator[_House]:
    """A garden with one whole day and some hours of the next."""
    clock = _Clock(datetime(2026, 5, 4, 7, 0, tzinfo=ZONE))
    house = _House(Store.in_memory(clock), clock)
    await house.live.tick()
    await house.pass_time(30 * 60, step=30)
    yield house
    await house.store.close()


async def _replayed(house: _House, after_minutes: int) -> ReplayView:
    found = await house.garden.replay(DAY, after_minutes)
    assert found is not None
    return found


async def test_the_moments_are_the_acts_and_what_happened_in_order(lived: _House) -> None:
    view = await _replayed(lived, 300)
    own = lived.garden.data.self_id
    words = Bilingual("財布を拾った", "found a purse")
    brought = GardenInjected(
        who=own, at=view.at, map_id="town", verb="found", about=words, words=words
    )
    kept = GardenBond(
        turn="promised", who=own, other="npc_mio", at=view.at - 60, map_id="town", about=words
    )
    others = GardenBond(
        turn="promised", who="npc_gen", other="npc_mio", at=view.at, map_id="town", about=words
    )
    found = moments(replace(view, facts=(brought, kept, others)))
    assert len(found) == len(view.entries) + 2, "what others promise each other is theirs"
    assert [one.after for one in found] == sorted(one.after for one in found)
    told = [one for one in found if one.words is not None]
    assert [(one.when, one.words) for one in told] == [
        ("past", Bilingual("約束をした: 財布を拾った", "made a promise: found a purse")),
        ("now", words),
    ]
    assert {one.when for one in found} == {"past", "now", "later"}


async def test_a_talk_tells_what_was_said_while_it_goes_on(lived: _House) -> None:
    view = await _replayed(lived, 0)
    talk = next(one for one in view.entries if one.action is GardenAction.TALK)
    during = await _replayed(lived, talk.started - view.began)
    said = [one for one in moments(during) if one.said]
    assert [one.entry for one in said] == [talk]
    assert len(said[0].said) >= 2


async def test_the_steps_end_where_the_day_does(lived: _House) -> None:
    first = await _replayed(lived, 0)
    assert steps(first) == [(-60, None), (-10, None), (10, 10), (60, 60)]
    length = first.ended - first.began
    last = await _replayed(lived, length - 5)
    assert steps(last)[2:] == [(10, length), (60, length)]


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_b10_the_page_is_in_its_readers_language(
    home: Household, lived: _House, language: str
) -> None:
    """No raw id, no words of the other language, at five times of the day and on the page that
    leads there."""
    async with _client(home, lived) as client:
        garden = await client.get("/garden", headers={"Accept-Language": language})
        assert f"/garden/replay?day={DAY}" in garden.text
        for at in (0, 200, 400, 800, 4000):
            reply = await client.get(
                f"/garden/replay?day={DAY}&at={at}", headers={"Accept-Language": language}
            )
            assert reply.status_code == 200
            assert list(unreadable(reply.text, language)) == []
            assert reply.text.count("data-who=") == len(lived.garden.data.inhabitants)
        assert list(unreadable(garden.text, language)) == []


async def test_a_day_that_is_not_known_says_so(home: Household, lived: _House) -> None:
    async with _client(home, lived) as client:
        unknown = await client.get(
            "/garden/replay?day=2001-01-01", headers={"Accept-Language": "en"}
        )
        assert unknown.status_code == 200
        assert "Nothing is left of this day" in unknown.text
        for wrong in ("", "?day=tomorrow", f"?day={DAY}&at=-1", f"?day={DAY}&at=soon"):
            assert (await client.get(f"/garden/replay{wrong}")).status_code == 404


def _client(home: Household, lived: _House) -> httpx.AsyncClient:
    parts = replace(home.parts(), garden=lived.garden)
    transport = httpx.ASGITransport(app=build_app(parts), client=("127.0.0.1", 5))
    return httpx.AsyncClient(transport=transport, base_url=BASE)
