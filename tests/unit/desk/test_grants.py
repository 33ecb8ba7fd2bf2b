"""Grants at the desk: the giver is known by channel, and each can be taken back."""

from datetime import timedelta

import pytest

from companion.ports.approvals import ApprovalAlreadyAnswered, NotAsShown
from companion.ports.grants import MayNotGrant
from companion.words.approval import ApprovalStatus
from companion.words.decision import ActionDecision
from companion.words.event import EventSource
from companion.words.facts import GrantGiven, GrantRevoked, fact_of
from companion.words.ids import ApprovalId
from tests.twins.home import trigger
from tests.unit.rooms.approval.test_grants import CURTAIN, LOCKS, OPEN, UNLOCK, WORDS, House


async def test_c_051_giving_and_taking_back_each_leave_their_event() -> None:
    house = House()
    grant = await house.give(CURTAIN)
    await house.desk.revoke(grant, "web")
    gone, given, *_ = await house.store.record.recent(limit=2, sources=(EventSource.SYSTEM,))
    fact, back = fact_of(given, GrantGiven), fact_of(gone, GrantRevoked)
    assert fact is not None
    assert (fact.channel, fact.max_risk) == ("web", 2)
    assert back is not None
    assert gone.evidence_event_ids == (grant,)
    with pytest.raises(MayNotGrant):
        await house.desk.revoke(await house.give(CURTAIN), "guest")


async def test_c_044_a_grant_for_a_question_holds_for_what_was_shown_alone() -> None:
    house = House()
    asked = await house.judge(OPEN)
    assert asked.id is not None
    until = house.clock.now() + timedelta(hours=1)
    with pytest.raises(NotAsShown):
        await house.desk.give_for(asked.id, until, "web", "0" * 32)
    with pytest.raises(KeyError):
        await house.desk.give_for(ApprovalId(99), until, "web")
    assert await house.desk.listed() == ()


async def test_a_question_that_got_a_no_gives_no_grant() -> None:
    house = House()
    asked = await house.judge(OPEN)
    assert asked.id is not None
    await house.store.approvals.answer(asked.id, ApprovalStatus.DENIED, "web")
    with pytest.raises(ApprovalAlreadyAnswered):
        await house.desk.give_for(asked.id, house.clock.now() + timedelta(hours=1), "web")
    assert await house.desk.listed() == ()


@pytest.mark.parametrize(("made", "channel"), [(LOCKS, "voice"), (UNLOCK, "web")])
async def test_t_56_no_grant_is_kept_that_could_never_be_used(
    made: ActionDecision, channel: str
) -> None:
    """A voice of the household for tier 2, the owner for tier 3: it says no at once."""
    house = House()
    decided = await house.journal.decided(house.room.named(made), trigger())
    asked = await house.store.approvals.ask(decided.id, made.summary, WORDS, int(made.risk))
    with pytest.raises(MayNotGrant):
        await house.desk.give_for(asked.id, house.clock.now() + timedelta(hours=1), channel)
    assert await house.desk.listed() == ()
