"""Tables of words: both languages of a row, by its key."""

import re

import pytest

from companion.words.language import Bilingual
from companion.words.table import compiled, in_both_languages, pairs, table


def test_a_row_holds_japanese_and_english() -> None:
    rows = in_both_languages({"stop.done": ["止めました", "Stopped"]})
    assert rows == {"stop.done": Bilingual("止めました", "Stopped")}


@pytest.mark.parametrize("row", [["一つ"], ["一つ", "one", "more"], "二字"])
def test_a_row_of_another_length_is_a_mistake(row: list[str] | str) -> None:
    with pytest.raises(ValueError, match="two texts"):
        in_both_languages({"key": row})
    with pytest.raises(ValueError, match="two texts"):
        pairs([row])


def test_a_table_stands_beside_its_package() -> None:
    assert table("companion.links", "discovery.toml")["message"]["cmd_t"] == "command_topic"


def test_a_name_in_a_pattern_stands_for_any_of_its_words() -> None:
    words = {"pet": ["cat", "dog"], "ours": "the <pet>"}
    said = compiled({"one": ["a <pet>s?", "<ours>"]}, words, re.IGNORECASE)["one"]
    assert said.fullmatch("A dogs")
    assert said.fullmatch("the cat")
    assert not said.fullmatch("the catdog")


def test_a_group_of_the_pattern_is_no_name() -> None:
    found = compiled({"day": "(?P<day>today)"})["day"].fullmatch("today")
    assert found is not None
    assert found["day"] == "today"


def test_an_unknown_name_is_a_mistake() -> None:
    with pytest.raises(KeyError, match="cat"):
        compiled({"one": "<cat>"})
