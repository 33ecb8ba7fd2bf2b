"""A scripted week in the doll's house: the plan of a purpose, judged by the simulator's truth.

    python -m tests.proof.plans.week [purpose ...] [--nearest] [--model KEY] [--into FILE]

People live in it by rule: they leave lights on, go in and out, answer what is asked (the first
approval with no), stop the plan once and resume it the next morning; one lamp is broken for a day;
on the third night the house is killed, which a copy of its folder stands for.
"""

import argparse
import asyncio
import json
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from companion.dollhouse.devices import Fault
from companion.engines.weights import PinnedModel, pinned_models
from companion.ports.embedder import Embedder
from companion.store.export_files import check
from companion.words.activity import StreamKind
from companion.words.approval import ApprovalStatus
from companion.words.event import Event, EventSource
from companion.words.ids import EventId
from companion.words.plan import PlanStand, TaskStatus
from companion.words.said import Said
from tests.proof.plans.evaluate import shipped_embedder
from tests.proof.plans.house import STARTS, PlanHouse, standing
from tests.proof.plans.truth import JUDGED, Truth

PURPOSES = (
    "keep the flat ready for my mother's visit on Sunday",
    "夏のあいだ電気代を抑えて",
    "help me to sleep before midnight",
    "grandmother stays with us until Friday, light her way at night",
    "夜が落ち着かない。もう少し穏やかに過ごせるようにしたい",
    "tell me if the front door opens at night",
)
"""The two before the last are of no theme: the model chooses their plans, where one is there."""
COMMAND = "python -m tests.proof.plans.week [--nearest | --model default] --into FILE"
LEFT_ON = ("light.bathroom", "light.bedroom", "light.hall", "light.living")
BROKEN = "light.bedroom"
KILLED_ON = 2
"""Day on which the house is killed, from 0."""
STOPPED_ON = 1
DOOR = "binary_sensor.front_door"
OPENED_AT = ((18, 30), (23, 30), (3, 10))
"""Hour and minute at which somebody goes in or out; the door is shut at once."""
WATCH_S = 60.0
ANSWERS_AFTER = timedelta(minutes=2)


@dataclass
class Week:
    """Facts of one week."""

    reached: list[str] = field(default_factory=list)
    """`G1 80%` for each goal."""
    done: int = 0
    failed: int = 0
    false_done: list[str] = field(default_factory=list)
    """Tasks told as done whose device was in another state."""
    checked: int = 0
    """Device tasks whose DONE was compared with the truth."""
    unauthorised: list[str] = field(default_factory=list)
    """Commands of the plan that no rule and no person allowed."""
    questions: Counter[str] = field(default_factory=Counter)
    stops: int = 0
    interrupted: int = 0
    rejected: int = 0
    kills: int = 0
    planners: list[str] = field(default_factory=list)
    """Who planned each goal."""
    exports_wrong: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """Share of ended tasks that are done."""
        return self.done / max(1, self.done + self.failed)

    @property
    def most_questions_a_day(self) -> int:
        """Questions and approvals on the day with the most."""
        return max(self.questions.values(), default=0)


async def _judge(house: PlanHouse, week: Week, truth: Truth) -> None:
    """Compare every DONE with the truth as soon as it stands in the record."""
    async for messages in house.storage.exports.stream.batches():
        for message in messages:
            if message.kind is not StreamKind.EVENT or message.data["kind"] != "task_done":
                continue
            wanted = message.data["payload"]["task"]
            task = next(t for g in house.cycle.plan.goals for t in g.tasks if t.id == wanted)
            if task.kind in JUDGED:
                week.checked += 1
                if objection := await truth.objection(task):
                    week.false_done.append(f"{task.id} {task.name.en}: {objection}")


async def _people(house: PlanHouse, week: Week, starts: datetime) -> None:
    """The household's own doing, once a minute."""
    while True:
        await house.clock.sleep(WATCH_S)
        now = house.clock.now()
        await _answers(house, week, now)
        await _goes_on(house, now)
        _lights(house, now)
        if (now.hour, now.minute) in OPENED_AT:
            for value in ("on", "off"):
                house.devices[DOOR].happens(value)
        day = (now.date() - starts.date()).days
        house.devices[BROKEN].set_fault(Fault.IGNORE if day == 0 else Fault.NONE)
        current = house.cycle.plan.current
        active = current is not None and current[1].status is TaskStatus.ACTIVE
        if day >= STOPPED_ON and active and not week.stops:
            week.stops += 1
            await house.desk.reception.stop("web")


async def _answers(house: PlanHouse, week: Week, now: datetime) -> None:
    """The first approval is answered with no, all others with yes."""
    for question in await house.store.approvals.pending():
        if now - question.asked_at >= ANSWERS_AFTER:
            yes = week.rejected > 0
            week.rejected += not yes
            await house.desk.reception.answer(question.id, yes, "web")
    asked = house.cycle.question
    if asked is not None and asked.begun_at is not None and now - asked.begun_at >= ANSWERS_AFTER:
        await house.desk.planning.requests.answer(True, "web")


async def _goes_on(house: PlanHouse, now: datetime) -> None:
    """A plan that halted is resumed at once, one that was stopped on the next morning."""
    stand = house.cycle.plan.run.stand
    if stand is PlanStand.HALTED:
        await house.desk.planning.requests.resume("web")
    elif stand is PlanStand.INTERRUPTED and now.hour == 8:
        await house.desk.reception.say(Said("再開して", "web"))


def _lights(house: PlanHouse, now: datetime) -> None:
    """Lights are left on in the evening."""
    if now.hour == 20 and now.minute == 0:
        for light in LEFT_ON:
            house.devices[light].happens("on")


@asynccontextmanager
async def _living(
    folder: Path,
    at: datetime,
    week: Week,
    truth: Truth,
    model: PinnedModel | None,
    embedder: Embedder | None,
) -> AsyncIterator[PlanHouse]:
    async with standing(folder, at, model=model, embedder=embedder) as house, house.live():
        truth.follow(house)
        tasks = [
            asyncio.ensure_future(_judge(house, week, truth)),
            asyncio.ensure_future(_people(house, week, STARTS)),
        ]
        try:
            yield house
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for task in tasks:
                if not task.cancelled() and (error := task.exception()) is not None:
                    raise error


async def lived(
    folder: Path,
    purpose: str,
    *,
    days: int,
    model: PinnedModel | None = None,
    embedder: Embedder | None = None,
) -> Week:
    """Live so many days with a purpose, with a kill on the third night."""
    week, truth, first, second = Week(), Truth(), folder / "one", folder / "two"
    first.mkdir()
    async with _living(first, STARTS, week, truth, model, embedder) as house:
        await house.desk.planning.requests.set_purpose(purpose, "cli")
        await _until(house, STARTS + timedelta(days=KILLED_ON, hours=11, minutes=31))
        shutil.copytree(first, second)
        at = house.clock.now()
    week.kills += 1
    async with _living(second, at, week, truth, model, embedder) as house:
        await _until(house, STARTS + timedelta(days=days))
        await _told(house, week)
    week.exports_wrong = check(second)
    return week


async def _until(house: PlanHouse, at: datetime) -> None:
    while (left := (at - house.clock.now()).total_seconds()) > 0:
        await house.clock.sleep(left)


async def _told(house: PlanHouse, week: Week) -> None:
    """Read the record of the whole week."""
    record = house.store.record
    last = (await record.recent(limit=1))[0].id
    events: list[Event] = []
    for low in range(0, last, 400):
        part = await record.recent(
            limit=400, after=EventId(low), before=EventId(min(low + 400, last) + 1)
        )
        events += reversed(part)
    allowed = set[EventId]()
    for event in events:
        if event.kind == "goal_done":
            week.reached.append(f"{event.payload['goal']} {event.payload['rate']}")
        if event.kind == "goal_set":
            week.planners.append(str(event.payload["planner"]))
        week.done += event.kind == "task_done"
        week.failed += event.kind == "task_failed"
        week.interrupted += event.kind == "plan_interrupted"
        if event.kind == "asked" or event.kind == "notice.ask":
            week.questions[f"{event.at:%F}"] += 1
        free = event.kind in (ApprovalStatus.NOT_NEEDED, ApprovalStatus.GRANTED)
        if free and event.source is EventSource.APPROVAL_ANSWER:
            allowed.update(event.evidence_event_ids)
        if (
            event.source is EventSource.ACTION_RESULT
            and not set(event.evidence_event_ids) & allowed
        ):
            week.unauthorised.append(f"{event.id} {event.kind}")


async def main() -> None:
    """Print the facts of a week for each purpose, and keep them where asked to."""
    asked = argparse.ArgumentParser()
    asked.add_argument("purposes", nargs="*", default=PURPOSES)
    asked.add_argument("--model", default="", help="key of a pinned model; none: rules alone")
    asked.add_argument("--nearest", action="store_true", help="with the shipped embedder")
    asked.add_argument("--into", type=Path, help="JSON file of results to add to")
    given = asked.parse_args()
    model = next((one for one in pinned_models() if one.key == given.model), None)
    commit, name = _commit(), given.model or ("nearest" if given.nearest else "rules")
    for purpose in given.purposes:
        async with AsyncExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            near = await stack.enter_async_context(shipped_embedder()) if given.nearest else None
            week = await lived(Path(folder), purpose, days=7, model=model, embedder=near)
        told = _plain(week)
        print(purpose, json.dumps(told, ensure_ascii=False), sep="\n", flush=True)
        if given.into is not None:
            kept = json.loads(given.into.read_text("utf-8")) if given.into.exists() else {}
            kept.setdefault(name, {})[purpose] = told
            kept |= {"command": COMMAND, "date": f"{datetime.now():%F}", "commit": commit}
            text = json.dumps(kept, ensure_ascii=False, indent=2, sort_keys=True)
            given.into.write_text(text + "\n", "utf-8")


def _commit() -> str:
    """The commit that is measured."""
    asked = ("git", "rev-parse", "--short", "HEAD")
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def _plain(week: Week) -> dict[str, Any]:
    return {
        "goals": week.reached,
        "planners": sorted(set(week.planners)),
        "tasks_done": week.done,
        "tasks_failed": week.failed,
        "false_done": week.false_done,
        "done_compared_with_the_truth": week.checked,
        "unauthorised": week.unauthorised,
        "most_questions_a_day": week.most_questions_a_day,
        "interrupted": week.interrupted,
        "rejected": week.rejected,
        "kills": week.kills,
        "exports_wrong": list(week.exports_wrong),
    }


if __name__ == "__main__":
    asyncio.run(main())
