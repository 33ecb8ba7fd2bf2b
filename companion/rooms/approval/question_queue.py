"""Question queue: picks the question that is put to the owner now, and rations foreign words.

A person's own wish is asked at once, beside other wishes of people; every question names what it
would do, and the newest stands in front. The companion's own ideas give way to it, and are not
lined up: by the time of an answer they are stale.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from companion.ports.approvals import ApprovalAlreadyAnswered, ApprovalBook
from companion.ports.record import Record
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.decision import ActionDecision
from companion.words.ids import ApprovalId, EventId
from companion.words.language import Bilingual

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST = 8
"""Questions of people that may wait at once; more than that nobody reads, and it is put off."""
WITHDRAWN_BY = "companion"
"""Name that is recorded as the answerer of a question that a person's own wish replaced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A question somebody or something wants put to the owner."""

    decision: ActionDecision
    decision_event_id: EventId
    summary: Bilingual
    impact: Bilingual
    risk: int
    at: datetime
    by_person: bool
    """A person with user authority wished for exactly this."""
    prompted_by: str
    """Foreign words that suggested it, "" for none."""

    def same_as(self, question: ApprovalQuestion) -> bool:
        """Whether it would read the same to the owner, and is the same act."""
        asked = (question.summary, question.impact, question.risk, question.shown_hash)
        return asked == (self.summary, self.impact, self.risk, self.decision.shown_hash)


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """Result of putting a question: the question, or why none is put now."""

    question: ApprovalQuestion | None
    put_off: str = ""
    """`another_question_waits`, `too_many_questions`, `asked_often_enough`; "" when it is asked."""


@dataclass(slots=True)
class Ration:
    """How often foreign words may have a question put: an attacker must not wear the owner down."""

    per_hour: int = 2
    same_words_every: timedelta = DAY
    _asked: list[tuple[datetime, str]] = field(default_factory=list)

    def allows(self, words: str, at: datetime) -> bool:
        """Whether these words may ask now."""
        self._asked = [(t, w) for t, w in self._asked if at - t < self.same_words_every]
        lately = sum(at - t < HOUR for t, _ in self._asked)
        return lately < self.per_hour and all(w != words for _, w in self._asked)

    def spend(self, words: str, at: datetime) -> None:
        """They asked."""
        self._asked.append((at, words))


async def _nobody(question: ApprovalQuestion) -> None:
    return


class QuestionQueue:
    """Puts questions through the book. `withdrawn` hears what gave way."""

    def __init__(
        self,
        book: ApprovalBook,
        record: Record | None,
        *,
        ration: Ration | None = None,
        withdrawn: Callable[[ApprovalQuestion], Awaitable[object]] = _nobody,
    ) -> None:
        self._book = book
        self._record = record
        self._ration = ration or Ration()
        self._withdrawn = withdrawn
        self._wishes: set[ApprovalId] = set()

    async def put(self, wanted: Wanted) -> QuestionAsked:
        """Ask now, find it asked already, or put it off."""
        pending = await self._book.pending()
        for waiting in pending:
            if wanted.same_as(waiting):
                if waiting.is_in_front(wanted.at):
                    return QuestionAsked(waiting)
                await self._withdraw(waiting)
        if not wanted.by_person:
            # An old question waits in the list, and keeps no other from being put.
            if any(question.is_in_front(wanted.at) for question in pending):
                return QuestionAsked(None, "another_question_waits")
            return await self._idea(wanted)
        ideas = [question for question in pending if not await self._is_wish(question)]
        if len(pending) - len(ideas) >= MOST:
            return QuestionAsked(None, "too_many_questions")
        for idea in ideas:
            await self._withdraw(idea)
        return QuestionAsked(await self._ask(wanted))

    async def _idea(self, wanted: Wanted) -> QuestionAsked:
        words = wanted.prompted_by
        if words and not self._ration.allows(words, wanted.at):
            return QuestionAsked(None, "asked_often_enough")
        if words:
            self._ration.spend(words, wanted.at)
        return QuestionAsked(await self._ask(wanted))

    async def _ask(self, wanted: Wanted) -> ApprovalQuestion:
        question = await self._book.ask(
            wanted.decision_event_id, wanted.summary, wanted.impact, wanted.risk
        )
        if wanted.by_person:
            self._wishes.add(question.id)
        return question

    async def _is_wish(self, question: ApprovalQuestion) -> bool:
        """Whether a person wished for it; after a restart the record says so."""
        if question.id in self._wishes or self._record is None:
            return question.id in self._wishes
        decision = await self._record.decision(question.decision_event_id)
        return decision is not None and decision.decided_by == "reflex"

    async def _withdraw(self, question: ApprovalQuestion) -> None:
        try:
            gone = await self._book.answer(question.id, ApprovalStatus.DENIED, WITHDRAWN_BY)
        except ApprovalAlreadyAnswered:
            return
        await self._withdrawn(gone)
