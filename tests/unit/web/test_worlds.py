"""Mood and scenes have their own endpoints, beside `state.json` and its five elements."""

import json
from dataclasses import replace
from datetime import date
from typing import Any

import httpx

from companion.home.scene_xml import parse, render
from companion.web.app import build_app
from companion.words.garden_view import GardenView, Remembered, ReplayView
from companion.words.language import Bilingual, Language
from companion.words.scene import SceneState
from companion.words.trust import TrustLabel
from companion.words.writeplan import StateRow
from tests.unit.store.samples import START
from tests.unit.web.conftest import BASE
from tests.unit.web.twins import Household

FIVE = {"input", "plan", "thought", "action", "result"}
HALL = SceneState(
    location="玄関", time="夜 19:00", weather="不明", tension_level="Low", actors=(), objects=()
)
PARK = replace(HALL, location="中央公園")


class _Garden:
    def view(self) -> GardenView | None:
        return None

    def today_told(self) -> Bilingual | None:
        return None

    async def days_told(
        self, first: date | None, last: date | None, topic: str = ""
    ) -> Remembered | None:
        return None

    async def remembered(self, name: Bilingual) -> Remembered | None:
        return None

    async def replay(self, day: str, after_minutes: int) -> ReplayView | None:
        return None

    def scene(self, language: Language) -> SceneState | None:
        return PARK


async def _asked(home: Household, path: str, **parts: Any) -> Any:
    transport = httpx.ASGITransport(app=build_app(replace(home.parts(), **parts)))
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as page:
        reply = await page.get(path)
    assert reply.status_code == 200, path
    return reply.json()


async def test_t_52_mood_garden_and_scene_have_endpoints_of_their_own(home: Household) -> None:
    """T-52: each world's scene in its XML, null where there is none; the garden; the mood once
    something touched it; and none of them is an element of `state.json`."""

    async def hall() -> SceneState:
        return HALL

    assert await _asked(home, "/api/scene") == {"home": None, "garden": None}
    found = await _asked(home, "/api/scene", home_scene=hall, garden=_Garden())
    assert (parse(found["home"]), parse(found["garden"])) == (HALL, PARK)
    assert found["home"] == render(HALL)
    assert await _asked(home, "/api/garden", garden=_Garden()) == {"garden": None}
    assert await _asked(home, "/api/mood") == {"mood": None}
    assert set(home.exported) == FIVE
    assert not {"mood", "garden", "scene"} & set(json.dumps(home.exported).split('"'))


async def test_t_52_the_mood_is_a_word_and_two_figures(home: Household) -> None:
    """T-52: between the long mood and the recent average."""
    vad = {"v": 0.4, "a": 0.2, "d": 0.0}

    class Held:
        async def rows(self, kind: str) -> tuple[StateRow, ...]:
            assert kind == "mood"
            row = StateRow(
                kind="mood",
                key="mood",
                value={"long_mood_state": vad, "recent_vad_average": vad},
                confidence=1.0,
                trust=TrustLabel.SELF,
                observed_at=START,
                since=START,
                revision=1,
                evidence_event_ids=(),
            )
            return (row,)

    told = (await _asked(home, "/api/mood", state=Held()))["mood"]
    assert (told["valence"], told["arousal"]) == (0.4, 0.2)
    assert told["word"]
