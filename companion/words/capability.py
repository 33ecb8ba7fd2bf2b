"""Capability 機能: one ability of the companion, described once for model, page and test."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.verb import Verb


class RiskTier(IntEnum):
    """危険度: set per operation in code, never by a model."""

    TALK = 0
    REVERSIBLE = 1
    ASK = 2
    NEVER_BY_ITSELF = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationSpec:
    """操作の仕様: one thing a capability does."""

    name: str
    label: Bilingual
    risk: RiskTier
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """JSON schema `properties` of the payload."""
    inverse: str | None = None
    """Operation that undoes it; None marks it irreversible."""
    read_only: bool = False
    """An observation: may be retried twice."""
    interrupts: bool = False
    """It ends what is under way on the same thing, and so never waits for it."""
    sounds: bool = False
    """It can be heard in the home: quiet hours hold it back where nobody asked for it."""
    affordance: Bilingual | None = None
    """How the scene names it; None = the label."""
    verb: Verb | None = None
    """How it is told when done or tried; None = the label, quoted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CapabilitySpec:
    """機能の仕様: `name` is the module, the config key and the `action_type` prefix."""

    name: str
    label: Bilingual
    operations: tuple[OperationSpec, ...]
    resources: tuple[str, ...] = ()
    """Resources that it holds while running: `camera`, `body`, `voice`, `web`; devices hold
    themselves."""
    acts: bool = True
    """False: it only tells or looks. No person asks why of it, and none of it can be taken back."""

    def operation(self, name: str) -> OperationSpec | None:
        """Find one operation by name."""
        return next((o for o in self.operations if o.name == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Availability:
    """利用可否: whether a capability can be used now, and if not why and what to do."""

    available: bool
    reason: Bilingual | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionOption:
    """選択肢: one feasible use of an operation, as a capability offers it for the menu."""

    operation: str
    payload: Mapping[str, Any]
    label: Bilingual
    object_id: str = ""
    """Scene object it acts on."""
    requires_evidence: tuple[EventId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionCall:
    """実行の依頼: one approved operation with its payload, as `perform` gets it."""

    operation: str
    payload: Mapping[str, Any]
    decision_event_id: EventId
