"""A language model that is away."""

from companion.ports.llm import ModelUnavailable
from companion.words.llm import LlmReply, LlmRequest


class Absent:
    """A model that is not there."""

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Always."""
        raise ModelUnavailable("no model")

    def ready(self) -> bool:
        """Never."""
        return False

    def model_name(self) -> str:
        """It has none."""
        return ""

    async def stop_generation(self) -> None:
        """Nothing is generated."""

    async def forget(self) -> None:
        """Nothing is held."""
