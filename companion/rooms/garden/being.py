"""Being: one character of the garden as it is now; everything of it that a restart must keep.

Its needs are kept as they were when its action began, with their rates; what they are now is
worked out from the two. So nothing adds up errors, and looking changes nothing.
"""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.rooms.garden.body import (
    BLADDER,
    Needs,
    after,
    minutes_until_urgent,
    stats_of,
)
from companion.rooms.garden.town import MINUTES_PER_HOP
from companion.words.facts.garden import GardenPlanItem
from companion.words.garden import Cause, GardenAction, Inhabitant, Stats
from companion.words.language import Bilingual


class Intention(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Plan for the next action: which, where, for how long and why."""

    action: GardenAction
    cause: Cause
    reason: Bilingual
    facility: str = ""
    destination: str = ""
    """Map; of an action at a facility the facility's own."""
    partner: str = ""
    minutes: int
    decision: int = 0
    """Id of the decision's event; below 0 while it is not yet recorded."""


class Running(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An action in hand."""

    intention: Intention
    began: int
    until: int
    before: Stats
    needs: Needs
    """When it began."""
    money: float
    """When it began, the fee paid."""
    rates: Needs
    fee: int = 0
    wage: float = 0.0
    way: tuple[str, ...] = ()
    """Of a move: maps from start to end."""
    leg: bool = False
    """True for the way to the place of `intention`."""

    def needs_at(self, minute: int) -> Needs:
        """The five needs at a moment while it runs."""
        return after(self.needs, self.rates, minute - self.began)

    def money_at(self, minute: int) -> float:
        """Money at a moment while it runs; pay comes in by the minute."""
        return self.money + self.wage * (minute - self.began) / 60

    @property
    def action(self) -> GardenAction:
        """Action of this moment; on the way to a place it is a move."""
        return GardenAction.MOVE if self.leg else self.intention.action


class GardenStep(msgspec.Struct, frozen=True, array_like=True):
    """Step of a character: from this minute on it was at this map and did this."""

    at: int
    map_id: str
    action: GardenAction


class BeingState(msgspec.Struct, kw_only=True, omit_defaults=True):
    """State of one being, as it is saved."""

    id: str
    map_id: str
    needs: Needs
    money: float
    counter: int = 0
    """Completed actions since the last move of the system."""
    running: Running | None = None
    plan: tuple[GardenPlanItem, ...] = ()
    plan_day: str = ""
    day_began: int = 0
    """When the present day began, at the end of the night's sleep."""
    visited: dict[str, int] = msgspec.field(default_factory=dict)
    """Minute at which a facility or map was used last."""
    met: dict[str, int] = msgspec.field(default_factory=dict)
    """Minute at which each other character was met last."""
    steps: list[GardenStep] = msgspec.field(default_factory=list)
    """Where it was and what it did since the companion's day began, the oldest first."""


class Being:
    """A character: its sheet, which never changes, and its state."""

    def __init__(self, sheet: Inhabitant, state: BeingState, *, is_self: bool) -> None:
        self.sheet = sheet
        self.state = state
        self.is_self = is_self
        self.due = 0
        """Minute at which it must be looked at next."""

    @property
    def id(self) -> str:
        """Its character id."""
        return self.sheet.id

    def needs_at(self, minute: int) -> Needs:
        """The five needs now."""
        running = self.state.running
        return self.state.needs if running is None else running.needs_at(minute)

    def stats_at(self, minute: int) -> Stats:
        """Needs and money now, under their names."""
        running = self.state.running
        money = self.state.money if running is None else running.money_at(minute)
        return stats_of(self.needs_at(minute), money)

    def next_due(self) -> int:
        """When its action ends, the next map of its way is reached, or the bladder is urgent:
        the first of these."""
        running = self.state.running
        if running is None:
            return self.due
        due = running.until
        if running.way and running.until > running.began:
            passed = self.hop(running)
            if passed + 1 < len(running.way) - 1:
                due = min(due, running.began + (passed + 1) * MINUTES_PER_HOP)
        answers = running.intention.action is GardenAction.TOILET
        if not answers and running.intention.cause is not Cause.PERSON:
            left = minutes_until_urgent(running.needs[BLADDER], running.rates[BLADDER])
            if left is not None:
                due = min(due, running.began + left)
        return due

    def hop(self, running: Running) -> int:
        """How far along its way it is."""
        return running.way.index(self.state.map_id)

    def note_step(self, minute: int) -> None:
        """Keep where it is and what it does from this minute on."""
        running, steps = self.state.running, self.state.steps
        action = GardenAction.IDLE if running is None else running.action
        if steps and steps[-1].at == minute:
            steps.pop()
        if not steps or (steps[-1].map_id, steps[-1].action) != (self.state.map_id, action):
            steps.append(GardenStep(minute, self.state.map_id, action))

    def asleep(self) -> bool:
        """True while it sleeps."""
        running = self.state.running
        return running is not None and running.action is GardenAction.SLEEP


class Promise(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A promise of two to meet at a place."""

    number: int
    who: str
    other: str
    map_id: str
    about: Bilingual
    due: int
    arrived: tuple[str, ...] = ()


class Bonds(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How all characters stand with each other, as it is saved."""

    affinity: dict[str, float] = msgspec.field(default_factory=dict)
    """By `pair_key`; 0 to 100."""
    quarrels: dict[str, int] = msgspec.field(default_factory=dict)
    """Open quarrels by pair, with the minute each began."""
    promises: list[Promise] = msgspec.field(default_factory=list)
    """Open ones."""
    topics: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """Newest forms of talk by pair, so that two do not repeat themselves."""
    numbered: int = 0
    """Promises given so far."""


class WorldState(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The whole garden, as it is saved."""

    now: int
    seed: int
    beings: list[BeingState]
    bonds: Bonds
    decisions: int = 0
    """Decisions taken so far."""


def pair_key(one: str, other: str) -> str:
    """The same for both orders."""
    return f"{one}|{other}" if one < other else f"{other}|{one}"


def saved(state: WorldState) -> Mapping[str, Any]:
    """The state as it is kept: packed, for it is written every hour and a memory card wears out."""
    return {_PACKED: b64encode(zlib.compress(msgspec.json.encode(state))).decode()}


def restored(kept: Mapping[str, Any]) -> WorldState | None:
    """The state that was saved; None for a form that another version wrote and this one cannot
    read."""
    try:
        text = zlib.decompress(b64decode(str(kept.get(_PACKED, ""))))
        return msgspec.json.decode(text, type=WorldState)
    except (zlib.error, ValueError, msgspec.MsgspecError):
        return None


_PACKED = "packed"
