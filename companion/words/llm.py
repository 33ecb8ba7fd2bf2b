"""LLM request 推論依頼: one labelled call to the one local model."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from companion.words.trigger import Priority


class LlmRequestPurpose(StrEnum):
    """推論の目的: each has its own prompt, limits and KV sequence."""

    SYNC_CONVERSATION = "sync_conversation"
    ASYNC_DELIBERATION_THOUGHT = "async_deliberation_thought"
    ASYNC_DELIBERATION_DECISION = "async_deliberation_decision"
    ASYNC_AUTONOMY_MESSAGE_RENDER = "async_autonomy_message_render"
    ASYNC_WRITE_PLAN = "async_write_plan"
    ASYNC_MINI_EPISODE = "async_mini_episode"
    ASYNC_GOAL_PLAN = "async_goal_plan"
    ASYNC_GARDEN_DECISION = "async_garden_decision"
    ASYNC_GARDEN_TALK = "async_garden_talk"


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """プロンプトの一段: `role` is `system`, `user` or `assistant`."""

    role: str
    content: str


Prefix = tuple[LlmRequestPurpose, tuple[PromptMessage, ...]]
"""前置き: a purpose and the part of its prompt that never changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmRequest:
    """推論依頼: laid out from what never changes to what just changed."""

    purpose: LlmRequestPurpose
    messages: tuple[PromptMessage, ...]
    max_tokens: int
    grammar: str = ""
    """GBNF; "" lets the model write freely."""
    temperature: float = 0.0
    priority: Priority = Priority.OBSERVATION
    deadline_s: float = 60.0
    stop: tuple[str, ...] = ()
    seed: int = 0
    told: Callable[[str], None] | None = field(default=None, compare=False, repr=False)
    """Gets the answer as far as it is written, again and again, where the engine can tell; from its
    beginning again where the request was served anew. It must not wait or raise."""
    reads_ahead: bool = False
    """Only evaluates a prefix before anybody waits for it: Stop leaves it, no budget counts it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LlmReply:
    """推論の答え: text, and what it cost."""

    text: str
    prompt_tokens: int
    reused_tokens: int
    """Prompt tokens whose evaluation was reused from the prefix."""
    output_tokens: int
    took_s: float
    model: str
    """`name@first 12 of sha256`."""
    finish: str = field(default="stop")
    """`stop` or `length`."""
