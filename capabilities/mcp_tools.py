"""MCP tools 外の道具: calls tools of servers outside that the owner named (Model Context Protocol).

Operations and arguments:

- `list_tools` `{"server": str}`: look which tools a server offers; read only.
- `SERVER_TOOL` `{"arguments": {...}}`, one for each tool that is named in the configuration, with
  the tier that stands there. A tool that is not named is never called, whatever the server offers.

Return value: `success` with the tool's words as `text` in the result, which is `observed`: words
from outside inform, and authorise nothing.

Failure classes: `unavailable` (the server does not answer), `tool_failed` (the tool says that it
failed), `bad_parameters`, `unknown_operation`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from companion.ports.clock import Clock
from companion.ports.tool_servers import ToolServer, ToolServerGone, ToolServers
from companion.words.capability import (
    ActionCall,
    ActionOption,
    Availability,
    CapabilitySpec,
    OperationSpec,
    RiskTier,
)
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus
from companion.words.text import data_line

NAME = "mcp_tools"
TEXT_CHARS = 1500
"""Of a tool's answer this much is kept."""
LIST = OperationSpec(
    name="list_tools",
    label=Bilingual("外の道具を調べる", "look which tools are offered outside"),
    risk=RiskTier.REVERSIBLE,
    parameters={"server": {"type": "string"}},
    read_only=True,
)
_NO_SERVER = Bilingual(
    "外の道具のサーバーが設定にない", "no tool server is named in the configuration"
)


class Words(BaseModel):
    """A text in both languages."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ja: str
    en: str


class ToolSettings(BaseModel):
    """One tool that may be called."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tier: int = Field(2, ge=1, le=3, description="1: may be undone or harmless; 2: asks; 3: never")
    label: Words | None = Field(None, description="what it does, in both languages")
    offer: dict[str, Any] | None = Field(
        None, description="arguments with which the companion may think of it by itself"
    )


class ServerSettings(BaseModel):
    """One server: an address or a command, and the tools of it that may be called."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    url: str = Field("", description="address of the server (streamable HTTP)")
    command: tuple[str, ...] = Field((), description="program that serves over stdin and stdout")
    token_file: Path | None = Field(None, description="file of mode 0600 with its token")
    timeout_s: float = Field(20.0, gt=0, le=120, description="longest time of a call, seconds")
    tools: dict[str, ToolSettings | None] = Field(
        default_factory=dict, description="tools that may be called: forecast: {tier: 1}"
    )

    @model_validator(mode="after")
    def _one_way(self) -> "ServerSettings":
        if bool(self.url) == bool(self.command):
            raise ValueError("a server has a url or a command")
        return self


class Settings(BaseModel):
    """Servers by name."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    servers: dict[str, ServerSettings] = Field(
        default_factory=dict, description="tool servers by name"
    )

    @field_validator("servers")
    @classmethod
    def _names(cls, value: dict[str, ServerSettings]) -> dict[str, ServerSettings]:
        for name in value:
            if not re.fullmatch(r"[a-z][a-z0-9]*", name):
                raise ValueError(f"{name!r}: a server's name is small letters and digits")
        return value


@dataclass(frozen=True, slots=True)
class _Tool:
    server: ServerSettings
    name: str
    settings: ToolSettings
    spec: OperationSpec


class McpTools:
    """Capability with one operation for each tool of the configuration."""

    def __init__(self, settings: Settings, clock: Clock, servers: ToolServers) -> None:
        self._settings, self._clock, self._servers = settings, clock, servers
        self._tools = {
            tool.spec.name: tool
            for name, server in settings.servers.items()
            for tool in _tools_of(name, server)
        }
        self.SPEC = CapabilitySpec(
            name=NAME,
            label=Bilingual("外の道具", "Tools outside"),
            operations=(LIST, *(tool.spec for tool in self._tools.values())),
            resources=("web",),
        )

    def availability(self) -> Availability:
        """Whether a server is named."""
        if not self._settings.servers:
            return Availability(available=False, reason=_NO_SERVER)
        return Availability(available=True)

    def options(self) -> tuple[ActionOption, ...]:
        """The calls that the owner lets it think of by itself."""
        return tuple(
            ActionOption(
                operation=tool.spec.name,
                payload={"arguments": tool.settings.offer},
                label=tool.spec.label,
            )
            for tool in self._tools.values()
            if tool.settings.offer is not None
        )

    async def perform(self, call: ActionCall) -> ActionResult:
        """Call the tool, and return its words as what was observed."""
        if call.operation == LIST.name:
            return await self._list(call)
        tool = self._tools.get(call.operation)
        if tool is None:
            return self._failed(call, "unknown_operation", "no such tool is named")
        arguments = call.payload.get("arguments", {})
        if set(call.payload) - {"arguments"} or not isinstance(arguments, Mapping):
            return self._failed(call, "bad_parameters", "arguments: an object")
        try:
            answer = await self._servers.call(
                _reached(tool.server), tool.name, arguments, tool.server.timeout_s
            )
        except ToolServerGone as error:
            return self._failed(call, "unavailable", str(error))
        text = data_line(answer.text, TEXT_CHARS)
        if answer.is_error:
            return self._failed(call, "tool_failed", "the tool failed", {"text": text})
        return self._result(call, ResultStatus.SUCCESS, {"text": text, "observed": True})

    async def _list(self, call: ActionCall) -> ActionResult:
        server = self._settings.servers.get(str(call.payload.get("server", "")))
        if server is None or set(call.payload) != {"server"}:
            return self._failed(call, "bad_parameters", "server: one of the configuration")
        try:
            names = await self._servers.listed(_reached(server), server.timeout_s)
        except ToolServerGone as error:
            return self._failed(call, "unavailable", str(error))
        text = data_line(", ".join(names), TEXT_CHARS)
        return self._result(call, ResultStatus.SUCCESS, {"text": text, "observed": True})

    def _failed(
        self, call: ActionCall, failure: str, why: str, more: Mapping[str, Any] | None = None
    ) -> ActionResult:
        payload = {"why": data_line(why, 200), **(more or {})}
        return self._result(call, ResultStatus.FAILED, payload, failure)

    def _result(
        self, call: ActionCall, status: ResultStatus, payload: Mapping[str, Any], failure: str = ""
    ) -> ActionResult:
        told = f"failed ({failure})" if failure else "answered"
        return ActionResult(
            capability=NAME,
            operation=call.operation,
            status=status,
            summary_text=f"{NAME}.{call.operation} {told}",
            observed_at=self._clock.now(),
            decision_event_id=call.decision_event_id,
            failure_class=failure,
            result_payload=dict(payload),
        )


def _tools_of(server_name: str, server: ServerSettings) -> list[_Tool]:
    found = []
    for name, settings in server.tools.items():
        chosen = settings or ToolSettings()
        plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
        label = chosen.label
        words = Bilingual(f"{server_name}の{name}を使う", f"use {name} of {server_name}")
        spec = OperationSpec(
            name=f"{server_name}_{plain}",
            label=words if label is None else Bilingual(label.ja, label.en),
            risk=RiskTier(chosen.tier),
            parameters={"arguments": {"type": "object"}},
        )
        found.append(_Tool(server, name, chosen, spec))
    return found


def _reached(server: ServerSettings) -> ToolServer:
    return ToolServer(url=server.url, command=server.command, token_file=server.token_file)


def build(settings: Settings, *, clock: Clock, tool_servers: ToolServers) -> McpTools:
    """Build the capability."""
    return McpTools(settings, clock, tool_servers)
