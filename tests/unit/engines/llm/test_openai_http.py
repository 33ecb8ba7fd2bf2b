"""The engine behind HTTP, against a server that misbehaves on command (F10, F11, T-15)."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.engines.llm import openai_http
from companion.engines.llm.openai_http import OpenAiHttp, Settings
from companion.ports.llm import (
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.words.llm import LlmRequest, LlmRequestPurpose, PromptMessage

MENU = 'root ::= "turn_on" | "skip"'
FREE = 'root ::= "skip" "\\n" [a-z ]{3,20}'


def asked(grammar: str = MENU, **wishes: Any) -> LlmRequest:
    given: dict[str, Any] = {
        "purpose": LlmRequestPurpose.SYNC_CONVERSATION,
        "messages": (PromptMessage("user", "明かりは?"),),
        "max_tokens": 8,
        "grammar": grammar,
        "deadline_s": 5.0,
    }
    return LlmRequest(**{**given, **wishes})


class ScriptedServer:
    """Speaks HTTP on loopback; answers by what it can be bound by, or fails as it is told."""

    def __init__(self, obeys: str = "grammar") -> None:
        self.obeys = obeys
        self.fault = ""
        self.slots = 0
        self.models = json.dumps({"data": [{"id": "qwen.gguf", "created": 1}]}).encode()
        self.key = ""
        self.bodies: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.hung_up = asyncio.Event()
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                path = line.split()[1].decode()
                headers = await self._headers(reader)
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                self.paths.append(path)
                if not await self._answer(path, headers, body, reader, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            self.hung_up.set()
        finally:
            writer.close()

    async def _headers(self, reader: asyncio.StreamReader) -> dict[str, str]:
        headers = {}
        while (row := (await reader.readline()).strip()) != b"":
            name, _, value = row.decode().partition(":")
            headers[name.lower()] = value.strip()
        return headers

    async def _answer(
        self,
        path: str,
        headers: dict[str, str],
        body: bytes,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> bool:
        if self.key and headers.get("authorization") != f"Bearer {self.key}":
            _send(writer, 401, b'{"error":"no"}')
        elif path.endswith("/models"):
            _send(writer, 200, self.models)
        elif path == "/props" and self.slots:
            _send(writer, 200, json.dumps({"total_slots": self.slots}).encode())
        elif path.endswith("/chat/completions"):
            self.bodies.append(json.loads(body))
            return await self._chat(self.bodies[-1], reader, writer)
        else:
            _send(writer, 404, b"{}")
        return True

    async def _chat(
        self, body: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        faults: dict[str, Callable[[], None]] = {
            "500": lambda: _send(writer, 500, b"boom"),
            "400": lambda: _send(writer, 400, b"too long"),
            "redirect": lambda: _send(writer, 307, b"", "Location: http://192.0.2.1/v1\r\n"),
            "html": lambda: _send(writer, 200, b"<html>hello</html>"),
            "garbage": lambda: _events(writer, ["not json"]),
            "list": lambda: _events(writer, ["[1,2]"]),
            "deep": lambda: _events(writer, ["[" * 100_000]),
            "deep_object": lambda: _events(writer, ['{"choices":' * 9_000 + "1" + "}" * 9_000]),
            "digits": lambda: _events(writer, ['{"choices": 1, "n": ' + "9" * 9_000 + "}"]),
            "odd": lambda: _events(writer, ['{"choices":[7]}', "[DONE]"]),
            "error": lambda: _events(writer, ['{"error":{"message":"context full"}}']),
            "cut": lambda: _events(writer, [_piece("sk")]),
            "flood": lambda: _events(writer, [_piece("x" * 65536)] * 80),
        }
        if self.fault in faults:
            faults[self.fault]()
            await writer.drain()
            return False
        if self.fault == "slow":
            _events(writer, [_piece("sk")])
            await reader.read(1)
            self.hung_up.set()
            return False
        usage = {"prompt_tokens": 20, "completion_tokens": 3}
        usage_told = {**usage, "prompt_tokens_details": {"cached_tokens": 12}}
        bill = json.dumps({"choices": [], "usage": usage_told})
        _events(writer, [_piece(self._text(body)), _piece("", "stop"), bill, "[DONE]"])
        await writer.drain()
        return False

    def _text(self, body: dict[str, Any]) -> str:
        """The last text that its way of binding allows; "hello" where nothing binds it."""
        schema = body.get("response_format", {}).get("json_schema", {}).get("schema", {})
        if self.obeys == "grammar" and "grammar" in body:
            return str(re.findall(r'"([^"]+)"', body["grammar"])[-1])
        if self.obeys == "json_schema" and "enum" in schema:
            return json.dumps(schema["enum"][-1])
        if self.obeys == "json_schema" and "pattern" in schema:
            return json.dumps("skip\nlet it be") if _fits(schema["pattern"]) else "hello"
        if self.obeys == "guided_choice" and "guided_choice" in body:
            return str(body["guided_choice"][-1])
        if self.obeys == "guided_choice" and "guided_regex" in body:
            return "skip\nlet it be" if _fits(body["guided_regex"]) else "hello"
        return "hello"


def _fits(pattern: str) -> bool:
    return re.fullmatch(pattern, "skip\nlet it be") is not None


def _piece(text: str, finish: str | None = None) -> str:
    return json.dumps({"choices": [{"delta": {"content": text}, "finish_reason": finish}]})


def _send(writer: asyncio.StreamWriter, code: int, body: bytes, more: str = "") -> None:
    head = f"HTTP/1.1 {code} X\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    writer.write(head.encode() + body)


def _events(writer: asyncio.StreamWriter, events: list[str]) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
    writer.write("".join(f"data: {event}\n\n" for event in events).encode())


@asynccontextmanager
async def engine_at(
    server: ScriptedServer, *, start: bool = True, **settings: Any
) -> AsyncIterator[OpenAiHttp]:
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    server.url = f"http://127.0.0.1:{port}/v1"
    engine = OpenAiHttp(Settings(url=server.url, **settings))
    try:
        if start:
            await engine.start()
        yield engine
    finally:
        await engine.stop()
        listening.close()
        await listening.wait_closed()


@pytest.mark.parametrize("way", openai_http.CONSTRAINTS)
async def test_what_binds_an_answer_is_found_out_by_trying(way: str) -> None:
    """llama-server, Ollama and vLLM each ignore what the others know."""
    async with engine_at(ScriptedServer(way)) as engine:
        assert engine.constraint() == way
        assert (await engine.complete(asked())).text == "skip"
        if way != "grammar":
            assert (await engine.complete(asked(FREE))).text == "skip\nlet it be"


async def test_a_server_that_nothing_binds_still_serves() -> None:
    """The rooms read as strictly as ever (T-13)."""
    async with engine_at(ScriptedServer("nothing")) as engine:
        assert engine.constraint() == "none"
        reply = await engine.complete(asked())
        assert reply.text == "hello"
        assert (reply.prompt_tokens, reply.reused_tokens, reply.output_tokens) == (20, 12, 3)
        assert reply.finish == "stop"
        assert re.fullmatch(r"qwen@[0-9a-f]{12}", reply.model)


async def test_purposes_have_their_slots_only_where_there_are_enough() -> None:
    """A llama-server asked for a slot it has not got waits for ever."""
    for slots, told in ((4, False), (5, True)):
        server = ScriptedServer()
        server.slots = slots
        async with engine_at(server) as engine:
            await engine.complete(asked())
            assert ("id_slot" in server.bodies[-1]) is told


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("500", ModelCrashed),
        ("garbage", ModelCrashed),
        ("list", ModelCrashed),
        ("deep", ModelCrashed),
        ("deep_object", ModelCrashed),
        ("digits", ModelCrashed),
        ("odd", ModelCrashed),
        ("html", ModelCrashed),
        ("cut", ModelCrashed),
        ("flood", ModelCrashed),
        ("400", ModelUnavailable),
        ("error", ModelUnavailable),
        ("redirect", ModelUnavailable),
    ],
)
async def test_every_fault_is_an_error_of_the_port_and_it_goes_on(
    fault: str, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """F10, F11: nothing a server sends can end the service; no redirect is followed."""
    monkeypatch.setattr(openai_http, "BACK_OFF_FIRST_S", 0.01)
    server = ScriptedServer()
    async with engine_at(server) as engine:
        server.fault = fault
        with pytest.raises(error):
            await engine.complete(asked())
        server.fault = ""
        for _ in range(200):
            if engine.ready():
                break
            await asyncio.sleep(0.01)
        assert (await engine.complete(asked())).text == "skip"


@pytest.mark.parametrize(
    "models",
    [b"[" * 100_000, b'{"data": ' + b"9" * 5_000 + b"}", b"\xff", b'"' + b"a" * 5 * 2**20 + b'"'],
    ids=["deep", "digits", "bytes", "long"],
)
async def test_an_odd_list_of_models_is_no_server(models: bytes) -> None:
    """F10: RecursionError left the engine, and a list without end filled the memory."""
    server = ScriptedServer()
    server.models = models
    async with engine_at(server, start=False) as engine:
        with pytest.raises(ModelUnavailable):
            await engine.start()
        server.models = json.dumps({"data": [{"id": "qwen.gguf"}]}).encode()
        await engine.start()
        assert (await engine.complete(asked())).text == "skip"


async def test_a_search_for_the_server_that_fails_is_begun_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A mistake in looking for it ended the looking; "restarting" stood there for ever."""
    monkeypatch.setattr(openai_http, "BACK_OFF_FIRST_S", 0.01)
    monkeypatch.setattr("companion.service.residents.RESTART_FROM_S", 0.01)
    server = ScriptedServer()
    async with engine_at(server) as engine:
        meet, tries = engine._meet, list[int]()

        async def failing(found: Any) -> None:
            tries.append(1)
            if len(tries) == 1:
                raise TypeError("a mistake")
            await meet(found)

        monkeypatch.setattr(engine, "_meet", failing)
        server.fault = "cut"
        with pytest.raises(ModelCrashed):
            await engine.complete(asked())
        server.fault = ""
        async with asyncio.timeout(60):
            while not engine.ready():
                await asyncio.sleep(0.01)
        assert len(tries) == 2


async def test_a_slow_server_meets_the_deadline_and_shows_before_it() -> None:
    """F11: hung up on, so that it stops writing; silence is visible meanwhile."""
    server = ScriptedServer()
    async with engine_at(server) as engine:
        server.fault = "slow"
        call = asyncio.create_task(engine.complete(asked(deadline_s=0.4)))
        await asyncio.sleep(0.3)
        assert engine.silent_s() > 0.1
        with pytest.raises(ModelTimedOut):
            await call
        await asyncio.wait_for(server.hung_up.wait(), 5)
        assert engine.silent_s() == 0
        assert engine.ready()


async def test_preempted_it_hangs_up() -> None:
    """T-41."""
    server = ScriptedServer()
    async with engine_at(server) as engine:
        server.fault = "slow"
        call = asyncio.create_task(engine.complete(asked(deadline_s=30)))
        await asyncio.sleep(0.2)
        await engine.preempt()
        with pytest.raises(ModelPreempted):
            await call
        await asyncio.wait_for(server.hung_up.wait(), 5)


async def test_a_key_is_needed_and_kept_private(tmp_path: Path) -> None:
    server = ScriptedServer()
    server.key = "secret"
    async with engine_at(server, start=False) as engine:
        with pytest.raises(ModelUnavailable, match="api_key_file"):
            await engine.start()
        assert "api_key_file" in engine.why_down()
    key = tmp_path / "key"
    key.write_text("secret\n", encoding="utf-8")
    key.chmod(0o644)
    async with engine_at(server, start=False, api_key_file=key) as engine:
        with pytest.raises(ModelUnavailable, match="chmod 600"):
            await engine.start()
        key.chmod(0o600)
        await engine.start()
        assert (await engine.complete(asked())).text == "skip"
    assert "secret" not in engine.why_down()


async def test_no_server_is_a_reason_with_a_remedy_and_a_lost_one_is_found_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """T-15, F12."""
    monkeypatch.setattr(openai_http, "BACK_OFF_FIRST_S", 0.01)
    nobody = OpenAiHttp(Settings(url="http://127.0.0.1:9/v1", connect_timeout_s=1))
    with pytest.raises(ModelUnavailable, match=r"llm\.settings\.url"):
        await nobody.start()
    server = ScriptedServer()
    async with engine_at(server) as engine:
        life = engine.life()
        server.fault = "500"
        with pytest.raises(ModelCrashed):
            await engine.complete(asked())
        server.fault = ""
        for _ in range(200):
            if engine.ready():
                break
            await asyncio.sleep(0.01)
        assert engine.life() == life + 1


async def test_a_model_that_is_not_there_is_named() -> None:
    async with engine_at(ScriptedServer(), start=False, model="gemma") as engine:
        with pytest.raises(ModelUnavailable, match=r"qwen\.gguf"):
            await engine.start()


async def test_the_environment_sends_nothing_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy of the environment is used: home talk stays at home."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://192.0.2.1:3128")
    monkeypatch.delenv("no_proxy", raising=False)
    async with engine_at(ScriptedServer()) as engine:
        assert (await engine.complete(asked())).text == "skip"


@pytest.mark.parametrize(
    "url", ["ftp://x/v1", "http://", "http://user:pw@box/v1", "box:8080", "http://box/v1?x=1"]
)
def test_an_address_is_one_plain_http_address(url: str) -> None:
    with pytest.raises(ValueError, match="url"):
        Settings(url=url)
