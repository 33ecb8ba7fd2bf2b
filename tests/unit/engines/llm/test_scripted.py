"""The scripted twin: rules, wishes, failures on command, honest token counts."""

import json
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from companion.engines.llm.scripted import Rule, ScriptedLlm, Settings, build
from companion.ports.llm import (
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.service.clock import SystemClock
from companion.words.llm import LlmRequest, LlmRequestPurpose, PromptMessage

MENU = 'root ::= "turn_on_hall_light" | "open_curtain" | "skip"'


def ask(text: str = "x", **wishes: Any) -> LlmRequest:
    given: dict[str, Any] = {
        "purpose": LlmRequestPurpose.ASYNC_DELIBERATION_DECISION,
        "messages": (PromptMessage("system", "rules " * 40), PromptMessage("user", text)),
        "max_tokens": 50,
        **wishes,
    }
    return LlmRequest(**given)


async def twin(**settings: Any) -> ScriptedLlm:
    llm = ScriptedLlm(Settings.model_validate(settings))
    await llm.start()
    return llm


async def test_rules_answer_by_purpose_and_text_first_fit_first() -> None:
    llm = await twin(
        rules=[
            {"purpose": "sync_conversation", "answer": "Good evening."},
            {"contains": "rain", "choose": ["close_window", "skip"]},
            {"contains": "person", "choose": ["open_curtain"]},
        ],
        choose=["skip"],
    )
    chat = ask("person", purpose=LlmRequestPurpose.SYNC_CONVERSATION)
    assert (await llm.complete(chat)).text == "Good evening."
    assert (await llm.complete(ask("it will rain", grammar=MENU))).text == "skip"
    assert (await llm.complete(ask("a person", grammar=MENU))).text == "open_curtain"
    assert (await llm.complete(ask("nothing", grammar=MENU))).text == "skip"


async def test_without_a_script_the_first_alternative_or_the_fixed_text() -> None:
    llm = await twin(text="Yes.")
    assert (await llm.complete(ask(grammar=MENU))).text == "turn_on_hall_light"
    assert (await llm.complete(ask())).text == "Yes."


async def test_a_script_file_is_read(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps([{"answer": "はい。"}]), encoding="utf-8")
    settings = Settings(script=script)
    llm = build(settings, clock=SystemClock(ZoneInfo("UTC")), state_dir=tmp_path)
    await llm.start()
    assert (await llm.complete(ask())).text == "はい。"


@pytest.mark.parametrize("text", ["no json", '[{"answr": "typo"}]', '{"answer": "x"}'])
def test_a_wrong_script_is_said_at_once(text: str, tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(text)
    with pytest.raises(ValueError, match=r"script\.json|validation error"):
        ScriptedLlm(Settings(script=script))


@pytest.mark.parametrize(
    ("fails", "error"),
    [
        ("timed_out", ModelTimedOut),
        ("crashed", ModelCrashed),
        ("preempted", ModelPreempted),
        ("unavailable", ModelUnavailable),
    ],
)
async def test_failures_on_command_and_then_well_again(fails: str, error: type[Exception]) -> None:
    """F10-F12 as a twin."""
    llm = await twin(rules=[{"fails": fails, "times": 1}], text="Well.")
    with pytest.raises(error):
        await llm.complete(ask())
    assert (await llm.complete(ask())).text == "Well."


async def test_an_answer_may_be_garbage_on_purpose() -> None:
    """F10: what a rule says is written as it stands, grammar or not."""
    llm = await twin(rules=[{"answer": "{not json"}])
    assert (await llm.complete(ask(grammar=MENU))).text == "{not json"


async def test_tokens_are_counted_and_the_prefix_is_per_purpose() -> None:
    llm = await twin()
    first = await llm.complete(ask("one"))
    other = await llm.complete(ask("one", purpose=LlmRequestPurpose.SYNC_CONVERSATION))
    second = await llm.complete(ask("two"))
    assert first.prompt_tokens == 61  # 240 + 1 + 3 bytes, four to a token
    assert (first.reused_tokens, other.reused_tokens, second.reused_tokens) == (0, 0, 60)
    assert first.output_tokens == 3


async def test_a_long_answer_is_cut_where_a_model_would_stop() -> None:
    llm = await twin(text="long " * 100)
    reply = await llm.complete(ask(max_tokens=3))
    assert (reply.text, reply.finish, reply.output_tokens) == ("long long lo", "length", 3)


async def test_a_writer_in_code_answers_instead() -> None:
    llm = ScriptedLlm(Settings(rules=(Rule(answer="never"),)), lambda r: str(r.max_tokens))
    await llm.start()
    assert (await llm.complete(ask())).text == "50"


async def test_after_stop_it_is_unavailable() -> None:
    llm = await twin()
    assert llm.ready()
    await llm.stop()
    assert not llm.ready()
    with pytest.raises(ModelUnavailable):
        await llm.complete(ask())
