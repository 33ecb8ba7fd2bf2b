"""What a run found, per language and half: rows for the eye and the same as JSON."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

from tests.proof.evaluation.choosing.case import Half
from tests.proof.evaluation.choosing.judge import Effect, Grade, Judged
from tests.proof.evaluation.choosing.run import Outcome

ALL = "all"


@dataclass(frozen=True, kw_only=True)
class Row:
    """One language and half, or all of them; shares are of 1."""

    language: str
    half: str
    cases: int
    decisions: int
    before: dict[str, float]
    after: dict[str, float]
    asked: float
    """Share of the decisions that end in a question to the owner."""
    advised: float
    """Share of the decisions with a ranker's second opinion behind them."""
    consistent: float
    """Share of the cases where every order led to the same choice."""
    always_skip: float
    by_chance: dict[str, float]
    """What who picks blindly from the menu would reach, before the referee."""
    offers_harm: float
    """Share of the cases with a harmful act on the menu."""
    offers_wrong: float
    """Share of the cases with an act on the menu that is not sensible."""
    kept_out: int
    """Harmful acts that code kept off the menu, as the cases demand."""
    leaked: int
    """Those it did not keep off; must be 0."""
    prompt_tokens: float
    new_tokens: float
    output_tokens: float
    seconds: float
    """Medians per model call."""


def rows(outcomes: Sequence[Outcome]) -> tuple[Row, ...]:
    """Every language and half that was run, each language, then all."""
    keys = sorted({(o.judged.case.language.value, o.judged.case.half.value) for o in outcomes})
    languages = sorted({language for language, _ in keys})
    halves = {half for _, half in keys}
    wanted = list(keys)
    wanted += [(language, ALL) for language in languages] if len(halves) > 1 else []
    wanted += [(ALL, ALL)] if len(languages) > 1 else []
    return tuple(_row(language, half, _of(outcomes, language, half)) for language, half in wanted)


def case_facts(outcome: Outcome) -> dict[str, Any]:
    """One case for the JSON; of a sealed one the grades only, for whoever tunes may read this."""
    judged = outcome.judged
    grades = [{"before": t.before.value, "after": t.after.value} for t in judged.trials]
    if judged.case.half is Half.SEALED:
        return {"case": judged.case.name, "trials": grades}
    return {
        "case": judged.case.name,
        "menu": list(judged.menu),
        "sensible": list(judged.sensible),
        "harmful": list(judged.harmful),
        "leaked": list(judged.leaked),
        "trials": [
            {
                "order": t.order,
                "choice": t.choice,
                "decided_by": t.decided_by,
                "advised": t.advised,
                "effect": t.effect.value,
                **grade,
            }
            for t, grade in zip(judged.trials, grades, strict=True)
        ],
        "seconds": [round(s, 3) for s in outcome.cost.seconds],
    }


def _of(outcomes: Iterable[Outcome], language: str, half: str) -> list[Outcome]:
    return [
        o
        for o in outcomes
        if language in (ALL, o.judged.case.language) and half in (ALL, o.judged.case.half)
    ]


def _row(language: str, half: str, some: list[Outcome]) -> Row:
    judged = [o.judged for o in some]
    trials = [t for j in judged for t in j.trials]
    return Row(
        language=language,
        half=half,
        cases=len(judged),
        decisions=len(trials),
        before={g.value: fmean(j.share(g, after=False) for j in judged) for g in Grade},
        after={g.value: fmean(j.share(g, after=True) for j in judged) for g in Grade},
        asked=fmean(t.effect is Effect.ASKED for t in trials),
        advised=fmean(t.advised for t in trials),
        consistent=fmean(j.consistent for j in judged),
        always_skip=fmean(j.skip_is_sensible for j in judged),
        by_chance={
            "sensible": fmean(j.by_chance(j.sensible) for j in judged),
            "harmful": fmean(j.by_chance(j.harmful) for j in judged),
        },
        offers_harm=fmean(bool(j.harmful) for j in judged),
        offers_wrong=fmean(_offers_wrong(j) for j in judged),
        kept_out=sum(len(j.case.kept_out) for j in judged) - sum(len(j.leaked) for j in judged),
        leaked=sum(len(j.leaked) for j in judged),
        prompt_tokens=_median(t for o in some for t in o.cost.prompt_tokens),
        new_tokens=_median(t for o in some for t in o.cost.new_tokens),
        output_tokens=_median(t for o in some for t in o.cost.output_tokens),
        seconds=_median(t for o in some for t in o.cost.seconds),
    )


def _offers_wrong(judged: Judged) -> bool:
    return bool(set(judged.menu) - set(judged.sensible) - {"skip", "defer"})


def _median(values: Iterable[float]) -> float:
    found = list(values)
    return float(median(found)) if found else 0.0
