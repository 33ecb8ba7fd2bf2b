"""Notice 伝言: passes on a text from elsewhere in the home, quoted and never obeyed.

Operations and arguments:

- `pass_on` `{"words": str}`: tell these words as somebody else's. Marks that could end the
  quotation are taken out; at most 160 characters are told.

Return value: `success` with `result_payload` `words` (as they are told). Speech cannot be taken
back: no inverse.

Failure classes: `bad_arguments` (no words), `unknown_operation`.
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
from companion.words.telling import NOTICE, PASS_ON
from companion.words.text import data_line

WORDS_CHARS = 160

SPEC = CapabilitySpec(
    name=NOTICE,
    label=Bilingual("伝言", "Notices"),
    acts=False,
    operations=(
        OperationSpec(
            name=PASS_ON,
            label=Bilingual("知らせを伝える", "pass a notice on"),
            risk=RiskTier.TALK,
            parameters={"words": {"type": "string", "maxLength": WORDS_CHARS}},
        ),
    ),
)


class Settings(BaseModel):
    """Settings of the notice: there are none yet, and unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Notice:
    """Capability that takes the text; expression tells it, and the mouth speaks it."""

    SPEC = SPEC

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def availability(self) -> Availability:
        """Always: it needs nothing."""
        return Availability(available=True)

    def options(self) -> tuple[ActionOption, ...]:
        """No options for the menu: only notices that a person sent are passed on."""
        return ()

    async def perform(self, call: ActionCall) -> ActionResult:
        """Take the words as they will be told."""
        known = call.operation == PASS_ON
        words = data_line(str(call.payload.get("words", "")), WORDS_CHARS) if known else ""
        done = ResultStatus.SUCCESS if words else ResultStatus.FAILED
        return ActionResult(
            capability=SPEC.name,
            operation=call.operation,
            status=done,
            summary_text=f"{call.operation}: {done.value}",
            result_payload={"words": words} if words else {},
            observed_at=self._clock.now(),
            failure_class="" if words else "bad_arguments" if known else "unknown_operation",
            decision_event_id=call.decision_event_id,
        )


def build(settings: Settings, *, clock: Clock) -> Notice:
    """Build the capability."""
    return Notice(clock)
