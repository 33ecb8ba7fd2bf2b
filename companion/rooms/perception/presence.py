"""Presence: tells whether somebody is there, as fact, estimate or unknown, by following the track.

Lack of motion never ends a presence: a person who stands still stops triggering the gate
within seconds. Only looks that miss the person end it, and never one alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from companion.ports.senses import Standing
from companion.rooms.perception.regions import overlap
from companion.words.frame import Detection
from companion.words.observation import Certainty, Change, Observation

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PresenceRules:
    """Thresholds at which a score is a fact. Defaults measured on 38 clips
    (`tests/story/test_clips.py`)."""

    subject: str = "person"
    certain: float = 0.6
    """One look this sure is a fact: the source is configured as certain."""
    likely: float = 0.5
    """Two looks this sure within `agree_s` are a fact."""
    faint: float = 0.35
    """From here on an estimate; under it, nothing was seen."""
    agree_s: float = 1.5
    unsettled_looks: int = 8
    """So many unsure looks at a still picture settle nothing: the next one is not hurried."""
    miss_s: float = 0.55
    """Misses must span this long before somebody is gone: two agreeing looks ..."""
    still_miss_s: float = 2.0
    """... and this long where nothing moved since: nobody leaves without moving."""
    stale_s: float = 7.5
    """No look for this long: unknown. 1.5 times the longest interval between looks."""
    floor: float = 0.25
    """The detector's own floor: what it does not report scores less."""
    wide: float = 1.2
    """A box wider than this many heights that comes in from the side or the top ..."""
    wide_certain: float = 0.9
    """... is as likely an arm; under this score it is an estimate at most."""


@dataclass(slots=True)
class _Track:
    """Track of a person: since when missed, and where last seen."""

    boxes: tuple[Box, ...] = ()
    count: int = 0
    count_twice: int = 0
    missed_since_s: float | None = None
    misses: int = 0
    likely_s: float = field(default=float("-inf"))
    stirred: bool = False


class Presence:
    """Presence of one subject before one camera. Times `t_s` are the source's own and only grow."""

    def __init__(self, source: str, place: str, rules: PresenceRules | None = None) -> None:
        self._source, self._place = source, place
        self._rules = rules or PresenceRules()
        self._track = _Track()
        self._value: str | None = None
        self._looked_s: float | None = None
        self._looks = 0
        self._told_unknown = False
        self._unsure = False
        self._hinted = False
        self._maybes = 0

    def standing(self) -> Standing:
        """The state that decides when to look next."""
        first = self._looks < 2 and self._value != "present"
        missing = self._value == "present" and self._track.missed_since_s is not None
        return Standing(held=self._value == "present", settling=first or missing or self._unsure)

    def where(self) -> tuple[Box, ...]:
        """Where the held were seen last."""
        return self._track.boxes if self._value == "present" else ()

    def settles(self, found: Detection) -> bool:
        """Whether one look at this settles that somebody is there, or still there."""
        if self._value != "present":
            return found.score >= self._rules.certain
        return found.score >= (self._rules.faint if self._near(found.box) else self._rules.likely)

    def saw(
        self,
        detections: Sequence[Detection],
        size: tuple[int, int],
        t_s: float,
        at: datetime,
        *,
        stirred: bool,
    ) -> tuple[Observation, ...]:
        """Take one look in; gives what it tells, also where it only confirms.

        `size` is the frame's, in pixels; `stirred`: something moved since the last look.
        """
        people = [d for d in detections if d.label == self._rules.subject]
        sure = [d for d in people if d.score >= self._rules.likely and self._whole(d, size)]
        best = max(people, key=lambda d: d.score, default=None)
        self._looked_s, self._looks = t_s, self._looks + 1
        self._track.stirred |= stirred
        self._unsure = False
        if self._value == "present":
            return self._follow(people, sure, t_s, at)
        if sure:
            return self._greet(sure, t_s, at)
        if best is not None and best.score >= self._rules.faint:
            return self._maybe(best, at)
        return self._nobody(t_s, at)

    def lost_sight(self, at: datetime) -> tuple[Observation, ...]:
        """The camera is blind or gone, or no look came: unknown, never `nobody`."""
        if self._told_unknown:
            return ()
        self._track, self._value, self._looks = _Track(), None, 0
        self._looked_s = None
        self._told_unknown = True
        return (self._say(Change.UNKNOWN, Certainty.UNKNOWN, 0.0, at),)

    def stale(self, t_s: float, pace: float = 1.0) -> bool:
        """Whether the last look is too old to go by; `pace` stretches the limit."""
        return self._looked_s is not None and t_s - self._looked_s > self.stale_after_s(pace)

    def stale_after_s(self, pace: float = 1.0) -> float:
        """How long a look may stand; `pace` stretches it."""
        return self._rules.stale_s * pace

    def unknown(self, at: datetime) -> tuple[Observation, ...]:
        """For a picture that shows nothing one could judge by; holds nothing and ends nothing."""
        return (self._say(Change.UNKNOWN, Certainty.UNKNOWN, 0.0, at),)

    def held(self, at: datetime) -> tuple[Observation, ...]:
        """The observations that are held now, for a look that was asked for."""
        if self._value is None:
            return self.unknown(at)
        confidence = 1 - self._rules.floor
        return (self._say(Change.STATE, Certainty.FACT, confidence, at, value=self._value),)

    def _greet(self, sure: list[Detection], t_s: float, at: datetime) -> tuple[Observation, ...]:
        best = max(sure, key=lambda d: d.score)
        agreed = t_s - self._track.likely_s <= self._rules.agree_s
        self._track.likely_s = t_s
        if best.score < self._rules.certain and not agreed:
            return self._maybe(best, at)
        self._value, self._told_unknown, self._hinted = "present", False, False
        boxes = tuple(d.box for d in sure)
        self._track = _Track(boxes=boxes, count=len(sure), count_twice=len(sure))
        return (self._fact(Change.APPEARED, best, at),)

    def _maybe(self, best: Detection, at: datetime) -> tuple[Observation, ...]:
        """Perhaps somebody: an estimate, and a reason to look again soon."""
        self._hinted = True
        self._maybes = 1 if self._track.stirred else self._maybes + 1
        self._unsure = self._maybes < self._rules.unsettled_looks
        self._track.stirred = False
        self._track.missed_since_s, self._track.misses = None, 0
        estimate = (Change.APPEARED, Certainty.ESTIMATE, best.score, at)
        return (self._say(*estimate, value="present", box=best.box),)

    def _follow(
        self, people: list[Detection], sure: list[Detection], t_s: float, at: datetime
    ) -> tuple[Observation, ...]:
        """Follow a person who is held present: seen again, perhaps in another number, or missed."""
        track = self._track
        near = [d for d in people if d.score >= self._rules.faint and self._near(d.box)]
        if not sure and not near:
            return self._miss(t_s, at)
        track.missed_since_s, track.misses, track.stirred = None, 0, False
        track.boxes = tuple(d.box for d in sure or near)
        best = max(sure or near, key=lambda d: d.score)
        now = len(sure) or track.count
        agreed, track.count_twice = now == track.count_twice, now
        if now == track.count or not agreed:
            return (self._fact(Change.STATE, best, at),)
        track.count = now
        return (self._fact(Change.COUNT, best, at),)

    def _miss(self, t_s: float, at: datetime) -> tuple[Observation, ...]:
        track = self._track
        track.misses += 1
        if track.missed_since_s is None:
            track.missed_since_s = t_s
        rules = self._rules
        if t_s - track.missed_since_s < (rules.miss_s if track.stirred else rules.still_miss_s):
            return ()
        confidence = 1 - self._rules.floor**track.misses
        self._value, self._track = "absent", _Track()
        return (self._say(Change.GONE, Certainty.FACT, confidence, at, value="absent", count=0),)

    def _nobody(self, t_s: float, at: datetime) -> tuple[Observation, ...]:
        """Conclude from looks without a person: two that agree make absence a fact."""
        track = self._track
        track.misses += 1
        if track.missed_since_s is None:
            track.missed_since_s = t_s
        settled = self._value == "absent" and not self._hinted
        if not settled and t_s - track.missed_since_s < self._rules.miss_s:
            return ()
        confidence = 1 - self._rules.floor ** max(2, track.misses)
        self._value, self._told_unknown, self._hinted = "absent", False, False
        return (self._say(Change.STATE, Certainty.FACT, confidence, at, value="absent", count=0),)

    def _whole(self, found: Detection, size: tuple[int, int]) -> bool:
        """False for a wide box that reaches in over the side or the top: likely an arm."""
        x, y, w, h = found.box
        margin_x, margin_y = size[0] * 0.02, size[1] * 0.02
        reaches_in = x <= margin_x or y <= margin_y or x + w >= size[0] - margin_x
        stands = y + h >= size[1] - margin_y
        arm = w > h * self._rules.wide and reaches_in and not stands
        return not arm or found.score >= self._rules.wide_certain

    def _near(self, box: Box) -> bool:
        return any(overlap(box, held) > 0.1 for held in self._track.boxes)

    def _fact(self, change: Change, best: Detection, at: datetime) -> Observation:
        count = self._track.count
        fact = (change, Certainty.FACT, best.score, at)
        return self._say(*fact, value="present", count=count, box=best.box)

    def _say(
        self,
        change: Change,
        certainty: Certainty,
        confidence: float,
        at: datetime,
        *,
        value: str | None = None,
        count: int | None = None,
        box: Box | None = None,
    ) -> Observation:
        return Observation(
            subject=self._rules.subject,
            place=self._place,
            change=change,
            certainty=certainty,
            confidence=round(confidence, 3),
            at=at,
            source=self._source,
            value=value,
            count=count,
            box=box,
        )
