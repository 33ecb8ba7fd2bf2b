"""A real model decides and tells, through the real engine: shape always, sense where it must.

The small model runs here, as in CI; how well each model chooses is measured by
`companion eval deliberation`, not asserted, but for what any shipped model must get
right: nothing off the menu, no message with a word that was not observed.
"""

import importlib.util
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.engines.weights import MODELS_DIR, is_here, pinned_models
from companion.ports.llm import Llm
from companion.rooms.deliberation.llm_decider import LlmDecider
from companion.rooms.expression.room import Expression
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.words.decision import ActionDecision, DeliveryKind
from companion.words.event import EventSource
from companion.words.ids import EventId
from companion.words.influence import MODEL
from companion.words.language import Bilingual, Language
from companion.words.mood import Mood
from companion.words.result import ResultStatus
from tests.twins.packs import PERSONA, cases
from tests.unit.rooms.expression.test_claims import BareShelf, TinyHouse, result, seen
from tests.unit.rooms.expression.test_room import OneFact, decision_of
from tests.whole_sets import some

MODELS = MODELS_DIR
SMALL = next(m for m in pinned_models() if m.key == "small")
CLOCK = SystemClock(ZoneInfo("Asia/Tokyo"))
LANGUAGES = some([Language.JA], list(Language))
"""`test_real_model.py` walks the whole loop in English."""
pytestmark = [pytest.mark.real("llm"), pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def section() -> dict[str, Any]:
    if importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("xllamacpp is not installed")
    if not is_here(SMALL, MODELS):
        pytest.skip(f"no {SMALL.file}: companion models fetch --small")
    return {"model_path": str(MODELS / SMALL.file), "n_ctx": 8192}


@pytest.fixture
async def llm(section: dict[str, Any], tmp_path: Path) -> AsyncIterator[LlmQueue]:
    has = {"clock": CLOCK, "state_dir": tmp_path}
    queue = LlmQueue(plugins.build("companion.engines.llm", "xllamacpp", section, has), CLOCK)
    await queue.start()
    assert queue.ready(), queue.why_down()
    yield queue
    await queue.stop()


async def _decide(llm: Llm, language: Language, case_id: str) -> tuple[Any, ActionDecision]:
    case = next(c for c in cases(language) if c.id == case_id)
    decider = LlmDecider(
        llm,
        language=language,
        order="choice_first",
        max_tokens=96,
        temperature=0.0,
        deadline_s=300,
    )
    decision = await decider.decide(case.pack)
    assert isinstance(decision, ActionDecision), decision
    return case, decision


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_real_model_decides_and_tells(llm: LlmQueue, language: Language) -> None:
    """B-029, B-093, D-012, D-034: both forms are met at the first try.

    One test, for a model is loaded and two long prompts are read only once.
    """
    case, decision = await _decide(llm, language, "home_after_dark")
    assert decision.summary in [entry.label for entry in case.pack.menu]
    assert decision.persona_influence == decision.mood_influence == MODEL.get(language)
    assert decision.evidence_event_ids == (EventId(11),)
    assert decision.model.startswith("qwen2.5-coder-0.5b")
    for status in (ResultStatus.SUCCESS, ResultStatus.FAILED):
        await _tell(llm, language, status)


async def _tell(llm: Llm, language: Language, status: ResultStatus) -> None:
    """Rendered at the first try, the outcome once and as it was seen (DESIGN 1.2)."""
    room = Expression(
        llm=llm,
        clock=CLOCK,
        house=TinyHouse(),
        catalogue=BareShelf(),
        record=OneFact(),
        places={"hall": Bilingual("玄関", "Hall")},
        language=language,
        deadline_s=300,
    )
    said = await room.render(
        decision_of(DeliveryKind.CHAT),
        EventId(15),
        persona=PERSONA[language],
        mood=Mood(),
        result=result(status),
        result_event=replace(seen(), id=EventId(20), source=EventSource.ACTION_RESULT),
    )
    assert said is not None
    assert said.text.count(said.claims[0].slots["outcome"].get(language)) == 1
