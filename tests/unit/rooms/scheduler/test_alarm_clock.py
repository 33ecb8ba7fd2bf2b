"""The alarm clock: on time, once, over clock steps, restarts and disks (F1, F3, F7, F8, T-44)."""

import asyncio
from dataclasses import replace
from datetime import time, timedelta

import pytest

from companion.ports.event_log import RecordNotWritable
from companion.ports.schedule import EntryUnknown, NothingRings, TimingNeverComes
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.schedule import (
    Comparison,
    Entry,
    EntryId,
    EntryKind,
    EntryState,
    FactCondition,
    Firing,
    MissedPolicy,
    SavedAction,
    StepEnd,
)
from companion.words.timing import After, Days, Movement, Once, OnFact, OnMovement, Recurring
from tests.twins.schedule import ScheduleInMemory
from tests.unit.rooms.scheduler.alarms import (
    DAILY,
    DAY,
    EVENING,
    HOUR,
    MINUTE,
    SEVEN,
    alarm,
    morning,
)

OPEN = SavedAction(action_type="device_control.cover_open", payload={"device_id": "cover.bed"})
SHUT = SavedAction(action_type="device_control.cover_close", payload={"device_id": "cover.bed"})


async def test_an_alarm_rings_at_its_second_and_until_it_is_stopped() -> None:
    async with morning() as house:
        up = await house.alarms.add(alarm())
        assert up.due == SEVEN
        await house.until(SEVEN + 3 * MINUTE)
        assert house.rung == [(SEVEN, house.alarms.get(up.entry.id).firing.id)]  # type: ignore[union-attr]
        assert len(house.ringing_now) == 1
        assert await house.alarms.stop() == (up.entry.id,)
        assert not house.ringing_now
        with pytest.raises(NothingRings):
            await house.alarms.stop()
        assert house.alarms.get(up.entry.id).due == SEVEN + DAY
        assert [f.outcome for f in await house.alarms.history(up.entry.id)] == ["stopped"]


async def test_snoozing_rings_again_and_is_the_same_moment() -> None:
    async with morning() as house:
        up = await house.alarms.add(alarm())
        await house.until(SEVEN + MINUTE)
        await house.alarms.snooze(snooze_s=540)
        assert house.alarms.get(up.entry.id).due == SEVEN + 10 * MINUTE
        await house.until(SEVEN + 11 * MINUTE)
        assert [at for at, _ in house.rung] == [SEVEN, SEVEN + 10 * MINUTE]
        assert len({firing for _, firing in house.rung}) == 1
        await house.alarms.stop(up.entry.id)
        await house.until(SEVEN + HOUR)
        assert len(house.rung) == 2


async def test_what_is_snoozed_at_its_first_tone_stays_silent() -> None:
    """Pressed before the way through the house came to its end; found by the simulated nights."""
    async with morning() as house:
        ring = house.ring

        async def pressed_at_once(entry: Entry, firing: Firing) -> bool:
            rings = await ring(entry, firing)
            if len(house.rung) == 1:
                await house.alarms.snooze(snooze_s=540)
            return rings

        house.ring = pressed_at_once  # type: ignore[method-assign]
        await house.alarms.add(alarm())
        await house.until(SEVEN + 5 * MINUTE)
        assert not house.ringing()
        await house.until(SEVEN + 10 * MINUTE)
        assert [at for at, _ in house.rung] == [SEVEN, SEVEN + 9 * MINUTE]
        await house.alarms.stop()


async def test_a_broken_house_does_not_keep_an_alarm_from_ringing() -> None:
    """T-08, T-44: past the walk that raises, within the second."""
    async with morning(broken=True) as house:
        await house.alarms.add(alarm())
        await house.until(SEVEN + 2 * MINUTE)
        ((at, _),) = house.rung
        assert at - SEVEN < timedelta(seconds=1)


@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize("step_s", [15.0, 590.0])
async def test_f7_a_step_over_the_alarm_rings_it_within_a_second_and_once(
    step_s: float, told: bool
) -> None:
    """Also where nothing tells that the clock was set."""
    begin = SEVEN - timedelta(minutes=12)
    async with morning(begin, told_of_steps=told) as house:
        await house.alarms.add(alarm(created_at=begin))
        await house.until(SEVEN - timedelta(seconds=5.3))
        house.clock.set_wall(step_s)
        stepped = house.clock.now()
        await house.clock.sleep(2.0)
        assert len(house.rung) == 1
        assert timedelta() <= house.rung[0][0] - stepped <= timedelta(seconds=1.1)
        await house.clock.sleep(600.0)
        assert len(house.rung) == 1


async def test_f7_years_forward_bring_no_storm() -> None:
    """One report a rule, no ring of what nobody waits for, and the next morning is kept."""
    async with morning() as house:
        for hour in range(5):
            await house.alarms.add(alarm(Recurring(time(hour)), label=f"{hour}"))
        house.clock.set_wall(5 * 365 * 86400.0)
        await house.clock.sleep(2.0)
        assert house.rung == []
        assert sorted(t for t in house.told if t[1]) == [(f"{h}", "missed") for h in range(5)]
        await house.clock.sleep(86400.0)
        assert len(house.rung) == 5


async def test_f8_a_step_back_rings_nothing_twice_and_loses_nothing() -> None:
    async with morning() as house:
        await house.alarms.add(alarm())
        await house.until(SEVEN + MINUTE)
        await house.alarms.stop()
        house.clock.set_wall(-3600.0)
        await house.clock.sleep(2 * 3600.0)
        assert len(house.rung) == 1
        await house.until(SEVEN + DAY + MINUTE)
        assert len(house.rung) == 2


async def test_f8_a_clock_that_was_years_ahead_silences_nothing() -> None:
    """No clock chip: the wrong year at the boot, the right one a minute later."""
    async with morning() as house:
        up = await house.alarms.add(alarm())
        once = await house.alarms.add(alarm(Once(SEVEN + 5 * MINUTE)))
        house.clock.set_wall(4 * 365 * 86400.0)
        await house.reboot()
        await house.clock.sleep(60.0)
        house.clock.set_wall(-4 * 365 * 86400.0)
        await house.until(SEVEN + 6 * MINUTE)
        assert [at for at, _ in house.rung] == [SEVEN, SEVEN + 5 * MINUTE]
        assert {up.entry.id, once.entry.id} == set(await house.alarms.stop())


async def test_f8_a_moment_missed_by_a_wrong_clock_rings_also_after_a_restart_over_it() -> None:
    """Found by the simulated nights: the row of the wrong clock stood for the moment itself."""
    async with morning() as house:
        await house.alarms.add(alarm(Once(SEVEN)))
        house.clock.set_wall(4 * 365 * 86400.0)
        await house.clock.sleep(5.0)
        house.clock.set_wall(-4 * 365 * 86400.0)
        await house.until(SEVEN - MINUTE)
        await house.reboot(off_s=180.0)
        await house.clock.sleep(2.0)
        assert len(house.rung) == 1


async def test_a_timer_counts_seconds_whatever_the_wall_clock_does() -> None:
    """F7: three minutes are three minutes."""
    async with morning() as house:
        timer = alarm(After(180.0), EntryKind.TIMER, label="卵")
        up = await house.alarms.add(timer)
        began = house.clock.monotonic()
        for step_s in (900.0, -4000.0, 86400.0):
            await house.clock.sleep(30.0)
            house.clock.set_wall(step_s)
        await house.clock.sleep(85.0)
        assert house.rung == []
        await house.clock.sleep(8.0)
        assert len(house.rung) == 1
        assert house.clock.monotonic() - began < 185
        await house.alarms.stop(up.entry.id)
        await house.clock.sleep(1.0)
        assert house.alarms.get(up.entry.id).entry.state is EntryState.DONE


async def test_f1_what_rang_when_the_power_went_rings_on_as_the_same_moment() -> None:
    async with morning() as house:
        await house.alarms.add(alarm())
        await house.until(SEVEN + MINUTE)
        await house.reboot(off_s=120.0)
        await house.clock.sleep(2.0)
        assert len({firing for _, firing in house.rung}) == 1
        assert len(house.rung) == 2
        await house.alarms.stop()
        await house.reboot(off_s=5.0)
        await house.clock.sleep(600.0)
        assert len(house.rung) == 2, "stopped is stopped, also after a restart"


@pytest.mark.parametrize(("off", "rings"), [(9 * MINUTE, 1), (11 * MINUTE, 0), (3 * DAY + HOUR, 0)])
async def test_an_alarm_missed_while_off(off: timedelta, rings: int) -> None:
    """Ten minutes late it still rings; later it says so, once; the next one comes."""
    async with morning() as house:
        await house.alarms.add(alarm(label="朝"))
        await house.until(SEVEN - timedelta(seconds=1))
        await house.reboot(off_s=off.total_seconds())
        await house.clock.sleep(30.0)
        assert len(house.rung) == rings
        assert house.told.count(("朝", "missed")) == 1 - rings
        if rings:
            await house.alarms.stop()
        await house.reboot()
        await house.clock.sleep(5.0)
        assert house.told.count(("朝", "missed")) == 1 - rings
        await house.clock.sleep(86400.0)
        assert len(house.rung) == rings + 1


async def test_what_was_for_once_and_was_missed_is_past_and_not_waited_for() -> None:
    """It was listed as waiting for ever; one that waits for a person is."""
    async with morning() as house:
        missed = (await house.alarms.add(alarm(Once(SEVEN)))).entry.id
        coming = (await house.alarms.add(alarm(Once(SEVEN + 2 * DAY)))).entry.id
        waits = OnMovement(Movement.ARRIVES, "mika")
        someday = (await house.alarms.add(alarm(waits, EntryKind.REMINDER))).entry.id
        assert not house.alarms.get(missed).past
        await house.reboot(off_s=10 * 3600.0)
        await house.clock.sleep(5.0)
        assert [f.outcome for f in await house.alarms.history(missed)] == ["missed"]
        past = {number: house.alarms.get(number).past for number in (missed, coming, someday)}
        assert past == {missed: True, coming: False, someday: False}


@pytest.mark.parametrize(
    ("policy", "done"),
    [(None, False), (MissedPolicy.RUN, True), (MissedPolicy.SKIP, False)],
)
async def test_a_curtain_missed_while_off(policy: MissedPolicy | None, done: bool) -> None:
    """Skipped unless the routine says otherwise."""
    async with morning() as house:
        await house.alarms.add(alarm(kind=EntryKind.ROUTINE, actions=(OPEN,), missed=policy))
        await house.until(SEVEN - MINUTE)
        await house.reboot(off_s=3 * 3600.0)
        await house.clock.sleep(5.0)
        assert house.walked == ([OPEN] if done else [])


async def test_a_routine_does_its_actions_in_order_and_only_if_it_is_so() -> None:
    """T-50."""
    condition = FactCondition("light.bed", Comparison.IS, "off")
    async with morning() as house:
        up = await house.alarms.add(
            alarm(kind=EntryKind.ROUTINE, actions=(OPEN, SHUT), condition=condition)
        )
        await house.until(SEVEN + MINUTE)
        assert house.walked == [OPEN, SHUT]
        house.so = False
        await house.until(SEVEN + DAY + MINUTE)
        assert house.walked == [OPEN, SHUT]
        outcomes = [f.outcome for f in await house.alarms.history(up.entry.id)]
        assert outcomes == ["condition", "done"]


async def test_a_routine_whose_walk_broke_is_not_called_done() -> None:
    """T-50, B-055: its history says that it failed."""
    async with morning(broken=True) as house:
        up = await house.alarms.add(alarm(kind=EntryKind.ROUTINE, actions=(OPEN,)))
        await house.until(SEVEN + MINUTE)
        assert [f.outcome for f in await house.alarms.history(up.entry.id)] == ["failed"]


GONE, STUCK = Bilingual("つながりません", "not connected"), Bilingual("一部", "in part")


@pytest.mark.parametrize(
    ("opened", "shut", "outcome", "why"),
    [
        (StepEnd("failed", GONE), StepEnd("failed", STUCK), "failed", GONE),
        (StepEnd("done"), StepEnd("failed", GONE), "partly", GONE),
        (StepEnd("partly", STUCK), None, "partly", STUCK),
        (StepEnd("done"), None, "done", None),
    ],
)
async def test_a_routine_is_closed_with_what_came_of_its_steps(
    opened: StepEnd, shut: StepEnd | None, outcome: str, why: Bilingual | None
) -> None:
    """B-055, B-056: refused or failed at the device is never called done; each step is tried."""
    async with morning() as house:
        house.ends = {OPEN.action_type: opened} | ({SHUT.action_type: shut} if shut else {})
        up = await house.alarms.add(alarm(kind=EntryKind.ROUTINE, actions=(OPEN, SHUT), label="朝"))
        await house.until(SEVEN + MINUTE)
        assert house.walked == [OPEN, SHUT]
        (firing,) = await house.alarms.history(up.entry.id)
        assert (firing.outcome, firing.why) == (outcome, why)
        assert house.told.count(("朝", outcome)) == (outcome != "done")


async def test_f29_a_step_that_was_begun_is_not_begun_again() -> None:
    async with morning() as house:
        house_walk = house.alarms._firings._deeds.walk

        async def hang(entry: Entry, firing: Firing, action: SavedAction | None) -> None:
            await house_walk(entry, firing, action)
            await house.clock.sleep(9e9)

        house.alarms._firings._deeds = replace(house.alarms._firings._deeds, walk=hang)
        await house.alarms.add(alarm(kind=EntryKind.ROUTINE, actions=(OPEN, SHUT)))
        await house.until(SEVEN + timedelta(seconds=10))
        assert house.walked == [OPEN]
        await house.reboot(off_s=5.0)
        await house.clock.sleep(5.0)
        assert house.walked == [OPEN, SHUT]


async def test_skip_next_is_one_morning_and_can_be_taken_back() -> None:
    async with morning() as house:
        up = await house.alarms.add(alarm())
        assert (await house.alarms.skip(up.entry.id)).due == SEVEN + DAY
        await house.until(SEVEN + HOUR)
        assert house.rung == []
        assert house.alarms.get(up.entry.id).entry.skip is None
        await house.alarms.skip(up.entry.id)
        await house.alarms.skip(up.entry.id, skipping=False)
        await house.until(SEVEN + DAY + MINUTE)
        assert len(house.rung) == 1


async def test_a_later_morning_is_skipped_and_the_next_one_rings() -> None:
    """A5: an exception for a day further off."""
    async with morning() as house:
        up = await house.alarms.add(alarm())
        kept = await house.alarms.skip(up.entry.id, after=SEVEN + HOUR)
        assert (kept.due, kept.entry.skip) == (SEVEN, SEVEN + DAY)
        await house.until(SEVEN + HOUR)
        assert len(house.rung) == 1
        await house.alarms.stop()
        await house.until(SEVEN + DAY + HOUR)
        assert len(house.rung) == 1
        once = await house.alarms.add(alarm(timing=Once(SEVEN + 3 * DAY)))
        with pytest.raises(TimingNeverComes):
            await house.alarms.skip(once.entry.id, after=SEVEN + 4 * DAY)
        later = await house.alarms.add(alarm(timing=Once(SEVEN + 9 * DAY)))
        with pytest.raises(TimingNeverComes):  # a holiday: what comes after is another day's
            await house.alarms.skip(later.entry.id, after=SEVEN + 4 * DAY)


async def test_changing_switching_off_and_removing() -> None:
    async with morning() as house:
        up = await house.alarms.add(alarm())
        changed = replace(up.entry, timing=Recurring(time(6, 30), Days(frozenset({5}))))
        assert (await house.alarms.change(changed)).due == SEVEN - 30 * MINUTE
        assert (await house.alarms.change(replace(changed, enabled=False))).due is None
        await house.until(SEVEN)
        assert house.rung == []
        await house.alarms.change(replace(changed, timing=DAILY))
        await house.until(SEVEN + DAY + MINUTE)
        assert len(house.rung) == 1
        await house.alarms.remove(up.entry.id)
        assert not house.ringing_now, "removed and still ringing"
        with pytest.raises(EntryUnknown):
            house.alarms.get(up.entry.id)


async def test_what_never_comes_is_refused() -> None:
    async with morning() as house:
        for timing in (Once(EVENING - HOUR), Once(EVENING)):
            with pytest.raises(TimingNeverComes):
                await house.alarms.add(alarm(timing))
        with pytest.raises(EntryUnknown):
            await house.alarms.skip(EntryId(9))


async def test_a_reminder_waits_for_a_person_and_comes_once() -> None:
    remind = SavedAction(action_type="schedule_alarm.remind", payload={"alarm_id": 1})
    async with morning() as house:
        timing = OnMovement(Movement.ARRIVES, "mika")
        up = await house.alarms.add(alarm(timing, EntryKind.REMINDER))
        await house.alarms.moved("ken", Movement.ARRIVES, "hall")
        await house.alarms.moved("mika", Movement.LEAVES, "hall")
        await house.clock.sleep(1.0)
        assert house.walked == []
        for _ in range(2):
            await house.alarms.moved("mika", Movement.ARRIVES, "hall")
            await house.clock.sleep(1.0)
        assert house.walked == [remind]
        assert house.alarms.get(up.entry.id).entry.state is EntryState.DONE


async def test_a_reminder_waits_for_a_fact_and_comes_once() -> None:
    """A4: "tell me when the washing is done"; each make has a word of its own for its end."""
    remind = SavedAction(action_type="schedule_alarm.remind", payload={"alarm_id": 1})
    async with morning() as house:
        timing = OnFact("sensor.washer", "done", once=True)
        up = await house.alarms.add(alarm(timing, EntryKind.REMINDER))
        for value in ("run", "spin"):
            await house.alarms.became("sensor.washer", value)
            await house.clock.sleep(1.0)
        assert house.walked == []
        for value in ("end", "off", "run", "end"):
            await house.alarms.became("sensor.washer", value)
            await house.clock.sleep(1.0)
        assert house.walked == [remind]
        assert house.alarms.get(up.entry.id).entry.state is EntryState.DONE


async def test_a_figure_that_is_passed_is_an_occasion_and_one_that_stays_is_none() -> None:
    """A4: "if the bedroom gets above 25"; the pause after it holds."""
    async with morning() as house:
        await house.alarms.add(
            alarm(OnFact("sensor.warmth", above=25.0), EntryKind.ROUTINE, actions=(SHUT,))
        )
        for value in ("24.5", "unknown", "25.2", "26", "24", "25.5"):
            await house.alarms.became("sensor.warmth", value)
            await house.clock.sleep(1.0)
        assert house.walked == [SHUT]


async def test_what_became_so_while_nobody_listened_is_still_told() -> None:
    """F3: after a start the first report that is so counts for what is waited for once."""
    async with morning() as house:
        await house.alarms.became("lock.front", "locked")
        await house.alarms.became("sensor.washer", "off")
        for timing in (OnFact("lock.front", "unlocked", once=True), OnFact("lock.front", "locked")):
            await house.alarms.add(alarm(timing, EntryKind.ROUTINE, actions=(OPEN,)))
        unbegun = OnFact("sensor.washer", "done", once=True)
        await house.alarms.add(alarm(unbegun, EntryKind.ROUTINE, actions=(SHUT,)))
        await house.reboot(off_s=60.0)
        await house.alarms.became("lock.front", "unlocked")
        await house.alarms.became("sensor.washer", "off")
        await house.clock.sleep(1.0)
        assert house.walked == [OPEN], "a machine that had not begun is not done"


class FullDisk(ScheduleInMemory):
    """Takes nothing while it is full."""

    full = False

    async def claim(self, firing: Firing) -> Firing | None:
        self._room()
        return await super().claim(firing)

    async def update(self, firing: Firing) -> None:
        self._room()
        await super().update(firing)

    async def change(self, entry: Entry) -> None:
        self._room()
        await super().change(entry)

    def _room(self) -> None:
        if self.full:
            raise RecordNotWritable("the disk is full")


async def test_f3_a_full_disk_keeps_nothing_from_ringing_and_loses_no_outcome() -> None:
    disk = FullDisk()
    async with morning(book=disk) as house:
        up = await house.alarms.add(alarm())
        disk.full = True
        await house.until(SEVEN + MINUTE)
        assert [at for at, _ in house.rung] == [SEVEN]
        house.clock.set_wall(-120.0)
        await house.clock.sleep(300.0)
        assert len(house.rung) == 1, "twice, because no row could be written"
        await house.alarms.stop()
        assert not house.ringing_now
        with pytest.raises(RecordNotWritable):
            await house.alarms.change(replace(up.entry, label="x"))
        disk.full = False
        await house.clock.sleep(2.0)
        assert [f.outcome for f in await house.alarms.history(up.entry.id)] == ["stopped"]
        assert await disk.open() == ()
        await house.reboot()
        await house.clock.sleep(60.0)
        assert len(house.rung) == 1


async def test_two_at_one_moment_both_ring() -> None:
    async with morning() as house:
        await asyncio.gather(house.alarms.add(alarm()), house.alarms.add(alarm()))
        await house.until(SEVEN + MINUTE)
        assert [at for at, _ in house.rung] == [SEVEN, SEVEN]
        assert len(await house.alarms.stop()) == 2


async def test_the_soonest_that_ring_are_told_and_nothing_else_is_read() -> None:
    """P20: a thousand reminders before it hide no alarm, and ten thousand timers cost a few."""
    async with morning() as house:
        for n in range(6):
            note = alarm(Recurring(time(6, n)), kind=EntryKind.REMINDER, label="水")
            await house.alarms.add(note)
        late = (await house.alarms.add(alarm(Recurring(time(9, 0))))).entry.id
        soon = (await house.alarms.add(alarm())).entry.id
        by = EVENING + DAY
        assert [u.entry.id for u in house.alarms.rings_by(by, 5, 50)] == [soon, late]
        assert [u.entry.id for u in house.alarms.rings_by(by, 1, 50)] == [soon]
        assert house.alarms.rings_by(EVENING + HOUR, 5, 50) == ()
        await house.until(SEVEN + MINUTE)
        (rings, _) = house.alarms.rings_by(SEVEN + 3 * HOUR, 5, 50)
        assert rings.entry.id == soon
        assert rings.firing is not None
        await house.alarms.stop()


async def test_what_has_rung_since_yesterday_rings_again_as_a_moment_of_its_own(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nobody stopped it for a day: the new moment sounds at its second, and it is the one told."""
    async with morning() as house:
        entry_id = (await house.alarms.add(alarm())).entry.id
        await house.until(SEVEN + DAY + MINUTE)
        assert [at for at, _ in house.rung] == [SEVEN, SEVEN + DAY]
        assert "the bell is rung past it" not in caplog.text, "the walk rang the old moment"
        assert house.alarms.get(entry_id).due == SEVEN + DAY
        assert await house.alarms.stop(entry_id) == (entry_id,)
        assert not house.ringing_now


async def test_a_moment_that_broke_off_is_logged_and_the_next_is_kept(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with morning() as house:
        await house.alarms.add(alarm())

        async def refuse(entry: Entry, firing: Firing) -> EventId:
            raise RuntimeError("nothing is told now")

        house._tell = refuse  # type: ignore[method-assign]
        await house.reboot(off_s=10 * 3600.0)
        await house.until(SEVEN + 2 * HOUR)
        assert "not carried out to its end" in caplog.text
        await house.until(SEVEN + DAY + MINUTE)
        assert [at for at, _ in house.rung] == [SEVEN + DAY]


async def test_f3_an_outcome_and_a_claim_that_wait_for_the_disk_are_both_written() -> None:
    disk = FullDisk()
    async with morning(book=disk) as house:
        first = (await house.alarms.add(alarm())).entry.id
        second = (await house.alarms.add(alarm(Recurring(time(7, 5))))).entry.id
        await house.until(SEVEN + MINUTE)
        disk.full = True
        await house.alarms.stop(first)
        await house.until(SEVEN + 6 * MINUTE)
        assert len(house.rung) == 2
        assert house.alarms.buffer.held() == 2
        disk.full = False
        await house.clock.sleep(2.0)
        assert house.alarms.buffer.held() == 0
        (stopped,) = await house.alarms.history(first)
        assert stopped.outcome == "stopped"
        assert [firing.entry_id for firing in await disk.open()] == [second]
