"""Every page of a lived evening is in its reader's language and shows no raw id (issue 11, B10)."""

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import httpx
import pytest

from companion.app import Companion
from companion.words.event import Event, EventSource
from companion.words.language import Language
from tests.story.lived import client_of, lived
from tests.story.page_scan import unreadable

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(400)]
PLACES = (
    "/", "/log", "/log?kind=all", "/log?kind=observation", "/log?kind=decision", "/log?kind=action",
    "/log?kind=message", "/log?kind=garden", "/talk", "/routines", "/routines?new=timer", "/home",
    "/more", "/plan", "/garden", "/garden/replay?day=2026-11-20", "/scenes",
    "/scenes/office?role=detective", "/scenes/kitchen",
    "/voice", "/erase", "/login", "/log/999999",
)  # fmt: skip


@pytest.fixture(params=list(Language))
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Companion]:
    async with lived(tmp_path, request.param) as built:
        yield built


async def test_b10_no_page_shows_a_raw_id_or_words_of_the_other_language(house: Companion) -> None:
    """0 raw ids and 0 strings of the other language on any page, in both languages; what a person
    said or a model thought is a quotation with its language."""
    events = await house.storage.record.recent(limit=500)
    assert _is_lived(events)
    chains = [f"/log/{event.id}" for event in await _one_of_each(house, events)]
    assert len(chains) > 25
    schedule = house.page.web.schedule_requests
    assert schedule is not None
    edited = [f"/routines?edit={one.entry.id}" for one in schedule.entries()]
    found: set[str] = set()
    async with client_of(house) as page:
        for path in (*PLACES, *chains, *edited):
            for language in Language:
                found |= {
                    f"{language} {path}: {text}"
                    for text in unreadable(await _text(page, path, language), language.value)
                }
    assert sorted(found) == []


def _is_lived(events: Iterable[Event]) -> bool:
    """Guards the test against an evening in which nothing happened."""
    sources = {event.source for event in events}
    wanted = set(EventSource) - {EventSource.SYSTEM}
    return wanted <= sources


async def _one_of_each(house: Companion, events: Iterable[Event]) -> list[Event]:
    """One event for every kind of line, and for each decider."""
    kept: dict[tuple[str, ...], Event] = {}
    for event in events:
        decision = await house.storage.record.decision(event.id)
        result = await house.storage.record.result(event.id)
        by = decision.decided_by if decision else result.status.value if result else ""
        kept[(event.source.value, event.kind, by, event.channel)] = event
    return list(kept.values())


async def _text(page: httpx.AsyncClient, path: str, language: Language) -> str:
    reply = await page.get(path, headers={"Accept-Language": language.value})
    assert reply.status_code in (200, 404), path
    return reply.text


@pytest.mark.parametrize(
    ("page", "language", "count"),
    [
        ("<p lang=ja>おはよう</p>", "en", 0),
        ("<html lang=en><p>おはよう</p></html>", "en", 1),
        ("<html lang=en><p title='夜'>night <bdi lang=ja>夜</bdi></p></html>", "en", 1),
        ("<html lang=ja><svg><use href=a></use></svg><p>hallを見る</p></html>", "ja", 1),
        ("<html lang=ja><p>反射: neither persona nor mood</p></html>", "ja", 1),
        ("<html lang=en><p>Decided: device_control.light_turn_on</p></html>", "en", 1),
        ("<html lang=en><code>device_control</code><p>MQTT</p></html>", "en", 0),
    ],
)
def test_the_scan_finds_what_it_is_for(page: str, language: str, count: int) -> None:
    assert len(list(unreadable(page, language))) == count
