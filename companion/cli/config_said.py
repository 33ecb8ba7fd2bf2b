"""Config said 設定の誤り: words a mistake in the configuration, in both languages.

Settings are judged in English, for the terminal and for a person who writes us a letter; on
the recovery page an owner reads Japanese as well. Words of a part of ours stay whole: they may hold
the remedy.
"""

import re

from companion.phrases.reasons import in_both, in_full
from companion.words.language import Bilingual

_HEAD = re.compile(r"(?P<where>(?:.*?:\d+: )?(?:[^\s:]+: )?)(?P<what>.*)", re.DOTALL)
"""`file:line: key: ` and what is wrong there."""
_RULES: tuple[tuple[str, str], ...] = (
    (
        r"unknown key; see docs/configuration.md",
        "知らないキーです。docs/configuration.md に一覧があります",
    ),
    (r"Field required", "値が要ります"),
    (r"Input should be a valid boolean.*", "true か false にしてください"),
    (r"Input should be a valid integer.*", "整数にしてください"),
    (r"Input should be a valid number.*|Input should be a finite number", "数にしてください"),
    (r"Input should be a valid string", "文字にしてください"),
    (r"Input should be a valid (?:list|tuple)", "並び（- で始まる行）にしてください"),
    (r"Input should be a valid dictionary.*", "「キー: 値」の形にしてください"),
    (r"Input is not a valid path.*|Input should be a valid path.*", "ファイルの場所にしてください"),
    (r"Input should be greater than or equal to (.+)", r"\1 以上にしてください"),
    (r"Input should be greater than (.+)", r"\1 より大きくしてください"),
    (r"Input should be less than or equal to (.+)", r"\1 以下にしてください"),
    (r"Input should be less than (.+)", r"\1 より小さくしてください"),
    (r"Input should be ('.+)", r"次のどれかにしてください: \1"),
    (r"String should match pattern '(.+)'", r"書き方が違います（\1 に合うもの）"),
    (r"String should have at least (\d+) characters?", r"\1文字以上にしてください"),
    (r"String should have at most (\d+) characters?", r"\1文字以下にしてください"),
    (r"the file must hold keys and values", "「キー: 値」の行が要ります"),
)
_PLAIN = (
    (re.compile(r"not YAML: (.+)", re.DOTALL), "YAMLとして読めません（{}）"),
    (re.compile(r"cannot be read: (.+)", re.DOTALL), "読めません（{}）"),
)


def problem_said(problem: str) -> Bilingual:
    """One problem of `ConfigWrong`; its file, line and key stand the same in both."""
    found = _HEAD.fullmatch(problem)
    where, what = (found["where"], found["what"]) if found else ("", problem)
    return Bilingual(f"{where}{_in_japanese(what)}", problem)


def _in_japanese(what: str) -> str:
    for pattern, said in _RULES:
        if (found := re.fullmatch(pattern, what)) is not None:
            return found.expand(said).replace("' or '", "' か '")
    for begins, said in _PLAIN:
        if (found := begins.fullmatch(what)) is not None:
            return said.format(in_both(found[1]).ja)
    return in_full(what.removeprefix("Value error, ")).ja
