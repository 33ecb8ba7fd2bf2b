"""Trial: the service is killed at random moments under load and has to keep its promises."""

import asyncio
import itertools
import random
import sqlite3
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from companion.links.broker import BrokerUnavailable, free_port, start_broker
from companion.store.sqlite import record_path
from tests.proof.bench.crash_home import HEATERS, LIGHTS, CountingHome, heater, light
from tests.proof.bench.crash_oracle import Journal, Verdict, inspect_dead, judge, unsettled
from tests.proof.bench.crash_service import Service, Unanswered, config_file
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense

IDS = ("R1", "F1")
KILLS = {Effort.SHORT: 20, Effort.LONG: 400}
REAL_EVERY = 5
"""Of the lives, every fifth is a whole `companion run`; the others are forked from its imports."""
LANES = 2
"""Services side by side, each with a state folder of its own."""
BEFORE_READY_SHARE = 0.2
"""Kills that come while it is still starting."""
LOAD_S = (0.05, 0.9)
DONE = (2, 6)
"""So many wishes are acknowledged, and so many commands told to devices, before a kill under load:
on a busy machine nothing was done yet in a time that is long on a quiet one."""
LOAD_MOST_S = 60.0
"""Longest load of one life; less was done then."""
SETTLE_S = 20.0
"""How long nothing may come to its end before what is left counts as lost."""
RESTART_LIMIT_S = 2.0


@dataclass
class _Lane:
    """One service, its driver and its witnesses."""

    service: Service
    home: CountingHome
    journal: Journal = field(default_factory=Journal)
    verdict: Verdict = field(default_factory=Verdict)
    restarts_s: list[float] = field(default_factory=list)
    forked_s: list[float] = field(default_factory=list)
    cpu_s: list[float] = field(default_factory=list)
    kills: int = 0

    @property
    def acknowledged(self) -> int:
        """Wishes and answers that the service has taken."""
        return len(self.journal.wishes) + len(self.journal.answers)

    @property
    def told(self) -> int:
        """Commands that devices were told."""
        return sum(self.home.told.copy().values())

    @property
    def path(self) -> Path:
        """The record."""
        return record_path(self.service.state_dir)


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Kill it again and again; count what was lost, doubled or damaged."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        try:
            lanes = await asyncio.gather(
                *(_run(Path(folder) / f"{n}", KILLS[effort] // LANES, n) for n in range(LANES))
            )
        except BrokerUnavailable as error:
            return [NotMeasured(id="R1", why=str(error))]
    return figures(lanes)


def figures(lanes: Sequence[_Lane]) -> list[Figure]:
    """The counts that have to be 0, and the restart."""
    kills = sum(lane.kills for lane in lanes)
    acknowledged = sum(lane.acknowledged for lane in lanes)
    detail = {
        "kills": kills,
        "acknowledged": acknowledged,
        "commands": sum(lane.told for lane in lanes),
        "why": [line for lane in lanes for line in lane.verdict.why],
    }
    found = [
        Figure(
            id="R1",
            what=f"{what} in {kills} kills -9 under load",
            value=sum(getattr(lane.verdict, count) for lane in lanes),
            limit=0,
            sense=Sense.AT_MOST,
            unit="",
            against=f"{acknowledged} acknowledged wishes and answers",
            detail=detail,
        )
        for what, count in (
            ("records corrupt", "corrupt"),
            ("acknowledged wishes, answers or acts lost", "lost"),
            ("commands doubled at the devices", "doubled"),
            ("successes told that no device knows of", "lies"),
        )
    ]
    restarts = sorted(took for lane in lanes for took in lane.restarts_s)
    forked = sorted(took for lane in lanes for took in lane.forked_s)
    cpu = sorted(took for lane in lanes for took in lane.cpu_s)
    return [
        *found,
        Figure(
            id="F1",
            what="kill -9 to the page answering, without models, median",
            value=restarts[len(restarts) // 2] if restarts else float("nan"),
            limit=RESTART_LIMIT_S,
            sense=Sense.AT_MOST,
            unit="s",
            against=f"{len(restarts)} whole starts, imports included, two at a time",
            detail={
                "max_s": restarts[-1:],
                "cpu_median_s": cpu[len(cpu) // 2 :][:1],
                "without_imports_median_s": forked[len(forked) // 2 :][:1],
            },
        ),
    ]


async def _run(folder: Path, kills: int, seed: int) -> _Lane:
    broker = await start_broker(None, folder)
    page_port = free_port()
    config = await asyncio.to_thread(config_file, folder, broker.port, page_port)
    try:
        async with CountingHome(broker.host, broker.port) as home:
            lane = _Lane(Service(config, page_port), home)
            try:
                await asyncio.to_thread(_lives, lane, kills, random.Random(seed))
            finally:
                await asyncio.to_thread(lane.service.close)
            return lane
    finally:
        await broker.stop()


def _lives(lane: _Lane, kills: int, chance: random.Random) -> None:
    """One life after the other; the last one is left to settle what is open."""
    for life in range(kills):
        real = life % REAL_EVERY == 0
        lane.service.start(real=real)
        # A whole start that dies before it is up counts as a crash loop to the service.
        if not real and chance.random() < BEFORE_READY_SHARE:
            time.sleep(chance.uniform(0.0, 0.4))
        else:
            (lane.restarts_s if real else lane.forked_s).append(lane.service.wait_ready())
            if real:
                lane.cpu_s.append(lane.service.cpu_s())
            _load(lane, chance, life)
        lane.service.kill()
        lane.kills += 1
        inspect_dead(lane.path, lane.verdict)
    lane.service.start(real=True)
    lane.restarts_s.append(lane.service.wait_ready())
    _settle(lane)
    judge(lane.path, lane.journal, lane.home.told, lane.verdict)


def _load(lane: _Lane, chance: random.Random, life: int) -> None:
    """Buttons are pressed, questions answered, until the kill at a random moment in the midst."""
    stop = threading.Event()
    seconds, least = chance.uniform(*LOAD_S), chance.randint(*DONE)
    acknowledged, told = lane.acknowledged + least, lane.told + least
    drivers = [
        threading.Thread(target=_press_lights, args=(lane, life, stop, half), daemon=True)
        for half in range(2)
    ]
    drivers.append(threading.Thread(target=_press_heaters, args=(lane, life, stop), daemon=True))
    for driver in drivers:
        driver.start()
    end = time.perf_counter() + LOAD_MOST_S
    while time.perf_counter() < end and (lane.acknowledged < acknowledged or lane.told < told):
        time.sleep(0.005)
    time.sleep(seconds)
    lane.service.kill()
    stop.set()
    for driver in drivers:
        driver.join()


def _press_lights(lane: _Lane, life: int, stop: threading.Event, half: int) -> None:
    """Each wish with a brightness of its own, far enough from the one before to be seen."""
    for turn in itertools.count():
        number = (turn % (LIGHTS // 2)) * 2 + half
        value = float(1 + (life * 41 + turn * 7 + half * 101) % 255)
        if stop.is_set() or not _wish(lane, light(number), "set_brightness", "brightness", value):
            return


def _press_heaters(lane: _Lane, life: int, stop: threading.Event) -> None:
    """Wishes that are asked about, and the answers: most are yes."""
    for turn in itertools.count():
        value = 5 + ((life * 37 + turn * 11) % 300) / 10
        wanted = heater(turn % HEATERS)
        if stop.is_set() or not _wish(lane, wanted, "set_temperature", "temperature", value):
            return
        with suppress(Unanswered):
            _answer(lane, yes=turn % 4 != 3)


def _wish(lane: _Lane, device_id: str, operation: str, name: str, value: float) -> bool:
    lane.journal.asked[device_id, value] += 1
    body = {"operation": operation, "parameters": {name: value}}
    try:
        answer = lane.service.post(f"/api/devices/{device_id}/operate", body)
    except Unanswered:
        lane.journal.unanswered += 1
        return False
    if answer.status == 202:
        lane.journal.wishes[int(answer.body["event_id"])] = device_id, value
    else:
        lane.journal.refused += 1
        time.sleep(0.02)
    return True


def _answer(lane: _Lane, *, yes: bool) -> None:
    for _ in range(20):
        pending = lane.service.get("/api/approvals")["pending"]
        for question in pending:
            body = {"answer": "y" if yes else "n"}
            if lane.service.post(f"/api/approvals/{question['id']}", body).status == 200:
                lane.journal.answers[int(question["id"])] = yes
        if pending:
            return
        time.sleep(0.01)


def _settle(lane: _Lane) -> None:
    """Answer what still waits, until everything acknowledged has come to an end, or nothing more
    does: after hundreds of short lives thousands of wishes wait for their line, which on a busy
    machine takes as long as it takes."""
    fewest, moved_at = len(lane.journal.wishes) + 1, time.perf_counter()
    while time.perf_counter() - moved_at < SETTLE_S:
        connection = sqlite3.connect(lane.path)
        try:
            left = len(unsettled(connection, lane.journal.wishes))
        finally:
            connection.close()
        if not left:
            return
        if left < fewest:
            fewest, moved_at = left, time.perf_counter()
        with suppress(Unanswered):
            _answer(lane, yes=True)
