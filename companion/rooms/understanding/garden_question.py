"""A garden question 庭への問い asks the companion about its own life in its garden.

A sentence is read whole, or by freer rules where it names the companion and nothing of the home or
of the asker (`garden_asked.toml`), so that a question for the home or its people is never taken.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from companion.rooms.understanding.lexicon import DATA
from companion.words.garden_view import PersonView
from companion.words.language import Bilingual, has_japanese
from companion.words.table import table

_TABLE: Final = table(DATA, "garden_asked.toml")
_OF_YOURS = "_of_yours"
"""Ending of a Japanese topic whose forms are asked of the companion only where it is named."""
_NUMBER_JA = "[0-9０-９〇一二三四五六七八九十]{1,4}"
_TIME_JA = (
    r"(?:(?:今日|きょう|今朝|今夜|今晩|今|いま|さっき|朝|お?昼|夜|午前中?|午後|夕方|最近|近頃|この(?:頃|ごろ|あと|後)"
    r"|明日|あした|昨日|きのう|昨夜|ゆうべ|夕べ|昨晩|一日(?:中)?|これから"
    r"|一昨日|おととい|先々?週末?|今週|先々?月|今月|一昨年|去年|昨年|今年|[春夏秋冬]"
    r"|(?:先週|この前)の(?:週末|[月火水木金土日]曜日?)"
    rf"|{_NUMBER_JA}(?:日|週間|[かヶカ]月|年)前|(?:{_NUMBER_JA}年)?{_NUMBER_JA}月(?:{_NUMBER_JA}日)?)(?:は|から|まで|に|も|の|って|、)*)"
)
_ASKS_JA = re.compile(
    r"[?？]$|いつ|何|なに|なん|誰|だれ|どこ|何処|どう|どんな|いくら|教えて|聞かせて|話して|読んで|見せて|知りたい|聞きたい"
)
_END_JA = r"(?:(?:んで|の|ん|で)?(?:す|した)?(?:か|の|かな|かしら|ね|よ)*)"
_TWO_SENTENCES = re.compile(r"[.!?]\s+\w|[。！？]\s*\w")


@dataclass(frozen=True)
class _Free:
    """Words of the freer sentences of one language."""

    you: re.Pattern[str]
    asks: re.Pattern[str]
    allowed: tuple[re.Pattern[str], ...]
    foreign: tuple[re.Pattern[str], ...]
    """Of the home, of the asker, and verbs of other matters."""
    topics: tuple[tuple[str, re.Pattern[str]], ...]

    def without_allowed(self, said: str) -> str:
        """The sentence without phrases that name the asker and change nothing."""
        for pattern in self.allowed:
            said = pattern.sub(" ", said)
        return said

    def is_own(self, said: str, rest: str, *, named: bool) -> bool:
        """Whether it asks the companion, and nothing of the home or of the asker."""
        speaks = named or self.you.search(rest) is not None
        asked = self.asks.search(said) is not None
        alone = _TWO_SENTENCES.search(said) is None
        return speaks and asked and alone and not any(one.search(rest) for one in self.foreign)


def _free(rows: Mapping[str, Any]) -> _Free:
    def read(text: str) -> re.Pattern[str]:
        return re.compile(text, re.I)

    foreign = (rows[name] for name in ("home", "asker", "other_verbs") if name in rows)
    return _Free(
        read(rows["you"]),
        read(rows["asks"]) if "asks" in rows else _ASKS_JA,
        tuple(map(read, rows.get("allowed", ()))),
        tuple(map(read, foreign)),
        tuple((name, read(text)) for name, text in rows["topics"].items()),
    )


_FREE: Final = {language: _free(_TABLE[language]["free"]) for language in ("en", "ja")}


class GardenTopic(NamedTuple):
    """Topic of a sentence, and the person or the place of the garden that it names."""

    name: str
    who: PersonView | None = None
    place: Bilingual | None = None


class GardenQuestions:
    """Reader of such questions in a garden of these people and places."""

    def __init__(self, people: Sequence[PersonView], places: Sequence[Bilingual] = ()) -> None:
        self._people = {name.casefold(): one for one in people for name in names_of(one.name)}
        self._places = {
            called: one
            for one in places
            for name in names_of(one)
            for called in (name.casefold(), name.casefold().removeprefix("the "))
        }

    def topic_of(self, said: str) -> GardenTopic | None:
        """The topic of a sentence; None where it asks for nothing of these."""
        japanese = has_japanese(said)
        if japanese and not _ASKS_JA.search(said):
            return None
        plain = said.rstrip("?？")
        for topic, pattern in self._ja if japanese else self._en:
            if (match := pattern.fullmatch(plain)) is not None:
                name = next((one for one in match.groupdict().values() if one), "")
                who = self._people.get(name.casefold())
                place = self._places.get(name.casefold())
                return GardenTopic("person" if who is not None else topic, who, place)
        return self._freely(said, _FREE["ja" if japanese else "en"])

    def _freely(self, said: str, free: "_Free") -> GardenTopic | None:
        """The topic of a freer sentence; None where it may be about the home or the asker."""
        rest = free.without_allowed(said)
        named = self._named.search(said)
        if not free.is_own(said, rest, named=named is not None):
            return None
        if named is not None:
            return GardenTopic("person", self._people[named[0].casefold()])
        topic = next((name for name, pattern in free.topics if pattern.search(rest)), None)
        return None if topic is None else GardenTopic(topic)

    @cached_property
    def _named(self) -> re.Pattern[str]:
        """Name of somebody in the garden: of letters it stands alone, of kana with a title."""
        names = sorted(map(re.escape, self._people), key=len, reverse=True)
        latin = "|".join(one for one in names if not has_japanese(one)) or "(?!)"
        kana = "|".join(one for one in names if has_japanese(one)) or "(?!)"
        return re.compile(rf"\b(?:{latin})\b|(?:{kana})(?=さん|くん|ちゃん)", re.I)

    @cached_property
    def _en(self) -> list[tuple[str, re.Pattern[str]]]:
        rows = _TABLE["en"]
        before = rf"(?:(?:{'|'.join(rows['openings'])}),? )*"
        behind = rf"(?:,? (?:yesterday|{'|'.join(rows['tails'])}))*"
        return [
            (topic, self._compiled(rf"{before}(?:{{forms}}){behind}", forms))
            for topic, forms in rows["topics"].items()
        ]

    @cached_property
    def _ja(self) -> list[tuple[str, re.Pattern[str]]]:
        return [*self._japanese(_TABLE["ja"])]

    def _japanese(self, rows: Mapping[str, Any]) -> Iterator[tuple[str, re.Pattern[str]]]:
        before = rf"(?:(?:{'|'.join(rows['openings'])})、?)*"
        there = r"(?:は|の|って|も|には?|では?|、)*"
        yours = rf"(?:{rows['you']}{there}(?:お?庭|町)?{there})"
        behind = rf"{_END_JA}、?(?:{'|'.join(rows['tails'])})*"
        for topic, forms in rows["topics"].items():
            name = topic.removesuffix(_OF_YOURS)
            named = yours if name != topic else f"{yours}?"
            whole = rf"{before}{_TIME_JA}*{named}{_TIME_JA}*(?:{{forms}}){behind}"
            yield name, self._compiled(whole, forms)

    def _compiled(self, whole: str, forms: Sequence[str]) -> re.Pattern[str]:
        text = whole.replace("{forms}", "|".join(forms))
        for gap, known in (("who", self._people), ("place", self._places)):
            longest = map(re.escape, sorted(known, key=len, reverse=True))
            names = "|".join(longest).replace("\\ ", " ") or "(?!)"
            while f"{{{gap}}}" in text:
                number = text.count(f"{{{gap}}}")
                text = text.replace(f"{{{gap}}}", f"(?P<{gap}{number}>{names})", 1)
        return re.compile(text.replace(" ", r"\s+"), re.I)


def names_of(name: Bilingual) -> tuple[str, ...]:
    """The name in both languages."""
    return name.ja, name.en


def plain(said: str) -> str:
    """One line without marks at its ends but a question mark; curly apostrophes made straight."""
    text = " ".join(said.replace("’", "'").split())
    asks = text.rstrip("。.!！、, ").endswith(("?", "？"))
    return text.strip("。.!！?？、, ") + ("?" if asks else "")
