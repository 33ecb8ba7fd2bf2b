"""What the recovery page says of alarms, in both languages; it works with nobody to wake too."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from companion.web.keys import Keys
from companion.web.recovery import RecoveryPage, Trouble
from companion.words.alarm_backup import Heard, Ring
from companion.words.language import Bilingual
from companion.words.schedule import EntryId, EntryKind
from tests.unit.web.conftest import BASE

LATER = datetime.now(UTC) + timedelta(hours=3)
WAKE = Ring(entry_id=EntryId(1), kind=EntryKind.ALARM, due=LATER, at=LATER, label="<b>仕事")
TROUBLE = Trouble(what=Bilingual("こわれた", "broken"), remedy=Bilingual("直す", "mend it"))


@dataclass
class Bedside:
    """The port `Waking`."""

    now: Heard
    stops: int = 0

    def heard(self) -> Heard:
        return self.now

    async def stop(self) -> int:
        self.stops += 1
        return len(self.now.ringing)


def browser(folder: Path, waking: Bedside | None) -> httpx.AsyncClient:
    page = RecoveryPage(trouble=TROUBLE, state_dir=folder, waking=waking)
    headers = {"Origin": BASE, "X-Companion-Page": Keys(folder).page_token()}
    carried = httpx.ASGITransport(page.app(), client=("127.0.0.1", 5))
    return httpx.AsyncClient(transport=carried, base_url=BASE, headers=headers)


@pytest.mark.parametrize(
    ("heard", "ja", "en"),
    [
        (Heard(("speaker",), next=WAKE), "起動できなくても鳴ります", "It rings all the same"),
        (Heard(("speaker", "buzzer")), "スピーカー、ブザー", "speaker, buzzer"),
        (Heard(("speaker",), ringing=(WAKE,)), "鳴っています", "Ringing:"),
        (Heard(()), "音は出ません", "nothing can be heard"),
        (Heard(("speaker",)), "鳴る予定はありません", "Nothing is due to ring"),
        (Heard(kept=False), "控えがない", "There is no copy of the alarms"),
    ],
)
async def test_it_says_what_rings_and_what_is_next(
    tmp_path: Path, heard: Heard, ja: str, en: str
) -> None:
    async with browser(tmp_path, Bedside(heard)) as one:
        assert ja in (await one.get("/?lang=ja")).text
        reply = await one.get("/?lang=en")
        assert en in reply.text
        assert "<b>" not in reply.text
        state = reply.headers["X-Recovery-State"]
        assert f'data-recovering="{state}"' in reply.text


async def test_stop_reaches_who_rings_and_needs_the_page(tmp_path: Path) -> None:
    """T8: a foreign page cannot silence it."""
    bedside = Bedside(Heard(("speaker",), ringing=(WAKE,)))
    async with browser(tmp_path, bedside) as one:
        assert (await one.post("/api/recovery/silence")).json() == {"stopped": 1}
        one.headers.pop("X-Companion-Page")
        assert (await one.post("/api/recovery/silence")).status_code in (401, 403)
    assert bedside.stops == 1


async def test_with_nobody_to_wake_it_is_the_page_it_was(tmp_path: Path) -> None:
    async with browser(tmp_path, None) as one:
        assert "broken" in (await one.get("/?lang=en")).text
        assert (await one.post("/api/recovery/silence")).json() == {"stopped": 0}
