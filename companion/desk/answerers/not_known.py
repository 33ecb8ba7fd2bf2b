"""This answerer says that something is not known, and names what was asked.

A small model that is asked such a thing says one bare sentence to all of it, or tells a fact beside
the point. Words and promises that are put into the companion's mouth are looked up in what it
really said; what only people can tell is looked up in what they said.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from companion.desk.device_changes import DeviceChanges, change_said, lets_in
from companion.desk.told_when_asked import asked_just_now, told_when_asked
from companion.phrases import not_known as words
from companion.phrases.happened import moment_said
from companion.phrases.told import turns_said
from companion.ports.answerer import Answer, Cited, HeardSentence
from companion.ports.clock import Clock
from companion.ports.episodes import Span
from companion.ports.house import House
from companion.ports.record import Record
from companion.rooms.conversation.vocabulary import (
    asks_feeling,
    asks_for_a_fact,
    asks_opinion,
    devices_named,
)
from companion.rooms.conversation.wording import said_name, the
from companion.rooms.recall.asked import Asked, asked_of, has_asked
from companion.rooms.recall.past import span_in
from companion.rooms.recall.words_of import words_of
from companion.rooms.understanding.topic import person_of, topic_of
from companion.rooms.understanding.unanswered import EARLY, LATE, OF_ITSELF, Unanswered, unanswered
from companion.words.device import Device
from companion.words.event import Event, EventSource
from companion.words.facts import fact_of
from companion.words.language import Bilingual
from companion.words.observation import Change, Observation
from companion.words.place import Place
from companion.words.question import is_question
from companion.words.trust import Authority, authority_of

LOOKED_THROUGH = 2000
"""Newest turns in which words about the same thing are looked for."""
MOST = 2
"""Sentences that are quoted in one answer."""
DOORS_TOLD = 4
"""Newest openings and shuttings in one answer."""
_SEEN = 300
"""Newest observations among which the last sight of a person is looked for."""


_NOTHING_SUCH = {
    Unanswered.BODY: words.BODY,
    Unanswered.MEDICINE: words.MEDICINE,
    Unanswered.SECRET: words.SECRET,
    Unanswered.TRUST: words.TRUST,
    Unanswered.MIND: words.MIND,
    Unanswered.FOR_OTHERS: words.FOR_OTHERS,
    Unanswered.BEING: words.BEING,
    Unanswered.VIEW: words.VIEW,
    Unanswered.ADVICE: words.ADVICE,
    Unanswered.DOUBTED: words.DOUBTED,
    Unanswered.SIGHT: words.SIGHT,
    Unanswered.KEEPS: words.KEEPS,
    Unanswered.WEATHER: words.NO_WEATHER,
    Unanswered.WHY_NOT: words.WHY_NOT,
    Unanswered.PROMISE: words.NO_PROMISE,
    Unanswered.SAID: words.NOT_SAID,
    Unanswered.PREMISE: words.NO_PREMISE,
    Unanswered.OUTSIDE: words.CANNOT,
    Unanswered.DEED: words.NOT_DONE,
}


def not_known_kind(text: str, among: Iterable[Unanswered]) -> Unanswered | None:
    """The sort of a sentence; None for every other one, and for what asks for a taste or a mood."""
    if (kind := unanswered(text, set(OF_ITSELF).intersection(among))) is not None:
        return kind
    return None if asks_opinion(text) or asks_feeling(text) else unanswered(text, among)


@dataclass(frozen=True, kw_only=True)
class NotSaid:
    """Answers people of the house who tell it that it said, promised or did something."""

    record: Record
    clock: Clock
    house: House
    places: tuple[Place, ...]

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """Its own words about the thing, where the record holds some; else that it holds none."""
        if authority_of(heard.event.trust) is not Authority.USER or heard.reading.requests:
            return None
        kind = not_known_kind(heard.text, EARLY)
        named = devices_named(heard.text, self.house.devices(), self.places)
        if kind is None or (kind is Unanswered.PREMISE and named):
            return None
        return Answer(work=partial(self._own_words, heard.event, heard.text, kind))

    async def _own_words(self, said: Event, text: str, kind: Unanswered) -> Cited:
        if kind is Unanswered.TOLD_WHEN:
            return await self._told_on(said)
        asked = _carrying(text)
        sources = (EventSource.CONVERSATION_REPLY, EventSource.AUTONOMY_MESSAGE)
        found: list[Event] = []
        if asked and kind in (Unanswered.SAID, Unanswered.PROMISE):
            for event in await self.record.recent(limit=_SEEN, before=said.id, sources=sources):
                if asked <= set(words_of(event.assistant_text)):
                    found.append(event)
        if not found and kind is Unanswered.SAID and not _TO_YOU.search(text):
            before = await self._quoted_before(said)
            if before is not None:  # 八十って言ったよ, behind the quotation of who says so
                heard = turns_said([(before.user_text, "", before.at)], self.clock.now().tzinfo)
                return Cited(words.AGAIN.filled(heard), (before.id,))
        if not found:
            return Cited(_NOTHING_SUCH[kind], ())
        zone = self.clock.now().tzinfo
        quoted = turns_said([(e.assistant_text, "", e.at) for e in found[:MOST]], zone)
        told = words.I_SAID.filled(quoted)
        return Cited(told, tuple(event.id for event in found[:MOST]))

    async def _told_on(self, said: Event) -> Cited:
        """The day of the sentence that the last reply quoted."""
        told = await self._quoted_before(said)
        if told is None:
            return Cited(words.NOT_HEARD, ())
        now = self.clock.now()
        when = moment_said(told.at.astimezone(now.tzinfo), now.date())
        return Cited(words.TOLD_ON.filled(when), (told.id,))

    async def _quoted_before(self, said: Event) -> Event | None:
        """The sentence of a person that the last reply quoted."""
        replies = (EventSource.CONVERSATION_REPLY,)
        for reply in await self.record.recent(limit=1, before=said.id, sources=replies):
            for number in reply.evidence_event_ids[1:]:
                told = await self.record.event(number)
                if told is not None and told.source is EventSource.USER_INPUT:
                    return told
        return None


@dataclass(frozen=True, kw_only=True)
class NotKnown:
    """Answers people of the house, behind everybody who knows something."""

    record: Record
    clock: Clock
    places: tuple[Place, ...]
    changes: DeviceChanges

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """None for what asks for nothing that could be known."""
        reading, text = heard.reading, heard.text
        if authority_of(heard.event.trust) is not Authority.USER or reading.requests:
            return None
        if reading.reply is not None or reading.about:
            return None
        kind = not_known_kind(text, (*OF_ITSELF, *LATE))
        if kind is Unanswered.PEOPLE:
            return Answer(work=partial(self._people, heard.event, text))
        if kind is Unanswered.TOLD_WHAT:
            return Answer(work=partial(self._told_of, heard.event, text, kind))
        if kind in (Unanswered.OUTSIDE, Unanswered.WEATHER) and self._of_the_home(text):
            return None  # have a look at the curtain: it may be within its reach
        if kind is not None:
            return Answer(words=_NOTHING_SUCH[kind])
        if asks_for_a_fact(text):
            return Answer(work=partial(self._told_of, heard.event, text))
        asked = not heard.is_question and await asked_just_now(self.record, heard.event)
        return Answer(words=words.NOTED) if asked else None

    def _of_the_home(self, text: str) -> bool:
        """Whether a device of the home is named."""
        return bool(devices_named(text, self.changes.house.devices(), self.places))

    async def _people(self, heard: Event, text: str) -> Cited:
        """No camera tells who it is; the record tells when somebody was seen last."""
        topic = person_of(text)
        first = words.PERSON_UNKNOWN.filled(topic) if topic else words.PEOPLE_UNKNOWN
        if topic and (told := await self._quoted(heard, topic)) is not None:
            return _behind(first, told)
        day = span_in(text, self.clock.now())
        doors = await self._doors(day)
        if doors is not None:
            return _behind(first, doors)
        return _behind(first, await self._seen_last(day))

    async def _doors(self, day: Span | None) -> Cited | None:
        """When doors and locks were opened and shut on that day, or today."""
        devices = frozenset(d.id for d in self.changes.house.devices() if lets_in(d))
        now = self.clock.now()
        start = now.replace(hour=0, minute=0, second=0, microsecond=0) if day is None else day.start
        found = [
            change
            for change in await self.changes.of(devices)
            if start <= change.at and (day is None or change.at < day.end)
        ][:DOORS_TOLD]
        if not found:
            return None
        told = [change_said(one, _name(one.device), now) for one in reversed(found)]
        sentences = Bilingual.joined(told, "", " ")
        return Cited(sentences, tuple(one.event.id for one in found))

    async def _seen_last(self, day: Span | None) -> Cited:
        if day is not None and day.end <= self.clock.now():
            return Cited(words.NOTHING_THEN, ())
        seen = await self._last_seen()
        if seen is None:
            return Cited(words.SEEN_NOBODY, ())
        event, place = seen
        now, room = self.clock.now(), said_name(place.name)
        when = moment_said(event.at.astimezone(now.tzinfo), now.date())
        ja = words.SEEN_LAST.ja.format(when.ja, room.ja)
        en = words.SEEN_LAST.en.format(when.en, the(room.en))
        return Cited(Bilingual(ja, en), (event.id,))

    async def _last_seen(self) -> tuple[Event, Place] | None:
        places = {place.id: place for place in self.places}
        sources, now = (EventSource.OBSERVATION,), self.clock.now()
        for event in await self.record.recent(limit=_SEEN, sources=sources, origin="home"):
            seen = fact_of(event, Observation)
            today = event.at.astimezone(now.tzinfo).date() == now.date()
            if seen is None or seen.subject != "person" or seen.change is not Change.APPEARED:
                continue
            if today and seen.place in places:
                return event, places[seen.place]
        return None

    async def _told_of(self, asked: Event, text: str, kind: Unanswered | None = None) -> Cited:
        """The words in which people told of the topic, or of the comings that are asked for; else
        that nobody told it."""
        topic = topic_of(text)
        if topic and (told := await self._quoted(asked, topic)) is not None:
            return told
        if said := await self._statements(asked, _answers(text)):
            return self._heard(said)
        if kind is Unanswered.TOLD_WHAT:
            return Cited(words.NOT_HEARD, ())
        if not topic:
            return Cited(words.NOT_KNOWN, ())
        if (answer := await told_when_asked(self.record, topic)) is not None:
            return self._heard([answer], topic)
        found = words.NOT_TOLD.filled(topic)
        return Cited(found, ())

    async def _quoted(self, asked: Event, topic: str) -> Cited | None:
        told = await self._statements(asked, _has_all(_carrying(topic)))
        return self._heard(told, topic) if told else None

    def _heard(self, told: Sequence[Event], topic: str = "") -> Cited:
        quoted = turns_said([(e.user_text, "", e.at) for e in told], self.clock.now().tzinfo)
        found = words.TOLD_OF_IT.filled(topic, quoted) if topic else words.HEARD.filled(quoted)
        return Cited(found, tuple(event.id for event in told))

    async def _statements(
        self, asked: Event, fits: Callable[[Event], bool] | None
    ) -> Sequence[Event]:
        """The newest statements of people of the house that fit."""
        found: list[Event] = []
        for event in await self.record.recallable(limit=LOOKED_THROUGH) if fits else ():
            text = event.user_text
            if not text or event.id == asked.id or authority_of(event.trust) is not Authority.USER:
                continue
            if not is_question(text) and not asks_for_a_fact(text) and fits and fits(event):
                found.append(event)
            if len(found) == MOST:
                break
        return found


def _has_all(about: frozenset[str]) -> Callable[[Event], bool] | None:
    return (lambda event: about <= set(words_of(event.user_text))) if about else None


def _answers(text: str) -> Callable[[Event], bool] | None:
    """A test of statements for a question without a topic of its own: all of its words stand in
    them, or they tell of somebody's coming or going, with the time that is asked for."""
    about = _carrying(text) - _ANYBODY
    if about:
        return _has_all(about)
    moves = next((form for form in _MOVES if form.search(text)), None)
    if moves is None or asked_of(text) is not Asked.TIME:
        return None
    return lambda event: (
        moves.search(event.user_text) is not None and has_asked(Asked.TIME, event.user_text) is True
    )


_MOVES = (
    re.compile(
        r"\b(?:com(?:e|es|ing)|arriv\w+|visit\w*|get(?:ting)? here)\b|来る|来ます|くる|着く", re.I
    ),
    re.compile(
        r"\b(?:leav(?:e|es|ing)|set(?:ting)? off|go(?:es|ing)? out)\b|出る|出発|出かけ", re.I
    ),
)
"""Comings, and goings."""
_ANYBODY = frozenset(
    {"they", "everyone", "everybody", "people", "guests", "visitors", "皆", "みんな", "人", "客"}
    | {"何", "何時", "いつ", "何処", "誰", "当たり", "他", "else", "exactly"}
)
"""Words of a question that name nothing."""
_TO_YOU = re.compile(r"\byou|あ[なん]た|[君お]まえ|お前|君|きみ|そっち", re.I)
"""Says whose words they were: of Japanese the verb alone tells it not."""
_EMPTY = frozenset(
    {"say", "said", "tell", "told", "promise", "promised", "agree", "agreed", "mention", "always"}
    | {"never", "often", "remember", "go", "going", "suppose", "supposed", "report", "helpful"}
    | {
        "言う",
        "約束",
        "話す",
        "聞く",
        "する",
        "為る",
        "居る",
        "有る",
        "呉れる",
        "いつも",
        "報告",
        "覚える",
        "筈",
    }
    | {"name", "もの", "物", "事", "名前", "time", "時間", "成る", "遣る", "置く"}
)
"""Words of such a sentence that say nothing of the matter."""


def _behind(first: Bilingual, more: Cited) -> Cited:
    assert isinstance(more.words, Bilingual)
    ja, en = f"{first.ja}{more.words.ja}", f"{first.en} {more.words.en}"
    return Cited(Bilingual(ja, en), more.evidence)


def _name(device: Device) -> Bilingual:
    return said_name(device.name)


def _carrying(text: str) -> frozenset[str]:
    return frozenset(words_of(text)) - _EMPTY
