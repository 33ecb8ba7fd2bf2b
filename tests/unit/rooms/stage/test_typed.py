"""What a person types in a role is read in plain words of both languages; the rest is a line."""

import pytest

from companion.rooms.stage.typed import read_typed
from companion.rooms.stage.world import in_view, opened
from companion.words.language import Language
from tests.twins.played import VERBS, book_of


def read(text: str, name: str, language: Language) -> tuple[str, str]:
    done = read_typed(text, in_view(opened(book_of(name, language))), VERBS)
    return " ".join(map(str, done.tags)), done.line


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("煮物の鍋を煮る", "(COOK: 煮物の鍋)"),
        ("鍋をよそう。", "(SERVE: 煮物の鍋)"),
        ("座布団に座る！", "(SIT: 座布団)"),
        ("大福取る", "(GET: 大福)"),
        ("（食べる：大福）", "(EAT: 大福)"),
        ("(Get: 福) (食べる)", "(GET: 大福) (EAT)"),
        ("(EAT: 月)", "(EAT: 月)"),
    ],
)
def test_an_act_is_typed_in_plain_japanese(text: str, tags: str) -> None:
    assert read(text, "kitchen", Language.JA) == (tags, "")


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("sits down on the cushion.", "(SIT: cushion)"),
        ("pick up a rice cake", "(GET: rice cake)"),
        ("cook the stew", "(COOK: pot of stew)"),
        ("put the cushion down", "(PUT: cushion)"),
        ("(eat: cake)", "(EAT: rice cake)"),
        ("(wave: cake)", "(WAVE: rice cake)"),
    ],
)
def test_an_act_is_typed_in_plain_english(text: str, tags: str) -> None:
    assert read(text, "kitchen", Language.EN) == (tags, "")


@pytest.mark.parametrize(
    "text", ["夢を見る", "大福を食べる？", "（笑）いいね", "「鍋を煮る」", "食べる"]
)
def test_all_else_is_a_line(text: str) -> None:
    assert read(text, "kitchen", Language.JA) == ("", text.strip("「」"))


def test_a_verb_alone_is_about_the_thing_in_hand() -> None:
    for text, language in (("食べる。", Language.JA), ("eat it", Language.EN)):
        state = in_view(opened(book_of("kitchen", language)))
        done = read_typed(text, state, VERBS, holds=True)
        assert [str(tag) for tag in done.tags] == ["(EAT)"]
        assert read_typed(text, state, VERBS).line == text


def test_a_part_of_two_names_is_neither() -> None:
    assert read("(INSPECT: 引)", "office", Language.JA) == ("(INSPECT: 引き出し)", "")
    assert read("look at the c", "kitchen", Language.EN) == ("", "look at the c")
