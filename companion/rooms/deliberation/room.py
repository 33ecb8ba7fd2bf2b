"""Deliberation room 熟考の部屋: turns one pack into one decision, or into a reason for none."""

from companion.ports.capability import Catalogue
from companion.ports.clock import Clock
from companion.ports.feedback import HouseholdFeedback
from companion.ports.llm import Llm
from companion.ports.ranker import Ranker
from companion.rooms.deliberation.alarm_guard import AlarmGuard
from companion.rooms.deliberation.chooser import Chooser
from companion.rooms.deliberation.decider import Decider, Dropped, MenuMalformed, MindIncomplete
from companion.rooms.deliberation.llm_decider import LlmDecider
from companion.rooms.deliberation.no_choice import NoChoice
from companion.rooms.deliberation.prompt import Phase, lay_out
from companion.rooms.deliberation.reflex import Reflex
from companion.rooms.deliberation.routine_guard import RoutineGuard
from companion.rooms.deliberation.weighing import Weighing
from companion.words.context import DeliberationContextPack
from companion.words.decision import ActionDecision
from companion.words.language import Language
from companion.words.llm import LlmRequestPurpose, Prefix
from companion.words.trigger import TriggerKind

__all__ = ["Decider", "Deliberation", "Dropped", "MenuMalformed", "MindIncomplete"]


class Deliberation:
    """Room that asks its deciders in order; the first answer holds.

    Records nothing and executes nothing. `max_tokens` bounds the whole answer, thought
    included; `deadline_s` is per model call.
    """

    def __init__(
        self,
        *,
        llm: Llm,
        clock: Clock,
        catalogue: Catalogue,
        language: Language,
        order: str = "choice_first",
        max_tokens: int = 96,
        temperature: float = 0.0,
        deadline_s: float = 60.0,
        single_call: bool = False,
        ranker: Ranker | None = None,
        vote: float = 0.0,
        feedback: HouseholdFeedback | None = None,
    ) -> None:
        """`vote`: worth of the model's pick in the sum; 0: it is not asked to choose. `feedback`:
        the household's signs about acts."""
        self._clock = clock
        self._language = language
        self._first = Phase.CHOICE_FIRST if order == "choice_first" else Phase.THOUGHT
        nothing = NoChoice(language=language)
        model = LlmDecider(
            llm,
            language=language,
            order=order,
            max_tokens=max_tokens,
            temperature=temperature,
            deadline_s=deadline_s,
            single_call=single_call,
        )
        weighing = Weighing(ranker, clock=clock, language=language, feedback=feedback)
        reflex = Reflex(catalogue, language=language)
        self._chooser = Chooser(
            weighing, nothing=nothing, model=model, language=language, vote=vote
        )
        self._without_model: tuple[Decider, ...] = (AlarmGuard(reflex, language=language), reflex)
        self._deciders: tuple[Decider, ...] = (
            RoutineGuard(catalogue, model, clock=clock, language=language),
            *self._without_model,
            nothing,
            self._chooser,
        )

    def prefix(self, pack: DeliberationContextPack) -> Prefix:
        """A prompt whose unchanging part every deliberation shares, to be read ahead."""
        choosing = self._first is Phase.CHOICE_FIRST
        purpose = (
            LlmRequestPurpose.ASYNC_DELIBERATION_DECISION
            if choosing
            else LlmRequestPurpose.ASYNC_DELIBERATION_THOUGHT
        )
        return purpose, lay_out(pack, self._language, self._first)

    async def settle(self, pack: DeliberationContextPack) -> ActionDecision | None:
        """The decision where it needs no model and no wait; None: `decide` it in its turn. A
        trigger that is due at its own moment has the time to choose its manner. Raises as `decide`
        does."""
        _require_mind(pack)
        expires_at = pack.trigger.expires_at
        stale = expires_at is not None and expires_at <= self._clock.now()
        if stale or pack.trigger.kind is TriggerKind.TIME:
            return None
        pack = _readable(pack)
        for decider in self._without_model:
            answer = await decider.decide(pack)
            if isinstance(answer, ActionDecision):
                return answer
        return await self._chooser.settle(pack)

    async def decide(self, pack: DeliberationContextPack) -> ActionDecision | Dropped:
        """Decide once. Raises `MindIncomplete` and `MenuMalformed`: both are wiring mistakes."""
        _require_mind(pack)
        expires_at = pack.trigger.expires_at
        if expires_at is not None and expires_at <= self._clock.now():
            return Dropped(reason="stale", detail=f"expired {expires_at.isoformat()}")
        pack = _readable(pack)
        for decider in self._deciders:
            answer = await decider.decide(pack)
            if answer is not None:
                return answer
        raise MenuMalformed("no decider answered")


def _readable(pack: DeliberationContextPack) -> DeliberationContextPack:
    """Leave out foreign words: they are no reason to act. They stay only where they raised the
    trigger; then the decision says so and can only ask (ADR 0013)."""
    return pack if pack.trigger.about.foreign else pack.without_foreign()


def _require_mind(pack: DeliberationContextPack) -> None:
    """Persona and mood are mandatory input; the persona must have a name and a character.

    Packs are typed, yet they are built from files and rows: None can slip through there.
    """
    persona, mood = pack.persona, pack.mood
    if persona is None or not persona.name or not (persona.persona_text or persona.traits):
        raise MindIncomplete("deliberation needs a persona sheet with name and character")
    if mood is None:
        raise MindIncomplete("deliberation needs a mood state")
