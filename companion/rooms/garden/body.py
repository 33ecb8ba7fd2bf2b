"""Body: changes the five needs of a character of the garden with time.

A need that the running action names moves by the action's rate, every other one decays; the two
are never added. All rates are constant while an action runs, so that one step of an hour and sixty
steps of a minute give the same.
"""

from collections.abc import Callable, Mapping
from typing import Final

from companion.words.garden import STATS, ActionTiming, Stat, Stats

Needs = tuple[float, float, float, float, float]
"""The five needs in the order of `STATS`."""
LEAST, MOST = 0.0, 100.0
URGENT_BELOW: Final = 10.0
USUAL_QUALITY: Final = 50
BLADDER, ENERGY, SATIETY, HYGIENE, MOOD = range(5)
_NO_RATES: Final[Mapping[Stat, float]] = {}


def quality_factor(quality: int | None) -> float:
    """By how much a facility makes good effects larger or smaller; an unknown quality is usual."""
    return 0.5 + (USUAL_QUALITY if quality is None else quality) / 100


def rates_of(
    decay: Mapping[Stat, float], timing: ActionTiming | None, quality: int | None = None
) -> Needs:
    """Change of each need per minute while this runs; None is doing nothing."""
    own = timing.per_minute if timing is not None and not timing.fixed else _NO_RATES
    factor = quality_factor(quality)

    def rate(stat: Stat) -> float:
        if stat not in own:
            return -decay[stat]
        return own[stat] * factor if own[stat] > 0 else own[stat]

    return _five(rate)


def after(needs: Needs, rates: Needs, minutes: float) -> Needs:
    """The needs some minutes later, each kept between 0 and 100."""
    b, e, s, h, m = needs
    rb, re, rs, rh, rm = rates
    return (
        _kept(b + rb * minutes),
        _kept(e + re * minutes),
        _kept(s + rs * minutes),
        _kept(h + rh * minutes),
        _kept(m + rm * minutes),
    )


def changed(needs: Needs, changes: Mapping[Stat, float]) -> Needs:
    """The needs after a change that comes at once."""
    had = dict(zip(STATS, needs, strict=True))
    return _five(lambda stat: _kept(had[stat] + changes.get(stat, 0.0)))


def as_if_since(needs: Needs, rates: Needs, minutes: float) -> Needs:
    """The needs with which a line must have begun so many minutes ago to be at these now; they may
    lie beyond 0 and 100."""
    had = dict(zip(STATS, zip(needs, rates, strict=True), strict=True))
    return _five(lambda stat: had[stat][0] - had[stat][1] * minutes)


def _five(of: Callable[[Stat], float]) -> Needs:
    bladder, energy, satiety, hygiene, mood = STATS
    return of(bladder), of(energy), of(satiety), of(hygiene), of(mood)


def _kept(value: float) -> float:
    return LEAST if value < LEAST else MOST if value > MOST else value


def lowest_urgent(needs: Needs) -> Stat | None:
    """The need that must be answered now: the lowest of those below a tenth, of equal ones the
    first in order."""
    low = min(needs)
    return STATS[needs.index(low)] if low < URGENT_BELOW else None


def minutes_until_urgent(value: float, rate: float) -> int | None:
    """Whole minutes until a falling need is below a tenth; None where it never is."""
    if value < URGENT_BELOW:
        return 1
    if rate >= 0:
        return None
    return int((value - URGENT_BELOW) / -rate) + 1


def stats_of(needs: Needs, money: float) -> Stats:
    """Needs and money under their names."""
    bladder, energy, satiety, hygiene, mood = needs
    return Stats(
        bladder=bladder, energy=energy, satiety=satiety, hygiene=hygiene, mood=mood, money=money
    )


def needs_of(stats: Stats) -> Needs:
    """The five without their names."""
    return stats.bladder, stats.energy, stats.satiety, stats.hygiene, stats.mood
