"""Outcome 結果の言い方: words an observed result by code, in both languages.

The model never writes these words; it writes around them (ADR 0004).
"""

from collections.abc import Mapping
from typing import Any

from companion.home.device_goal import shown_of
from companion.home.device_operation import OPERATION_BY_NAME
from companion.phrases.outcomes import ALREADY, BY_REASON, BY_STATUS
from companion.phrases.verbs import Forms, by_label, forms_of
from companion.words.device_report import MOVING
from companion.words.language import Bilingual
from companion.words.result import ResultStatus

NAME_CHARS = 32
"""Longest device or place name that is spoken: names come over the wire and may try
to be a sentence."""


def spoken(name: str) -> str:
    """A name fit to be said: letters, digits, spaces and hyphens, cut to `NAME_CHARS`.

    Sentence marks are left out, so that a name cannot end our sentence and begin its own.
    """
    return _kept(name, "")[:NAME_CHARS].strip()


def act_spoken(summary: str) -> str:
    """An act fit to be asked about, whole: the same without a limit, and with its commas."""
    return _kept(summary, ",、")


def _kept(text: str, also: str) -> str:
    kept = "".join(c if c.isalnum() or c in f" -・ー'{also}" else " " for c in text)
    return " ".join(kept.split())


def definite(name: str) -> str:
    """English: `the hall light`; a name that is no acronym begins small inside a sentence."""
    if len(name) > 1 and name[0].isupper() and name[1].islower():
        name = name[0].lower() + name[1:]
    return f"the {name}"


_ALREADY_SAID = Bilingual("もうその通りだと報告されていました", "it already reported so")
_MANY = {
    "it reports that it has": "they report that they have",
    "it already reported so": "they already reported so",
    "it got only part of the way": "they got only part of the way",
    "it was so already": "they were so already",
    "it did not report so": "they did not report so",
    "apart from its own report I saw no sign of it": (
        "apart from their own report I saw no sign of it"
    ),
}
"""English of several things; all else reads the same for one and for many."""


def outcome_words(
    forms: Forms,
    thing: Bilingual,
    status: ResultStatus,
    why: str = "",
    *,
    own_word: bool = False,
    many: bool = False,
    stands: Bilingual | None = None,
) -> Bilingual:
    """The clause for one observed result. `thing.en` carries its article already; `why` is
    the failure class or reason, which can change what may honestly be said. `own_word`: only
    the device's own report stands behind it, so that alone is told (ADR 0014). `many`: `thing`
    names several. `stands`: where it was seen to stand when it did not arrive."""
    if status is ResultStatus.SUCCESS and own_word and forms.reported is not None:
        return forms.reported
    if status is ResultStatus.SUCCESS and own_word:
        reports = _MANY["it reports that it has"] if many else "it reports that it has"
        return Bilingual(
            f"{forms.ja_plain}よう伝え、その通りになったと報告がありました",
            f"I asked {thing.en} to {forms.en_itself}, and {reports}",
        )
    if status is ResultStatus.SUCCESS:
        return Bilingual(forms.ja_done, f"I {forms.en_done}")
    why = "" if status is ResultStatus.PARTIAL else why
    but = _ALREADY_SAID if own_word and why == ALREADY else BY_REASON.get(why) or BY_STATUS[status]
    if status is ResultStatus.FAILED and why not in BY_REASON:
        ja, en = (f"（{stands.ja}）", f": {stands.en}") if stands is not None else ("", "")
        return Bilingual(f"{forms.ja_undone}{ja}", f"I could not {forms.en_plain}{en}")
    said = _MANY.get(but.en, but.en) if many else but.en
    if stands is not None:
        but, said = Bilingual(f"{but.ja}（{stands.ja}）", ""), f"{said}: {stands.en}"
    return Bilingual(f"{forms.ja_tried}が、{but.ja}", f"I tried to {forms.en_plain}, but {said}")


_STOPPED_AT = Bilingual("{}で止まっています", "it stopped at {}")
_STILL_AT = Bilingual("{}のまま動いていません", "it still stands at {}")
_STILL_MOVING = Bilingual("まだ動いていて、今は{}です", "it is still moving, at {} now")
_OF_MANY = {
    _STOPPED_AT: "they stopped at {}",
    _STILL_AT: "they still stand at {}",
    _STILL_MOVING: "they are still moving, at {} now",
}
_MOVES_ON = Bilingual("まだ向かっているところです", "it is still on its way")
_PLACED = ("position", "tilt")


def standing(
    operation: str, status: ResultStatus, facts: Mapping[str, Any], *, many: bool
) -> Bilingual | None:
    """Where a curtain that did not arrive was seen, from the facts after; None for anything that
    has no place, or did not say it."""
    row = OPERATION_BY_NAME.get(operation)
    if row is None or status not in (ResultStatus.PARTIAL, ResultStatus.NO_EFFECT):
        return None
    moving = facts.get("value") in MOVING
    name = row.number or ("position" if row.does in ("open", "close") else "")
    found = shown_of(name, facts.get(name)) if name in _PLACED else None
    if found is None:
        return _MOVES_ON if moving and not many else None
    told = _STILL_AT if status is ResultStatus.NO_EFFECT else _STOPPED_AT
    told = _STILL_MOVING if moving else told
    en = _OF_MANY[told] if many else told.en
    return Bilingual(told.ja.format(found.ja), en.format(found.en))


def late_words(forms: Forms, status: ResultStatus, stands: Bilingual | None = None) -> Bilingual:
    """The clause for what was reported after the result had been told: a state, no cause; in
    between somebody else may have had a hand in it."""
    tried, plain = forms.ja_tried, forms.en_plain
    if status is ResultStatus.SUCCESS:
        return Bilingual(
            f"先ほど{tried}が、遅れてその通りになったと報告がありました",
            f"I tried to {plain} earlier, and now it reports so",
        )
    ja, en = (f"（{stands.ja}）", f": {stands.en}") if stands is not None else ("", "")
    return Bilingual(
        f"先ほど{tried}が、途中までだと遅れて報告がありました{ja}",
        f"I tried to {plain} earlier, and now it reports to be part of the way{en}",
    )


def labelled_words(label: Bilingual, status: ResultStatus, why: str = "") -> Bilingual:
    """The clause for an operation without a verb: its own label, quoted."""
    nothing = Bilingual("", "")
    verb = by_label(Bilingual(spoken(label.ja), spoken(label.en)))
    return outcome_words(forms_of(verb, nothing), nothing, status, why)
