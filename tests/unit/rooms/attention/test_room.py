"""What is worth words, and what is said aloud (D-063, S-22)."""

from dataclasses import replace
from typing import Any

import pytest

from companion.phrases.silence import SILENCE
from companion.rooms.attention.room import (
    NEWS,
    NOBODY,
    NOTHING_NEW,
    PROMISE,
    PURSE,
    QUIET,
    SEEN,
    SERIOUS,
    TROUBLE,
    Moment,
    urge_of,
    weigh,
)
from companion.words.capability import RiskTier
from companion.words.decision import ActionDecision, DeliveryKind
from companion.words.result import ActionResult, ResultStatus
from tests.unit.store.samples import decision
from tests.unit.store.samples import result as result_of

HERE = Moment(somebody=True, beside=True, quiet=False, closeness=1.0, asked=False)


def done(risk: RiskTier, **result: Any) -> tuple[ActionDecision, ActionResult]:
    return replace(decision(), risk=risk), replace(result_of(1), **result)


@pytest.mark.parametrize(
    ("risk", "result", "urge"),
    [
        (RiskTier.REVERSIBLE, {"status": ResultStatus.SUCCESS}, 0.0),
        (RiskTier.ASK, {"status": ResultStatus.SUCCESS}, SERIOUS),
        (RiskTier.TALK, {"status": ResultStatus.SUCCESS}, NEWS),
        (RiskTier.REVERSIBLE, {"status": ResultStatus.FAILED}, TROUBLE),
        (RiskTier.REVERSIBLE, {"status": ResultStatus.PARTIAL}, TROUBLE),
        (
            RiskTier.REVERSIBLE,
            {"status": ResultStatus.SUCCESS, "result_payload": {"words": "milk is out"}},
            PROMISE,
        ),
    ],
)
def test_d_063_what_went_wrong_matters_more_than_what_anybody_sees(
    risk: RiskTier, result: dict[str, Any], urge: float
) -> None:
    """D-063: from the facts of the act, never from a text."""
    assert urge_of(*done(risk, **result)) == urge


def test_what_people_see_is_activity_only() -> None:
    """D-013, D-019: a lamp in the room of who is there, and one that nobody looks at."""
    for moment, reason in ((HERE, SEEN), (replace(HERE, beside=False), NOTHING_NEW)):
        verdict = weigh(0.0, moment)
        assert (verdict.kind, verdict.spoken) == (DeliveryKind.ACTIVITY_ONLY, False)
        assert verdict.reason == reason


@pytest.mark.parametrize(
    ("moment", "reason"),
    [
        (replace(HERE, somebody=False), NOBODY),
        (replace(HERE, quiet=True), QUIET),
        (replace(HERE, closeness=0.0), PURSE),
        (replace(HERE, closeness=0.4), PURSE),
    ],
)
def test_each_share_alone_can_veto(moment: Moment, reason: str) -> None:
    """S-22: it is shown with the reason, and not said."""
    verdict = weigh(NEWS, moment)
    assert (verdict.kind, verdict.spoken, verdict.reason) == (DeliveryKind.NOTIFY, False, reason)
    assert reason in SILENCE


def test_news_is_spoken_and_costs_and_a_promise_costs_nothing() -> None:
    assert weigh(NEWS, HERE).from_purse
    kept = weigh(PROMISE, replace(HERE, closeness=0.0))
    assert kept.spoken
    assert not kept.from_purse
    assert weigh(TROUBLE, replace(HERE, somebody=None)).spoken, "nobody knows: it is said"


def test_an_answer_to_a_persons_words_is_always_given() -> None:
    """T-57: who speaks is answered, in quiet hours and with an empty purse."""
    late = Moment(somebody=None, beside=False, quiet=True, closeness=0.0, asked=True)
    for urge in (0.0, NEWS, TROUBLE):
        verdict = weigh(urge, late)
        assert (verdict.kind, verdict.spoken) == (DeliveryKind.CHAT, True)
