"""Scripted model: a twin that answers by rules, for tests and for simulations of many days.

Answers by rules, else by a grammar's own alternatives, else by one fixed text. It is quick,
always the same, counts tokens, and can fail on command.
"""

import asyncio
import json
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from companion.engines.llm_runtime.gbnf import Grammar
from companion.ports.llm import (
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose, Prefix

BYTES_PER_TOKEN = 4
"""Of English under the real tokenizers, to the nearest whole (measured 3.9-4.3)."""
MODEL_NAME = "scripted@000000000000"

Writer = Callable[[LlmRequest], str]


class Rule(BaseModel):
    """Rule of the script; the first rule that fits a request answers it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    purpose: LlmRequestPurpose | None = Field(None, description="empty: any purpose")
    contains: str = Field("", description="text that the last message must contain")
    answer: str | None = Field(None, description="written as it stands, grammar or not")
    choose: tuple[str, ...] = Field(
        (), description="wishes in order; the first that the grammar offers is taken"
    )
    fails: Literal["timed_out", "crashed", "preempted", "unavailable"] | None = Field(
        None, description="failure in place of an answer; empty: none"
    )
    times: int | None = Field(None, ge=1, description="empty: for ever")


class Settings(BaseModel):
    """Settings of the scripted twin."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    script: Path | None = Field(None, description="JSON list of rules")
    rules: tuple[Rule, ...] = ()
    choose: tuple[str, ...] = Field(
        (), description="wishes where no rule fits; without one the first alternative"
    )
    text: str = Field("As you wish.", description="answer to a request without a grammar")
    filler: str = Field("it seems right now", description="what free text of a grammar says")
    takes_s: tuple[float, ...] = Field(
        (), description="real seconds of one answer after the other, in turn; empty: at once"
    )


class ScriptedLlm:
    """Model that answers by its script."""

    def __init__(
        self, settings: Settings, writer: Writer | None = None, name: str = MODEL_NAME
    ) -> None:
        """`writer`, where given, answers in place of rules and choices."""
        self._settings = settings
        self._name = name
        self._rules = [*settings.rules, *_read(settings.script)]
        self._writer = writer
        self._served = [0] * len(self._rules)
        self._last_prompt: dict[LlmRequestPurpose, bytes] = {}
        self._up = False
        self._takes_s = cycle(settings.takes_s or (0.0,))

    async def start(self) -> None:
        """Be ready."""
        self._up = True

    async def stop(self) -> None:
        """Be gone."""
        self._up = False

    async def preempt(self) -> None:
        """No effect: no request runs long enough to be interrupted."""

    async def restore_prefix(self, prefix: Prefix) -> bool:
        """A script keeps nothing."""
        return False

    async def save_prefix(self, prefix: Prefix) -> bool:
        """A script keeps nothing."""
        return False

    async def forget(self) -> None:
        """Forget the last request."""
        self._last_prompt.clear()

    def silent_s(self) -> float:
        """It answers at once."""
        return 0.0

    def life(self) -> int:
        """It has one."""
        return 1

    def ready(self) -> bool:
        """Whether it was started."""
        return self._up

    def why_down(self) -> str:
        """Reason while not ready."""
        return "" if self._up else "not started"

    def model_name(self) -> str:
        """A name no real model has, or "" before the start."""
        return self._name if self._up else ""

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Answer by the first fitting rule. Raises the port's errors, also on command."""
        if not self._up:
            raise ModelUnavailable(self.why_down())
        prompt = "\0".join(m.content for m in request.messages).encode()
        before = self._last_prompt.get(request.purpose, b"")
        self._last_prompt[request.purpose] = prompt
        text, finish = _cut(self._text(request), request)
        took_s = next(self._takes_s)
        if took_s:
            await asyncio.sleep(took_s)
        if request.told is not None:
            request.told(text)
        tokens = _tokens(len(prompt))
        return LlmReply(
            text=text,
            prompt_tokens=tokens,
            reused_tokens=min(_common(before, prompt) // BYTES_PER_TOKEN, tokens - 1),
            output_tokens=_tokens(len(text.encode())),
            took_s=took_s,
            model=self._name,
            finish=finish,
        )

    def _text(self, request: LlmRequest) -> str:
        if self._writer is not None:
            return self._writer(request)
        rule = self._rule_for(request)
        if rule is not None and rule.fails is not None:
            raise _FAILURES[rule.fails](f"the script says: {rule.fails}")
        if rule is not None and rule.answer is not None:
            return rule.answer
        if not request.grammar:
            return self._settings.text
        wishes = (*(rule.choose if rule else ()), *self._settings.choose)
        try:
            return Grammar(request.grammar).write(wishes, self._settings.filler)
        except ValueError as error:
            raise ModelUnavailable(f"grammar: {error}") from error

    def _rule_for(self, request: LlmRequest) -> Rule | None:
        last = request.messages[-1].content if request.messages else ""
        for number, rule in enumerate(self._rules):
            worn_out = rule.times is not None and self._served[number] >= rule.times
            wrong_purpose = rule.purpose not in (None, request.purpose)
            if worn_out or wrong_purpose or rule.contains not in last:
                continue
            self._served[number] += 1
            return rule
        return None


_FAILURES: dict[str, type[Exception]] = {
    "timed_out": ModelTimedOut,
    "crashed": ModelCrashed,
    "preempted": ModelPreempted,
    "unavailable": ModelUnavailable,
}


def _read(script: Path | None) -> list[Rule]:
    if script is None:
        return []
    try:
        rows = json.loads(script.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{script}: cannot be read: {error}") from error
    return TypeAdapter(list[Rule]).validate_python(rows)


def _cut(text: str, request: LlmRequest) -> tuple[str, str]:
    """Apply `stop` and `max_tokens` as a model does."""
    for mark in request.stop:
        text = text.partition(mark)[0]
    whole = text.encode()
    most = request.max_tokens * BYTES_PER_TOKEN
    if len(whole) <= most:
        return text, "stop"
    return whole[:most].decode(errors="ignore"), "length"


def _tokens(size: int) -> int:
    return max(1, -(-size // BYTES_PER_TOKEN))


def _common(a: bytes, b: bytes) -> int:
    for at, (x, y) in enumerate(zip(a, b, strict=False)):
        if x != y:
            return at
    return min(len(a), len(b))
