"""Grants at the desk: keeps what people allow ahead, and takes it back.

A person with user authority may. Only the owner allows acts that else ask the owner each time;
other voices of the household allow the lowest tier that is ever asked for.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from msgspec import structs

from companion.ports.approvals import ApprovalAlreadyAnswered, ApprovalBook, NotAsShown
from companion.ports.clock import Clock
from companion.ports.grants import LONGEST, LONGEST_FOR_TASKS, Granted, GrantScope, MayNotGrant
from companion.ports.house import House
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.rooms.approval.grants import (
    GRANT,
    StandingGrant,
    device_mark,
    standing,
    task_mark,
)
from companion.rooms.journal.room import Journal
from companion.words.approval import ApprovalStatus
from companion.words.areas import GrantValue
from companion.words.capability import RiskTier
from companion.words.decision import ActionDecision
from companion.words.device import devices_in
from companion.words.event import Event
from companion.words.facts import GrantGiven, GrantRevoked
from companion.words.ids import ApprovalId, EventId
from companion.words.language import Bilingual
from companion.words.trust import Authority, TrustLabel, authority_of


@dataclass(frozen=True, kw_only=True)
class GrantDesk:
    """Implements `ports.grants.Grants`."""

    state: StateReader
    record: Record
    approvals: ApprovalBook
    house: House
    journal: Journal
    clock: Clock
    trust_of: Callable[[str], TrustLabel]
    is_as_shown: Callable[[ActionDecision], bool]
    keep: Callable[[GrantValue, EventId, TrustLabel, Event], Awaitable[None]]
    """Consolidation's way to keep a grant under the id of the event by which it was given."""

    async def listed(self) -> tuple[Granted, ...]:
        """Grants that hold now, oldest first."""
        return tuple(_told(one) for one in await self._standing())

    async def give(
        self, scope: GrantScope, until: datetime, channel: str, cause: EventId
    ) -> Granted:
        """Keep a grant."""
        trust, now = self._trust(channel), self.clock.now()
        if not scope.devices and not scope.action_types:
            raise ValueError("a grant names an operation or a device")
        longest = LONGEST_FOR_TASKS if scope.acts else LONGEST
        if not now < until <= now + longest:
            raise ValueError(
                "a grant begins now and lasts a day at most, one for the tasks of a goal eight"
            )
        value = GrantValue(
            action_types=scope.action_types,
            devices=tuple(device_mark(device) for device in scope.devices),
            tasks=tuple(
                task_mark(act.task, act.action_type, act.payload, self.house.device)
                for act in scope.acts
            ),
            given_at=now,
            until=until,
            max_risk=int(_highest(trust)),
            ja=scope.label.ja,
            en=scope.label.en,
            channel=channel,
        )
        fact = GrantGiven(channel=channel, words=scope.label, until=until, max_risk=value.max_risk)
        given = await self.journal.noted(fact, evidence=(cause,), durable=True)
        await self.keep(value, given.id, trust, given)
        return _told(StandingGrant(given.id, value))

    async def give_for(
        self, question: ApprovalId, until: datetime, channel: str, shown: str = ""
    ) -> Granted:
        """Keep a grant for exactly the operation and the devices of a question."""
        asked = await self.approvals.get(question)
        decision = await self.record.decision(asked.decision_event_id) if asked else None
        if asked is None or decision is None:
            raise KeyError(f"no question {question}")
        if asked.status is ApprovalStatus.DENIED:
            raise ApprovalAlreadyAnswered("it was answered with no")
        if asked.risk > _highest(self._trust(channel)):
            raise MayNotGrant(f"{channel} may not allow a tier {asked.risk} act ahead")
        if (shown and shown != asked.shown_hash) or not self.is_as_shown(decision):
            raise NotAsShown("it is not as it was when I asked; ask me again")
        found = [self.house.device(one) for one in devices_in(decision.action_payload)]
        scope = GrantScope(
            action_types=(decision.action_type,),
            devices=[device for device in found if device is not None],
            label=_of_any_value(asked.summary, decision),
        )
        return await self.give(scope, until, channel, asked.decision_event_id)

    async def revoke(self, grant: EventId, channel: str) -> None:
        """Take it back."""
        self._trust(channel)
        for one in await self._standing():
            if one.id == grant:
                label = Bilingual(one.value.ja, one.value.en)
                fact = GrantRevoked(channel=channel, words=label)
                gone = await self.journal.noted(fact, evidence=(grant,), durable=True)
                await self.keep(
                    structs.replace(one.value, revoked=True), grant, TrustLabel.OWNER, gone
                )
                return
        raise KeyError(f"no grant {grant}")

    async def _standing(self) -> tuple[StandingGrant, ...]:
        return standing(await self.state.rows(GRANT), self.clock.now())

    def _trust(self, channel: str) -> TrustLabel:
        trust = self.trust_of(channel)
        if authority_of(trust) is not Authority.USER:
            raise MayNotGrant(f"{channel} may allow nothing ahead")
        return trust


def _highest(trust: TrustLabel) -> RiskTier:
    """The highest tier that a person of this trust allows ahead."""
    return RiskTier.ASK if trust is TrustLabel.OWNER else RiskTier.REVERSIBLE


def _of_any_value(summary: Bilingual, decision: ActionDecision) -> Bilingual:
    """A grant holds for the operation, whatever value it is given; its label says so."""
    if not set(decision.action_payload) - {"device_id", "device_ids"}:
        return summary
    return Bilingual(f"{summary.ja}（ほかの値でも）", f"{summary.en} (or to another value)")


def _told(one: StandingGrant) -> Granted:
    value = one.value
    return Granted(
        id=one.id,
        label=Bilingual(value.ja, value.en),
        given_at=value.given_at,
        until=value.until,
        max_risk=value.max_risk,
        channel=value.channel,
    )
