"""Language model actor モデルの役者: thinks and performs under grammars made from affordances."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.ports.actor import ActorFailed
from companion.ports.llm import Llm, ModelCrashed, ModelPreempted, ModelTimedOut, ModelUnavailable
from companion.rooms.character.prompt import performance_prompt, thought_prompt
from companion.words.decision import Thought
from companion.words.gbnf import literal, one_of
from companion.words.language import Language
from companion.words.llm import LlmRequest, LlmRequestPurpose, PromptMessage
from companion.words.stage import ActorView, CharacterThought, Performance
from companion.words.trigger import Priority

BELIEF_CHARS = {Language.EN: 90, Language.JA: 45}
LINE_CHARS = {Language.EN: 90, Language.JA: 40}
"""Upper lengths in characters: 20 to 30 tokens."""
_LETTERS = {Language.EN: "[a-zA-Z,.'!? ]", Language.JA: "[ぁ-んァ-ヶー一-龥々、。！？…]"}
"""No bracket, digit or newline: neither a belief nor a line can be mistaken for a tag."""
TAGS_BEFORE = 2
"""Tags before the intended one: what is in the hand is put down, what is needed is taken."""
WANTS_AT_MOST = 2
_PRIORITIES = ("High", "Mid", "Low")
_TOKENS = 160
_FAILURES = (ModelUnavailable, ModelTimedOut, ModelCrashed, ModelPreempted)


@dataclass(slots=True)
class LlmActor:
    """Actor that asks the model twice a turn. An answer out of form ends the turn without an act;
    it is never mended."""

    llm: Llm
    read: Callable[[str], Performance | None]
    """Reader of tags, the same by which the game master reads."""
    deadline_s: float = 60.0

    async def think(self, view: ActorView) -> CharacterThought:
        """Phase 1. Raises `ActorFailed`."""
        text = await self._ask(
            LlmRequestPurpose.ASYNC_DELIBERATION_THOUGHT,
            thought_prompt(view),
            thought_grammar(view),
        )
        found = _thought_pattern(view).fullmatch(text)
        if found is None:
            raise ActorFailed("the thought is not of its form")
        wants = re.findall(r"([^;]+?):(High|Mid|Low)(?:; )?", found["d"])
        return CharacterThought(
            thought=Thought(
                personality=", ".join(view.sheet.traits),
                belief=found["b"].strip(),
                desires=tuple((want, word) for want, word in wants),
                intention=found["i"],
            ),
            tags=(),
            mood="",
        )

    async def perform(self, view: ActorView, thought: CharacterThought) -> Performance:
        """Phase 2. Raises `ActorFailed`."""
        text = await self._ask(
            LlmRequestPurpose.ASYNC_DELIBERATION_DECISION,
            performance_prompt(view, written(thought.thought)),
            performance_grammar(view, thought.thought.intention),
        )
        performance = self.read(text)
        if performance is None:
            raise ActorFailed("the performance is not of its form")
        return performance

    async def _ask(
        self, purpose: LlmRequestPurpose, messages: tuple[PromptMessage, ...], grammar: str
    ) -> str:
        try:
            reply = await self.llm.complete(
                LlmRequest(
                    purpose=purpose,
                    messages=messages,
                    max_tokens=_TOKENS,
                    grammar=grammar,
                    priority=Priority.USER,
                    deadline_s=self.deadline_s,
                )
            )
        except _FAILURES as error:
            raise ActorFailed(str(error)) from error
        return reply.text


def written(thought: Thought) -> str:
    """A thought as the model writes it."""
    wants = "; ".join(f"{want}:{word}" for want, word in thought.desires)
    return (
        f"<thought>\n[P] {thought.personality}\n[B] {thought.belief}\n[D] {wants}\n"
        f"[I] {thought.intention}\n</thought>"
    )


def thought_grammar(view: ActorView) -> str:
    """GBNF of phase 1: a free belief, wants of this character, an intention that things afford."""
    letters = f"{_LETTERS[view.language]}{{4,{BELIEF_CHARS[view.language]}}}"
    head = literal(f"<thought>\n[P] {', '.join(view.sheet.traits)}\n[B] ")
    return (
        f'root ::= {head} belief "\\n[D] " want ("; " want)? "\\n[I] " aim "\\n</thought>"\n'
        f"belief ::= {letters}\n"
        f'want ::= {one_of(one.text for one in view.wants)} ":" {one_of(_PRIORITIES)}\n'
        f"aim ::= {one_of(_aims(view))}\n"
    )


def performance_grammar(view: ActorView, intention: str) -> str:
    """GBNF of phase 2: tags that the things in view afford, the intended act last, then one line.
    Whether an act is possible in the state of the moment is the game master's to say."""
    aims = [str(one.tag) for one in view.offers if one.label == intention]
    tags = one_of(dict.fromkeys(str(one.tag) for one in view.offers))
    letters = f"{_LETTERS[view.language]}{{1,{LINE_CHARS[view.language]}}}"
    aim = f'{one_of(aims)} " "' if aims else ""
    root = f'(tag " "){{0,{TAGS_BEFORE}}} {aim} "「" line "」"'
    return f"root ::= {root}\ntag ::= {tags}\nline ::= {letters}\n"


def _aims(view: ActorView) -> Iterable[str]:
    return dict.fromkeys(one.label for one in view.offers)


def _thought_pattern(view: ActorView) -> re.Pattern[str]:
    letters = f"{_LETTERS[view.language]}{{4,{BELIEF_CHARS[view.language]}}}"
    want = f"(?:{_any_of(one.text for one in view.wants)}):(?:{_any_of(_PRIORITIES)})"
    aims = _any_of(_aims(view))
    wants = f"{want}(?:; {want}){{0,{WANTS_AT_MOST - 1}}}"
    traits = re.escape(", ".join(view.sheet.traits))
    return re.compile(
        rf"<thought>\n\[P\] {traits}\n\[B\] (?P<b>{letters})\n\[D\] (?P<d>{wants})"
        rf"\n\[I\] (?P<i>{aims})\n</thought>"
    )


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in words)
