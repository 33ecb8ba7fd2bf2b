"""Sparklines of the vitals: compute the points of a polyline in a box of 100 x 24."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.web.texts import Words
from companion.web.vitals import Vitals

WIDTH, HEIGHT = 100, 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    """One figure: its name, the newest value in words, and its recent course."""

    name: str
    label: str
    value: str
    points: str


def gauges(history: Sequence[Vitals], words: Words) -> tuple[Gauge, ...]:
    """All figures of the machine; one the machine lacks says unknown."""
    if not history:
        return ()
    rows: tuple[tuple[str, list[float | int | None], float, str], ...] = (
        ("cpu", [v.cpu_percent for v in history], 100, "%"),
        ("memory", [v.memory_percent for v in history], 100, "%"),
        ("temperature", [v.temperature_c for v in history], 100, "°C"),
        ("disk", [v.disk_percent for v in history], 100, "%"),
        ("rx", [v.rx_bytes_s for v in history], 0, "B/s"),
        ("tx", [v.tx_bytes_s for v in history], 0, "B/s"),
        ("llm", [v.llm_queue for v in history], 0, ""),
        ("jobs", [v.job_backlog for v in history], 0, ""),
        ("calls", [v.count("llm_calls_hour") for v in history], 0, ""),
        ("held", [v.count("held_back") for v in history], 0, ""),
        ("lag", [v.loop_lag_p99_ms for v in history], 0, "ms"),
    )
    return tuple(
        Gauge(
            name=name,
            label=words(f"vitals.{name}"),
            value=_figure(values[-1], unit, words),
            points=_points(values, top),
        )
        for name, values, top, unit in rows
    )


def _figure(value: float | int | None, unit: str, words: Words) -> str:
    if value is None:
        return words("unknown")
    if unit == "B/s":
        return _bytes(value)
    return f"{value:.0f} {unit}".strip()


def _bytes(value: float) -> str:
    for unit in ("B/s", "kB/s", "MB/s"):
        if value < 1000 or unit == "MB/s":
            break
        value /= 1000
    return f"{value:.0f} {unit}" if value >= 10 or unit == "B/s" else f"{value:.1f} {unit}"


def _points(values: Sequence[float | int | None], top: float) -> str:
    known = [v for v in values if v is not None]
    ceiling = top or max([*known, 1])
    step = WIDTH / max(1, len(values) - 1)
    return " ".join(
        f"{i * step:.1f},{HEIGHT - 1 - min(1.0, v / ceiling) * (HEIGHT - 2):.1f}"
        for i, v in enumerate(values)
        if v is not None
    )
