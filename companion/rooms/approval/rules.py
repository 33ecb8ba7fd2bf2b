"""Approval rules: read the patterns of the configuration that name operations without a
question."""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase

from companion.home.kinds import KINDS
from companion.words.telling import NOTICE, SPEAK
from companion.words.travel import STOP_MOVING
from companion.words.trust import Authority

SHIPPED = (
    f"{SPEAK}.*",
    f"{NOTICE}.*",
    "vision_perception.*",
    STOP_MOVING,
    "schedule_alarm.ring",
    "schedule_alarm.remind",
    "schedule_alarm.*#user",
)
"""The whitelist as shipped. Tier 2 and 3 ask whatever stands here."""

USER_COMMAND_DOMAINS = tuple(kind.domain.value for kind in KINDS if kind.low_risk)
"""Low-risk domains that a person's own command switches without a question."""

LOW_DOMINANCE = -0.4
"""Long-mood dominance at or below which it asks before acting by itself."""

_PATTERN = re.compile(
    r"(?P<action>[a-z_*]+\.[a-z_*]+)(@(?P<domain>[a-z_]+))?(#(?P<authority>user|public|system))?"
)


class PatternWrong(ValueError):
    """Error: a line of `approval.auto_approve` is not
    `capability.operation[@domain][#authority]`."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Line of the list: `capability.operation[@domain][#authority]`, `*` allowed."""

    action: str
    domain: str = ""
    authority: str = ""

    @classmethod
    def read(cls, text: str) -> "Pattern":
        """Raises `PatternWrong` with the line and the form it should have."""
        found = _PATTERN.fullmatch(text)
        if found is None:
            raise PatternWrong(f"{text!r} is not capability.operation[@domain][#authority]")
        return cls(found["action"], found["domain"] or "", found["authority"] or "")

    def matches(self, action_type: str, domain: str, authority: Authority) -> bool:
        """Whether the line covers this action."""
        return (
            fnmatchcase(action_type, self.action)
            and self.domain in ("", domain)
            and self.authority in ("", authority.value)
        )


@dataclass(frozen=True, slots=True)
class ApprovalRules:
    """Owner's rules, validated when they are built. Raises `PatternWrong`."""

    auto_approve: tuple[str, ...] = SHIPPED
    user_command_domains: tuple[str, ...] = USER_COMMAND_DOMAINS
    low_dominance: float = LOW_DOMINANCE

    def __post_init__(self) -> None:
        """Refuse a list that cannot be read, at start and not at the first action."""
        self.patterns()

    def patterns(self) -> tuple[Pattern, ...]:
        """The list, read."""
        return tuple(Pattern.read(text) for text in self.auto_approve)

    def listed(self, action_type: str, domain: str, authority: Authority) -> bool:
        """Whether any line covers this action."""
        return any(p.matches(action_type, domain, authority) for p in self.patterns())
