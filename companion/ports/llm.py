"""Port of the language model: one loaded model behind one client; every request has a purpose."""

from typing import Protocol

from companion.words.llm import LlmReply, LlmRequest


class ModelUnavailable(RuntimeError):
    """Error: no model is loaded, because the file is missing or the worker is starting or given up;
    the text says the remedy."""


class ModelTimedOut(TimeoutError):
    """Error: the deadline passed; the worker was stopped and restarts with back-off."""


class ModelCrashed(RuntimeError):
    """Error: the worker died during the call."""


class ModelPreempted(RuntimeError):
    """Error: the request was stopped, shed, or over the budget; ask again if it still matters."""


class ModelCalledBack(ModelPreempted):
    """Error: the deliberation ended because a person's trigger waits; its own trigger goes back
    into the queue."""


class Llm(Protocol):
    """Language model that serves one request at a time, the most urgent first. A request that gives
    way to a person is served again afterwards."""

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Answer one request. Raises the errors of this module."""

    def ready(self) -> bool:
        """True if a request would be served now."""

    def model_name(self) -> str:
        """`name@first 12 of sha256`, or "" before loading."""
