"""Ports of the plan: keep the owner's purpose and its tasks, and take requests of people."""

from dataclasses import dataclass
from typing import Protocol

from companion.ports.grants import Granted
from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.plan import GoalId, Plan, Task, TaskAct, TaskId


class NothingToResume(ValueError):
    """Error: the plan goes on already, or there is no purpose or task to let go."""


@dataclass(frozen=True, slots=True)
class PlanList:
    """課題の承認一覧: acts that can be allowed together, and the hash of what is shown of them."""

    acts: tuple[TaskAct, ...]
    shown: str


class PlanBook(Protocol):
    """The plan and its moves. `by` is the recorded event of the person who asks; who may ask was
    settled before."""

    @property
    def plan(self) -> Plan:
        """As it stands."""

    @property
    def thinks(self) -> bool:
        """Whether the first goal of the purpose is still to be made."""

    @property
    def question(self) -> Task | None:
        """The task in hand where it waits for a person's answer."""

    def to_allow(self, goal: GoalId) -> tuple[TaskAct, ...]:
        """Acts of a goal's tasks for which people would be asked one by one; none for a goal that
        is not active."""

    async def set_purpose(self, text: str, by: Event) -> None:
        """Work for this from now on."""

    async def drop_purpose(self, by: Event) -> None:
        """Let the purpose and all open tasks go. Raises `NothingToResume`."""

    async def resume(self, by: Event) -> None:
        """Go on where it was. Raises `NothingToResume`."""

    async def discard(self, by: Event) -> TaskId:
        """Let the interrupted task, or the late ones, go and go on. Raises `NothingToResume`."""

    async def interrupt(self, by: Event) -> Bilingual | None:
        """Stop the task in hand and sum it up; gives the question what becomes of it, or None where
        that is asked a moment later. Raises `NothingToResume` where no task is in hand."""

    async def answer(self, yes: bool, by: Event) -> bool:
        """Answer the question of the task in hand; False: none is open."""


class PlanDesk(Protocol):
    """Requests of people to the plan, from page and command line. Each call is a person's: its
    trust label is set here, by channel. Raises `PermissionError` for who may not."""

    @property
    def plan(self) -> Plan:
        """As it stands."""

    @property
    def thinks(self) -> bool:
        """Whether the first goal of the purpose is still to be made."""

    @property
    def question(self) -> Task | None:
        """The task in hand where it waits for a person's answer."""

    def to_allow(self, goal: GoalId) -> PlanList:
        """Acts of a goal's tasks for which people would be asked one by one."""

    async def allow(self, goal: GoalId, shown: str, channel: str) -> Granted:
        """Allow them all, once for each task, as they were shown. Raises `NothingToResume` where
        there are none, `NotAsShown`."""

    async def set_purpose(self, text: str, channel: str) -> EventId:
        """Work for this from now on; the owner only. Raises `ValueError` for an empty one."""

    async def drop_purpose(self, channel: str) -> EventId:
        """Work for nothing; the owner only. Raises `NothingToResume`."""

    async def interrupt(self, channel: str) -> EventId:
        """Stop the task in hand. Raises `NothingToResume`."""

    async def resume(self, channel: str) -> EventId:
        """Go on. Raises `NothingToResume`."""

    async def discard(self, channel: str) -> EventId:
        """Let the interrupted task, or the late ones, go. Raises `NothingToResume`."""

    async def answer(self, yes: bool, channel: str) -> bool:
        """Yes or no to the question of the task in hand; False: none is open."""
