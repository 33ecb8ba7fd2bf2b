"""Garden day: answers "what did you do today?" by the log of the companion's own garden life.

The sentences are a closed vocabulary that is matched whole. The answer says that it is of the
garden, and is recorded as of the garden: it never becomes a memory of the house.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from companion.ports.answerer import Answer, HeardSentence
from companion.ports.garden import GardenReader
from companion.words.language import Bilingual
from companion.words.trust import Authority, authority_of

_END = r"(です|でした)?(か|の|んだ|かな|ね|よ)*"
_OWN_TODAY = re.compile(
    r"(so,? )?(what have you been (doing|up to)|what were you (doing|up to)|how was your day"
    r"|how is your day( going)?|how has your day been|what did you get up to)( so far)?( today)?"
    r"|(how is|how's) (life in )?your garden( today)?|what('s| is) new (in your garden|with you)"
    rf"|今日は?、?(何|なに)を?して(い)?(た|ました){_END}"
    rf"|今日は?、?(どう|どんなふうに)過ごし(た|ました){_END}"
    rf"|今日は?、?(どんな|どういう)(一日|日)だった{_END}"
    rf"|(今日の?)?庭(は|では)(どう|何かあった|最近どう){_END}",
    re.I,
)
_DEEDS_TOO = re.compile(
    r"(so,? )?what (did|have) you (do|done)( so far)? today"
    rf"|今日は?、?(何|なに)を?(した|しました){_END}",
    re.I,
)
_YESTERDAY = re.compile(
    r"(?P<deeds>what did you do) yesterday|how was your day yesterday"
    r"|what were you (doing|up to) yesterday"
    rf"|昨日は?、?(何|なに)を?(して(い)?た|して(い)?ました){_END}"
    rf"|昨日は?、?(どんな|どういう)(一日|日)だった{_END}",
    re.I,
)


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
        yesterday = _YESTERDAY.fullmatch(said)
        both = _DEEDS_TOO.fullmatch(said) or (yesterday and yesterday["deeds"])
        if not (both or yesterday or _OWN_TODAY.fullmatch(said)):
            return None
        words = self.garden.yesterday_told() if yesterday else self.garden.today_told()
        if words is None:
            return None
        if both:
            home = await self.deeds(heard.text)
            words = Bilingual(f"{home.ja}{words.ja}", f"{home.en} {words.en}")
        return Answer(words=words, garden=True)
