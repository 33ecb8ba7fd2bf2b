"""Small talk: answers thanks, "say that again", "what happened yesterday?" and "is
anybody in the hall?" by code.

The sentences are a closed vocabulary that is matched whole: whatever says more than this is left to
the grammar and the model.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from companion.home.occasion import Occasion
from companion.phrases.calendar import day_said, sentence_start
from companion.phrases.manner import Manner
from companion.phrases.praise import is_annoyed, is_thanks
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.clock import Clock
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.rooms.conversation.vocabulary import places_named
from companion.rooms.conversation.wording import ago, said_name, the
from companion.rooms.expression.claims import Names, claim_of_result
from companion.rooms.recall.past import span_in
from companion.service.speech_purse import SpeechPurse
from companion.words.disclosure import KEPT_BACK, Topic, may_be_told
from companion.words.event import Event, EventSource
from companion.words.facts import acted_of, fact_of
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.observation import Certainty, Change, Observation
from companion.words.persona import Saying
from companion.words.place import Place
from companion.words.result import ResultStatus, is_look
from companion.words.table import compiled, table
from companion.words.text import LabelledText, listed
from companion.words.trust import Authority, authority_of
from companion.words.world import WORLD_ITEM, WorldItem, world_item_of

ACTS_TOLD = 3
READ_MOST, PAGE = 2000, 200
"""Events of one day that are looked through, and at a time."""
LATELY_READ = 40
"""Newest results among which the last acts are looked for."""
_HOME = frozenset({"home", "house", "the house", "家", "うち", "家の中", "ここ", "here"})


class SmallTalk(StrEnum):
    """Kind of small talk."""

    THANKS = "thanks"
    REPEAT = "repeat"
    DAY = "day"
    LATELY = "lately"
    ANYBODY = "anybody"


_READ = table("companion.desk.answerers", "small_talk.toml")
_SENTENCES = {
    SmallTalk(kind): sentence
    for kind, sentence in compiled(_READ["sentences"], _READ["words"], re.IGNORECASE).items()
}
TOPICS = {
    SmallTalk.DAY: Topic.DEEDS,
    SmallTalk.LATELY: Topic.DEEDS,
    SmallTalk.ANYBODY: Topic.PEOPLE,
}
"""Topic of the answers that tell of one."""
_WELCOME = Bilingual("どういたしまして。", "You're welcome.")
_SILENT_SO_FAR = Bilingual("まだ何も言っていません。", "I have said nothing so far.")
_WHO_UNKNOWN = Bilingual("誰かまでは分かりません。", "I can't tell who.")
_NOTHING_LATELY = Bilingual("最近は、何もしていません。", "I have done nothing lately.")
_QUIET_SO_FAR = Bilingual("今日はまだ、特に何もありません。", "Nothing to speak of today.")


def small_talk(text: str, *, question: bool) -> SmallTalk | None:
    """Whether a sentence is nothing but one of these; `question`: it was read as one."""
    said = " ".join(text.split()).strip("。.!！?？、, ")
    if is_thanks(said):
        return SmallTalk.THANKS
    for kind, sentence in _SENTENCES.items():
        if sentence.fullmatch(said) and (question or kind is not SmallTalk.ANYBODY):
            return kind
    return None


@dataclass(frozen=True, kw_only=True)
class SmallTalker:
    """Answers from record and state."""

    record: Record
    state: StateReader
    names: Names
    places: tuple[Place, ...]
    clock: Clock
    manner: Manner = field(default_factory=Manner)
    """How the persona words it."""
    purse: SpeechPurse | None = None
    """Filled by thanks of people of the home, emptied by who is annoyed."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """Strangers are not told who is there."""
        asker = heard.event.trust
        of_home = authority_of(asker) is Authority.USER
        if self.purse is not None and of_home and is_annoyed(heard.text):
            self.purse.told_off()  # what is loud may be a machine: the sentence is read further
        said = small_talk(heard.text, question=heard.is_question)
        if said is None:
            return None
        if said in TOPICS and not may_be_told(asker, TOPICS[said]):
            return Answer(words=KEPT_BACK)
        if said is SmallTalk.REPEAT and not of_home:
            return None
        if said is SmallTalk.REPEAT:
            return await self._again()
        if said is SmallTalk.THANKS and of_home and self.purse is not None:
            self.purse.welcomed()
        words = await self.words_for(said, heard.text)
        return Answer(words=words) if words is not None else None

    async def _again(self) -> Answer:
        """The answer with its last words, word for word."""
        sources = (EventSource.CONVERSATION_REPLY, EventSource.AUTONOMY_MESSAGE)
        for event in await self.record.recent(limit=1, sources=sources):
            if event.assistant_text:
                words = LabelledText(event.assistant_text, event.trust, event.id)
                return Answer(words=words, garden=event.origin == "garden", evidence=(event.id,))
        return Answer(words=_SILENT_SO_FAR)

    async def words_for(self, asked: SmallTalk, text: str) -> Bilingual | None:
        """The answer; None for a room that this home does not have."""
        if asked is SmallTalk.THANKS:
            return self.manner.own(Saying.THANKS, _WELCOME)
        if asked is SmallTalk.DAY:
            return await self.day(text)
        if asked is SmallTalk.LATELY:
            return await self._lately()
        return await self._anybody(text)

    async def _anybody(self, text: str) -> Bilingual | None:
        found = _SENTENCES[SmallTalk.ANYBODY].fullmatch(
            " ".join(text.split()).strip("。.!！?？、, ")
        )
        where = next((found[g] for g in ("en", "en2", "ja", "ja2") if found and found[g]), "")
        rooms = places_named(where, self.places)
        if where and not rooms and where.lower() not in _HOME:
            return None
        items = [world_item_of(row) for row in await self.state.rows(WORLD_ITEM)]
        held = {i.location: i for i in items if i.entity == "person"}
        unknown = _WHO_UNKNOWN if found and (found["who"] or found["who2"]) else None
        if rooms:
            told = [self._in_room(p, held.get(p.id)) for p in self.places if p.id in rooms]
        else:
            told = [self._at_home(held)]
        present = [i for p, i in held.items() if _is_there(i) and (not rooms or p in rooms)]
        return _all([*told, *([unknown] if unknown and present else [])])

    def _in_room(self, place: Place, item: WorldItem | None) -> Bilingual:
        name = said_name(place.name)
        room = the(name.en)
        if item is None or item.certainty is Certainty.UNKNOWN or item.value is None:
            return Bilingual(
                f"{name.ja}は今見えないので、分かりません。",
                f"I can't see {room} now, so I can't tell.",
            )
        when = ago(item.observed_at, self.clock.now())
        if item.value != "present":
            return Bilingual(
                f"いいえ、{name.ja}には誰もいません（{when.ja}に確認）。",
                f"No, nobody is in {room} (I looked {when.en}).",
            )
        if item.certainty is Certainty.ESTIMATE:
            return Bilingual(
                f"{name.ja}に誰かいるかもしれませんが、はっきりしません（{when.ja}）。",
                f"Somebody may be in {room}, but I'm not sure ({when.en}).",
            )
        return Bilingual(
            f"はい、{name.ja}に人がいます（{when.ja}に確認）。",
            f"Yes, somebody is in {room} (seen {when.en}).",
        )

    def _at_home(self, held: dict[str, WorldItem]) -> Bilingual:
        there = [said_name(p.name) for p in self.places if _is_there(held.get(p.id))]
        if there:
            ja, en = "と".join(n.ja for n in there), " and ".join(the(n.en) for n in there)
            return Bilingual(f"はい、{ja}に人がいます。", f"Yes, somebody is in {en}.")
        seeing = [i for i in held.values() if i.certainty is not Certainty.UNKNOWN]
        if not seeing:
            return Bilingual(
                "今はどの部屋も見えないので、分かりません。",
                "I can't see any room now, so I can't tell.",
            )
        return Bilingual(
            "見えている部屋には誰もいません。", "Nobody is in the rooms that I can see."
        )

    async def day(self, text: str) -> Bilingual:
        """Where people were seen on the day that is asked for, when the bell rang, how much was
        done, and the last of it."""
        now = self.clock.now()
        span = span_in(text, now)
        start = now if span is None else span.start.astimezone(now.tzinfo)
        is_today, day = start.date() == now.date(), day_said(start.date(), now.date())
        day_en = sentence_start(day.en) + ("," if day.en.startswith("on ") else "")
        events = await self._events_of(start)
        rooms = {came.place for e in events if (came := _arrival(e)) is not None}
        seen = [said_name(p.name) for p in self.places if p.id in rooms]
        told: list[Bilingual] = []
        if seen:
            ja, en = "、".join(n.ja for n in seen), listed([the(n.en) for n in seen])
            told.append(
                Bilingual(f"{day.ja}は{ja}で人を見ました。", f"{day_en} I saw people in {en}.")
            )
        if rings := [e for e in reversed(events) if _is_ring(e)]:
            at = [f"{e.at.astimezone(now.tzinfo):%H:%M}" for e in rings]
            told.append(
                Bilingual(
                    f"{'、'.join(at)}に呼び鈴が鳴りました。誰だったかは分かりません。",
                    f"The doorbell rang at {listed(at)}; I do not know who it was.",
                )
            )
        done = await self._done(events)
        if done:
            count = Bilingual(
                f"したことは{len(done)}件です。",
                "I did one thing." if len(done) == 1 else f"I did {len(done)} things.",
            )
            told += [count, *done[:ACTS_TOLD]]
        if told or is_today:
            return _all(told) if told else _QUIET_SO_FAR
        return Bilingual(
            f"{day.ja}は、特に何もありませんでした。", f"{day_en} there was nothing to speak of."
        )

    async def _lately(self) -> Bilingual:
        """The last acts, whatever the day."""
        sources = (EventSource.ACTION_RESULT,)
        done = await self._done(await self.record.recent(limit=LATELY_READ, sources=sources))
        return _all(done[:ACTS_TOLD]) if done else _NOTHING_LATELY

    async def _events_of(self, start: datetime) -> list[Event]:
        """Of the day of `start`, newest first."""
        day, zone, found = start.date(), start.tzinfo, list[Event]()
        midnight = start.replace(hour=0, minute=0, second=0, microsecond=0)
        before = await self._first_at(midnight + timedelta(days=1))
        sources = (EventSource.OBSERVATION, EventSource.ACTION_RESULT)
        while len(found) < READ_MOST:
            page = await self.record.recent(limit=PAGE, before=before, sources=sources)
            found += [e for e in page if e.at.astimezone(zone).date() == day]
            if len(page) < PAGE or page[-1].at < midnight:
                break
            before = page[-1].id
        return found

    async def _first_at(self, instant: datetime) -> EventId | None:
        """Id of the first event at or after an instant, by halving; None where none is. An id whose
        event was thinned out is judged by the newest before it."""
        newest = await self.record.recent(limit=1)
        if not newest or newest[0].at < instant:
            return None
        low, high = 0, int(newest[0].id)
        while high - low > 1:
            middle = (low + high) // 2
            there = await self.record.recent(limit=1, before=EventId(middle + 1))
            if there and there[0].at >= instant:
                high = int(there[0].id)
            else:
                low = middle
        return EventId(high)

    async def _done(self, events: Sequence[Event]) -> list[Bilingual]:
        """Each act that changed something, newest first, with its time; what was said aloud is no
        act."""
        told = []
        for event in events:
            if event.source is not EventSource.ACTION_RESULT or is_look(event.kind):
                continue
            result = await self.record.result(event.id)
            if result is None or result.status is not ResultStatus.SUCCESS:
                continue
            acted = acted_of(result)
            if acted.own is not None or acted.words or acted.reminder:
                continue
            claim = claim_of_result(result, event.id, self.names, brief=True)
            if claim is not None:
                told.append(
                    _at(event.at.astimezone(self.clock.now().tzinfo), claim.slots["outcome"])
                )
        return told


def _at(at: datetime, words: Bilingual) -> Bilingual:
    return Bilingual(f"{at:%H:%M}、{words.ja}。", f"{at:%H:%M}: {words.en}.")


def _arrival(event: Event) -> Observation | None:
    """A person who was surely seen to come."""
    seen = fact_of(event, Observation)
    if seen is None or seen.subject != "person" or seen.certainty is not Certainty.FACT:
        return None
    return seen if seen.change is Change.APPEARED else None


def _is_ring(event: Event) -> bool:
    seen = fact_of(event, Observation)
    return seen is not None and seen.subject == Occasion.DOORBELL


def _is_there(item: WorldItem | None) -> bool:
    return item is not None and item.value == "present" and item.certainty is Certainty.FACT


def _all(told: Sequence[Bilingual]) -> Bilingual:
    return Bilingual.joined(told, "", " ")
