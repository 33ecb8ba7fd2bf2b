"""Config said 設定の誤り: words a mistake in the configuration, in both languages.

Settings are judged in English, for the terminal and for a person who writes us a letter; on
the recovery page an owner reads Japanese as well. Words of a part of ours stay whole: they may hold
the remedy.
"""

import re

from companion.cli.messages import in_japanese
from companion.phrases.reasons import in_both, in_full
from companion.words.language import Bilingual

_HEAD = re.compile(r"(?P<where>(?:.*?:\d+: )?(?:[^\s:]+: )?)(?P<what>.*)", re.DOTALL)
"""`file:line: key: ` and what is wrong there."""
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
    if (said := in_japanese("values", what)) is not None:
        return said.replace("' or '", "' か '")
    for begins, said in _PLAIN:
        if (found := begins.fullmatch(what)) is not None:
            return said.format(in_both(found[1]).ja)
    return in_full(what.removeprefix("Value error, ")).ja
