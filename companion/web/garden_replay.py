"""Garden replay: words a day of the garden as a line of moments, and the steps through it."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.web.garden_lines import bond_words
from companion.words.facts import Fact, GardenBond, GardenInjected, GardenTalked
from companion.words.garden import ActionHistoryEntry, GardenAction, clock_of
from companion.words.garden_view import ReplayView
from companion.words.language import Bilingual

STEPS = (-60, -10, 10, 60)
"""Minutes that the buttons go on or back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Moment of the day: an act of the companion, or something that happened to it."""

    clock: str
    after: int
    """Minutes after the day began."""
    when: str
    """`past`, `now` or `later`."""
    entry: ActionHistoryEntry | None = None
    """Of an act."""
    words: Bilingual | None = None
    """Of what is no act."""
    said: tuple[tuple[Bilingual, Bilingual], ...] = ()
    """Of a talk of this minute: who said what."""


def moments(view: ReplayView) -> list[Moment]:
    """The day in its order."""
    found = [_of_act(view, one) for one in view.entries]
    found += _happened(view)
    return sorted(found, key=lambda one: one.after)


def steps(view: ReplayView) -> list[tuple[int, int | None]]:
    """Minutes of each button, and the minute of the day it leads to; None where the day has no
    such minute."""
    at, last = view.at - view.began, view.ended - view.began
    goals = ((minutes, max(0, min(at + minutes, last))) for minutes in STEPS)
    return [(minutes, None if goal == at else goal) for minutes, goal in goals]


def _of_act(view: ReplayView, entry: ActionHistoryEntry) -> Moment:
    when = _when(view, entry.started, entry.started + entry.minutes)
    names = {one.id: one.name for one in view.people}
    talk = next(
        (
            one
            for one in view.facts
            if isinstance(one, GardenTalked)
            and one.at == entry.started + entry.minutes
            and entry.action is GardenAction.TALK
        ),
        None,
    )
    said = talk.turns if talk is not None and when == "now" else ()
    return Moment(
        clock=clock_of(entry.started),
        after=max(0, entry.started - view.began),
        when=when,
        entry=entry,
        said=tuple((names[one.who], one.words) for one in said if one.who in names),
    )


def _happened(view: ReplayView) -> Iterator[Moment]:
    own = next((one.id for one in view.people if one.is_self), "")
    for fact in view.facts:
        words = _words(fact, own)
        if words is not None and isinstance(fact, GardenBond | GardenInjected):
            when = _when(view, fact.at, fact.at + 1)
            after = max(0, fact.at - view.began)
            yield Moment(clock=clock_of(fact.at), after=after, when=when, words=words)


def _words(fact: Fact, own: str) -> Bilingual | None:
    if isinstance(fact, GardenInjected):
        return fact.words
    if isinstance(fact, GardenBond) and own in (fact.who, fact.other):
        return bond_words(fact)
    return None


def _when(view: ReplayView, began: int, until: int) -> str:
    if view.at < began:
        return "later"
    return "now" if view.at < until else "past"
