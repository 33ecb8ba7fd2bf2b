"""A household lives with the companion for some weeks, and what came of it is counted.

The people's side is simulated: who comes into which room, what they do by hand, what they set back,
and their yes or no to a proposal (yes to a habit that they have). The ranker is a rule here (a lamp
where somebody comes after dark, off where nobody is left), so that weeks cost no model. All else is
the product's own (`home.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from companion.ports.ranker import Question
from companion.service.settings import Settings
from companion.words.context import DeliberationContextPack
from companion.words.decision import DecisionOutcome
from companion.words.event import EventSource
from companion.words.facts import Decided, HabitOver, HabitProposed, fact_of
from companion.words.opinion import Opinion
from tests.proof.living.home import LivedHome, lived
from tests.proof.living.household import HiddenHabit, Household

FIRST = datetime.fromisoformat("2026-09-07T00:00:00+09:00")
WEEK = 7


class RuleRanker:
    """Port `Ranker`: says the same of an act in every home."""

    async def rank(self, pack: DeliberationContextPack) -> tuple[Opinion, ...]:
        """Lamps on for who comes after dark, off where nobody is left; all else hardly."""
        dark = pack.trigger.at.hour >= 17 or pack.trigger.at.hour < 7
        came = pack.people.get(pack.trigger.place) == "present"
        found = []
        for entry in pack.menu:
            if entry.outcome is not DecisionOutcome.DO_ACTION:
                continue
            lamp = entry.object_id.startswith("light.")
            on = lamp and dark and came and entry.action_type.endswith("turn_on")
            off = lamp and not came and entry.action_type.endswith("turn_off")
            sensible = 0.8 if on or off else 0.35
            found.append(Opinion(name=entry.name, sensible=sensible, harmful=0.02))
        return tuple(found)

    async def read(self, question: Question, text: str) -> Mapping[str, float]:
        """No answer: whatever is said is read by the closed lists alone."""
        return {}

    def why_down(self) -> str:
        """Never."""
        return ""

    async def close(self) -> None:
        """No process to end."""


@dataclass
class Lived:
    """Counts of one household, by week."""

    name: str
    wishes: dict[int, int] = field(default_factory=dict)
    anticipated: dict[int, int] = field(default_factory=dict)
    unwanted: dict[int, int] = field(default_factory=dict)
    proposals: int = 0
    """Habits that were proposed."""
    holds: int = 0
    """Of these, habits that the people have on at least 70 % of the days that were to come."""
    ended: int = 0
    """Routines whose habit ended while at least ten days were left."""
    retired: int = 0
    """Of these, taken out by a proposal within ten days."""
    set_back: list[str] = field(default_factory=list)
    """Day and device of each unwanted act."""
    proposed: list[str] = field(default_factory=list)
    """Day, key and answer of each proposal."""
    spoken: int = 0
    """Sentences said aloud unasked."""
    spoken_at_night: int = 0

    def count(self, table: dict[int, int], day: int, by: int = 1) -> None:
        """Add to the week of a day."""
        table[day // WEEK] = table.get(day // WEEK, 0) + by


async def live(household: Household, days: int, settings: Settings, folder: Path) -> Lived:
    """All the days of one household."""
    own = settings.model_copy(update={"state_dir": folder})
    found = Lived(household.name)
    async with lived(
        own, RuleRanker(), household.devices, household.home.places, start=FIRST
    ) as home:
        life = _Life(household, home, found, days)
        for day in range(days):
            await life.day(day)
    return found


@dataclass
class _Life:
    household: Household
    home: LivedHome
    found: Lived
    days: int
    unusual_until: int = -1
    routines: dict[str, int] = field(default_factory=dict)
    """Act of an accepted routine -> the day on which its habit ended; -1: it lasts."""

    async def day(self, day: int) -> None:
        """Morning, a proposal, evening, night."""
        household, draw = self.household, self.household.chance
        bursts = household.rules["bursts"]
        if draw.random() < bursts["chance"]:
            self.unusual_until = day + draw.randint(*bursts["days"]) - 1
        for hours in ((6, 9), (18, 21)):
            for room in household.rooms():
                wanted = [h for h in household.habits if h.hours == hours and h.device.area == room]
                if wanted or draw.random() < 0.3:
                    await self._visit(day, room, hours, wanted)
            if hours == (6, 9):
                await self._proposal(day)
        await self._night(day)

    async def _visit(
        self, day: int, room: str, hours: tuple[int, int], habits: list[HiddenHabit]
    ) -> None:
        draw, home = self.household.chance, self.home
        minute = draw.randrange(hours[0] * 60, hours[1] * 60)
        at = FIRST + timedelta(days=day, minutes=minute)
        home.until(max(at, home.clock.now() + timedelta(minutes=1)))
        before = {str(d.device.id): home.value(d.device.id) for d in self.household.devices}
        await home.person(room, here=True)
        usual = day > self.unusual_until
        for habit in habits:
            wants = habit.lasts(day) and usual and draw.random() < habit.chance
            await self._wish(day, habit, wants, before)
        await self._taste(day, {habit.key for habit in habits if habit.lasts(day)}, before)
        home.later(minutes=25)
        await home.person(room, here=False)
        home.later(minutes=12)

    async def _wish(
        self, day: int, habit: HiddenHabit, wants: bool, before: dict[str, str | None]
    ) -> None:
        """The people want it, and do it themselves where it was not done."""
        device = habit.device.id
        done = self.home.value(device) == habit.value
        if before[device] == habit.value:
            return
        if not wants:
            if done and not habit.lasts(day):
                await self._set_back(day, device, before[device])
            return
        self.found.count(self.found.wishes, day)
        if done:
            self.found.count(self.found.anticipated, day)
            return
        self.home.later(minutes=self.household.chance.randint(*habit.late))
        await self.home.by_hand(device, habit.value)

    async def _taste(self, day: int, wanted: set[str], before: dict[str, str | None]) -> None:
        """Acts that this household does not like are set back."""
        for key in sorted(self.household.disliked - wanted):
            device = key.partition(" ")[2]
            if before[device] == "off" and self.home.value(device) == "on":
                await self._set_back(day, device, "off")

    async def _set_back(self, day: int, device: str, value: str | None) -> None:
        self.found.count(self.found.unwanted, day)
        self.found.set_back.append(f"{day} {device}")
        self.home.later(
            minutes=self.household.chance.randint(*self.household.rules["tastes"]["after"])
        )
        await self.home.by_hand(device, value or "off")

    async def _proposal(self, day: int) -> None:
        """The companion looks for habits; the people answer what they find on the page."""
        self.home.until(FIRST + timedelta(days=day, hours=11))
        await self.home.habits.look()
        await self.home.settle()
        for question in await self.home.store.approvals.pending():
            event = await self.home.record.event(question.decision_event_id)
            facts = None if event is None else fact_of(event, Decided)
            about = await self.home.record.event(facts.trigger.event_ids[0]) if facts else None
            if about is None:
                continue
            proposed, over = fact_of(about, HabitProposed), fact_of(about, HabitOver)
            if proposed is not None:
                yes = self._judge(day, proposed.key)
                self.found.proposed.append(f"{day} {proposed.key} {yes}")
            elif over is not None:
                yes = self._end(day, over.key)
            else:
                continue
            await self.home.desk.answer(question.id, yes, "web", question.shown_hash)
            await self.home.settle()

    def _judge(self, day: int, key: str) -> bool:
        act = key.partition("@")[0]
        habit = next((h for h in self.household.habits if h.key == act), None)
        self.found.proposals += 1
        later = [habit.lasts(d) for d in range(day, self.days)] if habit is not None else []
        self.found.holds += bool(later) and sum(later) >= 0.7 * len(later)
        if habit is None or not habit.lasts(day):
            return False
        ends_in_time = habit.last_day < self.days - 11
        self.routines[act] = habit.last_day if ends_in_time else -1
        self.found.ended += ends_in_time
        return True

    def _end(self, day: int, key: str) -> bool:
        last = self.routines.get(key.partition("@")[0], -1)
        self.found.retired += last >= 0 and 0 <= day - last <= 10
        return last >= 0 and day > last

    async def _night(self, day: int) -> None:
        """Something happens for no reason, and everything goes back to how a night is."""
        draw, home = self.household.chance, self.home
        home.until(FIRST + timedelta(days=day, hours=22, minutes=30))
        lamps = [d.device.id for d in self.household.devices if d.device.id.startswith("light.")]
        if lamps and draw.random() < self.household.rules["noise"]["a_day"]:
            await home.by_hand(draw.choice(lamps), "on")
        # People go to bed when they are tired, and not by the clock.
        home.until(FIRST + timedelta(days=day, hours=22, minutes=40 + draw.randrange(75)))
        acted = {habit.device.id for habit in self.household.habits}
        for device in (one.device.id for one in self.household.devices):
            if device.startswith(("light.", "fan.")) or device in acted:
                await self._rest(device)
        await self._count_messages(day)

    async def _rest(self, device: str) -> None:
        """A device as it is left for the night; a curtain that is closed by hand in the evening is
        opened for that, which stands for the morning."""
        closes = any(h.act == "close" and h.device.id == device for h in self.household.habits)
        cover = "open" if closes else "closed"
        value = cover if device.startswith("cover.") else "off"
        if self.home.value(device) != value:
            await self.home.by_hand(device, value)

    async def _count_messages(self, day: int) -> None:
        for message in await self.home.record.recent(
            limit=50, sources=(EventSource.AUTONOMY_MESSAGE,), origin="home"
        ):
            if message.at >= FIRST + timedelta(days=day):
                self.found.spoken += 1
                self.found.spoken_at_night += message.at.hour >= 22 or message.at.hour < 7
