"""This answerer tells of the companion's own life, from the log of its garden.

The answer says that it is of the garden, and is recorded so.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.desk.garden_replies import REPLIES
from companion.ports.answerer import Answer, HeardSentence
from companion.ports.garden import GardenReader
from companion.rooms.understanding.garden_question import GardenQuestions, names_of, plain
from companion.words.garden_view import GardenView, PersonView
from companion.words.language import Bilingual
from companion.words.trust import Authority, authority_of

_YESTERDAY = re.compile(r"\byesterday\b|昨日|きのう|昨夜|ゆうべ|夕べ|昨晩")
_SLEPT, _DIARY = "slept", "diary"
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
        if _YESTERDAY.search(said) and topic != _SLEPT:
            topic = _DIARY
        words = self._words(topic, view, who)
        if words is None:
            return None
        memory = None if who is None else await self.garden.remembered(who.name)
        if memory is None:
            return Answer(words=words, garden=True)
        words = Bilingual.joined((words, memory.words), "", " ")
        return Answer(words=words, garden=True, evidence=(memory.event,))

    async def _last_time(self, place: Bilingual) -> Answer:
        """When it did something at a place last, as far as that was an experience."""
        memory = await self.garden.remembered(place)
        if memory is None:
            return Answer(words=_NO_MEMORY.filled(place), garden=True)
        words = Bilingual.joined((_REMEMBERED, memory.words), "", "")
        return Answer(words=words, garden=True, evidence=(memory.event,))

    def _words(self, topic: str, view: GardenView, who: PersonView | None) -> Bilingual | None:
        if topic == "day":
            return self.garden.today_told()
        told = self.garden.yesterday_told() if topic == _DIARY else None
        return told or REPLIES[topic](view, who)

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
