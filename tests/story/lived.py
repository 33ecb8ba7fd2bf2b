"""A lived evening: everything that leaves a line on the page happens once, in one household.

Arrivals that the model decides, and moments with nothing to choose; requests by button, by
sentence and by routine; a question answered with yes and one with no; a refusal, a broken device,
an act taken back; an alarm that rings; smoke; small talk; a stop; an erasure.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx

from companion.app import Companion
from companion.dollhouse.devices import Fault
from companion.service.settings import Settings
from companion.service.supervision import until
from companion.web.app import build_app
from companion.web.keys import Keys
from companion.words.event import EventSource
from companion.words.facts import GardenInjected
from companion.words.ids import ApprovalId, DeviceId
from companion.words.language import Bilingual, Language
from tests.story.whole_house import awake, settings_for

LASTS_S = 400.0
"""Simulated: until the alarm rang and the smoke was gone."""
BASE = "http://localhost:8440"
SAID = {
    Language.JA: (
        "おはよう", "リビングの明かりをつけて", "何がついてる？", "玄関の鍵を開けて",
        "なぜつけたの？", "リビングの明かりを青にして", "10分のタイマー",
        "毎朝7時に寝室のカーテンを開けて", "書斎のピアノを弾いて",
    ),
    Language.EN: (
        "good morning", "turn on the living room light", "what is on?",
        "unlock the front door lock", "why did you do that?",
        "make the living room light blue", "set a timer for 10 minutes",
        "open the bedroom curtain at 7 every morning", "play the piano in the study",
    ),
}  # fmt: skip
STORY = """
name: lived
about: {ja: 帰宅し、居間に移り、出かける。, en: "Somebody comes home and leaves."}
starts_at: 2026-11-20T18:30:00+09:00
lasts_s: 300
weather: {sky: cloudy, outside_c: 9, rises: "06:25", sets: "16:32"}
people:
  - {id: resident, name: {ja: 住人, en: the resident}, look: woman_grey}
more:
  - {id: fan.living, place: living, name: {ja: 扇風機, en: tall fan}, swings: true}
  - {id: scene.dinner, place: living, name: {ja: 夕食モード, en: dinner mode}}
  - id: binary_sensor.kitchen_smoke
    place: kitchen
    name: {ja: 台所の煙センサー, en: kitchen smoke detector}
    senses: smoke
timeline:
  - {at_s: 5, who: resident, does: come_home}
  - {at_s: 60, who: resident, does: go, to: living}
  - {at_s: 120, who: resident, does: go_out}
  - {at_s: 150, who: resident, does: come_home}
  - {at_s: 200, who: resident, does: happen, device: binary_sensor.kitchen_smoke, to: "on"}
  - {at_s: 230, who: resident, does: happen, device: binary_sensor.kitchen_smoke, to: "off"}
"""


LOST = GardenInjected(
    who="character_alice",
    at=0,
    map_id="park",
    verb="lost",
    about=Bilingual("手袋", "a glove"),
    words=Bilingual("手袋を片方なくした", "I lost a glove"),
)
"""What the game master of the garden brought up."""


def lived_settings(folder: Path, language: Language) -> Settings:
    """The shipped configuration and the story of this evening, in one language."""
    story = folder / "lived.yaml"
    story.write_text(STORY, encoding="utf-8")
    settings = settings_for(str(story), folder / "state", speed=100.0)
    return settings.model_copy(update={"language": language})


def client_of(house: Companion) -> httpx.AsyncClient:
    """A client that behaves like the page's own script."""
    headers = {"Origin": BASE, "X-Companion-Page": Keys(house.page.web.state_dir).page_token()}
    transport = httpx.ASGITransport(app=build_app(house.page.web))
    return httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers)


@asynccontextmanager
async def lived(folder: Path, language: Language) -> AsyncIterator[Companion]:
    """The house after its evening; time stands still."""
    async with awake(lived_settings(folder, language)) as house:
        assert house.foundations.dollhouse is not None
        clock = house.foundations.dollhouse.clock
        began = clock.monotonic()
        await clock.start()
        async with client_of(house) as page:
            await _evening(house, page, language)
            await clock.sleep_until(began + LASTS_S)
            await _posted(page, "/api/schedule/stop", {})
        await house.storage.journal.lived(LOST)
        await until(house.desk.reception.tasks.idle)
        await clock.stop()
        yield house


async def _evening(house: Companion, page: httpx.AsyncClient, language: Language) -> None:
    await _pressed(house, page)
    for text in SAID[language]:
        await _posted(page, "/api/say", {"text": text})
        await until(house.desk.reception.tasks.idle)
    await _answered(house, page)
    await _planned(house, page)
    await _posted(page, "/api/stop", {})


async def _pressed(house: Companion, page: httpx.AsyncClient) -> None:
    """Buttons: done, undone, refused and in vain."""
    assert house.foundations.dollhouse is not None
    await _operated(house, page, "light.kitchen", "turn_on")
    (done,) = await house.storage.record.recent(limit=1, sources=(EventSource.ACTION_RESULT,))
    await _posted(page, f"/api/undo/{done.id}", {})
    await until(house.desk.reception.tasks.idle)
    house.foundations.dollhouse.break_device("light.study", Fault.IGNORE)
    await _operated(house, page, "light.study", "turn_on")
    house.foundations.dollhouse.break_device("light.bathroom", Fault.OFFLINE)
    await _operated(house, page, "light.bedroom", "set_brightness", brightness=120)
    await _operated(house, page, "climate.living", "set_temperature", temperature=23)
    await _operated(house, page, "climate.living", "set_mode", mode="heat")
    await _operated(house, page, "cover.study_blind", "set_position", position=40)
    await _operated(house, page, "lock.front_door", "unlock")
    await _operated(house, page, "lock.back_door", "unlock")


async def _answered(house: Companion, page: httpx.AsyncClient) -> None:
    for number, question in enumerate(await house.page.web.approvals.pending()):
        answer = "yn"[number % 2]
        await _posted(page, f"/api/approvals/{ApprovalId(question.id)}", {"answer": answer})
    await until(house.desk.reception.tasks.idle)


async def _planned(house: Companion, page: httpx.AsyncClient) -> None:
    """An alarm that rings, and one of everything that waits."""
    soon = (house.page.web.clock.now() + timedelta(minutes=2)).strftime("%H:%M")
    tea = "お茶" if house.page.web.language is Language.JA else "tea"
    forms: tuple[dict[str, Any], ...] = (
        {"kind": "alarm", "label": "", "when": "once", "at": soon},
        {"kind": "reminder", "label": tea, "when": "once", "at": "21:00"},
        {"kind": "timer", "label": tea, "when": "after", "length": "10"},
        {
            "kind": "routine",
            "label": tea,
            "when": "daily",
            "at": "08:15",
            "does": ["cover.living_curtain|cover_set_position", "light.hall|light_turn_on"],
            "amount": ["50", ""],
            "condition": "",
            "days_of": "weekdays",
        },
        {
            "kind": "routine",
            "label": "",
            "when": "sun",
            "sun": "sunset",
            "side": "before",
            "offset": "20",
            "does": ["light.living|light_turn_on"],
            "amount": [""],
        },
    )
    for form in forms:
        await _posted(page, "/api/schedule/page", form)


async def _operated(
    house: Companion, page: httpx.AsyncClient, device: str, operation: str, **parameters: Any
) -> None:
    found = house.home.house.device(DeviceId(device))
    assert found is not None, device
    own = next(o for o in found.operations if o.endswith(operation))
    body = {"operation": own, "parameters": parameters}
    await _posted(page, f"/api/devices/{device}/operate", body)
    await until(house.desk.reception.tasks.idle)


async def _posted(page: httpx.AsyncClient, path: str, body: dict[str, Any]) -> None:
    reply = await page.post(path, json=body)
    assert reply.status_code < 300, (path, body, reply.text)
