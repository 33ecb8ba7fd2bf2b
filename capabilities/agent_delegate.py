"""Agent delegate 委任: gives a task to a command-line agent. It is off by default.

Operations and arguments:

- `cli_agent` `{"task": str}`: run the configured agent on one task; always asks (tier 2).

Return value: until its step always `failed`; nothing is started.

Failure classes: `unavailable` (always, until then), `unknown_operation`.
"""

from pydantic import BaseModel, ConfigDict

from companion.ports.clock import Clock
from companion.words.capability import (
    ActionCall,
    ActionOption,
    Availability,
    CapabilitySpec,
    OperationSpec,
    RiskTier,
)
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus

SPEC = CapabilitySpec(
    name="agent_delegate",
    label=Bilingual("別の代理人に任せる", "Delegation"),
    operations=(
        OperationSpec(
            name="cli_agent",
            label=Bilingual("代理人に頼む", "ask the agent"),
            risk=RiskTier.ASK,
            parameters={"task": {"type": "string"}},
        ),
    ),
)

_REASON = Bilingual(
    "代理人は設定されていない。この版ではまだ使えない",
    "no agent is configured; this version does not have it yet",
)


class Settings(BaseModel):
    """Settings of the agent: there are none yet, and unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class AgentDelegate:
    """Capability that is in the catalogue and says that it cannot be used yet."""

    SPEC = SPEC

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def availability(self) -> Availability:
        """Not available, and why."""
        return Availability(available=False, reason=_REASON)

    def options(self) -> tuple[ActionOption, ...]:
        """No options: nothing can be offered."""
        return ()

    async def perform(self, call: ActionCall) -> ActionResult:
        """Refuse: nothing is done and nothing is said to be done."""
        known = SPEC.operation(call.operation) is not None
        return ActionResult(
            capability=SPEC.name,
            operation=call.operation,
            status=ResultStatus.FAILED,
            summary_text=f"{call.operation}: not done, {_REASON.en}",
            observed_at=self._clock.now(),
            failure_class="unavailable" if known else "unknown_operation",
            decision_event_id=call.decision_event_id,
        )


def build(settings: Settings, *, clock: Clock) -> AgentDelegate:
    """Build the capability."""
    return AgentDelegate(clock)
