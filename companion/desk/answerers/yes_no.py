"""Yes and no: reads the answer to a question that waits for approval, by a closed vocabulary.

The whole sentence must be a yes or a no; anything else leaves the question open. It counts only
soon after the question was put, since a yes to something else must not give leave to what was
forgotten. A yes that nothing was asked before is told so: left to the model, it told how some door
stands, since it has to say something about the home.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from companion.ports.answerer import Answer, HeardSentence
from companion.ports.approvals import ApprovalAlreadyAnswered, ApprovalBook
from companion.ports.clock import Clock
from companion.ports.record import Record
from companion.words.approval import ApprovalQuestion
from companion.words.event import Event, EventSource
from companion.words.facts import Replied, fact_of
from companion.words.ids import ApprovalId
from companion.words.language import Bilingual
from companion.words.short_answer import ShortAnswer, short_answers
from companion.words.trust import TrustLabel

FRESH = timedelta(minutes=3)
"""So long after it was asked a yes or a no is meant for it."""
GRANTED = Bilingual("分かりました。", "All right.")
DENIED = Bilingual("分かりました。しません。", "All right, I will not.")
NOT_YOURS = Bilingual(
    "それに答えられるのは持ち主だけです。ページで答えてください。",
    "Only the owner can answer that: please do it on the page.",
)
NOTHING_ASKED = Bilingual(
    "いま、お返事を待っていることはありません。", "I am not waiting for an answer just now."
)
TOO_LATE = Bilingual(
    "お聞きしてから時間がたちました。ページで答えるか、もう一度頼んでください。",
    "I asked that too long ago: please answer on the page, or ask me again.",
)
_SAID = (EventSource.CONVERSATION_REPLY, EventSource.AUTONOMY_MESSAGE)
_QUESTION = re.compile(r"[?？]|(?:か|かな|ね)[。!！]?$")
"""A model's own question is not marked as one in the record. In Japanese it may have no mark; a
sentence that ends with ね may be one."""


@dataclass(frozen=True, kw_only=True)
class YesNo:
    """Answers the question that waits."""

    approvals: ApprovalBook
    may_answer: Callable[[ApprovalQuestion, TrustLabel], bool]
    answer_it: Callable[[ApprovalId, bool, str], Awaitable[object]]
    """Of the front desk: the walk goes on at the referee. Raises `PermissionError`."""
    clock: Clock
    record: Record

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """None where nothing was asked lately, or the sentence says more than yes or no."""
        said = short_answers(heard.text)
        yes, no = ShortAnswer.YES in said, ShortAnswer.NO in said
        if yes == no:
            return None
        pending = await self.approvals.pending()
        now = self.clock.now()
        fresh = [question for question in pending if now - question.asked_at <= FRESH]
        if not fresh:
            if await self._is_for_others(heard):
                return None
            return Answer(words=TOO_LATE if pending else NOTHING_ASKED)
        if not self.may_answer(fresh[-1], heard.event.trust):
            return Answer(words=NOT_YOURS)
        return Answer(work=partial(self._answer, fresh[-1].id, yes, heard.event.channel))

    async def _is_for_others(self, heard: HeardSentence) -> bool:
        """Whether it answers something else: what the grammar asked back, or what was said last and
        may have been a question."""
        if heard.reading.reply is not None or heard.reading.requests:
            return True
        for last in await self.record.recent(limit=1, sources=_SAID):
            if self.clock.now() - last.at <= FRESH:
                return _asks(last)
        return False

    async def _answer(self, question: ApprovalId, yes: bool, channel: str) -> Bilingual:
        try:
            await self.answer_it(question, yes, channel)
        except PermissionError:
            return NOT_YOURS
        except ApprovalAlreadyAnswered:
            return GRANTED
        return GRANTED if yes else DENIED


def _asks(said: Event) -> bool:
    replied = fact_of(said, Replied)
    marked = replied is not None and replied.asks
    return marked or _QUESTION.search(said.assistant_text.strip()) is not None
