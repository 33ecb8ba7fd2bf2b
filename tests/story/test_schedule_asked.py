"""The clock as people use it: page, command line and desk, through the whole house (issue 4)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.app import Companion
from companion.ports.schedule_requests import ScheduleRequestForbidden
from companion.web.app import build_app
from companion.web.keys import Keys
from companion.words.event import EventSource
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]
AT_SEVEN = {"type": "recurring", "at": "07:00", "weekdays": [0, 1, 2, 3, 4], "holidays": "skipped"}


@asynccontextmanager
async def asked(house: Companion) -> AsyncIterator[httpx.AsyncClient]:
    token = Keys(house.foundations.state_dir).cli_token
    transport = httpx.ASGITransport(app=build_app(house.page.web), client=("127.0.0.1", 9))
    async with httpx.AsyncClient(
        transport=transport,
        base_url="http://127.0.0.1:8440",
        headers={"X-Companion-Token": token, "Accept-Language": "ja"},
    ) as client:
        yield client


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Companion]:
    async with awake(settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        yield house


async def post(client: httpx.AsyncClient, path: str, body: dict[str, Any]) -> Any:
    reply = await client.post(path, json=body)
    assert reply.status_code == 200, reply.text
    return reply.json()


async def test_set_list_change_skip_remove_and_take_back(house: Companion) -> None:
    """T-50, B-089: what the answer says stands in the schedule, and its line can be undone."""
    async with asked(house) as client:
        form = {"timing": AT_SEVEN, "label": "起きる", "place": "bedroom"}
        made = await post(client, "/api/schedule", {"kind": "alarm", "form": form})
        number = made["alarm_id"]
        listed = (await client.get("/api/schedule?kind=alarm")).json()
        (row,) = listed["entries"]
        due = datetime.fromisoformat(row["due"])
        assert (row["id"], row["form"]["label"], row["due"]) == (number, "起きる", made["due"])
        assert due.astimezone(house.foundations.clock.now().tzinfo).hour == 7
        skipped = await post(client, f"/api/schedule/{number}/skip", {"skipping": True})
        assert datetime.fromisoformat(skipped["due"]) >= due + timedelta(days=1)
        changed = {"form": {"timing": {**AT_SEVEN, "at": "06:30"}}}
        await post(client, f"/api/schedule/{number}", changed)
        await post(client, f"/api/schedule/{number}/remove", {})
        assert (await client.get("/api/schedule")).json()["entries"] == []
        (gone, *_) = await house.storage.record.recent(
            limit=1, sources=(EventSource.ACTION_RESULT,)
        )
        assert (await client.post(f"/api/undo/{gone.id}")).status_code == 202
        async with asyncio.timeout(60):
            while not house.alarms.clock.entries():
                await asyncio.sleep(0.02)
        (back,) = house.alarms.clock.entries()
        assert back.entry.label == "起きる"


async def test_the_page_shows_it_and_its_form_makes_it(house: Companion) -> None:
    """Phone or desk, Japanese or English: what comes next, what would happen, the form."""
    async with asked(house) as client:
        assert "まだ予定はありません" in (await client.get("/routines")).text
        fields = {
            "kind": "routine",
            "label": "朝",
            "when": "sun",
            "sun": "sunrise",
            "side": "before",
            "offset": "10",
            "days_of": "chosen",
            "days": ["0", "2"],
            "does": ["light.hall|light_turn_on"],
            "amount": [""],
            "condition": "light.hall",
            "comparison": "is",
            "state": "off",
            "missed": "run",
            "at": "07:00",
            "date": "",
            "minutes": "10",
            "holidays": "skipped",
            "place": "",
        }
        made = await post(client, "/api/schedule/page", fields)
        text = (await client.get("/routines")).text
        assert "日の出の10分前" in text
        assert "毎週月・水曜(祝日は除く)" in text
        english = (await client.get("/routines", headers={"Accept-Language": "en"})).text
        assert "10 min before sunrise" in english
        would = (await client.get(f"/api/schedule/{made['alarm_id']}/preview")).json()
        assert len(would["coming"]) == 3
        assert would["condition"] is True
        assert would["steps"][0]["possible"] is True
        for wrong in ({"at": "25:00", "when": "daily"}, {"does": [""]}, {"days": ["9"]}):
            reply = await client.post("/api/schedule/page", json={**fields, **wrong})
            assert reply.status_code == 422, wrong
        assert len(house.alarms.clock.entries()) == 1


async def test_what_rings_is_stopped_and_snoozed_over_the_api(house: Companion) -> None:
    async with asked(house) as client:
        assert (await client.post("/api/schedule/stop")).status_code == 409
        timing = {"type": "after", "after_s": 2}
        made = await post(
            client, "/api/schedule", {"kind": "timer", "form": {"timing": timing, "label": "卵"}}
        )
        async with asyncio.timeout(20):
            while not house.alarms.ladder.ringing():
                await asyncio.sleep(0.01)
        number = made["alarm_id"]
        assert "鳴っています" in (await client.get("/routines")).text
        await post(client, f"/api/schedule/{number}/snooze", {"snooze_s": 3})
        assert not house.alarms.ladder.ringing()
        async with asyncio.timeout(20):
            while not house.alarms.ladder.ringing():
                await asyncio.sleep(0.01)
        assert await post(client, "/api/schedule/stop", {}) == {"alarm_ids": [number]}
        past = (await client.get(f"/api/schedule/{number}/history")).json()["history"]
        assert [p["outcome"] for p in past] == ["stopped"]


async def test_what_may_not_be_done_may_not_be_saved_for_later(house: Companion) -> None:
    """T-50, T-01: a front door does not unlock itself, a guest sets nothing."""
    unlock = {"action_type": "device_control.lock_unlock", "payload": {"device_id": "lock.x"}}
    form = {"timing": AT_SEVEN, "actions": [unlock]}
    async with asked(house) as client:
        body = {"kind": "routine", "form": form}
        assert (await client.post("/api/schedule", json=body)).status_code == 403
        bad = {"kind": "alarm", "form": {"timing": {"type": "never"}}}
        assert (await client.post("/api/schedule", json=bad)).status_code == 422
        past = {"type": "once", "at": "2001-01-01T07:00:00+09:00"}
        body = {"kind": "alarm", "form": {"timing": past}}
        assert (await client.post("/api/schedule", json=body)).status_code == 422
    with pytest.raises(ScheduleRequestForbidden):
        await house.desk.schedule_requests.request("set_alarm", {"timing": AT_SEVEN}, "somebody")
    assert house.alarms.clock.entries() == ()
