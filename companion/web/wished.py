"""Wished: what a person pressed for, in the reader's language, whatever it was asked in."""

from collections.abc import Mapping
from typing import Any

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.operation_said import plain_deed
from companion.ports.capability import Catalogue
from companion.web.names import Names
from companion.web.quotation import quotations
from companion.words.capability import OperationSpec
from companion.words.language import Bilingual
from companion.words.travel import go_label


def wished(payload: Mapping[str, Any], names: Names, catalogue: Catalogue) -> Bilingual | None:
    """`明かりをつける` / `turn on the living room light`; None where only its text tells."""
    capability, _, operation = str(payload.get("action_type", "")).partition(".")
    known = catalogue.get(capability)
    spec = known.SPEC.operation(operation) if known is not None else None
    if spec is None:
        return None
    wish = _wish(payload, spec, names, operation)
    if "undo_of" not in payload:
        return wish
    return Bilingual(f"元に戻す（{wish.ja}）", f"undo ({wish.en})")


def _wish(
    payload: Mapping[str, Any], spec: OperationSpec, names: Names, operation: str
) -> Bilingual:
    device, row = payload.get("device_id"), OPERATION_BY_NAME.get(operation)
    if isinstance(device, str) and row is not None:
        name = names.device_words(device)
        return plain_deed(row, Bilingual(name.ja, f"the {name.en}"))
    room = payload.get("room")
    if isinstance(room, str) and names.knows_place(room):
        return go_label(names.place_words(room))
    label = payload.get("label")
    if isinstance(label, str) and label:
        own = quotations(label)
        return Bilingual(f"{spec.label.ja}「{own.ja}」", f"{spec.label.en} “{own.en}”")
    return spec.label
