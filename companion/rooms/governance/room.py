"""Governance room 統治の部屋: makes goals of a purpose and judges the end of each task.

Code decides what may stand in a plan and when a task is done; a model may choose among tasks, and
where it is away, or what it chose does not stand, the rules choose.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from companion.rooms.governance import knowing
from companion.rooms.governance.draft import Draft, Proposal
from companion.rooms.governance.fitted import fitted
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.kinds import End, Seen, needs_leave, task_kinds
from companion.rooms.governance.rules import ruled
from companion.rooms.governance.settled import settled
from companion.rooms.governance.themes import OPEN, theme_of
from companion.rooms.governance.trail import Trail
from companion.rooms.governance.watch_time import MOST_DAYS
from companion.rooms.governance.watching import beside
from companion.rooms.governance.when import days_in, names_time, says_every, span_of
from companion.rooms.governance.wish import Wish, wish_of
from companion.words.language import Bilingual
from companion.words.plan import (
    FEWEST_TASKS,
    Goal,
    GoalId,
    OwnerPurpose,
    Task,
    TaskAct,
    TaskId,
    TaskStatus,
)
from companion.words.trigger import RequestedAction

NO_PLAN = Bilingual(
    "この家でできる課題が足りません", "there are too few things that can be done in this home"
)
LEFT_ALONE = Bilingual(
    "何もしないでほしいと読みました。そのままにします",
    "I read that nothing is wanted, so I leave it all as it is",
)
REJECTED = Bilingual("却下", "rejected")
NOT_ASKED = Bilingual("お聞きする機会がありませんでした", "there was no moment to ask it")
NOTHING_CAME = Bilingual("何も起きませんでした", "nothing came of it")
_NO_IMPACT = Bilingual("影響: 予定。元に戻せます", "Touches the schedule; can be undone")
SILENT_FOR = timedelta(minutes=10)
"""How long an act that was decided may lead to nothing at all."""
LET_GO = Bilingual("再起動で取りやめました", "let go after a restart")
DISCARDED = Bilingual("中止", "discarded")


@dataclass(frozen=True, slots=True)
class PlannedGoal:
    """計画した目標: a goal with its tasks, how the purpose was read, and who chose."""

    goal: Goal
    judgment: Bilingual
    planner: str


class Planner(Protocol):
    """Chooser of tasks that may be away."""

    async def propose(self, purpose: str, home: HomeView, now: datetime) -> Proposal | None:
        """Tasks for a purpose; None where none could be chosen. Never raises for a model's
        failure."""

    async def make_ready(self) -> None:
        """Prepare what the first purpose would wait for. Never raises for a model's failure."""


@dataclass(frozen=True, kw_only=True)
class Governance:
    """The room and the home that its plans are made from."""

    home: HomeView
    planner: Planner | None = None
    """Asked before the rules; None: the rules alone choose."""

    async def make_ready(self) -> None:
        """Prepare the planner, so that the first purpose has its plan soon."""
        if self.planner is not None:
            await self.planner.make_ready()

    async def goal_for(
        self, purpose: OwnerPurpose, number: int, now: datetime, *, again: bool = False
    ) -> PlannedGoal | Bilingual:
        """The goal `G<number>` for a purpose, with all of its tasks; the reason where there is no
        feasible one. `again`: on a later day of the same purpose, no routine is proposed anew."""
        theme, wish = theme_of(purpose.text), wish_of(purpose.text)
        if wish.left_alone and not wish.remembers:
            return LEFT_ALONE
        goes_on = wish.goes_on or span_of(purpose.text, now, self.home).last is None
        daily = theme is OPEN and names_time(purpose.text, now, self.home)
        repeats = goes_on and (theme.repeats or wish.goes_on or daily)
        proposals = [ruled(purpose.text, self.home, now).proposal]
        if self.planner is not None:
            chosen = await self.planner.propose(purpose.text, self.home, now)
            proposals = [*([chosen] if chosen is not None else []), *proposals]
        for proposal in proposals:
            meant = theme
            if proposal.serves is not None:
                meant = replace(theme, serves=proposal.serves)
            each_day = repeats or "routine" in proposal.wanted.yes
            meant = replace(meant, repeats=each_day and proposal.goes_on and not again)
            drafts = (*self._beside(purpose.text, proposal, wish, now), *proposal.drafts)
            asked = fitted(purpose.text, drafts, proposal, self.home, now)
            if again:
                asked = tuple(draft for draft in asked if draft.kind != "routine")
            bound = replace(
                wish,
                silent=wish.silent or "tell" in proposal.wanted.no,
                unasked=wish.unasked or "ask" in proposal.wanted.no,
            )
            drafts, _ = settled(asked, meant, self.home, now, bound)
            if len(drafts) >= FEWEST_TASKS:
                return self._goal(proposal, drafts, purpose, number, now)
        return NO_PLAN

    def _beside(self, text: str, proposal: Proposal, wish: Wish, now: datetime) -> list[Draft]:
        known = [*knowing.beside(text, wish, proposal.drafts, self.home)]
        if wish.hands_off or wish.reminds:
            return known
        return [
            *known,
            *beside(text, proposal.drafts, self.home, now),
        ]

    def follows_on(self, purpose: OwnerPurpose, now: datetime) -> bool:
        """Whether a new goal follows on this later day: the purpose has no end of its own, and was
        not meant for one day, or until a day that is past."""
        since = purpose.since.astimezone(now.tzinfo)
        span = span_of(purpose.text, since, self.home)
        until = span.last is None or (span.begin == since and now.date() <= span.last.date())
        watch = wish_of(purpose.text).notices and days_in(purpose.text, MOST_DAYS) == 1
        return until and (theme_of(purpose.text).repeats or says_every(purpose.text) or watch)

    def requests(self, task: Task, goal: Goal) -> tuple[RequestedAction, ...]:
        """The acts by which a task may be reached, the first one first."""
        return task_kinds()[task.kind].requests(task, goal, self.home)

    def to_allow(self, goal: Goal) -> tuple[TaskAct, ...]:
        """Acts of the goal's tasks that have not begun, for which people would be asked one by
        one."""
        waiting = [task for task in goal.tasks if task.status is TaskStatus.PENDING]
        listed = [task for task in waiting if needs_leave(task.kind, task.slots, self.home)]
        return tuple(
            TaskAct(
                task=task.id,
                does=task.name,
                impact=act.impact or _NO_IMPACT,
                action_type=act.action_type,
                payload=act.payload,
            )
            for task in listed
            for act in self.requests(task, goal)[:1]
        )

    def ended(self, task: Task, goal: Goal, trail: Trail, now: datetime) -> End | None:
        """How a task has ended, by what was observed; None while it is open."""
        kind = task_kinds().get(task.kind)
        if kind is None:
            return End(NO_PLAN)
        told = trail.told
        seen = Seen(
            task=task,
            now=now,
            home=self.home,
            results=trail.results,
            kept=told.value if told and goal.purpose in told.evidence_event_ids else "",
            reported=trail.reported,
            next_at=_next_at(task, goal),
        )
        end = kind.ended(seen)
        if end is not None and end.cause is None:
            return end
        if trail.denied:
            return End(REJECTED)
        if trail.refused is not None:
            return End(trail.refused)
        if trail.put_off:
            return End(NOT_ASKED)
        if trail.dropped and not trail.results:
            return End(LET_GO)
        begun = task.begun_at
        if trail.silent and begun is not None and now >= begun + SILENT_FOR:
            return End(NOTHING_CAME)
        return end

    def _goal(
        self,
        proposal: Proposal,
        drafts: tuple[Draft, ...],
        purpose: OwnerPurpose,
        number: int,
        now: datetime,
    ) -> PlannedGoal:
        goal_id = GoalId(f"G{number}")
        tasks = tuple(
            Task(
                id=TaskId(f"{goal_id}-T{place}"),
                name=task_kinds()[draft.kind].named(draft.slots, self.home),
                kind=draft.kind,
                slots=draft.slots,
                not_before=draft.at,
            )
            for place, draft in enumerate(drafts, 1)
        )
        goal = Goal(id=goal_id, name=proposal.name, purpose=purpose.by, created_at=now, tasks=tasks)
        return PlannedGoal(goal, proposal.judgment, proposal.planner)


def _next_at(task: Task, goal: Goal) -> datetime | None:
    later = goal.tasks[goal.tasks.index(task) + 1 :] if task in goal.tasks else ()
    return next((one.not_before for one in later if one.not_before is not None), None)
