"""Tables of words: both languages of a row, by its key."""

import pytest

from companion.words.language import Bilingual
from companion.words.table import in_both_languages, pairs, table


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
