"""Maps, hops and facilities."""

from dataclasses import replace

import pytest

from companion.rooms.garden.town import Town
from companion.words.garden import (
    Employment,
    Facility,
    FacilityInfo,
    FacilityTag,
    GardenMap,
    Hours,
    JobInfo,
    WorkplaceInfo,
)
from companion.words.language import Bilingual
from tests.unit.rooms.garden.lives import town

TAG = FacilityTag


def _map(name: str, *leads: str, facilities: tuple[Facility, ...] = ()) -> GardenMap:
    return GardenMap(id=name, name=Bilingual(name, name), facilities=facilities, entrances=leads)


def _facility(map_id: str, label: str, *tags: FacilityTag, owner: str = "") -> Facility:
    return Facility(
        map_id=map_id,
        label=Bilingual(label, label),
        info=FacilityInfo(tags=frozenset(tags), owner=owner),
    )


def _workplace(map_id: str, label: str, job_id: str) -> Facility:
    one = _facility(map_id, label, TAG.WORKSPACE)
    hours = Hours(start=8, end=18)
    job = JobInfo(job_id=job_id, title=one.label, hourly_wage=1000, work_hours=hours)
    return replace(one, info=replace(one.info, job=job))


ROW = Town(
    [
        _map("a", "b"),
        _map("b", "a", "c"),
        _map("c", "b", "d"),
        _map("d", "c", "e", facilities=(_facility("d", "bath", TAG.HOTSPRING),)),
        _map("e", "d", facilities=(_facility("e", "far bath", TAG.HOTSPRING),)),
    ]
)


def test_a_036_a_hop_is_one_entrance_and_the_search_reaches_three() -> None:
    """A-036."""
    assert ROW.hops("a", "d") == 3
    assert ROW.near("a") == ("a", "b", "c", "d")
    assert [one.label.en for one in ROW.search("a", [TAG.HOTSPRING], "me")] == ["bath"]
    assert {one.label.en for one in ROW.search("b", [TAG.HOTSPRING], "me")} == {
        "bath",
        "far bath",
    }


def test_a_037_any_one_tag_is_enough() -> None:
    """A-037."""
    here = _facility("a", "shower", TAG.BATHROOM)
    one = Town([_map("a", facilities=(here,))])
    assert one.search("a", [TAG.HOTSPRING, TAG.BATHROOM], "me") == (here,)
    assert one.search("a", [TAG.HOTSPRING], "me") == ()


def test_a_038_a_facility_with_an_owner_is_that_owners_alone() -> None:
    """A-038."""
    own = _facility("a", "bed", TAG.BEDROOM, owner="me")
    one = Town([_map("a", facilities=(own,))])
    assert one.search("a", [TAG.BEDROOM], "me") == (own,)
    assert one.search("a", [TAG.BEDROOM], "you") == ()


def test_the_way_passes_entrances_alone() -> None:
    assert ROW.way("a", "d") == ("a", "b", "c", "d")
    with pytest.raises(KeyError):
        Town([_map("a"), _map("b")]).way("a", "b")


def test_a_034_the_home_has_all_that_the_basic_actions_need() -> None:
    """A-034."""
    me = next(one for one in town().inhabitants if one.id == town().self_id)
    shipped = Town(town().maps)
    for tag in (TAG.BEDROOM, TAG.KITCHEN, TAG.BATHROOM, TAG.TOILET, TAG.WORKSPACE):
        found = shipped.home_of(me, [tag])
        assert found is not None
        assert found.info.owner == me.id


def test_a_034_of_a_shared_home_only_what_is_its_own_is_its_fallback() -> None:
    """A-034: each of two flatmates sleeps in its own bed, whichever the map lists first."""
    me = next(one for one in town().inhabitants if one.id == town().self_id)
    beds = tuple(_facility(me.home, f"bed of {who}", TAG.BEDROOM, owner=who) for who in "ab")
    shared = Town([_map(me.home, facilities=beds)])
    found = [shared.home_of(replace(me, id=who), [TAG.BEDROOM]) for who in "abc"]
    assert found == [*beds, None]


def test_a_049_whoever_has_two_workplaces_works_at_both() -> None:
    """A-049: the second of the list counts as the first does."""
    me = next(one for one in town().inhabitants if one.id == town().self_id)
    halls = tuple(_workplace("m", label, "packer") for label in ("mill", "quay"))
    row = Town([_map("m", facilities=halls)])
    places = tuple(WorkplaceInfo(workplace_label=one.label.ja, map_id="m") for one in halls)
    packer = replace(me, employment=Employment(job_id="packer", workplaces=places))
    assert [row.job_at(one, packer) for one in halls] == [one.info.job for one in halls]


def test_a_051_a_job_at_each_listed_workplace_and_at_home() -> None:
    """A-049, A-051, S-24."""
    shipped = Town(town().maps)
    me = next(one for one in town().inhabitants if one.id == town().self_id)
    restaurant = shipped.facilities["town/レストラン"]
    desk = shipped.facilities["home/デスク"]
    bakery = shipped.facilities["town/パン工房 こむぎ"]
    job = shipped.job_at(restaurant, me)
    assert job is not None
    assert (job.job_id, job.hourly_wage) == ("waiter", 1000)
    assert shipped.job_at(desk, me) == job
    assert shipped.job_at(bakery, me) is None
    unlisted = replace(
        me,
        employment=replace(me.employment, workplaces=me.employment.workplaces[1:]),  # type: ignore[union-attr, type-var]
    )
    assert shipped.job_at(restaurant, unlisted) is None
    idle = replace(me, employment=None)
    assert shipped.job_at(restaurant, idle) is None
    assert shipped.job_at(desk, idle) is None
