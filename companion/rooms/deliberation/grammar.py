"""Grammar 文法: GBNF generated from the menu, so that only what is feasible can be written."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from companion.rooms.deliberation.decider import MenuMalformed
from companion.rooms.deliberation.vocabulary import DESIRES, PRIORITIES
from companion.words.context import DeliberationContextPack
from companion.words.gbnf import one_of
from companion.words.language import Language

BELIEF_CHARS = {Language.EN: 60, Language.JA: 28}
"""Upper length of the belief, in characters: about 14 tokens in either language."""

_BELIEF_CLASS = {
    Language.EN: "[a-zA-Z,' ]",
    Language.JA: "[ぁ-んァ-ヶー一-龥々、]",
}
"""Letters only: no digit, brace, bracket or newline, so a belief can carry no figure and
can never be mistaken for a field."""


@dataclass(frozen=True, slots=True)
class Answer:
    """答え: the fields the model wrote, each still as written."""

    choice: str
    belief: str
    desires: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerForm:
    """答えの形: the one shape an answer may have for one pack, as grammar and as reader.

    The reader accepts exactly what the grammar generates and nothing else; it is not a
    repair step.
    """

    choices: tuple[str, ...]
    language: Language

    def _fields(self) -> str:
        belief = f"{_BELIEF_CLASS[self.language]}{{4,{BELIEF_CHARS[self.language]}}}"
        want = f'{one_of(DESIRES[self.language])} ":" {one_of(PRIORITIES)}'
        return (
            f'belief ::= "[B] " {belief} "\\n"\n'
            f'desires ::= "[D] " want (" " want)?\n'
            f"want ::= {want}\n"
        )

    def choice_first(self) -> str:
        """Choice, then the thought that goes with it (small models)."""
        return (
            'root ::= choice "\\n" belief desires\n'
            f"choice ::= {one_of(self.choices)}\n{self._fields()}"
        )

    def thought(self) -> str:
        """Phase 1: thought only, marked, with a candidate intention."""
        return (
            'root ::= "<thought>\\n" belief desires "\\n[I] " choice "\\n</thought>"\n'
            f"choice ::= {one_of(self.choices)}\n{self._fields()}"
        )

    def choice_only(self) -> str:
        """Phase 2: the choice alone."""
        return f"root ::= {one_of(self.choices)}\n"

    def _pattern(self) -> str:
        def any_of(words: Iterable[str]) -> str:
            return "|".join(re.escape(word) for word in words)

        want = f"(?:{any_of(DESIRES[self.language])}):(?:{any_of(PRIORITIES)})"
        belief = f"{_BELIEF_CLASS[self.language]}{{4,{BELIEF_CHARS[self.language]}}}"
        return rf"\[B\] (?P<b>{belief})\n\[D\] (?P<d>{want}(?: {want})?)"

    def _answer(self, match: re.Match[str], choice: str) -> Answer:
        wants = tuple(
            (want, priority)
            for want, _, priority in (pair.partition(":") for pair in match["d"].split(" "))
        )
        return Answer(choice, match["b"].strip(), wants)

    def read_choice_first(self, text: str) -> Answer | None:
        """Read a whole choice-first answer; None when it is not of this form."""
        choice, _, rest = text.partition("\n")
        match = re.fullmatch(self._pattern(), rest)
        if match is None or choice not in self.choices:
            return None
        return self._answer(match, choice)

    def read_thought(self, text: str) -> Answer | None:
        """Read a phase 1 thought; None when it is not of this form."""
        any_choice = "|".join(re.escape(name) for name in self.choices)
        whole = rf"<thought>\n{self._pattern()}\n\[I\] (?P<i>{any_choice})\n</thought>"
        match = re.fullmatch(whole, text)
        return None if match is None else self._answer(match, match["i"])


def answer_form(pack: DeliberationContextPack, language: Language) -> AnswerForm:
    """The form of the answer to this pack. Raises `MenuMalformed`."""
    names = tuple(entry.name for entry in pack.menu)
    if not names or "" in names or len(set(names)) != len(names):
        raise MenuMalformed(f"a menu needs distinct names, at least one: {names}")
    return AnswerForm(choices=names, language=language)
