"""LLM decider 熟考: asks the local model to pick one entry of the menu, under its grammar."""

import re

from companion.ports.llm import (
    Llm,
    ModelCalledBack,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.rooms.deliberation.assemble import decision_from
from companion.rooms.deliberation.decider import Dropped
from companion.rooms.deliberation.grammar import Answer, AnswerForm, answer_form
from companion.rooms.deliberation.prompt import Phase, lay_out
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision, Thought
from companion.words.language import Language
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose

_DETAIL_CHARS = 120
_FAILURES: tuple[tuple[type[Exception], str], ...] = (
    (ModelTimedOut, "model_timed_out"),
    (ModelCalledBack, "model_called_back"),
    (ModelPreempted, "model_preempted"),
    (ModelCrashed, "model_crashed"),
    (ModelUnavailable, "model_unavailable"),
)


class LlmDecider:
    """Asks the model once (choice first, or `single_call`: the thought's own intention holds)
    or twice (thought first), never again on invalid output."""

    def __init__(
        self,
        llm: Llm,
        *,
        language: Language,
        order: str,
        max_tokens: int,
        temperature: float,
        deadline_s: float,
        single_call: bool = False,
    ) -> None:
        if order not in ("choice_first", "thought_first"):
            raise ValueError(f"order is choice_first or thought_first, not {order!r}")
        self._llm = llm
        self._language = language
        self._order = order
        self._single_call = single_call
        self._max_tokens = max_tokens
        self._temperature = temperature
        self._deadline_s = deadline_s

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | Dropped:
        """One decision from the menu, or why there is none."""
        form = answer_form(pack, self._language)
        try:
            if self._order == "choice_first":
                return await self._choose_first(pack, form)
            return await self._think_first(pack, form)
        except tuple(kind for kind, _ in _FAILURES) as error:
            reason = next(code for kind, code in _FAILURES if isinstance(error, kind))
            return Dropped(reason=reason, detail=_short(str(error)), model=self._llm.model_name())

    async def _choose_first(
        self, pack: DeliberationContextPack, form: AnswerForm
    ) -> ActionDecision | Dropped:
        reply = await self._ask(pack, Phase.CHOICE_FIRST, form.choice_first())
        answer = form.read_choice_first(reply.text)
        if answer is None:
            return _invalid(reply, form)
        return self._settle(pack, answer, answer.choice, reply.model)

    async def _think_first(
        self, pack: DeliberationContextPack, form: AnswerForm
    ) -> ActionDecision | Dropped:
        first = await self._ask(pack, Phase.THOUGHT, form.thought())
        answer = form.read_thought(first.text)
        if answer is None:
            return _invalid(first, form)
        if self._single_call:
            return self._settle(pack, answer, answer.choice, first.model)
        second = await self._ask(pack, Phase.PERFORMANCE, form.choice_only(), first.text)
        if second.text not in form.choices:
            return _invalid(second, form)
        return self._settle(pack, answer, second.text, second.model)

    async def _ask(
        self, pack: DeliberationContextPack, phase: Phase, grammar: str, thought: str = ""
    ) -> LlmReply:
        purpose = (
            LlmRequestPurpose.ASYNC_DELIBERATION_THOUGHT
            if phase is Phase.THOUGHT
            else LlmRequestPurpose.ASYNC_DELIBERATION_DECISION
        )
        return await self._llm.complete(
            LlmRequest(
                purpose=purpose,
                messages=lay_out(pack, self._language, phase, thought),
                max_tokens=self._max_tokens,
                grammar=grammar,
                temperature=self._temperature,
                priority=pack.trigger.priority,
                deadline_s=self._deadline_s,
            )
        )

    def _settle(
        self, pack: DeliberationContextPack, answer: Answer, choice: str, model: str
    ) -> ActionDecision:
        entry = next(e for e in pack.menu if e.name == choice)
        thought = Thought(
            personality=", ".join(pack.persona.traits),
            belief=answer.belief,
            desires=answer.desires,
            intention=entry.label.get(self._language),
        )
        return decision_from(
            pack,
            entry,
            language=self._language,
            thought=thought,
            model=model,
        )


def _invalid(reply: LlmReply, form: AnswerForm) -> Dropped:
    """Say what was wrong with it; the output itself is only quoted, never mended."""
    first_line = reply.text.partition("\n")[0]
    if reply.finish == "length":
        reason = "cut_off"
    elif first_line not in form.choices and first_line != "<thought>":
        reason = "not_on_menu"
    else:
        reason = "malformed"
    return Dropped(reason=reason, detail=_short(reply.text), model=reply.model)


def _short(text: str) -> str:
    """Fit for one line of the record: whatever a model wrote, no control characters and no half
    characters (lone surrogates), which no database takes."""
    start = re.sub(r"\s+", " ", text[: 4 * _DETAIL_CHARS])[:_DETAIL_CHARS]
    return "".join(c if c.isprintable() else "·" for c in start)
