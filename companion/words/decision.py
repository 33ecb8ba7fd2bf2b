"""Decision 判断: one structured ActionDecision carries all contracts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.words.capability import RiskTier
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.opinion import SecondOpinion
from companion.words.purpose import Purpose
from companion.words.score import ScoredEntry
from companion.words.standing_wish import StandingWish
from companion.words.trust import TrustLabel

BY_MIND = frozenset({"llm", "ranker", "sum"})
"""`decided_by` of what was thought over, not merely carried out."""


class DecisionOutcome(StrEnum):
    """判断の結論."""

    DO_ACTION = "do_action"
    SKIP = "skip"
    DEFER = "defer"


class DeliveryKind(StrEnum):
    """届け方."""

    SILENT = "silent"
    ACTIVITY_ONLY = "activity_only"
    NOTIFY = "notify"
    CHAT = "chat"


class MessageKind(StrEnum):
    """発話の種類."""

    REPORT = "report"
    PROGRESS = "progress"
    QUESTION = "question"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class ConsoleDelivery:
    """表示方針: structured, never derived from a message's text."""

    kind: DeliveryKind
    message_kind: MessageKind = MessageKind.REPORT
    urgent: bool = False
    """Told aloud at any hour, in every room: a danger, or somebody who needs a hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """献立の一項: one feasible action; all but the choice is filled by code from here."""

    name: str
    """Name that the model chooses under the grammar, for example `turn_on_hall_light`."""
    label: Bilingual
    action_type: str
    """`capability.operation`, or "" for `skip` / `defer`."""
    payload: Mapping[str, Any]
    risk: RiskTier
    outcome: DecisionOutcome = DecisionOutcome.DO_ACTION
    object_id: str = ""
    impact: Bilingual | None = None
    """Second approval line: what it touches."""
    delivery: ConsoleDelivery = field(default_factory=lambda: ConsoleDelivery(DeliveryKind.CHAT))
    tag: str = ""
    """`(VERB: target)`, as stage directions are written."""
    evidence_event_ids: tuple[EventId, ...] = ()
    purpose: Purpose = Purpose.OTHER
    """The use of the thing it acts on."""
    fit: float = 0.0
    """0..1: how well code holds that it answers an occasion or a person's words; 0: not judged."""
    answers: bool = False
    """Whether it remedies what a person's words tell of."""
    wish: StandingWish | None = None
    """The remembered wish that speaks for it, or against it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """考え: belief, desires, intention of one deliberation; short-lived."""

    personality: str = ""
    """The traits of the sheet as the model was given them; never which of them weighed."""
    belief: str = ""
    desires: tuple[tuple[str, str], ...] = ()
    """Pairs of want and priority `High` / `Mid` / `Low`."""
    intention: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDecision:
    """行動判断: one per deliberation, `skip` and `defer` included."""

    decision_outcome: DecisionOutcome
    action_type: str
    action_payload: Mapping[str, Any]
    reason: str
    """Why, written by code: what set it off and what was read. Never a model's words."""
    persona_influence: str
    mood_influence: str
    evidence_event_ids: tuple[EventId, ...]
    console_delivery: ConsoleDelivery | None
    decided_by: str
    """`reflex`, `sum` (of named terms), `llm`, `no_choice`, `routine_guard`, `owner` ...; `ranker`
    in an older record."""
    judgment: str
    intent: str
    summary: Bilingual
    impact: Bilingual
    trust: TrustLabel
    """Least trusted text anywhere in the prompt that chose it."""
    risk: RiskTier
    action_tags: tuple[str, ...] = ()
    object_id: str = ""
    menu: tuple[str, ...] = ()
    """Names of everything that was chosen from; of a reflex its own act alone."""
    menu_labels: tuple[Bilingual, ...] = ()
    """Label of each entry of `menu`, in its order; empty in an older record."""
    chosen: str = ""
    """Name of the entry that was chosen; "" in an older record."""
    thought: Thought | None = None
    model: str = ""
    """Name and hash of the model that chose, "" where none did."""
    prompted_by: str = ""
    """Foreign words in the prompt that chose it; with any of them the decision may ask and never
    act."""
    opinion: SecondOpinion | None = None
    """The ranker's opinion of the menu before the choice; None where it was not asked."""
    shown_hash: str = ""
    """Hash of the act as a question about it shows it (`rooms/approval/shown.py`); "" in an older
    record."""
    asks_first: bool = False
    """Whether the persona would rather ask than do this alone."""
    scores: tuple[ScoredEntry, ...] = ()
    """Sums of the entries it was chosen from, best first; empty where nothing was added up."""

    @property
    def is_told(self) -> bool:
        """True if the persona tells of the act in a message."""
        kind = self.console_delivery.kind if self.console_delivery else DeliveryKind.SILENT
        return kind in (DeliveryKind.CHAT, DeliveryKind.NOTIFY)

    @property
    def answers_remark(self) -> bool:
        """True if it was chosen for what somebody of the home said: the answer to it tells the act,
        and no message does."""
        return self.decided_by in BY_MIND and bool(
            self.console_delivery and self.console_delivery.kind is DeliveryKind.SILENT
        )

    def __post_init__(self) -> None:
        """Refuse an act without its delivery, and a decision that hides what influenced it."""
        if self.decision_outcome is DecisionOutcome.DO_ACTION and self.console_delivery is None:
            raise ValueError("do_action without console_delivery")
        if not self.persona_influence or not self.mood_influence:
            raise ValueError("persona_influence and mood_influence may not be empty")
