"""Tool servers outside, over the protocol: ours at a real port, and one that is not there."""

from pathlib import Path

import pytest

from companion.links.mcp_servers import McpServers
from companion.ports.tool_servers import ToolServer, ToolServerGone
from companion.service.tokens import TokenKind, Tokens
from tests.unit.web.test_mcp_face import served
from tests.unit.web.twins import Household


async def test_a_server_is_asked_with_its_token(tmp_path: Path) -> None:
    """The client speaks to the companion's own server, which is a real one."""
    home = Household(tmp_path)
    token = tmp_path / "token"
    token.write_text(Tokens(tmp_path).add("reader", TokenKind.READ, "2026-11-25") + "\n")
    try:
        async with served(home) as url:
            server, servers = ToolServer(url=url, token_file=token), McpServers()
            assert await servers.listed(server, 30) == ("log", "why", "devices", "memory")
            answer = await servers.call(server, "devices", {}, 30)
            assert not answer.is_error
            assert "light.hall" in answer.text
            assert (await servers.call(server, "operate", {}, 30)).is_error
            with pytest.raises(ToolServerGone):
                await servers.call(ToolServer(url=url), "devices", {}, 30)
    finally:
        await home.house.stop()


@pytest.mark.parametrize(
    "server",
    [
        ToolServer(url="http://127.0.0.1:9/mcp"),
        ToolServer(command=("/bin/false",)),
        ToolServer(command=("/no/such/program",)),
        ToolServer(url="http://127.0.0.1:9/mcp", token_file=Path("/no/such/file")),
    ],
)
async def test_a_server_that_is_not_there_is_told_so(server: ToolServer) -> None:
    with pytest.raises(ToolServerGone):
        await McpServers().call(server, "anything", {}, 10)
