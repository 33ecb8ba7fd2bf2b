"""Outcomes 結果の言い方: word the result of an act that was not simply seen to be done.

Each is a clause after `が、` or `but`. Page, message and reply take it from here.
"""

from collections.abc import Mapping

from companion.words.facts import acted_of
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus

UNSEEN = "outcome_unknown"
"""Failure class: it was sent, and what came of it could not be seen."""
ALREADY = "already_so"
"""Reason of a `no_effect`: it was so before."""
NOT_REACHED = "not_reached"
"""Reason of a `no_effect`: how it was before was not known either."""
CONTRADICTED = "contradicted"
"""Failure class: the device says so, and a sensor that would have felt it did not."""
LOST = "lost"
"""Failure class: the base does not know which room it is in, so it may even have arrived."""
STOPPED = "stopped"
"""Failure class: it was stopped on its way, and nobody looked any more."""
CRASHED = "crashed"
"""Failure class: our own mistake, which may have come after the command was sent."""

_UNSEEN = Bilingual("どうなったか確かめられませんでした", "I could not see what came of it")
BY_REASON: Mapping[str, Bilingual] = {
    UNSEEN: _UNSEEN,
    CRASHED: _UNSEEN,
    LOST: _UNSEEN,
    ALREADY: Bilingual("もうその通りでした", "it was so already"),
    NOT_REACHED: Bilingual("そうなったという報告はありませんでした", "it did not report so"),
    CONTRADICTED: Bilingual(
        "できたという報告のほかに、それらしい様子はありませんでした",
        "apart from its own report I saw no sign of it",
    ),
    STOPPED: Bilingual(
        "止められたので、どうなったか見届けていません",
        "I was stopped and did not see what came of it",
    ),
}
BY_STATUS: Mapping[ResultStatus, Bilingual] = {
    ResultStatus.PARTIAL: Bilingual("途中まででした", "it got only part of the way"),
    ResultStatus.NO_EFFECT: Bilingual("変化は見られませんでした", "I saw no change"),
    ResultStatus.FAILED: Bilingual("できませんでした", "it did not work"),
}


def but(result: ActionResult) -> Bilingual:
    """The outcome of a result that is no success, and no more than was seen (ADR 0014)."""
    if result.unanswered:
        return BY_STATUS[ResultStatus.NO_EFFECT]
    if result.unseen:
        return _UNSEEN
    reason = result.failure_class or acted_of(result).reason
    partial = result.status is ResultStatus.PARTIAL
    return (None if partial else BY_REASON.get(reason)) or BY_STATUS[result.status]
