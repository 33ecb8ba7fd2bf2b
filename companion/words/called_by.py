"""Called by 呼び名: the name that a person calls the companion by, beside what they say to it."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from companion.words.kana import hiragana, katakana
from companion.words.language import has_japanese

_CALLS_EN = r"(?:(?:hey|hi|hello|ok|okay|oh|yo|um|uh|excuse me|please|now|and|no)[ ,]+)*"
_CALLS_JA = (
    r"(?:(?:ねえ|ねぇ|ね|ヘイ|ハイ|おい|あの|やあ|もしもし|オーケー|OK|もう|いや|あ|あっ)"
    r"[、, ー!！]*)*"
)
_BY_TITLE = r"(?:ちゃん|さん|くん|君|さま|様)?"
_PAUSE = r"[、,。.!！…~〜\s]+"
_GOES_ON = r"(?=[一-龠ぁ-ん])(?![はがのをにもとへやでっ])"
"""A name in katakana and a sentence without a pause between them; behind a particle the sentence
is about it."""


@dataclass(frozen=True)
class CalledBy:
    """呼び名: the companion's names, in every language that it is spoken to."""

    names: tuple[str, ...] = ()

    def without(self, text: str) -> str:
        """The sentence without the name before or behind it: "Koto, lights off". The text as
        it is where it calls no name, is about it ("Koto is late"), or holds nothing else."""
        if not self.names:
            return text
        plain = unicodedata.normalize("NFKC", text).strip()
        for pattern in self._calls:
            rest = pattern.sub(r"\g<mark>" if "mark" in pattern.groupindex else "", plain).strip()
            if rest != plain and any(letter.isalnum() for letter in rest):
                return rest
        return text

    def as_you(self, text: str) -> str:
        """The sentence with "your" for the name as an owner: コトの友だち, "Koto's friends"."""
        for name in self.names:
            own = "君の" if has_japanese(name) else "your "
            mark = "の" if has_japanese(name) else r"['’]s\s+"
            text = re.sub(
                rf"(?<![A-Za-zァ-ヶー一-龠]){re.escape(name)}{mark}", own, text, flags=re.I
            )
        return text

    @cached_property
    def _calls(self) -> tuple[re.Pattern[str], ...]:
        return tuple(pattern for name in self.names if name.strip() for pattern in _patterns(name))


def _patterns(name: str) -> Iterator[re.Pattern[str]]:
    """Where the name is called: before the sentence first, then behind it."""
    plain = unicodedata.normalize("NFKC", name).strip()
    if has_japanese(plain):
        spelled = "|".join({re.escape(s) for s in (plain, hiragana(plain), katakana(plain))})
        foreign = re.escape(katakana(plain))
        paused, direct = f"(?:{spelled}){_BY_TITLE}{_PAUSE}", f"{foreign}{_BY_TITLE}{_GOES_ON}"
        yield re.compile(rf"^{_CALLS_JA}(?:{paused}|{direct})", re.I)
        yield re.compile(rf"{_PAUSE}(?:{spelled}){_BY_TITLE}(?P<mark>[。.!！?？]*)$", re.I)
    else:
        spelled = r"\s+".join(re.escape(word) for word in plain.split())
        about = r"(?!(?:is|was|has|had|does|did|will|would|and|or|said|says|can|could)\b)"
        yield re.compile(rf"^{_CALLS_EN}{spelled}(?:[,.!;:…-]+\s*|[、。]\s*|\s+{about})", re.I)
        yield re.compile(rf"[,;、]\s*{spelled}(?P<mark>[.!?]*)$", re.I)
