"""The feedback room turns the household's signs about an act into one bounded term of the choice.

A sign weighs by its day: the newest most, half as much after two weeks. A repeated sign against an
act fades slower each time, and later days outweigh earlier ones of the other side: a habit that
ended is given up after two or three evenings. Three evenings on which an act was taken
back outweigh what seems sensible; what people do by hand speaks for an act only where they do it at
least every second time that it was left. A sign of somebody whose tracker says that
they are out does not count while they are. A harm, the referee, approval and the tiers
stand outside: no sign moves them, and nothing is said of an act that needs a yes in any case.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from companion.home.feedback import AGAINST, band_of, evidence_in, feedback_key
from companion.home.taught import TAUGHT, Lesson, taught_keys
from companion.phrases.feedback import never_said, signs_said
from companion.ports.clock import Clock
from companion.ports.house import House, is_away
from companion.ports.record import Record
from companion.ports.state import StateReader
from companion.words.areas import FeedbackTally, FeedbackValue, TaughtValue, value_in
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome, MenuEntry
from companion.words.feedback import (
    CLOCK,
    FEEDBACK,
    DayBand,
    FeedbackKind,
    FeedbackLearnt,
    FeedbackOccasion,
)
from companion.words.language import Bilingual
from companion.words.score import ScoreTerm, TermName
from companion.words.trigger import Trigger, TriggerKind

WEIGHTS: Mapping[FeedbackKind, float] = {
    FeedbackKind.UNDONE: -0.35,
    FeedbackKind.SWITCHED_BACK: -0.35,
    FeedbackKind.COMPLAINED: -0.3,
    FeedbackKind.REFUSED: -0.25,
    FeedbackKind.IGNORED: -0.05,
    FeedbackKind.BY_HAND: 0.16,
    FeedbackKind.AGREED: 0.16,
    FeedbackKind.THANKED: 0.1,
    FeedbackKind.HELD: 0.05,
    FeedbackKind.LEFT: 0.0,
}
"""Worth of one fresh day with such a sign; one day moves near entries only."""
HALF_LIFE_DAYS = 14.0
"""An evening of two weeks ago counts half."""
MOST_REPEATS = 4
"""So many times as long an act is left that was taken back on so many days or more."""
MOST_FOR, MOST_AGAINST = 0.5, 1.0
"""Bounds of the term: for an act it tips between near entries, against one it can stop it."""
AT_OTHER_HOURS = 0.5
"""Share of what was shown against an act in another part of the day, where nothing speaks for it in
this one: the same lamp at ten in the evening is not quite another lamp than at nine."""
OFTEN = 0.5
"""Share of the occasions at which people did it by hand, from which on that speaks for the act."""
_FOR = frozenset({FeedbackKind.BY_HAND, FeedbackKind.AGREED})
_OF_HANDS = frozenset({FeedbackKind.BY_HAND, FeedbackKind.HELD})
LEAST = 0.02
"""Smaller terms are left out."""


@dataclass(frozen=True, slots=True)
class _Weight:
    """Weight of one row now, and the tallies behind it."""

    value: float
    tallies: tuple[FeedbackTally, ...]


class FeedbackRoom:
    """Implements `ports.feedback.HouseholdFeedback`."""

    def __init__(
        self, *, state: StateReader, record: Record, clock: Clock, house: House | None = None
    ) -> None:
        """`house`: tells who is out; None: nobody is."""
        self._state, self._record, self._clock, self._house = state, record, clock, house

    async def terms(self, pack: DeliberationContextPack) -> Mapping[str, ScoreTerm]:
        """One look at state for each act of the menu."""
        if pack.trigger.kind is TriggerKind.TIME:
            return {}
        occasion = await self._occasion(pack.trigger)
        found = {}
        for entry in pack.menu:
            if entry.outcome is DecisionOutcome.DO_ACTION and entry.risk < RiskTier.ASK:
                term = await self._term(entry, occasion)
                if term is not None:
                    found[entry.name] = term
        return found

    async def learnt(self) -> tuple[FeedbackLearnt, ...]:
        """Everything that weighs now, the strongest first."""
        found = []
        for row in await self._state.rows(FEEDBACK):
            value = value_in(row, FeedbackValue)
            if value is None or value.cause == CLOCK:
                continue
            weight = weight_of(value.tallies, self._clock.now().date())
            if abs(weight.value) < LEAST:
                continue
            found.append(
                FeedbackLearnt(
                    key=row.key,
                    act=Bilingual(value.ja, value.en),
                    occasion=FeedbackOccasion(value.cause, value.place, value.band),
                    value=round(weight.value, 3),
                    why=signs_said(weight.tallies, value.band),
                    events=evidence_in(weight.tallies),
                )
            )
        return tuple(sorted(found, key=lambda one: (-abs(one.value), one.key)))

    async def _occasion(self, trigger: Trigger) -> FeedbackOccasion:
        cause = trigger.occasion or trigger.kind.value
        if not trigger.occasion and trigger.event_ids:
            first = await self._record.event(trigger.event_ids[0])
            cause = cause if first is None else first.kind
        return FeedbackOccasion(cause, trigger.place, band_of(self._clock.now()))

    async def _term(self, entry: MenuEntry, occasion: FeedbackOccasion) -> ScoreTerm | None:
        """Of an act on several devices the one that is liked least decides."""
        keys = taught_keys(entry.action_type, entry.payload)
        if await self._forbidden(keys):
            return ScoreTerm(TermName.TAUGHT, -MOST_AGAINST, never_said())
        weights = [await self._at_all_hours(key, occasion) for key in keys]
        least, band = min(weights, key=lambda found: found[0].value)
        if abs(least.value) < LEAST:
            return None
        why = signs_said(least.tallies, band)
        return ScoreTerm(TermName.TAUGHT, round(least.value, 3), why, evidence_in(least.tallies))

    async def _forbidden(self, keys: Sequence[str]) -> bool:
        rows = [await self._state.row(TAUGHT, key) for key in keys]
        taught = [value_in(row, TaughtValue) for row in rows if row is not None]
        return any(one is not None and one.value == Lesson.NEVER for one in taught)

    async def _at_all_hours(self, key: str, occasion: FeedbackOccasion) -> tuple[_Weight, DayBand]:
        """The weight at an occasion, with what stands against the act in the part of the day in
        which it is liked least, and the part that its days are of."""
        own = await self._weight(feedback_key(key, occasion))
        if own.value > 0:
            return own, occasion.band
        others = [
            (await self._weight(feedback_key(key, replace(occasion, band=band))), band)
            for band in DayBand
            if band is not occasion.band
        ]
        least, band = min(others, key=lambda found: found[0].value)
        value = max(-MOST_AGAINST, own.value + AT_OTHER_HOURS * min(0.0, least.value))
        if own.tallies or least.value >= 0:
            return _Weight(value, own.tallies), occasion.band
        return _Weight(value, least.tallies), band

    async def _weight(self, key: str) -> _Weight:
        row = await self._state.row(FEEDBACK, key)
        value = None if row is None else value_in(row, FeedbackValue)
        if value is None:
            return _Weight(0.0, ())
        house = self._house
        counted = [o for o in value.tallies if house is None or not is_away(house, o.person)]
        return weight_of(counted, self._clock.now().date())


def weight_of(tallies: Sequence[FeedbackTally], today: date) -> _Weight:
    """The bounded sum of a row's days, and the days on the side that won."""
    often = _share_by_hand(tallies, today) >= OFTEN
    told = [one for one in tallies if often or one.kind not in _OF_HANDS]
    counted = [(one, WEIGHTS[one.kind] * _standing(one, told, today)) for one in told]
    value = max(-MOST_AGAINST, min(MOST_FOR, sum(weight for _, weight in counted)))
    behind = tuple(one for one, weight in counted if weight * value > 0)
    return _Weight(value, behind)


def _standing(tally: FeedbackTally, told: Sequence[FeedbackTally], today: date) -> float:
    """The share of a day's worth that is left: it fades, and each later day on the other side
    halves it."""
    against = WEIGHTS[tally.kind] < 0
    repeats = len({one.day for one in told if one.kind in AGAINST}) if against else 1
    other = _FOR if against else AGAINST
    later = {one.day for one in told if one.kind in other and one.day > tally.day}
    times = max(1, min(MOST_REPEATS, repeats))
    return float(_freshness(tally, today) ** (1 / times) * 0.5 ** len(later))


def _freshness(tally: FeedbackTally, today: date) -> float:
    passed = max(0, (today - date.fromisoformat(tally.day)).days)
    return float(0.5 ** (passed / HALF_LIFE_DAYS))


def _share_by_hand(tallies: Sequence[FeedbackTally], today: date) -> float:
    """How often people did it by hand of the times that it was left, newer days counting more."""
    by_hand, left, held = (
        sum(one.times * _freshness(one, today) for one in tallies if one.kind is kind)
        for kind in (FeedbackKind.BY_HAND, FeedbackKind.LEFT, FeedbackKind.HELD)
    )
    return by_hand / max(by_hand, left - held) if by_hand else 0.0
