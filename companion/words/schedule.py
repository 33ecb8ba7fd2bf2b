"""Schedule 予定: alarms, timers, reminders and routines, and what became of each.

An `Entry` is what the owner saved; a `Firing` is one moment at which it was due. A firing is
written down before anything rings and closed when the owner stopped it, so that no crash rings
twice or not at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, NewType

from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.timing import After, Once, OnFact, OnMovement, Timing
from companion.words.trust import TrustLabel

EntryId = NewType("EntryId", int)
"""予定番号: one alarm, timer, reminder or routine."""

FiringId = NewType("FiringId", int)
"""鳴動番号: one moment at which an entry was due."""

FRESH_S = 600.0
"""An alarm that could not ring in time still rings when it is at most so late."""
SNOOZE_S = 540.0
"""Nine minutes, as alarm clocks have had it since their gears did not allow ten."""


class EntryKind(StrEnum):
    """予定の種類."""

    ALARM = "alarm"
    TIMER = "timer"
    REMINDER = "reminder"
    ROUTINE = "routine"


class MissedPolicy(StrEnum):
    """寝過ごしたとき: what becomes of a moment that passed while nobody could act on it."""

    IF_FRESH = "if_fresh"
    """Do it when at most `FRESH_S` late, else say that it was missed."""
    RUN = "run"
    """Do it, however late; of several moments only the last."""
    SKIP = "skip"
    """Leave it, and say so."""


MISSED: Mapping[EntryKind, MissedPolicy] = {
    EntryKind.ALARM: MissedPolicy.IF_FRESH,
    EntryKind.TIMER: MissedPolicy.RUN,
    EntryKind.REMINDER: MissedPolicy.RUN,
    EntryKind.ROUTINE: MissedPolicy.SKIP,
}
"""Where nobody said otherwise. A curtain opened at noon helps nobody; a reminder still does."""


class EntryState(StrEnum):
    """予定の状態."""

    WAITING = "waiting"
    DONE = "done"
    """It was for once, and that moment is past."""


class Manner(StrEnum):
    """やり方: how deliberation may carry out what is saved; never whether."""

    QUIETLY = "quietly"
    """Done, and shown in the log."""
    WITH_WORDS = "with_words"
    """Done, and told in persona."""


class Comparison(StrEnum):
    """比べ方."""

    IS = "is"
    IS_NOT = "is_not"
    ABOVE = "above"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class FactCondition:
    """条件: only when a fact is so at that moment; unknown is never so.

    `thing` is a device id, or `person@place` as the world model keys it.
    """

    thing: str
    comparison: Comparison
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedAction:
    """決めた操作: exactly this was approved when it was saved."""

    action_type: str
    """`capability.operation`."""
    payload: Mapping[str, Any] = field(default_factory=dict)
    label: Bilingual | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """予定: what the owner saved. Only people make, change or remove one."""

    kind: EntryKind
    timing: Timing
    created_at: datetime
    """An `After` counts from here; a wall clock that is set takes this along."""
    id: EntryId = EntryId(0)
    zone: str = ""
    """IANA name of the wall clock its rule is read on; "": the household's."""
    label: str = ""
    """Its name, or what a reminder says."""
    enabled: bool = True
    skip: datetime | None = None
    """This one coming moment is passed over."""
    missed: MissedPolicy | None = None
    """None: as its kind has it."""
    place: str = ""
    """Room whose curtain and light the ladder takes first."""
    actions: tuple[SavedAction, ...] = ()
    """Of a routine, in order."""
    condition: FactCondition | None = None
    manners: tuple[Manner, ...] = (Manner.QUIETLY, Manner.WITH_WORDS)
    trust: TrustLabel = TrustLabel.OWNER
    channel: str = "web"
    event_id: EventId = EventId(0)
    """The wish it was saved by, for the why-chain; 0: none was recorded."""
    state: EntryState = EntryState.WAITING
    settled_until: datetime | None = None
    """No moment up to here is looked at again; None: from `created_at` on."""

    @property
    def missed_policy(self) -> MissedPolicy:
        """Gives the rule for a moment that passed while nothing could act on it."""
        return self.missed or MISSED[self.kind]

    @property
    def rings(self) -> bool:
        """True if this kind of entry sounds until somebody stops it."""
        return self.kind in (EntryKind.ALARM, EntryKind.TIMER)


def one_moment(entry: Entry) -> datetime | None:
    """The moment of what has a single one that no rule of zone, sun or holiday has a say in."""
    if isinstance(entry.timing, Once):
        return entry.timing.at.astimezone(UTC)
    if isinstance(entry.timing, After):
        return entry.created_at.astimezone(UTC) + timedelta(seconds=entry.timing.after_s)
    return None


class FiringState(StrEnum):
    """鳴動の状態."""

    CLAIMED = "claimed"
    """Written down; nothing was done yet, as far as the disk knows."""
    RUNNING = "running"
    """It rings, or the steps of a routine are being done."""
    SNOOZED = "snoozed"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Firing:
    """鳴動: one moment at which an entry was due. There is one row for one moment, ever."""

    entry_id: EntryId
    due: datetime
    claimed_at: datetime
    id: FiringId = FiringId(0)
    state: FiringState = FiringState.CLAIMED
    step: int = 0
    """Steps of a routine begun so far; a begun step is never begun again."""
    again_at: datetime | None = None
    """When a snoozed one rings again; of a running one, since when it sounds."""
    outcome: str = ""
    """`stopped` `done` `partly` `missed` `skipped` `condition` `failed` `cut_off` `removed`."""
    why: Bilingual | None = None
    """The reason why it was not done, in the words of the part that refused it or saw it fail."""
    closed_at: datetime | None = None
    event_id: EventId = EventId(0)
    """The record's line about it; the walk's cause."""


@dataclass(frozen=True, slots=True)
class StepEnd:
    """一手の終わり: what came of one saved action, as it was observed."""

    outcome: str
    """`done` (also where it was so already), `partly`, `failed`."""
    why: Bilingual | None = None
    """None where it was done."""


@dataclass(frozen=True, slots=True)
class Upcoming:
    """次の予定: an entry and when it is due next; a ringing one is due now."""

    entry: Entry
    due: datetime | None
    """None: it waits for a person, is switched off, or will not come again."""
    firing: Firing | None = None
    """Set while it rings or snoozes."""

    @property
    def past(self) -> bool:
        """Its moment was missed. It stays set: a clock that was wrong may come to it once more."""
        waits = self.entry.enabled and self.entry.state is EntryState.WAITING
        timed = not isinstance(self.entry.timing, OnMovement | OnFact)
        return waits and timed and self.due is None and self.firing is None
