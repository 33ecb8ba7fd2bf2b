"""Notice 伝言: gives words out without a sound of its own: a text from elsewhere, quoted and never
obeyed, or our own.

Operations and arguments:

- `pass_on` `{"words": str}`: tell these words as somebody else's. Marks that could end the
  quotation are taken out; at most 160 characters are told.
- `tell` and `ask` `{"ja": str, "en": str}`: a sentence or a question of the companion's own, made
  by code. It stands in the log and on the page; the persona tells it where a model is there.
- `show` `{"because": "quiet_hours" | "nobody_here" | "asleep" | "no_hurry"}`: nothing sounds; what
  is told with it stands on the page.

Return value: `success` with `result_payload` `words` (as they are told), or `own` (`ja` and `en`)
and `asks`, or nothing for `show`. Speech cannot be taken back: no inverse.

Failure classes: `bad_arguments` (no words, another reason), `unknown_operation`.
"""

from typing import Any

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
from companion.words.telling import (
    ASK,
    ASLEEP,
    NO_HURRY,
    NOBODY_HERE,
    NOTICE,
    PASS_ON,
    QUIET_HOURS,
    SHOW,
    TELL,
)
from companion.words.text import data_line
from companion.words.verb import Verb

WORDS_CHARS = 160
OWN_CHARS = 400
BECAUSE = (QUIET_HOURS, NOBODY_HERE, ASLEEP, NO_HURRY)
_OWN = {name: {"type": "string", "maxLength": OWN_CHARS} for name in ("ja", "en")}

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
        *(
            OperationSpec(name=name, label=label, risk=RiskTier.TALK, parameters=_OWN)
            for name, label in (
                (TELL, Bilingual("伝える", "tell")),
                (ASK, Bilingual("尋ねる", "ask")),
            )
        ),
        OperationSpec(
            name=SHOW,
            label=Bilingual("音を出さずに知らせる", "tell without a sound"),
            risk=RiskTier.TALK,
            parameters={"because": {"enum": list(BECAUSE)}},
            verb=Verb(
                ja="音を出さずに知らせる",
                en="tell it without a sound",
                past="told it without a sound",
            ),
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
        known = call.operation in (PASS_ON, TELL, ASK, SHOW)
        facts = _facts(call) if known else {}
        shown = call.operation == SHOW and _is_shown(call)
        done = ResultStatus.SUCCESS if facts or shown else ResultStatus.FAILED
        return ActionResult(
            capability=SPEC.name,
            operation=call.operation,
            status=done,
            summary_text=f"{call.operation}: {done.value}",
            result_payload=facts,
            observed_at=self._clock.now(),
            failure_class=""
            if facts or shown
            else "bad_arguments"
            if known
            else "unknown_operation",
            decision_event_id=call.decision_event_id,
        )


def _is_shown(call: ActionCall) -> bool:
    """Whether a reason of ours is given for which nothing sounds."""
    return set(call.payload) == {"because"} and call.payload["because"] in BECAUSE


def _facts(call: ActionCall) -> dict[str, Any]:
    """The words as they will be told; empty where there are none."""
    if call.operation == PASS_ON:
        words = data_line(str(call.payload.get("words", "")), WORDS_CHARS)
        return {"words": words} if words else {}
    if call.operation == SHOW:
        return {}
    own = {name: data_line(str(call.payload.get(name, "")), OWN_CHARS) for name in ("ja", "en")}
    return {"own": own, "asks": call.operation == ASK} if all(own.values()) else {}


def build(settings: Settings, *, clock: Clock) -> Notice:
    """Build the capability."""
    return Notice(clock)
