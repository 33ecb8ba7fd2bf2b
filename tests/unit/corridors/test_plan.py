"""Tests of the plan corridor in a house without a model: the product's rooms, time that jumps."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from companion.dollhouse.devices import Fault
from companion.ports.approvals import NotAsShown
from companion.ports.plan import NothingToResume
from companion.rooms.governance.kinds import watch
from companion.rooms.governance.late import TIME_PASSED
from companion.words.event import Event, EventSource
from companion.words.plan import Goal, GoalStatus, HaltReason, PlanStand, Task, TaskStatus
from companion.words.said import Said
from companion.words.trust import TrustLabel
from tests.proof.plans.house import STARTS, PlanHouse, settings_for, standing
from tests.unit.web.conftest import client_of
from tests.unit.web.twins import Household

SAFE = "a safe house at night"
TIDY = "tidy up every evening"
ENERGY = "save energy"
DAYLIGHT = "open the living room curtain"
CURTAIN = "cover.living_curtain"
MOST_WAIT_S = 4 * 86400


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[PlanHouse]:
    async with standing(tmp_path) as found, found.live():
        yield found


async def until(house: PlanHouse, what: object, most_s: float = MOST_WAIT_S) -> None:
    """Until it is so, by the house's clock."""
    ends = house.clock.monotonic() + most_s
    while not what():  # type: ignore[operator]
        assert house.clock.monotonic() < ends, house.cycle.plan
        await house.clock.sleep(5)


def goal(house: PlanHouse, number: int = 1) -> Goal:
    return house.cycle.plan.goals[number - 1]


def task(house: PlanHouse, kind: str) -> Task:
    return next(one for one in goal(house).tasks if one.kind == kind)


async def notes(house: PlanHouse, kind: str) -> list[Event]:
    found = await house.store.record.recent(limit=500, sources=(EventSource.SYSTEM,))
    return [event for event in reversed(found) if event.kind == kind]


async def approvals(house: PlanHouse, yes: bool) -> None:
    """Somebody answers every question at the page, as long as it is not cancelled."""
    while True:
        for question in await house.store.approvals.pending():
            await house.desk.reception.answer(question.id, yes, "web")
        await house.clock.sleep(30)


async def test_c_042_without_a_purpose_only_the_plan_waits(house: PlanHouse) -> None:
    """C-042, T-10: a person's command is done all the same."""
    await house.clock.sleep(3600)
    assert house.cycle.plan.goals == ()
    await house.desk.reception.say(Said("玄関の明かりをつけて", "web"))
    await until(house, lambda: house.truth("light.hall") == "on", 60)


async def test_t_10_it_asks_for_one_once_a_start(tmp_path: Path) -> None:
    """T-10, C-077: once, in the chat, and setting it begins the cycle."""
    settings = settings_for(tmp_path)
    plan = settings.plan.model_copy(update={"asks_for_purpose": True})
    settings = settings.model_copy(update={"plan": plan})
    async with standing(tmp_path, settings=settings) as house:
        house.awake.set()
        async with house.live():
            await house.clock.sleep(7200)
            assert len(await notes(house, "purpose_asked")) == 1
            results = await house.store.record.recent(limit=9, sources=(EventSource.ACTION_RESULT,))
            assert [event.kind for event in results] == ["notice.ask"]
            await house.desk.planning.requests.set_purpose(TIDY, "chat")
            await until(house, lambda: house.cycle.plan.goals, 60)


async def test_c_043_c_059_c_065_t_30_t_53_a_purpose_becomes_a_goal_with_all_its_tasks_at_once(
    house: PlanHouse,
) -> None:
    """C-003, C-059, C-060, C-064, C-065, C-078, T-53: by an ordinary input event."""
    number = await house.desk.planning.requests.set_purpose(TIDY, "cli")
    said = await house.store.record.event(number)
    assert said is not None
    assert (said.source, said.trust) == (EventSource.USER_INPUT, TrustLabel.OWNER)
    await until(house, lambda: house.cycle.plan.goals, 60)
    made = goal(house)
    assert made.id == "G1"
    assert [one.id for one in made.tasks] == [f"G1-T{n}" for n in range(1, len(made.tasks) + 1)]
    assert 5 <= len(made.tasks) <= 10
    assert made.status is GoalStatus.ACTIVE
    assert len(await notes(house, "goal_set")) == 1


async def test_c_061_c_062_c_066_c_067_c_069_t_06_tasks_run_one_by_one_to_a_goal_that_is_done(
    house: PlanHouse,
) -> None:
    """C-041, C-061, C-062, C-066, C-067, C-069, T-06: without any input, the cycle goes on; an
    unanswered question fails and the next task comes."""
    await house.desk.planning.requests.set_purpose(TIDY, "cli")
    open_at_once = set[int]()

    def done() -> bool:
        if house.cycle.plan.goals:
            active = [t for t in goal(house).tasks if t.status is TaskStatus.ACTIVE]
            open_at_once.add(len(active))
        return bool(house.cycle.plan.goals) and goal(house).status is GoalStatus.DONE

    await until(house, done)
    assert max(open_at_once) == 1
    assert task(house, "ask").status is TaskStatus.FAIL
    assert {t.status for t in goal(house).tasks} == {TaskStatus.DONE, TaskStatus.FAIL}
    (reached,) = await notes(house, "goal_done")
    share = sum(t.status is TaskStatus.DONE for t in goal(house).tasks) / len(goal(house).tasks)
    assert reached.payload["rate"] == f"{round(100 * share)}%"
    begun = [event.payload["task"] for event in await notes(house, "task_begun")]
    assert begun == [one.id for one in goal(house).tasks]


async def test_c_001_c_002_c_006_c_010_c_041_the_cycle_turns_by_itself_and_a_person_goes_first(
    house: PlanHouse, tmp_path: Path
) -> None:
    """C-001, C-002, C-006, C-007, C-010, C-041: from one input it goes through thought, action and
    result again and again; an order in between is done before the open task has ended."""
    await house.desk.planning.requests.set_purpose(TIDY, "cli")
    await until(house, lambda: house.cycle.plan.current is not None)
    await until(house, lambda: task(house, "ask").status is TaskStatus.ACTIVE)
    await house.desk.reception.say(Said("玄関の明かりをつけて", "web"))
    await until(house, lambda: house.truth("light.hall") == "on", 60)
    assert task(house, "ask").status is TaskStatus.ACTIVE
    await until(house, lambda: goal(house).status is GoalStatus.DONE)
    await house.settle()
    text = (tmp_path / "logs" / "events.jsonl").read_text(encoding="utf-8")
    phases = [json.loads(line)["type"] for line in text.splitlines()]
    assert phases[0] == "input"
    assert phases.count("input") == 2
    first = [phases.index(one) for one in ("input", "thought", "action", "result")]
    assert first == sorted(first)
    assert min(phases.count(one) for one in ("thought", "action", "result")) >= 4


async def test_t_29_a_device_task_is_done_by_the_true_state(house: PlanHouse) -> None:
    """T-29, C-068: the light is off in the simulator's own truth."""
    for light in ("light.bathroom", "light.bedroom", "light.hall"):
        house.devices[light].preset("on")
        house.devices[light].on_report()
    await house.desk.planning.requests.set_purpose(ENERGY, "cli")
    yes = asyncio.ensure_future(approvals(house, True))
    await until(house, lambda: house.cycle.plan.goals and goal(house).status is GoalStatus.DONE)
    yes.cancel()
    assert house.truth("light.bathroom") == "off"
    assert task(house, "routine").status is TaskStatus.DONE
    done = [event for event in await notes(house, "task_done")]
    assert all(event.evidence_event_ids for event in done)


async def test_a_guard_tells_what_it_saw(house: PlanHouse) -> None:
    """C-003, C-068: a door that opens in an empty house is told at once, and the task is done."""
    await house.desk.planning.requests.set_purpose("look after the house, we are away", "cli")
    yes = asyncio.ensure_future(approvals(house, True))
    await until(house, lambda: house.cycle.plan.goals and task(house, "watch").begun)
    house.devices["binary_sensor.front_door"].preset("on")
    house.devices["binary_sensor.front_door"].on_report()
    await until(house, lambda: task(house, "watch").status is TaskStatus.DONE, 3600)
    yes.cancel()
    watch = task(house, "watch").id
    (begun,) = [e for e in await notes(house, "task_begun") if e.payload["task"] == watch]
    told = await house.store.record.recent(limit=1, sources=(EventSource.ACTION_RESULT,))
    chain = await house.store.record.chain(told[0].id)
    assert begun.id in {event.id for event in chain.events}
    assert "is open" in str(told[0].payload)


async def test_c_066_an_act_in_the_time_of_a_guard_is_done_in_time(house: PlanHouse) -> None:
    """C-066: and the guard tells what it sees before the act and after it."""
    words = "tell me if the back door opens, and turn the hall light on at eight tonight"
    await house.desk.planning.requests.set_purpose(words, "cli")
    yes = asyncio.ensure_future(approvals(house, True))
    await until(house, lambda: house.cycle.plan.goals and task(house, "watch").begun)
    await until(house, lambda: house.truth("light.hall") == "on")
    yes.cancel()
    assert house.clock.now() - STARTS < timedelta(hours=8, minutes=10)
    before, after = [one for one in goal(house).tasks if one.kind == "watch"]
    assert before.status is TaskStatus.DONE
    await until(house, lambda: at_work(house, str(after.slots["device"])), 600)
    house.devices[str(after.slots["device"])].preset("on")
    house.devices[str(after.slots["device"])].on_report()
    await until(house, lambda: len(told(goal(house), after.id)) == 1, 600)


async def test_a_door_that_was_open_between_two_looks_is_told(house: PlanHouse) -> None:
    """C-003: it is shut again at once, and the guard looks once a minute."""
    await house.desk.planning.requests.set_purpose("tell me if the back door opens", "cli")
    await until(house, lambda: house.cycle.plan.goals and task(house, "watch").begun)
    await house.clock.sleep(1200)
    door = house.devices[str(task(house, "watch").slots["device"])]
    for value in ("on", "off"):
        door.preset(value)
        door.on_report()
    await until(house, lambda: task(house, "watch").status is TaskStatus.DONE, 600)
    (said,) = await house.store.record.recent(limit=1, sources=(EventSource.ACTION_RESULT,))
    assert "is open" in str(said.payload)


def told(goal: Goal, task_id: str) -> list[Task]:
    return [one for one in goal.tasks if one.id == task_id and one.status is TaskStatus.DONE]


async def test_c_011_machine_observes_judges_approves_executes_and_records(
    house: PlanHouse,
) -> None:
    """C-011, C-012: each duty of one act is an event of its own; they begin in this order."""
    leave_unlocked(house)
    await house.desk.planning.requests.set_purpose(SAFE, "cli")
    yes = asyncio.ensure_future(approvals(house, True))
    await until(house, lambda: house.truth("lock.back_door") == "locked")
    yes.cancel()
    await house.settle()
    lock = next(t for t in goal(house).tasks if t.slots.get("device") == "lock.back_door")
    chain = await house.store.record.chain(lock.begun)
    duties = [event.source for event in chain.events if event.source in DUTIES]
    assert list(dict.fromkeys(duties)) == [
        EventSource.DELIBERATION_DECISION,
        EventSource.GM_JUDGEMENT,
        EventSource.APPROVAL_QUESTION,
        EventSource.APPROVAL_ANSWER,
        EventSource.ACTION_RESULT,
    ]


async def test_t_49_rulings_questions_answers_and_interrupts_are_kept_and_control_is_not(
    house: PlanHouse,
) -> None:
    """T-49: the facts that an audit needs stand in the record, and no conversation recalls them;
    the turns of the cycle, its looks and its queue leave no line."""
    leave_unlocked(house)
    await house.desk.planning.requests.set_purpose(SAFE, "cli")
    await until(house, lambda: house.cycle.plan.current and at_work(house, LOCKS[0]))
    await until_asked(house)
    before = await house.store.record.recent(limit=500)
    looks = len(turned := await counted_turns(house, 7200))
    assert looks > 100
    after = await house.store.record.recent(limit=500, after=before[0].id)
    assert {event.source for event in after} <= {EventSource.DEVICE_STATE}, turned
    yes = asyncio.ensure_future(approvals(house, True))
    await until(house, lambda: house.truth(LOCKS[0]) == "locked")
    yes.cancel()
    await house.desk.reception.stop("web")
    await house.settle()
    kept = await house.store.record.recent(limit=500)
    audit = {
        EventSource.GM_JUDGEMENT,
        EventSource.APPROVAL_QUESTION,
        EventSource.APPROVAL_ANSWER,
        EventSource.INTERRUPT,
    }
    found = [event for event in kept if event.source in audit]
    assert {event.source for event in found} == audit
    assert not any(event.searchable for event in found)
    recalled = await house.store.record.recallable(limit=500)
    assert not audit & {event.source for event in recalled}


async def until_asked(house: PlanHouse) -> None:
    while not await house.store.approvals.pending():
        await house.clock.sleep(5)


async def counted_turns(house: PlanHouse, seconds: float) -> list[bool]:
    """Whether the plan moved in each turn of the cycle in so many seconds."""
    turned: list[bool] = []
    turn = house.cycle.turn

    async def counted() -> bool:
        turned.append(await turn())
        return turned[-1]

    house.cycle.turn = counted  # type: ignore[method-assign]
    await house.clock.sleep(seconds)
    house.cycle.turn = turn  # type: ignore[method-assign]
    return turned


LOCKS = ("lock.back_door", "lock.front_door")


def leave_unlocked(house: PlanHouse) -> None:
    for lock in LOCKS:
        house.devices[lock].preset("unlocked")
        house.devices[lock].on_report()


DUTIES = frozenset(
    {
        EventSource.DELIBERATION_DECISION,
        EventSource.GM_JUDGEMENT,
        EventSource.APPROVAL_QUESTION,
        EventSource.APPROVAL_ANSWER,
        EventSource.ACTION_RESULT,
    }
)


async def test_a_goals_tasks_are_allowed_as_a_list_and_each_once(house: PlanHouse) -> None:
    """C-045, C-047: what the list showed is done without a question, though the household
    never answers; without the list each would have asked."""
    desk = house.desk.planning.requests
    leave_unlocked(house)
    await desk.set_purpose(SAFE, "cli")
    await until(house, lambda: house.cycle.plan.goals, 60)
    listed = desk.to_allow(goal(house).id)
    lock, routine = "device_control.lock_lock", "schedule_alarm.set_routine"
    assert {act.action_type for act in listed.acts} == {lock, routine}
    assert all("can be undone" in act.impact.en for act in listed.acts)
    with pytest.raises(NotAsShown):
        await desk.allow(goal(house).id, "another list", "web")
    with pytest.raises(PermissionError):
        await desk.allow(goal(house).id, listed.shown, "x")
    await desk.allow(goal(house).id, listed.shown, "web")
    await until(house, lambda: goal(house).status is GoalStatus.DONE)
    asked = await house.store.record.recent(limit=9, sources=(EventSource.APPROVAL_QUESTION,))
    assert asked == ()
    assert {house.truth(lock) for lock in LOCKS} == {"locked"}
    assert [device for device, done in house.commanded() if done == "lock"] != []
    assert desk.to_allow(goal(house).id).acts == ()
    with pytest.raises(NothingToResume):
        await desk.allow(goal(house).id, listed.shown, "web")


async def test_c_050_t_02_a_no_halts_the_plan_and_not_the_house(house: PlanHouse) -> None:
    """C-050, T-02: the act is not done, the task failed with the cause 却下, the plan waits until
    a person speaks; commands go on."""
    await house.desk.planning.requests.set_purpose(ENERGY, "cli")
    no = asyncio.ensure_future(approvals(house, False))
    await until(house, lambda: house.cycle.plan.run.stand is PlanStand.HALTED)
    no.cancel()
    rejected = task(house, "device")
    assert rejected.status is TaskStatus.FAIL
    assert rejected.cause is not None
    assert rejected.cause.ja == "却下"
    assert house.cycle.plan.run.reason == HaltReason.REJECTED
    assert house.commanded() == []
    before = len(await notes(house, "task_begun"))
    await house.clock.sleep(7200)
    assert len(await notes(house, "task_begun")) == before
    await house.desk.reception.say(Said("玄関の明かりをつけて", "web"))
    await until(house, lambda: house.truth("light.hall") == "on", 60)
    await until(house, lambda: house.cycle.plan.run.stand is PlanStand.RUNNING, 120)


@pytest.mark.parametrize(
    ("fault", "means"), [(Fault.IGNORE, 2), (Fault.OFFLINE, 2)], ids=["ignores", "offline"]
)
async def test_c_004_t_03_the_failed_act_is_not_run_again_another_means_is(
    house: PlanHouse, fault: Fault, means: int
) -> None:
    """T-03, C-004: with middle Grit one other means, then the task fails and the plan goes on."""
    house.devices["light.bathroom"].preset("on")
    house.devices["light.bathroom"].on_report()
    house.devices["light.bathroom"].set_fault(fault)
    await house.desk.planning.requests.set_purpose(ENERGY, "cli")
    yes = asyncio.ensure_future(approvals(house, True))
    await until(house, lambda: house.cycle.plan.goals and goal(house).status is GoalStatus.DONE)
    yes.cancel()
    lamp = next(t for t in goal(house).tasks if t.slots.get("device") == "light.bathroom")
    assert (lamp.status, lamp.means) == (TaskStatus.FAIL, means)
    assert [c for c in house.commanded() if c[0] == "light.bathroom"].count(
        ("light.bathroom", "turn_off")
    ) <= 1


async def test_c_053_c_054_a_word_stops_the_task_and_it_is_asked_what_becomes_of_it(
    house: PlanHouse,
) -> None:
    """C-052..C-054, T-25: summed up, and asked in the talk; resumed where it was."""
    await house.desk.planning.requests.set_purpose(TIDY, "cli")
    await until(house, lambda: house.cycle.question is not None)
    await house.desk.reception.stop("web")
    await until(house, lambda: house.cycle.plan.run.stand is PlanStand.INTERRUPTED, 60)
    run = house.cycle.plan.run
    assert run.task == task(house, "ask").id
    assert run.summary is not None
    (asked,) = await house.store.record.recent(limit=1, sources=(EventSource.CONVERSATION_REPLY,))
    assert "再開" in asked.assistant_text or "resume" in asked.assistant_text
    await house.clock.sleep(86400)
    assert house.cycle.plan.run == run
    await house.desk.reception.say(Said("再開して", "web"))
    await until(house, lambda: house.cycle.plan.run.stand is PlanStand.RUNNING, 60)
    await until(house, lambda: goal(house).status is GoalStatus.DONE)
    assert len(await notes(house, "plan_interrupted")) == 1


@pytest.mark.parametrize("word", ["ちょっと待って", "後にして", "hold on", "計画を中断して"])
async def test_c_052_a_word_that_is_no_stop_lets_the_task_wait(house: PlanHouse, word: str) -> None:
    """C-052..C-054: said while a task is in hand; the house itself goes on."""
    await house.desk.planning.requests.set_purpose(TIDY, "cli")
    await until(house, lambda: house.cycle.question is not None)
    await house.desk.reception.say(Said(word, "web"))
    await until(house, lambda: house.cycle.plan.run.stand is PlanStand.INTERRUPTED, 60)
    (asked,) = await house.store.record.recent(limit=1, sources=(EventSource.CONVERSATION_REPLY,))
    assert "再開" in asked.assistant_text or "resume" in asked.assistant_text
    stopped = await house.store.record.recent(limit=1, sources=(EventSource.INTERRUPT,))
    assert stopped == ()


async def test_c_068_a_person_who_operates_its_device_goes_before_the_task(
    house: PlanHouse,
) -> None:
    """C-002, C-052, C-068: the plan waits for a yes to set a temperature; a person sets it."""
    await house.desk.planning.requests.set_purpose(ENERGY, "cli")
    await until(house, lambda: house.cycle.plan.current and at_work(house, "climate.living"))
    (planned,) = await house.store.approvals.pending()
    await house.desk.reception.say(Said("リビングのエアコンを25度にして", "web"))
    await house.settle()
    (own,) = [q for q in await house.store.approvals.pending() if q.id != planned.id]
    await house.desk.reception.answer(own.id, True, "web")
    await until(house, lambda: house.cycle.plan.run.stand is PlanStand.INTERRUPTED, 600)
    assert house.cycle.plan.run.task == house.cycle.plan.current[1].id  # type: ignore[index]
    await house.desk.planning.requests.discard("web")
    assert house.cycle.plan.run.stand is PlanStand.RUNNING


def at_work(house: PlanHouse, device: str) -> bool:
    task = house.cycle.plan.current[1]  # type: ignore[index]
    return task.slots.get("device") == device and task.status is TaskStatus.ACTIVE


async def test_c_054_or_it_is_discarded_and_the_plan_goes_on(house: PlanHouse) -> None:
    """C-054: the task fails with its cause, the next one begins."""
    await house.desk.planning.requests.set_purpose(TIDY, "cli")
    await until(house, lambda: house.cycle.question is not None)
    with pytest.raises(NothingToResume):
        await house.desk.planning.requests.discard("cli")
    await house.desk.reception.stop("cli")
    await until(house, lambda: house.cycle.plan.run.stand is PlanStand.INTERRUPTED, 60)
    await house.desk.planning.requests.discard("cli")
    assert task(house, "ask").cause is not None
    await until(house, lambda: goal(house).status is GoalStatus.DONE)
    with pytest.raises(NothingToResume):
        await house.desk.planning.requests.resume("cli")


@asynccontextmanager
async def page_of(house: PlanHouse, folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """The page over the desk of this house."""
    shown = Household(folder, plan=house.desk.planning.requests)
    try:
        async with client_of(shown) as client:
            yield client
    finally:
        await shown.house.stop()


@pytest.mark.parametrize("by", ["talk", "page"])
async def test_c_054_resumed_on_the_next_day_after_a_restart_it_goes_on_where_it_was(
    tmp_path: Path, by: str
) -> None:
    """C-054: a question that was open when a word stopped the plan is open again, with its whole
    time; the task does not begin anew, and the answer ends it."""
    folder, killed = tmp_path / "one", tmp_path / "two"
    folder.mkdir()
    async with standing(folder) as house, house.live():
        await house.desk.planning.requests.set_purpose(TIDY, "cli")
        await until(house, lambda: house.cycle.question is not None)
        await house.clock.sleep(600)
        await house.desk.reception.say(Said("ちょっと待って", "web"))
        await until(house, lambda: house.cycle.plan.run.stand is PlanStand.INTERRUPTED, 60)
        shutil.copytree(folder, killed)
        at, before = house.clock.now(), house.cycle.plan
    async with (
        standing(killed, at + timedelta(days=1)) as house,
        house.live(),
        page_of(house, tmp_path) as page,
    ):
        await until(house, lambda: house.cycle.plan.run == before.run, 60)
        assert house.cycle.plan.goals == before.goals
        summary = house.cycle.plan.run.summary
        assert summary is not None
        assert summary.en in (await page.get("/plan?lang=en")).text
        if by == "page":
            assert (await page.post("/api/plan/resume", json={})).status_code == 200
        else:
            await house.desk.reception.say(Said("再開して", "web"))
        await until(house, lambda: house.cycle.plan.run.stand is PlanStand.RUNNING, 60)
        await house.clock.sleep(300)
        question = house.cycle.question
        assert question is not None
        words = question.slots["en"]
        assert words in (await page.get("/plan?lang=en")).text
        if by == "page":
            assert (await page.post("/api/plan/answer", json={"answer": "y"})).status_code == 200
        else:
            await house.desk.reception.say(Said("はい", "web"))
        await until(house, lambda: task(house, "ask").status is TaskStatus.DONE, 60)
        await until(house, lambda: goal(house).status is GoalStatus.DONE)
        begun = [event.payload["task"] for event in await notes(house, "task_begun")]
        assert begun == [one.id for one in goal(house).tasks]


async def test_c_054_the_question_that_goes_on_is_said_again(house: PlanHouse) -> None:
    """C-054: who resumes on the next day has forgotten it."""
    await house.desk.planning.requests.set_purpose(TIDY, "cli")
    await until(house, lambda: house.cycle.question is not None)
    await house.desk.reception.stop("web")
    await until(house, lambda: house.cycle.plan.run.stand is PlanStand.INTERRUPTED, 60)
    await house.clock.sleep(86400)
    await house.desk.reception.say(Said("再開して", "web"))
    await until(house, lambda: house.cycle.plan.run.stand is PlanStand.RUNNING, 60)
    await house.settle()
    (said,) = await house.store.record.recent(limit=1, sources=(EventSource.CONVERSATION_REPLY,))
    assert task(house, "ask").slots["ja"] in said.assistant_text


async def test_c_054_an_act_that_a_stop_cut_off_is_done_once_more_after_a_restart(
    tmp_path: Path,
) -> None:
    """C-054: the curtain stands half way; what came before it is not done again."""
    folder, killed = tmp_path / "one", tmp_path / "two"
    folder.mkdir()
    async with standing(folder) as house, house.live():
        await house.desk.planning.requests.set_purpose(DAYLIGHT, "cli")
        yes = asyncio.ensure_future(approvals(house, True))
        await until(house, lambda: house.cycle.plan.current and at_work(house, CURTAIN))
        await until(house, lambda: (CURTAIN, "open") in house.commanded(), 600)
        yes.cancel()
        await house.desk.reception.stop("web")
        await until(house, lambda: house.cycle.plan.run.stand is PlanStand.INTERRUPTED, 60)
        shutil.copytree(folder, killed)
        at, before = house.clock.now(), house.cycle.plan
    async with standing(killed, at + timedelta(days=1)) as house, house.live():
        await until(house, lambda: house.cycle.plan.run == before.run, 60)
        await house.desk.reception.say(Said("resume", "web"))
        yes = asyncio.ensure_future(approvals(house, True))
        await until(house, lambda: house.truth(CURTAIN) == "open")
        await until(house, lambda: goal(house).status is GoalStatus.DONE)
        yes.cancel()
        (curtain,) = [one for one in goal(house).tasks if one.slots.get("device") == CURTAIN]
        assert curtain.status is TaskStatus.DONE
        begun = [event.payload["task"] for event in await notes(house, "task_begun")]
        twice = {one for one in begun if begun.count(one) > 1}
        assert twice == {before.run.task} == {curtain.id}


LATE_WORDS = (
    "remind me at eight tonight of the bins, and turn the hall light on at nine tonight",
    ("light.hall", "turn_on"),
)


async def stopped_until_the_next_day(house: PlanHouse) -> tuple[Task, ...]:
    """The plan stands still before its reminder and its light are due; gives the late tasks."""
    await house.desk.planning.requests.set_purpose(LATE_WORDS[0], "cli")
    await until(house, lambda: house.cycle.plan.current is not None)
    late = [one for one in goal(house).tasks if one.not_before and one.kind in ("tell", "device")]
    await until(house, lambda: house.cycle.plan.current and house.cycle.plan.current[1] is late[0])
    await house.desk.planning.requests.interrupt("web")
    await house.clock.sleep(86400)
    await house.desk.reception.say(Said("再開して", "web"))
    await until(house, lambda: house.cycle.plan.run.reason == HaltReason.LATE, 60)
    await house.settle()
    return tuple(late)


async def test_c_054_what_is_late_after_a_stop_is_asked_about_in_one_question(
    house: PlanHouse,
) -> None:
    """C-054: nothing of the evening is done the next day before a person says so; a remark is no
    answer, and the second word to resume is."""
    late = await stopped_until_the_next_day(house)
    (asked,) = await house.store.record.recent(limit=1, sources=(EventSource.CONVERSATION_REPLY,))
    assert len(late) >= 2
    assert all(one.name.ja in asked.assistant_text for one in late)
    await house.desk.reception.say(Said("今日は寒いね", "web"))
    await house.clock.sleep(3600)
    assert house.commanded() == []
    assert {one.status for one in goal(house).tasks if one in late} == {TaskStatus.PENDING}
    yes = asyncio.ensure_future(approvals(house, True))
    await house.desk.reception.say(Said("再開して", "web"))
    await until(house, lambda: goal(house).status is GoalStatus.DONE)
    yes.cancel()
    assert LATE_WORDS[1] in house.commanded()
    assert len(await notes(house, "plan_halted")) == 1


async def test_c_054_what_is_late_is_left_out_where_a_person_says_so(house: PlanHouse) -> None:
    """C-054: each fails with its cause, and the rest of the goal goes on."""
    late = await stopped_until_the_next_day(house)
    await house.desk.reception.say(Said("破棄して", "web"))
    await until(house, lambda: goal(house).status is GoalStatus.DONE)
    causes = [one.cause for one in goal(house).tasks if one.id in {task.id for task in late}]
    assert causes == [TIME_PASSED] * len(late)
    assert house.commanded() == []


@pytest.mark.parametrize("word", ["再開して", "破棄して"])
async def test_c_054_the_act_that_was_cut_off_goes_on_after_the_answer_about_what_is_late(
    house: PlanHouse, word: str
) -> None:
    """C-054: who leaves out last night's light still wants the curtain that stands half way."""
    words = f"{DAYLIGHT} now, and turn the hall light on at nine tonight"
    await house.desk.planning.requests.set_purpose(words, "cli")
    yes = asyncio.ensure_future(approvals(house, True))
    await until(house, lambda: house.cycle.plan.current and at_work(house, CURTAIN))
    await until(house, lambda: (CURTAIN, "open") in house.commanded(), 600)
    await house.desk.reception.stop("web")
    await until(house, lambda: house.cycle.plan.run.stand is PlanStand.INTERRUPTED, 60)
    assert house.truth(CURTAIN) != "open"
    await house.clock.sleep(86400)
    await house.desk.reception.say(Said("再開して", "web"))
    await until(house, lambda: house.cycle.plan.run.reason == HaltReason.LATE, 60)
    await house.desk.reception.say(Said(word, "web"))
    await until(house, lambda: goal(house).status is GoalStatus.DONE)
    yes.cancel()
    assert house.truth(CURTAIN) == "open"
    lit = ("light.hall", "turn_on") in house.commanded()
    assert lit is (word == "再開して")


async def test_c_054_a_new_purpose_does_not_start_what_is_late(house: PlanHouse) -> None:
    """C-054: the plan goes on by it, and the question of last night stands."""
    late = await stopped_until_the_next_day(house)
    await house.desk.planning.requests.set_purpose("目的は節電", "cli")
    await until(house, lambda: house.cycle.plan.run.reason == HaltReason.LATE, 60)
    await house.clock.sleep(3600)
    assert house.commanded() == []
    standing = {one.id: one.status for one in goal(house).tasks}
    assert {standing[one.id] for one in late} == {TaskStatus.PENDING}


async def test_c_054_a_guard_whose_time_passed_while_the_plan_was_stopped_is_not_done(
    house: PlanHouse,
) -> None:
    """C-054, C-068: nobody watched; it fails, with its cause."""
    words = "tell me if the back door opens tonight"
    await house.desk.planning.requests.set_purpose(words, "cli")
    await until(house, lambda: house.cycle.plan.goals and task(house, "watch").begun)
    await house.desk.planning.requests.interrupt("web")
    await house.clock.sleep(3 * 86400)
    await house.desk.planning.requests.resume("web")
    await until(house, lambda: not task(house, "watch").open)
    assert task(house, "watch").status is TaskStatus.FAIL
    assert task(house, "watch").cause == watch.NOT_WATCHED


async def test_c_043_a_purpose_is_heard_at_once_and_planned_later(house: PlanHouse) -> None:
    """C-043: in the talk too; until then it is told that the steps are worked out."""
    planned, governance = asyncio.Event(), house.cycle.governance

    class Slow:
        async def propose(self, *_: object) -> None:
            await planned.wait()

        async def make_ready(self) -> None: ...

    house.cycle.governance = replace(governance, planner=Slow())
    await house.desk.reception.say(Said("目的は節電", "web"))
    await until(house, lambda: house.cycle.plan.purpose is not None, 60)
    await house.settle()
    (said,) = await house.store.record.recent(limit=1, sources=(EventSource.CONVERSATION_REPLY,))
    assert "手順を考えています" in said.assistant_text
    assert house.cycle.thinks
    assert house.cycle.plan.goals == ()
    planned.set()
    await until(house, lambda: house.cycle.plan.goals, 60)
    assert not house.cycle.thinks


async def test_c_063_t_05_s_20_only_the_owner_drops_a_goal(house: PlanHouse) -> None:
    """C-063, T-05, S-20: a new purpose leaves the active goal; dropping lets both go."""
    await house.desk.planning.requests.set_purpose(TIDY, "cli")
    await until(house, lambda: house.cycle.plan.goals, 60)
    before = goal(house).tasks
    await house.desk.planning.requests.set_purpose(SAFE, "cli")
    await house.clock.sleep(600)
    assert [t.name for t in goal(house).tasks] == [t.name for t in before]
    assert goal(house).status is GoalStatus.ACTIVE
    await house.desk.planning.requests.drop_purpose("cli")
    assert house.cycle.plan.purpose is None
    assert goal(house).status is GoalStatus.DONE
    assert {t.status for t in goal(house).tasks} == {TaskStatus.FAIL}


async def test_an_answer_ends_the_question(house: PlanHouse) -> None:
    """By a sentence that says yes; the answer stands in the record with who gave it."""
    await house.desk.planning.requests.set_purpose(TIDY, "cli")
    await until(house, lambda: house.cycle.question is not None)
    await house.desk.reception.say(Said("はい", "web"))
    await until(house, lambda: task(house, "ask").status is TaskStatus.DONE, 120)
    (answered,) = await notes(house, "task_answered")
    assert answered.payload["yes"] is True


async def test_c_076_t_04_after_a_kill_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """C-076, C-077, T-04: the files as they lay there at the moment of the kill; nothing is begun
    twice, nothing is lost."""
    folder, killed = tmp_path / "one", tmp_path / "two"
    folder.mkdir()
    async with standing(folder) as house, house.live():
        await house.desk.planning.requests.set_purpose(TIDY, "cli")
        await until(house, lambda: house.cycle.question is not None)
        shutil.copytree(folder, killed)
        at, before = house.clock.now(), house.cycle.plan
    async with standing(killed, at) as house, house.live():
        await house.clock.sleep(1)
        assert house.cycle.plan.goals == before.goals
        assert not house.exports.fail()
        await house.desk.planning.requests.answer(True, "cli")
        await until(house, lambda: goal(house).status is GoalStatus.DONE)
        begun = [event.payload["task"] for event in await notes(house, "task_begun")]
        assert begun == [one.id for one in goal(house).tasks]


async def test_t_44_damaged_exports_halt_the_plan_until_the_owner_resumes(
    tmp_path: Path,
) -> None:
    """T-44: also where a purpose is set."""
    async with standing(tmp_path) as house, house.live():
        await house.desk.planning.requests.set_purpose(TIDY, "cli")
        await until(house, lambda: house.cycle.plan.goals, 60)
        at = house.clock.now()
    (tmp_path / "logs" / "state.json").write_text("{", encoding="utf-8")
    async with standing(tmp_path, at) as house, house.live():
        await until(house, lambda: house.cycle.plan.run.stand is PlanStand.HALTED, 60)
        assert house.cycle.plan.run.reason == HaltReason.EXPORTS
        await house.desk.reception.say(Said("玄関の明かりをつけて", "web"))
        await until(house, lambda: house.truth("light.hall") == "on", 60)
        assert house.cycle.plan.run.stand is PlanStand.HALTED
        await house.desk.planning.requests.resume("cli")
        await until(house, lambda: goal(house).status is GoalStatus.DONE)


async def test_a_fact_is_told_as_remembered_when_memory_holds_it(house: PlanHouse) -> None:
    """C-003, C-070: the words of the purpose, with the owner's press as evidence."""
    words = "the piano was tuned in June, write that down"
    by = await house.desk.planning.requests.set_purpose(words, "cli")
    await until(house, lambda: house.cycle.plan.goals and task(house, "remember").open is False)
    assert task(house, "remember").status is TaskStatus.DONE
    rows = await house.store.state.rows("told_fact")
    (kept,) = [row for row in rows if row.value["value"] == words]
    assert by in kept.evidence_event_ids
