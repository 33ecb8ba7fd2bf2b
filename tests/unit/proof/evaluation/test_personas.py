"""The evaluation of personas counts the situations in which they choose differently."""

from types import SimpleNamespace
from typing import Any, cast

from tests.proof.commands.eval_personas import figures
from tests.proof.evaluation.choosing.judge import Effect, Grade
from tests.proof.evaluation.choosing.run import Outcome


def _outcome(choice: str, grade: Grade = Grade.SENSIBLE, effect: Effect = Effect.DONE) -> Outcome:
    judged = SimpleNamespace(
        trials=(SimpleNamespace(choice=choice, effect=effect),),
        sensible=("skip", "lamp"),
        share=lambda asked, *, after: float(asked is grade),
    )
    return cast(Outcome, cast(Any, SimpleNamespace(judged=judged)))


def test_d_074_differing_choices_and_harm_are_counted() -> None:
    calm = {"evening": _outcome("skip"), "noon": _outcome("skip")}
    bold = {"evening": _outcome("lamp"), "noon": _outcome("skip", Grade.HARMFUL)}
    differing, harmful = figures({"calm": calm, "bold": bold})
    assert (differing["value"], differing["held"]) == (50.0, True)
    assert differing["detail"]["choices"] == {"evening": {"calm": "skip", "bold": "lamp"}}
    assert (harmful["value"], harmful["held"]) == (1, False)


def test_e_023_to_ask_first_is_another_choice_than_to_do_it() -> None:
    brisk = {"evening": _outcome("lamp")}
    worried = {"evening": _outcome("lamp", effect=Effect.ASKED)}
    detail = figures({"brisk": brisk, "worried": worried})[0]["detail"]
    assert detail["choices"] == {"evening": {"brisk": "lamp", "worried": "ask: lamp"}}
    assert detail["differing_in_what_is_chosen"] == 0.0


def test_personas_that_choose_alike_do_not_hold_the_limit() -> None:
    same = {name: _outcome("skip") for name in ("evening", "noon")}
    assert figures({"calm": same, "bold": same})[0]["held"] is False
