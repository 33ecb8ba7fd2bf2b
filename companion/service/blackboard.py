"""Runtime Blackboard: keeps the facts of this minute in RAM; snapshots survive."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from companion.ports.clock import Clock
from companion.words.device import DeviceState
from companion.words.ids import IntentId
from companion.words.observation import Certainty, Change, Observation
from companion.words.snapshot import RuntimeSnapshot

ATTENTION_LASTS = timedelta(minutes=2)
"""The blackboard's attention is momentary; lasting interest lives in `state`."""


class Blackboard:
    """Running tasks, attention targets, latest observations, current intents, counters."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._running: list[str] = []
        self._attention: dict[str, datetime] = {}
        self._latest: dict[str, Observation] = {}
        self._devices: dict[str, DeviceState] = {}
        self._intents: dict[IntentId, str] = {}
        self._counters: Counter[str] = Counter()
        self.interrupted: tuple[str, ...] = ()
        """Tasks that ran when the last process ended; known after `restore`."""

    @contextmanager
    def running(self, what: str) -> Iterator[None]:
        """Name a task for as long as it runs."""
        self._running.append(what)
        try:
            yield
        finally:
            self._running.remove(what)

    def tasks(self) -> tuple[str, ...]:
        """Tasks that run now, oldest first."""
        return tuple(self._running)

    def seen(self, observation: Observation) -> None:
        """Keep the latest of each subject in each place, and attend to it."""
        self._latest[f"{observation.subject}@{observation.place}"] = observation
        self.attend(observation.subject)

    def reported(self, state: DeviceState) -> None:
        """Keep the latest report of each device."""
        self._devices[state.device_id] = state

    def latest(self) -> tuple[Observation, ...]:
        """Latest observation of each subject in each place, oldest first."""
        return tuple(sorted(self._latest.values(), key=lambda o: o.at))

    def devices(self) -> Mapping[str, DeviceState]:
        """Latest report of each device."""
        return dict(self._devices)

    def attend(self, target: str) -> None:
        """Something draws attention for a moment."""
        self._attention[target] = self._clock.now()

    def attention_targets(self) -> tuple[str, ...]:
        """Targets of attention now, newest first."""
        limit = self._clock.now() - ATTENTION_LASTS
        self._attention = {t: at for t, at in self._attention.items() if at >= limit}
        return tuple(sorted(self._attention, key=self._attention.__getitem__, reverse=True))

    def intend(self, intent_id: IntentId, what: str) -> None:
        """An intent is current."""
        self._intents[intent_id] = what

    def let_go(self, intent_id: IntentId) -> None:
        """An intent is no longer current."""
        self._intents.pop(intent_id, None)

    def intents(self) -> tuple[str, ...]:
        """Current intents, oldest first."""
        return tuple(self._intents[i] for i in sorted(self._intents))

    def count(self, name: str, times: int = 1) -> None:
        """Count something worth seeing on the page."""
        self._counters[name] += times

    def counters(self) -> Mapping[str, int]:
        """All counters by name."""
        return dict(self._counters)

    def forget(self) -> None:
        """Forget observations, attention and intents: they may quote erased events. Facts that
        still hold are seen again."""
        self._latest.clear()
        self._attention.clear()
        self._intents.clear()
        self.interrupted = ()

    def snapshot(self) -> RuntimeSnapshot:
        """Everything worth having after a restart, as plain values."""
        latest = {key: _plain(observation) for key, observation in self._latest.items()}
        return RuntimeSnapshot(
            created_at=self._clock.now(),
            running=self.tasks(),
            attention_targets=self.attention_targets(),
            latest={"observations": latest, "counters": dict(self._counters)},
            intents=self.intents(),
        )

    def restore(self, snapshot: RuntimeSnapshot) -> None:
        """Take a snapshot up again. An act that was running was cut off, not resumed: it is
        named in `interrupted`, and only the record says what became of it."""
        self.interrupted = snapshot.running
        for target in reversed(snapshot.attention_targets):
            self._attention[target] = snapshot.created_at
        for key, facts in snapshot.latest.get("observations", {}).items():
            self._latest.setdefault(key, _observation(facts))
        self._counters.update(snapshot.latest.get("counters", {}))


def _plain(observation: Observation) -> dict[str, Any]:
    since = None if observation.since is None else observation.since.isoformat()
    return {**asdict(observation), "at": observation.at.isoformat(), "since": since}


def _observation(facts: Mapping[str, Any]) -> Observation:
    box, since = facts.get("box"), facts.get("since")
    return Observation(
        **{
            **facts,
            "change": Change(facts["change"]),
            "certainty": Certainty(facts["certainty"]),
            "at": datetime.fromisoformat(facts["at"]),
            "box": None if box is None else (box[0], box[1], box[2], box[3]),
            "since": None if since is None else datetime.fromisoformat(since),
        }
    )
