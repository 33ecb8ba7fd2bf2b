"""Schedule alarm 予定: alarms and timers (B-080). In the catalogue; joins with its own step.

Operations and arguments:

- `set_alarm` `{"at": str}`: ring at this time (ISO 8601, with zone). Inverse: `cancel_alarm`.
- `cancel_alarm` `{"alarm_id": int}`: take one back. Inverse: `set_alarm`.
- `ring` `{"alarm_id": int}`: sound one that is due; on the whitelist (S-13).

Return value: until its step always `failed`; nothing is set and nothing rings.

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
    name="schedule_alarm",
    label=Bilingual("目覚まし・タイマー", "Alarms and timers"),
    operations=(
        OperationSpec(
            name="set_alarm",
            label=Bilingual("目覚ましをかける", "set an alarm"),
            risk=RiskTier.REVERSIBLE,
            parameters={"at": {"type": "string"}},
            inverse="cancel_alarm",
        ),
        OperationSpec(
            name="cancel_alarm",
            label=Bilingual("目覚ましを取り消す", "cancel an alarm"),
            risk=RiskTier.REVERSIBLE,
            parameters={"alarm_id": {"type": "integer"}},
            inverse="set_alarm",
        ),
        OperationSpec(
            name="ring",
            label=Bilingual("鳴らす", "ring"),
            risk=RiskTier.TALK,
            parameters={"alarm_id": {"type": "integer"}},
        ),
    ),
)

_REASON = Bilingual(
    "目覚ましは次の段階で使えるようになる。それまでは別の時計を使うこと",
    "alarms come with a later step; use another clock until then",
)


class Settings(BaseModel):
    """None yet; whatever stands here later is refused until it is known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ScheduleAlarm:
    """In the catalogue, and honest that it cannot be used (issue 2, item 6)."""

    SPEC = SPEC

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def availability(self) -> Availability:
        """Not available, and why."""
        return Availability(available=False, reason=_REASON)

    def options(self) -> tuple[ActionOption, ...]:
        """Nothing can be offered."""
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


def build(settings: Settings, *, clock: Clock) -> ScheduleAlarm:
    """Build the capability."""
    return ScheduleAlarm(clock)
