"""Garden day: answers "what did you do today?" and "how was your day?".

The first question gets the acts in the home and then the day in the garden, the second the garden
alone. The sentences are a closed vocabulary that is matched whole. The answer says that it is of
the garden, and is recorded as of the garden: it never becomes a memory of the house.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from companion.ports.answerer import Answer, HeardSentence
from companion.ports.garden import GardenReader
from companion.words.language import Bilingual
from companion.words.trust import Authority, authority_of

_END = r"(です|でした)?(か|の|んだ|かな|ね|よ)*"
_DID_EN = r"(so,? )?what (did you do|have you done)( so far)?"
_WAS_AT_EN = r"(so,? )?what (did you get up to|(have you been|were you) (doing|up to))( so far)?"
_DEEDS_JA = rf"は?、?(何|なに)を?(した|しました|して(い)?(た|ました)){_END}"
_DAY_JA = rf"は?、?((どう|どんなふうに)過ごし(た|ました)|(どんな|どういう)(一日|日)だった){_END}"
_DEEDS_TODAY = re.compile(rf"{_DID_EN} today|{_WAS_AT_EN}( today)?|今日{_DEEDS_JA}", re.I)
_DAY_TODAY = re.compile(
    r"((so,? )?how (was your day|is your day( going)?|has your day been)( so far)?( today)?"
    r"|(how is|how's) (life in )?your garden( today)?|what('s| is) new (in your garden|with you)"
    rf"|今日{_DAY_JA}|(今日の?)?庭(は|では)(どう|何かあった|最近どう){_END})",
    re.I,
)
_DEEDS_YESTERDAY = re.compile(rf"({_DID_EN}|{_WAS_AT_EN}) yesterday|昨日{_DEEDS_JA}", re.I)
_DAY_YESTERDAY = re.compile(rf"how was your day yesterday|昨日{_DAY_JA}", re.I)


@dataclass(frozen=True, kw_only=True)
class GardenDay:
    """Answers the people of the home; a stranger is told nothing, as of every other day."""

    garden: GardenReader
    deeds: Callable[[str], Awaitable[Bilingual]]
    """Words for the acts in the home on the day that a sentence asks for."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The day in the garden; where acts are asked for, those in the home first."""
        said = " ".join(heard.text.split()).strip("。.!！?？、, ")
        if authority_of(heard.event.trust) is not Authority.USER:
            return None
        deeds_yesterday = _DEEDS_YESTERDAY.fullmatch(said)
        yesterday = deeds_yesterday or _DAY_YESTERDAY.fullmatch(said)
        both = deeds_yesterday or _DEEDS_TODAY.fullmatch(said)
        if not (both or yesterday or _DAY_TODAY.fullmatch(said)):
            return None
        words = self.garden.yesterday_told() if yesterday else self.garden.today_told()
        if words is None:
            return None
        if both:
            home = await self.deeds(heard.text)
            words = Bilingual(f"{home.ja}{words.ja}", f"{home.en} {words.en}")
        return Answer(words=words, garden=True)
