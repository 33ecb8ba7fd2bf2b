"""Finds the benchmarks and runs them one after the other, so that none disturbs another.

A benchmark is a module of this package (`bench/<name>.py`) with `IDS`, the goals it measures, and
`async def measure(effort: Effort) -> Sequence[Figure | NotMeasured]`."""

import importlib
import os
import pkgutil
import platform
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import tests.proof.bench as package
from tests.proof.bench.figure import Effort, Figure, NotMeasured

Measured = Figure | NotMeasured
_NOT_BENCHES = frozenset({"figure", "run"})


@dataclass(frozen=True)
class Bench:
    """One benchmark module."""

    name: str
    ids: tuple[str, ...]
    measure: Callable[[Effort], Awaitable[Sequence[Measured]]]


def benches() -> tuple[Bench, ...]:
    """Every benchmark, by name. A module without `IDS` is a part of one."""
    found = []
    for entry in pkgutil.iter_modules(package.__path__):
        if entry.name in _NOT_BENCHES:
            continue
        module = importlib.import_module(f"{package.__name__}.{entry.name}")
        if hasattr(module, "IDS"):
            found.append(Bench(entry.name, tuple(module.IDS), module.measure))
    return tuple(sorted(found, key=lambda bench: bench.name))


def chosen(wanted: Sequence[str]) -> tuple[Bench, ...]:
    """Those named by module or goal id; all for none. Raises `KeyError` with an unknown name."""
    every = benches()
    if not wanted:
        return every
    known = {name for bench in every for name in (bench.name, *bench.ids)}
    if unknown := [name for name in wanted if name not in known]:
        raise KeyError(", ".join(unknown))
    return tuple(b for b in every if b.name in wanted or set(b.ids) & set(wanted))


async def run(bench: Bench, effort: Effort) -> tuple[Sequence[Measured], float]:
    """What one benchmark measured and how long it took in seconds."""
    began = time.perf_counter()
    return await bench.measure(effort), time.perf_counter() - began


def machine() -> dict[str, Any]:
    """Where it was measured."""
    return {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "load_1min": round(os.getloadavg()[0], 2),
        "date": time.strftime("%Y-%m-%d"),
    }
