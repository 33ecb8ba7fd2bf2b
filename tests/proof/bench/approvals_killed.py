"""Trial: the service is killed between a question, its answer, the act and the result.

Every wish sets a thermostat to a temperature of its own, so each act is known at the device. The
answer is given before, during or after a restart. At the end no question is lost, no act is done
twice, none without a yes, and each one that got a yes is done or told as not done.
"""

import asyncio
import random
import socket
import sqlite3
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from companion.links.broker import BrokerUnavailable, start_broker
from companion.store.sqlite import record_path
from tests.proof.bench.crash_home import HEATERS, CountingHome, heater
from tests.proof.bench.crash_oracle import Journal, Verdict, inspect_dead, judge, unsettled
from tests.proof.bench.crash_service import Service, Unanswered, config_file
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense

IDS = ("AP1",)
KILLS = {Effort.SHORT: 18, Effort.LONG: 1000}
REAL_EVERY = 10
"""Of the lives, every tenth is a whole `companion run`; the others are forked from its imports."""
POINTS = ("asked", "shown", "answering", "answered", "done", "anywhere")
"""Moments of the kill, each life the next: the wish is in; its question can be seen; while the
answer is taken; right after; after the act; at any moment of all this."""
TRIES, PAUSE_S = 200, 0.01
SETTLE_S = 20.0
"""How long nothing may come to its end before what is left counts as lost."""


@dataclass
class Trial:
    """The service, its home and its witnesses."""

    service: Service
    home: CountingHome
    journal: Journal = field(default_factory=Journal)
    verdict: Verdict = field(default_factory=Verdict)
    kills: Counter[str] = field(default_factory=Counter)
    """How often it was killed at each point."""

    @property
    def path(self) -> Path:
        """The record."""
        return record_path(self.service.state_dir)


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Kill it again and again; count what was lost, doubled or done without a yes."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        try:
            broker = await start_broker(None, folder)
        except BrokerUnavailable as error:
            return [NotMeasured(id="AP1", why=str(error))]
        port = _own_port()
        config = await asyncio.to_thread(config_file, folder, broker.port, port)
        try:
            async with CountingHome(broker.host, broker.port) as home:
                trial = Trial(Service(config, port), home)
                try:
                    await asyncio.to_thread(_lives, trial, KILLS[effort])
                finally:
                    await asyncio.to_thread(trial.service.close)
                return figures(trial)
        finally:
            await broker.stop()


def figures(trial: Trial) -> list[Figure]:
    """The counts that have to be 0."""
    kills = sum(trial.kills.values())
    detail = {
        "kills": dict(trial.kills),
        "wishes": len(trial.journal.wishes),
        "answers": len(trial.journal.answers),
        "acts": sum(trial.home.told.values()),
        "why": trial.verdict.why,
    }
    return [
        Figure(
            id="AP1",
            what=f"{what} in {kills} kills -9 around an approval",
            value=getattr(trial.verdict, count),
            limit=0,
            sense=Sense.AT_MOST,
            unit="",
            against=f"{len(trial.journal.answers)} acknowledged answers",
            detail=detail,
        )
        for what, count in (
            ("records corrupt", "corrupt"),
            ("questions, answers or approved acts lost", "lost"),
            ("acts done twice, or without a yes", "doubled"),
            ("successes told that no device knows of", "lies"),
        )
    ]


def _own_port() -> int:
    """A free port that the system gives to no client: a client that asks a dead service would
    otherwise meet itself now and then, and hold its port."""
    for port in random.Random().sample(range(20000, 32000), 50):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no free port below those of clients")


def _lives(trial: Trial, kills: int) -> None:
    """One life after the other; the last one is left to settle what is open."""
    chance = random.Random(16)
    for life in range(kills):
        point = POINTS[life % len(POINTS)]
        trial.service.start(real=life % REAL_EVERY == 0)
        if life % 3 == 0:
            # A question of the life before is answered while this one still begins.
            _answer_early(trial, yes=chance.random() < 0.8)
        trial.service.wait_ready()
        _live(trial, life, point, chance)
        trial.service.kill()
        trial.kills[point] += 1
        inspect_dead(trial.path, trial.verdict)
    trial.service.start(real=True)
    trial.service.wait_ready()
    _settle(trial)
    judge(trial.path, trial.journal, trial.home.told, trial.verdict)
    _judge_approvals(trial)


def _live(trial: Trial, life: int, point: str, chance: random.Random) -> None:
    wanted = heater(life % HEATERS), 5 + (life // HEATERS) % 300 / 10
    end = threading.Timer(chance.uniform(0.0, 0.4), trial.service.kill_only)
    if point == "anywhere":
        end.start()
    with suppress(Unanswered):
        _ask_and_answer(trial, wanted, point, chance)
    if point == "anywhere":
        end.join()  # or it would end the next life


def _ask_and_answer(
    trial: Trial, wanted: tuple[str, float], point: str, chance: random.Random
) -> None:
    if not _wish(trial, *wanted) or point == "asked":
        return
    if (question := _newest_question(trial)) is None or point == "shown":
        return
    yes = chance.random() < 0.8
    end = threading.Timer(chance.uniform(0.0, 0.03), trial.service.kill_only)
    if point == "answering":
        end.start()
    try:
        _answer(trial, question, yes=yes)
    finally:
        if point == "answering":
            end.join()
    if point == "answered":
        time.sleep(chance.uniform(0.0, 0.05))
    elif point == "done" and yes:
        _until(lambda: bool(trial.home.told[wanted]))


def _wish(trial: Trial, device_id: str, value: float) -> bool:
    """Whether the wish was taken; a device that is not known yet is waited for."""
    body = {"operation": "set_temperature", "parameters": {"temperature": value}}
    trial.journal.asked[device_id, value] += 1
    for _ in range(TRIES):
        answer = trial.service.post(f"/api/devices/{device_id}/operate", body)
        if answer.status == 202:
            trial.journal.wishes[int(answer.body["event_id"])] = device_id, value
            return True
        time.sleep(PAUSE_S)
    return False


def _newest_question(trial: Trial) -> dict[str, object] | None:
    for _ in range(TRIES):
        if pending := trial.service.get("/api/approvals")["pending"]:
            return dict(pending[-1])
        time.sleep(PAUSE_S)
    return None


def _answer(trial: Trial, question: dict[str, object], *, yes: bool) -> None:
    """As the page does it: the answer names the hash of what was shown."""
    body = {"answer": "y" if yes else "n", "shown": question["shown"]}
    if trial.service.post(f"/api/approvals/{question['id']}", body).status == 200:
        trial.journal.answers[int(str(question["id"]))] = yes


def _answer_early(trial: Trial, *, yes: bool) -> None:
    for _ in range(TRIES):
        with suppress(Unanswered):
            for question in trial.service.get("/api/approvals")["pending"]:
                _answer(trial, question, yes=yes)
            return
        time.sleep(PAUSE_S)


def _until(is_so: Callable[[], bool]) -> None:
    for _ in range(TRIES):
        if is_so():
            return
        time.sleep(PAUSE_S)


def _settle(trial: Trial) -> None:
    """Answer what still waits, until every wish has come to its end, or nothing more does."""
    fewest, moved_at = len(trial.journal.wishes) + 1, time.perf_counter()
    while time.perf_counter() - moved_at < SETTLE_S:
        with suppress(Unanswered):
            for question in trial.service.get("/api/approvals")["pending"]:
                _answer(trial, question, yes=True)
        connection = sqlite3.connect(trial.path)
        try:
            left = len(unsettled(connection, trial.journal.wishes)) + _pending(connection)
        finally:
            connection.close()
        if not left:
            return
        if left < fewest:
            fewest, moved_at = left, time.perf_counter()
        time.sleep(5 * PAUSE_S)


def _pending(connection: sqlite3.Connection) -> int:
    found = connection.execute("SELECT count(*) FROM approvals WHERE status = 'pending'")
    return int(found.fetchone()[0])


_APPROVED = """
SELECT d.event_id, q.status, json_extract(d.json, '$.action_payload.device_id'),
       json_extract(d.json, '$.action_payload.temperature'),
       EXISTS (SELECT 1 FROM action_results r WHERE r.decision_event_id = d.event_id),
       EXISTS (SELECT 1 FROM acts a
               WHERE a.decision_event_id = d.event_id AND a.status = 'dropped'),
       EXISTS (SELECT 1 FROM event_evidence v JOIN events e ON e.id = v.event_id
               WHERE v.evidence_id = d.event_id AND e.source = 'gm_judgement'
                 AND json_extract(e.payload, '$.allowed') = 0)
FROM approvals q JOIN action_decisions d ON d.event_id = q.decision_event_id
"""


def _judge_approvals(trial: Trial) -> None:
    """Each act that got its yes has one end; no device was told a thing without a yes."""
    connection = sqlite3.connect(trial.path)
    try:
        granted: Counter[tuple[str, float]] = Counter()
        for decided, status, device_id, value, *ends in connection.execute(_APPROVED):
            if status == "pending":
                trial.verdict.note("lost", f"the question of decision {decided} has no end")
            if status == "granted":
                granted[device_id, float(value)] += 1
                if not any(ends):
                    trial.verdict.note("lost", f"the yes to decision {decided} came to nothing")
        for act, times in trial.home.told.items():
            if times > granted[act]:
                trial.verdict.note("doubled", f"{act} told {times}, yes {granted[act]} times")
    finally:
        connection.close()
