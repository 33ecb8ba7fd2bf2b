"""Answers who changed a thing of the home, when it changed, and why it is as it is, by the record.

The record knows an act of the companion with its cause (a person's sentence or tap, a routine, a
thought of its own) and the report of a thing that changed without it. All else is told as unknown.
No model is asked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from companion.desk.act_causes import ActCauses
from companion.desk.device_changes import DeviceChange, DeviceChanges, change_said
from companion.home.device_group import joined
from companion.home.occasion import Occasion
from companion.phrases import happened as said
from companion.ports.answerer import Answer, Cited, HeardSentence
from companion.ports.clock import Clock
from companion.rooms.conversation.vocabulary import devices_named
from companion.rooms.conversation.wording import condition, the
from companion.rooms.expression.claims import claim_of_result
from companion.rooms.understanding.happened_question import (
    Asks,
    HappenedQuestion,
    Way,
    happened_question,
)
from companion.words.device import Device
from companion.words.disclosure import KEPT_BACK, Topic, may_be_told
from companion.words.event import Event, EventSource
from companion.words.facts import Acted, fact_of
from companion.words.language import Bilingual
from companion.words.observation import Observation
from companion.words.place import Place
from companion.words.result import ActionResult

_LOCK = re.compile(r"lock|施錠|解錠|鍵", re.IGNORECASE)
_ONE_STROKE = timedelta(minutes=2)
"""Changes of several things within this time are told together."""
_SEEN = 400
"""Newest observations among which a ring or the end of a machine's work is looked for."""


@dataclass(frozen=True, kw_only=True)
class WhatHappened:
    """Answers the people of the house."""

    changes: DeviceChanges
    causes: ActCauses
    places: tuple[Place, ...]
    clock: Clock

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """None for a sentence that asks for none of these, or names no thing of the home."""
        question = happened_question(heard.text)
        if question is None:
            return None
        named = self._meant(heard.text, question)
        if question.bell and question.way is Way.ANY:
            named = ()  # the bell rang, whatever door is named
        entry = None if named or question.bell else await self._entry(heard.text)
        if not named and not question.bell and entry is None:
            return None
        if not may_be_told(heard.event.trust, Topic.DEEDS):
            return Answer(words=KEPT_BACK)
        if question.bell and not named:
            return Answer(work=self._ring)
        if entry is not None:
            return Answer(work=partial(self._own, question, *entry))
        return Answer(work=partial(self._told, question, named))

    def _meant(self, text: str, question: HappenedQuestion) -> tuple[Device, ...]:
        """The things that are named; of a question without one, all that the verb can be about."""
        things = self.changes.house.devices()
        named = devices_named(text, things, self.places)
        if named or not question.of_it:
            return named
        if _LOCK.search(text):
            return tuple(thing for thing in things if "unlock" in thing.operations)
        return tuple(thing for thing in things if thing.operations)

    async def _entry(self, text: str) -> tuple[Event, ActionResult] | None:
        """The newest act on an entry of the schedule that the question names."""
        sources, plain = (EventSource.ACTION_RESULT,), text.casefold()
        for event in await self.changes.record.recent(limit=_SEEN, sources=sources, origin="home"):
            acted = fact_of(event, Acted)
            if acted is not None and acted.label and acted.label.casefold() in plain:
                result = await self.changes.record.result(event.id)
                if result is not None:
                    return event, result
        return None

    async def _ring(self) -> Cited:
        for event in await self._seen():
            seen = fact_of(event, Observation)
            if seen is not None and seen.subject == Occasion.DOORBELL:
                when = self._when(event)
                words = said.RANG.filled(when)
                return Cited(words, (event.id,))
        return Cited(said.NO_RING, ())

    async def _told(self, question: HappenedQuestion, named: tuple[Device, ...]) -> Cited:
        ends = question.asks is Asks.WHEN and question.way is Way.OFF
        if ends and (done := await self._finished(named)) is not None:
            return done
        changes = await self.changes.of(frozenset(device.id for device in named))
        if question.asks is Asks.WHY_SO:
            meant = changes
        elif question.told_you:
            meant = [change for change in changes if change.result is not None]
        else:
            meant = [change for change in changes if _is_meant(change, question.way)]
        if not meant:
            return Cited(self._unknown(question, named), ())
        newest = meant[0]
        if newest.result is None:
            same = [c for c in meant if c.result is None and newest.at - c.at <= _ONE_STROKE]
            return self._by_others(question, same)
        return await self._own(question, newest.event, newest.result)

    async def _own(self, question: HappenedQuestion, event: Event, result: ActionResult) -> Cited:
        claim = claim_of_result(result, event.id, self.causes.names, brief=True)
        done = claim.slots["outcome"] if claim is not None else Bilingual("", "")
        causes, evidence = await self.causes.of(event, who=question.asks is Asks.WHO)
        when = self._when(event)
        ja = [f"{when.ja}に、{done.ja}", *(cause.ja for cause in causes)]
        first = f"{done.en[:1].upper()}{done.en[1:]}"
        en = ", ".join([f"{first} {when.en}", *(cause.en for cause in causes)])
        return Cited(Bilingual("。".join(ja) + "。", f"{en}."), (event.id, *evidence))

    def _by_others(self, question: HappenedQuestion, changes: Sequence[DeviceChange]) -> Cited:
        told: dict[str, Bilingual] = {}
        for change in changes:
            told.setdefault(
                change.device.id, change_said(change, self._name(change.device), self.clock.now())
            )
        ending = said.BY_OTHERS if question.asks is not Asks.WHEN else said.NOT_MINE
        sentences = [*told.values(), ending]
        words = Bilingual.joined(sentences, "", " ")
        return Cited(words, tuple(change.event.id for change in changes))

    async def _finished(self, named: tuple[Device, ...]) -> Cited | None:
        """The end of a machine's work, as it was noticed."""
        ids = {str(device.id) for device in named}
        for event in await self._seen():
            seen = fact_of(event, Observation)
            if seen is None or seen.subject != Occasion.FINISHED or seen.source not in ids:
                continue
            name = next(self._name(d) for d in named if str(d.id) == seen.source)
            when = self._when(event)
            ja, en = f"{name.ja}は{when.ja}に終わりました。", f"{the(name.en)} finished {when.en}."
            return Cited(Bilingual(ja, _capital(en)), (event.id,))
        return None

    def _unknown(self, question: HappenedQuestion, named: tuple[Device, ...]) -> Bilingual:
        """That nobody knows, and how the thing is now where it is the only one that is meant."""
        if question.of_it:
            return said.NOTHING_RECORDED
        house = self.changes.house
        things = joined([Bilingual(n.ja, the(n.en)) for n in map(self._name, named)])
        words = said.NOT_RECORDED.filled(things)
        state = house.state(named[0].id)
        if len(named) > 1 or state is None:
            return words
        now = condition(named[0], state, reachable=house.connected())
        ja, en = said.IS_NOW.ja.format(things.ja, now.ja), said.IS_NOW.en.format(things.en, now.en)
        return Bilingual(words.ja + ja, f"{words.en} {en}")

    async def _seen(self) -> tuple[Event, ...]:
        sources = (EventSource.OBSERVATION,)
        return await self.changes.record.recent(limit=_SEEN, sources=sources, origin="home")

    def _when(self, event: Event) -> Bilingual:
        now = self.clock.now()
        return said.moment_said(event.at.astimezone(now.tzinfo), now.date())

    def _name(self, device: Device) -> Bilingual:
        return self.causes.names.device(str(device.id)) or device.name


def _is_meant(change: DeviceChange, way: Way) -> bool:
    if way is Way.ANY:
        return True
    if way in (Way.UP, Way.DOWN):
        # Who switches a heater on has turned the heating up.
        return change.raises(up=way is Way.UP) or change.activates is (way is Way.UP)
    return change.activates is (way is Way.ON)


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
