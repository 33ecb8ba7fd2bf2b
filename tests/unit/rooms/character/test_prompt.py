"""The two prompts of a model that plays a character."""

from dataclasses import replace

import pytest

from companion.home.scene_xml import parse
from companion.rooms.character.prompt import performance_prompt, thought_prompt
from companion.rooms.stage.world import opened
from companion.words.language import Language
from tests.twins.played import book_of, judged, seen


def office(language: Language, text: str = "") -> tuple[str, str, str]:
    """System part, thought request, performance request; after a performance of this text."""
    book = book_of("office", language)
    scene = judged(book, opened(book), "char_A", text).scene
    view = seen(book, scene, "char_A")
    thought = thought_prompt(view)
    return (
        thought[0].content,
        thought[1].content,
        performance_prompt(view, "<thought>\n</thought>")[-1].content,
    )


@pytest.mark.parametrize("language", list(Language))
def test_e_006_the_scene_xml_heads_all_that_varies(language: Language) -> None:
    """E-006, T-54: in both phases, and it parses; before what happened so far, too."""
    now = seen(book_of("office", language), opened(book_of("office", language)), "char_A")
    told = thought_prompt(replace(now, history=("電話が鳴った。",)))[1].content
    assert told.startswith("<scene_state>")
    assert told.index("</scene_state>") < told.index("電話が鳴った。")
    for text in office(language)[1:2]:
        xml = text[: text.index("</scene_state>") + len("</scene_state>")]
        assert text.startswith("<scene_state>")
        assert parse(xml).find("obj_02") is not None


def test_e_034_e_035_phase_one_asks_for_a_thought_and_for_no_act() -> None:
    """E-034, E-035: scene, desires, and the design's own sentence."""
    text = office(Language.JA)[1]
    assert text.endswith(
        "Sceneにある情報を元に、Desireを達成するためのIntentionを思考してください。"
        "まだ行動はしないでください。"
    )
    assert "事件の真相を暴く" in text


def test_e_037_e_038_phase_two_acts_on_the_thought() -> None:
    """E-037, E-038."""
    book = book_of("office")
    messages = performance_prompt(seen(book, opened(book), "char_A"), "<thought>\n</thought>")
    assert [one.role for one in messages] == ["system", "user", "assistant", "user"]
    assert messages[1].content.startswith("<scene_state>")
    assert messages[2].content == "<thought>\n</thought>"
    assert messages[3].content == (
        "Thoughtに基づき、Actionタグを使って行動し、台詞を話してください。"
    )


@pytest.mark.parametrize("language", list(Language))
def test_e_040_the_system_part_explains_schema_and_tags(language: Language) -> None:
    """E-040, E-024: XML, `<thought>`, tags, each in its place; the figures of the sheet."""
    system = office(language)[0]
    for word in (
        "<scene_state>",
        "environment",
        "affordance",
        "<thought>",
        "[B]",
        "[D]",
        "[I]",
        "「",
    ):
        assert word in system
    assert "O0.9" in system
    assert "Grit 0.9" in system


def test_e_044_a_refusal_is_input_of_the_next_thought() -> None:
    """E-044, S-14."""
    text = office(Language.JA, "(OPEN: 引き出し)")[1]
    assert '<gm_message reason="引き出しは鍵がかかっている">それはできません</gm_message>' in text
