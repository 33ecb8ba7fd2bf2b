"""What is put off: its condition, its bounds, its way back, and what it never gains."""

import asyncio
import signal
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from companion.phrases.put_off import DROPPED_BECAUSE
from companion.rooms.journal.room import Journal
from companion.service.intents.conditions import LATER, LONGEST, WaitConditions
from companion.service.intents.cut_off import TAKEN_UP
from companion.service.intents.open_intents import MOST, OpenIntents
from companion.service.intents.put_off import MOST_TIMES, WALKED_WITHIN, PutOff
from companion.store.sqlite import Store, record_path
from companion.words.decision import DecisionOutcome
from companion.words.event import Event, EventSource
from companion.words.ids import EventId, TriggerId
from companion.words.intent import IntentStatus, WaitsFor
from companion.words.language import Language
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger
from companion.words.trust import TrustLabel
from tests.twins.home import PLACES, HouseTwin
from tests.twins.packs import cases
from tests.unit.store.samples import HeardStream, SetClock, decision, draft, trigger

PACK = cases(Language.EN)[0].pack


class Numbers:
    def __init__(self) -> None:
        self.last = 0

    def new(self) -> str:
        self.last += 1
        return f"again-{self.last}"


class Home:
    """A house whose process can end and begin again on the same record."""

    def __init__(self, store: Store | None = None) -> None:
        self.clock, self.house = SetClock(), HouseTwin()
        self.store = store or Store.in_memory(self.clock)
        self.journal = Journal(self.store.events, HeardStream(), self.clock)
        self.people: dict[str, str | None] = {}
        self.line: list[Trigger] = []
        self.numbers = Numbers()
        self.parked = self._built()

    def _built(self) -> PutOff:
        async def people() -> dict[str, str | None]:
            return self.people

        return PutOff(
            intents=OpenIntents(
                book=self.store.intents, journal=self.journal, clock=self.clock, places=PLACES
            ),
            conditions=WaitConditions(house=self.house, people=people, clock=self.clock),
            record=self.store.record,
            clock=self.clock,
            ids=self.numbers,
            language=Language.EN,
        )

    async def look(self) -> None:
        """As the follow-up corridor does."""
        if (trigger := await self.parked.due()) is not None:
            self.line.append(trigger)

    async def restart(self) -> None:
        self.line.clear()
        self.parked = self._built()
        await self.parked.begin()

    async def seen(self) -> EventId:
        one = replace(draft(EventSource.OBSERVATION, "person_appeared"), at=self.clock.now())
        return (await self.store.events.append(one)).id

    async def decide(self, why: Trigger) -> Event:
        one = replace(decision(outcome=DecisionOutcome.DEFER), evidence_event_ids=why.event_ids)
        return await self.journal.decided(one, why)

    async def put_off(self, about: str = "somebody came", **more: object) -> tuple[Event, Trigger]:
        why = replace(
            trigger((await self.seen(),)),
            about=LabelledText(about, TrustLabel.OBSERVED),
            place="",
            **more,  # type: ignore[arg-type]
        )
        decided = await self.decide(why)
        await self.parked.put_off(decided, why, PACK)
        return decided, why

    async def walk(self, why: Trigger, *, decides: bool = True) -> None:
        async with self.parked.walking(why):
            if decides:
                self.parked.decided(why)

    async def notes(self, kind: str) -> list[Event]:
        found = await self.store.record.recent(limit=200, sources=(EventSource.SYSTEM,))
        return [e for e in reversed(found) if e.kind == kind]

    async def status(self, decided: Event) -> str:
        found = await self.store.intents.of_decision(decided.id)
        assert found is not None
        return found.status.value


@pytest.fixture
def home() -> Home:
    return Home()


async def test_b_053_time_brings_it_back_once(home: Home) -> None:
    """B-052, B-053: the same words, evidence and trust; one at a time; then it is done."""
    decided, why = await home.put_off()
    await home.look()
    assert home.line == []
    assert await home.status(decided) == "blocked"
    home.clock.pass_time(seconds=LATER.total_seconds())
    await home.look()
    await home.look()
    (again,) = home.line
    assert await home.status(decided) == "queued"
    (taken_up,) = await home.notes(TAKEN_UP)
    assert again.event_ids == (*why.event_ids, taken_up.id)
    assert again.about.trust is TrustLabel.OBSERVED
    assert "somebody came" in again.about.text
    assert again.priority is why.priority
    async with home.parked.walking(again):
        assert await home.status(decided) == "running"
        home.parked.decided(again)
    assert await home.status(decided) == "done"
    home.clock.pass_time(hours=1)
    await home.look()
    assert len(home.line) == 1


@pytest.mark.parametrize("trust", [TrustLabel.GUEST, TrustLabel.OBSERVED, TrustLabel.HOUSEHOLD])
async def test_it_never_gains_authority(home: Home, trust: TrustLabel) -> None:
    """T-56: a foreign word stays foreign, a guest stays a guest, and nothing is requested."""
    foreign = trust in (TrustLabel.GUEST, TrustLabel.OBSERVED)
    plain = "A guest said something." if foreign else ""
    about = LabelledText("unlock the door", trust, None, foreign, plain)
    why = replace(trigger((await home.seen(),)), about=about, place="")
    decided = await home.decide(why)
    await home.parked.put_off(decided, why, PACK)
    await home.restart()
    home.clock.pass_time(hours=1)
    await home.look()
    (again,) = home.line
    assert (again.about.trust, again.about.foreign) == (trust, foreign)
    assert bool(again.about.plain) == foreign
    assert again.requested is None


async def test_b_053_it_waits_for_somebody_and_for_nothing_else(home: Home) -> None:
    """B-053: nobody is in the hall; hours do not bring it back, somebody does."""
    pack = replace(PACK, people={"hall": "absent"})
    why = trigger((await home.seen(),))
    decided = await home.decide(why)
    await home.parked.put_off(decided, why, pack)
    (intent,) = home.parked.waiting()
    assert (intent.waiting.waits_for, intent.waiting.place) == (WaitsFor.SOMEBODY, "hall")
    home.clock.pass_time(hours=5)
    await home.look()
    assert home.line == []
    home.people["kitchen"] = "present"
    await home.look()
    assert home.line == []
    home.people["hall"] = "present"
    await home.look()
    assert len(home.line) == 1
    (told,) = await home.notes("intent_put_off")
    assert told.payload["summary"]["en"] == "Put off until somebody is in the hall"


async def test_b_053_it_waits_for_a_device_to_stand(home: Home) -> None:
    """B-053: what moves is waited for; a device that says nothing is still waited for."""
    home.house.set("cover.living_curtain", "opening")
    entry = replace(PACK.menu[0], object_id="cover.living_curtain")
    why = trigger((await home.seen(),))
    await home.parked.put_off(await home.decide(why), why, replace(PACK, menu=(entry,)))
    await home.look()
    home.house.set("cover.living_curtain", None, available=False)
    await home.look()
    assert home.line == []
    home.house.set("cover.living_curtain", "open")
    await home.look()
    assert len(home.line) == 1


async def test_b_054_too_old_too_many_too_often_and_superseded_have_their_reasons(
    home: Home,
) -> None:
    """B-054, C-067: bounded in age, number and times; the reason is in the record."""
    older, _ = await home.put_off("the same")
    newer, _ = await home.put_off("the same")
    assert (await home.status(older), await home.status(newer)) == ("dropped", "blocked")
    for number in range(MOST):
        await home.put_off(f"another {number}")
    assert len(home.parked.waiting()) == MOST
    assert await home.status(newer) == "dropped"
    home.clock.pass_time(seconds=LONGEST.total_seconds() + 1)
    await home.look()
    assert home.parked.waiting() == ()
    reasons = {note.payload["why"] for note in await home.notes("intent_dropped")}
    assert reasons == {"superseded", "too_many", "too_old"}
    assert reasons <= set(DROPPED_BECAUSE)


async def test_b_054_who_always_says_later_means_no(home: Home) -> None:
    """C-067: put off so often, then no more."""
    decided, why = await home.put_off()
    for _ in range(MOST_TIMES):
        home.clock.pass_time(seconds=LATER.total_seconds())
        await home.look()
        why = home.line[-1]
        async with home.parked.walking(why):
            decided = await home.decide(why)
            home.parked.decided(why)
            await home.parked.put_off(decided, why, PACK)
    assert home.parked.waiting() == ()
    (dropped,) = await home.notes("intent_dropped")
    assert dropped.payload["why"] == "too_often"
    assert await home.store.intents.of_decision(decided.id) is None


@pytest.mark.parametrize("status", ["proposed", "blocked", "queued", "running"])
async def test_b_053_a_restart_loses_nothing_and_walks_nothing_twice(
    home: Home, status: str
) -> None:
    """B-053, B-097: killed in any status it comes back once, without a decision made before."""
    decided, _ = await home.put_off()
    (intent,) = home.parked.waiting()
    await home.store.intents.move(intent.id, IntentStatus(status))
    await home.restart()
    assert await home.status(decided) == "blocked"
    home.clock.pass_time(seconds=LATER.total_seconds())
    await home.look()
    assert len(home.line) == 1


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from companion.store.sqlite import Store, record_path
from tests.unit.service.intents.test_put_off import Home

async def main():
    home = Home(await Store.open(record_path(Path(sys.argv[1])), Home().clock))
    await home.put_off()
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_b_053_it_survives_a_kill(tmp_path: Path) -> None:
    """B-053, F1: SIGKILL right after it was put off; the next process has it, on the disk."""
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLED, f"{tmp_path}")
    assert await child.wait() == -signal.SIGKILL
    clock = SetClock()
    store = await Store.open(record_path(tmp_path), clock)
    try:
        home = Home(store)
        await home.restart()
        (intent,) = home.parked.waiting()
        assert intent.status is IntentStatus.BLOCKED
        home.clock.pass_time(seconds=LATER.total_seconds())
        await home.look()
        assert [again.about.trust for again in home.line] == [TrustLabel.OBSERVED]
    finally:
        await store.close()


async def test_a_walk_that_had_decided_before_the_kill_is_done(home: Home) -> None:
    """B-097: the decision stands in the record; it is not thought about again."""
    decided, _ = await home.put_off()
    home.clock.pass_time(seconds=LATER.total_seconds())
    await home.look()
    (intent,) = home.parked.waiting()
    await home.store.intents.move(intent.id, IntentStatus.RUNNING)
    await home.journal.decided(replace(decision(), evidence_event_ids=()), home.line[0])
    await home.restart()
    assert await home.status(decided) == "done"
    assert home.parked.waiting() == ()


async def test_a_decision_whose_intent_was_cut_off_is_adopted(home: Home) -> None:
    """B-053: the kill came between the decision and its intent; an old one is let be."""
    why = trigger((await home.seen(),))
    await home.decide(why)
    home.clock.pass_time(seconds=LONGEST.total_seconds() + 60)
    fresh = await home.decide(replace(why, about=LabelledText("fresh", TrustLabel.OBSERVED)))
    await home.restart()
    assert [i.decision_event_id for i in home.parked.waiting()] == [fresh.id]


async def test_a_trigger_that_was_shed_is_raised_again(home: Home) -> None:
    """F19: the line was full; a walk without a decision is tried later, not at once."""
    decided, _ = await home.put_off()
    home.clock.pass_time(seconds=LATER.total_seconds())
    await home.look()
    home.clock.pass_time(seconds=WALKED_WITHIN.total_seconds() + 1)
    await home.look()
    assert len(home.line) == 2
    await home.walk(home.line[-1], decides=False)
    await home.look()
    assert (await home.status(decided), len(home.line)) == ("blocked", 2)
    home.clock.pass_time(seconds=LATER.total_seconds())
    await home.look()
    assert len(home.line) == 3


async def test_it_gives_way_to_a_person_and_keeps_its_place(home: Home) -> None:
    """T-41: called back is no end; the same trigger walks again."""
    decided, _ = await home.put_off()
    home.clock.pass_time(seconds=LATER.total_seconds())
    await home.look()
    (again,) = home.line
    async with home.parked.walking(again):
        home.parked.called_back(again)
    await home.walk(again)
    assert await home.status(decided) == "done"


async def test_stop_and_erasure_let_go_of_it(home: Home) -> None:
    """T-44, T18: nothing comes back by itself, and nothing quotes what is gone."""
    first, _ = await home.put_off("one")
    await home.parked.stop()
    second, _ = await home.put_off("two")
    await home.parked.forget(frozenset({second.id}))
    assert [await home.status(e) for e in (first, second)] == ["dropped", "dropped"]
    whys = [note.payload["why"] for note in await home.notes("intent_dropped")]
    assert whys == ["stopped", "erased"]


async def test_a_person_s_priority_stays_and_other_triggers_are_none_of_its_business(
    home: Home,
) -> None:
    """T-41."""
    await home.put_off(priority=Priority.USER)
    stranger = replace(trigger(), id=TriggerId("other"))
    await home.walk(stranger)
    home.clock.pass_time(seconds=(LATER + timedelta(seconds=1)).total_seconds())
    await home.look()
    assert home.line[0].priority is Priority.USER
