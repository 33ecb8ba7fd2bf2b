"""Loudness: answers "speak more quietly", "speak up" and "in your usual voice".

Only sentences about speaking and the voice are meant; "turn it down" is for players.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Protocol

from companion.ports.answerer import Answer, HeardSentence
from companion.words.language import Bilingual
from companion.words.table import compiled, table
from companion.words.trust import Authority, authority_of


class Louder(StrEnum):
    """Direction in which the voice is changed."""

    QUIETER = "quieter"
    LOUDER = "louder"
    USUAL = "usual"


_READ = table("companion.desk.answerers", "loudness.toml")
_SENTENCES = {
    Louder(way): sentence
    for way, sentence in compiled(_READ["forms"], _READ["words"], re.IGNORECASE).items()
}
_LIKE_THIS = Bilingual("はい。このくらいの声で話します。", "All right, I speak like this now.")
_NO_FURTHER = {
    Louder.QUIETER: Bilingual("これがいちばん小さい声です。", "This is as quietly as I can speak."),
    Louder.LOUDER: Bilingual("これがいちばん大きい声です。", "This is as loud as I can speak."),
    Louder.USUAL: Bilingual("いつもの声で話しています。", "This is my usual voice."),
}
_NOT_KEPT = Bilingual(
    "声の大きさを変えられませんでした。ディスクに書き込めません。",
    "I could not change my voice: the disk takes nothing.",
)


def loudness(text: str) -> Louder | None:
    """Whether a sentence is nothing but one of these."""
    said = " ".join(text.split()).strip("。.!！?？、, ")
    return next((way for way, form in _SENTENCES.items() if form.fullmatch(said)), None)


class Volume(Protocol):
    """Loudness of speech that people choose, in steps."""

    async def change(self, way: str) -> bool:
        """`quieter`, `louder` or `usual`, kept over a restart; False: there is no further step.
        Raises `OSError`."""


@dataclass(frozen=True, kw_only=True)
class Loudness:
    """Changes the voice for people of the home."""

    volume: Volume

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The answer, in the new voice."""
        way = loudness(heard.text)
        if way is None or authority_of(heard.event.trust) is not Authority.USER:
            return None
        return Answer(work=partial(self._changed, way))

    async def _changed(self, way: Louder) -> Bilingual:
        try:
            return _LIKE_THIS if await self.volume.change(way.value) else _NO_FURTHER[way]
        except OSError:
            return _NOT_KEPT
