"""A model plays a character in two phases, under grammars made from what things afford."""

from collections.abc import Callable

import pytest

from companion.engines.llm_runtime.gbnf import Grammar
from companion.engines.llm_runtime.scripted_llm import ScriptedLlm, Settings
from companion.ports.actor import ActorFailed
from companion.rooms.character.llm_actor import (
    LlmActor,
    performance_grammar,
    thought_grammar,
    written,
)
from companion.rooms.stage.tags import read_strictly
from companion.rooms.stage.world import opened
from companion.words.language import Language
from companion.words.llm import LlmRequest
from companion.words.stage import ActorView
from tests.twins.played import book_of, seen

THOUGHT = (
    "<thought>\n[P] 冷静, 皮肉屋, 粘り強い\n[B] 引き出しに何かある\n"
    "[D] 事件の真相を暴く:High; 喉を潤したい:Low\n[I] 引き出しを調べる\n</thought>"
)


def office(language: Language = Language.JA) -> ActorView:
    book = book_of("office", language)
    return seen(book, opened(book), "char_A")


async def model(writer: Callable[[LlmRequest], str]) -> LlmActor:
    llm = ScriptedLlm(Settings(), writer)
    await llm.start()
    return LlmActor(llm, read_strictly)


async def test_t_18_two_calls_thought_then_performance() -> None:
    """T-18, E-034, E-037: the second prompt holds the first answer."""
    asked: list[LlmRequest] = []

    def write(request: LlmRequest) -> str:
        asked.append(request)
        return THOUGHT if len(asked) == 1 else "(INSPECT: 引き出し) 「……ふむ」"

    actor = await model(write)
    thought = await actor.think(office())
    performance = await actor.perform(office(), thought)
    assert (thought.thought.belief, thought.thought.intention) == (
        "引き出しに何かある",
        "引き出しを調べる",
    )
    assert thought.thought.desires == (("事件の真相を暴く", "High"), ("喉を潤したい", "Low"))
    assert [str(tag) for tag in performance.tags] == ["(INSPECT: 引き出し)"]
    assert performance.line == "……ふむ"
    assert THOUGHT in [message.content for message in asked[1].messages]
    assert written(thought.thought) == THOUGHT


async def test_e_036_the_thought_causes_no_act_and_no_speech() -> None:
    """E-036: its form has neither a tag nor a line."""
    actor = await model(lambda _: THOUGHT)
    thought = await actor.think(office())
    assert (thought.tags, thought.mood) == ((), "")
    assert "(" not in thought_grammar(office()).partition("belief ::=")[2].partition("\n")[0]


@pytest.mark.parametrize("language", list(Language))
async def test_e_039_what_the_grammars_write_is_read(language: Language) -> None:
    """E-039, T-12: the scripted twin writes by the grammar alone."""
    view = office(language)
    llm = ScriptedLlm(Settings(filler="……" if language is Language.JA else "it seems right now"))
    await llm.start()
    Grammar(thought_grammar(view))
    actor = LlmActor(llm, read_strictly)
    thought = await actor.think(view)
    performance = await actor.perform(view, thought)
    assert thought.thought.intention in {one.label for one in view.offers}
    assert {str(tag) for tag in performance.tags} <= {str(one.tag) for one in view.offers}


def test_t_40_the_grammar_has_the_tags_of_the_scene_and_no_other() -> None:
    """T-40, E-057."""
    grammar = performance_grammar(office(), "引き出しを調べる")
    assert "(OPEN: 引き出し)" in grammar
    assert "古い手紙" not in grammar
    assert "(EAT:" not in grammar
    assert Grammar(grammar) is not None


@pytest.mark.parametrize(
    "text", ["", "はい", THOUGHT + "\n(GET: 鍵)", THOUGHT.replace("[D]", "[X]")]
)
async def test_a_thought_out_of_form_is_dropped(text: str) -> None:
    actor = await model(lambda _: text)
    with pytest.raises(ActorFailed):
        await actor.think(office())


async def test_a_performance_out_of_form_is_dropped_and_a_lost_model_is_told() -> None:
    actor = await model(lambda request: THOUGHT)
    thought = await actor.think(office())
    with pytest.raises(ActorFailed):
        await actor.perform(office(), thought)
    with pytest.raises(ActorFailed):
        await LlmActor(ScriptedLlm(Settings()), read_strictly).think(office())
