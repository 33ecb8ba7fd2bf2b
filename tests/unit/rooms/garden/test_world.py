"""The rules of the world, over five weeks of the shipped town and in single situations."""

import zlib
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rooms.garden.being import Intention, restored, saved
from companion.rooms.garden.body import BLADDER, ENERGY, MOOD, needs_of
from companion.rooms.garden.world import Chosen, World
from companion.service.draws import SeededDraws
from companion.words.facts import (
    GardenActed,
    GardenBond,
    GardenDayEnded,
    GardenMet,
    GardenPlanItem,
    GardenPlanned,
    GardenTalked,
)
from companion.words.garden import (
    DAY_MINUTES,
    Cause,
    FacilityTag,
    GardenAction,
    MiniEpisodeResult,
    Stat,
    day_of,
)
from companion.words.ids import EventId
from companion.words.language import Bilingual
from tests.proof.judge.garden import GardenJudge
from tests.unit.rooms.garden.lives import BEGINS, live, town, weeks

WHY = Bilingual("試験", "a test")


def _world(seed: int = 3) -> World:
    return World.begin(town(), SeededDraws(seed), now=BEGINS, seed=seed)


def _doing(
    world: World,
    action: GardenAction,
    *,
    facility: str = "",
    minutes: int = 30,
    needs: tuple[float, float, float, float, float] = (90, 90, 90, 90, 50),
    counter: int = 0,
) -> None:
    """Have the companion do this from now on, at the place where it can be done."""
    being = world.self_being
    being.state.running, being.state.needs, being.state.counter = None, needs, counter
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
            minutes=minutes,
        ),
    )
    being.due = being.next_due()
    for other in world.beings.values():
        if other is not being:
            other.due = 1 << 50  # They stand still: the test is about the companion.


def _own(told: object) -> list[GardenActed]:
    assert isinstance(told, list)
    return [one for one in told if isinstance(one, GardenActed) and one.who == town().self_id]


# The whole


def test_an_independent_judge_finds_no_broken_rule() -> None:
    """A-009 to A-072, T-42: five weeks of thirteen characters."""
    log = weeks()
    broken = GardenJudge(town(), closely=town().self_id).judge(log.facts)
    assert broken == []
    assert len([one for one in log.facts if isinstance(one, GardenActed)]) > 10_000


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("arithmetic", lambda a: replace_in(a, after=replace(a.after, mood=a.after.mood - 1))),
        ("order", lambda a: replace_in(a, cause=Cause.AUTO_MOVE)),
        ("continuity", lambda a: replace_in(a, ended=a.ended + 1)),
        ("money", lambda a: replace_in(a, fee=a.fee + 1)),
        ("length", lambda a: replace_in(a, planned_minutes=999)),
    ],
)
def test_the_judge_sees_a_broken_rule(
    rule: str, change: Callable[[GardenActed], GardenActed]
) -> None:
    """A judge that finds nothing must be able to find something."""
    log = list(weeks().facts[:4000])
    at = next(
        n
        for n, one in enumerate(log)
        if isinstance(one, GardenActed)
        and one.action is GardenAction.EAT
        and one.cause is Cause.DECISION
        and one.who == town().self_id
        and n > 500
    )
    act = log[at]
    assert isinstance(act, GardenActed)
    log[at] = change(act)
    broken = GardenJudge(town(), closely=town().self_id).judge(log)
    assert rule in {one.rule for one in broken}


def replace_in(act: GardenActed, **changes: object) -> GardenActed:
    import msgspec

    return msgspec.structs.replace(act, **changes)


def test_the_same_seed_gives_the_same_life_and_another_another() -> None:
    """A-094: nothing but the seed decides."""
    assert live(town(), 2).facts == live(town(), 2).facts
    assert live(town(), 2).facts != live(town(), 2, seed=8).facts


@given(st.lists(st.integers(1, 200), min_size=1, max_size=6))
@settings(deadline=None, max_examples=8)
def test_a_067_how_often_somebody_looks_changes_nothing(steps: list[int]) -> None:
    """A-067: one long step is as many short ones."""
    whole, parts, told = _world(), _world(), []
    for step in steps:
        told += parts.advance(parts.now + step)
        parts.self_being.stats_at(parts.now)
    once = whole.advance(BEGINS + sum(steps))
    assert [str(one) for one in told if isinstance(one, GardenActed)] == [
        str(one) for one in once if isinstance(one, GardenActed)
    ]
    assert saved(whole.state) == saved(parts.state)


def test_a_067_effects_grow_while_the_action_runs() -> None:
    """A-067: a third of the way through a bath is a third of its effect; it does not come at the
    end."""
    bath = _world()
    _doing(bath, GardenAction.BATHE, facility="home/浴室", minutes=30, needs=(50, 50, 20, 20, 50))
    grown = [bath.self_being.stats_at(BEGINS + passed) for passed in (0, 1, 10, 18)]
    minute = grown[1].hygiene - grown[0].hygiene
    assert minute >= town().config.actions[GardenAction.BATHE].per_minute[Stat.HYGIENE]
    assert [one.hygiene for one in grown] == pytest.approx(
        [20 + minute * n for n in (0, 1, 10, 18)]
    )
    assert grown[0].mood < grown[1].mood < grown[2].mood < grown[3].mood


def test_a_saved_world_goes_on_as_it_would_have() -> None:
    """T-21: its state is kept apart; a restart changes nothing."""
    first, second = _world(), _world()
    first.advance(BEGINS + 700)
    second.advance(BEGINS + 700)
    state = restored(saved(second.state))
    assert state is not None
    again = World(town(), SeededDraws(3), state)
    told, after_start = first.advance(BEGINS + 2000), again.advance(BEGINS + 2000)
    assert [one for one in told if not isinstance(one, Chosen)] == [
        one for one in after_start if not isinstance(one, Chosen)
    ]
    assert restored({"now": "x"}) is None
    assert restored({"packed": "no state"}) is None
    nothing = b64encode(zlib.compress(b'{"now": "x"}')).decode()
    assert restored({"packed": nothing}) is None


# What triggers what


def test_a_001_every_completed_action_is_told_and_there_is_no_score() -> None:
    """A-001, T-34, A-024: with place, time and reason, and without a minute between them."""
    acts = [one for one in weeks().facts if isinstance(one, GardenActed)]
    mine = [one for one in acts if one.who == town().self_id]
    assert all(one.ended == then.began for one, then in pairwise(mine))
    for act in weeks().own():
        assert act.reason.ja
        assert act.place.ja
        assert act.ended >= act.began


def test_a_002_to_a_005_low_needs_lead_to_their_actions() -> None:
    """A-002, A-003, A-005, A-028, S-02."""
    for stat, action in (
        (Stat.SATIETY, GardenAction.EAT),
        (Stat.ENERGY, GardenAction.SLEEP),
        (Stat.HYGIENE, GardenAction.BATHE),
        (Stat.MOOD, GardenAction.REST),
        (Stat.BLADDER, GardenAction.TOILET),
    ):
        world = _world()
        needs = {one: 60.0 for one in Stat} | {stat: 5.0}
        _doing(world, GardenAction.MOVE, needs=tuple(needs.values()))  # type: ignore[arg-type]
        if stat is Stat.BLADDER:
            continue  # It cuts the move short: the next test.
        world.advance(BEGINS + 5)
        running = world.self_being.state.running
        assert running is not None
        assert (running.intention.action, running.intention.cause) == (action, Cause.INTERRUPT)


def test_a_004_an_urgent_bladder_cuts_an_action_short_and_keeps_what_accrued() -> None:
    """A-004, A-072, S-02."""
    world = _world()
    _doing(
        world,
        GardenAction.SLEEP,
        facility="home/寝室",
        minutes=480,
        needs=(12.0, 40.0, 90.0, 90.0, 90.0),
    )
    told = _own(world.advance(BEGINS + 16))
    cut = told[0]
    assert (cut.action, cut.cut_short, cut.ended - cut.began) == (GardenAction.SLEEP, True, 14)
    assert cut.after.energy == pytest.approx(40 + 14 * 0.208 * 1.15)
    running = world.self_being.state.running
    assert running is not None
    assert running.intention.action is GardenAction.TOILET
    assert running.intention.cause is Cause.INTERRUPT


def test_a_004_the_toilet_is_found_by_chance_and_somebody_met_on_the_way() -> None:
    """A-004, A-017."""
    log = live(town(), 12, seed=11)
    hurried = [
        one
        for one in log.facts
        if isinstance(one, GardenActed)
        and one.action is GardenAction.TOILET
        and one.cause is Cause.INTERRUPT
    ]
    assert len({one.facility for one in hurried}) > 3
    assert all(one.fee == 0 and one.after.bladder > one.before.bladder for one in hurried)


def test_a_006_mood_counts_in_the_choice() -> None:
    """A-006."""
    world = _world()
    world.advance(BEGINS + 300)
    being = world.self_being
    situation = world.situation(being)
    assert MOOD == 4
    low = replace(situation, needs=(90.0, 50.0, 90.0, 90.0, 5.0))
    high = replace(situation, needs=(90.0, 50.0, 90.0, 90.0, 100.0))

    def rest(at: object) -> float:
        options = world.options.all(at)  # type: ignore[arg-type]
        return max(o.total for o in options if o.action is GardenAction.REST)

    assert rest(low) > rest(high)


def test_a_007_a_short_purse_leads_to_work_and_a_full_one_to_spending() -> None:
    """A-007."""
    world = _world()
    world.advance(BEGINS + 300)
    situation = replace(world.situation(world.self_being), now=BEGINS + 5 * 60)

    def best(money: float, action: GardenAction) -> float:
        found = world.options.all(replace(situation, money=money))
        return max((o.total for o in found if o.action is action), default=-9)

    assert best(100, GardenAction.WORK) > best(50_000, GardenAction.WORK)
    poor = world.options.all(replace(situation, money=900, needs=(90, 90, 20, 90, 90)))
    rich = world.options.all(replace(situation, money=90_000, needs=(90, 90, 20, 90, 90)))

    def dearest(found: object) -> int:
        eats = [o for o in found if o.action is GardenAction.EAT]  # type: ignore[attr-defined]
        assert eats[0].facility is not None
        return int(eats[0].facility.info.cost)

    assert dearest(rich) >= dearest(poor)


# The order on completion


def test_a_025_to_a_029_the_order_on_completion() -> None:
    """A-025, A-027, A-029: every third completed action the system moves the character."""
    world = _world()
    _doing(world, GardenAction.REST, minutes=10, counter=1)
    world.advance(BEGINS + 10)
    running = world.self_being.state.running
    assert running is not None
    assert world.self_being.state.counter == 2
    assert running.intention.cause is Cause.DECISION
    world = _world()
    _doing(world, GardenAction.REST, minutes=10, counter=2)
    world.advance(BEGINS + 10)
    running = world.self_being.state.running
    assert running is not None
    assert running.intention.cause is Cause.AUTO_MOVE
    assert world.self_being.state.counter == 0


def test_a_028_a_need_skips_the_move_and_the_counter_still_grows() -> None:
    """A-027, A-028, A-029, T-42: the counter may go beyond three, and the move comes at the next
    completion."""
    world = _world()
    _doing(world, GardenAction.REST, minutes=10, counter=2, needs=(90, 90, 9, 90, 90))
    world.advance(BEGINS + 10)
    being = world.self_being
    assert being.state.running is not None
    assert being.state.running.intention.action is GardenAction.EAT
    assert being.state.running.intention.cause is Cause.INTERRUPT
    assert being.state.counter == 3
    while being.state.running.intention.action is GardenAction.EAT:
        world.advance(world.now + 1)
    assert being.state.running.intention.cause is Cause.AUTO_MOVE
    assert being.state.counter == 0


def test_a_028_what_answers_a_need_is_counted_too() -> None:
    """A-028: so that the move comes after it, and not two actions later."""
    world = _world()
    _doing(world, GardenAction.REST, minutes=10, needs=(90, 90, 9, 90, 90))
    being = world.self_being
    world.advance(BEGINS + 10)
    assert being.state.counter == 1
    while being.state.running and being.state.running.intention.cause is Cause.INTERRUPT:
        world.advance(world.now + 1)
    assert being.state.counter == 2


def test_a_026_the_move_of_the_system_leads_somewhere_within_three_maps() -> None:
    """A-026."""
    moves = [
        one
        for one in weeks().facts
        if isinstance(one, GardenActed) and one.cause is Cause.AUTO_MOVE and not one.cut_short
    ]
    assert all(2 <= len(one.way) <= 4 and one.way[0] != one.way[-1] for one in moves)
    assert len({one.map_id for one in moves}) > 5


# Places, fees, hours


def test_a_013_to_a_021_where_things_are_done_and_what_they_cost() -> None:
    """A-013, A-014, A-016, A-018 to A-021, S-01, A-039."""
    facilities = weeks().world.town.facilities
    paid: Counter[str] = Counter()
    for act in weeks().facts:
        if not isinstance(act, GardenActed) or not act.facility or act.cut_short:
            continue
        info = facilities[act.facility].info
        own = info.owner == act.who
        if act.action is GardenAction.EAT:
            assert act.fee == info.cost or (own and info.cost > act.before.money)
            assert act.after.satiety > act.before.satiety
            paid["home" if own else "restaurant"] += 1
        elif act.action is GardenAction.BATHE:
            assert act.fee == info.cost
            assert act.after.hygiene >= act.before.hygiene
            spring = FacilityTag.HOTSPRING in info.tags
            paid["spring" if spring else "bath" if own else "bathhouse"] += 1
        elif act.action is GardenAction.SLEEP:
            assert act.fee == info.cost
        elif act.action is GardenAction.WORK:
            assert act.fee == 0
            hours = (act.ended - act.began) / 60
            assert act.after.money == pytest.approx(act.before.money + act.wage * hours)
            assert act.after.satiety < act.before.satiety
            assert act.after.energy < act.before.energy
        elif act.action is GardenAction.TOILET:
            assert act.fee == 0
    assert all(paid[kind] > 5 for kind in ("home", "restaurant", "spring", "bath", "bathhouse"))


def test_a_015_a_whole_night_ends_rested() -> None:
    """A-015, T-42."""
    world = _world()
    _doing(
        world,
        GardenAction.SLEEP,
        facility="home/寝室",
        minutes=480,
        needs=(100.0, 0.5, 100.0, 100.0, 60.0),
    )
    told = _own(world.advance(BEGINS + 480))
    assert told[0].after.energy == 100
    assert told[0].fee == 0


def test_a_040_home_is_free_where_its_price_cannot_be_paid() -> None:
    """A-040, A-039, T-42."""
    world = _world()
    being = world.self_being
    being.state.money = 0.0
    situation = world.situation(being)
    places = world.options.places(replace(situation, money=0), GardenAction.EAT)
    assert [place.id for place, _ in places] == ["home/調理台"]
    _doing(world, GardenAction.EAT, facility="home/調理台")
    assert being.state.running is not None
    assert being.state.running.fee == 0


def test_a_040_home_is_offered_where_nothing_within_reach_is_open_to_it() -> None:
    """A-040: also from farther away than the search for a place reaches."""
    world = _world()
    being = world.self_being
    being.state.map_id = "riverside_huts"
    penniless = replace(world.situation(being), money=0)
    found = world.options.places(penniless, GardenAction.SLEEP)
    assert [(place.id, hops) for place, hops in found] == [("home/寝室", 4)]


def test_a_043_it_goes_there_first_and_then_begins() -> None:
    """A-043, T-42: an action begins where its facility is."""
    world = _world()
    being = world.self_being
    being.state.running, being.state.needs = None, (90.0,) * 5
    world._start(
        being,
        Intention(
            action=GardenAction.BATHE,
            cause=Cause.DECISION,
            reason=WHY,
            facility="onsen/温泉",
            destination="onsen",
            minutes=30,
        ),
    )
    assert being.state.running is not None
    assert being.state.running.leg
    assert being.state.running.way == ("home", "town", "station", "onsen")
    being.due = being.next_due()
    told = _own(world.advance(BEGINS + 15 + 30))
    assert [(one.action, one.leg, one.map_id) for one in told][:2] == [
        (GardenAction.MOVE, True, "onsen"),
        (GardenAction.BATHE, False, "onsen"),
    ]


def test_a_044_it_stays_while_it_does_something() -> None:
    """A-044."""
    for act, then in pairwise(weeks().own()):
        if act.action is not GardenAction.MOVE and not act.cut_short:
            assert then.way == () or then.way[0] == act.map_id


def test_a_044_nobody_leaves_the_place_of_what_it_does() -> None:
    """A-044: looked at minute by minute, a whole day of everybody."""
    world = _world()
    places: dict[tuple[str, int], str] = {}
    for minute in range(world.now, world.now + DAY_MINUTES):
        world.advance(minute)
        for being in world.beings.values():
            running = being.state.running
            if running is None or running.way:
                continue
            facility = world.town.facilities.get(running.intention.facility)
            place = being.state.map_id if facility is None else facility.map_id
            assert places.setdefault((being.id, running.began), place) == being.state.map_id
    assert len(places) > 200


def test_s_25_a_move_takes_five_minutes_a_hop() -> None:
    """S-25, A-024."""
    for act in weeks().own():
        if act.action is GardenAction.MOVE and not act.cut_short:
            assert act.ended - act.began == max(5, 5 * (len(act.way) - 1))


def test_a_047_work_stays_within_its_hours() -> None:
    """A-047, S-16: a shift that the end of the hours meets ends with them."""
    world = _world()
    world.state.now = BEGINS + 15 * 60 + 20  # 21:20; the restaurant's job ends at 22.
    _doing(world, GardenAction.WORK, facility="town/レストラン", minutes=240)
    running = world.self_being.state.running
    assert running is not None
    assert running.until - running.began == 40
    money = running.money
    told = _own(world.advance(world.now + 40))
    assert told[0].after.money == pytest.approx(money + 1000 * 40 / 60)


def test_a_052_s_16_pay_comes_in_by_the_minute() -> None:
    """A-052, S-16: a shift that is cut short pays for the time worked."""
    world = _world()
    world.state.now = BEGINS + 5 * 60
    _doing(
        world,
        GardenAction.WORK,
        facility="town/レストラン",
        minutes=180,
        needs=(13.0, 90.0, 90.0, 90.0, 90.0),
    )
    before = world.self_being.stats_at(world.now).money
    cut = _own(world.advance(world.now + 60))[0]
    worked = cut.ended - cut.began
    assert cut.cut_short
    assert worked < 180
    assert cut.after.money == pytest.approx(before + 1000 * worked / 60)


def test_a_051_who_has_no_job_does_not_work() -> None:
    """A-051, A-053."""
    idle = {one.id for one in town().inhabitants if one.employment is None}
    worked = {
        one.who
        for one in weeks().facts
        if isinstance(one, GardenActed) and one.action is GardenAction.WORK
    }
    assert idle
    assert not idle & worked
    assert len(worked) == len(town().inhabitants) - len(idle)


def test_a_051_a_job_is_asked_for_and_not_a_workplace_alone() -> None:
    """A-051: without employment the action is not among what may be chosen, wherever it stands."""
    world = _world()
    assert world.options.meets(world.situation(world.self_being), GardenAction.WORK)
    being = world.self_being
    being.sheet = replace(being.sheet, employment=None)
    assert not world.options.meets(world.situation(being), GardenAction.WORK)


def test_a_066_what_is_not_possible_is_not_offered() -> None:
    """A-066."""
    world = _world()
    being = world.self_being
    situation = world.situation(being)
    alone = replace(situation, near=())
    assert not any(o.action is GardenAction.TALK for o in world.options.all(alone))
    assert not world.options.meets(alone, GardenAction.TALK)
    night = replace(situation, now=BEGINS - 3 * 60)
    assert not any(o.action is GardenAction.WORK for o in world.options.all(night))


# People


def test_a_022_a_talk_needs_somebody_near_and_changes_affinity() -> None:
    """A-022, S-17, A-069: mood grows by 20, once, at the end."""
    talks = [one for one in weeks().facts if isinstance(one, GardenTalked)]
    acts = [one for one in weeks().own() if one.action is GardenAction.TALK and not one.cut_short]
    own = [one for one in talks if one.who == town().self_id]
    assert len(own) == len(acts)
    for act in acts:
        assert act.fee == 0
        assert act.after.mood == pytest.approx(min(100, act.before.mood - 5 * 0.02 + 20))
    assert any(one.affinity_after != one.affinity_before for one in own)
    assert all(abs(one.affinity_after - one.affinity_before) <= 5.000001 for one in talks)


def test_a_023_rest_lifts_mood_and_a_little_energy() -> None:
    """A-023."""
    for act in weeks().own():
        if act.action is GardenAction.REST:
            assert act.after.mood >= act.before.mood
            assert act.after.energy >= act.before.energy
            assert act.fee == 0


def test_a_092_a_talk_is_an_exchange_with_place_time_and_who() -> None:
    """A-092."""
    for talk in (one for one in weeks().facts if isinstance(one, GardenTalked)):
        assert 2 <= len(talk.turns) <= 6
        assert {line.who for line in talk.turns} == {talk.who, talk.other}
        assert all(line.words.ja and line.words.en for line in talk.turns)
        assert "{" not in "".join(line.words.ja + line.words.en for line in talk.turns)


def test_a_092_promises_quarrels_gifts_and_making_up() -> None:
    """A-092: each promise is kept or broken, each made-up quarrel had begun."""
    turns = [one for one in weeks().facts if isinstance(one, GardenBond)]
    made = {one.promise for one in turns if one.turn == "promised"}
    ended = {one.promise for one in turns if one.turn in ("kept", "broken")}
    open_ = {one.number for one in weeks().world.state.bonds.promises}
    assert made == ended | open_
    assert not ended & open_
    kinds = Counter(one.turn for one in turns)
    assert all(kinds[kind] for kind in ("kept", "broken", "quarrelled", "made_up", "gave"))
    quarrels: set[frozenset[str]] = set()
    for one in turns:
        pair = frozenset((one.who, one.other))
        if one.turn == "quarrelled":
            quarrels.add(pair)
        elif one.turn == "made_up":
            assert pair in quarrels
            quarrels.remove(pair)


def test_a_094_encounters_come_from_being_at_one_place() -> None:
    """A-094: each is a fact of two who were there at that minute, and none is drawn."""
    facts = weeks().facts
    met = [one for one in facts if isinstance(one, GardenMet)]
    assert len({one.other for one in met}) == len(town().inhabitants) - 1
    assert any(one.on_the_way for one in met)
    used: dict[tuple[str, str], list[GardenActed]] = defaultdict(list)
    for act in facts:
        if isinstance(act, GardenActed) and act.facility:
            used[act.who, act.facility].append(act)
    at_one = [one for one in met if one.facility]
    last = max(act.ended for act in used[town().self_id, "home/寝室"])
    assert len(at_one) > 5
    for one in (one for one in at_one if one.at < last - DAY_MINUTES):
        for who in (one.who, one.other):
            acts = used[who, one.facility]
            assert any(act.began <= one.at <= act.ended for act in acts), one


# The day


def test_a_093_a_plan_is_made_each_morning_and_changed_with_a_reason() -> None:
    """A-089, A-091, A-093."""
    plans = [one for one in weeks().facts if isinstance(one, GardenPlanned)]
    mornings = [one for one in plans if one.because is None]
    assert len({day_of(one.at) for one in mornings}) == len(mornings) >= 34
    changed = [one for one in plans if one.because is not None]
    assert changed
    for one in changed:
        marked = [item for item in one.items if item.changed is not None]
        assert all(not item.done for item in marked)
    ended = [one for one in weeks().facts if isinstance(one, GardenDayEnded)]
    assert sum(one.done for one in ended) > 5 * len(ended)
    assert any(one.changed for one in ended)


def test_a_091_whatever_of_a_plan_was_given_up_had_been_told() -> None:
    """A-091, A-093: the last plan told of a day shows each item that the day left undone."""
    told: tuple[GardenPlanItem, ...] = ()
    given_up = 0
    for one in weeks().facts:
        if isinstance(one, GardenPlanned):
            told = one.items
        elif isinstance(one, GardenDayEnded):
            assert one.changed == sum(item.changed is not None for item in told)
            given_up += one.changed
    assert given_up > 10


def test_a_095_each_day_is_divided_once() -> None:
    """A-015, A-095."""
    days = [day_of(one.at) for one in weeks().facts if isinstance(one, GardenDayEnded)]
    assert len(days) == len(set(days)) == 34


# From outside


def test_t_24_t_25_the_household_speaks_and_a_sleeper_wakes() -> None:
    """T-24, T-25: what accrued stays, and a talk of its own gives mood 20 once."""
    world = _world()
    _doing(
        world,
        GardenAction.SLEEP,
        facility="home/寝室",
        minutes=480,
        needs=(90.0, 20.0, 90.0, 90.0, 40.0),
    )
    world.advance(BEGINS + 60)
    told = _own(world.spoken_to())
    assert (told[0].action, told[0].cut_short) == (GardenAction.SLEEP, True)
    assert told[0].after.energy == pytest.approx(20 + 60 * 0.208 * 1.15)
    assert world.spoken_to() == []
    world.advance(BEGINS + 63)
    world.keep_talking()
    talk = _own(world.advance(BEGINS + 68))[0]
    assert (talk.action, talk.cause, talk.ended - talk.began) == (
        GardenAction.TALK,
        Cause.PERSON,
        8,
    )
    assert talk.after.mood == pytest.approx(talk.before.mood - 8 * 0.02 + 20)


def test_a_081_an_episode_changes_the_stats_within_their_range() -> None:
    """A-081."""
    world = _world()
    _doing(world, GardenAction.REST, minutes=60, needs=(90.0, 50.0, 90.0, 90.0, 95.0))
    world.advance(BEGINS + 10)
    before = world.self_being.stats_at(world.now)
    episode = MiniEpisodeResult(episode="x", stat_changes={Stat.MOOD: 10, Stat.ENERGY: -10})
    fact = world.episode(EventId(5), episode, "home")
    assert fact.before == before
    assert fact.after.mood == 100
    assert fact.after.energy == pytest.approx(before.energy - 10)
    assert fact.after.bladder == before.bladder
    world.advance(BEGINS + 20)
    later = needs_of(world.self_being.stats_at(world.now))
    assert later[ENERGY] == pytest.approx(before.energy - 10 + 10 * 0.5)
    assert later[BLADDER] == pytest.approx(before.bladder - 10 * 0.15)


def test_t_45_time_that_nobody_lived_leaves_no_trace() -> None:
    """T-45."""
    world = _world()
    world.advance(BEGINS + 100)
    before = world.self_being.stats_at(world.now)
    world.skip(3000)
    assert world.now == BEGINS + 3100
    assert world.self_being.stats_at(world.now) == before
    acts = _own(world.advance(BEGINS + 4000))
    assert acts[0].ended > BEGINS + 3100
    assert all(one.ended == then.began for one, then in pairwise(acts) if not then.leg)
