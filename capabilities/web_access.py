"""Web access ウェブ: looks something up on the web, read only. It is off by default.

Operations and arguments:

- `web_research` `{"query": str}`: look something up; gives a neutral summary, facts first.

Return value: until its step always `failed`; no request leaves the device.

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
    name="web_access",
    label=Bilingual("ウェブ検索", "Web research"),
    operations=(
        OperationSpec(
            name="web_research",
            label=Bilingual("調べる", "look it up"),
            risk=RiskTier.REVERSIBLE,
            parameters={"query": {"type": "string"}},
            read_only=True,
        ),
    ),
    resources=("web",),
)

_REASON = Bilingual(
    "ウェブ検索は切ってある。この版ではまだ使えない",
    "web research is off; this version does not have it yet",
)


class Settings(BaseModel):
    """Settings of web research: there are none yet, and unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class WebAccess:
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


def build(settings: Settings, *, clock: Clock) -> WebAccess:
    """Build the capability."""
    return WebAccess(clock)
