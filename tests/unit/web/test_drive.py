"""The wheeled base on the page and in its API: where it is, where it can be sent."""

from dataclasses import replace

import pytest

from companion.web.deeds import NoSuchDeed, action_of, chosen_of
from companion.web.reader import reader_for
from companion.web.schedule_fields import offer
from companion.words.decision import DecisionOutcome
from companion.words.facts import IntentPutOff
from companion.words.ids import IntentId
from companion.words.intent import Intent, IntentStatus, Waiting, WaitsFor
from companion.words.language import Bilingual, Language
from companion.words.observation import Change
from companion.words.schedule import EntryKind
from companion.words.travel import GO_TO_ROOM
from tests.twins.drive import DriveTwin
from tests.unit.web.conftest import client_of
from tests.unit.web.twins import Household, decision_of


async def test_p_004_home_shows_where_it_is_and_sends_it(home: Household) -> None:
    """P-004: its room, every way, its dock; 202 means asked, and whose wish it is."""
    home.drive = DriveTwin()
    async with client_of(home) as page:
        drawn = (await page.get("/home?lang=en")).text
        assert "In the hall" in drawn
        assert "dock" in drawn
        assert drawn.count('data-post="/api/drive/go"') == 3
        assert 'data-again="1000"' not in drawn
        told = (await page.get("/api/drive")).json()["drive"]
        assert (told["room"], told["moving"]) == ("hall", False)
        assert (await page.post("/api/drive/go", json={"room": "kitchen"})).status_code == 202
        assert home.sent_to == [("kitchen", "web")]


async def test_a_base_on_its_way_can_be_stopped_there(home: Household) -> None:
    """S-08: while it moves the card is looked at again and has its own Stop."""
    home.drive = DriveTwin(moving=True)
    async with client_of(home) as page:
        drawn = (await page.get("/home?lang=ja")).text
        assert "移動中（いまは玄関）" in drawn
        assert 'data-again="1000"' in drawn
        assert drawn.count('data-post="/api/stop"') == 2


async def test_a_base_that_is_lost_or_silent_says_so(home: Household) -> None:
    """B-048: no place is shown that is not known; trouble is in the reader's language."""
    home.drive = DriveTwin(room="", ill="the base does not answer; check its power and its cable")
    async with client_of(home) as page:
        drawn = (await page.get("/home?lang=ja")).text
        assert "どの部屋にいるのか分かりません" in drawn
        assert "台車" in drawn
        assert "the base does not answer" not in drawn


async def test_t_51_without_a_base_there_is_no_card_and_no_way(home: Household) -> None:
    """T-51: 404 for programs, nothing on the page; a room nobody knows is refused."""
    async with client_of(home) as page:
        assert "/api/drive/go" not in (await page.get("/home")).text
        assert (await page.get("/api/drive")).json() == {"drive": None}
        assert (await page.post("/api/drive/go", json={"room": "hall"})).status_code == 404
    home.drive = DriveTwin()
    async with client_of(home) as page:
        assert (await page.post("/api/drive/go", json={"room": "moon"})).status_code == 422
        assert home.sent_to == []


async def test_p_004_a_routine_of_the_page_can_send_it(home: Household) -> None:
    """P-004, T-50: the rooms stand among the choices; what is saved comes back as chosen."""
    home.drive = DriveTwin()
    reader = reader_for(home.parts(), Language.JA)
    groups = dict(offer(home.parts(), reader, None, EntryKind.ROUTINE).deeds)
    choices = {choice.value: label for choice, label in groups["台車"]}
    assert choices["drive|hall"] == "玄関へ行く"
    names = reader.names
    saved = action_of("drive|hall", "", home.house, names)
    assert (saved.action_type, dict(saved.payload)) == (GO_TO_ROOM, {"room": "hall"})
    assert chosen_of(saved, 0, home.house).value == "drive|hall"
    with pytest.raises(NoSuchDeed):
        action_of("drive|moon", "", home.house, names)


async def test_b_052_what_is_put_off_stands_on_the_page(home: Household) -> None:
    """B-052: what it waits for, in the reader's language; nothing where nothing waits."""
    async with client_of(home) as page:
        assert 'id="put-off"' not in (await page.get("/more")).text
        seen = await home.see("hall", Change.APPEARED)
        later = replace(decision_of("", {}, seen.id), decision_outcome=DecisionOutcome.DEFER)
        decided = await home.decide(seen, later)
        put_off = IntentPutOff(summary=Bilingual("10分待ちます", "Put off for 10 minutes"))
        await home.journal.noted(put_off, evidence=(decided.id,))
        waiting = Waiting(waits_for=WaitsFor.TIME, until=home.clock.now())
        home.put_off.append(
            Intent(
                id=IntentId(1),
                status=IntentStatus.BLOCKED,
                waiting=waiting,
                decision_event_id=decided.id,
                created_at=home.clock.now(),
                updated_at=home.clock.now(),
            )
        )
        drawn = (await page.get("/more?lang=ja")).text
        assert 'id="put-off"' in drawn
        assert "10分待ちます" in drawn
