"""Vitals: measure cpu, memory, network, temperature, disk and queues."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import psutil

from companion.ports.clock import Clock
from companion.ports.part import ResidentSpec, Stage
from companion.ports.stream import Stream
from companion.words.activity import StreamKind, StreamMessage

SAMPLES_KEPT = 120
"""Ten minutes at one sample every five seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """One sample. None where the machine has no such sensor; never a made-up zero."""

    at: datetime
    cpu_percent: float
    memory_percent: float
    rx_bytes_s: float
    tx_bytes_s: float
    disk_percent: float
    temperature_c: float | None = None
    llm_queue: int | None = None
    job_backlog: int | None = None
    loop_lag_p99_ms: float | None = None
    """How late the event loop was within the last minute; 20 is the goal."""
    loop_lag_max_ms: float | None = None
    thinking: Mapping[str, int] | None = None
    """Counters of what the model was asked and of what was held back from it."""

    def count(self, name: str) -> int | None:
        """One counter of `thinking`, None where there are none."""
        return self.thinking.get(name) if self.thinking is not None else None

    def as_json(self) -> dict[str, Any]:
        """Plain values for the wire."""
        return {**asdict(self), "at": self.at.isoformat()}


class LoopLag(Protocol):
    """How late the event loop was, in milliseconds."""

    @property
    def p99_ms(self) -> float:
        """99 of 100 beats were less late."""

    @property
    def max_ms(self) -> float:
        """The latest beat."""


class VitalsSource(Protocol):
    """Source of the figures that the page shows."""

    def history(self) -> tuple[Vitals, ...]:
        """Kept samples, oldest first; empty before the first."""


class VitalsGauge:
    """Samples the machine and publishes each sample to the stream."""

    def __init__(
        self,
        clock: Clock,
        stream: Stream,
        *,
        disk_path: Path,
        llm_queue: Callable[[], int] | None = None,
        job_backlog: Callable[[], int] | None = None,
        loop_lag: Callable[[], LoopLag | None] = lambda: None,
        thinking: Callable[[], Mapping[str, int] | None] = lambda: None,
        every_s: float = 5.0,
    ) -> None:
        self._clock = clock
        self._stream = stream
        self._disk_path = disk_path
        self._llm_queue = llm_queue
        self._job_backlog = job_backlog
        self._loop_lag = loop_lag
        self._thinking = thinking
        self._every_s = every_s
        self._kept: deque[Vitals] = deque(maxlen=SAMPLES_KEPT)
        self._last_net: tuple[float, int, int] | None = None

    def history(self) -> tuple[Vitals, ...]:
        """Kept samples, oldest first."""
        return tuple(self._kept)

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("vitals", self.run, Stage.INTAKE),)

    async def run(self) -> None:
        """Sample until cancelled; machine seconds, since the machine is not simulated."""
        psutil.cpu_percent()  # each call tells what was used since the one before
        while True:
            sample = await asyncio.to_thread(self.sample)
            self._kept.append(sample)
            self._stream.publish(
                StreamMessage(kind=StreamKind.VITALS, at=sample.at, data=sample.as_json())
            )
            await asyncio.sleep(self._every_s)

    def sample(self) -> Vitals:
        """Read the machine once."""
        rx, tx = self._network()
        lag = self._loop_lag()
        return Vitals(
            at=self._clock.now(),
            cpu_percent=psutil.cpu_percent(),
            memory_percent=psutil.virtual_memory().percent,
            rx_bytes_s=rx,
            tx_bytes_s=tx,
            disk_percent=psutil.disk_usage(str(self._disk_path)).percent,
            temperature_c=_hottest_c(),
            llm_queue=self._llm_queue() if self._llm_queue else None,
            job_backlog=self._job_backlog() if self._job_backlog else None,
            thinking=self._thinking(),
            loop_lag_p99_ms=round(lag.p99_ms, 2) if lag else None,
            loop_lag_max_ms=round(lag.max_ms, 2) if lag else None,
        )

    def _network(self) -> tuple[float, float]:
        now, counted = time.monotonic(), psutil.net_io_counters()
        # None on a machine without any interface.
        received, sent = (counted.bytes_recv, counted.bytes_sent) if counted else (0, 0)
        last, self._last_net = self._last_net, (now, received, sent)
        if last is None or now <= last[0]:
            return 0.0, 0.0
        span_s = now - last[0]
        return max(0.0, (received - last[1]) / span_s), max(0.0, (sent - last[2]) / span_s)


def _hottest_c() -> float | None:
    """The hottest sensor in degrees Celsius; None on a machine that has none."""
    found = [sensor.current for chip in psutil.sensors_temperatures().values() for sensor in chip]
    return max((value for value in found if value), default=None)
