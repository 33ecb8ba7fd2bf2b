"""English statements: read from one clause at a time, by the forms of `en.toml`."""

import re
from collections.abc import Iterator
from dataclasses import replace

from companion.phrases.kinship import RELATIVES, relation_of
from companion.rooms.consolidation.statements.forms import Forms
from companion.rooms.consolidation.statements.statement import ME, US, Statement
from companion.words.language import Language

MOST_WORDS = 9
"""Most words of a value; a longer one is a story."""
_FORMS = Forms(Language.EN, before="<very>")
_FORM = _FORMS.one
_NOT_NAMES = frozenset(_FORMS.read["no_name"])


def statements(clause: str) -> Iterator[Statement]:
    """Statements of an English clause; it has no mark of question or doubt (`doubts`)."""
    for read in (_called, _of_things, _of_persons):
        found = read(clause)
        if found is not None:
            yield found
            return


def trimmed(value: str) -> str:
    """A value without what is told on behind it; "" where it is none."""
    short = _FORM["tail"].sub("", _FORM["goes_on"].sub("", value.strip())).strip(" ,.;:!'\"")
    if not short or _FORM["no_value"].match(short) or len(short.split()) > MOST_WORDS:
        return ""
    return short


def _filled(whose: str, subject: str, predicate: str, value: str) -> Statement | None:
    value = trimmed(value)
    if not value or _FORM["passing"].search(value):
        return None
    return Statement(whose=whose, subject=subject, predicate=predicate, value=value)


def _called(clause: str) -> Statement | None:
    for pattern, predicate in ((_FORM["called"], "called"), (_FORM["spoken_to"], "spoken_to")):
        found = pattern.match(clause)
        if found is not None:
            return Statement(whose=ME, predicate=predicate, value=found["v"])
    return None


def _of_things(clause: str) -> Statement | None:
    for pattern in _FORMS.lists["named"]:
        if found := pattern.match(clause):
            return _thing(found, "name", relation_of(found["what"]))
    for pattern in (_FORM["new_attribute"], _FORM["the_attribute"]):
        if found := pattern.match(clause):
            what = " ".join(filter(None, (found["what"].strip(), found.groupdict().get("noun"))))
            return _filled(US, "", what.casefold(), found["v"])
    for patterns, predicate in ((_FORMS.lists["kept"], "kept_at"), (_FORMS.lists["when"], "when")):
        for pattern in patterns:
            found = pattern.match(clause)
            if found is not None and relation_of(found["what"]) not in RELATIVES:
                return _thing(found, predicate, found["what"].casefold())
    return None


def _thing(found: "re.Match[str]", predicate: str, subject: str) -> Statement | None:
    if kin := found.groupdict().get("kin"):
        subject = f"{relation_of(kin)}'s {subject}"
    mine = re.match(r"(?:i|my)\b", found.string, re.I) or " my " in found.string
    return _filled(ME if mine else US, subject, predicate, found["v"])


def _of_persons(clause: str) -> Statement | None:
    if (mine := _FORM["mine"].match(clause)) is not None:
        return _attribute(_owner(mine["whose"]), "", mine["rest"])
    for whose, subject, rest in _persons(clause):
        owned = _attribute(whose, subject, rest[3:]) if rest.startswith("'s ") else None
        if (found := owned or _person(whose, subject, rest)) is not None:
            return found
    return None


def _attribute(whose: str, subject: str, rest: str) -> Statement | None:
    found = _FORM["is_so"].match(rest)
    if found is None or _FORM["not_so"].match(found["v"]):
        return None
    what = re.sub(r"^favorite", "favourite", found["what"].casefold())
    return _filled(whose, subject, what, found["v"])


def _person(whose: str, subject: str, rest: str) -> Statement | None:
    if (subject or whose not in (ME, US)) and _FORM["first_person"].match(rest):
        return None
    for form in _FORMS.people:
        found = form.said.match(rest.strip())
        if found is None:
            continue
        told = form.statement(found)
        filled = told and _filled(whose, subject, told.predicate, told.value)
        return replace(filled, negated=told.negated) if told and filled else None
    return None


def _persons(clause: str) -> Iterator[tuple[str, str, str]]:
    """The owner, the relative, and the rest: "my mum's birthday is ..." gives (me, `mother`,
    "'s birthday is ...")."""
    if (who := _FORM["speaker"].match(clause)) is not None:
        yield _owner(who["who"]), "", clause[who.end() :]
        return
    relative = _FORM["relative"].match(clause)
    if relative is not None and (relative["whose"] or clause[0].isupper()):
        whose, subject = _owner(relative["whose"] or "my"), relation_of(relative["kin"])
        rest = clause[relative.end() :]
    elif (name := _FORM["name"].match(clause)) is not None and name[
        "name"
    ].casefold() not in _NOT_NAMES:
        whose, subject, rest = name["name"], "", clause[name.end() :]
    else:
        return
    if (theirs := _FORM["their_relative"].match(rest)) is not None:
        of = relation_of(theirs["kin"])
        yield whose, f"{subject}'s {of}" if subject else of, rest[theirs.end() :]
    yield whose, subject, rest


def _owner(word: str) -> str:
    return US if word.casefold() in ("we", "our") else ME
