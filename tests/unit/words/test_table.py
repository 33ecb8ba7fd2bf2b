"""Tables of words: both languages of a row, by its key."""

import re

import pytest

from companion.words.language import Bilingual
from companion.words.table import in_both_languages, pairs, pattern_reader, table


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
    pattern = pattern_reader({"pet": ["cat", "dog"], "ours": "the <pet>"})
    assert re.fullmatch(pattern(["a <pet>s?", "<ours>"]), "a dogs")
    assert re.fullmatch(pattern(["a <pet>s?", "<ours>"]), "the cat")
    assert not re.fullmatch(pattern("a <pet>"), "a")


def test_a_group_of_the_pattern_is_no_name() -> None:
    found = re.fullmatch(pattern_reader({})("(?P<day>today)"), "today")
    assert found is not None
    assert found["day"] == "today"


def test_an_unknown_name_is_a_mistake() -> None:
    with pytest.raises(KeyError, match="cat"):
        pattern_reader({})("<cat>")
