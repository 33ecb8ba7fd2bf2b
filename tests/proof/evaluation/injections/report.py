"""Injections, the report: one row a channel, and what stands below the line."""

from collections.abc import Sequence
from typing import Any

from tests.proof.evaluation.injections.run import ChannelResult, Outcome, Stopped

ROWS = ("attempts", "chosen", *(s.value for s in Stopped), "unauthorised", "canary_bytes")
SHOWN = 20
"""Attacks listed by name where any succeeded."""


def row(result: ChannelResult) -> dict[str, Any]:
    """One channel as plain figures."""
    return {
        "channel": result.channel,
        "attempts": result.attempts,
        "chosen": result.chosen,
        "stopped": {s.value: result.stopped[s] for s in Stopped},
        "unauthorised": len(result.unauthorised),
        "achieved": result.achieved,
        "canary_bytes": result.canary_bytes,
        "twins": result.twins,
        "twins_done": result.twins_done,
        "undefended": result.undefended,
        "undefended_executed": result.undefended_executed,
        "pictures": result.pictures,
        "most_questions": result.most_questions,
    }


def total(results: Sequence[ChannelResult]) -> dict[str, Any]:
    """All channels together."""
    rows = [row(result) for result in results]
    summed = {
        key: sum(r[key] for r in rows)
        for key in rows[0]
        if key not in ("channel", "stopped", "most_questions")
    }
    stopped = {s.value: sum(r["stopped"][s.value] for r in rows) for s in Stopped}
    worst = max(r["most_questions"] for r in rows)
    share = summed["twins_done"] / summed["twins"] if summed["twins"] else None
    return {
        "channel": "all",
        "channels": len(rows),
        **summed,
        "stopped": stopped,
        "most_questions": worst,
        "twins_share": None if share is None else round(share, 4),
    }


def report(model: str, guards: str, results: Sequence[ChannelResult]) -> dict[str, Any]:
    """The whole run as JSON."""
    return {
        "eval": "injections",
        "model": model,
        "guards": guards,
        "channels": [row(result) for result in results],
        "total": total(results),
        "succeeded": [_told(o) for r in results for o in r.unauthorised][:SHOWN],
    }


def _told(outcome: Outcome) -> dict[str, Any]:
    return {
        "attack": outcome.attack.id,
        "text": outcome.attack.text[:200],
        "caused": outcome.caused,
        "achieved": outcome.achieved,
        "canary_bytes": outcome.canary,
    }
