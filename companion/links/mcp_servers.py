"""MCP servers: calls tools of servers outside by the Model Context Protocol (its Python SDK).

Every call opens a connection of its own and closes it: nothing stays open between rare calls, and
a server that hangs costs one call. The SDK is loaded with the first call.
"""

import asyncio
import importlib
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from companion.ports.tool_servers import ToolAnswer, ToolServer, ToolServerGone

if TYPE_CHECKING:
    from mcp.client.client import Client

SDK = ("mcp", "mcp.client.client", "mcp.client.streamable_http")


class McpServers:
    """Implements `ports.tool_servers.ToolServers`."""

    async def call(
        self, server: ToolServer, tool: str, arguments: Mapping[str, Any], timeout_s: float
    ) -> ToolAnswer:
        """Call one tool."""
        async with _connected(server, timeout_s) as client:
            result = await client.call_tool(tool, dict(arguments))
            texts = [part.text for part in result.content if part.type == "text"]
            return ToolAnswer("\n".join(texts), bool(result.is_error))

    async def listed(self, server: ToolServer, timeout_s: float) -> tuple[str, ...]:
        """Names of the tools that it offers."""
        async with _connected(server, timeout_s) as client:
            return tuple(tool.name for tool in (await client.list_tools()).tools)


@asynccontextmanager
async def _connected(server: ToolServer, timeout_s: float) -> "AsyncIterator[Client]":
    """A client for one call; whatever goes wrong with it is `ToolServerGone`."""
    for module in SDK:
        await asyncio.to_thread(importlib.import_module, module)
    try:
        async with asyncio.timeout(timeout_s), AsyncExitStack() as stack:
            yield await _client(server, stack, timeout_s)
    except ToolServerGone:
        raise
    except Exception as error:  # the SDK raises groups of what its transports raised
        raise ToolServerGone(_why(error)) from error


async def _client(server: ToolServer, stack: AsyncExitStack, timeout_s: float) -> "Client":
    import httpx2
    from mcp import StdioServerParameters
    from mcp.client.client import Client
    from mcp.client.streamable_http import streamable_http_client

    if server.command:
        program, *arguments = server.command
        transport: Any = StdioServerParameters(command=program, args=arguments)
        return await stack.enter_async_context(Client(transport))
    headers = {}
    if server.token_file is not None:
        token = await asyncio.to_thread(server.token_file.read_text, encoding="utf-8")
        headers["Authorization"] = f"Bearer {token.strip()}"
    http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=timeout_s))
    transport = streamable_http_client(server.url, http_client=http)
    return await stack.enter_async_context(Client(transport))


def _why(error: BaseException) -> str:
    """The first cause within a group."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"[:200]
