"""Each action of the garden by itself: where it is done, its price, its effects and its traces."""

from dataclasses import replace

import pytest

from companion.rooms.garden.being import Intention
from companion.rooms.garden.body import ENERGY, HYGIENE, MOOD, SATIETY
from companion.rooms.garden.catalogue import DEFINITIONS
from companion.rooms.garden.world import World
from companion.service.draws import SeededDraws
from companion.words.facts import (
    Fact,
    GardenActed,
    GardenDayEnded,
    GardenMet,
    GardenTalked,
)
from companion.words.garden import (
    DAY_MINUTES,
    Cause,
    Facility,
    FacilityTag,
    GardenAction,
    GardenData,
    Stat,
)
from companion.words.language import Bilingual
from tests.unit.rooms.garden.lives import BEGINS, town

WHY = Bilingual("試験", "a test")
NOON = BEGINS + 6 * 60
MIDNIGHT = BEGINS - 6 * 60 + DAY_MINUTES
LOW = (60.0, 30.0, 30.0, 30.0, 30.0)
DECAY = {Stat.SATIETY: 0.1, Stat.ENERGY: 0.05, Stat.HYGIENE: 0.03, Stat.MOOD: 0.02}


def _world(data: GardenData | None = None, now: int = NOON) -> World:
    """Everybody else stands still at home and does nothing."""
    world = World.begin(data or town(), SeededDraws(3), now=now, seed=3)
    for other in world.beings.values():
        if not other.is_self:
            other.due = 1 << 50
    world.self_being.state.money = 50_000.0
    return world


def _begin(
    world: World,
    who: str,
    action: GardenAction,
    facility: str = "",
    *,
    minutes: int = 30,
    needs: tuple[float, float, float, float, float] = LOW,
    partner: str = "",
) -> None:
    being = world.beings[who]
    being.state.running, being.state.needs = None, needs
    if facility:
        being.state.map_id = world.town.facilities[facility].map_id
    world._start(
        being,
        Intention(
            action=action,
            cause=Cause.DECISION,
            reason=WHY,
            facility=facility,
            destination=being.state.map_id,
            partner=partner,
            minutes=minutes,
        ),
    )
    being.due = being.next_due() if being.is_self else 1 << 50


def _lived(
    action: GardenAction,
    facility: str = "",
    *,
    minutes: int = 30,
    data: GardenData | None = None,
    now: int = NOON,
    together: str = "",
    needs: tuple[float, float, float, float, float] = LOW,
) -> tuple[GardenActed, list[Fact]]:
    """One action of the companion to its end, and all that was told until then. `together`: who
    uses the same place meanwhile."""
    world = _world(data, now)
    if together:
        _begin(world, together, action, facility, minutes=minutes + 10, needs=(90.0,) * 5)
    _begin(world, world.data.self_id, action, facility, minutes=minutes, needs=needs)
    told = [one for one in world.advance(now + minutes) if isinstance(one, Fact)]
    acts = [one for one in told if isinstance(one, GardenActed) and one.who == town().self_id]
    assert acts[0].action is action
    return acts[0], told


def _met(told: list[Fact]) -> list[GardenMet]:
    return [one for one in told if isinstance(one, GardenMet)]


def _changed(act: GardenActed, stat: Stat) -> float:
    return act.after.need(stat) - act.before.need(stat)


def test_a_002_a_013_a_meal_at_home_costs_its_ingredients_and_is_routine() -> None:
    """A-002, A-013, S-01: 300 yen at the start, satiety rises, and no encounter comes of it."""
    act, told = _lived(GardenAction.EAT, "home/調理台")
    assert act.fee == 300
    assert act.after.money == act.before.money - 300
    assert _changed(act, Stat.SATIETY) == pytest.approx(30 * 1.67)
    assert act.place == Bilingual("調理台", "the kitchen counter")
    assert _met(told) == []


def test_a_002_a_014_a_meal_out_costs_its_fee_and_may_bring_an_encounter() -> None:
    """A-002, A-014: the fee of the place, more satiety for its quality, and who else eats there."""
    act, told = _lived(GardenAction.EAT, "town/カフェ ドルチェ", together="npc_mio")
    assert act.fee == 800
    assert _changed(act, Stat.SATIETY) == pytest.approx(30 * 1.67 * 1.2)
    assert act.place.en == "Cafe Dolce"
    (met,) = _met(told)
    assert (met.other, met.facility) == ("npc_mio", "town/カフェ ドルチェ")


@pytest.mark.parametrize("quality", [0, 50, 65])
def test_a_015_a_full_night_restores_all_energy_whatever_the_bed(quality: int) -> None:
    """A-015, T-42: 480 minutes end at 100, free at home, and divide two days."""
    maps = tuple(replace(one, facilities=_beds(one.facilities, quality)) for one in town().maps)
    now = MIDNIGHT - 30
    needs = (100.0, 0.0, 100.0, 100.0, 60.0)
    act, told = _lived(
        GardenAction.SLEEP,
        "home/寝室",
        minutes=480,
        data=replace(town(), maps=maps),
        now=now,
        needs=needs,
    )
    assert (act.fee, act.cut_short, act.after.energy) == (0, False, 100)
    (ended,) = [one for one in told if isinstance(one, GardenDayEnded)]
    assert (ended.at, ended.who) == (now + 480, town().self_id)


def _beds(facilities: tuple[Facility, ...], quality: int) -> tuple[Facility, ...]:
    return tuple(
        replace(one, info=replace(one.info, quality=quality)) if one.id == "home/寝室" else one
        for one in facilities
    )


def test_a_003_a_016_a_night_at_an_inn_costs_its_fee_and_is_remembered_by_its_place() -> None:
    """A-003, A-016: fee, energy by the quality of the place, and the place by its name."""
    act, told = _lived(GardenAction.SLEEP, "onsen/旅館 湯の花", minutes=60, together="npc_ume")
    assert act.fee == 8500
    assert _changed(act, Stat.ENERGY) == pytest.approx(60 * 0.208 * 1.42)
    assert (act.facility, act.place.en) == ("onsen/旅館 湯の花", "the Yunohana inn")
    assert _met(told) == [], "who sleeps meets nobody"


def test_a_017_a_toilet_costs_nothing_and_relieves() -> None:
    """A-017: also where the facility takes money for other things."""
    for place in ("home/トイレ", "town/コンビニ"):
        act, _ = _lived(GardenAction.TOILET, place, minutes=5)
        assert (act.fee, act.after.bladder) == (0, 100)


def test_a_018_work_takes_no_fee_and_pays_for_strength() -> None:
    """A-018, A-052: money rises, satiety and energy fall."""
    act, _ = _lived(GardenAction.WORK, "town/レストラン", minutes=60, needs=(90.0,) * 5)
    assert (act.fee, act.wage) == (0, 1000)
    assert act.after.money == act.before.money + 1000
    assert _changed(act, Stat.ENERGY) == pytest.approx(-60 * 0.33)
    assert _changed(act, Stat.SATIETY) == pytest.approx(-60 * 0.1)


@pytest.mark.parametrize(
    ("place", "fee", "quality"),
    [("home/浴室", 0, 60), ("station/駅前ホテル", 5200, 75), ("town/銭湯 松の湯", 450, 60)],
)
def test_a_019_a_020_a_bath_at_home_is_free_and_one_elsewhere_has_its_fee(
    place: str, fee: int, quality: int
) -> None:
    """A-019, A-020: hygiene rises by the quality of the place, which the record names."""
    act, _ = _lived(GardenAction.BATHE, place, minutes=15, now=NOON + 6 * 60)
    assert act.fee == fee
    assert _changed(act, Stat.HYGIENE) == pytest.approx(15 * 3.33 * (0.5 + quality / 100))
    assert act.facility == place


def test_a_005_a_021_a_hot_spring_lifts_the_mood_and_brings_people_together() -> None:
    """A-005, A-021: the fee, hygiene and mood, and who bathes at the same time."""
    act, told = _lived(GardenAction.BATHE, "onsen/温泉", minutes=15, together="npc_gen")
    assert act.fee == 500
    assert _changed(act, Stat.HYGIENE) == pytest.approx(15 * 3.33 * 1.3)
    assert _changed(act, Stat.MOOD) == pytest.approx(15 * 0.5 * 1.3)
    (met,) = _met(told)
    assert (met.other, met.facility) == ("npc_gen", "onsen/温泉")


def test_a_022_a_talk_is_free_lifts_the_mood_and_moves_affinity() -> None:
    """A-022, S-17: with somebody on the same map, for five minutes."""
    world = _world()
    _begin(world, "npc_haru", GardenAction.REST, minutes=60, needs=(90.0,) * 5)
    world.self_being.state.map_id = world.beings["npc_haru"].state.map_id
    before = world.society.affinity(town().self_id, "npc_haru")
    _begin(world, town().self_id, GardenAction.TALK, minutes=5, partner="npc_haru")
    told = world.advance(NOON + 5)
    act = next(one for one in told if isinstance(one, GardenActed))
    talk = next(one for one in told if isinstance(one, GardenTalked))
    assert (act.fee, act.partner) == (0, "npc_haru")
    assert _changed(act, Stat.MOOD) == pytest.approx(20 - 5 * 0.02)
    after = world.society.affinity(town().self_id, "npc_haru")
    assert (talk.affinity_before, talk.affinity_after) == (before, after)
    assert 0 < abs(after - before) <= 5


def test_a_022_a_066_nobody_talks_to_who_is_elsewhere() -> None:
    """A-022, A-066: the talk does not begin, and something else does."""
    world = _world()
    _begin(world, "npc_haru", GardenAction.REST, minutes=60, needs=(90.0,) * 5)
    _begin(world, town().self_id, GardenAction.TALK, minutes=5, partner="npc_haru")
    running = world.self_being.state.running
    assert running is not None
    assert running.action is not GardenAction.TALK


def test_a_023_rest_anywhere_lifts_mood_and_a_little_energy() -> None:
    """A-023: without a facility and for free; the map is noted."""
    act, _ = _lived(GardenAction.REST, minutes=20)
    assert (act.fee, act.facility, act.map_id) == (0, "", "home")
    assert _changed(act, Stat.MOOD) == pytest.approx(20 * 0.17)
    assert _changed(act, Stat.ENERGY) == pytest.approx(20 * 0.5)


def test_a_024_a_move_says_where_it_went() -> None:
    """A-024, S-25: position, way and place; free; the needs only decay."""
    world = _world()
    being = world.self_being
    being.state.running, being.state.needs = None, LOW
    go = Intention(
        action=GardenAction.MOVE, cause=Cause.DECISION, reason=WHY, destination="park", minutes=10
    )
    world._start(being, go)
    being.due = being.next_due()
    act = next(one for one in world.advance(NOON + 10) if isinstance(one, GardenActed))
    assert (act.way, act.map_id, act.place.en) == (("home", "town", "park"), "park", "Central Park")
    assert (being.state.map_id, act.fee, act.ended - act.began) == ("park", 0, 10)
    for stat, rate in DECAY.items():
        assert _changed(act, stat) == pytest.approx(-10 * rate)


def test_a_004_the_way_to_a_toilet_leads_past_people() -> None:
    """A-004, A-094: who is on a map of the way is met there, in passing."""
    world = _world()
    _begin(world, "npc_mio", GardenAction.REST, "town/本屋 ひだまり", minutes=60, needs=(90.0,) * 5)
    being = world.self_being
    being.state.running, being.state.needs = None, (5.0, 90.0, 90.0, 90.0, 90.0)
    hurry = Intention(
        action=GardenAction.TOILET,
        cause=Cause.INTERRUPT,
        reason=WHY,
        facility="park/公園のトイレ",
        destination="park",
        minutes=5,
    )
    world._start(being, hurry)
    being.due = being.next_due()
    (met,) = _met([one for one in world.advance(NOON + 10) if isinstance(one, Fact)])
    assert (met.other, met.map_id, met.on_the_way) == ("npc_mio", "town", True)


def test_a_004_an_urgent_bladder_leads_to_any_toilet_by_chance() -> None:
    """A-004: from the same place at other minutes to other toilets, free to use."""
    found: set[str] = set()
    for minute in range(60):
        world = _world(now=NOON + minute)
        being = world.self_being
        being.state.map_id, being.state.running = "town", None
        being.state.needs = (5.0, 90.0, 90.0, 90.0, 90.0)
        world._next(being)
        running = being.state.running
        assert running is not None
        assert running.intention.cause is Cause.INTERRUPT
        found.add(running.intention.facility)
    assert len(found) > 4


@pytest.mark.parametrize(
    "action", [a for a, d in DEFINITIONS.items() if d.requirements.facility_tags]
)
def test_a_043_a_066_an_action_begins_only_where_its_facility_is(action: GardenAction) -> None:
    """A-017, A-043, A-055, A-066: each action at each facility that the companion could use."""
    world = _world()
    tags = {
        GardenAction.EAT: {FacilityTag.KITCHEN, FacilityTag.RESTAURANT},
        GardenAction.SLEEP: {FacilityTag.BEDROOM},
        GardenAction.BATHE: {FacilityTag.BATHROOM, FacilityTag.HOTSPRING},
        GardenAction.TOILET: {FacilityTag.TOILET},
        GardenAction.WORK: {FacilityTag.WORKSPACE},
    }[action]
    begun = 0
    for place in world.town.facilities.values():
        if place.info.owner not in ("", town().self_id):
            continue
        _begin(world, town().self_id, action, place.id, needs=(90.0,) * 5)
        running = world.self_being.state.running
        assert running is not None
        began = running.action is action and running.intention.facility == place.id
        assert not began or place.info.tags & tags
        begun += running.intention.reason is WHY
    assert begun > 0


def test_a_038_a_066_who_does_not_own_a_bed_does_not_sleep_in_it() -> None:
    """A-038, A-066."""
    world = _world()
    _begin(world, town().self_id, GardenAction.SLEEP, "hillside/ハルの寝室", needs=(90.0,) * 5)
    running = world.self_being.state.running
    assert running is not None
    assert running.intention.facility != "hillside/ハルの寝室"


def test_a_009_money_is_never_below_nothing() -> None:
    """A-009, A-039, A-040: not after a year of fees on an empty purse either."""
    world = _world()
    for being in world.beings.values():
        being.state.money = 0.0
        being.due = world.now
    told = world.advance(NOON + 5 * DAY_MINUTES)
    acts = [one for one in told if isinstance(one, GardenActed)]
    assert min(one.after.money for one in acts) >= 0
    assert any(one.fee for one in acts)
    assert any(one.action is GardenAction.EAT and not one.fee for one in acts)


def test_a_007_who_has_enough_spends_it() -> None:
    """A-007: before the same doors at the same hours, dearer meals."""
    spent = dict.fromkeys((1500.0, 90_000.0), 0)
    for money in spent:
        for minute in range(0, 8 * 60, 20):
            world = _world(now=NOON + minute)
            being = world.self_being
            being.state.map_id, being.state.money = "station", money
            being.state.needs = (90.0, 90.0, 20.0, 90.0, 90.0)
            options = world.options.all(world.situation(being))
            best = next(one for one in options if one.action is GardenAction.EAT)
            assert best.facility is not None
            spent[money] += best.facility.info.cost
    assert spent[90_000.0] > spent[1500.0] + 1000


@pytest.mark.parametrize(
    ("need", "action"),
    [
        (ENERGY, GardenAction.SLEEP),
        (SATIETY, GardenAction.EAT),
        (HYGIENE, GardenAction.BATHE),
        (MOOD, GardenAction.REST),
    ],
)
def test_a_027_a_need_is_looked_at_before_the_counter(need: int, action: GardenAction) -> None:
    """A-027, A-028: the counter grows, the need is answered, and the move of the system waits."""
    world = _world()
    needs = [90.0] * 5
    needs[need] = 5.0
    being = world.self_being
    being.state.counter = 2
    _begin(world, being.id, GardenAction.TOILET, "home/トイレ", minutes=5, needs=tuple(needs))  # type: ignore[arg-type]
    world.advance(NOON + 5)
    running = being.state.running
    assert running is not None
    assert (running.intention.action, running.intention.cause) == (action, Cause.INTERRUPT)
    assert being.state.counter == 3
