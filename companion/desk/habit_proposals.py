"""Habit proposals: put a found habit to the household as a routine, and the end of a forgotten one.

Only people make and take out routines: each proposal is a question that waits on the page, is
answered there, by voice or at the command line, and interrupts nobody. One a day, by day, at most
five routines of this origin; what was refused or left unanswered is not asked again for two weeks.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from companion.home.device_operation import operation_of
from companion.home.request import device_request, plan_trigger, routine_request, schedule_request
from companion.phrases.habits import end_said, not_come_said, proposal_said, taken_back_said
from companion.phrases.times import fact_said, said
from companion.ports.approvals import ApprovalBook
from companion.ports.clock import Clock, Ids
from companion.ports.house import House, device_of
from companion.ports.record import Record
from companion.ports.schedule import Schedule
from companion.ports.state import StateReader
from companion.rooms.habits.room import habits_of
from companion.rooms.journal.room import Journal
from companion.words.areas import FeedbackValue, HabitValue, value_in
from companion.words.event import EventSource
from companion.words.facts import HabitOver, HabitProposed, QuestionIgnored, fact_of
from companion.words.feedback import FEEDBACK, FeedbackKind
from companion.words.habit import HABIT, Habit, HabitStanding
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.place import Place
from companion.words.schedule import Entry, EntryId, EntryKind, Firing
from companion.words.timing import OnFact, Timing
from companion.words.trigger import RequestedAction, Trigger

MOST = 5
"""Routines of a home that came of habits."""
NOT_AGAIN = timedelta(days=14)
"""So long a refused or unanswered proposal is not made again."""
BEGINS, ENDS = 9, 21
"""Hours in which proposals are made."""
WATCHED = timedelta(days=10)
"""Days on which it is looked whether a routine is still wanted."""
FIRED, TAKEN_BACK = 3, 0.5
"""A routine that was done on so many of these days, and set back on this share of them, or on as
many of the last ones, is not wanted any more."""
NOT_COME_DAYS = 8
"""So many days without its occasion end a habit."""
IGNORED_AFTER = timedelta(hours=12)
NOTES = 200
"""Newest notes that are looked through for questions that were counted as ignored."""


@dataclass(kw_only=True)
class HabitProposals:
    """Looks once a day."""

    state: StateReader
    record: Record
    journal: Journal
    house: House
    schedule: Schedule
    approvals: ApprovalBook
    clock: Clock
    ids: Ids
    language: Language
    places: Sequence[Place]
    walk: Callable[[Trigger], Awaitable[object]]
    """The act corridor, where no model is needed for the decision."""
    hushed: Callable[[], bool]
    """Whether quiet hours hold."""
    _looked: date | None = field(default=None, init=False)

    async def look(self) -> None:
        """Propose at most one habit and one end, once a day and by day."""
        now = self.clock.now()
        if not BEGINS <= now.hour < ENDS or self._looked == now.date() or self.hushed():
            return
        self._looked = now.date()
        await self._count_ignored(now)
        held = await self._held()
        rows = [value_in(row, FeedbackValue) for row in await self.state.rows(FEEDBACK)]
        values = [value for value in rows if value is not None]
        if not await self._propose_end(held, values, now):
            await self._propose(held, values, now)

    async def _held(self) -> Mapping[str, tuple[HabitValue, datetime]]:
        """Proposals so far, by key, with when each came to stand so."""
        rows = await self.state.rows(HABIT)
        values = ((row.key, value_in(row, HabitValue), row.observed_at) for row in rows)
        return {key: (value, at) for key, value, at in values if value is not None}

    # A habit becomes a routine

    async def _propose(
        self,
        held: Mapping[str, tuple[HabitValue, datetime]],
        values: Sequence[FeedbackValue],
        now: datetime,
    ) -> None:
        routines = self._routines()
        own = {value.alarm_id for value, _ in held.values() if value.alarm_id}
        if sum(entry.id in own for entry in routines) >= MOST:
            return
        for habit in habits_of(values, self.house, now.date()):
            request = self._routine(habit)
            if request is None or _is_kept(habit, routines) or _was_asked(habit, held, now):
                continue
            words = request.label or habit.label
            fact = HabitProposed(key=habit.key, hits=habit.hits, of=habit.of, words=words)
            await self._ask(await self._note(fact), words, request)
            return

    def _routine(self, habit: Habit) -> RequestedAction | None:
        does, _, device_id = habit.act.partition(" ")
        device = device_of(self.house, device_id)
        row = None if device is None else operation_of(device, does)
        if device is None or row is None:
            return None
        act = device_request(row.name, [device])
        request = routine_request([act], habit.timing, habit.label, habit.label.get(self.language))
        when = self._when(habit.timing)
        particle = "、" if isinstance(habit.timing, OnFact) else "に"
        return replace(request, label=proposal_said(habit, when, particle))

    def _when(self, timing: Timing) -> Bilingual:
        if not isinstance(timing, OnFact):
            return said(timing)
        device = device_of(self.house, timing.device_id)
        named = (p.name for p in self.places if p.id == timing.place)
        plain = Bilingual(timing.thing, timing.thing)
        return fact_said(timing, device.name if device is not None else next(named, plain))

    def _routines(self) -> list[Entry]:
        return [each.entry for each in self.schedule.entries((EntryKind.ROUTINE,))]

    # A routine whose habit ended

    async def _propose_end(
        self,
        held: Mapping[str, tuple[HabitValue, datetime]],
        values: Sequence[FeedbackValue],
        now: datetime,
    ) -> bool:
        entries = {entry.id: entry for entry in self._routines()}
        for key, (value, at) in held.items():
            entry = entries.get(EntryId(value.alarm_id)) if value.alarm_id else None
            asked = value.standing in (HabitStanding.ENDING, HabitStanding.KEPT)
            if entry is None or not entry.enabled or (asked and now - at < NOT_AGAIN):
                continue
            why = await self._why_over(entry, values, now)
            if why is None:
                continue
            words = end_said(entry.label, why)
            request = schedule_request("cancel_alarm", {"alarm_id": int(entry.id)}, words)
            fact = HabitOver(key=key, alarm_id=int(entry.id), words=words)
            await self._ask(await self._note(fact), words, request)
            return True
        return False

    async def _why_over(
        self, entry: Entry, values: Sequence[FeedbackValue], now: datetime
    ) -> Bilingual | None:
        """Why it seems not to be wanted any more; None where it does."""
        since = max(now - WATCHED, entry.created_at)
        firings = [f for f in await self.schedule.history(entry.id) if f.due >= since]
        done = sorted({_day(f, now) for f in firings if f.outcome == "done"})
        back = _set_back(values, entry.id)
        lately = done[-FIRED:]
        if len(lately) >= FIRED and sum(day in back for day in lately) >= TAKEN_BACK * len(lately):
            return taken_back_said(sum(day in back for day in done), len(done))
        old = now - entry.created_at >= timedelta(days=NOT_COME_DAYS)
        newest = max((f.due for f in firings), default=entry.created_at)
        if old and now - newest >= timedelta(days=NOT_COME_DAYS):
            return not_come_said(NOT_COME_DAYS)
        return None

    # Asking

    async def _note(self, fact: HabitProposed | HabitOver) -> EventId:
        return (await self.journal.noted(fact, durable=True, remember=True)).id

    async def _ask(self, begun: EventId, words: Bilingual, request: RequestedAction) -> None:
        """The question is put by the act corridor, as every question is."""
        trigger = plan_trigger(words.get(self.language), request, begun, self.clock.now())
        await self.walk(replace(trigger, id=TriggerId(self.ids.new())))

    async def _count_ignored(self, now: datetime) -> None:
        """A question without an answer for half a day is a small sign against its act."""
        notes = await self.record.recent(limit=NOTES, sources=(EventSource.SYSTEM,), origin="home")
        counted = {fact.decision for n in notes if (fact := fact_of(n, QuestionIgnored))}
        for question in await self.approvals.pending():
            decision = question.decision_event_id
            if now - question.asked_at >= IGNORED_AFTER and decision not in counted:
                fact = QuestionIgnored(decision=decision)
                await self.journal.noted(fact, evidence=(decision,), remember=True)


def _was_asked(
    habit: Habit, held: Mapping[str, tuple[HabitValue, datetime]], now: datetime
) -> bool:
    """The same act at the same time of the day, lately, or for good."""
    kind = habit.act, habit.key.rpartition("|")[2]
    asked = [v for k, v in held.items() if (k.partition("@")[0], k.rpartition("|")[2]) == kind]
    return any(now - at < NOT_AGAIN for value, at in asked)


def _is_kept(habit: Habit, routines: Sequence[Entry]) -> bool:
    """Whether a routine does the same already, at the same occasion or at about that time."""
    device_id = habit.act.partition(" ")[2]
    same = [e for e in routines if any(device_id in str(a.payload) for a in e.actions)]
    return any(type(entry.timing) is type(habit.timing) for entry in same)


def _set_back(values: Sequence[FeedbackValue], entry_id: EntryId) -> frozenset[date]:
    """Days on which what a routine did was undone or set back."""
    against = (FeedbackKind.SWITCHED_BACK, FeedbackKind.UNDONE)
    return frozenset(
        date.fromisoformat(tally.day)
        for value in values
        if value.cause == f"routine_{entry_id}"
        for tally in value.tallies
        if tally.kind in against
    )


def _day(firing: Firing, now: datetime) -> date:
    return firing.due.astimezone(now.tzinfo).date()
