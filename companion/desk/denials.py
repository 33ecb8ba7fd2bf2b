"""Reads sentences that take back what was told before, said as a whole clause.

`No, it's Thursday she comes` and 鍵は青い箱じゃなくて缶の中 hold more than the bare value, so the
right value, the denied one and the clause itself are given apart. Whether something of the kind was
told at all, memory says.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from companion.words.language import has_japanese

_TABLE = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Denial:
    """言い直し: a sentence that may take back an earlier one."""

    said: str
    """The sentence without its "no" or 違う."""
    matter: str
    """The same without the words that admit a mistake or say where it was looked up."""
    wrong: str = ""
    """The value that is denied; "" where none is named. It may have words behind it."""
    right: str = ""
    """The words in which the right value stands; "" where none is denied by name."""
    clause: str = ""
    """The sentence without what is denied."""
    admits: bool = False
    """It says outright that something told was wrong."""
    checked: bool = False
    """It says that it was looked up, counted or asked, or who was right."""
    begins: bool = False
    """It begins as an answer to what was just said."""

    @property
    def sure(self) -> bool:
        """Whether it is said that something was not so, or where it was looked up."""
        return self.admits or self.checked or bool(self.wrong)


@dataclass(frozen=True, slots=True)
class _Forms:
    admits: re.Pattern[str]
    checked: re.Pattern[str]
    paper: re.Pattern[str]
    begins: re.Pattern[str]
    contrast: Sequence[re.Pattern[str]]
    lead: re.Pattern[str]
    cleft: re.Pattern[str]
    holds: re.Pattern[str]


def denial_in(text: str) -> Denial:
    """Read what a statement takes back, as far as its own words tell."""
    plain = " ".join(unicodedata.normalize("NFKC", text).replace("’", "'").split())
    forms = _forms("ja" if has_japanese(plain) else "en")
    admits = forms.admits.search(plain) is not None
    begun = forms.begins.match(plain)
    said = (plain[begun.end() :] if begun else plain).strip(" 、,") or plain
    found = next((one for form in forms.contrast if (one := form.search(said))), None)
    read = Denial(
        said=said,
        matter=forms.paper.sub(" ", forms.checked.sub(" ", forms.admits.sub(" ", said))),
        clause=said,
        admits=admits,
        checked=forms.checked.search(plain) is not None,
        begins=begun is not None,
    )
    if found is None:
        return read
    parts = found.groupdict(default="")
    right = parts["right"].strip(" 、,.。!！")
    return replace(
        read,
        wrong=parts["wrong"].strip(),
        right=right,
        clause=f"{parts.get('lead', '')}{right}".strip(" 、,"),
    )


def bare_value(right: str) -> str:
    """The right value without the words around it: `it's Thursday that she comes` is Thursday."""
    forms = _forms("ja" if has_japanese(right) else "en")
    first = re.split(r"[,.;。、]", forms.lead.sub("", right).strip(" 、,.。!！"))[0]
    return forms.cleft.sub("", first).strip()


def held_true(said: str, gives: Callable[[str], object]) -> str:
    """The part of a statement that says how it is: `it's the first, the last is his dentist` gives
    the first. The whole where no part is told apart. `gives`: whether a part has a value."""
    forms = _forms("ja" if has_japanese(said) else "en")
    parts = [one for one in re.split(r"[,.;。、]|\band\b", said) if gives(one)]
    return next((one for one in parts if forms.holds.search(one)), said)


@cache
def _forms(language: str) -> _Forms:
    table: Mapping[str, Any] = tomllib.loads(_TABLE.read_text("utf-8"))[language]
    checked = "|".join(table["checked"]).replace("<paper>", table["paper"])
    paper = rf"\b(?:{table['paper']})\b" if language == "en" else table["paper"]
    return _Forms(
        re.compile("|".join(table["admits"]), re.IGNORECASE),
        re.compile(checked, re.IGNORECASE),
        re.compile(paper, re.IGNORECASE),
        re.compile(table["begins"], re.IGNORECASE),
        [re.compile(one, re.IGNORECASE) for one in table["contrast"]],
        re.compile(table["lead"], re.IGNORECASE),
        re.compile(table["cleft"], re.IGNORECASE),
        re.compile(table["holds"], re.IGNORECASE),
    )
