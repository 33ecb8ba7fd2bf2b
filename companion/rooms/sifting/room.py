"""The sifter follows all story patterns through a log, fact by fact.

Every beginning of a story is kept as a thread until it is spoilt or too old. Threads lie in shelves
by the values they wait for, so that a fact meets only the threads it could carry on or spoil. The
order of the log is the order of the story; a fact whose time lies before that of the fact before it
(a clock was set back) counts as of that fact's time.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from heapq import heappop, heappush

from companion.rooms.sifting.pattern import (
    NOBODY,
    Pattern,
    Step,
    bound,
    fits,
    is_variable,
    known_after,
)
from companion.words.ids import EventId
from companion.words.story import StoryFact, StoryMatch, StoryThread, StoryVerb, StoryWish

_Key = tuple[str, ...]


@dataclass(slots=True, eq=False)
class _Thread:
    """Story that has begun."""

    number: int
    pattern: Pattern
    taken: int
    """Steps that have happened."""
    roles: dict[str, str]
    event_ids: tuple[EventId, ...]
    began: datetime
    last: datetime
    until: datetime
    shelves: list[tuple["_Shelf", _Key]] = field(default_factory=list)


class _Shelf:
    """Threads that wait for one step, or that one unless-step would spoil, by the values of it that
    are known already."""

    def __init__(self, pattern: Pattern, step: Step, number: int, known: frozenset[str]) -> None:
        self.pattern, self.step, self.number = pattern, step, number
        terms = step.terms()
        self._fields = [
            n for n, term in enumerate(terms) if is_variable(term) and term[1:] in known
        ]
        self._names = [terms[n][1:] for n in self._fields]
        self._by_key: dict[_Key, dict[int, _Thread]] = {}

    def add(self, thread: _Thread) -> None:
        """Put a thread where the fact that it waits for will look."""
        key = tuple(thread.roles[name] for name in self._names)
        self._by_key.setdefault(key, {})[thread.number] = thread
        thread.shelves.append((self, key))

    def remove(self, thread: _Thread, key: _Key) -> None:
        """Take a thread out."""
        box = self._by_key[key]
        del box[thread.number]
        if not box:
            del self._by_key[key]

    def meeting(self, fact: StoryFact, now: datetime) -> list[tuple[_Thread, dict[str, str]]]:
        """Threads that this fact fits, each with its roles from then on. In one box the older wait
        longer, so that the first for which it is too early ends the look."""
        found = []
        for box in self._boxes(fact):
            for thread in box.values():
                if now - thread.last < self.step.at_least:
                    break
                roles = fits(self.step, fact, thread.roles, self.pattern.differ)
                if roles is not None:
                    found.append((thread, roles))
        return found

    def _boxes(self, fact: StoryFact) -> Iterator[dict[int, _Thread]]:
        values = (fact.who, fact.whom, fact.what, fact.where)
        key = tuple(values[n] for n in self._fields)
        if box := self._by_key.get(key):
            yield box
        if self.step.either_way:
            exchanged = (fact.whom, fact.who, fact.what, fact.where)
            other = tuple(exchanged[n] for n in self._fields)
            if other != key and (box := self._by_key.get(other)):
                yield box


class _Before:
    """Memory of the facts that a pattern wants never to have happened before."""

    def __init__(self, step: Step) -> None:
        self._step = step
        self._terms = [(n, t) for n, t in enumerate(step.terms()) if is_variable(t)]
        self._seen: set[_Key] = set()

    def happened(self, roles: Mapping[str, str]) -> bool:
        """Whether such a fact with these roles is in the log so far."""
        return tuple(roles[term[1:]] for _, term in self._terms) in self._seen

    def remember(self, fact: StoryFact) -> None:
        """Remember a fact, where it is one of these."""
        for values in self._views(fact):
            if bound(self._step.terms(), values, {}) is not None:
                self._seen.add(tuple(values[n] for n, _ in self._terms))

    def _views(self, fact: StoryFact) -> Iterator[_Key]:
        yield (fact.who, fact.whom, fact.what, fact.where)
        if self._step.either_way:
            yield (fact.whom, fact.who, fact.what, fact.where)


class Sifter:
    """Room that tells which stories became whole with each fact, and which are open."""

    def __init__(self, patterns: tuple[Pattern, ...]) -> None:
        self._begins: dict[StoryVerb, list[Pattern]] = defaultdict(list)
        self._carries: dict[StoryVerb, list[_Shelf]] = defaultdict(list)
        self._spoils: dict[StoryVerb, list[_Shelf]] = defaultdict(list)
        self._remembers: dict[StoryVerb, list[_Before]] = defaultdict(list)
        self._next: dict[tuple[str, int], list[_Shelf]] = defaultdict(list)
        """Shelves of a thread by pattern and number of steps taken."""
        self._before: dict[str, list[_Before]] = defaultdict(list)
        self._open: dict[int, _Thread] = {}
        self._ends: list[tuple[datetime, int]] = []
        self._count = 0
        self._now: datetime | None = None
        for pattern in patterns:
            self._arrange(pattern)

    def _arrange(self, pattern: Pattern) -> None:
        self._begins[pattern.steps[0].verb].append(pattern)
        for number, step in enumerate(pattern.steps[1:], start=1):
            shelf = _Shelf(pattern, step, number, known_after(pattern.steps, number))
            self._carries[step.verb].append(shelf)
            self._next[pattern.name, number].append(shelf)
        for one in pattern.unless:
            for taken in range(one.after + 1, one.before + 1):
                shelf = _Shelf(pattern, one.fact, taken, known_after(pattern.steps, one.after + 1))
                self._spoils[one.fact.verb].append(shelf)
                self._next[pattern.name, taken].append(shelf)
        for step in pattern.never_before:
            memory = _Before(step)
            self._remembers[step.verb].append(memory)
            self._before[pattern.name].append(memory)

    def take(self, fact: StoryFact) -> tuple[StoryMatch, ...]:
        """Take the next fact of the log; the stories that became whole with it."""
        now = self._now = fact.when if self._now is None else max(self._now, fact.when)
        while self._ends and self._ends[0][0] < now:
            self._close(heappop(self._ends)[1])
        grown = [*self._begun(fact, now), *self._carried(fact, now)]
        for shelf in self._spoils[fact.verb]:
            for thread, _ in shelf.meeting(fact, now):
                self._close(thread.number)
        for memory in self._remembers[fact.verb]:
            memory.remember(fact)
        whole = []
        for thread in grown:
            if thread.taken == len(thread.pattern.steps):
                whole.append(_match(thread))
            else:
                self._keep(thread)
        return tuple(whole)

    def threads(self) -> tuple[StoryThread, ...]:
        """The open stories, the oldest first."""
        return tuple(_thread(one) for one in self._open.values())

    def _begun(self, fact: StoryFact, now: datetime) -> Iterator[_Thread]:
        for pattern in self._begins[fact.verb]:
            roles = fits(pattern.steps[0], fact, {}, pattern.differ)
            if roles is None or any(one.happened(roles) for one in self._before[pattern.name]):
                continue
            yield self._new(pattern, 1, roles, (fact.event_id,), now, now)

    def _carried(self, fact: StoryFact, now: datetime) -> Iterator[_Thread]:
        for shelf in self._carries[fact.verb]:
            for old, roles in shelf.meeting(fact, now):
                ids = (*old.event_ids, fact.event_id)
                yield self._new(shelf.pattern, shelf.number + 1, roles, ids, old.began, now)

    def _new(
        self,
        pattern: Pattern,
        taken: int,
        roles: dict[str, str],
        event_ids: tuple[EventId, ...],
        began: datetime,
        now: datetime,
    ) -> _Thread:
        self._count += 1
        until = began + pattern.within
        if taken < len(pattern.steps) and (at_most := pattern.steps[taken].at_most) is not None:
            until = min(until, now + at_most)
        return _Thread(self._count, pattern, taken, roles, event_ids, began, now, until)

    def _keep(self, thread: _Thread) -> None:
        self._open[thread.number] = thread
        heappush(self._ends, (thread.until, thread.number))
        for shelf in self._next[thread.pattern.name, thread.taken]:
            shelf.add(thread)

    def _close(self, number: int) -> None:
        thread = self._open.pop(number, None)
        if thread is not None:
            for shelf, key in thread.shelves:
                shelf.remove(thread, key)


def _match(thread: _Thread) -> StoryMatch:
    pattern = thread.pattern
    return StoryMatch(
        pattern=pattern.name,
        label=pattern.label,
        line=pattern.line,
        roles=thread.roles,
        event_ids=thread.event_ids,
        weight=pattern.weight,
        when=thread.last,
    )


def _thread(thread: _Thread) -> StoryThread:
    pattern = thread.pattern
    step = pattern.steps[thread.taken]
    who, whom, what, where = (
        thread.roles.get(term[1:], "") if is_variable(term) else term.removeprefix(NOBODY)
        for term in step.terms()
    )
    return StoryThread(
        pattern=pattern.name,
        label=pattern.label,
        roles=thread.roles,
        event_ids=thread.event_ids,
        weight=pattern.weight,
        progress=thread.taken / len(pattern.steps),
        wish=StoryWish(verb=step.verb, who=who, whom=whom, what=what, where=where),
        since=thread.last + step.at_least,
        until=thread.until,
    )
