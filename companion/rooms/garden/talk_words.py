"""Talk words: has a model word a talk of the garden whose content is decided already.

The talk stands in forms when it is asked for, and what each turn says, whether it asks and whom it
answers stay as they are. A turn that the checker withholds stays in its form.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from companion.ports.llm import (
    Llm,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.rooms.garden.talk_check import Turn, asks, own_letters, withheld
from companion.rooms.garden.talk_ways import ways
from companion.words.facts.garden import GardenTalked
from companion.words.garden import Inhabitant
from companion.words.gbnf import literal, one_of
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmRequest, LlmRequestPurpose, PromptMessage
from companion.words.table import in_both_languages, table
from companion.words.trigger import Priority

TURN_TOKENS: Final = 80
"""A form and the turn in its place, the longest."""
TEMPERATURE: Final = 0.5
NOT_REPEATED: Final = 40
"""Newest turns of the model that none may say again."""
_TABLE = table("companion.rooms.garden", "talk_words.toml")
_RULES = Bilingual(**_TABLE["rules"])
FEELS: Final = in_both_languages(_TABLE["feels"])


class FormTalks:
    """Where no model is configured: talks stay in their forms."""

    async def word(
        self, talk: GardenTalked, sheets: Mapping[str, Inhabitant], feels: Mapping[str, str]
    ) -> tuple[str, ...]:
        """None."""
        del talk, sheets, feels
        return ()


class LlmTalks:
    """Asks the model, with the lowest priority there is."""

    def __init__(
        self,
        llm: Llm,
        *,
        language: Language,
        may_ask: Callable[[], bool] = lambda: True,
        deadline_s: float = 240.0,
    ) -> None:
        """`may_ask`: takes one of the garden's few calls of this hour; False where none is left."""
        self._llm, self._language = llm, language
        self._may_ask, self._deadline_s = may_ask, deadline_s
        self._lately: deque[str] = deque(maxlen=NOT_REPEATED)

    async def word(
        self, talk: GardenTalked, sheets: Mapping[str, Inhabitant], feels: Mapping[str, str]
    ) -> tuple[str, ...]:
        """The turns in the model's words, "" where the form's stays; empty where none is worded.
        `sheets`, `feels`: of the two, by id."""
        if not (self._llm.ready() and self._may_ask()):
            return ()
        judged = await self.judged(talk, sheets, feels)
        worded = ["" if rule else line for line, rule in judged]
        worded += [""] * (len(talk.turns) - len(worded))
        return tuple(worded) if any(worded) else ()

    async def judged(
        self, talk: GardenTalked, sheets: Mapping[str, Inhabitant], feels: Mapping[str, str]
    ) -> Sequence[tuple[str, str]]:
        """The turns as the model wrote them, each with the rule that withholds it, "" where it may
        stand. Empty where the model gave none."""
        language = self._language
        names = {one: sheets[one].name.get(language) for one in (talk.who, talk.other)}
        request = LlmRequest(
            purpose=LlmRequestPurpose.ASYNC_GARDEN_TALK,
            messages=talk_prompt(talk, sheets, feels, language),
            max_tokens=TURN_TOKENS * len(talk.turns),
            grammar=talk_grammar(talk, names, language),
            temperature=TEMPERATURE,
            priority=Priority.GARDEN,
            deadline_s=self._deadline_s,
            seed=talk.at,
        )
        try:
            answer = await self._llm.complete(request)
        except (ModelUnavailable, ModelTimedOut, ModelCrashed, ModelPreempted):
            return ()
        return self._judge(answer.text, talk, tuple(names.values()))

    def _judge(
        self, text: str, talk: GardenTalked, names: tuple[str, ...]
    ) -> Sequence[tuple[str, str]]:
        mark = ": " if self._language is Language.JA else " => "
        lines = [line.partition(mark)[2].strip() for line in text.splitlines()]
        if len(lines) > len(talk.turns):
            return ()
        judged, before = list[tuple[str, str]](), ""
        for line, form in zip(lines, talk.turns, strict=False):
            said = form.words.get(self._language)
            turn = Turn(line, said, before, self._language, names, tuple(self._lately))
            judged.append((line, rule := withheld(turn)))
            before = said if rule else line
        self._lately.extend(line for line, rule in judged if not rule)
        return judged


def talk_prompt(
    talk: GardenTalked,
    sheets: Mapping[str, Inhabitant],
    feels: Mapping[str, str],
    language: Language,
) -> tuple[PromptMessage, ...]:
    """The fixed rules and examples first, then this one talk."""
    examples = [
        PromptMessage(role, one[language.value][n])
        for one in _TABLE["examples"]
        for n, role in enumerate(("user", "assistant"))
    ]
    people = [_person(sheets[one], feels.get(one, ""), language) for one in (talk.who, talk.other)]
    return (
        PromptMessage("system", _RULES.get(language)),
        *examples,
        PromptMessage("user", "\n".join(people)),
    )


def _person(sheet: Inhabitant, feels: str, language: Language) -> str:
    told = FEELS.get(feels)
    between = "。" if language is Language.JA else ", "
    how = "" if told is None else f"{between}{told.get(language)}"
    return f"{sheet.name.get(language)}: {sheet.personality.get(language)}{how}"


def talk_grammar(talk: GardenTalked, names: Mapping[str, str], language: Language) -> str:
    """A line for each turn, in its order: in English the form and then the turn, written freely, a
    question as one; in Japanese one of its ways, without the form, which would be copied."""
    lines = []
    for number, one in enumerate(talk.turns):
        form, gap = one.words.get(language), "\n" if number else ""
        head = f"{gap}{names[one.who]}: "
        if language is Language.JA:
            lines.append(f"{literal(head)} {one_of(ways(form, first=not number))}")
        else:
            lines.append(f"{literal(f'{head}{form} => ')} {_free(form, names.values())}")
    return f"root ::= {' '.join(lines)}\n"


def _free(form: str, names: Iterable[str]) -> str:
    figures = "0-9:" if re.search("[0-9]", form) else ""
    own = "".join(sorted(own_letters(form, *names)))
    return f"[A-Za-z{figures}{own} ,;'-]{{6,100}} {'[?]' if asks(form) else '[.!]'}"
