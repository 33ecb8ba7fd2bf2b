"""A model in its process that has too little memory (F12)."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.engines.llm_runtime.process import (
    CTX_FLOOR,
    SLOT_OF_PURPOSE,
    SLOTS,
    ModelSettings,
    ProcessLlm,
    step_tokens_of,
)
from companion.engines.worker import worker
from companion.ports.llm import ModelCrashed, ModelUnavailable
from companion.service.supervision import until
from companion.words.llm import LlmRequest, LlmRequestPurpose, PromptMessage
from companion.words.trigger import Priority

ASKED = LlmRequest(
    purpose=LlmRequestPurpose.SYNC_CONVERSATION,
    messages=(PromptMessage("user", "hello"),),
    max_tokens=4,
    deadline_s=20,
)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    monkeypatch.setattr(worker, "BACK_OFF_FIRST_S", 0.05)


def toy(folder: Path, n_ctx: int) -> ProcessLlm:
    model = folder / "toy.gguf"
    model.write_bytes(b"GGUF")
    settings = ModelSettings(model_path=model, n_ctx=n_ctx)
    return ProcessLlm("toy_llm", settings, package="toy", state_dir=folder)


async def test_after_the_second_lack_of_memory_the_context_is_halved(tmp_path: Path) -> None:
    """F12: smaller context on the second OOM, and no restart of the service."""
    llm = toy(tmp_path, 8192)
    await llm.start()
    try:
        lives, sizes = [llm.life()], [llm.context_tokens()]
        for _ in range(3):
            with pytest.raises(ModelCrashed):
                await llm.complete(ASKED)
            sizes.append(await _next_size(llm))
            lives.append(llm.life())
        assert sizes == [8192, 8192, 4096, 2048]
        assert (await llm.complete(ASKED)).text == str(CTX_FLOOR)
        assert len(set(lives)) == len(lives)
    finally:
        await llm.stop()


async def _next_size(llm: ProcessLlm) -> int:
    """Once it is back."""
    await until(llm.ready, look_every_s=0.01)
    return llm.context_tokens()


async def test_a_model_that_does_not_even_load_is_tried_smaller(tmp_path: Path) -> None:
    """F12: the queue tries again with a back-off; each time but the first with half."""
    llm = toy(tmp_path, 32768)
    for expected in (32768, 16384, 8192):
        with pytest.raises(ModelUnavailable, match="Failed to init"):
            await llm.start()
        assert llm.context_tokens() == expected
    await llm.start()
    assert llm.ready()
    await llm.stop()


@pytest.mark.parametrize(
    ("priority", "reads_ahead", "expected"),
    [
        (Priority.USER, False, 0),
        (Priority.APPROVAL, False, 0),
        (Priority.OBSERVATION, False, 64),
        (Priority.GARDEN, False, 16),
        (Priority.GARDEN, True, 64),
    ],
)
def test_t_041_what_a_person_interrupts_is_read_in_steps(
    priority: Priority, reads_ahead: bool, expected: int
) -> None:
    """T-41: small steps where nobody waits, as configured where somebody does, and none for a
    person."""
    request = replace(ASKED, priority=priority, reads_ahead=reads_ahead)
    assert step_tokens_of(request, 64) == expected


def test_what_a_person_waits_for_is_emptied_last_where_the_memory_is_full() -> None:
    """The server empties idle slots from the lowest number on: measured at 1,024 tokens with five
    full slots, a long prompt of the garden took the talk's 183 tokens while the talk had slot 0."""
    slots = SLOT_OF_PURPOSE
    assert set(slots) == set(LlmRequestPurpose)
    assert slots[LlmRequestPurpose.SYNC_CONVERSATION] == SLOTS - 1 == max(slots.values())
    decides = slots[LlmRequestPurpose.ASYNC_DELIBERATION_DECISION]
    assert slots[LlmRequestPurpose.ASYNC_GARDEN_DECISION] == 0 < decides
