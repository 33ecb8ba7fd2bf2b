"""Orders 頼み: tasks for the clauses of a purpose that the home's grammar reads as orders.

"Turn the television off at ten every night", "remind me on Saturday to hide the cake", "if the
bell rings, turn the hall light on": whoever orders a thing within a purpose gets that very thing,
at that very time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from companion.home.device_operation import operation_of
from companion.home.kinds import kind_of
from companion.home.request import DEVICES
from companion.rooms.governance.draft import Draft, every
from companion.rooms.governance.home_view import HomeView
from companion.rooms.governance.wish import parts_of, sentences_of
from companion.words.language import Bilingual
from companion.words.timing import After, Once, OnFact, Timing
from companion.words.timing_form import to_plain
from companion.words.understood import UnderstoodWish

MOST_DEVICES = 4
"""Devices of one order that get a task each."""
_REMINDS = ("reminder_set", "alarm_set")
_SAID = Bilingual("「{}」の時間です", "It is time: “{}”")
_WAKES = Bilingual("起きる時間です", "It is time to get up")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """頼み: the tasks, and the acts on devices that were ordered by name."""

    drafts: tuple[Draft, ...] = ()
    serves: frozenset[str] = frozenset()
    """As `domain.operation`."""

    @property
    def reminds(self) -> bool:
        """Whether people are to be told of something in time."""
        return any("ja" in draft.slots for draft in self.drafts)


def ordered(purpose: str, home: HomeView, now: datetime) -> Ordered:
    """The orders of a purpose; none where no clause is a clear one. A reminder that waits for a
    fact is none: it is watched for (`needs.py`)."""
    wishes = [*_wishes(purpose, home, now)]
    acts = [(wish, row) for wish in wishes for row in _acts(wish, home, now)]
    return Ordered(
        drafts=every(*(draft for _, draft in acts), *(_reminder(wish, now) for wish in wishes)),
        serves=frozenset(
            f"{home.domain_of(draft.slots['device'])}.{draft.slots['operation']}"
            for _, draft in acts
        ),
    )


def _wishes(purpose: str, home: HomeView, now: datetime) -> Iterator[UnderstoodWish]:
    """Of the whole; where that is no clear order, of its sentences, and of their parts."""
    if whole := home.wishes(purpose, now):
        yield from whole
        return
    for sentence in sentences_of(purpose):
        found = home.wishes(sentence, now)
        parts = () if found else parts_of(sentence)
        yield from (*found, *(wish for part in parts for wish in home.wishes(part, now)))


def _acts(wish: UnderstoodWish, home: HomeView, now: datetime) -> Iterator[Draft]:
    capability, _, operation = wish.operation.partition(".")
    if capability != DEVICES:
        return
    for device in list(filter(None, map(home.device, wish.targets)))[:MOST_DEVICES]:
        kind = kind_of(device)
        does = operation.removeprefix(f"{kind.name}_")
        # A television that cannot be switched off is stopped.
        own, more = kind.instead.get(does, (does, {}))
        row = operation_of(device, does) or operation_of(device, own)
        if row is not None:
            value = {**more, **wish.parameters}.get(row.parameter or "")
            extra = {"value": value} if row.parameter else {}
            slots = {"device": device.id, "operation": row.does, **extra}
            yield _at("device", slots, wish.when, now)


def _reminder(wish: UnderstoodWish, now: datetime) -> tuple[Draft, ...]:
    if not wish.operation.endswith(_REMINDS) or isinstance(wish.when, OnFact | None):
        return ()
    said = str(wish.slots.get("message", ""))
    words = Bilingual(_SAID.ja.format(said), _SAID.en.format(said)) if said else _WAKES
    return (_at("tell", {"ja": words.ja, "en": words.en}, wish.when, now),)


def _at(kind: str, slots: Mapping[str, Any], when: Timing | None, now: datetime) -> Draft:
    """Once at its moment; at every other timing a proposed routine."""
    if when is None or isinstance(when, Once):
        return Draft(kind=kind, slots=slots, at=None if when is None else when.at)
    if isinstance(when, After):
        return Draft(kind=kind, slots=slots, at=now + timedelta(seconds=when.after_s))
    return Draft(kind="routine", slots={**slots, "when": to_plain(when)})
