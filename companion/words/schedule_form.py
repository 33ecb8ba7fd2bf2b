"""Schedule form 予定の書式: an entry as a person fills it in, plain values both ways.

The same form is the page's, the command line's, a capability's payload and what undo sets again:
`{"timing": {...}, "label": "", "place": "", "actions": [...], "condition": {...}, ...}`; only
`timing` must be there.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.words.language import Bilingual
from companion.words.schedule import (
    Comparison,
    Entry,
    EntryId,
    EntryKind,
    FactCondition,
    Manner,
    MissedPolicy,
    SavedAction,
)
from companion.words.timing import After
from companion.words.timing_form import from_plain, to_plain

FIELDS = frozenset(
    {"timing", "zone", "label", "enabled", "missed", "place", "actions", "condition", "manners"}
)
LABEL_CHARS, ACTIONS_MAX = 200, 16


class FormWrong(ValueError):
    """The form cannot be read; the message names the field."""


def entry_from_form(
    form: Mapping[str, Any], kind: EntryKind, now: datetime, before: Entry | None = None
) -> Entry:
    """Build an entry; fields that are not given stay as they were. Raises `FormWrong`."""
    if unknown := set(form) - FIELDS:
        raise FormWrong(f"unknown: {', '.join(sorted(unknown))}")
    if before is None and "timing" not in form:
        raise FormWrong("timing: it must be said when")
    whole = {**(form_of(before) if before else {}), **form}
    try:
        timing = from_plain(whole["timing"])
        return Entry(
            id=before.id if before else EntryId(0),
            kind=kind,
            timing=timing,
            # What counts seconds counts them from when it was said anew.
            created_at=before.created_at if before and before.timing == timing else now,
            zone=str(whole.get("zone", "")),
            label=_label(whole.get("label", "")),
            enabled=bool(whole.get("enabled", True)),
            missed=MissedPolicy(whole["missed"]) if whole.get("missed") else None,
            place=str(whole.get("place", "")),
            actions=_actions(whole.get("actions", ())),
            condition=_condition(whole.get("condition")),
            manners=tuple(Manner(m) for m in whole.get("manners") or tuple(Manner)),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise FormWrong(str(error)) from error


def form_of(entry: Entry) -> dict[str, Any]:
    """The form that makes this entry again."""
    return {
        "timing": to_plain(entry.timing),
        "zone": entry.zone,
        "label": entry.label,
        "enabled": entry.enabled,
        "missed": entry.missed.value if entry.missed else "",
        "place": entry.place,
        "actions": [_action_form(action) for action in entry.actions],
        "condition": _condition_form(entry.condition),
        "manners": [manner.value for manner in entry.manners],
    }


def counts_down(entry: Entry) -> bool:
    """True if the entry counts seconds and does not follow the wall clock."""
    return isinstance(entry.timing, After)


def _label(text: object) -> str:
    flat = " ".join(str(text).split())
    if len(flat) > LABEL_CHARS or not flat.isprintable():
        raise FormWrong(f"label: at most {LABEL_CHARS} characters, on one line")
    return flat


def _actions(rows: Any) -> tuple[SavedAction, ...]:
    if len(rows) > ACTIONS_MAX:
        raise FormWrong(f"actions: at most {ACTIONS_MAX}")
    return tuple(_action(row) for row in rows)


def _action(row: Mapping[str, Any]) -> SavedAction:
    action_type, payload = str(row["action_type"]), row.get("payload", {})
    if action_type.count(".") != 1 or not isinstance(payload, Mapping):
        raise FormWrong(f"actions: {action_type!r} is not capability.operation with a payload")
    label = row.get("label")
    told = Bilingual(str(label["ja"]), str(label["en"])) if label else None
    return SavedAction(action_type=action_type, payload=dict(payload), label=told)


def _action_form(action: SavedAction) -> dict[str, Any]:
    label = {"ja": action.label.ja, "en": action.label.en} if action.label else None
    return {"action_type": action.action_type, "payload": dict(action.payload), "label": label}


def _condition(row: Any) -> FactCondition | None:
    if not row:
        return None
    return FactCondition(str(row["thing"]), Comparison(row["comparison"]), str(row["value"]))


def _condition_form(condition: FactCondition | None) -> dict[str, str] | None:
    if condition is None:
        return None
    return {
        "thing": condition.thing,
        "comparison": condition.comparison.value,
        "value": condition.value,
    }
