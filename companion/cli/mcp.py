"""`companion mcp` serves the running companion's tools to a program on this machine, over stdio."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer

from companion.cli.asking import leave, settings_of
from companion.cli.client import Client, NoAnswer, Refused
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath
from companion.service.tokens import Token, TokenKind

ANSWER_S = 60.0
"""Longer than any tool waits."""
Kind = Annotated[TokenKind, typer.Option(help="how much the program may: read, ask or act")]
app = typer.Typer(no_args_is_help=False, add_completion=False, pretty_exceptions_enable=False)
app.callback()(lambda: None)  # with a callback, a single command keeps its name


@dataclass(frozen=True, slots=True)
class RemoteTool:
    """A tool as the running companion describes it."""

    name: str
    about: str
    parameters: dict[str, Any]

    def schema(self) -> dict[str, Any]:
        """JSON schema of its arguments."""
        return self.parameters


@dataclass(frozen=True, slots=True)
class RemoteTools:
    """Calls the tools of the running companion."""

    client: Client
    tools: tuple[RemoteTool, ...]

    def listed(self, token: Token) -> tuple[RemoteTool, ...]:
        """The tools of the width that was chosen."""
        return self.tools

    async def call(self, name: str, arguments: Mapping[str, Any], token: Token) -> dict[str, Any]:
        """Pass one call on. Raises `ToolWrong` with the companion's reason."""
        from companion.web.tools import ToolWrong

        body = {"kind": token.kind.value, "arguments": dict(arguments)}
        try:
            answer = await asyncio.to_thread(self.client.post, f"/api/tools/{name}", body)
        except (NoAnswer, Refused) as error:
            raise ToolWrong(str(error)) from error
        return dict(answer["told"])


@app.command("mcp")
def mcp(kind: Kind = TokenKind.READ, config: ConfigPath = DEFAULT_CONFIG) -> None:
    """Serve the tools over stdin and stdout (Model Context Protocol), until stdin ends."""
    try:
        client = replace(Client.of(settings_of(config)), timeout_s=ANSWER_S)
        rows = client.get(f"/api/tools?kind={kind.value}")["tools"]
    except (NoAnswer, Refused) as error:
        leave(config, error)
    tools = tuple(RemoteTool(row["name"], row["about"], row["schema"]) for row in rows)
    token = Token(name="stdio", kind=kind, sha256="", since="")
    asyncio.run(_serve(RemoteTools(client, tools), token))


async def _serve(tools: RemoteTools, token: Token) -> None:
    from mcp.server.stdio import stdio_server

    from companion.web.mcp_face import server_of

    server = server_of(tools, token=token)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
