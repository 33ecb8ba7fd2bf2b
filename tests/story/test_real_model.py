"""One arrival decided and told by a real local model (the 0.5 B; CI decides with it).

The clock stands still while the model works, so the outcome does not depend on speed.
"""

from pathlib import Path

import pytest

from companion.engines.weights import MODELS_DIR, is_here, pinned_models
from companion.words.event import EventSource
from tests.story.whole_house import SCENARIOS, awake, play, settings_for

SMALL = next(m for m in pinned_models() if m.key == "small")

pytestmark = [
    pytest.mark.real("broker"),
    pytest.mark.real("detector"),
    pytest.mark.real("llm"),
    pytest.mark.slow,
    pytest.mark.timeout(420),
]


async def test_a_real_model_closes_the_loop(tmp_path: Path) -> None:
    """B-095, T-18, DESIGN 1.1: real broker, real detector, real model, judged by the truth."""
    if not is_here(SMALL, MODELS_DIR):
        pytest.skip(f"no {SMALL.file}: companion models fetch --small")
    settings = settings_for(
        str(SCENARIOS / "one_arrival.yaml"), tmp_path, speed=100.0, engine="xllamacpp"
    )
    own = {"model_path": str(MODELS_DIR / SMALL.file), "n_ctx": 6144}
    settings = settings.model_copy(
        update={"llm": settings.llm.model_copy(update={"settings": own})}
    )
    async with awake(settings) as house:
        report = await play(house)
        dropped = await house.storage.store.record.recent(limit=50, sources=(EventSource.SYSTEM,))
        assert [e for e in dropped if e.kind == "deliberation_dropped"] == []
    facts = report.as_json()
    assert facts["model"].endswith(SMALL.sha256[:12]), facts
    assert facts["complete_loops"] >= 1, facts
    assert facts["false_claims"] == 0, facts
    assert facts["unauthorised_actions"] == 0, facts
    assert facts["llm_calls"] > 0
