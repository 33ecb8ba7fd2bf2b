"""Verdict table: maps a case to allow, ask or forbid, without a model or I/O.

The order of the lines is the law; ADR 0006 tells why.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.home.device_operation import BY_OWN_ID
from companion.home.request import SCHEDULE
from companion.home.taught import Lesson
from companion.rooms.approval.rules import ApprovalRules
from companion.words.approval import ApprovalStatus
from companion.words.capability import RiskTier
from companion.words.ids import EventId
from companion.words.trust import UNTRUSTED, Authority, TrustLabel, authority_of

PROMPTED = "prompted_by_words"
"""The rule under which somebody else's words asked through us; rationed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Case to judge, reduced to what counts; code builds it from decision and trigger."""

    action_type: str
    risk: RiskTier
    trust: TrustLabel
    """Least trusted of the decision's prompt and the trigger's text."""
    command: bool = False
    """A person with user authority asked for exactly this."""
    public_input: bool = False
    """True if a person without user authority asked for something."""
    prompted: bool = False
    """True if foreign words stood in the prompt that chose it."""
    routine: bool = False
    """A saved routine names exactly this."""
    physical: bool = False
    """It switches a device or moves the body."""
    read_only: bool = False
    domain: str = ""
    by_itself: bool = False
    """The owner marked this device."""
    failed_before: bool = False
    """The same action with the same payload failed last time."""
    taught: Lesson = Lesson.FREE
    """The owner's lesson about the same act when the companion did it by itself."""
    dominance: float = 0.0
    asks_first: bool = False
    """The persona is in doubt about its own idea, and is of those who ask then."""
    grant: EventId | None = None
    """A grant that covers this act on this device now."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Status and the rule that decided, for the why-chain."""

    status: ApprovalStatus
    rule: str
    grant: EventId | None = None


def verdict(case: Case, rules: ApprovalRules) -> Verdict:
    """Apply the rules in order; the first rule that fits decides."""
    for line in _LINES:
        found = line(case)
        if found is not None:
            return found
    rule = _auto_rule(case, rules)
    if not rule:
        return _ask("not_on_list")
    if _is_own_idea(case) and case.dominance <= rules.low_dominance:
        return _ask("low_dominance")
    if _is_own_idea(case) and case.asks_first:
        return _ask("in_doubt")
    return Verdict(ApprovalStatus.NOT_NEEDED, rule)


def _ask(rule: str) -> Verdict:
    return Verdict(ApprovalStatus.PENDING, rule)


def _never_by_itself(case: Case) -> Verdict | None:
    """Tier 3: only the owner's own wish, and even that is asked back."""
    if case.risk < RiskTier.NEVER_BY_ITSELF:
        return None
    if case.command and case.trust is TrustLabel.OWNER:
        return _ask("tier_3_requested_by_owner")
    return Verdict(ApprovalStatus.FORBIDDEN, "tier_3_never_by_itself")


def _public_causes_nothing(case: Case) -> Verdict | None:
    """The public may converse, never cause device or motion actions. Stopping is tier 0."""
    if case.public_input and case.risk > RiskTier.TALK:
        return Verdict(ApprovalStatus.FORBIDDEN, "public_authority")
    return None


def _never_again(case: Case) -> Verdict | None:
    """The owner said so of this act; a wish or a saved routine is not by itself."""
    if case.taught is Lesson.NEVER and not case.command and not case.routine:
        return Verdict(ApprovalStatus.FORBIDDEN, "never_again")
    return None


def _was_wrong(case: Case) -> Verdict | None:
    """The owner called this act wrong: next time it is asked first."""
    if case.taught is Lesson.WRONG and not case.command and not case.routine:
        return _ask("called_wrong")
    return None


def _saved_routine(case: Case) -> Verdict | None:
    """Approved at saving time for exactly the actions it names."""
    if case.routine and case.trust is TrustLabel.SELF:
        return Verdict(ApprovalStatus.NOT_NEEDED, "saved_routine")
    return None


def _prompted_asks(case: Case) -> Verdict | None:
    """Ask for an act that a sign, a calendar or a name suggested, also where it would be free."""
    if case.prompted and not case.command and case.risk > RiskTier.TALK:
        return _ask(PROMPTED)
    return None


def _granted(case: Case) -> Verdict | None:
    """A person allowed it ahead. Words of others make no use of that, nor does a failed act that
    nobody asks for; the lines above (tier 3, the public, what was called wrong) go before."""
    foreign = case.prompted or case.public_input or case.risk > RiskTier.ASK
    if case.grant is None or foreign or (case.failed_before and not case.command):
        return None
    return Verdict(ApprovalStatus.NOT_NEEDED, "granted", case.grant)


def _tier_two_asks(case: Case) -> Verdict | None:
    if case.risk is not RiskTier.ASK or _named_by_owner(case):
        return None
    return _ask("tier_2_asks")


def _named_by_owner(case: Case) -> bool:
    """A scene or script can do anything; one that the owner marked by its own id does what he
    means it to. No text that came from elsewhere makes use of that."""
    return case.domain in BY_OWN_ID and case.by_itself and case.trust not in UNTRUSTED


def _failed_asks(case: Case) -> Verdict | None:
    """Ask before an act that failed is repeated; looking again is free."""
    if case.failed_before and not case.command and not case.read_only:
        return _ask("failed_before")
    return None


_LINES: tuple[Callable[[Case], Verdict | None], ...] = (
    _never_by_itself,
    _public_causes_nothing,
    _never_again,
    _saved_routine,
    _prompted_asks,
    _was_wrong,
    _granted,
    _tier_two_asks,
    _failed_asks,
)


def _auto_rule(case: Case, rules: ApprovalRules) -> str:
    """Name of the rule that lets it pass without a question, or "". Only tiers 0 and 1 come here,
    and what the owner named."""
    tier_one = case.risk is RiskTier.REVERSIBLE
    if tier_one and case.command and case.domain in rules.user_command_domains:
        return "user_command"
    if (tier_one and case.by_itself) or _named_by_owner(case):
        return "by_itself"
    if tier_one and case.physical and case.trust in UNTRUSTED:
        return ""
    if rules.listed(case.action_type, case.domain, _authority(case)):
        return "whitelist"
    return ""


def _authority(case: Case) -> Authority:
    return authority_of(case.trust)


def _is_own_idea(case: Case) -> bool:
    """Whether mood and persona may ask first. They only add caution, and never to talk, a look, a
    stop (all tier 0), an alarm or a person's command."""
    own_idea = case.risk > RiskTier.TALK and not case.command and not case.read_only
    return own_idea and not case.action_type.startswith(f"{SCHEDULE}.")
