"""Yes and no: reads the answer to a question that waits for approval, by a closed vocabulary.

The whole sentence must be a yes or a no; anything else leaves the question open, and so does
"later", which is acknowledged. It counts only soon after the question was put, since a yes to
something else must not give leave to what was forgotten. A yes that nothing was asked before is
told so: left to the model, it told how some door stands, since it has to say something about the
home.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from companion.phrases.times import length_said
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.approvals import ApprovalAlreadyAnswered, ApprovalBook, NotAsShown
from companion.ports.clock import Clock
from companion.ports.record import Record
from companion.words.approval import ApprovalQuestion
from companion.words.event import Event, EventSource
from companion.words.facts import Replied, fact_of
from companion.words.ids import ApprovalId
from companion.words.language import Bilingual
from companion.words.short_answer import ShortAnswer, short_answers
from companion.words.trust import TrustLabel

HOUR_S = 3600.0
FRESH = timedelta(minutes=3)
"""So long after it was asked a yes or a no is meant for it."""
GRANTED = Bilingual("分かりました。", "All right.")
DENIED = Bilingual("分かりました。しません。", "All right, I will not.")
NOT_YOURS = Bilingual(
    "それに答えられるのは持ち主だけです。ページで答えてください。",
    "Only the owner can answer that: please do it on the page.",
)
WAITS = Bilingual(
    "分かりました。あとにします。質問はページに残しておきます。",
    "All right, later. The question waits on the page.",
)
NOTHING_ASKED = Bilingual(
    "いま、お返事を待っていることはありません。", "I am not waiting for an answer just now."
)
TOO_LATE = Bilingual(
    "「{what}」とお聞きしたのは{ago}前です。ページで答えるか、もう一度頼んでください。",
    "I asked that {ago} ago ({what}): please answer on the page, or ask me again.",
)
NOT_AS_SHOWN = Bilingual(
    "お聞きしたときと変わっているので、やめておきます。もう一度頼んでください。",
    "It is not as it was when I asked, so I leave it: please ask me again.",
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
        if _to_all(heard.text):
            return await self._to_all(heard)
        said = short_answers(heard.text)
        yes, no = ShortAnswer.YES in said, ShortAnswer.NO in said
        if yes == no and ShortAnswer.LATER not in said:
            return None
        pending = await self.approvals.pending()
        now = self.clock.now()
        fresh = [question for question in pending if now - question.asked_at <= FRESH]
        if yes == no:
            return Answer(words=WAITS) if fresh else None
        if not fresh:
            if await self._is_for_others(heard):
                return None
            return Answer(words=_too_late(pending[-1], now) if pending else NOTHING_ASKED)
        if not self.may_answer(fresh[-1], heard.event.trust):
            return Answer(words=NOT_YOURS)
        return Answer(work=partial(self._answer, fresh[-1].id, yes, heard.event.channel))

    async def _to_all(self, heard: HeardSentence) -> Answer | None:
        """A yes to every question that was put lately; the reply names each line."""
        now = self.clock.now()
        fresh = [q for q in await self.approvals.pending() if now - q.asked_at <= FRESH]
        if not fresh:
            return Answer(words=NOTHING_ASKED)
        return Answer(work=partial(self._answer_all, fresh, heard.event))

    async def _answer_all(self, questions: Sequence[ApprovalQuestion], said: Event) -> Bilingual:
        done: list[Bilingual] = []
        left: list[Bilingual] = []
        for question in questions:
            allowed = self.may_answer(question, said.trust)
            told = await self._answer(question.id, True, said.channel) if allowed else NOT_YOURS
            (done if told is GRANTED else left).append(question.summary)
        if not done:
            return NOT_YOURS
        lines = _LINES_ALL if not left else _LINES_SOME
        return Bilingual(
            lines.ja.format("、".join(f"「{s.ja}」" for s in done), len(left)),
            lines.en.format("; ".join(s.en for s in done), len(left)),
        )

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
        except NotAsShown:
            return NOT_AS_SHOWN
        return GRANTED if yes else DENIED


_ALL_JA, _ALL_EN = "(?:全部|ぜんぶ|すべて|全て|どれも|みんな|まとめて)", "(?:all|both|everything)"
_TO_ALL = re.compile(
    rf"{_ALL_JA}(?:に|とも|を)?、?(?:はい|うん|ok|オーケー|いいよ|いいです|お願い|お願いします|やって|どうぞ)(?:ね|よ)?"
    rf"|yes,? (?:to |do )?{_ALL_EN}(?: of (?:them|it))?(?:,? please)?"
    rf"|(?:do|go ahead with) {_ALL_EN}(?: of (?:them|it))?(?:,? please)?",
    re.I,
)
_LINES_ALL = Bilingual("分かりました。{0}、すべてします。", "All right, I do all of these: {0}.")
_LINES_SOME = Bilingual(
    "分かりました。{0}をします。残りの{1}件は、持ち主がページで答えてください。",
    "All right, I do these: {0}. The other {1} wait for the owner's answer on the page.",
)


def _to_all(text: str) -> bool:
    """Whether a sentence is a yes to everything that was asked; closed vocabulary."""
    return _TO_ALL.fullmatch(text.strip().strip("。.!！ ")) is not None


def _too_late(question: ApprovalQuestion, now: datetime) -> Bilingual:
    """That it was asked too long ago: what, and when."""
    ago = length_said(_rounded_s(now - question.asked_at))
    return TOO_LATE.filled(what=question.summary, ago=ago)


def _rounded_s(since: timedelta) -> float:
    """Whole minutes, and from an hour on whole hours."""
    seconds = since.total_seconds()
    size_s = HOUR_S if seconds >= HOUR_S else HOUR_S / 60
    return max(size_s, seconds // size_s * size_s)


def _asks(said: Event) -> bool:
    replied = fact_of(said, Replied)
    marked = replied is not None and replied.asks
    return marked or _QUESTION.search(said.assistant_text.strip()) is not None
