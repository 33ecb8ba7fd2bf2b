"""Sentence reader: turns one sentence into requests to this home, or into an answer by code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from companion.desk.answerers.small_talk import small_talk
from companion.desk.commands.states import asked_of_several, which_are_so
from companion.home.request import routine_request
from companion.phrases.routine_name import MOST_CHARS, name_of
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.ports.schedule import Schedule
from companion.ports.understanding import SpokenSentence, Understanding
from companion.rooms.commands.abilities import ABILITIES, abilities
from companion.rooms.commands.comings import for_whom
from companion.rooms.commands.kept import PLANS, kind_asked, plans_told, told_of
from companion.rooms.commands.offers import Offers
from companion.rooms.commands.plan_change import plan_changes
from companion.rooms.commands.planned import chore
from companion.rooms.commands.travel import NO_WHEELS, Wheels
from companion.rooms.commands.wanted import CannotDo, WhichOne, names, requests_for
from companion.rooms.expression.claims import Names
from companion.words.called_by import CalledBy
from companion.words.disclosure import Topic
from companion.words.event import Event
from companion.words.facts import SaidFacts, fact_of
from companion.words.language import Bilingual, Language
from companion.words.said import language_to_read, told_language
from companion.words.schedule import EntryKind
from companion.words.timing import OnFact, Timing
from companion.words.travel import MOVES, WHERE_ARE_YOU
from companion.words.trigger import RequestedAction
from companion.words.trust import Authority, authority_of
from companion.words.understood import (
    CHANGES,
    NOT_WANTED,
    SentenceKind,
    SentenceReading,
    Understood,
    UnderstoodWish,
)

STRANGERS = "(strangers)"
"""No room's id: where the grammar remembers what strangers said."""
DEVICES, CHORES = "device_control.", "schedule."
PUBLIC_INTENTS = {
    "HassGetCurrentTime": Topic.TIME,
    "HassGetCurrentDate": Topic.TIME,
    "HassGetWeather": Topic.WEATHER,
    ABILITIES: Topic.ITSELF,
}
"""Intents of questions that are not about the home."""
_CANNOT = Bilingual("それは私にはできません。", "That is something I cannot do.")


@dataclass(frozen=True, kw_only=True)
class SentenceReader:
    """Understanding joined to the home and the clock. It acts on nothing itself."""

    understanding: Understanding
    house: House
    names: Names
    schedule: Schedule
    clock: Clock
    language: Language
    zone: str
    wheels: Wheels
    called_by: CalledBy = CalledBy()
    offers: Offers = field(default_factory=Offers)
    tracked: Mapping[str, Bilingual] = field(default_factory=dict)
    """People whose coming and going is told, with their names."""

    def read(self, event: Event) -> SentenceReading:
        """Read a recorded sentence; empty where the grammar does not understand it.

        Only a person with user authority is obeyed; of everybody else only questions are
        recognised. Strangers have a place of their own in the grammar's memory, so that they never
        complete a sentence of the household.
        """
        if small_talk(self.called_by.without(event.user_text), question=False) is not None:
            return SentenceReading(SentenceKind.UNKNOWN)
        if authority_of(event.trust) is Authority.USER:
            return self._read(self.spoken(event))
        heard = self._read(replace(self.spoken(event), place=STRANGERS))
        if heard.kind is SentenceKind.QUESTION:
            return heard
        return SentenceReading(SentenceKind.UNKNOWN)

    def spoken(self, event: Event) -> SpokenSentence:
        """A recorded sentence as the grammar takes it."""
        fact, text = fact_of(event, SaidFacts), self.called_by.without(event.user_text)
        language = language_to_read(text, told_language(event.payload), self.language)
        return SpokenSentence(text, language, self._now(), "" if fact is None else fact.place)

    def read_instead(self, said: SpokenSentence) -> SentenceReading:
        """Read a proposed command that was confirmed, as if a person had said it."""
        return self._as_requests(self.understanding.understand(said, confirmed=True), said)

    def try_reading(self, said: SpokenSentence) -> SentenceReading:
        """The same before it is confirmed: the grammar does not remember it as said."""
        return self._as_requests(self.understanding.preview(said), said)

    def _read(self, said: SpokenSentence) -> SentenceReading:
        answer = self.offers.answered(said.text, said.at, said.place)
        if isinstance(answer, RequestedAction):
            return SentenceReading(SentenceKind.COMMAND, requests=(answer,))
        if answer is not None:
            return SentenceReading(SentenceKind.COMMAND, reply=answer)
        return self._as_requests(self.understanding.understand(said), said)

    def _as_requests(self, understood: Understood, said: SpokenSentence) -> SentenceReading:
        if understood.ask_back == WHERE_ARE_YOU and not self.wheels.there():
            return SentenceReading(understood.kind, reply=NO_WHEELS)
        if understood.ask_back is not None:
            return SentenceReading(understood.kind, reply=understood.ask_back, asks_back=True)
        if understood.refused is not None:
            return SentenceReading(understood.kind, reply=understood.refused)
        if understood.kind is not SentenceKind.COMMAND:
            return self._asked(understood, said)
        left_out: list[Bilingual] = [] if understood.not_done is None else [understood.not_done]
        requests = self._requests(understood, said, left_out)
        words = Bilingual.joined(left_out, "", " ")
        if not requests:
            return SentenceReading(understood.kind, reply=words)
        return SentenceReading(
            understood.kind,
            requests=requests,
            not_done=words if left_out else None,
            corrects=understood.corrects,
            read_as=understood.read_as,
        )

    def _now(self) -> datetime:
        return self.clock.now().astimezone(ZoneInfo(self.zone))

    def _asked(self, understood: Understood, said: SpokenSentence) -> SentenceReading:
        offer = None
        if any(wish.intent == NOT_WANTED for wish in understood.wishes):
            routines = self.schedule.entries((EntryKind.ROUTINE,))
            offer = self.offers.make(understood.wishes, routines, said.at, said.place)
        if offer is not None:
            return SentenceReading(
                understood.kind, reply=offer, topic=Topic.SCHEDULE, asks_back=True
            )
        topic = _topic(understood.wishes, said.text)
        if understood.kind is SentenceKind.QUESTION:
            reply = self._known(understood.wishes, said)
            if reply is not None:
                return SentenceReading(understood.kind, reply=reply, topic=topic)
        asked = tuple(t for wish in understood.wishes for t in wish.targets)
        return SentenceReading(understood.kind, about=asked, topic=topic)

    def _known(self, wishes: Sequence[UnderstoodWish], said: SpokenSentence) -> Bilingual | None:
        """The answer that code alone can give; None where the facts of the things are told
        instead."""
        intents = [wish.intent for wish in wishes]
        if ABILITIES in intents:
            return abilities(self.house.devices())
        if PLANS in intents:
            return plans_told(self.schedule.entries(), said.at)
        if (kind := kind_asked(wishes, said.text)) is not None:
            return told_of(kind, self.schedule.entries((kind,)), said.at)
        if len(wishes) == 1 and asked_of_several(wishes[0]):
            return which_are_so(wishes[0], self.names)
        return None

    def _requests(
        self, understood: Understood, said: SpokenSentence, left_out: list[Bilingual]
    ) -> tuple[RequestedAction, ...]:
        """The requests that can be carried out, in the order said; the reasons against the others
        go into `left_out`. A question back about one part holds all of it up: who answers says the
        sentence again."""
        requests: list[RequestedAction] = []
        wished: list[UnderstoodWish] = []
        for wish in understood.wishes:
            try:
                wished.append(for_whom(wish, self.tracked))
            except CannotDo as answer:
                left_out.append(answer.words)
        for (chores, when), wishes in groupby(wished, key=_sort_of):
            for part in _apart(list(wishes), chores=chores):
                try:
                    requests += self._of_part(part, when, said, left_out, chores=chores)
                except CannotDo as answer:
                    left_out.append(answer.words)
                except WhichOne as answer:
                    left_out[:] = [answer.words]
                    return ()
        return tuple(requests)

    def _of_part(
        self,
        part: Sequence[UnderstoodWish],
        when: Timing | None,
        said: SpokenSentence,
        left_out: list[Bilingual],
        *,
        chores: bool,
    ) -> Sequence[RequestedAction]:
        if part[0].operation.startswith(MOVES):
            return [self._travel(wish, said) for wish in part]
        if chores:
            return [made for wish in part for made in self._chores(wish, said)]
        now = requests_for(self._doable(part), self.house, left_out)
        if when is None:
            return now
        label = names(now)
        return [routine_request(now, when, label, self._name_of(when, label, said))]

    def _chores(self, wish: UnderstoodWish, said: SpokenSentence) -> Sequence[RequestedAction]:
        if wish.parameters.get(CHANGES):
            return plan_changes(wish, self.schedule, said.at, said.place)
        return (chore(wish, self.schedule, said.at, said.place),)

    def _travel(self, wish: UnderstoodWish, said: SpokenSentence) -> RequestedAction:
        going = self.wheels.request_for(wish)
        if wish.when is None or going.label is None:
            return going
        called = self._name_of(wish.when, going.label, said)
        return routine_request((going,), wish.when, going.label, called)

    def _name_of(self, when: Timing, label: Bilingual, said: SpokenSentence) -> str:
        """The name of a routine that nobody named, in the language of the sentence."""
        thing = None
        if isinstance(when, OnFact):
            room = self.names.place(when.place) if when.place else None
            thing = room or self.names.device(when.device_id)
        return name_of(when, label, self._now(), thing).get(said.language)[:MOST_CHARS]

    def _doable(self, wishes: Sequence[UnderstoodWish]) -> list[UnderstoodWish]:
        if any(not wish.operation.startswith(DEVICES) or not wish.targets for wish in wishes):
            raise CannotDo(_CANNOT)
        return [replace(wish, when=None) for wish in wishes]


def _topic(wishes: Sequence[UnderstoodWish], text: str) -> Topic:
    """Topic of a question; the home where nothing says otherwise."""
    intents = {wish.intent for wish in wishes}
    if not intents:
        return Topic.HOME
    if intents <= PUBLIC_INTENTS.keys():
        return PUBLIC_INTENTS[min(intents)]
    if PLANS in intents or kind_asked(wishes, text) is not None:
        return Topic.SCHEDULE
    return Topic.HOME


def _apart(wishes: list[UnderstoodWish], *, chores: bool) -> list[list[UnderstoodWish]]:
    """The parts that succeed or fail by themselves. All wishes for one later moment are one
    routine; what one word asked of several things (same intent and slots) is one act."""
    if chores or wishes[0].operation.startswith(MOVES):
        return [[wish] for wish in wishes]
    if wishes[0].when is not None:
        return [wishes]
    return [list(g) for _, g in groupby(wishes, key=_same_words)]


def _sort_of(wish: UnderstoodWish) -> tuple[bool, Timing | None]:
    device = wish.operation.startswith(DEVICES)
    return wish.operation.startswith(CHORES), wish.when if device else None


def _same_words(wish: UnderstoodWish) -> tuple[str, list[str]]:
    return wish.intent, sorted(map(str, wish.slots.items()))
