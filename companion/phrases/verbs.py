"""Verbs 動詞の形: word one act as done, as not possible, as tried and as asked, in both languages.

The words of an act stand in one place: with the operation of its kind of device
(`home/kinds`), or in the `SPEC` of its capability. Page, message, button and reply use the forms
that are made of them here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.home.device_operation import OPERATION_BY_NAME
from companion.home.operation_said import NOTHING, filled, verb_said
from companion.phrases.conjugation import could_not, polite_past, tried
from companion.words.capability import OperationSpec
from companion.words.language import Bilingual
from companion.words.verb import Verb


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """動詞の形: one act on one thing, in the forms that a report of it needs."""

    ja_done: str
    """`玄関の明かりをつけました`."""
    ja_undone: str
    """`玄関の明かりをつけられませんでした`."""
    ja_tried: str
    """`玄関の明かりをつけようとしました`."""
    ja_plain: str
    """`玄関の明かりをつける`, before `よう伝え`."""
    en_done: str
    """`turned on the hall light`, after `I`."""
    en_plain: str
    """`turn on the hall light`."""
    en_itself: str
    """The act as the thing itself is asked for it: `turn on`."""
    reported: Bilingual | None = None
    """Words of its own report, where it says less than that the act is done."""


def forms_of(verb: Verb, thing: Bilingual, value: Bilingual = NOTHING) -> Forms:
    """The forms of a verb with its thing and value; `thing.en` carries its article already."""

    def both(ja: str, en: str) -> Bilingual:
        return filled(Bilingual(ja, en), thing, value, whole_name=True)

    return Forms(
        ja_done=both(polite_past(verb.ja), "").ja,
        ja_undone=both(could_not(verb.ja), "").ja,
        ja_tried=both(tried(verb.ja), "").ja,
        ja_plain=both(verb.ja, "").ja,
        en_done=both(verb.ja, verb.past).en,
        en_plain=both(verb.ja, verb.en).en,
        en_itself=(verb.itself or verb.button.en).replace("{v}", value.en),
        reported=None if verb.reported is None else both(verb.reported.ja, verb.reported.en),
    )


def verb_of(
    operation: str, spec: OperationSpec | None, asked: Mapping[str, Any]
) -> tuple[Verb, Bilingual] | None:
    """The verb of an operation and the value that it was to reach, from `asked`; None where neither
    a kind of device nor the capability's own `spec` has one."""
    row = OPERATION_BY_NAME.get(operation)
    if row is not None:
        return verb_said(row, asked)
    return None if spec is None or spec.verb is None else (spec.verb, NOTHING)


def by_label(label: Bilingual) -> Verb:
    """The verb of an operation that has none of its own: its label, quoted."""
    return Verb(
        ja=f"「{label.ja}」を行う", en=f"carry out “{label.en}”", past=f"carried out “{label.en}”"
    )
