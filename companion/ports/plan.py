"""Ports of the plan: keep the owner's purpose and its tasks, and take requests of people."""

from typing import Protocol

from companion.words.event import Event
from companion.words.ids import EventId
from companion.words.plan import Plan, Task, TaskId


class NothingToResume(ValueError):
    """Error: the plan goes on already, or there is no purpose or task to let go."""


class PlanBook(Protocol):
    """The plan and its moves. `by` is the recorded event of the person who asks; who may ask was
    settled before."""

    @property
    def plan(self) -> Plan:
        """As it stands."""

    @property
    def question(self) -> Task | None:
        """The task in hand where it waits for a person's answer."""

    async def set_purpose(self, text: str, by: Event) -> None:
        """Work for this from now on."""

    async def drop_purpose(self, by: Event) -> None:
        """Let the purpose and all open tasks go. Raises `NothingToResume`."""

    async def resume(self, by: Event) -> None:
        """Go on where it was. Raises `NothingToResume`."""

    async def discard(self, by: Event) -> TaskId:
        """Let the interrupted task go and go on. Raises `NothingToResume`."""

    async def answer(self, yes: bool, by: Event) -> bool:
        """Answer the question of the task in hand; False: none is open."""


class PlanDesk(Protocol):
    """Requests of people to the plan, from page and command line. Each call is a person's: its
    trust label is set here, by channel. Raises `PermissionError` for who may not."""

    @property
    def plan(self) -> Plan:
        """As it stands."""

    @property
    def question(self) -> Task | None:
        """The task in hand where it waits for a person's answer."""

    async def set_purpose(self, text: str, channel: str) -> EventId:
        """Work for this from now on; the owner only. Raises `ValueError` for an empty one."""

    async def drop_purpose(self, channel: str) -> EventId:
        """Work for nothing; the owner only. Raises `NothingToResume`."""

    async def resume(self, channel: str) -> EventId:
        """Go on. Raises `NothingToResume`."""

    async def discard(self, channel: str) -> EventId:
        """Let the interrupted task go. Raises `NothingToResume`."""

    async def answer(self, yes: bool, channel: str) -> bool:
        """Yes or no to the question of the task in hand; False: none is open."""
