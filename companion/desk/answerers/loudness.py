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
from companion.words.trust import Authority, authority_of

_A_BIT = r"(a (little|bit)( more)?|a little bit|much|more|some)? ?"
_PLEASE, _EN_END = (
    r"((please|can you|could you|would you|just) )*",
    r"( now| from now on)?(,? please)?",
)
_EN_SPEAK = r"(speak|talk|sound|be)"
_JA_BIT = r"((もっと|もう少し|もうちょっと|もう|少し|ちょっと|今は|これからは?)、?)*"
_JA_SPEAK = r"(話して|はなして|喋って|しゃべって|言って|お話しして|返事して|答えて|お願い)"
_JA_END = (
    r"(ください|下さい|くれる|くれますか|くれない|くれ|もらえる|もらえますか|ほしい"
    r"|お願い|ね|よ|な)*"
)


class Louder(StrEnum):
    """Direction in which the voice is changed."""

    QUIETER = "quieter"
    LOUDER = "louder"
    USUAL = "usual"


def _sentence(english: str, japanese: str) -> re.Pattern[str]:
    return re.compile(f"{_PLEASE}({english}){_EN_END}|{_JA_BIT}({japanese}){_JA_END}", re.I)


_SENTENCES = {
    Louder.QUIETER: _sentence(
        rf"{_EN_SPEAK} {_A_BIT}(quietly|quieter|softly|softer|lower|less loud(ly)?)"
        r"|(don't|do not) (speak|talk|be) so loud(ly)?|not so loud"
        r"|(lower|turn down) your voice|(keep|turn) your voice down|you('re| are) too loud",
        rf"(静かに|しずかに|小さな声で|小さい声で|小声で|声を小さく|声を落として|控えめに){_JA_SPEAK}"
        r"|声を(小さく|ちいさく)して|声を(落として|下げて|控えて)|声の?(音量|大きさ)を(下げて|小さくして)"
        r"|声が(大きい|大きすぎる|でかい|うるさい)(です)?",
    ),
    Louder.LOUDER: _sentence(
        rf"{_EN_SPEAK} {_A_BIT}(loud(ly|er)?|up)|(raise|turn up) your voice|turn your voice up"
        r"|i (can't|can not|cannot) hear you( well)?|you('re| are) too quiet",
        rf"(大きな声で|大きい声で|大声で|はっきり){_JA_SPEAK}"
        r"|声を(大きく|おおきく)して|声を上げて|声の?(音量|大きさ)を(上げて|大きくして)"
        r"|声が(小さい|小さすぎる|聞こえない|聞こえません|聞こえにくい)(です)?",
    ),
    Louder.USUAL: _sentence(
        r"(speak|talk) (normally|in your (usual|normal) voice|(at|with) your (usual|normal) volume)"
        r"|use your (usual|normal) voice",
        rf"(普通の声で|いつもの声で|普通に|いつも通りの?声で){_JA_SPEAK}"
        r"|声の?(音量|大きさ)を(元に戻して|戻して|普通にして)|声を(元に戻して|戻して|普通にして)",
    ),
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
