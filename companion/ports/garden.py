"""Ports of the garden: chance, the weather, its store and the generator of small episodes."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Protocol

from companion.words.facts.garden import GardenTalked
from companion.words.garden import (
    ActionHistoryEntry,
    CharacterNow,
    Facility,
    GardenAction,
    Inhabitant,
    MiniEpisodeResult,
    Weather,
)
from companion.words.garden_view import GardenView, Remembered, ReplayView
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.scene import SceneState


class Draws(Protocol):
    """Random numbers by name: the same key gives the same number again, so that a life does not
    depend on how often somebody looks at it, and goes on as it would have after a restart."""

    def at(self, *key: str | int) -> float:
        """A float in [0, 1)."""


class WeatherOutside(Protocol):
    """The weather outside the home."""

    async def now(self) -> Weather:
        """As it is now; `UNKNOWN` where nothing tells it. Must not wait for the network."""


class MiniEpisodeGenerator(Protocol):
    """Writes what small thing happened beside an action.

    Must: give None or an episode whose `stat_changes` lie within -10 and 10. May: take long; nobody
    waits for it. It never names the real home or real people.
    """

    async def generate(
        self,
        character: CharacterNow,
        action_id: GardenAction,
        facility: Facility | None,
    ) -> MiniEpisodeResult | None:
        """One episode; None where there is none. `facility`: the one that was used."""


class TalkWriter(Protocol):
    """Words a talk of the garden, of which code has decided what each turn says.

    Must: give as many turns as the talk has, each saying what the talk's own says, or none; ""
    where the talk's own words stand. May: take long; nobody waits for it.
    """

    async def word(
        self, talk: GardenTalked, sheets: Mapping[str, Inhabitant], feels: Mapping[str, str]
    ) -> tuple[str, ...]:
        """The turns in other words; empty where there are none. `sheets`, `feels` (`glad`, `calm`
        or `hard`): of the two, by id."""


class GardenBook(Protocol):
    """Keeps the garden over restarts: its present state, its history of actions, its days."""

    async def state(self) -> Mapping[str, Any] | None:
        """The state as it was saved last; None before the first time."""

    async def save(self, state: Mapping[str, Any]) -> None:
        """Replace the saved state."""

    async def add(self, entry: ActionHistoryEntry, day: str) -> None:
        """Add one line of the history. `day`: ISO date of the garden's day it belongs to."""

    async def add_episode(self, event_id: EventId, episode: MiniEpisodeResult) -> None:
        """Fill in the episode of the action of this event."""

    async def history(self, day: str) -> tuple[ActionHistoryEntry, ...]:
        """The lines of one day, oldest first."""

    async def note(self, events: Sequence[EventId], day: str) -> None:
        """These events belong to a day of the garden."""

    async def events(self, day: str) -> tuple[EventId, ...]:
        """The events of a day of the garden, oldest first."""

    async def recalled(self, words: Sequence[str], before: EventId | None) -> tuple[EventId, ...]:
        """The newest few events of the garden whose words of recall hold one of these, the newest
        first; however long ago they were. `before`: older than this one."""

    async def forget(self, but: Sequence[str], before: str) -> None:
        """Drop what is noted of all days but these, and the lines of the history of the days before
        an ISO date. The events stay."""


class GardenReader(Protocol):
    """Reader of the garden, for the answers."""

    def view(self) -> GardenView | None:
        """The garden as it is now; None before it has begun."""

    def today_told(self) -> Bilingual | None:
        """The day so far in words that say that it is of the garden; None before it has begun."""

    async def days_told(
        self, first: date | None, last: date | None, topic: str = ""
    ) -> Remembered | None:
        """The diary of some days in such words, those sentences alone that are about a topic where
        there are any; None before it has begun. `first` None: the newest page, None without one."""

    async def remembered(self, name: Bilingual) -> Remembered | None:
        """The newest experience with a person or of a place of this name, however long ago; None
        where there is none."""


class GardenDays(GardenReader, Protocol):
    """Reader of the garden and of its days, for the page."""

    def scene(self, language: Language) -> SceneState | None:
        """Where the companion stands in it now; None before it has begun."""

    async def replay(self, day: str, after_minutes: int) -> ReplayView | None:
        """A day (ISO date) as it was so many minutes after it began, at most at its end; None for
        a day that is not, or no longer, known."""
