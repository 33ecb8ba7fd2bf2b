"""Unlearning corrects or forgets one told thing, so that it does not come back.

The event that told it, every other telling of the same, each reply that repeated it, and the
sentence that denies it are believed no more: recall, vectors and a second reading pass them by. A
correction puts the earlier sentence with the right value in their place.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

from companion.ports.feedback import HouseholdFeedback
from companion.ports.record import Record
from companion.ports.told import ToldMemory
from companion.rooms.consolidation.statements.reading import read
from companion.rooms.journal.room import Journal
from companion.words.event import Event, EventSource
from companion.words.facts import Restated, SaidFacts, fact_of
from companion.words.feedback import FeedbackLearnt
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language, has_japanese
from companion.words.told import Told
from companion.words.trust import Authority, TrustLabel, authority_of
from companion.words.writeplan import Withdrawn

PAGE = 200
"""Events looked through at a time."""
LEAST_LETTERS, LEAST_LETTERS_JA = 4, 2
"""Letters of a value that is looked for in replies; a shorter one stands in many a reply by
chance."""
MORE_LETTERS = 12
"""Letters by which a right value may be longer than the wrong one; a longer text is a sentence."""
OWN = (EventSource.CONVERSATION_REPLY, EventSource.AUTONOMY_MESSAGE)
_FORGET = Bilingual("記録{}から覚えたことを忘れる", "forget what was learned from log entry {}")

_FORGET_SHOWN = Bilingual("手応えから分かったことを忘れる", "forget what was shown about an act")


class MayNotUnlearn(PermissionError):
    """This person may not take back what somebody else told."""


@dataclass(frozen=True, kw_only=True)
class Unlearning:
    """Takes told things back, in the name of the person of an event."""

    told: ToldMemory
    journal: Journal
    record: Record
    language: Language
    withdraw: Callable[[EventId, Event], Awaitable[Withdrawn]]
    """Consolidation's way to believe an event no more."""
    remember: Callable[[Event], Awaitable[object]]
    """The remember corridor."""
    feedback: HouseholdFeedback
    """The household's signs about acts."""
    drop_feedback: Callable[[Sequence[str], Event], Awaitable[int]]
    """Consolidation's way to forget it."""

    async def turns_before(self, event: Event, limit: int) -> tuple[Event, ...]:
        """The newest turns and acts before this sentence, newest first."""
        sources = (
            EventSource.USER_INPUT,
            EventSource.CONVERSATION_REPLY,
            EventSource.ACTION_RESULT,
        )
        return await self.record.recent(limit=limit, before=event.id, sources=sources)

    async def forget(
        self, things: Sequence[Told], by: Event, *, also: Iterable[EventId] = ()
    ) -> tuple[EventId, ...]:
        """Believe these no more, nor any other telling of the same, nor the events `also`; gives
        the events. Raises `MayNotUnlearn`, `KeyError` for no such event."""
        alike = [one for thing in things for one in await self._alike(thing)]
        told_in = {event_id for one in alike for event_id in one.evidence_event_ids} | {*also}
        repeated = [await self._repeated(one) for one in alike]
        await self.forget_events(sorted(told_in), by, beside=[i for ids in repeated for i in ids])
        return tuple(sorted(told_in))

    async def forget_said(self, event_ids: Sequence[EventId], by: Event) -> tuple[EventId, ...]:
        """Believe these events no more, nor any other telling of what they told; gives the events.
        Raises `MayNotUnlearn`, `KeyError` for no such event."""
        return await self.forget(await self._told_in(event_ids), by, also=event_ids)

    async def forget_events(
        self, event_ids: Sequence[EventId], by: Event, *, beside: Iterable[EventId] = ()
    ) -> None:
        """Believe these events no more. `beside`: replies that repeat them. The sentence that asks
        for it names them, so that it goes too. Raises `MayNotUnlearn`, `KeyError` for none."""
        for event_id in event_ids:
            await self._allowed(event_id, by)
        # A press says nothing that could come back.
        spoken = by.source is EventSource.USER_INPUT and by.kind != "requested"
        asking = (by.id,) if spoken else ()
        for event_id in dict.fromkeys((*event_ids, *beside, *asking)):
            label = {"ja": _FORGET.ja.format(event_id), "en": _FORGET.en.format(event_id)}
            asked = await self.journal.requested(
                _FORGET.get(self.language).format(event_id),
                {"action_type": "memory.withdraw", "event_id": event_id, "label": label},
                by.trust,
                by.channel,
            )
            await self.withdraw(event_id, asked)

    async def correct(self, thing: Told, right: str, by: Event) -> str:
        """Put the right value in the place of a told one; gives the corrected sentence. Raises
        `MayNotUnlearn`."""
        text = restated(thing, right)
        await self.put_right(thing, text, by)
        return text

    async def put_right(self, thing: Told, clause: str, by: Event) -> Event:
        """Put a right clause in the place of that which told a thing; what else the sentence told
        stays. Raises `MayNotUnlearn`."""
        said = await self.record.event(thing.evidence_event_ids[-1])
        text = said.user_text if said is not None else ""
        whole = text.replace(thing.text, clause) if text.count(thing.text) == 1 else clause
        wrong = (await self.forget([thing], by))[0]
        event = await self.journal.restated(whole, wrong, thing.told_by, by)
        await self.remember(event)
        return event

    async def correct_event(
        self,
        event_id: EventId,
        right: str,
        by: Event,
        *,
        whole: bool = False,
        speaker: str | None = None,
    ) -> Event:
        """Put a sentence in the place of an event: the right value of the thing it told, or the
        whole right sentence (`whole`: for sure; otherwise a text that tells something by itself).
        `speaker`: whose words it is; None: of who said the wrong one. Raises `MayNotUnlearn`,
        `KeyError` for no such event."""
        wrong = await self.record.event(event_id)
        if wrong is None:
            raise KeyError(f"no event {event_id}")
        things = await self._told_in([event_id])
        text, sentence = right, whole or bool(read(right))
        short = len(things) == 1 and len(right) <= len(things[0].value) + MORE_LETTERS
        if short and not sentence:
            text = restated(things[0], right)
        await self.forget(things, by, also=[event_id])
        whose = _speaker(wrong) if speaker is None else speaker
        event = await self.journal.restated(text, event_id, whose, by)
        await self.remember(event)
        return event

    async def said_about(
        self, words: Sequence[str], speaker: str, by: Event
    ) -> tuple[EventId, ...]:
        """Sentences of this person that hold all these words, without the one that asks. A speaker
        whom nobody knows means everybody's."""
        return await said_about(self.record, words, speaker, before=by.id)

    async def forget_feedback(self, keys: Sequence[str], by: Event) -> int:
        """Forget the household's signs about acts; gives how many of them. Raises
        `MayNotUnlearn`."""
        if authority_of(by.trust) is not Authority.USER:
            raise MayNotUnlearn(f"{by.channel} may not take back what the household showed")
        asked = await self.journal.requested(
            _FORGET_SHOWN.get(self.language),
            {
                "action_type": "memory.feedback",
                "label": {"ja": _FORGET_SHOWN.ja, "en": _FORGET_SHOWN.en},
            },
            by.trust,
            by.channel,
        )
        return await self.drop_feedback(keys, asked)

    async def shown_about(self, words: Sequence[str]) -> tuple[FeedbackLearnt, ...]:
        """The household's signs about acts whose words hold all of these."""
        return tuple(
            one
            for one in await self.feedback.learnt()
            if words and all(w in f"{one.act.ja} {one.act.en} {one.key}".casefold() for w in words)
        )

    async def _allowed(self, event_id: EventId, by: Event) -> None:
        event = await self.record.event(event_id)
        if event is None:
            raise KeyError(f"no event {event_id}")
        if by.trust is TrustLabel.OWNER:
            return
        teller, asker = _speaker(event), _speaker(by)
        theirs = not teller or not asker or teller == asker
        if authority_of(by.trust) is not Authority.USER or event.trust is TrustLabel.OWNER:
            raise MayNotUnlearn(f"{by.channel} may not take back event {event_id}")
        if not theirs:
            raise MayNotUnlearn(f"{asker} may not take back what {teller} said")

    async def _told_in(self, event_ids: Sequence[EventId]) -> list[Told]:
        every = (*await self.told.told(), *await self.told.ended())
        return [one for one in every if {*one.evidence_event_ids} & {*event_ids}]

    async def _alike(self, thing: Told) -> list[Told]:
        every = (*await self.told.told(), *await self.told.ended())
        value = thing.value.casefold()
        found = [o for o in every if o.slot == thing.slot and o.value.casefold() == value]
        return found or [thing]

    async def _repeated(self, thing: Told) -> list[EventId]:
        """Own replies since then that hold the value: they would bring it back."""
        value = thing.value.casefold()
        least = LEAST_LETTERS_JA if has_japanese(value) else LEAST_LETTERS
        if len(value) < least:
            return []
        found: list[EventId] = []
        after, before = thing.evidence_event_ids[0], None
        while page := await self.record.recent(limit=PAGE, after=after, before=before, sources=OWN):
            found += [one.id for one in page if value in one.assistant_text.casefold()]
            before = page[-1].id
        return found


async def said_about(
    record: Record, words: Sequence[str], speaker: str = "", *, before: EventId | None = None
) -> tuple[EventId, ...]:
    """Sentences of a person, or of everybody (""), that hold all these words."""
    found: list[EventId] = []
    sources = (EventSource.USER_INPUT,)
    while words and (page := await record.recent(limit=PAGE, before=before, sources=sources)):
        for one in page:
            text, whose = one.user_text.casefold(), _speaker(one)
            told = one.searchable and speaker in ("", whose)
            if told and all(word in text for word in words):
                found.append(one.id)
        before = page[-1].id
    return tuple(sorted(found))


_PLACE_AT = re.compile("の[中下上横裏奥隣]")
_IS_AT = re.compile("に(?:ある|あります|置いてある|入ってる|入っている)$")


def restated(thing: Told, right: str) -> str:
    """The clause with the right value in it."""
    if thing.value not in thing.text:
        return f"{thing.text} ({right})"
    before, _, behind = thing.text.partition(thing.value)
    place = _IS_AT.sub("", right)
    if place != right or _PLACE_AT.search(right):
        # 鉢の下にある -> 物置にある: a whole place takes the place of the old one.
        behind = _PLACE_AT.sub("", behind, count=1) if _PLACE_AT.match(behind) else behind
        right = place
    return f"{before}{right}{behind}"


def _speaker(event: Event) -> str:
    said = fact_of(event, SaidFacts) or fact_of(event, Restated)
    return said.speaker if said is not None else ""
