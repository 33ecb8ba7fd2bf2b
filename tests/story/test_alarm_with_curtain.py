"""An alarm with a curtain half open, saved by one form (issue 11, B18)."""

from pathlib import Path

import pytest

from companion.words.schedule import EntryKind
from tests.story.lived import client_of
from tests.story.whole_house import SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]
FORM = {
    "kind": "alarm",
    "label": "朝",
    "when": "daily",
    "at": "07:00",
    "days_of": "weekdays",
    "place": "bedroom",
    "does": ["cover.bedroom_curtain|cover_set_position", ""],
    "amount": ["50", ""],
}


async def test_b18_an_alarm_brings_its_curtain_along(tmp_path: Path) -> None:
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)
    async with awake(settings) as house, client_of(house) as page:
        assert house.page.web.schedule_requests is not None
        sketch = await page.post(
            "/api/schedule/page/sketch", json=FORM, headers={"Accept-Language": "ja"}
        )
        assert sketch.json()["sentence"] == (
            "平日7:00に寝室で起こす。平日7:00に寝室のカーテンを半分開ける"
        )
        wrong = await page.post("/api/schedule/page", json={**FORM, "amount": ["900", ""]})
        assert wrong.status_code == 422
        assert house.page.web.schedule_requests.entries() == ()
        saved = await page.post("/api/schedule/page", json=FORM)
        assert saved.status_code == 200
        alarm, routine = sorted(
            (one.entry for one in house.page.web.schedule_requests.entries()),
            key=lambda entry: entry.kind,
        )
        assert (alarm.kind, routine.kind) == (EntryKind.ALARM, EntryKind.ROUTINE)
        assert alarm.timing == routine.timing
        (action,) = routine.actions
        assert action.payload == {"device_id": "cover.bedroom_curtain", "position": 50}
        alone = await page.post("/api/schedule/page", json={**FORM, "does": ["", ""]})
        assert alone.status_code == 200
        assert len(house.page.web.schedule_requests.entries((EntryKind.ROUTINE,))) == 1
