"""Heeding: one sentence of a person, understood without a model, as requests or as an answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from zoneinfo import ZoneInfo

from companion.expression.claims import Names
from companion.heeding.abilities import ABILITIES, abilities
from companion.heeding.kept import PLANS, kind_asked, plans_told, told_of
from companion.heeding.planned import WhichOne, chore, later, name_of
from companion.heeding.states import asked_of_several, which_are_so
from companion.heeding.told import NEEDS_A_YES, NOT_NOW, told
from companion.heeding.travel import NO_WHEELS, Wheels
from companion.heeding.wanted import CannotDo, names, requests_for
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.ports.schedule import Schedule
from companion.ports.understanding import Said, Understanding
from companion.words.disclosure import Topic
from companion.words.language import Bilingual, Language, language_of
from companion.words.result import ActionResult
from companion.words.timing import Timing
from companion.words.travel import MOVES, WHERE_ARE_YOU
from companion.words.trigger import RequestedAction
from companion.words.understood import Heeded, SentenceKind, Understood, UnderstoodWish

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
class Heeding:
    """Understanding joined to the home and the clock. It acts on nothing itself."""

    understanding: Understanding
    house: House
    names: Names
    schedule: Schedule
    clock: Clock
    language: Language
    zone: str
    wheels: Wheels

    def heed(self, text: str, place: str = "") -> Heeded:
        """What a sentence asks for; empty where the grammar does not understand it."""
        said = Said(text, language_of(text, self.language), self._now(), place)
        understood = self.understanding.understand(said)
        if understood.ask_back == WHERE_ARE_YOU and not self.wheels.there():
            return Heeded(understood.kind, reply=NO_WHEELS)
        if understood.ask_back is not None or understood.refused is not None:
            return Heeded(understood.kind, reply=understood.ask_back or understood.refused)
        if understood.kind is not SentenceKind.COMMAND:
            return self._asked(understood, said)
        try:
            return Heeded(understood.kind, requests=self._requests(understood, said))
        except (CannotDo, WhichOne) as answer:
            return Heeded(understood.kind, reply=answer.words)

    def _now(self) -> datetime:
        return self.clock.now().astimezone(ZoneInfo(self.zone))

    def _asked(self, understood: Understood, said: Said) -> Heeded:
        topic = _topic(understood.wishes, said.text)
        if understood.kind is SentenceKind.QUESTION:
            reply = self._known(understood.wishes, said)
            if reply is not None:
                return Heeded(understood.kind, reply=reply, topic=topic)
        asked = tuple(t for wish in understood.wishes for t in wish.targets)
        return Heeded(understood.kind, about=asked, topic=topic)

    def _known(self, wishes: Sequence[UnderstoodWish], said: Said) -> Bilingual | None:
        """What code alone can answer; None where the things' own facts are told."""
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

    def _requests(self, understood: Understood, said: Said) -> tuple[RequestedAction, ...]:
        requests: list[RequestedAction] = []
        for (chores, when), wishes in groupby(understood.wishes, key=_sort_of):
            group = list(wishes)
            if group[0].operation.startswith(MOVES):
                requests += [self._travel(wish, said) for wish in group]
                continue
            if chores:
                requests += [chore(w, self.schedule, said.at, said.place) for w in group]
                continue
            now = requests_for(self._doable(group), self.house)
            if when is None:
                requests += now
            else:
                label = names(now)
                called = name_of(when, label, self._now()).get(said.language)
                requests.append(later(now, when, label, called))
        return tuple(requests)

    def _travel(self, wish: UnderstoodWish, said: Said) -> RequestedAction:
        going = self.wheels.request_for(wish)
        if wish.when is None or going.label is None:
            return going
        called = name_of(wish.when, going.label, self._now()).get(said.language)
        return later((going,), wish.when, going.label, called)

    def _doable(self, wishes: Sequence[UnderstoodWish]) -> list[UnderstoodWish]:
        if any(not wish.operation.startswith(DEVICES) or not wish.targets for wish in wishes):
            raise CannotDo(_CANNOT)
        return [replace(wish, when=None) for wish in wishes]

    def answer(self, results: Sequence[ActionResult], *, asked: bool) -> Bilingual:
        """The one answer to what was understood, from what was observed of it (T-57)."""
        if asked:
            return NEEDS_A_YES
        return told(results, self.names, self._now()) if results else NOT_NOW


def _topic(wishes: Sequence[UnderstoodWish], text: str) -> Topic:
    """What is asked about; the home where nothing says otherwise."""
    intents = {wish.intent for wish in wishes}
    if not intents:
        return Topic.HOME
    if intents <= PUBLIC_INTENTS.keys():
        return PUBLIC_INTENTS[min(intents)]
    if PLANS in intents or kind_asked(wishes, text) is not None:
        return Topic.SCHEDULE
    return Topic.HOME


def _sort_of(wish: UnderstoodWish) -> tuple[bool, Timing | None]:
    device = wish.operation.startswith(DEVICES)
    return wish.operation.startswith(CHORES), wish.when if device else None
