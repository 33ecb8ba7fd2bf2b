"""Welcome words: greet who comes home, by name where it is known, and tell what happened meanwhile.

Written by code alone, as the wake-up words are: nobody waits in the door for a model. Behind the
greeting stands what could not be done while nobody was there, then what happened, then how many
questions wait for an answer. Where there is nothing to tell there is only the greeting.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from companion.home.occasion import occasion_of
from companion.phrases.manner import Manner
from companion.ports.clock import Clock
from companion.ports.part import ResidentSpec, Stage
from companion.ports.record import Record
from companion.ports.stream import Stream
from companion.rooms.context.home_now import HomeNow
from companion.rooms.expression.claims import Names, claim_of_observation, claim_of_result
from companion.rooms.journal.room import Journal
from companion.words.activity import StreamKind
from companion.words.approval import ApprovalQuestion
from companion.words.decision import ConsoleDelivery, DeliveryKind, MessageKind
from companion.words.event import Event, EventSource
from companion.words.facts import Moved, fact_of
from companion.words.homecoming import Homecoming
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.persona import Saying
from companion.words.result import ResultStatus
from companion.words.utterance import Claim, Utterance

AWAY = timedelta(minutes=3)
"""A home counts as empty after so long with nobody in sight."""
ONCE = timedelta(minutes=5)
"""One greeting for who comes in and for the tracker that reports the same person a moment later."""
TOLD = 2
"""Things of each sort that are told: more is for the page."""
READ = 40
"""Newest events that are looked through."""
AWAY_EVENTS = 500
"""Newest notes of the companion in which the leaving of a person is looked for."""
_WELCOME = Bilingual("おかえりなさい。", "Welcome home.")
_QUESTIONS = Bilingual(
    "画面で、質問が{}件待っています", "{} questions wait for an answer on the page"
)
_QUESTION = Bilingual(
    "画面で、質問が1件待っています", "one question waits for an answer on the page"
)


@dataclass(kw_only=True)
class WelcomeWords:
    """Follows who is seen and who is reported to be home."""

    stream: Stream
    record: Record
    journal: Journal
    home: HomeNow
    names: Names
    clock: Clock
    language: Language
    manner: Manner
    speaker_name: str
    called: Mapping[str, Bilingual]
    """Person of the household -> name."""
    waiting: Callable[[], Awaitable[Sequence[ApprovalQuestion]]]
    """Questions that wait for an answer."""
    speak: Callable[[Event, EventId], None]
    then: Callable[[Homecoming], None] = lambda _: None
    """Told of each coming home of somebody of the household, after the greeting."""
    _empty_since: datetime | None = field(default=None, init=False)
    _greeted: datetime | None = field(default=None, init=False)

    def residents(self) -> tuple[ResidentSpec, ...]:
        """The task."""
        return (ResidentSpec("welcome words", self.follow, Stage.ACT),)

    async def follow(self) -> None:
        """Greet who comes home, until cancelled."""
        async for message in self.stream.watch():
            if message.kind is StreamKind.EVENT and message.event_id is not None:
                source = message.data.get("source")
                if source in (EventSource.OBSERVATION, EventSource.SYSTEM):
                    event = await self.record.event(message.event_id)
                    if event is not None:
                        await self.noticed(event)

    async def noticed(self, event: Event) -> None:
        """One event of the record: perhaps somebody came or went."""
        moved, seen = fact_of(event, Moved), fact_of(event, Observation)
        if moved is not None:
            if moved.arrived:
                left = await self._left(moved.person, event.id)
                await self._came(event, self.called.get(moved.person), left)
            return
        if seen is None or seen.subject != "person":
            return
        if seen.change is Change.APPEARED and seen.certainty is Certainty.FACT:
            if self._empty_since is not None and event.at - self._empty_since >= AWAY:
                await self._came(event, None, self._empty_since)
            self._empty_since = None
        elif "present" in set((await self.home.people()).values()):
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = event.at

    async def _left(self, person: str, before: EventId) -> datetime | None:
        """When a person was reported to have left; read from the record, for the companion may have
        been started anew while nobody was there. None where they were not away."""
        noted = await self.record.recent(
            limit=AWAY_EVENTS, before=before, sources=(EventSource.SYSTEM,), origin="home"
        )
        for event in noted:
            moved = fact_of(event, Moved)
            if moved is not None and moved.person == person:
                return None if moved.arrived else event.at
        return None

    async def _came(self, event: Event, name: Bilingual | None, left: datetime | None) -> None:
        if self._greeted is not None and event.at - self._greeted < ONCE:
            return
        since, self._empty_since, self._greeted = self._empty_since, None, event.at
        told, evidence = await self._meanwhile(since, event.at)
        text = _spoken(self._greeting(name), told).get(self.language)
        words = Utterance(
            text=text,
            language=self.language,
            delivery=ConsoleDelivery(DeliveryKind.CHAT, MessageKind.REPORT),
            speaker_name=self.speaker_name,
            claims=tuple(Claim(event_id=one, kind="seen") for one in (event.id, *evidence)),
            decision_event_id=event.id,
        )
        self.speak(await self.journal.said(words), event.id)
        if name is not None or not self.called:
            # Where the people have names and trackers, whoever is only seen may be a guest.
            self.then(Homecoming(event_id=event.id, at=event.at, since=left))

    def _greeting(self, name: Bilingual | None) -> Bilingual:
        """With the name once: in the place of the persona's word for the person, or in front."""
        if name is None:
            return self.manner.own(Saying.WELCOME, _WELCOME)
        called = Bilingual(f"{name.ja}さん", name.en)
        words = self.manner.own(Saying.WELCOME, _WELCOME, {"label": called})
        return Bilingual(
            words.ja if called.ja in words.ja else f"{called.ja}、{words.ja}",
            words.en if called.en in words.en else f"{called.en}! {words.en}",
        )

    async def _meanwhile(
        self, since: datetime | None, until: datetime
    ) -> tuple[list[Bilingual], tuple[EventId, ...]]:
        """Failures and events of the time that nobody was there, and the questions that wait."""
        failed, happened = list[tuple[EventId, Bilingual]](), list[tuple[EventId, Bilingual]]()
        sources = (EventSource.ACTION_RESULT, EventSource.OBSERVATION)
        for event in await self.record.recent(limit=READ, sources=sources) if since else ():
            if since is None or not since <= event.at < until:
                continue
            if (words := await self._failed(event)) is not None:
                failed.append((event.id, words))
            elif (words := self._happened(event)) is not None:
                happened.append((event.id, words))
        told = [*failed[:TOLD], *happened[:TOLD]]
        waits, said = len(await self.waiting()), [words for _, words in told]
        if waits:
            many = _QUESTIONS.filled(waits)
            said.append(_QUESTION if waits == 1 else many)
        return said, tuple(event_id for event_id, _ in told)

    async def _failed(self, event: Event) -> Bilingual | None:
        if event.source is not EventSource.ACTION_RESULT:
            return None
        result = await self.record.result(event.id)
        if result is None or result.status is ResultStatus.SUCCESS or result.was_so:
            return None
        claim = claim_of_result(result, event.id, self.names)
        return None if claim is None else claim.slots["outcome"]

    def _happened(self, event: Event) -> Bilingual | None:
        seen = fact_of(event, Observation)
        if seen is None or occasion_of(seen.subject) is None:
            return None
        claim = claim_of_observation(event, self.names)
        return None if claim is None else claim.slots["outcome"]


def _spoken(greeting: Bilingual, told: Sequence[Bilingual]) -> Bilingual:
    ja = "".join(f"{one.ja.removesuffix('。')}。" for one in told)
    en = " ".join(f"{one.en[:1].upper()}{one.en[1:].removesuffix('.')}." for one in told)
    return Bilingual(f"{greeting.ja}{ja}", f"{greeting.en} {en}".strip())
