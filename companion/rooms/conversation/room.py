"""The conversation room replies to a person's sentence, or honestly says nothing.

The model chooses what to answer; every word of it is written by code from what is known.
"""

import logging
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from companion.phrases.greetings import greeting
from companion.phrases.manner import Manner
from companion.ports.free_words import Withheld, WordChecker
from companion.ports.llm import (
    Llm,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.rooms.conversation.facts import Known
from companion.rooms.conversation.form import FACTS, ReplyForm, Sayable, kinds_for
from companion.rooms.conversation.phrases import UNKNOWN, Kind, welcome
from companion.rooms.conversation.prompt import (
    EARLIER_TURNS,
    Material,
    asked_back_in_examples,
    feeling,
    fixed,
    lay_out,
)
from companion.rooms.conversation.vocabulary import (
    asks,
    asks_feeling,
    asks_for_a_fact,
    claims_past_words,
    cues_in,
    echoes,
    fits_anything,
    orders,
    talks,
)
from companion.rooms.conversation.wording import sentence
from companion.words.disclosure import Topic, may_be_told
from companion.words.event import Event
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmRequest, LlmRequestPurpose, Prefix
from companion.words.persona import PersonaSheet, Saying
from companion.words.recalled import Recollection
from companion.words.said import language_to_answer
from companion.words.text import LabelledText
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel, least_trusted

_LOG = logging.getLogger(__name__)
REPLY_TOKENS = 96
"""Two sentences of the grammar, in Japanese."""
CLAUSES_NOT_REPEATED = 8
"""Newest clauses that a model's own words may not say again."""
_CLAUSE = re.compile(r"[^。.!！?？]+[。.!！?？]+")

__all__ = ["Conversation", "Known", "NoReply", "Reply"]


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply, with the least trusted label of the texts that went into it."""

    text: str
    trust: TrustLabel
    model: str
    tokens: int


@dataclass(frozen=True, slots=True)
class NoReply:
    """The reason why there is no reply; no stand-in is spoken."""

    reason: str


class Conversation:
    """Replies to what was said, with the persona, the mood, what is known and what comes to
    mind. The answer is a choice, so the model takes it at temperature 0, as it takes decisions."""

    def __init__(
        self,
        llm: Llm,
        persona: PersonaSheet,
        known: Known,
        *,
        manner: Manner | None = None,
        checker: WordChecker | None = None,
        deadline_s: float = 120.0,
        garden: Callable[[Language], str] = lambda _: "",
    ) -> None:
        """`manner`: how the persona words what code says. `checker`: given, the model talks in its
        own words, and each clause passes it first; without it the model chooses among phrases.
        `garden`: the newest lines of the companion's own life, for the prompt."""
        self._llm = llm
        self._persona = persona
        self._known = known
        self._manner = manner or Manner()
        self._checker = checker
        self._deadline_s = deadline_s
        self._garden = garden
        self._lately: deque[str] = deque(maxlen=CLAUSES_NOT_REPEATED)

    @property
    def speaker_name(self) -> str:
        """Name of the persona."""
        return self._persona.name

    def prefix(self) -> Prefix:
        """The unchanging part of every reply's prompt, to be read ahead."""
        return LlmRequestPurpose.SYNC_CONVERSATION, fixed(self._persona)

    async def reply(
        self,
        said: Event,
        *,
        recalled: Recollection,
        begun: Callable[[Reply], None] | None = None,
    ) -> Reply | NoReply:
        """One reply; a model that fails or leaves the form leaves no reply. `begun` gets its first
        sentence, once, while the model still writes the rest."""
        material = await self._material(said, recalled)
        form = await self._form(material, said)
        labels = [
            said.trust,
            *(fact.trust for fact in material.facts),
            *(turn.text.trust for turn in material.recalled),
        ]
        trust = least_trusted(labels)
        request = LlmRequest(
            purpose=LlmRequestPurpose.SYNC_CONVERSATION,
            messages=lay_out(material, self._persona),
            max_tokens=REPLY_TOKENS,
            grammar=form.grammar(),
            priority=Priority.USER,
            deadline_s=self._deadline_s,
            seed=int(said.id),
            told=self._first_of(form, trust, begun) if begun is not None else None,
        )
        try:
            answer = await self._llm.complete(request)
        except (ModelUnavailable, ModelTimedOut, ModelCrashed, ModelPreempted) as error:
            return NoReply(f"{type(error).__name__}: {error}")
        text = form.read(answer.text) if answer.finish != "length" or form.sayable else None
        if not text:
            return NoReply("the model's reply is not of the form")
        self._take_turn(text, form.said_in)
        self._lately.extend(one.strip() for one in _CLAUSE.findall(text))
        return Reply(text, trust, answer.model, answer.output_tokens)

    def _first_of(
        self, form: ReplyForm, trust: TrustLabel, begun: Callable[[Reply], None]
    ) -> Callable[[str], None]:
        """Listener to what the model writes that gives the first sentence once."""
        given = False

        def told(text: str) -> None:
            nonlocal given
            first = None if given else form.begun(text)
            if first is not None:
                given = True
                begun(Reply(first, trust, self._llm.model_name(), 0))

        return told

    async def tell(self, ids: Iterable[str], asked: Event) -> LabelledText | None:
        """Tell the facts of these things, worded by code alone in the language of the question: no
        model is asked. None where nothing is known."""
        facts = (await self._known.of(ids, asked.user_text, to=asked.trust))[:FACTS]
        if not facts:
            return None
        language = language_to_answer(asked.user_text, asked.payload, self._persona.language)
        japanese = language is Language.JA
        words = [sentence(fact.words.get(language), japanese=japanese) for fact in facts]
        text = ("" if japanese else " ").join(words)
        text = self._manner.around(Saying.TELLING, Bilingual(text, text)).get(language)
        return LabelledText(text, least_trusted([fact.trust for fact in facts]))

    async def _material(self, said: Event, recalled: Recollection) -> Material:
        known = may_be_told(said.trust, Topic.CONVERSATION)
        at_home = may_be_told(said.trust, Topic.HOME)
        turns = recalled.turns[-EARLIER_TURNS:] if known else ()
        earlier = next((t.text.text for t in reversed(turns) if t.role == "user"), "")
        return Material(
            said=LabelledText(said.user_text, said.trust, said.id),
            mood=await self._known.mood(),
            facts=await self._known.about(said.user_text, earlier, to=said.trust),
            recalled=turns,
            interest=await self._known.interest() if at_home else (),
            now=self._known.clock.now(),
            garden=self._garden(self._persona.language) if known else "",
        )

    async def _form(self, material: Material, said: Event) -> ReplyForm:
        seen = may_be_told(material.said.trust, Topic.PEOPLE) and await self._known.seen_somebody()
        language = self._persona.language
        said_in = language_to_answer(said.user_text, said.payload, language)
        name, label = self._persona.name, " ".join(self._persona.second_person_label.split())
        label = label if said_in is language else ""  # it is a word of the persona's language
        called = f", {label}" if label and label.casefold() != "you" else ""
        filled = {
            "name": Bilingual(name, name),
            "asked": Bilingual(f"{label}は" if label else "", ""),
            "called": Bilingual("", called),
            "mood": feeling(material.mood),
            "greeting": greeting(self._known.clock.now().hour),
            "welcome": welcome(seen),
        }
        return ReplyForm(
            language=language,
            said_in=said_in,
            sayable=self._sayable_after(material.said.text) if said_in is language else None,
            instead=partial(self._instead, language=said_in, filled=filled),
            facts=tuple(
                replace(fact, words=self._manner.fact(fact.words)) for fact in material.facts
            ),
            kinds=self._worded(
                kinds_for(
                    asked=asks(material.said.text),
                    about_device=any(fact.about_device for fact in material.facts),
                    ordered=orders(material.said.text),
                    premise=claims_past_words(material.said.text)
                    or asks_for_a_fact(material.said.text),
                    of_feeling=asks_feeling(material.said.text),
                    cues=cues_in(material.said.text) if self._checker is not None else None,
                )
            ),
            filled=filled,
        )

    def _worded(self, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
        """The kinds, with the wording of `not known` whose turn it is."""
        return tuple(
            replace(kind, first=(self._not_known(),)) if kind.name == UNKNOWN.name else kind
            for kind in kinds
        )

    def _not_known(self) -> Bilingual:
        ja, en = (
            self._manner.reworded(UNKNOWN.first[0].get(one), one, said=False)
            for one in (Language.JA, Language.EN)
        )
        return Bilingual(ja, en)

    def _take_turn(self, text: str, language: Language) -> None:
        """The next time another wording, where this one was said."""
        if text.startswith(self._not_known().get(language)):
            self._manner.reworded(UNKNOWN.first[0].get(language), language)

    def _sayable_after(self, heard: str) -> Sayable | None:
        if (checker := self._checker) is None:
            return None

        # Small models copy the prompt's examples and themselves, which answers nothing.
        stale = asked_back_in_examples(self._persona.language).union(self._lately)
        logged = set[Withheld]()  # the same clauses are checked again while the model writes on

        def sayable(text: str) -> tuple[str, ...]:
            checked = checker.check(text, heard=heard)
            for one in checked.withheld:
                if one not in logged:
                    _LOG.info("not said (%s): %s", one.rule, one.clause)
            logged.update(checked.withheld)
            return tuple(
                one
                for one in checked.said
                if one not in stale
                and talks(one)
                and not echoes(one, heard)
                and not fits_anything(one, heard)
            )

        return sayable

    def _instead(self, kind: Kind, *, language: Language, filled: Mapping[str, Bilingual]) -> str:
        """Words of the sheet, or the phrase of this kind that is true of any home."""
        first = kind.first[0]
        usual = Bilingual(
            first.ja.format(**{slot: words.ja for slot, words in filled.items()}),
            first.en.format(**{slot: words.en for slot, words in filled.items()}),
        )
        if kind.saying is None:
            return usual.get(language)
        return self._manner.own(kind.saying, usual, filled).get(language)
