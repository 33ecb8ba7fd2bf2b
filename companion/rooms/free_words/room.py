"""The free words room withholds each clause of a model's text that states a fact.

It changes no word and repairs nothing: a clause is said as it was written or not at all. Facts have
another way to the mouth: the model names them and code says them. Free words are left for greeting,
feeling, opinion, jest and question, which cannot be true or false of the home.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from companion.ports.free_words import Checked, Withheld
from companion.rooms.free_words.law import Law, law_of
from companion.words.language import Language, language_of

CLAUSE_CHARS = 160
"""A longer clause is withheld: nobody can say what all is in it."""
_CLAUSES = re.compile(r"[^。．.!！?？\n]+[。．.!！?？]*[」』”\"')）]*\s*")
_MARKUP = re.compile(r"[{}\[\]<>|*#_`«»\\]|https?:|www\.")
_THANKS = re.compile(
    r"\bthank|\bcheers\b|\bappreciat|\bgrateful|\bkind of you|ありがと|あんがと"
    r"|感謝|サンキュ|どうも|おおきに|助か",
    re.I,
)
_WELCOMED = re.compile(
    r"どういたしまして|\byou(?:'re| are) (?:most |very )?welcome\b|\bmy pleasure\b", re.I
)
_LAWS = {language: law_of(language) for language in Language}


class FreeWords:
    """Checks free words against closed vocabularies of both languages. `names`: the home's own
    names for its things, rooms and people, as they are now."""

    def __init__(self, names: Callable[[], Sequence[str]] = tuple) -> None:
        self._names = names

    def check(self, text: str, *, heard: str = "", names: Sequence[str] = ()) -> Checked:
        """Judge each clause of a text."""
        own = [name.casefold() for name in (*self._names(), *names) if len(name.strip()) > 1]
        said, withheld = list[str](), list[Withheld]()
        about_home = any(_about_home(heard, law) for law in _LAWS.values()) or any(
            _has(heard.casefold(), name) for name in own
        )
        asked = _LAWS[language_of(heard, Language.EN)].information.search(heard)
        free_form = not about_home and asked is None
        about_home = about_home and bool(heard)
        thanked = not heard or _THANKS.search(heard) is not None
        for clause in clauses(text):
            # Whoever answers thanks that nobody gave takes a deed for its own.
            rule = "no_thanks" if not thanked and _WELCOMED.search(clause) else ""
            rule = rule or _rule(
                clause, own, about_home=about_home and bool(heard), free_form=free_form
            )
            if rule:
                withheld.append(Withheld(clause, rule))
            else:
                said.append(clause)
        return Checked(tuple(said), tuple(withheld))


def clauses(text: str) -> Iterator[str]:
    """The sentences of a text, each with its mark."""
    for found in _CLAUSES.findall(text):
        if clause := found.strip():
            yield clause


def _about_home(heard: str, law: Law) -> bool:
    asked = law.asked_back.search(heard) is not None
    return bool(law.about_home.search(heard) or (asked and law.asked_about.search(heard)))


def _rule(clause: str, names: Sequence[str], *, about_home: bool, free_form: bool) -> str:
    """The rule that withholds a clause; "" lets it pass."""
    if len(clause) > CLAUSE_CHARS:
        return "long"
    if _MARKUP.search(clause):
        return "markup"
    if any(_has(clause.casefold(), name) for name in names):
        return "name"
    law = _LAWS[language_of(clause, Language.EN)]
    if about_home:
        if law.answers.search(clause):
            return "answer"
        asks = clause.endswith(("?", "？")) or law.question.search(clause)
        if not law.harmless_answer.search(clause) and not asks:
            return "about_home"
    return _stated(clause, law, free_form=free_form)


def _stated(clause: str, law: Law, *, free_form: bool) -> str:
    if law.set_phrase.search(clause):
        return ""
    wish = law.wish.search(clause) is not None
    spared = frozenset[str]().union(*(of for mood, of in law.spared if mood.search(clause)))
    feels = law.feeling is not None and law.feeling.search(clause) is not None
    for name, pattern in law.states.items():
        if name in spared or (name == "time" and wish) or (name in ("promise", "act") and feels):
            continue
        if name == "number" and law.asked_back.search(clause):
            continue
        if name == "you" and (wish or law.asked_back.search(clause)):
            continue
        if pattern.search(clause):
            return name
    spare = "no_frame" in spared or (free_form and "at_large" in spared)
    framed = (
        feels
        or spare
        or all(
            law.frame.search(part) or (free_form and not law.doubt.search(part))
            for part in law.parts.split(clause)
        )
    )
    return "" if framed else "no_frame"


def _has(text: str, name: str) -> bool:
    if name.isascii():
        return re.search(rf"(?<![a-z]){re.escape(name)}(?![a-z])", text) is not None
    return name in text
