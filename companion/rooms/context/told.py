"""Told 聞き取り: gathers what the closed lists and the trained readers make of the words at hand.

A person's sentence may tell of a need, a report of a matter, and a sentence of the household may
speak against a routine that is due. While the ranker is down, which health tells, the lists read
alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from companion.ports.clock import Clock
from companion.ports.ranker import Question, Ranker, RankerUnavailable
from companion.rooms.context.borne_out import meters_say
from companion.rooms.context.collect import Collected
from companion.rooms.context.farewell import APPEARED
from companion.rooms.context.matters import Matter, is_about_the_same, likely_matter
from companion.rooms.context.mentions import kinds_in, meant_by_work, named_in
from companion.rooms.context.needs import (
    Need,
    likely_need,
    may_tell_a_need,
    needs_in,
    sounds_like_none,
)
from companion.rooms.context.reported import (
    calls_for_help,
    is_never_held_back,
    is_sight,
    own_words,
)
from companion.words.event import Event, EventSource
from companion.words.said import SATELLITE, VOICE
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import UNTRUSTED

HELD_BACK_FROM = 0.92
"""A sentence speaks against a routine from this likelihood on, of all reasons together."""
HELD_BACK_FOR = timedelta(hours=16)
"""So long what a person said of rest or absence speaks against a routine: a night and a morning."""
LEAVING_FOR = timedelta(minutes=30)
"""So long who tells of an absence may still be seen at home."""
_SENTENCES = 6
"""Newest sentences that are read for that."""
REST, AWAY = "rest", "away"
"""Reasons that concern every routine: of rest nothing is begun, while things may still go off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """聞き取ったこと."""

    needs: frozenset[Need] = frozenset()
    """Needs that a person's sentence tells of."""
    matter: Matter | None = None
    """Sort of a report."""
    against: tuple[str, ...] = ()
    """Sentences for which a due routine is left undone."""
    rest: bool = False
    """People are to be left in peace: a due routine begins nothing."""


NOTHING_TOLD = Told()


@dataclass(frozen=True, slots=True)
class Listening:
    """Asks the readers."""

    ranker: Ranker | None
    clock: Clock
    nothing: Mapping[str, float] = field(default_factory=dict)

    async def to(self, trigger: Trigger, collected: Collected) -> Told:
        """Read the words at hand."""
        if trigger.requested is not None:
            return Told()
        if trigger.priority is Priority.USER:
            return Told(needs=await self._needs(trigger, collected))
        if trigger.kind is TriggerKind.TIME:
            return await self._held_back(trigger, collected)
        text = own_words(trigger)
        if not text or trigger.occasion or is_sight(trigger, collected):
            return Told()
        return Told(matter=likely_matter(await self._read(Question.MATTER, text)))

    async def _read(self, question: Question, text: str) -> Mapping[str, float]:
        if self.ranker is None:
            return self.nothing
        try:
            with self.clock.hold():
                return await self.ranker.read(question, text)
        except RankerUnavailable:
            return self.nothing

    async def _needs(self, trigger: Trigger, collected: Collected) -> frozenset[Need]:
        """Needs of the closed lists, unless the trained reader holds that it tells of none (what
        burns is never doubted); the reader's own where no list reads one."""
        text = trigger.about.text
        listed = needs_in(text, by_person=True)
        if calls_for_help(trigger) or not may_tell_a_need(text):
            return listed
        sure = await self._read(Question.NEED, text)
        if listed:
            return listed & {Need.BURNING} if sounds_like_none(sure) else listed
        return likely_need(sure, lambda need: meters_say(need, trigger.place, collected.devices))

    async def _held_back(self, trigger: Trigger, collected: Collected) -> Told:
        """Sentences of the household that speak against the routine: of rest, of an absence that
        lasts, or that its own thing is done already or is to be left."""
        if is_never_held_back(trigger):
            return Told()
        said = [
            event
            for event in collected.events
            if event.source is EventSource.USER_INPUT
            and event.trust not in UNTRUSTED
            and trigger.at - event.at <= HELD_BACK_FOR
        ]
        against, rest = [], False
        for event in said[:_SENTENCES]:
            sure = await self._read(Question.HOLDS_BACK, event.user_text)
            if sum(sure.values()) < HELD_BACK_FROM:
                continue
            why = max(sure, key=lambda one: sure[one])
            if why == REST:
                rest = True
            elif _concerns(why, event, trigger, collected):
                against.append(event.user_text)
        return Told(against=tuple(against), rest=rest)


def _concerns(why: str, said: Event, trigger: Trigger, collected: Collected) -> bool:
    """Whether a sentence that holds back routines holds back this one."""
    if why == AWAY:
        return not _is_back(said, collected)
    return _is_about(said, trigger, collected)


def _is_back(said: Event, collected: Collected) -> bool:
    """Whether somebody was seen or heard at home once who told of an absence had time to leave."""
    return any(
        event.kind == APPEARED
        or (event.source is EventSource.USER_INPUT and event.channel in (VOICE, SATELLITE))
        for event in collected.events
        if event.at - said.at > LEAVING_FOR
    )


def _is_about(said: Event, trigger: Trigger, collected: Collected) -> bool:
    """Whether a sentence names the thing of a routine, or its kind."""
    due, text = trigger.about.text, said.user_text

    def meant(words: str) -> frozenset[str]:
        work = meant_by_work(words, collected.devices, trigger.place)
        return named_in(words, collected.devices, trigger.place) | work | kinds_in(words)

    return is_about_the_same(text, due) or bool(meant(text) & meant(due))
