"""Wished: words the wish behind a press, in the reader's language."""

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.operation_said import plain_deed
from companion.ports.capability import Catalogue
from companion.web.names import Names
from companion.web.quotation import quotations
from companion.words.capability import OperationSpec
from companion.words.facts import Requested
from companion.words.language import Bilingual
from companion.words.travel import go_label


def wished(wish: Requested, names: Names, catalogue: Catalogue) -> Bilingual | None:
    """`明かりをつける` / `turn on the living room light`; None where only its text tells."""
    capability, _, operation = wish.action_type.partition(".")
    known = catalogue.get(capability)
    spec = known.SPEC.operation(operation) if known is not None else None
    if spec is None:
        return None
    said = _said(wish, spec, names, operation)
    if not wish.undo_of:
        return said
    return Bilingual(f"元に戻す（{said.ja}）", f"undo ({said.en})")


def _said(wish: Requested, spec: OperationSpec, names: Names, operation: str) -> Bilingual:
    row = OPERATION_BY_NAME.get(operation)
    if wish.device_id and row is not None:
        name = names.device_words(wish.device_id)
        return plain_deed(row, Bilingual(name.ja, f"the {name.en}"))
    if wish.room and names.knows_place(wish.room):
        return go_label(names.place_words(wish.room))
    if isinstance(wish.label, str) and wish.label:
        own = quotations(wish.label)
        return Bilingual(f"{spec.label.ja}「{own.ja}」", f"{spec.label.en} “{own.en}”")
    return spec.label
