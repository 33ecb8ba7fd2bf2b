"""This answerer tells of the companion's own life, from the log of its garden.

The answer says that it is of the garden, and is recorded so.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from companion.desk.garden_replies import REPLIES
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.garden import GardenReader
from companion.rooms.recall.past import past_days
from companion.rooms.understanding.garden_question import GardenQuestions, names_of, plain
from companion.words.garden_view import GardenView, PersonView, Remembered
from companion.words.language import Bilingual
from companion.words.trust import Authority, authority_of

_SLEPT, _DIARY = "slept", "diary"
_OF_NOW = ("plans", "friends", "person", "money", "town")
"""Topics that are told as they are now where the time that is named goes on."""
_OF_ANY_TIME = ("plans", "went", "worked")
"""Topics that are asked of the time to come as well as of the past."""
_PAST = re.compile(
    r"\b(?:was|were|did|had|been|gone|went|spent|(?:work|walk|wander|travel|visit)ed|travelled)\b"
    r"|[っしいてでき]た(?!い)",
    re.IGNORECASE,
)
_REMEMBERED = Bilingual("私の庭の思い出です。", "From my memories of my own garden: ")
_NO_MEMORY = Bilingual(
    "私の庭の思い出に、{}のことはありません。", "I have no memory of {} in my own garden."
)


@dataclass(frozen=True, kw_only=True)
class GardenAsked:
    """Answers the people of the home; a stranger is told nothing."""

    garden: GardenReader
    at_home: Sequence[Bilingual] = ()
    """Names of people of the home: who is called so is not asked about in the garden."""
    _read: dict[tuple[str, ...], GardenQuestions] = field(default_factory=dict)

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The answer out of the garden's log; None for a sentence of anything else."""
        if authority_of(heard.event.trust) is not Authority.USER:
            return None
        view = self.garden.view()
        said = plain(heard.called_by.as_you(heard.text))
        found = None if view is None else self._reader(view).topic_of(said)
        if view is None or found is None:
            return None
        topic, who, place = found
        if place is not None:
            return await self._last_time(place)
        told = await self._of_days(said, topic, date.fromisoformat(view.day))
        words = self._words(topic, view, who) if told is None else told.words
        if words is None:
            return None
        memory = None if who is None else await self.garden.remembered(who.name)
        every = tuple(one for one in (told, memory) if one is not None)
        if memory is not None:
            words = Bilingual.joined((words, memory.words), "", " ")
        evidence = tuple(event for one in every for event in one.events)
        return Answer(words=words, garden=True, evidence=evidence)

    async def _of_days(self, said: str, topic: str, today: date) -> Remembered | None:
        """The diary of the days that a question names, or its newest page where it is asked for;
        None for a question of today or of the time to come."""
        is_ahead = topic in _OF_ANY_TIME and not _PAST.search(said)
        days = None if topic == _SLEPT or is_ahead else past_days(said, today)
        if days is not None and not (topic in _OF_NOW and days[1] >= today):
            return await self.garden.days_told(*days, topic)
        return await self.garden.days_told(None, None) if topic == _DIARY else None

    async def _last_time(self, place: Bilingual) -> Answer:
        """When it did something at a place last, as far as that was an experience."""
        memory = await self.garden.remembered(place)
        if memory is None:
            return Answer(words=_NO_MEMORY.filled(place), garden=True)
        words = Bilingual.joined((_REMEMBERED, memory.words), "", "")
        return Answer(words=words, garden=True, evidence=memory.events)

    def _words(self, topic: str, view: GardenView, who: PersonView | None) -> Bilingual | None:
        if topic == "day":
            return self.garden.today_told()
        return REPLIES[topic](view, who)

    def _reader(self, view: GardenView) -> GardenQuestions:
        home = {name.casefold() for one in self.at_home for name in names_of(one)}
        people = [
            one
            for one in view.people
            if not one.is_self and not home & {name.casefold() for name in names_of(one.name)}
        ]
        key = tuple(one.id for one in people)
        if key not in self._read:
            places = [label for one in view.places for label in one.facilities]
            self._read[key] = GardenQuestions(people, places)
        return self._read[key]
