"""Wished: words the wish behind a press, in the reader's language."""

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.operation_said import plain_deed
from companion.ports.capability import Catalogue, operation_in
from companion.web.names import Names
from companion.web.quotation import quotations
from companion.words.capability import OperationSpec
from companion.words.facts import Requested
from companion.words.language import Bilingual
from companion.words.travel import go_label


def wished(wish: Requested, names: Names, catalogue: Catalogue) -> Bilingual | None:
    """`明かりをつける` / `turn on the living room light`; None where only its text tells."""
    spec = operation_in(catalogue, wish.action_type)
    if spec is None:
        return None
    said = _said(wish, spec, names)
    if not wish.undo_of:
        return said
    return Bilingual(f"元に戻す（{said.ja}）", f"undo ({said.en})")


def _said(wish: Requested, spec: OperationSpec, names: Names) -> Bilingual:
    row = OPERATION_BY_NAME.get(spec.name)
    if wish.device_id and row is not None:
        name = names.device_words(wish.device_id)
        return plain_deed(row, Bilingual(name.ja, f"the {name.en}"))
    if wish.room and names.knows_place(wish.room):
        return go_label(names.place_words(wish.room))
    if isinstance(wish.label, str) and wish.label:
        own = quotations(wish.label)
        return Bilingual(f"{spec.label.ja}「{own.ja}」", f"{spec.label.en} “{own.en}”")
    return spec.label
