"""Choice 物語の選択: ranks open stories for the game master, and whole ones for a diary."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from companion.words.ids import EventId
from companion.words.story import StoryFact, StoryMatch, StoryThread, StoryWish

RARE_AFTER = 3
"""A pattern told so often weighs half as much."""


def grants(wish: StoryWish, fact: StoryFact) -> bool:
    """Whether a fact is what an open story waits for."""
    return fact.verb is wish.verb and all(
        wanted in ("", had)
        for wanted, had in (
            (wish.who, fact.who),
            (wish.whom, fact.whom),
            (wish.what, fact.what),
            (wish.where, fact.where),
        )
    )


def carried_on(threads: Iterable[StoryThread], fact: StoryFact) -> float:
    """How far a fact would carry stories on, 0.0-1.0: the best of weight and progress."""
    return max((_pull(thread) for thread in threads if grants(thread.wish, fact)), default=0.0)


def best_injection(threads: Sequence[StoryThread], offers: Sequence[StoryFact]) -> int | None:
    """The number of the offered fact that carries an open story on the furthest, the first of
    equals; None where none carries any. For the game master of a garden or a played scene."""
    pulls = [carried_on(threads, fact) for fact in offers]
    best = max(pulls, default=0.0)
    return pulls.index(best) if best > 0.0 else None


def worth_a_line(
    matches: Sequence[StoryMatch], told: Counter[str], lines: int
) -> tuple[StoryMatch, ...]:
    """At most `lines` stories of a day that are worth a line of its diary, in the order in which
    they ended. `told` counts how often each pattern was told before: the rare ones go first. No
    event is told twice."""
    chosen: list[StoryMatch] = []
    used: set[EventId] = set()
    ranked = sorted(matches, key=lambda match: (-_worth(match, told), match.when, match.pattern))
    for match in ranked:
        if len(chosen) < lines and _new(match, used):
            chosen.append(match)
            used.update(match.event_ids)
    return tuple(sorted(chosen, key=lambda match: (match.when, match.event_ids)))


def _pull(thread: StoryThread) -> float:
    return thread.weight * (1.0 + thread.progress) / 2.0


def _worth(match: StoryMatch, told: Counter[str]) -> float:
    return match.weight / (1.0 + told[match.pattern] / RARE_AFTER)


def _new(match: StoryMatch, used: Collection[EventId]) -> bool:
    return not any(event in used for event in match.event_ids)
