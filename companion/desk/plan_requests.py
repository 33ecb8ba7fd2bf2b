"""Plan requests: take the requests of people to the plan, by sentence, page or command line.

Each is an ordinary input event; who may ask is told by its channel. Only the owner sets or drops
the purpose; a voice of the household may resume, discard and answer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from companion.ports.approvals import NotAsShown
from companion.ports.clock import Clock
from companion.ports.grants import LONGEST_FOR_TASKS, Granted, Grants, GrantScope
from companion.ports.house import House
from companion.ports.plan import NothingToResume, PlanBook, PlanList
from companion.rooms.approval.shown import HASH_CHARS, act_hash
from companion.rooms.journal.room import Journal
from companion.words.device import devices_in
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.plan import GoalId, Plan, Task, TaskAct
from companion.words.text import data_line
from companion.words.trust import Authority, TrustLabel, authority_of

PURPOSE_CHARS = 200
NOT_YOURS = Bilingual(
    "目的を決められるのは持ち主だけです。ページで決めてください。",
    "Only the owner sets the purpose: please do it on the page.",
)
_SET = Bilingual("目的: {}", "the purpose: {}")
_DROP = Bilingual("目的を取り下げる", "drop the purpose")
_INTERRUPT = Bilingual("計画を中断する", "interrupt the plan")
_RESUME = Bilingual("計画を再開する", "resume the plan")
_DISCARD = Bilingual("中断した課題を破棄する", "discard the interrupted task")
_ALLOW = Bilingual("{}の課題をまとめて承認する", "allow the tasks of {} together")
_ANSWER = Bilingual("計画の問いに答える", "answer the question of the plan")


class MayNotPlan(PermissionError):
    """This channel's authority does not reach to the plan."""


@dataclass(frozen=True, kw_only=True)
class PlanRequests:
    """Implements `ports.plan.PlanDesk`."""

    book: PlanBook
    journal: Journal
    grants: Grants
    """Keeps what is allowed ahead."""
    house: House
    clock: Clock
    language: Language
    trust_of: Callable[[str], TrustLabel]
    """Gives the trust label of a channel."""

    @property
    def plan(self) -> Plan:
        """The plan as it stands."""
        return self.book.plan

    @property
    def thinks(self) -> bool:
        """Whether the first goal of the purpose is still to be made."""
        return self.book.thinks

    @property
    def question(self) -> Task | None:
        """The task in hand where it waits for a person's answer."""
        return self.book.question

    def to_allow(self, goal: GoalId) -> PlanList:
        """Acts of the goal's tasks for which people would be asked one by one, with their hash."""
        acts = self.book.to_allow(goal)
        return PlanList(acts, self._shown(acts))

    async def allow(self, goal: GoalId, shown: str, channel: str) -> Granted:
        """Allow each of them in its task. Raises `MayNotPlan`, `NothingToResume` where there are
        none, `NotAsShown`."""
        listed = self.to_allow(goal)
        if not listed.acts:
            raise NothingToResume("no task of this goal asks for anything")
        if shown != listed.shown:
            raise NotAsShown("it is not as it was shown; look at the list again")
        event = await self._asked("allow", _ALLOW.get(self.language).format(goal), channel)
        return await self.grants.give(
            self._scope(goal, listed.acts), self._until(goal), channel, event.id
        )

    def _scope(self, goal: GoalId, acts: tuple[TaskAct, ...]) -> GrantScope:
        """These acts and their devices; a list of one goal says which."""
        ids = {device: None for act in acts for device in devices_in(act.payload)}
        devices = [self.house.device(one) for one in ids]
        does = [f"[{act.task}] {act.does.ja}" for act in acts]
        en = [f"[{act.task}] {act.does.en}" for act in acts]
        return GrantScope(
            action_types=tuple(dict.fromkeys(act.action_type for act in acts)),
            devices=[device for device in devices if device is not None],
            acts=acts,
            label=Bilingual("、".join(does), ", ".join(en)),
        )

    def _until(self, goal: GoalId) -> datetime:
        """A day after the last task begins, as far as a grant may reach."""
        now = self.clock.now()
        tasks = next((one.tasks for one in self.plan.active if one.id == goal), ())
        last = max((task.not_before for task in tasks if task.not_before), default=now)
        return min(max(now, last) + timedelta(days=1), now + LONGEST_FOR_TASKS)

    def _shown(self, acts: tuple[TaskAct, ...]) -> str:
        marks = [
            f"{act.task}|{act_hash(act.action_type, act.payload, self.house.device)}"
            for act in acts
        ]
        return sha256("\n".join(marks).encode()).hexdigest()[:HASH_CHARS]

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

    async def interrupt(self, channel: str) -> EventId:
        """Stop the task in hand, begun or not. Raises `MayNotPlan`, `NothingToResume`."""
        event = await self._asked("interrupt", _INTERRUPT.get(self.language), channel)
        await self.book.interrupt(event)
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
