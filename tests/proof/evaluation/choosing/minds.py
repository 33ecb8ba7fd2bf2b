"""The models a run asks, built once and shared by all its houses, as the composition root does."""

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.ports.embedder import Embedder
from companion.ports.llm import ModelUnavailable
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.service.settings import NO_RANKER, Settings
from companion.words.llm import LlmReply, LlmRequest


class Metered(LlmQueue):
    """The product's queue, keeping what every call cost."""

    def __init__(self, engine: Any, clock: SystemClock) -> None:
        super().__init__(engine, clock)
        self.replies: list[LlmReply] = []

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Answer, and keep the bill."""
        reply = await super().complete(request)
        self.replies.append(reply)
        return reply


class Minds:
    """The language model, and the embedder behind the ranker."""

    def __init__(self, settings: Settings, state_dir: Path, engine: str = "") -> None:
        """`engine` stands over the configured language model. Raises `PlugInUnknown`,
        `PlugInSettingsWrong`."""
        clock = SystemClock(ZoneInfo(settings.time_zone))
        name = engine or settings.llm.engine
        section = settings.llm.settings if name == settings.llm.engine else {}
        has = {"clock": clock, "state_dir": state_dir}
        self.llm = Metered(plugins.build(plugins.FAMILIES["llm"], name, section, has), clock)
        self.embedder: Embedder | None = None
        """Behind the ranker; None where the model chooses alone."""
        if settings.ranker.engine != NO_RANKER:
            own = settings.embedder
            self.embedder = plugins.build(
                plugins.FAMILIES["embedder"], own.engine, own.settings, has
            )

    async def start(self) -> None:
        """Load the language model. Raises `ModelUnavailable` with the remedy."""
        await self.llm.start()
        if not self.llm.ready():
            raise ModelUnavailable(self.llm.why_down())

    async def stop(self) -> None:
        """Unload everything."""
        await self.llm.stop()
        if self.embedder is not None:
            await self.embedder.close()
