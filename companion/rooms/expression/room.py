"""Expression room 表現の部屋: turns a result into one message of the persona, or into silence."""

import logging
from collections.abc import Mapping
from dataclasses import replace

from companion.ports.capability import Catalogue
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.ports.llm import (
    Llm,
    ModelCrashed,
    ModelPreempted,
    ModelTimedOut,
    ModelUnavailable,
)
from companion.ports.record import Record
from companion.rooms.expression.claims import (
    ALARM,
    ASKED,
    PASSED_ON,
    Names,
    claim_of_observation,
    claim_of_question,
    claim_of_report,
    claim_of_result,
)
from companion.rooms.expression.grammar import MessageForm, fill
from companion.rooms.expression.lexicon import hour_words, lexicon, openings
from companion.rooms.expression.prompt import Telling, fixed, lay_out
from companion.words.decision import ActionDecision, ConsoleDelivery, DeliveryKind, MessageKind
from companion.words.event import Event
from companion.words.facts import Decided, fact_of
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.llm import LlmReply, LlmRequest, LlmRequestPurpose, Prefix
from companion.words.mood import Mood
from companion.words.persona import PersonaSheet
from companion.words.result import ActionResult
from companion.words.telling import TELL_SILENTLY, TELL_WITH_CHIME
from companion.words.trigger import Priority
from companion.words.utterance import Claim, Utterance

_LOG = logging.getLogger(__name__)
_SPOKEN = (DeliveryKind.CHAT, DeliveryKind.NOTIFY)
STATE = "state"
_TELLS = (TELL_WITH_CHIME, TELL_SILENTLY)
_WELL = ("done", "reported", "seen", STATE, PASSED_ON, ASKED)
_A_NOTICE = Bilingual("お知らせがあります", "there is a notice")
"""Stand-in for foreign words in the model's prompt: it writes around them unread."""
"""Claim kinds after which the words need not be those of a failure."""


class Expression:
    """Room that renders a message from claims; the model writes around them, code fills them in.

    Silence is an answer: not for `silent` / `activity_only`, not without a claim, not
    when the model fails. There is no other text to fall back on.
    `temperature` is of the wording only; `deadline_s` is per message.
    """

    def __init__(
        self,
        *,
        llm: Llm,
        clock: Clock,
        house: House,
        catalogue: Catalogue,
        record: Record,
        places: Mapping[str, Bilingual],
        language: Language,
        temperature: float = 0.7,
        max_tokens: int = 64,
        deadline_s: float = 60.0,
    ) -> None:
        self._llm = llm
        self._clock = clock
        self._record = record
        self._names = Names(house=house, catalogue=catalogue, places=places)
        self._language = language
        self._temperature = temperature
        self._max_tokens = max_tokens
        self._deadline_s = deadline_s

    def prefix(self, persona: PersonaSheet) -> Prefix:
        """The unchanging part of every message's prompt, to be read ahead."""
        return LlmRequestPurpose.ASYNC_AUTONOMY_MESSAGE_RENDER, fixed(persona, self._language)

    async def claims(
        self,
        decision: ActionDecision,
        result: ActionResult | None = None,
        result_event: Event | None = None,
        asked: Event | None = None,
    ) -> tuple[Claim, ...]:
        """Claims that may be told: the question alone where one waits (`asked`); else the result
        first, then the observations that led to it."""
        claims: list[Claim | None] = []
        done = None
        if asked is not None:
            return tuple(claim for claim in [claim_of_question(asked)] if claim is not None)
        if result is not None and result_event is not None:
            done = claim_of_result(result, result_event.id, self._names)
        sound = result is not None and self._names.only_tells(result.capability, result.operation)
        if not sound:
            claims.append(done)
        for event_id in decision.evidence_event_ids:
            event = await self._record.event(event_id)
            if event is not None:
                claims.append(claim_of_observation(event, self._names))
        if decision.action_type in _TELLS and not any(claims) and result is not None:
            claims.append(await self._of_report(result.decision_event_id))
        if sound:  # a chime that failed is not the news; what it rang for is
            claims.append(done)
        return tuple(claim for claim in claims if claim is not None)

    async def _of_report(self, decided: EventId) -> Claim | None:
        """The claim of a report in words that a rule of our own made, quoted."""
        event = await self._record.event(decided)
        facts = None if event is None else fact_of(event, Decided)
        if event is None or facts is None or facts.trigger.foreign or not facts.trigger.about:
            return None
        return claim_of_report(event, facts.trigger.about)

    async def render(
        self,
        decision: ActionDecision,
        decision_event_id: EventId,
        *,
        persona: PersonaSheet,
        mood: Mood,
        result: ActionResult | None = None,
        result_event: Event | None = None,
        blackboard_words: tuple[str, ...] = (),
        preferences: tuple[str, ...] = (),
        asked: Event | None = None,
    ) -> Utterance | None:
        """One message, or None. Never raises for a model's failure. `asked`: the approval question
        that is put, before anything is done."""
        delivery = decision.console_delivery
        if delivery is None or delivery.kind not in _SPOKEN:
            return None
        claims = await self.claims(decision, result, result_event, asked)
        if not claims:
            _LOG.warning("no message for decision %s: nothing observed to tell", decision_event_id)
            return None
        told = claims[0]
        if told.kind == ASKED:
            # Whoever answers must have heard what would be done, and no word beside it.
            asking = replace(delivery, message_kind=MessageKind.QUESTION)
            return self._by_code(claims, persona, asking, decision_event_id)
        delivery = replace(delivery, message_kind=_kind(delivery, told, result))
        if decision.action_type in _TELLS and told.kind in (STATE, PASSED_ON):
            # A report is told while it is news: no model is waited for, and none adds to it.
            return self._by_code(claims, persona, delivery, decision_event_id)
        passed_on = told.kind == PASSED_ON
        telling = Telling(
            persona=persona,
            mood=mood,
            decision=decision,
            kind=delivery.message_kind,
            outcome=(_A_NOTICE if passed_on else told.slots["outcome"]).get(self._language),
            status=told.kind,
            result=None if passed_on else result,
            preferences=preferences,
            blackboard=blackboard_words,
        )
        form = self._form(delivery, claims, persona)
        reply = await self._ask(telling, form, decision_event_id)
        if reply is None:
            return None
        return self._utterance(reply, form, claims, persona, delivery, decision_event_id)

    def _by_code(
        self,
        claims: tuple[Claim, ...],
        persona: PersonaSheet,
        delivery: ConsoleDelivery,
        decision_event_id: EventId,
    ) -> Utterance:
        return Utterance(
            text=whole_sentence(claims[0].slots["outcome"], self._language),
            language=self._language,
            delivery=delivery,
            speaker_name=persona.name,
            claims=claims[:1],
            decision_event_id=decision_event_id,
        )

    def _form(
        self, delivery: ConsoleDelivery, claims: tuple[Claim, ...], persona: PersonaSheet
    ) -> MessageForm:
        told = claims[0]
        return MessageForm(
            language=self._language,
            lexicon=lexicon(
                self._language,
                delivery.message_kind,
                went_well=told.kind in _WELL,
                label=persona.second_person_label,
                own_words=hour_words(self._clock.now().hour, self._language),
            ),
            greetings=openings(
                self._language,
                hour=self._clock.now().hour,
                welcomed=any(c.kind == "seen" for c in claims[1:]),
            ),
        )

    async def _ask(
        self, telling: Telling, form: MessageForm, decision_event_id: EventId
    ) -> LlmReply | None:
        request = LlmRequest(
            purpose=LlmRequestPurpose.ASYNC_AUTONOMY_MESSAGE_RENDER,
            messages=lay_out(telling, self._language),
            max_tokens=self._max_tokens,
            grammar=form.grammar(),
            temperature=self._temperature,
            priority=Priority.MESSAGE,
            deadline_s=self._deadline_s,
            seed=int(decision_event_id),
        )
        try:
            return await self._llm.complete(request)
        except (ModelUnavailable, ModelTimedOut, ModelCrashed, ModelPreempted) as error:
            _LOG.warning("no message for decision %s: %s", decision_event_id, error)
            return None

    def _utterance(
        self,
        reply: LlmReply,
        form: MessageForm,
        claims: tuple[Claim, ...],
        persona: PersonaSheet,
        delivery: ConsoleDelivery,
        decision_event_id: EventId,
    ) -> Utterance | None:
        around = form.read(reply.text) if reply.finish != "length" else None
        if around is None:
            _LOG.warning("no message for decision %s: invalid output", decision_event_id)
            return None
        words = {name: slot.get(self._language) for name, slot in claims[0].slots.items()}
        return Utterance(
            text=fill(*around, words),
            language=self._language,
            delivery=delivery,
            speaker_name=persona.name,
            claims=claims[:1],
            decision_event_id=decision_event_id,
            model=reply.model,
            tokens=reply.output_tokens,
        )


def whole_sentence(words: Bilingual, language: Language) -> str:
    """A clause with its capital and its full stop; what has them stays as it is."""
    said = words.get(language)
    if said.endswith(("。", "？", ".", "?")):
        return said
    return f"{said}。" if language is Language.JA else f"{said[:1].upper()}{said[1:]}."


def _kind(delivery: ConsoleDelivery, told: Claim, result: ActionResult | None) -> MessageKind:
    """The kind of message, by code from what it tells: a deed still on its way, one that failed;
    else what was decided. Only an approval asks, so a result is reported where it was to be asked
    about."""
    if delivery.message_kind is MessageKind.QUESTION:
        delivery = replace(delivery, message_kind=MessageKind.REPORT)
    if delivery.message_kind is not MessageKind.REPORT or told.kind in (*_WELL, ALARM):
        return delivery.message_kind
    if result is None or result.was_so:
        return delivery.message_kind
    return MessageKind.PROGRESS if result.under_way else MessageKind.ERROR
