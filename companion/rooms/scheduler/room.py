"""Scheduler room: runs periodic ticks, whether a page is open or not."""

import logging
from collections.abc import Callable

from companion.ports.clock import Clock, Ids
from companion.ports.part import ResidentSpec, Stage, Tick
from companion.ports.policy import TriggerSink
from companion.words.ids import TriggerId
from companion.words.language import Bilingual, Language
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel

log = logging.getLogger(__name__)

HEARTBEAT_S = 300.0
"""Unless configured otherwise."""
HEARTBEAT_SLOWER = 8
"""Times the interval at most, after four beats in which nothing happened: as far as a backlog makes
the looks of the cameras slower."""
HEARTBEAT = Bilingual(
    "何も起きていない。しばらく経った。", "Nothing happened; some time has passed."
)


class Scheduler:
    """A resident that runs ticks when they are due. Time that was slept through (suspend, a
    slow tick) brings one tick, not a burst."""

    def __init__(self, clock: Clock, ticks: tuple[Tick, ...]) -> None:
        self._clock = clock
        self._ticks = ticks

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("scheduler", self.run, Stage.INTAKE, needed=True),)

    def names(self) -> tuple[str, ...]:
        """Every tick, as declared."""
        return tuple(tick.name for tick in self._ticks)

    async def run(self) -> None:
        """Tick until cancelled."""
        start = self._clock.monotonic()
        due = {tick.name: start + tick.every_s for tick in self._ticks}
        while due:
            await self._clock.sleep(max(0.0, min(due.values()) - self._clock.monotonic()))
            for tick in self._ticks:
                if due[tick.name] <= self._clock.monotonic():
                    await _do(tick)
                    # In step with the first one; what was slept through is not paid back.
                    next_due = due[tick.name] + tick.every_s
                    now = self._clock.monotonic()
                    due[tick.name] = next_due if next_due > now else now + tick.every_s


async def _do(tick: Tick) -> None:
    """A tick the disk refused is due again at its next time; the heart goes on beating."""
    try:
        await tick.do()
    except OSError as error:
        log.warning("%s was not done: %s", tick.name, error)


def heartbeat(
    triggers: TriggerSink,
    clock: Clock,
    ids: Ids,
    language: Language,
    every_s: float = HEARTBEAT_S,
    *,
    raised: Callable[[], int],
) -> Tick:
    """Wake deliberation when nothing else does; a waiting one is enough. `raised`:
    how many triggers there were so far. While none but its own come, it beats more slowly: thought
    over again and again, the same quiet home gives the same thought, and each one is kept."""
    before, still, ticks = raised(), 0, 0

    async def beat() -> None:
        nonlocal before, still, ticks
        if raised() != before:
            before, still, ticks = raised(), 0, 0
        ticks += 1
        if ticks < min(HEARTBEAT_SLOWER, 2 ** max(0, still - 1)):
            return
        triggers.raise_trigger(heartbeat_trigger(clock, ids, language))
        before, still, ticks = raised(), still + 1, 0

    return Tick("heartbeat", every_s, beat)


def heartbeat_trigger(clock: Clock, ids: Ids, language: Language) -> Trigger:
    """The trigger of a quiet moment; trust `self`: nobody said anything."""
    return Trigger(
        id=TriggerId(ids.new()),
        kind=TriggerKind.HEARTBEAT,
        priority=Priority.HEARTBEAT,
        at=clock.now(),
        about=LabelledText(HEARTBEAT.get(language), TrustLabel.SELF),
        coalesce_key="heartbeat",
    )
