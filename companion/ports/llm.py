"""LLM: one loaded model behind one client; every request has a purpose."""

from typing import Protocol

from companion.words.llm import LlmReply, LlmRequest


class ModelUnavailable(RuntimeError):
    """No model is loaded: file missing, worker starting or given up; says the remedy."""


class ModelTimedOut(TimeoutError):
    """The deadline passed; the worker was stopped and restarts with back-off."""


class ModelCrashed(RuntimeError):
    """The worker died during the call."""


class ModelPreempted(RuntimeError):
    """Stopped, shed, or over the budget; ask again if it still matters."""


class ModelCalledBack(ModelPreempted):
    """A deliberation ended because a person's trigger waits for the one walker: its own trigger
    goes back into the line."""


class Llm(Protocol):
    """Requests are served one at a time, most urgent first; who gives way to a person is served
    again afterwards."""

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Answer one request. Raises the errors of this module."""

    def ready(self) -> bool:
        """True if a request would be served now."""

    def model_name(self) -> str:
        """`name@first 12 of sha256`, or "" before loading."""
