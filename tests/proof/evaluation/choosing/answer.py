"""Answers: how a situation names acts, and whether a menu entry or a decision is one of them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from companion.home.device_operation import OPERATION_BY_NAME
from companion.words.decision import ActionDecision, DecisionOutcome, MenuEntry

ASK = "ask:"
_NOTHING = {
    "skip": DecisionOutcome.SKIP,
    "defer": DecisionOutcome.DEFER,
}
_OPERATION = re.compile(r"[a-z_*]+(\.[a-z_*]+)?")
_THING = re.compile(r"[a-z_*]+(\.[a-z0-9_*]+)?")
_SETTING = re.compile(r"[a-z_]+=[a-z0-9_.*]+")


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of `sensible` or `harmful`: `skip`, `turn_on light.hall`, `ask: lock lock.*`.

    `operation` is the device's own (`turn_on`) or the whole action type
    (`device_control.light_turn_on`), `thing` an object id; both may hold `*`.
    """

    text: str
    operation: str
    thing: str = "*"
    settings: tuple[tuple[str, str], ...] = ()
    ask: bool = False
    """Only right where it ends in a question to the owner."""

    @classmethod
    def read(cls, text: str) -> "Answer":
        """Raises `ValueError` with the form a line should have."""
        plain = text.removeprefix(ASK).strip()
        words = plain.split()
        if not words or not _OPERATION.fullmatch(words[0]):
            raise ValueError(f"{text!r} is not 'skip', 'defer' or 'OPERATION [THING] [name=value]'")
        thing = words[1] if len(words) > 1 and "=" not in words[1] else "*"
        rest = words[2:] if thing != "*" or words[1:2] == ["*"] else words[1:]
        if not _THING.fullmatch(thing) or not all(_SETTING.fullmatch(word) for word in rest):
            raise ValueError(f"{text!r} is not 'OPERATION [THING] [name=value ...]'")
        pairs = tuple((name, value) for name, _, value in (word.partition("=") for word in rest))
        return cls(text, words[0], thing, pairs, text.startswith(ASK))

    @property
    def outcome(self) -> DecisionOutcome:
        """What kind of decision it is."""
        return _NOTHING.get(self.operation, DecisionOutcome.DO_ACTION)

    def names_entry(self, entry: MenuEntry) -> bool:
        """Whether this menu entry is meant."""
        return self.names(entry.outcome, entry.action_type, entry.object_id, entry.payload)

    def names_decision(self, decision: ActionDecision) -> bool:
        """Whether this is what was decided."""
        return self.names(
            decision.decision_outcome,
            decision.action_type,
            decision.object_id,
            decision.action_payload,
        )

    def names(
        self, outcome: DecisionOutcome, action_type: str, thing: str, payload: Mapping[str, Any]
    ) -> bool:
        """Whether an outcome with its act is meant."""
        if outcome is not self.outcome:
            return False
        if outcome is not DecisionOutcome.DO_ACTION:
            return True
        values = {k: f"{v:g}" if isinstance(v, float) else f"{v}" for k, v in payload.items()}
        return (
            self._does(action_type)
            and fnmatchcase(thing, self.thing)
            and all(fnmatchcase(values.get(k, ""), v) for k, v in self.settings)
        )

    def _does(self, action_type: str) -> bool:
        if "." in self.operation:
            return fnmatchcase(action_type, self.operation)
        own = action_type.partition(".")[2]
        row = OPERATION_BY_NAME.get(own)
        # `light_turn_on` is `turn_on` of the kind `light`.
        return fnmatchcase(row.does if row else own, self.operation)
