"""Japanese statements: read from one clause at a time, by the forms of `ja.toml`.

Where no subject is said the speaker tells of themselves, and only a first sentence may.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from companion.phrases.kinship import relation_of
from companion.rooms.consolidation.statements.forms import Forms
from companion.rooms.consolidation.statements.statement import ME, US, Statement
from companion.words.language import Language

MOST_LETTERS = 30
"""Most letters of a value; a longer one is a story."""
_FORMS = Forms(Language.JA, before="<now>", behind="<said>")
_FORM = _FORMS.one
_ATTRIBUTES: dict[str, str] = _FORMS.read["attributes"]
_OF_ONESELF = frozenset(_FORMS.read["of_oneself"])


def statements(clause: str, *, first: bool) -> Iterator[Statement]:
    """Statements of a Japanese clause; it has no mark of question or doubt (`doubts`). `first`: it
    begins what was said, so that a subject left out is the speaker."""
    clause = _FORM["calls"].sub("", _FORM["opening"].sub("", clause.strip()))
    for read in (_called, _of_things, _attribute):
        found = read(clause)
        if found is not None:
            yield found
            return
    subject = _FORM["clause"].match(clause)
    told = _of_person(subject["rest"]) if subject is not None else None
    if subject is not None and told is not None:
        whose, of = _subject(subject)
        yield replace(told, whose=whose, subject=of)
        return
    told = _of_person(clause) if first else None
    if told is not None and told.predicate in _OF_ONESELF:
        yield told


def _of_person(rest: str) -> Statement | None:
    for form in _FORMS.people:
        found = form.said.match(rest)
        if found is not None:
            told = form.statement(found)
            return told if told is not None and _is_value(told.value) else None
    return None


def _is_value(value: str) -> bool:
    short = 0 < len(value.strip()) <= MOST_LETTERS
    return short and not _FORM["no_value"].match(value) and not _FORM["passing"].search(value)


def _subject(found: "re.Match[str]") -> tuple[str, str]:
    """The owner, and the relative."""
    if found["kin"]:
        relative = relation_of(found["kin"])
        if found["of"]:
            relative = f"{relative}'s {relation_of(found['of'])}"
        return (
            US if found["own"] and not _FORM["first_person"].match(found["own"]) else ME
        ), relative
    if found["we"]:
        return US, ""
    if found["name"]:
        return re.sub(r"(?:さん|ちゃん|くん|君|様)$", "", found["name"]), ""
    return ME, ""


def _called(clause: str) -> Statement | None:
    for pattern, predicate in ((_FORM["called"], "called"), (_FORM["spoken_to"], "spoken_to")):
        found = pattern.match(clause)
        if found is not None:
            return Statement(whose=ME, predicate=predicate, value=found["v"])
    return None


def _of_things(clause: str) -> Statement | None:
    for pattern, predicate in (
        (_FORM["kept"], "kept_at"),
        (_FORM["key"], "kept_at"),
        (_FORM["when"], "when"),
    ):
        if (found := pattern.match(clause)) is not None and _is_value(found["v"]):
            what = found["what"]
            if found.groupdict().get("kin"):
                what = f"{relation_of(found['kin'])}'s {what}"
            whose = ME if _FORM["first_person"].match(clause) or "'s " in what else US
            return Statement(whose=whose, subject=what, predicate=predicate, value=found["v"])
    for pattern in (_FORM["named_pet"], _FORM["related"]):
        found = pattern.match(clause)
        if (
            found is not None
            and _is_value(found["v"])
            and not _FORM["not_named"].search(found["v"])
        ):
            whose = ME if _FORM["first_person"].match(clause) or pattern is _FORM["related"] else US
            return Statement(
                whose=whose,
                subject=relation_of(found["what"]),
                predicate="name",
                value=re.sub(r"(?:さん|ちゃん|くん|君)$", "", found["v"]),
            )
    return None


def _attribute(clause: str) -> Statement | None:
    found = _FORM["has_attribute"].match(clause)
    if found is None:
        return None
    value = _FORM["end"].sub("", found["v"])
    if not _is_value(value) or re.search(
        r"(?:ない|たい|ている|てる|った|した|くて|すぎ|そう)$", value
    ):
        return None
    whose, subject = _subject(found) if found["kin"] or found["name"] or found["i"] else (US, "")
    what = _ATTRIBUTES.get(found["what"], found["what"])
    if not (found["kin"] or found["name"] or found["i"]):
        # 誕生日は5月3日: one's own; 暗証番号は…: the household's.
        whose = ME if found["what"] in _ATTRIBUTES or "好き" in found["what"] else US
    return Statement(whose=whose, subject=subject, predicate=what, value=value)
