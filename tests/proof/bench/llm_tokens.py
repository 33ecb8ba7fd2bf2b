"""Benchmark of decisions: their tokens, the share of the prompt that was read before, and the first
decision after a restart, with the prefix kept on the disk and without.

The whole house with a real model, twice on one state folder; between the two starts a day of
triggers is decided.
"""

import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.app import Companion
from companion.engines.weights import MODELS_DIR, PinnedModel
from companion.words.ids import TriggerId
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.proof.bench.figure import Effort, Figure, NotMeasured, Sense
from tests.proof.bench.real_model import missing, models
from tests.proof.bench.whole import living, shipped

IDS = ("P11", "T-54")
MEDIAN, P95_TOKENS, FIXED = 40.0, 80.0, 0.85
"""Limits: output tokens, and the share of the prompt that was read before."""
RESTART_S = 5.0
"""Ours, for "a couple of seconds" until the first decision, above what the model takes to load."""
A_DAY = 24
_HAPPENS = (
    "One person appeared in the {}.",
    "The person in the {} is no longer there.",
    "Nothing happened; some time has passed.",
)


@dataclass
class Day:
    """What one start and a day of decisions came to."""

    awake_s: float = 0.0
    decided_s: float = 0.0
    output: list[int] = field(default_factory=list)
    fixed: list[float] = field(default_factory=list)
    prompt: list[int] = field(default_factory=list)


async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]:
    """Every installed model in turn."""
    if effort is Effort.SHORT:
        return [
            NotMeasured(id=i, why="reading the whole prompt takes minutes: --long") for i in IDS
        ]
    chosen = models(effort)
    if not chosen:
        return missing(IDS)
    figures: list[Figure | NotMeasured] = []
    for model in chosen:
        with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
            cold = await _day(model, Path(folder), A_DAY)
            again = await _day(model, Path(folder), 1)
        figures += _figures(model, cold, again)
    return figures


async def _day(model: PinnedModel, folder: Path, walks: int) -> Day:
    """Start the house, wait until it is awake, and decide so many times."""
    own = {"model_path": str(MODELS_DIR / model.file), "threads": 1}
    settings = shipped(folder)
    llm = settings.llm.model_copy(update={"engine": "xllamacpp", "settings": own})
    day = Day()
    began = time.perf_counter()
    async with living(settings.model_copy(update={"llm": llm}), staged=True) as (house, _):
        await house.mind.awake.wait()
        day.awake_s = time.perf_counter() - began
        for number in range(walks):
            await _decide(house, number, day)
            day.decided_s = day.decided_s or time.perf_counter() - began
    return day


async def _decide(house: Companion, number: int, day: Day) -> None:
    places = [
        device.area for device in house.home.house.devices() if device.id.startswith("light.")
    ]
    place = places[number % len(places)]
    about = _HAPPENS[number % len(_HAPPENS)].format(place)
    trigger = Trigger(
        id=TriggerId(f"bench-{number}"),
        kind=TriggerKind.EVENT,
        priority=Priority.OBSERVATION,
        at=house.foundations.clock.now(),
        about=LabelledText(about, TrustLabel.OBSERVED),
        place=place,
    )
    before = house.mind.llm.counts()
    await house.acting.act.deliberation.decide(await house.acting.act.context.gather(trigger))
    after = house.mind.llm.counts()
    if after.output_tokens == before.output_tokens:
        return
    prompt = after.prompt_tokens - before.prompt_tokens
    day.output.append(after.output_tokens - before.output_tokens)
    day.prompt.append(prompt)
    day.fixed.append((after.reused_tokens - before.reused_tokens) / prompt)


def _figures(model: PinnedModel, cold: Day, again: Day) -> list[Figure]:
    output = sorted(cold.output)
    detail = {
        "model": model.name,
        "decisions": len(output),
        "prompt_tokens": statistics.median(cold.prompt),
        "cold_first_decision_s": round(cold.decided_s, 1),
        "restored_first_decision_s": round(again.decided_s, 1),
        "cold_awake_s": round(cold.awake_s, 1),
        "restored_awake_s": round(again.awake_s, 1),
    }
    p95 = float(output[max(0, round(0.95 * len(output)) - 1)])
    at_most = Sense.AT_MOST
    rows = (
        ("P11", "tokens of a decision, median", statistics.median(output), MEDIAN, at_most),
        ("P11", "tokens of a decision, p95", p95, P95_TOKENS, at_most),
        (
            "P11",
            "of the prompt known before",
            statistics.median(cold.fixed),
            FIXED,
            Sense.AT_LEAST,
        ),
        ("T-54", "awake after a restart, prefix kept", again.awake_s, RESTART_S, at_most),
    )
    units = ("tokens", "tokens", "share", "s")
    return [
        Figure(
            id=i,
            what=f"{what} ({model.key})",
            value=round(float(value), 3),
            limit=limit,
            sense=sense,
            unit=unit,
            detail=detail,
        )
        for (i, what, value, limit, sense), unit in zip(rows, units, strict=True)
    ]
