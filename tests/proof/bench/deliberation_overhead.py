"""Benchmark of what a deliberation costs beside the model.

The whole house with a model that only takes its time (seconds recorded of the 1.5 B on two cores)
and then does nothing: from the trigger to the decision on the disk. Without the ranker, a model
of its own.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from companion.app import Companion
from companion.service.settings import NO_RANKER, Settings
from companion.service.supervision import until
from companion.words.event import EventSource
from companion.words.ids import TriggerId
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.whole import living, shipped

IDS = ("P7",)
SHARE, CPU_MS = 0.05, 25.0
"""Limits: share of the model's time; CPU milliseconds beside it, 95 of 100."""
RECORDED_S = (1.5, 2.6, 1.9, 2.2, 1.8)
"""Decisions of the 1.5 B with its prefix read (llm.md 7): 2 s in the middle."""
WALKS = {Effort.SHORT: 5, Effort.LONG: 60}
IDLE_S = 2.0


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Walk so many triggers, one after the other, in a house that is otherwise quiet."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        settings = shipped(Path(folder))
        async with living(_unhurried(settings), staged=True) as (house, _):
            assert house.foundations.dollhouse is not None
            devices = [device.id for device in house.foundations.dollhouse.plan.devices]
            await until(lambda: all(house.home.house.state(d) is not None for d in devices))
            await house.work.model.ready()
            return await _measured(house, WALKS[effort])


def _unhurried(settings: Settings) -> Settings:
    own = {"choose": ["skip"], "takes_s": RECORDED_S}
    llm = settings.llm.model_copy(update={"settings": own})
    limits = settings.limits.model_copy(update={"llm_calls_per_hour": 10_000})
    # Simulated time stands still: nothing may narrow the script to an act, which would wait.
    ranker = settings.ranker.model_copy(update={"engine": NO_RANKER})
    return settings.model_copy(update={"llm": llm, "limits": limits, "ranker": ranker})


async def _measured(house: Companion, walks: int) -> Sequence[Figure | NotMeasured]:
    idle_began = time.process_time()
    await asyncio.sleep(IDLE_S)
    idle_rate = (time.process_time() - idle_began) / IDLE_S
    beside, cpu_ms, model_s = [], [], []
    await _walk(house, -1)
    for number in range(walks):
        spent_s, cpu_s, thought_s = await _walk(house, number)
        if not thought_s:
            return [NotMeasured(id="P7", why="the walk did not ask the model")]
        model_s.append(thought_s)
        beside.append(spent_s - thought_s)
        cpu_ms.append((cpu_s - idle_rate * spent_s) * 1000)
    p95 = sorted(cpu_ms)[max(0, round(0.95 * len(cpu_ms)) - 1)]
    detail = {
        "walks": walks,
        "model_s": round(statistics.median(model_s), 2),
        "beside_ms": round(statistics.median(beside) * 1000, 1),
        "cpu_ms": round(statistics.median(cpu_ms), 1),
        "ranker": house.mind.ranker is not None,
    }
    share = statistics.median(b / m for b, m in zip(beside, model_s, strict=True))
    return [
        Figure(
            id="P7",
            what="a deliberation beside its model",
            value=round(share, 4),
            limit=SHARE,
            sense=Sense.AT_MOST,
            against="the model's time",
            detail=detail,
        ),
        Figure(
            id="P7",
            what="CPU of a deliberation beside its model, p95",
            value=round(p95, 1),
            limit=CPU_MS,
            sense=Sense.AT_MOST,
            unit="ms",
            detail=detail,
        ),
    ]


async def _walk(house: Companion, number: int) -> tuple[float, float, float]:
    """Seconds and CPU seconds of one walk to its recorded decision, and the model's seconds."""
    now = house.foundations.clock.now()
    light = next(device for device in house.home.house.devices() if device.id.startswith("light."))
    trigger = Trigger(
        id=TriggerId(f"bench-{number}"),
        kind=TriggerKind.EVENT,
        priority=Priority.OBSERVATION,
        at=now,
        about=LabelledText("One person appeared here.", TrustLabel.OBSERVED),
        place=light.area,
    )
    before_s = house.mind.llm.counts().busy_s
    began, cpu_began = time.perf_counter(), time.process_time()
    await house.acting.act.walk(trigger)
    spent_s, cpu_s = time.perf_counter() - began, time.process_time() - cpu_began
    (decided,) = await house.storage.record.recent(
        limit=1, sources=(EventSource.DELIBERATION_DECISION,)
    )
    mine = decided.payload["trigger"]["id"] == trigger.id
    return spent_s, cpu_s, house.mind.llm.counts().busy_s - before_s if mine else 0.0
