"""LLM engine openai_http: asks a model on another machine, behind llama-server, Ollama, vLLM or a
similar server.

The engine tries how the server can be bound (`grammar`, `json_schema`, `guided_choice`), since
servers quietly ignore options that they do not know. A server that can be bound by nothing still
serves: the rooms read answers as strictly as ever and drop what does not fit.
"""

import asyncio
import hashlib
import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.engines.llm_runtime.chat_stream import (
    ChatServer,
    ServerAway,
    ServerBroke,
    ServerRefused,
    read_key,
)
from companion.engines.llm_runtime.gbnf import Grammar, GrammarUnreadable
from companion.engines.llm_runtime.process import SLOT_OF_PURPOSE, SLOTS
from companion.ports.clock import Clock
from companion.ports.llm import (
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.service.residents import Resident
from companion.service.wire_json import NotJson, read_json
from companion.words.llm import LlmReply, LlmRequest, Prefix

Constraint = Literal["grammar", "json_schema", "guided_choice", "none"]
CONSTRAINTS: tuple[Constraint, ...] = ("grammar", "json_schema", "guided_choice")
"""In the order tried: llama-server; llama-server and Ollama; vLLM."""
PROBE = 'root ::= "zebra7quartz"'
"""No model says this of its own accord."""
PROBE_DEADLINE_S = 60.0
"""The first answer may have to wait until the server has loaded its model."""
BACK_OFF_FIRST_S = 1.0
BACK_OFF_MAX_S = 60.0


class Settings(BaseModel):
    """Settings of the server's address and of how to ask it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    url: str = Field(
        "http://127.0.0.1:8080/v1",
        pattern=r"^https?://[^/@\s]+(/[^\s?#]*)?$",
        description="the API's address with its version; the only one ever called",
    )
    model: str = Field("", description="empty: the first that the server lists")
    api_key_file: Path | None = Field(
        None, description="file of mode 0600 with the key; empty: none"
    )
    connect_timeout_s: float = Field(
        5.0, gt=0, le=60, description="longest wait for the server to take the connection"
    )
    constraint: Literal["auto", "grammar", "json_schema", "guided_choice", "none"] = Field(
        "auto", description="how answers are bound to our grammar; auto: found out by trying"
    )


def build(settings: Settings, *, clock: Clock, state_dir: Path) -> "OpenAiHttp":
    """Build the engine; nobody is called before `start()`."""
    return OpenAiHttp(settings)


class _Answer:
    """Answer of the server as far as it has come."""

    def __init__(self) -> None:
        self.text, self.finish, self.tokens = "", "", 0
        self.usage: dict[str, Any] = {}
        self.sign_at = time.monotonic()
        self.told: Callable[[str], None] | None = None

    def take(self, chunk: dict[str, Any]) -> None:
        """Keep one chunk. Raises `ServerBroke` where it is none."""
        self.sign_at = time.monotonic()
        try:
            for choice in chunk.get("choices") or ():
                piece = (choice.get("delta") or {}).get("content") or ""
                self.text += piece
                self.tokens += bool(piece)
                self.finish = choice.get("finish_reason") or self.finish
            if isinstance(chunk.get("usage"), dict):
                self.usage = chunk["usage"]
            if self.told is not None:
                self.told(self.text)
        except (AttributeError, TypeError) as error:
            raise ServerBroke(f"garbage: {str(chunk)[:40]!r}") from error

    def figure(self, name: str, otherwise: int) -> int:
        """One number of the bill."""
        value = self.usage.get(name)
        return value if isinstance(value, int) and value >= 0 else otherwise

    def reused(self) -> int:
        """Prompt tokens the server did not evaluate again, as far as it says."""
        details = self.usage.get("prompt_tokens_details")
        value = details.get("cached_tokens") if isinstance(details, dict) else 0
        return value if isinstance(value, int) else 0


class OpenAiHttp:
    """Client of one model server. Implements the port for one request at a time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._server: ChatServer | None = None
        self._constraint: Constraint = "none"
        self._own_slots = False
        self._model, self._name = "", ""
        self._why_down = "not started"
        self._lives = 0
        self._running: asyncio.Task[_Answer] | None = None
        self._answer = _Answer()
        self._revival = Resident("llm server revival", self._revive, finishes=True)

    async def start(self) -> None:
        """Find the server, its model and what it can be bound by. Raises `ModelUnavailable`."""
        await self.stop()
        try:
            server = ChatServer(
                self._settings.url,
                read_key(self._settings.api_key_file),
                connect_timeout_s=self._settings.connect_timeout_s,
            )
        except (OSError, ValueError) as error:
            self._why_down = str(error)
            raise ModelUnavailable(self._why_down) from error
        try:
            await self._meet(server)
        except (ServerAway, ServerBroke, ServerRefused, TimeoutError) as error:
            await server.close()
            self._why_down = str(error) or "the server did not answer in time"
            raise ModelUnavailable(self._why_down) from error
        except asyncio.CancelledError:
            await server.close()
            raise
        self._server, self._why_down = server, ""
        self._lives += 1

    async def stop(self) -> None:
        """Hang up."""
        await self._revival.stop()
        await self.preempt()
        server, self._server, self._why_down = self._server, None, "stopped"
        if server is not None:
            await server.close()

    async def complete(self, request: LlmRequest) -> LlmReply:
        """Answer one request; `deadline_s` real seconds from now. Raises the port's errors."""
        if self._server is None:
            raise ModelUnavailable(self._why_down)
        began = time.monotonic()
        try:
            body = self._body(request)
        except GrammarUnreadable as error:
            raise ModelUnavailable(f"grammar: {error}") from error
        answer = await self._within(self._server, body, request)
        asked = answer.figure("prompt_tokens", 1)
        return LlmReply(
            text=self._plain(answer.text, request),
            prompt_tokens=asked,
            reused_tokens=min(answer.reused(), asked),
            output_tokens=answer.figure("completion_tokens", answer.tokens),
            took_s=time.monotonic() - began,
            model=self._name,
            finish="length" if answer.finish == "length" else "stop",
        )

    async def preempt(self) -> None:
        """Hang up on the running answer; the server stops at its next token."""
        if self._running is not None:
            self._running.cancel()

    async def restore_prefix(self, prefix: Prefix) -> bool:
        """The server keeps its own."""
        return False

    async def save_prefix(self, prefix: Prefix) -> bool:
        """The server keeps its own."""
        return False

    async def forget(self) -> None:
        """No prompt is kept here; the server forgets what was sent to it."""

    def ready(self) -> bool:
        """Whether the server answered the last time it was asked."""
        return self._server is not None and not self._why_down

    def why_down(self) -> str:
        """Reason and remedy while not ready, else ""."""
        return self._why_down

    def silent_s(self) -> float:
        """Real seconds since the running answer last grew; 0 when idle."""
        return time.monotonic() - self._answer.sign_at if self._running is not None else 0.0

    def life(self) -> int:
        """Grows with every time the server was found."""
        return self._lives

    def model_name(self) -> str:
        """`name@first 12 of sha256`: of the server's own description, for want of its file."""
        return self._name

    def constraint(self) -> Constraint:
        """Constraint on the server's answers."""
        return self._constraint

    async def _meet(self, server: ChatServer) -> None:
        async with asyncio.timeout(self._settings.connect_timeout_s * 2):
            rows = await server.models()
            wanted = [r for r in rows if self._settings.model in ("", r["id"])]
            if not wanted:
                names = ", ".join(r["id"] for r in rows[:9])
                raise ServerRefused(f"no model {self._settings.model!r} there; it has: {names}")
            self._own_slots = await server.slots() >= SLOTS
        known = {k: v for k, v in wanted[0].items() if k != "created"}
        digest = hashlib.sha256(json.dumps(known, sort_keys=True, default=str).encode())
        self._model = wanted[0]["id"]
        self._name = f"{Path(self._model).stem}@{digest.hexdigest()[:12]}"
        self._constraint = await self._bound_by(server)

    async def _bound_by(self, server: ChatServer) -> Constraint:
        """The first way of binding an answer that this server obeys."""
        if self._settings.constraint != "auto":
            return self._settings.constraint
        for constraint in CONSTRAINTS:
            body = self._frame([{"role": "user", "content": "Say hello."}], 16, 0.0, 0)
            body |= _bound(constraint, PROBE)
            answer = _Answer()
            with suppress(ServerRefused):
                async with asyncio.timeout(PROBE_DEADLINE_S):
                    await server.chat(body, answer.take)
            if _read(constraint, answer.text) == Grammar(PROBE).write():
                return constraint
        return "none"

    def _frame(
        self, messages: list[dict[str, str]], max_tokens: int, temperature: float, seed: int
    ) -> dict[str, Any]:
        return {
            "model": self._model,
            "messages": messages,
            "max_tokens": max_tokens,
            "temperature": temperature,
            "seed": seed,
            "stream": True,
            "stream_options": {"include_usage": True},
        }

    def _body(self, request: LlmRequest) -> dict[str, Any]:
        """The request on the wire. Raises `GrammarUnreadable`."""
        messages = [{"role": m.role, "content": m.content} for m in request.messages]
        body = self._frame(messages, request.max_tokens, request.temperature, request.seed)
        if self._own_slots:
            # A llama-server with a KV sequence for each purpose; one too few and it would wait.
            body |= {"id_slot": SLOT_OF_PURPOSE[request.purpose], "cache_prompt": True}
            body |= {"return_progress": True}
        if request.stop:
            body["stop"] = list(request.stop)
        if request.grammar:
            body |= _bound(self._constraint, request.grammar)
        return body

    async def _within(
        self, server: ChatServer, body: dict[str, Any], request: LlmRequest
    ) -> _Answer:
        self._answer = answer = _Answer()
        # Only words that the server is bound to: others may leave the form later.
        answer.told = request.told if self._constraint == "grammar" else None
        self._running = task = asyncio.create_task(_read_whole(server, body, answer))
        try:
            await asyncio.wait({task}, timeout=request.deadline_s)
            if not task.done():
                raise ModelTimedOut(f"no answer within {request.deadline_s:g} s")
            if task.cancelled():
                raise ModelPreempted(f"{request.purpose} was stopped")
            return task.result()
        except ServerAway as error:
            self._lost(str(error))
            raise ModelUnavailable(str(error)) from error
        except ServerBroke as error:
            self._lost(str(error))
            raise ModelCrashed(str(error)) from error
        except ServerRefused as error:
            raise ModelUnavailable(str(error)) from error
        finally:
            self._running = None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _plain(self, text: str, request: LlmRequest) -> str:
        return _read(self._constraint, text) if request.grammar else text

    def _lost(self, why: str) -> None:
        """Look for the server until it is back."""
        self._why_down = why
        self._revival.start()

    async def _revive(self) -> None:
        back_off_s = BACK_OFF_FIRST_S
        while self._server is not None:
            with suppress(ServerAway, ServerBroke, ServerRefused, TimeoutError):
                await self._meet(self._server)
                self._why_down = ""
                self._lives += 1
                return
            await asyncio.sleep(back_off_s)
            back_off_s = min(back_off_s * 2, BACK_OFF_MAX_S)


async def _read_whole(server: ChatServer, body: dict[str, Any], answer: _Answer) -> _Answer:
    await server.chat(body, answer.take)
    return answer


def _bound(constraint: Constraint, grammar: str) -> dict[str, Any]:
    """Write the grammar in the form that this kind of server takes. Raises `GrammarUnreadable`."""
    if constraint == "none":
        return {}
    if constraint == "grammar":
        return {"grammar": grammar}
    parsed = Grammar(grammar)
    listed = parsed.texts()
    if constraint == "guided_choice":
        if listed is not None:
            return {"guided_choice": listed, "structured_outputs": {"choice": listed}}
        regex = parsed.regex()
        return {"guided_regex": regex, "structured_outputs": {"regex": regex}}
    shape: dict[str, Any] = {"type": "string"}
    shape |= {"enum": listed} if listed is not None else {"pattern": f"^{parsed.regex()}$"}
    return {
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": shape},
        }
    }


def _read(constraint: Constraint, text: str) -> str:
    """Unpack the answer where it was bound as a JSON string; any other text stays as it is and fits
    no form."""
    if constraint != "json_schema":
        return text
    with suppress(NotJson):
        plain = read_json(text)
        if isinstance(plain, str):
            return plain
    return text
