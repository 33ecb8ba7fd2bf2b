"""Story facts 物語の事実: small typed facts of a lived world, and the stories found among them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from companion.words.ids import EventId
from companion.words.language import Bilingual, Language


class StoryVerb(StrEnum):
    """物語の動詞: the closed list of what can happen in a story."""

    ASKED_ABOUT = "asked_about"
    """`who` asks `whom` about a secret `what`."""
    ATE = "ate"
    """`who` eats `what`; `whom` is the company, "" alone."""
    BEFRIENDED = "befriended"
    """`who` and `whom` become friends."""
    CANCELLED = "cancelled"
    """`who` gives up the plan `what`."""
    CARED_FOR = "cared_for"
    """`who` looks after `whom`, who is ill."""
    CONFIDED = "confided"
    """`who` tells `whom` the secret `what`."""
    DID = "did"
    """`who` does the everyday action `what`."""
    DUE = "due"
    """The time passed at which `who` was to do `what` for `whom`."""
    ENDED_DAY = "ended_day"
    """`who` goes to sleep; once a day."""
    FAILED = "failed"
    """`who` tries `what` in vain."""
    FELL_ILL = "fell_ill"
    """`who` falls ill."""
    FOUND = "found"
    """`who` finds the thing `what`."""
    FOUND_CLOSED = "found_closed"
    """`who` comes to the place `where`, and it is closed."""
    GAVE = "gave"
    """`who` gives `whom` the thing `what` for good."""
    GAVE_BACK = "gave_back"
    """`who` gives `whom` back the thing or the money `what`."""
    GAVE_UP = "gave_up"
    """`who` stops trying `what`."""
    HELPED = "helped"
    """`who` helps `whom` with `what`."""
    KEPT = "kept"
    """`who` does for `whom` the promised `what`."""
    KEPT_SILENT = "kept_silent"
    """`who` does not tell `whom` the secret `what`, though asked."""
    LEFT = "left"
    """`who` goes away from the place `where`."""
    LENT = "lent"
    """`who` lends `whom` the thing or the money `what`."""
    LOST = "lost"
    """`who` loses the thing `what`."""
    MADE_UP = "made_up"
    """`who` and `whom` are friends again."""
    MANAGED = "managed"
    """`who` succeeds in `what`."""
    MET = "met"
    """`who` and `whom` meet at `where`."""
    MOVED_AWAY = "moved_away"
    """`who` leaves the town."""
    OUTDID = "outdid"
    """`who` does better than `whom` at `what`."""
    PLANNED = "planned"
    """`who` plans the outing `what`."""
    PROMISED = "promised"
    """`who` promises `whom` to do `what`."""
    QUARRELLED = "quarrelled"
    """`who` and `whom` quarrel."""
    RAINED = "rained"
    """It begins to rain; no `who`."""
    RECOVERED = "recovered"
    """`who` is well again."""
    VISITED = "visited"
    """`who` comes to the place `where`."""
    WAITED = "waited"
    """`who` waits for `whom` at `where`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryFact:
    """物語の事実: one thing that happened, in the order of the log."""

    verb: StoryVerb
    who: str = ""
    """Id of the person who does it; "" for the weather."""
    whom: str = ""
    what: str = ""
    """Id or name of the thing, the action, the plan, the secret or the promise."""
    where: str = ""
    when: datetime
    event_id: EventId


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryWish:
    """物語の望み: the fact that would carry an open story on; "" stands for any value."""

    verb: StoryVerb
    who: str = ""
    whom: str = ""
    what: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryMatch:
    """見つかった物語: a whole story, with the events that make it up."""

    pattern: str
    label: Bilingual
    line: Bilingual
    """One sentence with `{a}`, `{p}` ... for the values of `roles`."""
    roles: Mapping[str, str]
    event_ids: tuple[EventId, ...]
    weight: float
    """How much it is worth telling, 0.0-1.0."""
    when: datetime

    def told(self, language: Language, names: Mapping[str, str]) -> str:
        """The sentence with its roles filled in; `names` has the names of ids."""
        called = {role: names.get(value, value) for role, value in self.roles.items()}
        return self.line.get(language).format(**called)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryThread:
    """途中の物語: the beginning of a story, and the fact that would carry it on."""

    pattern: str
    label: Bilingual
    roles: Mapping[str, str]
    event_ids: tuple[EventId, ...]
    weight: float
    progress: float
    """Share of the steps that have happened, below 1.0."""
    wish: StoryWish
    since: datetime
    """Before this moment it is too early to carry it on."""
    until: datetime
    """After this moment it can no longer be carried on."""
