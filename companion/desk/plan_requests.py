"""Plan requests: take the requests of people to the plan, by sentence, page or command line.

Each is an ordinary input event; who may ask is told by its channel. Only the owner sets or drops
the purpose; a voice of the household may resume, discard and answer.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.ports.plan import PlanBook
from companion.rooms.journal.room import Journal
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.plan import Plan, Task
from companion.words.text import data_line
from companion.words.trust import Authority, TrustLabel, authority_of

PURPOSE_CHARS = 200
NOT_YOURS = Bilingual(
    "目的を決められるのは持ち主だけです。ページで決めてください。",
    "Only the owner sets the purpose: please do it on the page.",
)
_SET = Bilingual("目的: {}", "the purpose: {}")
_DROP = Bilingual("目的を取り下げる", "drop the purpose")
_RESUME = Bilingual("計画を再開する", "resume the plan")
_DISCARD = Bilingual("中断した課題を破棄する", "discard the interrupted task")
_ANSWER = Bilingual("計画の問いに答える", "answer the question of the plan")


class MayNotPlan(PermissionError):
    """This channel's authority does not reach to the plan."""


@dataclass(frozen=True, kw_only=True)
class PlanRequests:
    """Implements `ports.plan.PlanDesk`."""

    book: PlanBook
    journal: Journal
    language: Language
    trust_of: Callable[[str], TrustLabel]
    """Gives the trust label of a channel."""

    @property
    def plan(self) -> Plan:
        """The plan as it stands."""
        return self.book.plan

    @property
    def question(self) -> Task | None:
        """The task in hand where it waits for a person's answer."""
        return self.book.question

    async def set_purpose(self, text: str, channel: str) -> EventId:
        """Work for this. Raises `MayNotPlan`, `ValueError` for an empty one."""
        purpose = data_line(text, PURPOSE_CHARS)
        if not purpose:
            raise ValueError("there is no purpose in it")
        said = _SET.get(self.language).format(purpose)
        event = await self._asked("set_purpose", said, channel, TrustLabel.OWNER)
        await self.book.set_purpose(purpose, event)
        return event.id

    async def purpose_said(self, purpose: str, event: Event) -> bool:
        """The same by a sentence that is recorded; False where its speaker may not."""
        if not self.is_owner(event):
            return False
        await self.book.set_purpose(data_line(purpose, PURPOSE_CHARS), event)
        return True

    def is_owner(self, event: Event) -> bool:
        """Whether the owner stands behind a recorded sentence."""
        return event.trust is TrustLabel.OWNER

    async def drop_purpose(self, channel: str) -> EventId:
        """Work for nothing. Raises `MayNotPlan`, `NothingToResume` without a purpose."""
        event = await self._asked(
            "drop_purpose", _DROP.get(self.language), channel, TrustLabel.OWNER
        )
        await self.book.drop_purpose(event)
        return event.id

    async def resume(self, channel: str) -> EventId:
        """Go on. Raises `MayNotPlan`, `NothingToResume`."""
        event = await self._asked("resume", _RESUME.get(self.language), channel)
        await self.book.resume(event)
        return event.id

    async def discard(self, channel: str) -> EventId:
        """Let the interrupted task go. Raises `MayNotPlan`, `NothingToResume`."""
        event = await self._asked("discard", _DISCARD.get(self.language), channel)
        await self.book.discard(event)
        return event.id

    async def answer(self, yes: bool, channel: str) -> bool:
        """Answer the question of the task in hand; False: none is open. Raises `MayNotPlan`."""
        event = await self._asked("answer", _ANSWER.get(self.language), channel)
        return await self.book.answer(yes, event)

    async def _asked(
        self, what: str, text: str, channel: str, least: TrustLabel | None = None
    ) -> Event:
        trust = self.trust_of(channel)
        if authority_of(trust) is not Authority.USER or least not in (None, trust):
            raise MayNotPlan(f"{channel} may not {what.replace('_', ' ')}")
        facts = {"action_type": f"plan.{what}"}
        return await self.journal.requested(text, facts, trust, channel)
