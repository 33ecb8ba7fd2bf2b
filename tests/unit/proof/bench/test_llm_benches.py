"""The benchmarks of thinking run and give their figures; what is counted holds (P7-P11)."""

import pytest

from companion.engines.weights import MODELS_DIR, is_here, pinned_models
from tests.proof.bench import deliberation_overhead, llm_grammar, llm_prefix, llm_tokens
from tests.proof.bench.figure import Effort, Figure, NotMeasured

SMALL = next(m for m in pinned_models() if m.key == "small")


def needs_model() -> None:
    if not is_here(SMALL, MODELS_DIR):
        pytest.skip(f"no {SMALL.file}: companion models fetch --small")


@pytest.mark.figures
@pytest.mark.real("broker")
@pytest.mark.slow
async def test_a_deliberation_beside_its_model() -> None:
    """P7."""
    share, cpu = await deliberation_overhead.measure(Effort.SHORT)
    assert isinstance(share, Figure)
    assert isinstance(cpu, Figure)
    assert share.detail["walks"] == deliberation_overhead.WALKS[Effort.SHORT]
    assert 0 < share.value < 1
    assert share.detail["model_s"] >= min(deliberation_overhead.RECORDED_S)


@pytest.mark.real("llm")
@pytest.mark.slow
async def test_a_prefix_survives_other_purposes() -> None:
    """P8, P9, T-41: in tokens, which do not depend on the machine."""
    needs_model()
    figures = await llm_prefix.measure(Effort.SHORT)
    assert [f.id for f in figures] == ["P8", "P8", "P9", "T-41"]
    detail = next(f.detail for f in figures if isinstance(f, Figure) and f.id == "P9")
    assert detail["prompt_tokens"] - detail["new_tokens"] >= 500
    assert detail["new_tokens"] <= 62
    assert detail["reused_after_others"] >= 0.85


@pytest.mark.real("llm")
@pytest.mark.slow
async def test_a_grammar_binds_every_answer() -> None:
    """P10: 100 % of a whole form."""
    needs_model()
    figures = await llm_grammar.measure(Effort.SHORT)
    cost, valid, others = figures
    assert isinstance(cost, Figure)
    assert isinstance(valid, Figure)
    assert isinstance(others, NotMeasured)
    assert cost.value > 0
    assert valid.value == 1.0


async def test_what_takes_minutes_says_so() -> None:
    """P11."""
    assert {f.id for f in await llm_tokens.measure(Effort.SHORT)} == {"P11", "T-54"}
