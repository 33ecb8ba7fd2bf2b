"""Tags are read by one exact grammar; all else is a line."""

import pytest

from companion.rooms.stage.tags import read_performance, read_strictly
from companion.words.stage import SceneTag


def test_e_039_a_performance_is_tags_and_a_line() -> None:
    """E-039: the design's own example."""
    read = read_performance("(GET: 冷めたコーヒー) (DRINK) 「……ひどい味だ」")
    assert read.tags == (SceneTag("GET", "冷めたコーヒー"), SceneTag("DRINK"))
    assert read.line == "……ひどい味だ"
    assert " ".join(map(str, read.tags)) == "(GET: 冷めたコーヒー) (DRINK)"


def test_t_55_case_is_ignored_and_a_japanese_keyboard_may_write_them() -> None:
    """T-55: `(Inspect: 宝箱)` is `INSPECT`."""
    assert read_performance("(Inspect: 宝箱)").tags == (SceneTag("INSPECT", "宝箱"),)
    assert read_performance("（open：引き出し）開け！").tags == (SceneTag("OPEN", "引き出し"),)


@pytest.mark.parametrize(
    "text",
    [
        "「(GET: 鍵)」",
        "鍵を取る (GET: 鍵)",
        "(GET 鍵) はい",
        "(取る: 鍵)",
        "(GET: 鍵",
        "((GET: 鍵))",
        "",
    ],
)
def test_t_12_a_line_is_never_read_for_acts(text: str) -> None:
    """T-12: only tags at the head count, in exactly this form."""
    assert read_performance(text).tags == ()


@pytest.mark.parametrize(
    "text", ["(GET: 鍵)", "(GET: 鍵) はい", "「はい」 (GET: 鍵)", "ええと 「はい」", ""]
)
def test_t_12_what_a_model_writes_out_of_form_is_refused_whole(text: str) -> None:
    assert read_strictly(text) is None


def test_what_a_grammar_writes_is_read_whole() -> None:
    read = read_strictly("(GET: 鍵) (OPEN: 引き出し) 「よし」")
    assert read is not None
    assert (len(read.tags), read.line) == (2, "よし")
    assert read_strictly("「……」") is not None
