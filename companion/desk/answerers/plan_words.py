"""Plan words: sentences that set the purpose, resume or discard a task, or answer its question."""

import re
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from companion.desk.channels import PROGRAMS
from companion.desk.plan_requests import NOT_YOURS, PlanRequests
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.approvals import ApprovalBook
from companion.ports.clock import Clock
from companion.ports.plan import NothingToResume, PlanBook
from companion.words.event import Event
from companion.words.language import Bilingual
from companion.words.plan import HaltReason, PlanStand, TaskStatus
from companion.words.short_answer import ShortAnswer, short_answers
from companion.words.trust import Authority, authority_of

ANSWERED_WITHIN = timedelta(minutes=30)
"""So long after the question a bare yes or no is meant for it; the page takes it at any time."""
TAKEN = Bilingual(
    "分かりました。「{0}」のために働きます。いま手順を考えています。",
    "All right: I will work for this: “{0}”. I am working out the steps.",
)
DROPPED = Bilingual("目的を取り下げました。", "I have dropped the purpose.")
RESUMED = Bilingual("続きから再開します。", "I go on where I was.")
ASKED_AGAIN = Bilingual("続きから再開します。{0}", "I go on where I was. {0}")
"""With the question that is open again."""
DISCARDED = Bilingual("それはやめて、先に進みます。", "I leave that out and go on.")
NOTED = Bilingual("分かりました。", "All right.")
NONE_SET = Bilingual("目的はまだありません。", "I have no purpose yet.")
SHOWN = Bilingual("目的は「{0}」です。", "My purpose is: “{0}”.")
_SETS = (
    re.compile(r"^(?:your|the|our) (?:new )?purpose (?:is|shall be)(?: to| that)?[: ]+(?P<it>.+)$"),
    re.compile(r"^(?:[^、。]{1,6}の|新しい)?目的は[、,:：]?\s*(?P<it>.+?)(?:です|だよ|だ)?$"),
)
_ASKS = re.compile(
    r"^(?:what(?: i|')s your purpose|what are you working (?:for|on))|目的は(?:何|なに|なん)"
)
_DROPS = re.compile(
    r"^(?:drop|forget) (?:your|the|our) purpose$"
    r"|^目的(?:を|は)(?:取り下げて|なしにして|やめて|忘れて)"
)
_RESUMES = re.compile(
    r"^(?:please )?(?:resume|continue|go on|carry on)(?: (?:with )?(?:it|the (?:plan|task)))?"
    r"(?: please)?$"
    r"|^(?:計画を|課題を)?(?:再開|続き|続け)(?:を?して|て|お願い)?(?:ください|くれる)?$"
)
_DISCARDS = re.compile(
    r"^(?:please )?(?:discard|drop|skip|forget)(?: (?:it|that|the task))?(?: please)?$"
    r"|^(?:それは|課題を|その課題は)?(?:破棄|中止)(?:して)?(?:ください)?$"
)
_PAUSES = re.compile(
    r"^(?:please )?(?:pause|interrupt|suspend|stop|halt|hold) (?:the |your )?plan"
    r"(?: for now| for a while)?(?: please)?$"
    r"|^計画を(?:いったん|一旦|一時|ちょっと)?(?:停止|中断|止め|とめ|休ん)(?:して|て|で)?(?:おいて)?"
    r"(?:ください|くれる|お願い)?$"
)
"""Said at any time."""
_WAITS = re.compile(
    r"^(?:please )?(?:wait|hold on|hold it|not now|not yet|later|another time|leave it)"
    r"(?: a (?:minute|moment|second|bit))?(?: please)?$"
    r"|^(?:please )?(?:do|ask) (?:it|that|me|this)? ?(?:later|another time|tomorrow)(?: please)?$"
    r"|^(?:ちょっと|少し)?(?:待って|まって)(?:て|いて)?(?:ください|くれる|ね|よ)?$"
    r"|^(?:今|いま)は(?:やめて|いい|だめ|無理|ちょっと)(?:おいて)?(?:ください|です|よ)?$"
    r"|^(?:それは)?(?:後|あと|また今度|明日)(?:で|に)?(?:して|いい|お願い|やって)?"
    r"(?:ください|です|よ|ね|くれる)?$"
    r"|^まだいい(?:です|よ)?$"
)
"""Said while a task is in hand."""
_QUOTES = "「」『』“”\"' "
"""Marks around a purpose that somebody quotes; our words have their own."""


@dataclass(frozen=True, kw_only=True)
class PlanWords:
    """Answers sentences about the plan."""

    requests: PlanRequests
    book: PlanBook
    approvals: ApprovalBook
    clock: Clock

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """None where the sentence is of something else, or nothing of the plan waits for it."""
        if authority_of(heard.event.trust) is not Authority.USER:
            return None
        plain = heard.text.strip().rstrip(".!。！").casefold()
        if _ASKS.search(plain):
            return Answer(words=self._shown())
        if heard.text.rstrip().endswith(("?", "？")):
            return None
        about = self._purpose(plain, heard) or self._stopped_task(plain, heard.event)
        about = about or await self._question(plain, heard.event)
        return about or await self._interruption(plain, heard.event)

    def _shown(self) -> Bilingual:
        purpose = self.book.plan.purpose
        return NONE_SET if purpose is None else _both(SHOWN, purpose.text)

    def _purpose(self, plain: str, heard: HeardSentence) -> Answer | None:
        for pattern in _SETS:
            if (found := pattern.search(plain)) is not None:
                begins, ends = found.span("it")
                text = heard.text.strip()[begins:ends] if _same(plain, heard.text) else found["it"]
                return Answer(work=partial(self._set, text.strip(_QUOTES), heard.event))
        dropped = _DROPS.search(plain) is not None
        return Answer(work=partial(self._drop, heard.event)) if dropped else None

    def _stopped_task(self, plain: str, event: Event) -> Answer | None:
        if self.book.plan.run.stand is PlanStand.RUNNING:
            return None
        if _RESUMES.search(plain):
            return Answer(work=partial(self._resume, event))
        return Answer(work=partial(self._discard, event)) if _DISCARDS.search(plain) else None

    async def _interruption(self, plain: str, event: Event) -> Answer | None:
        """A word that lets the task in hand wait; not where a later question is meant by it."""
        current = self.book.plan.current
        if self.book.plan.run.stand is not PlanStand.RUNNING or current is None:
            return None
        if _PAUSES.search(plain):
            return Answer(silent=True, work=partial(self._interrupt, event))
        task = current[1]
        if task.status is not TaskStatus.ACTIVE or not _WAITS.search(plain):
            return None
        return Answer(silent=True, work=partial(self._interrupt, event))

    async def _question(self, plain: str, event: Event) -> Answer | None:
        """A yes or no, soon after the question of the plan and after no other one."""
        if event.channel in PROGRAMS:
            return None  # the question is a person's
        said, task = short_answers(plain), self.book.question
        yes = ShortAnswer.YES in said
        if task is None or task.begun_at is None or yes == (ShortAnswer.NO in said):
            return None
        later = [q for q in await self.approvals.pending() if q.asked_at > task.begun_at]
        if later or self.clock.now() - task.begun_at > ANSWERED_WITHIN:
            return None
        return Answer(work=partial(self._answer, yes, event))

    async def _set(self, purpose: str, event: Event) -> Bilingual:
        taken = await self.requests.purpose_said(purpose, event)
        return _both(TAKEN, purpose) if taken else NOT_YOURS

    async def _drop(self, event: Event) -> Bilingual:
        if not self.requests.is_owner(event):
            return NOT_YOURS
        try:
            await self.book.drop_purpose(event)
        except NothingToResume:
            return NONE_SET
        return DROPPED

    async def _interrupt(self, event: Event) -> Bilingual | None:
        try:
            return await self.book.interrupt(event)
        except NothingToResume:
            return None

    async def _resume(self, event: Event) -> Bilingual | None:
        try:
            await self.book.resume(event)
        except NothingToResume:
            return None
        if (late := self._late()) is not None:
            return late
        asked = self.book.question
        if asked is None:
            return RESUMED
        ja, en = str(asked.slots["ja"]), str(asked.slots["en"])
        return Bilingual(ASKED_AGAIN.ja.format(ja), ASKED_AGAIN.en.format(en))

    async def _discard(self, event: Event) -> Bilingual | None:
        try:
            await self.book.discard(event)
        except NothingToResume:
            return None
        return self._late() or DISCARDED

    def _late(self) -> Bilingual | None:
        """The question about tasks whose time passed, where the plan waits for its answer."""
        run = self.book.plan.run
        return run.summary if run.reason == HaltReason.LATE else None

    async def _answer(self, yes: bool, event: Event) -> Bilingual | None:
        return NOTED if await self.book.answer(yes, event) else None


def _both(form: Bilingual, words: str) -> Bilingual:
    return Bilingual(form.ja.format(words), form.en.format(words))


def _same(plain: str, text: str) -> bool:
    """Whether folding kept the length, so that the place of the words is the same."""
    return len(plain) == len(text.strip().rstrip(".!。！"))
