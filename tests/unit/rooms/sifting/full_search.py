"""Full search over a whole log: every choice of facts in order is tried against the declaration of
a pattern. It shares no code with the sifter."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import combinations

from companion.rooms.sifting.pattern import Pattern, Step
from companion.words.story import StoryFact

Found = tuple[str, tuple[int, ...]]


def full_search(pattern: Pattern, log: list[StoryFact]) -> Iterator[Found]:
    """Every way in which the facts of this log make up the story."""
    times: list[datetime] = []
    for fact in log:
        times.append(max([fact.when, *times[-1:]]))
    for chosen in combinations(range(len(log)), len(pattern.steps)):
        if any(log[n].verb is not s.verb for n, s in zip(chosen, pattern.steps, strict=True)):
            continue
        if _in_time(pattern, [times[n] for n in chosen]) and _holds(pattern, log, chosen):
            yield pattern.name, tuple(int(log[n].event_id) for n in chosen)


def _in_time(pattern: Pattern, times: list[datetime]) -> bool:
    if times[-1] - times[0] > pattern.within:
        return False
    for step, before, now in zip(pattern.steps[1:], times, times[1:], strict=False):
        if not step.at_least <= now - before <= (step.at_most or timedelta.max):
            return False
    return True


def _holds(pattern: Pattern, log: list[StoryFact], chosen: tuple[int, ...]) -> bool:
    roles: dict[str, str] = {}
    for number, step in zip(chosen, pattern.steps, strict=True):
        found = None
        for values in _orders(step, log[number]):
            found = _read(step, values, roles)
            if found is not None and any(
                found.get(a, "1") == found.get(b, "2") for a, b in pattern.differ
            ):
                found = None
            if found is not None:
                break
        if found is None:
            return False
        roles = found
        if number == chosen[0] and any(
            _any_fits(one, log[:number], found) for one in pattern.never_before
        ):
            return False
    return not any(
        _any_fits(one.fact, [log[n] for n in between if n not in chosen], roles)
        for one in pattern.unless
        for between in [range(chosen[one.after] + 1, chosen[one.before])]
    )


def _any_fits(step: Step, facts: list[StoryFact], roles: dict[str, str]) -> bool:
    return any(
        fact.verb is step.verb and _read(step, values, roles) is not None
        for fact in facts
        for values in _orders(step, fact)
    )


def _orders(step: Step, fact: StoryFact) -> list[list[str]]:
    straight = [fact.who, fact.whom, fact.what, fact.where]
    exchanged = [fact.whom, fact.who, fact.what, fact.where]
    return [straight, exchanged] if step.either_way else [straight]


def _read(step: Step, values: list[str], roles: dict[str, str]) -> dict[str, str] | None:
    found = dict(roles)
    for term, value in zip([step.who, step.whom, step.what, step.where], values, strict=True):
        if term.startswith("?"):
            name = term[1:]
            if value == "" or found.get(name, value) != value:
                return None
            found[name] = value
        elif term == "-":
            if value != "":
                return None
        elif term not in ("", value):
            return None
    return found
