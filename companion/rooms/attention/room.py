"""The attention room decides whether an act is worth words, and whether they are said aloud.

It weighs three shares, and each alone can veto: how near the companion may come just now
(closeness), how much the news matters (urge), and whether anybody is there to hear it at a good
hour (readiness). No reason, no contact. It reads structured facts and never a message's text.
"""

from dataclasses import dataclass

from companion.words.capability import RiskTier
from companion.words.decision import ActionDecision, DeliveryKind
from companion.words.facts import acted_of
from companion.words.result import ActionResult, ResultStatus
from companion.words.telling import NOBODY_HERE, QUIET_HOURS

SPOKEN_FROM = 0.3
"""Product of urge and closeness from which on words are said aloud: news (0.6) passes while half of
the purse is left, trouble (0.9) while a third is."""
TROUBLE, PROMISE, NEWS, SERIOUS = 0.9, 1.0, 0.6, 0.7
"""Urge of what went wrong, what was asked for, what happened, and of an act of tier 2."""

STORY = 0.4
"""Urge of a story of its own life: it is told while three quarters of the purse are left."""

SEEN, NOTHING_NEW = "people_see_it", "nothing_new"
NOBODY, QUIET, PURSE = NOBODY_HERE, QUIET_HOURS, "spoke_enough"
"""Reasons for silence, worded in `companion.phrases.silence`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """その時: what is known of the home and its people when something could be said."""

    somebody: bool | None
    """Whether anybody is at home; None where no sensor tells."""
    beside: bool
    """Whether somebody is known to be where it was done."""
    quiet: bool
    """Whether quiet hours hold, or a person asked for quiet."""
    closeness: float
    """How much of the purse for unasked words is left."""
    asked: bool
    """Whether a person's own words led to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """気配りの判断: how an act is told, and why not aloud."""

    kind: DeliveryKind
    spoken: bool
    reason: str = ""
    """"" where it is spoken."""
    from_purse: bool = False
    """Whether speaking it spends from the purse."""
    urgent: bool = False
    """Whether it is spoken in every room, in quiet hours too."""


def urge_of(decision: ActionDecision, result: ActionResult) -> float:
    """The urge to tell an act; 0 for what was so before and for a deed that anybody sees."""
    acted = acted_of(result)
    if acted.words or acted.reminder:
        return PROMISE
    if result.was_so:
        return 0.0
    if result.status is not ResultStatus.SUCCESS:
        return TROUBLE
    if decision.risk >= RiskTier.ASK:
        return SERIOUS
    return NEWS if decision.risk is RiskTier.TALK else 0.0


def weigh(urge: float, moment: Moment) -> Verdict:
    """Weigh one act. An answer to a person's own words is always given."""
    if moment.asked:
        return Verdict(kind=DeliveryKind.CHAT, spoken=True)
    if urge <= 0.0:
        reason = SEEN if moment.beside else NOTHING_NEW
        return Verdict(kind=DeliveryKind.ACTIVITY_ONLY, spoken=False, reason=reason)
    shown = DeliveryKind.NOTIFY
    if moment.quiet:
        return Verdict(kind=shown, spoken=False, reason=QUIET)
    if moment.somebody is False:
        return Verdict(kind=shown, spoken=False, reason=NOBODY)
    promised = urge >= PROMISE
    if not promised and urge * moment.closeness < SPOKEN_FROM:
        return Verdict(kind=shown, spoken=False, reason=PURSE)
    return Verdict(kind=shown, spoken=True, from_purse=not promised)
