"""Quiet asked for: keeps from speaking unasked when a person of the home says so.

"Be quiet" holds for an hour, "keep quiet till noon" until then, "you can talk again" ends it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from companion.phrases.manner import Manner
from companion.phrases.times import said
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.clock import Clock
from companion.rooms.understanding.quiet_wish import QuietWish, quiet_wish
from companion.service.speech_purse import SpeechPurse
from companion.words.language import Bilingual
from companion.words.persona import Saying
from companion.words.timing import Once
from companion.words.trust import Authority, authority_of

_FOR_AN_HOUR = Bilingual(
    "分かりました。1時間は、聞かれたときだけ話します。",
    "All right. For an hour I speak only when spoken to.",
)
_UNTIL = Bilingual(
    "分かりました。{}までは、聞かれたときだけ話します。アラームと危険の知らせは鳴ります。",
    "All right. Until {} I speak only when spoken to. Alarms and warnings of danger still sound.",
)
_OVER = Bilingual("はい。また話します。", "All right, I speak again.")


@dataclass(frozen=True, kw_only=True)
class QuietAsked:
    """Takes the wish and tells until when it holds."""

    clock: Clock
    hush: Callable[[datetime | None], Awaitable[None]]
    """Keeps the companion from speaking unasked until then; None ends that."""
    manner: Manner = field(default_factory=Manner)
    """How the persona words it."""
    purse: SpeechPurse | None = None
    """Emptied by who asks for quiet."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """Only people of the home ask for quiet."""
        if authority_of(heard.event.trust) is not Authority.USER:
            return None
        wish = quiet_wish(heard.text, self.clock.now())
        return Answer(work=partial(self._taken, wish)) if wish is not None else None

    async def _taken(self, wish: QuietWish) -> Bilingual:
        await self.hush(wish.until)
        if wish.until is None:
            return _OVER
        if self.purse is not None:
            self.purse.told_off()
        if not wish.is_timed:
            return self.manner.own(Saying.QUIETER, _FOR_AN_HOUR)
        if wish.until.date() == self.clock.now().date():
            moment = f"{wish.until:%H:%M}"
            return _UNTIL.filled(moment)
        day = said(Once(wish.until))
        return _UNTIL.filled(day)
