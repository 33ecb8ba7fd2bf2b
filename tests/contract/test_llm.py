"""The port `Llm`: one suite over every engine found (T-14, T-15, F10-F12).

Real engines answer with the small model; without it, or without the runtime, they skip.
"""

import asyncio
import importlib.util
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from companion.engines.llm_runtime.process import ProcessLlm
from companion.engines.llm_runtime.request_queue import LlmQueue
from companion.engines.weights import MODELS_DIR, is_here, pinned_models
from companion.engines.worker import worker
from companion.ports.llm import (
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.service import plugins
from companion.service.clock import SystemClock
from companion.words.llm import LlmRequest, LlmRequestPurpose, PromptMessage
from companion.words.trigger import Priority
from tests.proof.bench.garden_heard import cpu_s
from tests.twins.model_server import model_server

FAMILY = "companion.engines.llm"
MODELS = MODELS_DIR
SMALL = next(m for m in pinned_models() if m.key == "small")
CLOCK = SystemClock(ZoneInfo("UTC"))
RUNTIMES = {"xllamacpp", "llama_cpp"}
SERVED = "openai_http"
"""Asks a real server of llama.cpp, in a process of its own, over HTTP."""
ENDLESS = "root ::= [a-z ]{1500,}"
"""Cannot end before the deadline of any test here."""
MENU = 'root ::= "turn_on_hall_light" | "open_curtain" | "skip"'
RULES = "You look after a home. Light only where somebody is. Nobody is woken. " * 5

engines = pytest.mark.parametrize("name", plugins.discover(FAMILY))
real_engines = pytest.mark.parametrize("name", sorted(RUNTIMES))
pytestmark = pytest.mark.real("llm")


def section(name: str) -> dict[str, Any]:
    """Settings of an engine for this suite; skips with the reason where a part is absent."""
    if name not in {*RUNTIMES, SERVED}:
        return {}
    runtime = "xllamacpp" if name == SERVED else name
    if importlib.util.find_spec(runtime) is None:
        pytest.skip(f"{runtime} is not installed")
    if not is_here(SMALL, MODELS):
        pytest.skip(f"no {SMALL.file}: companion models fetch --small")
    if name == SERVED:
        return {"url": "http://127.0.0.1:9/v1"}
    return {"model_path": str(MODELS / SMALL.file), "n_ctx": 2048}


def built(name: str, settings: dict[str, Any], tmp_path: Path) -> Any:
    return plugins.build(FAMILY, name, settings, {"clock": CLOCK, "state_dir": tmp_path})


@asynccontextmanager
async def running(name: str, tmp_path: Path) -> AsyncIterator[tuple[LlmQueue, Any]]:
    async with AsyncExitStack() as stack:
        settings = section(name)
        if name == SERVED:
            server = model_server(MODELS / SMALL.file, tmp_path)
            settings = await stack.enter_async_context(server)
        engine = built(name, settings, tmp_path)
        queue = LlmQueue(engine, CLOCK)
        stack.push_async_callback(queue.stop)
        await queue.start()
        assert queue.ready(), queue.why_down()
        yield queue, engine


def ask(text: str, **wishes: Any) -> LlmRequest:
    given: dict[str, Any] = {
        "purpose": LlmRequestPurpose.ASYNC_DELIBERATION_DECISION,
        "messages": (PromptMessage("system", RULES), PromptMessage("user", text)),
        "max_tokens": 16,
        "grammar": MENU,
        **wishes,
    }
    return LlmRequest(**given)


def background(rules: str = "") -> LlmRequest:
    return ask(
        f"{rules}Tell a very long story of a cat.",
        purpose=LlmRequestPurpose.ASYNC_MINI_EPISODE,
        grammar=ENDLESS,
        max_tokens=60,
        priority=Priority.GARDEN,
    )


@engines
async def test_answers_obey_grammar_length_and_stop_and_say_what_they_cost(
    name: str, tmp_path: Path
) -> None:
    async with running(name, tmp_path) as (llm, _):
        reply = await llm.complete(ask("Somebody came home, the hall is dark."))
        assert reply.text in ("turn_on_hall_light", "open_curtain", "skip")
        assert reply.finish == "stop"
        assert 0 < reply.output_tokens <= 16
        assert 0 <= reply.reused_tokens < reply.prompt_tokens
        assert reply.model == llm.model_name()
        stem, _, digest = reply.model.partition("@")
        assert stem
        assert len(digest) == 12
        long = await llm.complete(ask("Count from 1 to 40.", grammar="", max_tokens=2))
        assert long.output_tokens <= 2
        assert long.text
        cut = await llm.complete(ask("Say exactly: a b c", grammar="", stop=(" ",), max_tokens=30))
        assert " " not in cut.text
        assert llm.counts().calls == 3


@engines
async def test_c_031_an_answer_repeats_and_each_purpose_keeps_its_prefix(
    name: str, tmp_path: Path
) -> None:
    """C-031, limits.md 2.8: one unrelated call must not cost the prefix; P8: reuse >= 85 %. What is
    kept of a talk is an aid: the answer is the same."""
    async with running(name, tmp_path) as (llm, _):
        scene = ask("Rain begins, a window is open.")
        first = await llm.complete(scene)
        words = (
            PromptMessage("system", "こんにちは。短く答えて。"),
            PromptMessage("user", "元気?"),
        )
        chat = LlmRequest(purpose=LlmRequestPurpose.SYNC_CONVERSATION, messages=words, max_tokens=8)
        other = await llm.complete(chat)
        assert other.text
        again = await llm.complete(scene)
        assert again.text == first.text
        tail = await llm.complete(ask("It is morning and the curtain is closed."))
        assert tail.reused_tokens >= 0.85 * (tail.prompt_tokens - 20)
        assert (await llm.complete(chat)).text == other.text


@engines
async def test_a_grammar_that_cannot_be_read_is_refused_and_the_engine_lives(
    name: str, tmp_path: Path
) -> None:
    """F10: a mistake of ours is an error of this request only."""
    async with running(name, tmp_path) as (llm, _):
        with pytest.raises(ModelUnavailable):
            await llm.complete(ask("x", grammar="root ::= ("))
        assert llm.ready()
        assert (await llm.complete(ask("x"))).text


@engines
async def test_before_the_start_there_is_no_model(name: str, tmp_path: Path) -> None:
    """T-15."""
    engine = built(name, section(name), tmp_path)
    assert not engine.ready()
    assert engine.model_name() == ""
    with pytest.raises(ModelUnavailable):
        await engine.complete(ask("x"))
    await engine.stop()


@real_engines
async def test_a_missing_model_file_is_a_reason_with_a_remedy(name: str, tmp_path: Path) -> None:
    """T-15: no model file: unavailable, and what to do."""
    section(name)
    for settings in ({"model_path": str(tmp_path / "no.gguf")}, {"models_dir": str(tmp_path)}):
        engine = built(name, settings, tmp_path)
        with pytest.raises(ModelUnavailable, match="companion models fetch"):
            await engine.start()
        assert "companion models fetch" in engine.why_down()


@real_engines
async def test_a_file_that_is_no_model_is_a_reason(name: str, tmp_path: Path) -> None:
    section(name)
    wrong = tmp_path / "wrong.gguf"
    wrong.write_bytes(b"GGUF" + bytes(5000))
    engine = built(name, {"model_path": str(wrong)}, tmp_path)
    with pytest.raises(ModelUnavailable):
        await engine.start()


@pytest.mark.parametrize("name", sorted({*RUNTIMES, SERVED}))
async def test_deadline_preemption_and_too_much_text_cost_one_request_only(
    name: str, tmp_path: Path
) -> None:
    """F11, T-41: the model stays loaded where it can stop by itself."""
    async with running(name, tmp_path) as (llm, _):
        await llm.complete(ask("Warm up."))
        life = llm.life()
        with pytest.raises(ModelTimedOut):
            await llm.complete(ask("A story.", grammar=ENDLESS, max_tokens=600, deadline_s=1.5))
        story = asyncio.create_task(llm.complete(background()))
        await asyncio.sleep(1.5)
        urgent = await llm.complete(ask("Somebody asks.", priority=Priority.USER))
        assert urgent.text
        assert not story.done()
        assert (await story).output_tokens == 60
        story = asyncio.create_task(llm.complete(background()))
        await asyncio.sleep(0.5)
        await llm.stop_generation()
        with pytest.raises(ModelPreempted):
            await story
        with pytest.raises(ModelUnavailable):
            await llm.complete(ask("too long " * 4000))
        assert (await llm.complete(ask("Go on."))).text
        assert llm.life() == life
        counts = llm.counts()
        assert (counts.timed_out, counts.preempted, counts.unavailable) == (1, 2, 1)
        assert counts.requeued == 1


@real_engines
async def test_t_041_what_nobody_waits_for_stops_within_a_short_step(
    name: str, tmp_path: Path
) -> None:
    """T-41: a garden prompt that is being read is given up within a step of 16 tokens, in processor
    time of the model; it goes on where it was, and says rightly what it had read before."""
    async with running(name, tmp_path) as (llm, engine):
        pid = engine.pid()
        before = cpu_s(pid)
        whole = await llm.complete(ask("A cat came in.", grammar="", max_tokens=1))
        token_s = (cpu_s(pid) - before) / whole.prompt_tokens
        long = background(RULES * 4)
        work = asyncio.create_task(llm.complete(long))
        began = cpu_s(pid)
        while cpu_s(pid) - began < 100 * token_s:
            await asyncio.sleep(0.01)
        stopped = cpu_s(pid)
        await llm.make_room()
        with pytest.raises(ModelPreempted):
            await work
        assert cpu_s(pid) - stopped < 48 * token_s
        reply = await llm.complete(long)
        assert 32 <= reply.reused_tokens < 200 < reply.prompt_tokens
        again = await llm.complete(long)
        assert again.text == reply.text
        assert again.reused_tokens >= again.prompt_tokens - 20


PREFIX = (
    LlmRequestPurpose.ASYNC_DELIBERATION_DECISION,
    (PromptMessage("system", RULES), PromptMessage("user", "It rains.")),
)


@real_engines
async def test_an_evaluated_prefix_outlives_the_process(name: str, tmp_path: Path) -> None:
    """T-54: a restart thinks at once; counted in tokens, not in time."""
    async with running(name, tmp_path) as (llm, _):
        assert not await llm.restore_prefix(PREFIX)
        await llm.complete(ask("It rains.", max_tokens=1))
        assert await llm.save_prefix(PREFIX)
    (kept,) = (tmp_path / "llm-prefix").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert kept.parent.stat().st_mode & 0o777 == 0o700
    async with running(name, tmp_path) as (llm, engine):
        assert await llm.restore_prefix(PREFIX)
        reply = await llm.complete(ask("It is morning and the curtain is closed."))
        assert reply.reused_tokens >= 0.85 * (reply.prompt_tokens - 20)
        first = llm.life()
        os.kill(engine.pid(), signal.SIGKILL)
        await asyncio.sleep(0.2)
        await llm.complete(ask("Are you back?"))
        assert llm.life() != first
        assert await llm.restore_prefix(PREFIX)
    other = (PREFIX[0], (PromptMessage("system", "Other rules."), PREFIX[1][1]))
    kept.write_bytes(kept.read_bytes()[:-1])
    async with running(name, tmp_path) as (llm, _):
        assert not await llm.restore_prefix(other)
        assert not await llm.restore_prefix(PREFIX), "cut short"
        assert not kept.exists()


@real_engines
@pytest.mark.parametrize(
    ("what", "error"), [(signal.SIGSEGV, ModelCrashed), (signal.SIGSTOP, ModelTimedOut)]
)
async def test_a_crash_or_a_hang_is_an_error_and_the_model_comes_back(
    name: str,
    what: signal.Signals,
    error: type[Exception],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """F11: noticed within the deadline + 1 s. F12: back without a restart of the service."""
    monkeypatch.setattr(worker, "BACK_OFF_FIRST_S", 0.1)
    async with running(name, tmp_path) as (llm, engine):
        assert isinstance(engine, ProcessLlm)
        pid = engine.pid()
        assert pid is not None
        story = ask("A story.", grammar=ENDLESS, max_tokens=600, deadline_s=2)
        call = asyncio.create_task(llm.complete(story))
        await asyncio.sleep(1)
        began = time.monotonic()
        os.kill(pid, what)
        with pytest.raises(error):
            await call
        assert time.monotonic() - began <= 2.5
        assert (await llm.complete(ask("Are you back?"))).text
        assert engine.pid() != pid
