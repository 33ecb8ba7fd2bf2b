"""Never again: takes the owner's word that an act of the companion's own accord is not to be
repeated."""

import re
from dataclasses import dataclass
from functools import partial

from companion.desk.act_history import ActHistory
from companion.desk.teaching import MayNotTeach, Teaching
from companion.home.taught import Lesson
from companion.ports.answerer import Answer, HeardSentence
from companion.words.event import Event
from companion.words.language import Bilingual

_KINDLY_JA = "(ください|くれる|くれ|よ|ね)?"
_NEVER = re.compile(
    r"(please )?((never|don'?t( ever)?|do not( ever)?) do (that|it|this)( again)?( by yourself)?"
    r"|never again|stop doing (that|this))(,? please)?"
    rf"|(もう|そんなこと(は|を)?|それ(は|を)?|今の(は|を)?|さっきの(は|を)?|勝手に|二度と|絶対に|、)+"
    rf"(しないで|やらないで|しないでほしい){_KINDLY_JA}",
    re.I,
)

NOTHING_OF_MY_OWN = Bilingual(
    "最近、頼まれずに自分からしたことはありません。",
    "I did nothing of my own accord lately.",
)
ONLY_THE_OWNER = Bilingual(
    "それを決められるのは持ち主だけです。", "Only the owner can decide that."
)
_NEVER_AGAIN = Bilingual(
    "分かりました。「{}」は、自分からはもうしません。「その他」で取り消せます。",
    "All right. I will not do that by myself any more: {}. You can take it back under More.",
)


def forbids(text: str) -> bool:
    """Whether a sentence forbids what was just done; closed vocabulary."""
    return _NEVER.fullmatch(text.strip().strip("。.!！ ")) is not None


@dataclass(frozen=True, kw_only=True)
class NeverAgain:
    """The owner says so; nobody else decides what is done by itself."""

    history: ActHistory
    teaching: Teaching

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """That it is not done by itself any more, or why that cannot be."""
        if not forbids(heard.text):
            return None
        return Answer(work=partial(self._never_again, heard.event))

    async def _never_again(self, event: Event) -> Bilingual:
        found = await self.history.last_of_my_own()
        if found is None:
            return NOTHING_OF_MY_OWN
        done, decision = found
        try:
            await self.teaching.teach(done.id, Lesson.NEVER, event.channel)
        except MayNotTeach:
            return ONLY_THE_OWNER
        does = decision.summary
        return _NEVER_AGAIN.filled(does)
