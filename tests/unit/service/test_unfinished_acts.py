"""UnfinishedActs: what a process left half done is settled once, and told (B-097, F1, F29)."""

from dataclasses import replace

from companion.rooms.journal.room import Journal
from companion.service.unfinished_acts import UnfinishedActs
from companion.store.sqlite import Store
from companion.words.approval import ApprovalQuestion, ApprovalStatus
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel
from tests.unit.store.samples import HeardStream, SetClock, decision, draft, trigger


class Quiet:
    """A home that answers, in which nothing was seen of the device."""

    def connected(self) -> bool:
        return True

    def devices(self) -> tuple[str, ...]:
        return ("light.hall",)

    def state(self, device_id: str) -> None:
        return None


class House:
    """A record as a dead process left it, and what is made of it."""

    def __init__(self) -> None:
        self.clock = SetClock()
        self.store = Store.in_memory(self.clock)
        self.journal = Journal(self.store.events, HeardStream(), self.clock)
        self.walked_on: list[ApprovalQuestion] = []
        self.taken_up: list[Event] = []

    async def decided(self, *evidence: int) -> EventId:
        return (await self.journal.decided(decision(), trigger(evidence))).id

    async def wish(self) -> Event:
        one = draft(EventSource.USER_INPUT, "requested", text="turn it on")
        return await self.store.events.append(replace(one, at=self.clock.now()))

    async def resume(self, *, interrupted: tuple[str, ...] = ()) -> list[Event]:
        async def walk_on(question: ApprovalQuestion) -> None:
            self.walked_on.append(question)

        before = len(await self.store.record.recent(limit=500))
        again = UnfinishedActs(
            acts=self.store.acts,
            approvals=self.store.approvals,
            record=self.store.record,
            journal=self.journal,
            house=Quiet(),  # type: ignore[arg-type]
            clock=self.clock,
            interrupted=interrupted,
            walk_on=walk_on,
            take_up=self.taken_up.append,
        )
        await again.look()
        await again.run()
        found = await self.store.record.recent(limit=500)
        return list(reversed(found[: len(found) - before]))


async def test_an_act_that_was_begun_is_unknown_and_never_done_again() -> None:
    """F29: recorded as not seen; the second restart has nothing left to settle."""
    house = House()
    about = await house.decided()
    await house.store.acts.begin(about)
    (told,) = await house.resume()
    result = await house.store.record.result(told.id)
    assert result is not None
    assert (result.failure_class, result.decision_event_id) == ("outcome_unknown", about)
    assert house.walked_on == []
    assert await house.resume() == []


async def test_a_fresh_yes_is_followed_a_stale_one_is_let_go() -> None:
    """B-097: granted and not begun; nobody wants the door unlocked an hour later."""
    house = House()
    lines = Bilingual("開ける", "open"), Bilingual("影響", "touches")
    stale = await house.store.approvals.ask(await house.decided(), *lines, 2)
    await house.store.approvals.answer(stale.id, ApprovalStatus.GRANTED, "web")
    house.clock.pass_time(hours=1)
    fresh = await house.store.approvals.ask(await house.decided(), *lines, 2)
    await house.store.approvals.answer(fresh.id, ApprovalStatus.GRANTED, "web")
    (told,) = await house.resume()
    assert [q.id for q in house.walked_on] == [fresh.id]
    assert (told.kind, told.payload["why"]) == ("act_dropped", "too_late")
    assert not await house.store.acts.begin(stale.decision_event_id)


async def test_a_wish_is_walked_again_once_or_told_to_be_too_late() -> None:
    house = House()
    old = await house.wish()
    house.clock.pass_time(hours=1)
    new, cut = await house.wish(), await house.wish()
    half = await house.decided(cut.id)
    told = await house.resume()
    assert [e.id for e in house.taken_up] == [cut.id, new.id]
    assert [(e.kind, e.evidence_event_ids) for e in told] == [
        ("act_dropped", (half,)),
        ("wish_dropped", (old.id,)),
    ]


async def test_what_was_running_is_named() -> None:
    """B-032: the last snapshot says what was cut off."""
    (told,) = await House().resume(interrupted=("light the hall",))
    assert (told.kind, told.payload) == ("cut_off", {"running": ["light the hall"]})


async def test_a_sentence_that_was_thought_about_is_told_as_unanswered_once() -> None:
    """Killed while the model thought: the conversation showed a sentence and nothing below it."""
    house = House()
    sentence = draft(EventSource.USER_INPUT, "said", text="what a day")
    answered, lost = [await house.store.events.append(sentence) for _ in range(2)]
    for said in (answered, lost):
        await house.journal.still_thinking(said)
    await house.journal.unanswered(answered, "stopped")
    (told,) = await house.resume()
    assert (told.kind, told.evidence_event_ids) == ("reply_failed", (lost.id,))
    assert told.payload["reason"] == "restarted"
    assert await house.resume() == []


async def test_a_sentence_of_which_nothing_came_before_the_end_is_told_as_unanswered_once() -> None:
    """Killed a second after it was said, before the record knew that it is thought about."""
    house = House()
    sentence = draft(
        EventSource.USER_INPUT, "said", trust=TrustLabel.HOUSEHOLD, text="how are you?"
    )
    answered = await house.store.events.append(sentence)
    await house.journal.replied(
        "Rest well.", answered, trust=TrustLabel.HOUSEHOLD, speaker_name="Koto"
    )
    television = replace(sentence, trust=TrustLabel.OBSERVED)
    await house.store.events.append(television)
    lost = await house.store.events.append(sentence)
    (told,) = await house.resume()
    assert (told.kind, told.evidence_event_ids) == ("reply_failed", (lost.id,))
    assert await house.resume() == []
