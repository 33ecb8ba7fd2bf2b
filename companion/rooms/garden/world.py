"""World of the garden: lets its characters live, minute by minute, by the rules of the garden.

`advance` goes from one moment at which something changes to the next, so that a year takes seconds
and a tick of one minute gives the same life as a tick of a day. It gives the facts in their order;
nothing is drawn twice, and nothing depends on when somebody looks.

When an action is complete, in this order: the counter grows, a nearly empty need is answered, every
third time the system moves the character, else the character decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from companion.ports.garden import Draws
from companion.rooms.garden.being import (
    Being,
    BeingState,
    Bonds,
    Intention,
    Running,
    WorldState,
    pair_key,
)
from companion.rooms.garden.body import (
    BLADDER,
    MOST,
    URGENT_BELOW,
    as_if_since,
    changed,
    lowest_urgent,
    needs_of,
    rates_of,
    stats_of,
)
from companion.rooms.garden.bonds import Society
from companion.rooms.garden.catalogue import DEFINITIONS, URGENT
from companion.rooms.garden.day_plan import begun, given_up, item_now, make_plan, rained_off
from companion.rooms.garden.options import PROMISE_NEAR, PROMISE_WAITS, Option, Options, Situation
from companion.rooms.garden.reasons import (
    AUTO_MOVE,
    NEED_REASONS,
    SPOKEN_TO,
    why,
)
from companion.rooms.garden.replay import packed
from companion.rooms.garden.town import MINUTES_PER_HOP, Town
from companion.words.facts import Fact
from companion.words.facts.garden import (
    GARDEN_SYSTEM,
    GardenActed,
    GardenDayEnded,
    GardenEpisode,
    GardenMet,
    GardenPlanned,
)
from companion.words.garden import (
    DAY_MINUTES,
    Cause,
    CharacterNow,
    Facility,
    GardenAction,
    GardenData,
    MiniEpisodeResult,
    Stat,
    Weather,
)
from companion.words.ids import EventId
from companion.words.language import Bilingual

AUTO_MOVE_EVERY = 3
FULL_SLEEP = 480
"""A whole night, after which energy is full."""
MEETS_AGAIN = 180
"""Minutes after which being at one place again is a new encounter."""
NIGHTS_SLEEP = 120
"""The shortest sleep that divides two days."""
DAY_DIVIDES = (3 * 60, 14 * 60)
"""Minutes of the day between which a sleep ends the day before; at the last it ends anyway."""
BEGINS_WITH = (80.0, 70.0, 60.0, 75.0, 60.0)
"""Needs of a new character, in the order of `STATS`."""
BEGINS_WITH_MONEY = 5000.0


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """A decision of the companion, before it is recorded."""

    token: int
    """Stands for the decision's event until that has an id."""
    at: int
    intention: Intention
    options: tuple[Option, ...]
    """Possible options, the best first."""
    reason: Bilingual
    vote: str
    """Option that the model voted for; "" where it did not."""
    situation: "Situation"


Told = Fact | Chosen


class World:
    """The garden as it is now. One instance is the only owner of its state."""

    def __init__(self, data: GardenData, draws: Draws, state: WorldState) -> None:
        self.data = data
        self.config = data.config
        self.town = Town(data.maps)
        self.state = state
        self._draws = draws
        self.weather = Weather.UNKNOWN
        self.vote = ""
        """Name of the option that the model would choose next; "" for none."""
        self.options = Options(self.town, self.config, draws)
        self.society = Society(self.town, state.bonds, draws)
        sheets = {one.id: one for one in data.inhabitants}
        self.beings = {
            one.id: Being(sheets[one.id], one, is_self=one.id == data.self_id)
            for one in state.beings
            if one.id in sheets
        }
        self._told: list[Told] = []
        for being in self.beings.values():
            being.due = state.now if being.state.running is None else being.next_due()

    @classmethod
    def begin(cls, data: GardenData, draws: Draws, *, now: int, seed: int) -> "World":
        """A new garden at this minute."""
        listed = {one.id: one for there in data.maps for one in there.neighbours}
        bonds = Bonds(
            affinity={
                pair_key(data.self_id, one.id): one.affinity
                for one in listed.values()
                if one.id != data.self_id
            }
        )
        beings = [
            BeingState(
                id=one.id,
                map_id=one.home,
                needs=BEGINS_WITH,
                money=BEGINS_WITH_MONEY,
                day_began=now,
            )
            for one in data.inhabitants
        ]
        return cls(data, draws, WorldState(now=now, seed=seed, beings=beings, bonds=bonds))

    @property
    def now(self) -> int:
        """Garden minute."""
        return self.state.now

    @property
    def self_being(self) -> Being:
        """The companion's own character."""
        return self.beings[self.data.self_id]

    # Time

    def advance(self, to: int) -> list[Told]:
        """Live until this minute; gives what happened, in order."""
        beings = tuple(self.beings.values())
        while True:
            being = min(beings, key=lambda one: one.due)
            meeting = self._next_meeting()
            if min(being.due, meeting) > to:
                break
            if meeting <= being.due:
                self.state.now = max(self.now, meeting)
                self._meet_as_promised()
                continue
            self.state.now = max(self.now, being.due)
            before = being.state.running
            self._step(being)
            goes_on = being.state.running is before
            being.due = max(being.next_due(), self.now + goes_on)
        self.state.now = max(self.now, to)
        told, self._told = self._told, []
        return told

    def skip(self, minutes: int) -> None:
        """Let time pass that nobody lived: the world goes on later, unchanged."""
        self.state.now += minutes
        for being in self.beings.values():
            state = being.state
            being.due += minutes
            state.day_began += minutes
            if state.running is not None:
                state.running.began += minutes
                state.running.until += minutes
            state.plan, state.plan_day = (), ""
        self.state.bonds.promises = [
            one for one in self.state.bonds.promises if one.due > self.state.now
        ]

    def recorded(self, events: dict[int, EventId]) -> None:
        """Decisions have been recorded: replace their tokens by the ids of their events."""
        for being in self.beings.values():
            running = being.state.running
            if running is not None and running.intention.decision in events:
                running.intention = msgspec.structs.replace(
                    running.intention, decision=int(events[running.intention.decision])
                )

    # What comes from outside

    def spoken_to(self) -> list[Told]:
        """A person of the household speaks to the companion: what it does is cut short, and a talk
        begins. A talk that goes on already stays as it is."""
        being = self.self_being
        if self.talks_with_household(being):
            return []
        if being.state.running is not None:
            self._end(being, complete=False)
        length = self.config.actions[GardenAction.TALK].default
        self._start(
            being,
            Intention(
                action=GardenAction.TALK,
                cause=Cause.PERSON,
                reason=SPOKEN_TO,
                destination=being.state.map_id,
                minutes=length,
            ),
        )
        told, self._told = self._told, []
        return told

    def keep_talking(self) -> None:
        """The conversation with the household goes on: its talk ends no sooner than a talk's length
        from now."""
        being = self.self_being
        running = being.state.running
        if running is not None and self.talks_with_household(being):
            running.until = max(running.until, self.now + running.intention.minutes)
            being.due = being.next_due()

    def talks_with_household(self, being: Being) -> bool:
        """Whether a person of the home talks with this character now."""
        running = being.state.running
        return running is not None and running.intention.cause is Cause.PERSON

    def episode(self, action: EventId, episode: MiniEpisodeResult, map_id: str) -> GardenEpisode:
        """An episode of the companion arrived: its changes are applied now, within 0 and 100.
        `map_id`: where it happened."""
        being = self.self_being
        before = being.stats_at(self.now)
        needs = changed(needs_of(before), episode.stat_changes)
        self._rebase(being, needs)
        return GardenEpisode(
            who=being.id,
            at=self.now,
            action=action,
            map_id=map_id,
            episode=episode.episode,
            before=before,
            after=being.stats_at(self.now),
        )

    def feel(self, changes: Mapping[Stat, float]) -> None:
        """Something touched the companion's needs."""
        being = self.self_being
        self._rebase(being, changed(being.needs_at(self.now), changes))

    def _rebase(self, being: Being, needs: tuple[float, float, float, float, float]) -> None:
        """Have the needs be these now; an action in hand goes on from them."""
        running = being.state.running
        if running is None:
            being.state.needs = needs
            return
        # Linear from here on: begin the line as if it had begun so.
        running.needs = as_if_since(needs, running.rates, self.now - running.began)
        being.due = being.next_due()

    def character(self) -> CharacterNow:
        """The companion with its stats of now."""
        return CharacterNow(sheet=self.self_being.sheet, stats=self.self_being.stats_at(self.now))

    # One step of one character

    def _step(self, being: Being) -> None:
        running = being.state.running
        if running is None:
            self._next(being)
            return
        if running.way:
            self._walk_on(being, running)
        if self.now >= running.until:
            self._end(being, complete=True)
        elif self._bladder_calls(being, running):
            self._end(being, complete=False)
            self._answer_need(being, Stat.BLADDER)

    def _bladder_calls(self, being: Being, running: Running) -> bool:
        if running.intention.action is GardenAction.TOILET:
            return False
        if running.intention.cause is Cause.PERSON:
            return False  # A conversation with the household is not left.
        return running.needs_at(self.now)[BLADDER] < URGENT_BELOW

    def _walk_on(self, being: Being, running: Running) -> None:
        passed = min((self.now - running.began) // MINUTES_PER_HOP, len(running.way) - 1)
        if self.now >= running.until:
            passed = len(running.way) - 1
        here = running.way[passed]
        if here != being.state.map_id:
            being.state.map_id = here
            being.note_step(self.now)
            on_the_way = passed < len(running.way) - 1
            self._meet_others(being, on_the_way=on_the_way)

    # The end of an action

    def _end(self, being: Being, *, complete: bool) -> None:
        state, running = being.state, being.state.running
        assert running is not None
        minutes, intention = self.now - running.began, running.intention
        needs, money = running.needs_at(self.now), running.money_at(self.now)
        timing = self.config.actions.get(running.action)
        if complete and timing is not None and timing.fixed:
            needs = changed(needs, timing.effects)
        if complete and running.action is GardenAction.SLEEP and minutes >= FULL_SLEEP:
            needs = changed(needs, {Stat.ENERGY: MOST})
        state.needs, state.money, state.running = needs, max(0.0, money), None
        facility = "" if running.leg else intention.facility
        place = facility or state.map_id
        state.visited[place] = state.visited[state.map_id] = self.now
        partner = intention.partner if not running.leg else ""
        self._told.append(
            GardenActed(
                who=being.id,
                action=running.action,
                cause=intention.cause,
                map_id=state.map_id,
                facility=facility,
                partner=partner,
                began=running.began,
                ended=self.now,
                planned_minutes=running.until - running.began,
                cut_short=not complete,
                leg=running.leg,
                way=running.way,
                reason=intention.reason,
                before=running.before,
                after=stats_of(needs, state.money),
                fee=running.fee,
                wage=running.wage,
                decision=EventId(intention.decision),
                action_type=GARDEN_SYSTEM if intention.cause in _BY_RULE else "",
                weather=self.weather,
                place=self.town.name(place),
            )
        )
        if not complete:
            return
        if running.leg:
            self._start(being, intention)
            return
        if partner and partner in self.beings:
            self._talk(being, self.beings[partner])
        slept = running.action is GardenAction.SLEEP and minutes >= NIGHTS_SLEEP
        self._divide_day(being, slept=slept)
        self._completed(being, intention)

    def _completed(self, being: Being, intention: Intention) -> None:
        state = being.state
        if intention.cause is not Cause.AUTO_MOVE:
            state.counter += 1
        urgent = lowest_urgent(state.needs)
        if urgent is not None:
            self._answer_need(being, urgent)
        elif state.counter >= AUTO_MOVE_EVERY:
            state.counter = 0
            self._auto_move(being)
        else:
            self._decide(being)

    def _next(self, being: Being) -> None:
        """Begin anew with the needs, where no action is in hand."""
        urgent = lowest_urgent(being.state.needs)
        if urgent is not None:
            self._answer_need(being, urgent)
        else:
            self._decide(being)

    # The body and the system

    def _answer_need(self, being: Being, need: Stat) -> None:
        action = URGENT[need]
        timing = self.config.actions[action]
        facility: Facility | None = None
        if DEFINITIONS[action].requirements.facility_tags:
            facility = self._place_for(being, action)
            if facility is None:
                self._decide(being)
                return
        self._start(
            being,
            Intention(
                action=action,
                cause=Cause.INTERRUPT,
                reason=NEED_REASONS[need],
                facility="" if facility is None else facility.id,
                destination=being.state.map_id if facility is None else facility.map_id,
                minutes=timing.default,
            ),
        )

    def _place_for(self, being: Being, action: GardenAction) -> Facility | None:
        """Any toilet that can be reached, by chance; for the rest the nearest place."""
        found = self.options.places(self.situation(being), action)
        if not found:
            return None
        if action is GardenAction.TOILET:
            draw = self._draws.at(self.now, being.id, "toilet")
            return found[int(draw * len(found))][0]
        # The bed and the bath of its own before others as near.
        own = being.id
        return min(found, key=lambda one: (one[1], one[0].info.owner != own, one[0].id))[0]

    def _auto_move(self, being: Being) -> None:
        near = [
            one
            for one in self.town.near(being.state.map_id)[1:]
            if not self._is_private(one, being.id)
        ]
        place = near[int(self._draws.at(self.now, being.id, "auto") * len(near))]
        hops = self.town.hops(being.state.map_id, place)
        self._start(
            being,
            Intention(
                action=GardenAction.MOVE,
                cause=Cause.AUTO_MOVE,
                reason=AUTO_MOVE,
                destination=place,
                minutes=max(MINUTES_PER_HOP, MINUTES_PER_HOP * hops),
            ),
        )

    def _is_private(self, place: str, who: str) -> bool:
        """Whether a map has nothing but other people's own things."""
        owners = {one.info.owner for one in self.town.maps[place].facilities}
        return bool(owners) and "" not in owners and who not in owners

    # The start of an action

    def _start(self, being: Being, intention: Intention) -> None:
        """Begin, or go where it can begin; where it cannot after all, decide again."""
        state = being.state
        target = intention.destination or state.map_id
        is_move = intention.action is GardenAction.MOVE
        if target != state.map_id and not is_move:
            self._set_out(being, intention, target, leg=True)
            return
        if is_move:
            self._set_out(being, intention, target, leg=False)
            return
        if not self._can_start(being, intention):
            self._told_change(being, intention)
            self._decide(being)
            return
        facility = self.town.facilities.get(intention.facility)
        quality = None if facility is None else facility.info.quality
        timing = self.config.actions[intention.action]
        fee = self._fee(being, intention.action, facility)
        minutes, wage = self._hours_and_wage(being, intention, facility)
        if intention.cause is not Cause.PERSON:
            state.plan = begun(state.plan, intention.action, self.now)
        state.running = Running(
            intention=intention,
            began=self.now,
            until=self.now + minutes,
            before=stats_of(state.needs, state.money),
            needs=state.needs,
            money=state.money - fee,
            rates=rates_of(self.config.decay, timing, quality),
            fee=fee,
            wage=wage,
        )
        being.note_step(self.now)
        if intention.facility:
            self._meet_at_facility(being, intention.facility)

    def _fee(self, being: Being, action: GardenAction, facility: Facility | None) -> int:
        """Fee of the facility; the own home is free where it cannot be paid."""
        if facility is None or action not in PAID:
            return 0
        fee, own = facility.info.cost, facility.info.owner == being.id
        return 0 if own and fee > being.state.money else fee

    def _hours_and_wage(
        self, being: Being, intention: Intention, facility: Facility | None
    ) -> tuple[int, float]:
        """How long it lasts, at work no longer than the working hours, and what it earns."""
        if intention.action is not GardenAction.WORK or facility is None:
            return intention.minutes, 0.0
        job = self.town.job_at(facility, being.sheet)
        assert job is not None  # `_can_start` looked
        left = job.work_hours.minutes_left(self.now)
        return min(intention.minutes, left), job.hourly_wage

    def _set_out(self, being: Being, intention: Intention, target: str, *, leg: bool) -> None:
        state = being.state
        way = self.town.way(state.map_id, target)
        minutes = max(MINUTES_PER_HOP, MINUTES_PER_HOP * (len(way) - 1))
        if not leg:
            state.plan = begun(state.plan, GardenAction.MOVE, self.now)
        state.running = Running(
            intention=intention,
            began=self.now,
            until=self.now + minutes,
            before=stats_of(state.needs, state.money),
            needs=state.needs,
            money=state.money,
            rates=rates_of(self.config.decay, None),
            way=way,
            leg=leg,
        )
        being.note_step(self.now)

    def _can_start(self, being: Being, intention: Intention) -> bool:
        if intention.cause is Cause.PERSON:
            return True
        situation = self.situation(being)
        action = intention.action
        if not self.options.meets(situation, action):
            return False
        if action is GardenAction.TALK:
            return any(one.id == intention.partner for one in situation.near)
        tags = DEFINITIONS[action].requirements.facility_tags
        if not tags:
            return True
        facility = self.town.facilities.get(intention.facility)
        if facility is None or facility.map_id != being.state.map_id:
            return False
        if not facility.info.tags & tags:
            return False
        return self.options.usable(being.sheet, facility, being.state.money, self.now, action)

    def _told_change(self, being: Being, intention: Intention) -> None:
        if being.is_self:
            place = self.town.name(intention.facility or intention.destination)
            self._replanned(
                being,
                Bilingual(
                    f"{place.ja}に着いたら、できなかった", f"it was not possible at {place.en}"
                ),
            )

    # Decisions

    def situation(self, being: Being) -> Situation:
        """Situation that a character would decide on now."""
        promise = self.society.promise_of(being.id, self.now, PROMISE_NEAR)
        return Situation(
            being=being,
            now=self.now,
            needs=being.needs_at(self.now),
            money=being.state.money,
            weather=self.weather,
            near=self.partners(being),
            bonds=self.state.bonds,
            item=item_now(being.state.plan, self.now),
            promise=promise,
            vote=self.vote if being.is_self else "",
            whole=being.is_self,
        )

    def partners(self, being: Being) -> list[Being]:
        """Others on the same map who have time for a talk."""
        here, talk = being.state.map_id, self.config.actions[GardenAction.TALK].default
        found = []
        for other in self.beings.values():
            state = other.state
            if other is being or state.map_id != here or state.running is None:
                continue
            free = state.running.action in _TALKS_DURING
            if free and state.running.until - self.now >= talk:
                found.append(other)
        return found

    def foreseen(self) -> tuple[Option, ...]:
        """Options of the companion if it decided now, the best first; for a vote."""
        return tuple(self.options.all(self.situation(self.self_being)))

    def _decide(self, being: Being) -> None:
        self._plan_morning(being)
        self._look_at_sky(being)
        situation = self.situation(being)
        found = self.options.all(situation)
        best = found[0]
        reason = why(situation, best, self.town)
        self.state.decisions += being.is_self
        token = -self.state.decisions if being.is_self else 0
        intention = Intention(
            action=best.action,
            cause=Cause.DECISION,
            reason=reason,
            facility="" if best.facility is None else best.facility.id,
            destination=best.destination,
            partner=best.partner,
            minutes=best.minutes,
            decision=token,
        )
        self._look_at_plan(being, reason)
        if being.is_self:
            self._told.append(
                Chosen(
                    token=token,
                    at=self.now,
                    intention=intention,
                    options=tuple(found),
                    reason=reason,
                    vote=situation.vote,
                    situation=situation,
                )
            )
            self.vote = ""
        self._start(being, intention)

    # The day

    def _plan_morning(self, being: Being) -> None:
        state = being.state
        day = str(self.now // DAY_MINUTES)
        if state.plan_day == day or self.now % DAY_MINUTES < DAY_DIVIDES[0]:
            return
        promises = [one for one in self.state.bonds.promises if being.id in (one.who, one.other)]
        state.plan = make_plan(being, self.town, self.now, self.weather, promises, self._draws)
        state.plan_day = day
        if being.is_self:
            self._told.append(GardenPlanned(who=being.id, at=self.now, items=state.plan))

    def _look_at_sky(self, being: Being) -> None:
        """Put an outing off while it rains."""
        plan = being.state.plan
        plan, because = rained_off(plan, self.now, self.weather, being.sheet, self._draws)
        if because is None:
            return
        being.state.plan = plan
        if being.is_self:
            self._replanned(being, because)

    def _look_at_plan(self, being: Being, because: Bilingual) -> None:
        being.state.plan, late = given_up(being.state.plan, self.now, because)
        if late and being.is_self:
            self._replanned(being, because)

    def _replanned(self, being: Being, because: Bilingual) -> None:
        self._told.append(
            GardenPlanned(who=being.id, at=self.now, items=being.state.plan, because=because)
        )

    def _divide_day(self, being: Being, *, slept: bool) -> None:
        """The night's sleep is over, or was left out: the day before ends here."""
        state, minute = being.state, self.now % DAY_MINUTES
        if state.day_began // DAY_MINUTES == self.now // DAY_MINUTES:
            return
        first, last = DAY_DIVIDES
        if not (slept and minute >= first) and minute < last:
            return
        if being.is_self:
            plan = state.plan
            self._told.append(
                GardenDayEnded(
                    who=being.id,
                    at=self.now,
                    began=state.day_began,
                    done=sum(one.done for one in plan),
                    changed=sum(one.changed is not None for one in plan),
                    missed=sum(not one.done and one.changed is None for one in plan),
                    steps=packed({one.id: one.state.steps for one in self.beings.values()}),
                )
            )
            for one in self.beings.values():
                one.state.steps = one.state.steps[-1:]
        state.day_began = self.now

    # Encounters, talks, promises

    def _meet_others(self, being: Being, *, on_the_way: bool) -> None:
        for other in self.beings.values():
            if other is being or other.state.map_id != being.state.map_id or other.asleep():
                continue
            self._meet(being, other, on_the_way=on_the_way)

    def _meet_at_facility(self, being: Being, facility: str) -> None:
        for other in self.beings.values():
            running = other.state.running
            if other is being or running is None or running.leg or other.asleep():
                continue
            if running.intention.facility == facility:
                self._meet(being, other, facility=facility)

    def _meet(
        self, being: Being, other: Being, *, facility: str = "", on_the_way: bool = False
    ) -> None:
        last = being.state.met.get(other.id)
        if last is not None and self.now - last < MEETS_AGAIN:
            return
        being.state.met[other.id] = other.state.met[being.id] = self.now
        if being.is_self or other.is_self:
            first, second = (being, other) if being.is_self else (other, being)
            self._told.append(
                GardenMet(
                    who=first.id,
                    other=second.id,
                    at=self.now,
                    map_id=being.state.map_id,
                    facility=facility,
                    on_the_way=on_the_way,
                )
            )

    def _talk(self, being: Being, other: Being) -> None:
        being.state.met[f"talk {other.id}"] = other.state.met[f"talk {being.id}"] = self.now
        being.state.met["talk"] = other.state.met["talk"] = self.now
        talked = self.society.talk(
            being, other, self.now, self.weather, tuple(self.beings.values())
        )
        self._told.append(talked.talk)
        self._told += talked.turns

    def _next_meeting(self) -> int:
        return min(
            (one.due + PROMISE_WAITS - 1 for one in self.state.bonds.promises),
            default=_NEVER,
        )

    def _meet_as_promised(self) -> None:
        for promise in tuple(self.state.bonds.promises):
            if promise.due + PROMISE_WAITS - 1 > self.now:
                continue
            pair = (promise.who, promise.other)
            present = [
                one
                for one in pair
                if one in self.beings
                and self.beings[one].state.map_id == promise.map_id
                and not self.beings[one].asleep()
            ]
            self._told += self.society.settle(promise, present, self.now)


_NEVER = 1 << 60
_BY_RULE = frozenset({Cause.INTERRUPT, Cause.AUTO_MOVE})
PAID = frozenset({GardenAction.EAT, GardenAction.SLEEP, GardenAction.BATHE})
"""Actions for which a facility takes its fee."""
_TALKS_DURING = frozenset(
    {GardenAction.REST, GardenAction.EAT, GardenAction.BATHE, GardenAction.WORK}
)
