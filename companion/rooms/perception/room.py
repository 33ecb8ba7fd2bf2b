"""Perception room 知覚: turns observations into events and triggers, rate-limited and deduplicated.

Door: `Perception.sift` and `Perception.trigger_for`.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.home.condition import is_state
from companion.home.occasion import ALARMS, SEEMING, Occasion, occasion_of
from companion.ports.clock import Clock, Ids
from companion.rooms.perception.telling import OccasionWords
from companion.words.device import Device, DeviceState
from companion.words.frame import PICTURE
from companion.words.ids import EventId, TriggerId
from companion.words.language import Bilingual, Language
from companion.words.observation import TEXT, Certainty, Change, Observation
from companion.words.place import Place
from companion.words.text import LabelledText, data_line, quoted
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel

MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)
MOST_WAITING = 256
"""Subjects that wait for room at once; a home has some dozens."""
TRIGGER_STALE_AFTER = timedelta(minutes=2)
"""After so long an observation is no reason to start thinking any more."""

TEXTS_PER_MINUTE = 3
"""Texts read by one source become events this often at most, apart from what it sees: a wall of
posters, or somebody who shows a new sign every second, must not hide who comes and goes."""

WORDS_WAKE_EVERY = timedelta(days=1)
"""The same words of the same source are thought about once in this time."""

KNOWN_MOST = 256
"""Lines kept before those outside the window are dropped; a home has some tens of subjects."""

Subject = tuple[str, str, str]
"""Source, subject, place: what one line of observations is about."""


NOBODY_FOR = timedelta(minutes=30)
"""A person who is seen after so long has come, and does not walk from room to room."""
NOTED = frozenset(Occasion) - {
    *(Occasion.COLD, Occasion.HOT, Occasion.BEDTIME, Occasion.SILENT, Occasion.BACK)
}
"""Occasions that are remembered; the others come too often to mean anything later."""


@dataclass(frozen=True, slots=True)
class Sifted:
    """Observations split into new ones and ones that only confirm."""

    to_record: tuple[Observation, ...] = ()
    to_refresh: tuple[Observation, ...] = ()


@dataclass(slots=True)
class Counters:
    """Counters of observations that did not become an event, for vitals."""

    recorded: int = 0
    refreshed: int = 0
    held_back: int = 0
    dropped: int = 0


class Perception:
    """Room of perception, one per house; it keeps state per source and subject."""

    def __init__(
        self,
        clock: Clock,
        ids: Ids,
        *,
        language: Language,
        places: Mapping[str, Place],
        events_per_minute: int = 6,
        dedup_window_s: float = 60.0,
        area_of: Callable[[str], str] = lambda device_id: "",
        device_of: Callable[[str], Device | None] = lambda device_id: None,
    ) -> None:
        self._area_of = area_of
        self._occasions = OccasionWords(places, device_of)
        self._clock, self._ids = clock, ids
        self._language, self._places = language, places
        self._limit = events_per_minute
        self._window = timedelta(seconds=dedup_window_s)
        self._last: dict[Subject, Observation] = {}
        self._spent: dict[str, deque[datetime]] = {}
        self._waiting: dict[Subject, Observation] = {}
        self._looked: datetime | None = None
        self._somebody_at: datetime | None = None
        self._woke: dict[tuple[str, str | None], datetime] = {}
        self.counters = Counters()

    def sift(self, observations: Iterable[Observation]) -> Sifted:
        """Split into new facts and confirmations; over the limit, the newest waits.

        A change over the limit is not lost: it waits and comes out with a later call, also
        one with no observations, unless a newer one of its subject replaced it. Changes of
        number may use half of the limit only, so that coming and going always has room.
        """
        record, refresh = [], []
        for observation in (*self._take_waiting(), *observations):
            if self._known(observation):
                self._refresh(observation)
                refresh.append(observation)
            elif self._room(observation):
                self._record(observation)
                record.append(observation)
            else:
                self._hold_back(observation)
        return Sifted(tuple(record), tuple(refresh))

    def trigger_for(self, observation: Observation, event_id: EventId) -> Trigger | None:
        """A reason to think: a fact that somebody came or went, an occasion, or words that were
        read; the latter can lead to a question and to nothing else."""
        if (occasion := occasion_of(observation.subject)) is not None:
            return self._occasion(occasion, observation, event_id)
        worth = (Change.APPEARED, Change.GONE, Change.SEEN)
        if observation.certainty is not Certainty.FACT or observation.change not in worth:
            return None
        if observation.subject not in ("person", TEXT):
            return None  # A pet that comes and goes all day is a fact, and nothing to think about.
        if observation.subject == TEXT and not self._new_words(observation):
            return None
        return Trigger(
            id=TriggerId(self._ids.new()),
            kind=TriggerKind.EVENT,
            priority=Priority.OBSERVATION,
            at=observation.at,
            about=self._told(observation, event_id),
            event_ids=(event_id,),
            coalesce_key=f"{observation.source}|{observation.subject}",
            place=observation.place,
            expires_at=self._clock.now() + TRIGGER_STALE_AFTER,
        )

    def _occasion(
        self, occasion: Occasion, observation: Observation, event_id: EventId
    ) -> Trigger | None:
        """The trigger of an occasion. An alarm does not wait and does not grow stale; the end of an
        occasion and an unknown state raise none."""
        seems = observation.certainty is Certainty.ESTIMATE and occasion in SEEMING
        known = observation.certainty is Certainty.FACT or seems
        if observation.change is Change.GONE or not known:
            return None
        alarm = occasion in ALARMS
        sentence = self.sentence(observation)
        return Trigger(
            id=TriggerId(self._ids.new()),
            kind=TriggerKind.EVENT,
            priority=Priority.ROUTINE if alarm else Priority.OBSERVATION,
            at=observation.at,
            about=LabelledText(sentence, TrustLabel.OBSERVED, event_id),
            event_ids=(event_id,),
            coalesce_key=f"{observation.source}|{observation.subject}",
            place=observation.place,
            occasion=occasion.value,
            expires_at=None if alarm else self._clock.now() + TRIGGER_STALE_AFTER,
        )

    def of_note(self, observation: Observation) -> Bilingual | None:
        """Words for what somebody may ask about later: an occasion, or a person after a while in
        which nobody was seen anywhere; None for all else."""
        if observation.certainty is Certainty.UNKNOWN:
            return None
        occasion = occasion_of(observation.subject)
        if occasion is not None:
            is_noted = occasion in NOTED and observation.change is not Change.GONE
        else:
            is_noted = self._came(observation)
        if not is_noted:
            return None
        return Bilingual(
            self.sentence(observation, Language.JA), self.sentence(observation, Language.EN)
        )

    def _came(self, observation: Observation) -> bool:
        """Whether somebody is seen after nobody was for `NOBODY_FOR`."""
        if observation.subject != "person" or observation.value == "absent":
            return False
        before, self._somebody_at = self._somebody_at, observation.at
        appeared = observation.change is Change.APPEARED
        return appeared and (before is None or observation.at - before >= NOBODY_FOR)

    def sentence(self, observation: Observation, language: Language | None = None) -> str:
        """The observation as a sentence of this language, else of the household's, with nothing
        guessed."""
        language = language or self._language
        if said := self._occasions.sentence(observation, language):
            return said
        place = self._places.get(observation.place)
        where = place.name.get(language) if place else observation.place
        words = _JA if language is Language.JA else _EN
        people = observation.subject == "person"
        many = people and (observation.count or 1) > 1 and observation.change is not Change.GONE
        key = f"{observation.change}_many" if many else str(observation.change)
        if observation.subject == TEXT:
            said = quoted(observation.value or "", language)
            return words[Change.SEEN].format(where=where, said=said)
        subject = _SUBJECTS.get((language, observation.subject), observation.subject)
        return words[key].format(where=where, subject=subject, count=observation.count)

    def wording(self, state: DeviceState) -> tuple[Observation, ...]:
        """Words that a device reported where a state should stand (calendar, notification, text
        entity): somebody else's, so they are told as something read and as nothing else."""
        if state.value is None or not state.available or is_state(state.value):
            return ()
        return (
            Observation(
                subject=TEXT,
                place=self._area_of(state.device_id),
                change=Change.SEEN,
                certainty=Certainty.FACT,
                confidence=1.0,
                at=state.at,
                source=state.device_id,
                value=data_line(state.value),
            ),
        )

    def _new_words(self, observation: Observation) -> bool:
        """Whether these words of this source woke nobody within a day: a poster hangs for weeks."""
        key, at = (observation.source, observation.value), observation.at
        self._woke = {k: t for k, t in self._woke.items() if at - t < WORDS_WAKE_EVERY}
        if key in self._woke or len(self._woke) >= KNOWN_MOST:
            return False
        self._woke[key] = at
        return True

    def _told(self, observation: Observation, event_id: EventId) -> LabelledText:
        if observation.subject != TEXT:
            return LabelledText(self.sentence(observation), TrustLabel.OBSERVED, event_id)
        place = self._places.get(observation.place)
        where = place.name.get(self._language) if place else observation.place
        plain = _READ.get(self._language).format(where=where).strip()
        read = self.sentence(observation)
        return LabelledText(read, TrustLabel.OBSERVED, event_id, foreign=True, plain=plain)

    def _known(self, observation: Observation) -> bool:
        last = self._last.get(_about(observation))
        if last is None or observation.at - last.at > self._window:
            return False
        return observation.dedup_key == last.dedup_key

    def _refresh(self, observation: Observation) -> None:
        self._waiting.pop(_about(observation), None)
        self._last[_about(observation)] = observation
        self.counters.refreshed += 1

    def _room(self, observation: Observation) -> bool:
        spent = self._spent.setdefault(_purse(observation), deque())
        now = self._clock.now()
        while spent and now - spent[0] >= MINUTE:
            spent.popleft()
        if observation.change is Change.UNKNOWN:
            # An old fact must not stand because the minute is spent. It cannot flood: two
            # of them need a fact between, and that one has to find room.
            return True
        if observation.subject == TEXT:
            return len(spent) < min(TEXTS_PER_MINUTE, self._limit)
        weighty = observation.change in (Change.APPEARED, Change.GONE, Change.UNKNOWN)
        small = not weighty or observation.certainty is Certainty.ESTIMATE
        return len(spent) < (self._limit // 2 if small else self._limit)

    def _record(self, observation: Observation) -> None:
        about = _about(observation)
        self._spent[_purse(observation)].append(self._clock.now())
        self._waiting.pop(about, None)
        self._last[about] = observation
        self.counters.recorded += 1
        if len(self._last) > KNOWN_MOST:
            self._forget()

    def _forget(self) -> None:
        """Forget observations and texts that are older than the window."""
        newest = max(o.at for o in self._last.values())
        kept = {k: o for k, o in self._last.items() if newest - o.at <= self._window}
        self._last = kept

    def _hold_back(self, observation: Observation) -> None:
        if observation.certainty is Certainty.ESTIMATE or observation.subject == TEXT:
            self.counters.dropped += 1
            return
        waiting = self._waiting.get(_about(observation))
        if waiting is not None and waiting.dedup_key == observation.dedup_key:
            return
        if waiting is not None or len(self._waiting) >= MOST_WAITING:
            self.counters.dropped += 1
        if waiting is None and len(self._waiting) >= MOST_WAITING:
            return
        self.counters.held_back += 1
        self._waiting[_about(observation)] = observation

    def _take_waiting(self) -> tuple[Observation, ...]:
        """Take the waiting observations, at most once a second: in a storm each new one would have
        all of them looked at."""
        now = self._clock.now()
        if self._looked is not None and now - self._looked < SECOND:
            return ()
        self._looked = now
        self._forget_old(now)
        return tuple(self._waiting.values())

    def _forget_old(self, now: datetime) -> None:
        """Drop subjects that are past their window, so that a home with many subjects needs little
        memory."""
        for about in [a for a, o in self._last.items() if now - o.at > self._window]:
            del self._last[about]
        for source, spent in tuple(self._spent.items()):
            if not spent or now - spent[-1] >= MINUTE:
                del self._spent[source]


def _about(observation: Observation) -> Subject:
    # Several texts hang side by side; each is a line of its own.
    what = f"{TEXT}|{observation.value}" if observation.subject == TEXT else observation.subject
    return observation.source, what, observation.place


def _purse(observation: Observation) -> str:
    """Whose share of the minute an event takes."""
    return f"{observation.source}|{TEXT}" if observation.subject == TEXT else observation.source


_EN = {
    "appeared": "{subject} appeared in: {where}.",
    "appeared_many": "{count} people appeared in: {where}.",
    "gone": "{subject} is no longer in: {where}.",
    "count": "One person is now in: {where}.",
    "count_many": "{count} people are now in: {where}.",
    "state": "{subject} was looked for in: {where}.",
    "unknown": "It is unknown whether anybody is in: {where}.",
    "seen": "Something in {where} reads {said}.",
}
_JA = {
    "appeared": "{where}に{subject}が現れた。",
    "appeared_many": "{where}に{count}人が現れた。",
    "gone": "{where}から{subject}がいなくなった。",
    "count": "{where}にいるのは今1人。",
    "count_many": "{where}に今{count}人いる。",
    "state": "{where}に{subject}がいるか見た。",
    "unknown": "{where}に人がいるかは分からない。",
    "seen": "{where}に{said}と書いてある。",
}
_SUBJECTS = {
    (Language.EN, "person"): "Somebody",
    (Language.JA, "person"): "人",
    (Language.EN, "cat"): "A cat",
    (Language.JA, "cat"): "猫",
    (Language.EN, "dog"): "A dog",
    (Language.JA, "dog"): "犬",
    (Language.EN, PICTURE): "A picture of somebody",
    (Language.JA, PICTURE): "人の写真や画面の人",
}
_READ = Bilingual("{where}で何かの文字を読んだ。", "Some words were read in: {where}.")
"""Of somebody else's words, where those may not weigh."""
