"""Tools: lists and calls what programs outside may read and ask of the companion.

Each tool has a width (`TokenKind`) that its caller's token must reach. Acts go through the front
desk like every other wish: referee, approval and undo stand behind it, and nothing here approves.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, Field, ValidationError

from companion.ports.desk import NothingToUndo
from companion.ports.house import DeviceUnavailable, DeviceUnknown, HouseUnreachable
from companion.service.tokens import Token, TokenKind
from companion.web.asked import Body, RowId
from companion.web.parts import WebParts
from companion.web.reader import reader_for
from companion.words.activity import StreamKind, StreamMessage
from companion.words.event import EventSource
from companion.words.facts import ToolCalled
from companion.words.ids import DeviceId, EventId
from companion.words.language import Language
from companion.words.said import MCP_ACT

REACH = {
    TokenKind.READ: frozenset({TokenKind.READ}),
    TokenKind.ASK: frozenset({TokenKind.READ, TokenKind.ASK}),
    TokenKind.ACT: frozenset({TokenKind.READ, TokenKind.ASK, TokenKind.ACT}),
}
"""Widths of tools that each kind of token reaches."""
OUTCOME_S = 15.0
"""Real seconds to wait for what becomes of a wish; it may go on afterwards."""
ANSWER_S = 25.0
NOTED_CHARS = 200
Model = TypeVar("Model", bound=BaseModel)


class ToolWrong(ValueError):
    """Error: no such tool for this caller, or arguments that do not fit it."""


class Log(Body):
    """Lines of the log, newest first."""

    limit: Annotated[int, Field(ge=1, le=100)] = 20
    before: RowId | None = None
    language: Language | None = None


class Why(Body):
    """One line of the log."""

    event_id: RowId
    language: Language | None = None


class Devices(Body):
    """Every device."""

    language: Language | None = None


class Memory(Body):
    """A question to memory."""

    question: str = Field(min_length=1, max_length=200)
    limit: Annotated[int, Field(ge=1, le=50)] = 10


class Say(Body):
    """A sentence."""

    text: str = Field(min_length=1, max_length=2000)


class Operate(Body):
    """One operation of one device, both as `devices` names them."""

    device_id: str = Field(max_length=128)
    operation: str = Field(max_length=64)
    parameters: dict[str, str | int | float | bool] = Field(default_factory=dict, max_length=8)


class Undo(Body):
    """An act, by the number of its result in the log."""

    event_id: RowId


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool as programs see it."""

    name: str
    width: TokenKind
    about: str
    takes: type[BaseModel]

    def schema(self) -> dict[str, Any]:
        """JSON schema of its arguments."""
        return self.takes.model_json_schema()


TOOLS = (
    Tool("log", TokenKind.READ, "What the companion did and noticed, and why, newest first.", Log),
    Tool("why", TokenKind.READ, "The chain of causes of one line of the log.", Why),
    Tool("devices", TokenKind.READ, "Every device of the home with its state.", Devices),
    Tool("memory", TokenKind.READ, "Search in what was said and what happened.", Memory),
    Tool(
        "say",
        TokenKind.ASK,
        "Say a sentence to the companion and get its answer. With a token that only asks it counts "
        "as a stranger's: nothing moves.",
        Say,
    ),
    Tool(
        "operate",
        TokenKind.ACT,
        "Ask for one operation of a device. The companion may ask the owner first, or refuse; the "
        "outcome tells what was observed.",
        Operate,
    ),
    Tool("undo", TokenKind.ACT, "Ask that an act is taken back.", Undo),
)
"""Every tool. A test pins this list by its hash: a change is a change of what programs may do."""


@dataclass(frozen=True, slots=True)
class Called:
    """Outcome of a call, and the event it led to, where it led to any."""

    told: dict[str, Any]
    event_id: EventId | None = None


@dataclass(frozen=True, kw_only=True)
class Tools:
    """Calls them. Each call leaves a line in the log with the name of the token."""

    parts: WebParts

    def listed(self, token: Token) -> tuple[Tool, ...]:
        """The tools that this token reaches."""
        reached = REACH.get(token.kind, frozenset())
        return tuple(tool for tool in TOOLS if tool.width in reached)

    async def call(self, name: str, arguments: Mapping[str, Any], token: Token) -> dict[str, Any]:
        """Call one. Raises `ToolWrong` with the reason."""
        tool = next((one for one in self.listed(token) if one.name == name), None)
        try:
            if tool is None:
                raise ToolWrong(f"no tool {name[:40]!r} for this token")
            called = await self._calls()[tool.name](_read(tool.takes, arguments), token)
        except ToolWrong as error:
            await self._note(token, name, arguments, None, str(error))
            raise
        await self._note(token, name, arguments, called.event_id, "")
        return called.told

    def _calls(self) -> dict[str, Callable[[Any, Token], Awaitable[Called]]]:
        return {
            "log": self._log,
            "why": self._why,
            "devices": self._devices,
            "memory": self._memory,
            "say": self._say,
            "operate": self._operate,
            "undo": self._undo,
        }

    async def _note(
        self,
        token: Token,
        name: str,
        arguments: Mapping[str, Any],
        event_id: EventId | None,
        failed: str,
    ) -> None:
        fact = ToolCalled(
            token=token.name,
            tool=name[:40],
            arguments=str(dict(arguments))[:NOTED_CHARS],
            failed=failed[:NOTED_CHARS],
        )
        await self.parts.note(fact, evidence=() if event_id is None else (event_id,))

    async def _log(self, asked: Log, token: Token) -> Called:
        reader = reader_for(self.parts, asked.language or self.parts.language)
        before = None if asked.before is None else EventId(asked.before)
        events = await self.parts.record.recent(limit=asked.limit, before=before)
        lines = await reader.log.lines(events, reader.now)
        return Called({"lines": [line.as_json() for line in lines]})

    async def _why(self, asked: Why, token: Token) -> Called:
        event_id = EventId(asked.event_id)
        if await self.parts.record.event(event_id) is None:
            raise ToolWrong(f"no line {event_id} in the log")
        reader = reader_for(self.parts, asked.language or self.parts.language)
        chain = await self.parts.record.chain(event_id)
        steps = await reader.chain(event_id).steps(chain)
        return Called({"event_id": event_id, "steps": [step.as_json() for step in steps]})

    async def _devices(self, asked: Devices, token: Token) -> Called:
        reader = reader_for(self.parts, asked.language or self.parts.language)
        cards = [card.as_json() for card in reader.devices.cards(reader.now)]
        takes = {device.id: list(device.operations) for device in self.parts.house.devices()}
        rows = [{**card, "operations": takes.get(DeviceId(str(card["id"])), [])} for card in cards]
        return Called({"connected": self.parts.house.connected(), "devices": rows})

    async def _memory(self, asked: Memory, token: Token) -> Called:
        if self.parts.memory is None:
            raise ToolWrong("nothing can be searched here")
        now = self.parts.clock.now()
        found = await self.parts.memory.find(asked.question, now, limit=asked.limit)
        rows = [
            {"event_id": one.episode.id, "at": one.episode.at.isoformat(), "text": one.episode.text}
            for one in found
        ]
        return Called({"found": rows})

    async def _say(self, asked: Say, token: Token) -> Called:
        if self.parts.inbound is None:
            raise ToolWrong("nobody listens here")
        acts = token.kind is TokenKind.ACT
        event_id, answer = await self.parts.inbound.ask_as(
            token.name, asked.text, ANSWER_S, acts=acts
        )
        return Called({"event_id": event_id, "answer": answer}, event_id)

    async def _operate(self, asked: Operate, token: Token) -> Called:
        device = self.parts.house.device(DeviceId(asked.device_id))
        if device is None:
            raise ToolWrong(f"no device {asked.device_id!r}")
        desk, news = self.parts.desk, self.parts.stream.watch()
        try:
            event_id = await desk.operate(device.id, asked.operation, asked.parameters, MCP_ACT)
        except (DeviceUnknown, HouseUnreachable, DeviceUnavailable, ValueError) as error:
            raise ToolWrong(str(error)) from error
        return Called(await _outcome(news, event_id), event_id)

    async def _undo(self, asked: Undo, token: Token) -> Called:
        news = self.parts.stream.watch()
        try:
            event_id = await self.parts.desk.undo(EventId(asked.event_id), MCP_ACT)
        except NothingToUndo as error:
            raise ToolWrong(str(error)) from error
        return Called(await _outcome(news, event_id), event_id)


def _read(model: type[Model], arguments: Mapping[str, Any]) -> Model:
    try:
        return model.model_validate(dict(arguments))
    except ValidationError as error:
        said = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise ToolWrong(said) from error


async def _outcome(news: AsyncIterator[StreamMessage], wish: EventId) -> dict[str, Any]:
    """Tell the outcome of a wish by its events: `done` with the state that was observed, `asked`
    where the owner has to say yes, `refused` with the reason, or `under_way`."""
    follows = {int(wish)}
    began = time.monotonic()
    try:
        async with asyncio.timeout(OUTCOME_S):
            async for message in news:
                told = _end_in(message, follows)
                if told is not None:
                    return {"event_id": wish, **told}
    except TimeoutError:
        pass
    return {"event_id": wish, "outcome": "under_way", "after_s": round(time.monotonic() - began)}


def _end_in(message: StreamMessage, follows: set[int]) -> dict[str, Any] | None:
    if message.kind is not StreamKind.EVENT or message.event_id is None:
        return None
    event = message.data
    if not follows & set(event["evidence_event_ids"]):
        return None
    follows.add(int(message.event_id))
    payload = event["payload"]
    match event["source"]:
        case EventSource.ACTION_RESULT:
            return {"outcome": "done", "result": event["kind"], "observed": payload}
        case EventSource.GM_JUDGEMENT if not payload.get("allowed", True):
            return {"outcome": "refused", "reason": payload.get("reason")}
        case EventSource.APPROVAL_QUESTION:
            return {"outcome": "asked", "reason": "the owner has to say yes"}
        case EventSource.APPROVAL_ANSWER if event["kind"] in ("forbidden", "put_off", "denied"):
            return {"outcome": "refused", "reason": payload.get("rule")}
    return None
