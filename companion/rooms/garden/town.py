"""Town: the maps of the garden, how far they are from each other, and which facilities a character
may use."""

from collections import deque
from collections.abc import Iterable, Sequence

from companion.words.garden import (
    Employment,
    Facility,
    FacilityTag,
    GardenMap,
    Inhabitant,
    JobInfo,
)
from companion.words.language import Bilingual

REACH = 3
"""Hops within which facilities and destinations are looked for."""
MINUTES_PER_HOP = 5
"""Also the least that a move takes."""


class Town:
    """The maps; nothing in it changes."""

    def __init__(self, maps: Sequence[GardenMap]) -> None:
        self.maps = {one.id: one for one in maps}
        self.facilities = {one.id: one for there in maps for one in there.facilities}
        self._ways = {one.id: self._ways_from(one.id) for one in maps}
        self._near = {one: self._sorted_by_hops(one) for one in self.maps}

    def way(self, start: str, end: str) -> tuple[str, ...]:
        """The maps on the shortest way, both ends included; the same each time. Raises `KeyError`
        where no entrance leads there."""
        return self._ways[start][end]

    def hops(self, start: str, end: str) -> int:
        """How many entrances are passed. Raises `KeyError` as `way`."""
        return len(self._ways[start][end]) - 1

    def near(self, start: str, reach: int = REACH) -> tuple[str, ...]:
        """Maps within so many hops, nearest first, this one included."""
        return tuple(one for one in self._near[start] if self.hops(start, one) <= reach)

    def search(self, start: str, tags: Iterable[FacilityTag], who: str) -> tuple[Facility, ...]:
        """Facilities within three hops that have any of these tags and that `who` may use, nearest
        first; price and opening hours are not looked at."""
        wanted = frozenset(tags)
        return tuple(
            one
            for place in self.near(start)
            for one in self.maps[place].facilities
            if one.info.tags & wanted and (not one.info.owner or one.info.owner == who)
        )

    def home_of(self, who: Inhabitant, tags: Iterable[FacilityTag]) -> Facility | None:
        """The character's own facility for this."""
        wanted = frozenset(tags)
        return next(
            (
                one
                for one in self.maps[who.home].facilities
                if one.info.owner == who.id and one.info.tags & wanted
            ),
            None,
        )

    def job_at(self, facility: Facility, who: Inhabitant) -> JobInfo | None:
        """The job that a character does there: at a listed workplace its own job, at its own desk
        the job of the first listed workplace; None where it cannot work there."""
        if who.employment is None or FacilityTag.WORKSPACE not in facility.info.tags:
            return None
        if facility.info.owner == who.id:
            return self._first_job(who.employment)
        job = facility.info.job
        if job is None or job.job_id != who.employment.job_id:
            return None
        listed = any(
            one.map_id == facility.map_id and one.workplace_label == facility.label.ja
            for one in who.employment.workplaces
        )
        return job if listed else None

    def _first_job(self, employment: Employment) -> JobInfo | None:
        for one in employment.workplaces:
            found = self.facilities.get(f"{one.map_id}/{one.workplace_label}")
            job = None if found is None else found.info.job
            if job is not None and job.job_id == employment.job_id:
                return job
        return None

    def name(self, place: str) -> Bilingual:
        """Name of a facility or of a map."""
        facility = self.facilities.get(place)
        return self.maps[place].name if facility is None else facility.label

    def _ways_from(self, start: str) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {start: (start,)}
        open_ = deque([start])
        while open_:
            here = open_.popleft()
            for there in self.maps[here].entrances:
                if there not in found:
                    found[there] = (*found[here], there)
                    open_.append(there)
        return found

    def _sorted_by_hops(self, start: str) -> tuple[str, ...]:
        order = {one: n for n, one in enumerate(self.maps)}
        return tuple(sorted(self._ways[start], key=lambda o: (self.hops(start, o), order[o])))
