"""Scheduler room: runs periodic ticks, whether a page is open or not."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from companion.ports.blackboard import BlackboardView
from companion.ports.clock import Clock, Ids
from companion.ports.policy import TriggerSink
from companion.ports.snapshots import SnapshotShelf
from companion.words.ids import TriggerId
from companion.words.language import Bilingual, Language
from companion.words.snapshot import RuntimeSnapshot
from companion.words.text import LabelledText
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel

log = logging.getLogger(__name__)

HEARTBEAT_S, SNAPSHOT_S = 300.0, 60.0
"""Both come from the configuration."""
HEARTBEAT_SLOWER = 8
"""Times the interval at most, after four beats in which nothing happened: as far as a backlog makes
the looks of the cameras slower."""
SNAPSHOT_ANYWAY_S = 1800.0
"""After so long it is saved though nothing changed but the moments at which it was seen again."""
SWEEP_S = 3600.0
"""Thoughts live 24 h: an hour late is soon enough."""
HEARTBEAT = Bilingual(
    "何も起きていない。しばらく経った。", "Nothing happened; some time has passed."
)


@dataclass(frozen=True)
class Tick:
    """Work that is done every `every_s` seconds of the household's clock."""

    name: str
    every_s: float
    do: Callable[[], Awaitable[object]]


class Scheduler:
    """A resident that runs ticks when they are due. Time that was slept through (suspend, a
    slow tick) brings one tick, not a burst."""

    def __init__(self, clock: Clock, ticks: tuple[Tick, ...]) -> None:
        self._clock = clock
        self._ticks = ticks

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


def snapshots(
    shelf: SnapshotShelf, blackboard: BlackboardView, every_s: float = SNAPSHOT_S
) -> Tick:
    """Save the blackboard for the next start."""

    saved: RuntimeSnapshot | None = None

    async def save() -> None:
        # A quiet home says the same every minute, and each time would be written on the card.
        nonlocal saved
        now = blackboard.snapshot()
        if saved is not None and _same(saved, now):
            return
        await shelf.save(now)
        saved = now

    return Tick("snapshot", every_s, save)


def _same(before: RuntimeSnapshot, now: RuntimeSnapshot) -> bool:
    """Whether nothing is different but the moments at which it was seen again."""
    if (now.created_at - before.created_at).total_seconds() >= SNAPSHOT_ANYWAY_S:
        return False
    moment = now.created_at
    return _timeless(replace(before, created_at=moment)) == _timeless(now)


def _timeless(snapshot: RuntimeSnapshot) -> RuntimeSnapshot:
    seen = snapshot.latest.get("observations", {})
    still = {key: {**facts, "at": ""} for key, facts in seen.items()}
    return replace(snapshot, latest={**snapshot.latest, "observations": still})


def housekeeping(sweep: Callable[[], Awaitable[int]], every_s: float = SWEEP_S) -> Tick:
    """Let go of what has come to its end of life: thoughts, old finished jobs."""

    async def clean() -> None:
        gone = await sweep()
        if gone:
            log.info("swept %s expired rows", gone)

    return Tick("sweep", every_s, clean)
