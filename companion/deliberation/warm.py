"""Warm-up: evaluate the unchanging part of the prompt once, before the first trigger needs it.

On two cores the fixed part (persona, rules, home layout, examples) takes the 1.5 B model about a
minute; the varying tail then takes seconds, since the runtime keeps the evaluated prefix (T-54).
"""

from companion.deliberation.prompt import Phase, lay_out
from companion.ports.llm import (
    Llm,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.words.context import DeliberationContextPack
from companion.words.language import Language
from companion.words.llm import LlmRequest, LlmRequestPurpose
from companion.words.trigger import Priority

WARM_DEADLINE_S = 300.0
"""Five times the slowest measured cold prefix."""


async def warm_up(llm: Llm, pack: DeliberationContextPack, language: Language, order: str) -> bool:
    """Ask for one token that nobody reads; False when the model could not be asked."""
    first = Phase.CHOICE_FIRST if order == "choice_first" else Phase.THOUGHT
    purpose = (
        LlmRequestPurpose.ASYNC_DELIBERATION_DECISION
        if order == "choice_first"
        else LlmRequestPurpose.ASYNC_DELIBERATION_THOUGHT
    )
    request = LlmRequest(
        purpose=purpose,
        messages=lay_out(pack, language, first),
        max_tokens=1,
        priority=Priority.GARDEN,
        deadline_s=WARM_DEADLINE_S,
    )
    try:
        await llm.complete(request)
    except (ModelUnavailable, ModelTimedOut, ModelCrashed, ModelPreempted):
        return False
    return True
