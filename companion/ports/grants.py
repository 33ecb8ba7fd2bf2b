"""Port of the grants: keeps the acts that people allow ahead, for a time, without a question."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from companion.words.device import Device
from companion.words.ids import ApprovalId, EventId
from companion.words.language import Bilingual
from companion.words.plan import TaskAct

LONGEST = timedelta(hours=24)
"""No grant lasts longer ..."""
LONGEST_FOR_TASKS = timedelta(days=8)
"""... but that for the list of a goal's tasks, which names each act: a week and a day."""


class MayNotGrant(PermissionError):
    """Error: who asks may not allow this ahead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Granted:
    """A grant as people read it."""

    id: EventId
    label: Bilingual
    given_at: datetime
    until: datetime
    max_risk: int
    channel: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantScope:
    """Acts that are to be allowed. `action_types` empty: every operation of the devices."""

    action_types: tuple[str, ...] = ()
    devices: Sequence[Device] = ()
    acts: Sequence[TaskAct] = ()
    """Acts of the plan, each in its task; with them it holds for nothing else."""
    label: Bilingual


class Grants(Protocol):
    """Gives, lists and revokes grants. Every call is a person's; its trust is set by channel."""

    async def listed(self) -> tuple[Granted, ...]:
        """Grants that hold now, oldest first."""

    async def give(
        self, scope: GrantScope, until: datetime, channel: str, cause: EventId
    ) -> Granted:
        """Keep a grant. `cause`: the event it was asked for in. Raises `MayNotGrant` for anybody
        without user authority, `ValueError` for a time that is over or longer than `LONGEST`, or a
        scope of nothing."""

    async def give_for(
        self, question: ApprovalId, until: datetime, channel: str, shown: str = ""
    ) -> Granted:
        """Keep a grant for exactly the operation and the devices of a question. Raises also
        `KeyError`, `NotAsShown`, `ApprovalAlreadyAnswered` for a question that got a no, and
        `MayNotGrant` where its tier is beyond all that this person may allow ahead."""

    async def revoke(self, grant: EventId, channel: str) -> None:
        """Take it back. Raises `KeyError` for none that holds, `MayNotGrant`."""
