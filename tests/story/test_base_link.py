"""F28, S6: the planner is stopped or killed, its line hung up, while it drives: the wheels
stand by themselves within half a second, and nothing that comes late moves them again."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from companion.ports.body import DEAD_MAN_S
from tests.story.whole_house import ROOT

pytestmark = pytest.mark.timeout(60)
A_BUSY_MACHINE_S = 0.35
"""What a loaded test machine may keep the board's own process from its turn; a board has no
neighbours. The figure itself is printed."""


class Process:
    """One of the twins, spoken to in lines."""

    def __init__(self, module: str, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ask(self) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write("?\n")
        self.process.stdin.flush()
        told: dict[str, Any] = json.loads(self.line())
        return told

    def end(self) -> None:
        with self.process:
            self.process.kill()


@contextmanager
def driving() -> Iterator[tuple[Process, Process]]:
    """A base on its way to the kitchen, and the planner that drives it."""
    base = Process("tests.twins.base_process")
    planner: Process | None = None
    try:
        planner = Process("tests.twins.planner_process", base.line(), "kitchen")
        assert planner.line() == "going"
        until(lambda: base.ask()["odometer_m"] > 0.3)
        yield base, planner
    finally:
        for process in (planner, base):
            if process is not None:
                process.end()


def until(true: Callable[[], bool], wait_s: float = 20.0) -> None:
    end = time.monotonic() + wait_s
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def stop(planner: Process) -> None:
    os.kill(planner.process.pid, signal.SIGSTOP)


def kill(planner: Process) -> None:
    """Its line is hung up as well."""
    planner.process.kill()


@pytest.mark.parametrize("fault", [stop, kill])
def test_the_wheels_stand_and_stay(fault: Callable[[Process], None]) -> None:
    """F28: <= 0.5 s after the last sign of life, 0 motion after; also when the planner goes on."""
    with driving() as (base, planner):
        fault(planner)
        until(lambda: not base.ask()["moving"])
        stood = base.ask()
        took_s = stood["moved_at"] - stood["heard_at"]
        print(f"F28 {fault.__name__}: wheels stood {took_s:.2f} s after the last sign of life")
        assert took_s <= DEAD_MAN_S + A_BUSY_MACHINE_S
        time.sleep(1.0)
        assert base.ask()["odometer_m"] == stood["odometer_m"]
        if fault is stop:
            os.kill(planner.process.pid, signal.SIGCONT)
            assert planner.line().startswith("failed ")
            later = base.ask()
            assert later["goals"] == 1, "nobody drives on unasked"
            assert later["odometer_m"] == stood["odometer_m"]
