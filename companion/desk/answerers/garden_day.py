"""This answerer tells of the companion's own day: "what did you do today?", "who is there?".

The first question gets the acts in the home and then the day in the garden, the second the garden
alone. The sentences are a vocabulary that is matched whole: what names the garden beside a thing of
the home is not its. The answer says that it is of the garden, and is recorded as of the garden: it
never becomes a memory of the house.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date

from companion.ports.answerer import Answer, HeardSentence
from companion.ports.garden import GardenReader
from companion.rooms.recall.past import past_days
from companion.words.garden import GardenAction
from companion.words.garden_view import Remembered
from companion.words.language import Bilingual
from companion.words.table import compiled, table
from companion.words.trust import Authority, authority_of

_READ = table("companion.desk.answerers", "garden_day.toml")
_FORMS = compiled(_READ["forms"], _READ["words"], re.IGNORECASE)

_DOING = {
    GardenAction.EAT: Bilingual("食事をしています", "eating"),
    GardenAction.SLEEP: Bilingual("眠っています", "asleep"),
    GardenAction.TOILET: Bilingual("ひと休みしています", "having a short break"),
    GardenAction.WORK: Bilingual("働いています", "at work"),
    GardenAction.BATHE: Bilingual("お風呂に入っています", "in the bath"),
    GardenAction.TALK: Bilingual("話をしています", "talking with somebody"),
    GardenAction.REST: Bilingual("休んでいます", "resting"),
    GardenAction.MOVE: Bilingual("出かけるところです", "on my way"),
    GardenAction.THINKING: Bilingual("考えごとをしています", "thinking"),
    GardenAction.IDLE: Bilingual("のんびりしています", "taking it easy"),
}
_AT_HOME = Bilingual(
    "家のことを見ています。庭では、{}{}。", "I look after the house. In my garden I am {1}{0}."
)

Deeds = Callable[[str], Awaitable[Bilingual]]
"""Words for the acts in the home on the day that a sentence asks for."""
PEOPLE_TOLD = 3
"""People of the garden that one answer names."""


@dataclass(frozen=True, kw_only=True)
class GardenDay:
    """Answers the people of the home; a stranger is told nothing, as of every other day."""

    garden: GardenReader
    deeds: Deeds
    """Words for the acts in the home on the day that a sentence asks for."""

    async def answer(self, heard: HeardSentence) -> Answer | None:
        """The day in the garden; where acts are asked for, those in the home first."""
        said = " ".join(heard.called_by.as_you(heard.text).split()).strip("。.!！?？、, ")
        if authority_of(heard.event.trust) is not Authority.USER:
            return None
        if (told := self._who(said) or self._now(said)) is not None:
            return Answer(words=told, garden=True)
        asked = {form for form, pattern in _FORMS.items() if pattern.fullmatch(said)}
        if not asked - {"who", "now"}:
            return None
        day = await self._day(said)
        if day is None:
            return None
        words = day.words
        if asked & {"deeds_yesterday", "deeds_today"}:
            home = await self.deeds(heard.text)
            words = Bilingual(f"{home.ja}{words.ja}", f"{home.en} {words.en}")
        return Answer(words=words, garden=True, evidence=day.events)

    async def _day(self, said: str) -> Remembered | None:
        """The day in the garden, so far, or the days before that are named; None before it has
        begun."""
        view, words = self.garden.view(), self.garden.today_told()
        days = None if view is None else past_days(said, date.fromisoformat(view.day))
        if days is not None:
            return await self.garden.days_told(*days)
        return None if words is None else Remembered(words=words)

    def _now(self, said: str) -> Bilingual | None:
        """Its task in the home, and its doing in the garden."""
        view = self.garden.view() if _FORMS["now"].fullmatch(said) else None
        own = None if view is None else next((one for one in view.people if one.is_self), None)
        if view is None or own is None:
            return None
        place = next((one.name for one in view.places if one.id == own.place), None)
        doing = _DOING[own.action]
        return Bilingual(
            _AT_HOME.ja.format(f"{place.ja}で" if place else "", doing.ja),
            _AT_HOME.en.format(f" ({place.en})" if place else "", doing.en),
        )

    def _who(self, said: str) -> Bilingual | None:
        """The people of the garden, those first who are nearest to the companion."""
        view = self.garden.view() if _FORMS["who"].fullmatch(said) else None
        if view is None:
            return None
        others = [p for p in view.people if not p.is_self]
        near = sorted(others, key=lambda p: -(p.affinity or 0.0))[:PEOPLE_TOLD]
        if not near:
            return None
        told = [(p.name, p.job) for p in near]
        ja = "、".join(f"{job.ja}の{name.ja}" for name, job in told)
        en = ", ".join(f"{name.en} ({job.en})" for name, job in told)
        return Bilingual(
            f"庭には{len(others)}人が住んでいます。仲がいいのは、{ja}です。",
            f"{len(others)} people live in my garden. Closest to me: {en}.",
        )
