"""Prompts of an actor 役者のプロンプト: two phases, thought and performance, in both languages.

Laid out from the sheet, which never changes, to the scene, which stands first in all that varies.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.home.scene_xml import render
from companion.phrases.rulings import not_possible
from companion.words.language import Language
from companion.words.llm import PromptMessage
from companion.words.stage import ActorView, Percept
from companion.words.table import table
from companion.words.text import data_line


@dataclass(frozen=True, slots=True)
class _Phrasing:
    """Fixed words of the prompts in one language."""

    identity: str
    character: str
    values: str
    rules: str
    wants: str
    history: str
    think: str
    perform: str


_SAID = {
    Language(language): _Phrasing(**words)
    for language, words in table("companion.rooms.character", "prompt.toml").items()
}
HISTORY_LINES = 6
"""Lines of the turns so far that a prompt shows."""


def thought_prompt(view: ActorView) -> tuple[PromptMessage, ...]:
    """Phase 1: the scene, what happened, the wants; asks for a thought and nothing else."""
    say = _SAID[view.language]
    wants = ", ".join(data_line(one.text) for one in view.wants)
    varying = (*_varying(view), say.wants.format(wants=wants), say.think)
    return (_fixed(view), PromptMessage("user", "\n".join(varying)))


def performance_prompt(view: ActorView, thought: str) -> tuple[PromptMessage, ...]:
    """Phase 2: the same scene, then the thought; asks for tags and a line."""
    return (
        *thought_prompt(view),
        PromptMessage("assistant", thought),
        PromptMessage("user", _SAID[view.language].perform),
    )


def _fixed(view: ActorView) -> PromptMessage:
    say, sheet = _SAID[view.language], view.sheet
    five = sheet.big_five
    numbers = (
        f"Big Five: O{five.openness} C{five.conscientiousness} E{five.extraversion} "
        f"A{five.agreeableness} N{five.neuroticism}, Grit {sheet.grit}"
    )
    values = ", ".join(f"{name.value} {weight}" for name, weight in sheet.values.items())
    lines = (
        say.identity.format(name=sheet.name, text=sheet.text),
        say.character.format(traits=", ".join(sheet.traits)),
        numbers,
        say.values.format(values=values),
        say.rules,
    )
    return PromptMessage("system", "\n".join(lines))


def _varying(view: ActorView) -> Iterable[str]:
    yield render(view.state)
    if view.history:
        yield _SAID[view.language].history
        yield from (f"«{data_line(line)}»" for line in view.history[-HISTORY_LINES:])
    yield from (_told(one) for one in view.percepts if one.text)


def _told(percept: Percept) -> str:
    if percept.kind == "refusal":
        return not_possible(percept.text)
    return f"«{data_line(percept.text)}»"
