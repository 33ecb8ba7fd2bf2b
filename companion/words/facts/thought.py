"""Thought 考えた記録: facts of what was decided and whether it was possible."""

from companion.words.event import EventSource
from companion.words.facts.registry import Fact, fact
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.trigger import Priority, TriggerKind
from companion.words.trust import TrustLabel


class TriggerFacts(Fact, frozen=True, kw_only=True):
    """きっかけの記録: what set a deliberation off."""

    id: str
    kind: TriggerKind
    priority: Priority
    about: str
    event_ids: tuple[EventId, ...]
    trust: TrustLabel
    place: str
    occasion: str = ""
    foreign: bool = False
    """True if `about` quotes somebody else's words."""
    plain: str = ""
    """`about` without those words."""
    instead_of: str = ""
    requested: bool = False
    """True if a person asked for exactly this act."""


@fact(EventSource.DELIBERATION_DECISION)
class Decided(Fact, frozen=True, kw_only=True):
    """判断の記録: its structure stands in a table of its own (`ActionDecision`)."""

    trigger: TriggerFacts
    action_type: str = ""
    """`capability.operation`; "" for `skip` and `defer`."""


@fact(EventSource.SYSTEM, "deliberation_dropped")
class DeliberationDropped(Fact, frozen=True, kw_only=True):
    """まとまらなかった考え: the output was not valid, so there is no decision."""

    trigger: TriggerFacts
    reason: str
    detail: str = ""
    """Output that came instead, for failure analysis; never shown as speech."""


@fact(EventSource.GM_JUDGEMENT)
class Ruled(Fact, frozen=True, kw_only=True):
    """判定の記録: whether it is possible here."""

    allowed: bool
    reason_code: str
    reason: Bilingual
    wished: bool = False
    """True if it was refused and a person had asked for it, who looks for what became of it."""
