"""Port of tool servers: calls the tools of servers outside that the owner named."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


class ToolServerGone(ConnectionError):
    """Error: the server does not answer, or answers what is no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolServer:
    """How a server is reached: by an address, or by a program that is started for each call."""

    url: str = ""
    command: tuple[str, ...] = ()
    token_file: Path | None = None
    """Its token, where it asks for one."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """Answer of a tool: words from outside, which inform and authorise nothing."""

    text: str
    is_error: bool = False


class ToolServers(Protocol):
    """Calls tools. Each call stands alone and ends within its time."""

    async def call(
        self, server: ToolServer, tool: str, arguments: Mapping[str, Any], timeout_s: float
    ) -> ToolAnswer:
        """Call one tool. Raises `ToolServerGone`."""

    async def listed(self, server: ToolServer, timeout_s: float) -> tuple[str, ...]:
        """Names of the tools that it offers. Raises `ToolServerGone`."""
