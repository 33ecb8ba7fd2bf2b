"""Warm-up: read ahead, give way to whoever waits, and go on afterwards (T-54)."""

import pytest

from companion.engines.llm_runtime import warm_up
from companion.ports.llm import ModelPreempted, ModelUnavailable
from companion.words.llm import (
    LlmReply,
    LlmRequest,
    LlmRequestPurpose,
    Prefix,
    PromptMessage,
)
from companion.words.trigger import Priority

REPLY = LlmReply(
    text="", prompt_tokens=9, reused_tokens=0, output_tokens=1, took_s=0.1, model="m@0"
)
PREFIX = (LlmRequestPurpose.SYNC_CONVERSATION, (PromptMessage("system", "rules"),))


class Interrupted:
    """Gives way the first `times` times; knows what is kept on its disk."""

    def __init__(self, times: int, why: Exception | None = None) -> None:
        self._times, self._why = times, why or ModelPreempted("somebody waits")
        self.kept: list[Prefix] = []
        self.asked: list[LlmRequest] = []

    async def complete(self, request: LlmRequest) -> LlmReply:
        self.asked.append(request)
        if len(self.asked) <= self._times:
            raise self._why
        return REPLY

    async def restore_prefix(self, prefix: Prefix) -> bool:
        return prefix in self.kept

    async def save_prefix(self, prefix: Prefix) -> bool:
        self.kept.append(prefix)
        return True

    def ready(self) -> bool:
        return True

    def model_name(self) -> str:
        return "m@0"


async def test_it_goes_on_after_it_gave_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-41: the least urgent of all, and not lost by being interrupted."""
    monkeypatch.setattr(warm_up, "PAUSE_S", 0.0)
    llm, awake = Interrupted(warm_up.TRIES + 3), [0]

    def count() -> None:
        awake[0] += 1

    await warm_up.warm_each(llm, [PREFIX], count)
    assert len(llm.asked) == warm_up.TRIES + 4, "giving way is no failure: what was read is kept"
    assert {r.max_tokens for r in llm.asked} == {1}
    assert {r.priority for r in llm.asked} == {Priority.GARDEN}
    assert {r.reads_ahead for r in llm.asked} == {True}
    assert awake == [1]
    assert llm.kept == [PREFIX]


async def test_what_is_kept_is_put_back_and_not_read_again() -> None:
    """T-54: a restart thinks at once."""
    llm, awake = Interrupted(0), [0]
    llm.kept.append(PREFIX)

    def count() -> None:
        awake[0] += 1

    await warm_up.warm_each(llm, [PREFIX], count)
    assert llm.asked == []
    assert awake == [1]


async def test_it_gives_up_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that goes on failing is awake all the same; the first thought is slow then."""
    monkeypatch.setattr(warm_up, "PAUSE_S", 0.0)
    llm, awake = Interrupted(99, ModelUnavailable("gone")), [0]

    def count() -> None:
        awake[0] += 1

    await warm_up.warm_each(llm, [PREFIX], count)
    assert len(llm.asked) == warm_up.TRIES
    assert llm.kept == []
    assert awake == [1]
