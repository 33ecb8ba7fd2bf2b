"""Answers to needs, reports and due routines, on the product's own menu."""

from dataclasses import replace
from datetime import datetime
from functools import partial

import pytest

from capabilities import notice
from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.ports.ranker import Question
from companion.rooms.context.answering import AGREED
from companion.rooms.context.reported import is_reminder
from companion.rooms.context.room import ContextRoom
from companion.service.plugins import CapabilityRegistry
from companion.words.event import EventDraft, EventSource
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.trigger import Priority, Trigger, TriggerKind
from companion.words.trust import TrustLabel
from tests.twins.home import trigger
from tests.twins.memory_house import MemoryDevice
from tests.unit.rooms.context.home import Home
from tests.unit.rooms.context.occasion_home import Home as OccasionHome
from tests.unit.rooms.context.occasion_home import plug, thing


async def fits(home: Home, text: str, **how: object) -> dict[str, float]:
    why = replace(trigger(how.pop("trust", TrustLabel.OWNER), text=text), **how)  # type: ignore[arg-type]
    return {e.name: e.fit for e in (await home.room.gather(why)).menu if e.fit}


@pytest.mark.parametrize("text", ["I can't see a thing in here.", "真っ暗で何も見えない"])
async def test_issue_15_a_need_brings_its_remedy_where_it_was_said(text: str) -> None:
    home = Home()
    home.house.set("light.hall", "off")
    found = await fits(home, text, place="hall", priority=Priority.USER)
    assert found["turn_on_hall_light"] > 0.5


async def test_what_is_to_stay_as_it_is_gets_no_remedy() -> None:
    home = Home()
    home.house.set("light.hall", "off")
    said = "It's dark, but leave it, I like it dark."
    assert await fits(home, said, place="hall", priority=Priority.USER) == {}


async def test_a_need_without_a_room_is_answered_only_where_one_room_has_a_remedy() -> None:
    home = Home()
    for lamp in ("light.hall", "light.kitchen", "light.living"):
        if home.house.device(lamp) is not None:  # type: ignore[arg-type]
            home.house.set(lamp, "off")
    found = await fits(home, "I can't see a thing.", place="", priority=Priority.USER)
    rooms = {name.removeprefix("turn_on_") for name in found}
    assert len(rooms) <= 1


async def test_issue_15_a_due_routine_is_done_by_its_name_and_not_where_it_was_spoken_against() -> (
    None
):
    home = Home()
    home.house.set("light.hall", "off")
    due = {"place": "hall", "kind": TriggerKind.TIME, "priority": Priority.ROUTINE}
    text = "Turn on the hall light at seven"
    found = await fits(home, text, trust=TrustLabel.SELF, **due)
    assert found["turn_on_hall_light"] > 0.5
    await home.event(
        EventSource.USER_INPUT, user_text="No hall light tonight, please.", trust=TrustLabel.OWNER
    )
    against = await fits(home, text, trust=TrustLabel.SELF, **due)
    assert "turn_on_hall_light" not in against


async def test_what_a_guest_or_foreign_words_say_cancels_no_routine() -> None:
    home = Home()
    home.house.set("light.hall", "off")
    await home.event(
        EventSource.USER_INPUT, user_text="No hall light tonight.", trust=TrustLabel.OBSERVED
    )
    due = {"place": "hall", "kind": TriggerKind.TIME, "priority": Priority.ROUTINE}
    found = await fits(home, "Turn on the hall light at seven", trust=TrustLabel.SELF, **due)
    assert found["turn_on_hall_light"] > 0.5


async def test_a_thing_that_is_on_is_no_fault_by_itself() -> None:
    home = Home()
    home.house.set("light.hall", "on")
    plain = await fits(home, "The hall light is on", place="hall", trust=TrustLabel.OBSERVED)
    assert plain == {}
    left = "The hall light is still on and nobody is in the hall"
    found = await fits(home, left, place="hall", trust=TrustLabel.OBSERVED)
    assert found["turn_off_hall_light"] > 0.5


async def test_leave_it_as_it_is_holds_back_ideas_of_its_own() -> None:
    home = Home()
    home.house.set("light.hall", "on")
    await home.event(
        EventSource.USER_INPUT, user_text="Leave everything as it is.", trust=TrustLabel.OWNER
    )
    left = "The hall light is still on and nobody is in the hall"
    found = await fits(home, left, place="hall", trust=TrustLabel.OBSERVED)
    assert all(fit < 0 for fit in found.values())


async def test_a_report_of_somebody_in_bed_in_a_bright_room_brings_the_dark() -> None:
    home = Home()
    home.house.set("light.hall", "on")
    told = "Somebody is in bed in the hall and it is bright"
    found = await fits(home, told, place="hall", trust=TrustLabel.OBSERVED)
    assert found["turn_off_hall_light"] > 0.5


async def test_issue_15_what_was_only_seen_asks_for_warmth_where_a_thermometer_agrees() -> None:
    """A report of the cold leads to a question about the heating only with a measured cold."""
    home = OccasionHome()
    told = trigger(TrustLabel.OBSERVED, text="The living room is at 11 degrees", place="living")
    assert "set_mode_living_climate_heat" not in {e.name for e in (await home.pack(told)).menu}
    home.set("sensor.living_temperature", "11")
    assert "set_mode_living_climate_heat" in {e.name for e in (await home.pack(told)).menu}


async def test_issue_15_the_one_thermostat_of_a_home_warms_the_other_rooms() -> None:
    home = OccasionHome()
    told = trigger(TrustLabel.OBSERVED, text="The bedroom is at 11 degrees", place="bedroom")
    home.house.add(
        MemoryDevice(thing("sensor.cold", "bedroom", device_class="temperature"), "11", {})
    )
    assert "set_mode_living_climate_heat" in {e.name for e in (await home.pack(told)).menu}


async def test_issue_15_a_noisy_routine_waits_for_who_sleeps_and_a_window_for_the_rain() -> None:
    home = OccasionHome()
    plug(home, "vacuum", "掃除ロボット", "robot vacuum")
    home.set("switch.vacuum", "off")
    home.house.add(MemoryDevice(thing("binary_sensor.bed", "bedroom"), "off", {}))
    due = replace(
        trigger(TrustLabel.SELF, text="Run the robot vacuum at ten", place="living"),
        kind=TriggerKind.TIME,
        priority=Priority.ROUTINE,
    )
    assert {e.name: e.fit for e in (await home.pack(due)).menu}["turn_on_vacuum_switch"] > 0
    home.set("binary_sensor.bed", "on")
    assert "turn_on_vacuum_switch" not in {e.name for e in (await home.pack(due)).menu}
    home.set("binary_sensor.bed", "off")
    home.person("living", "present")
    assert "turn_on_vacuum_switch" not in {e.name for e in (await home.pack(due)).menu}
    home.person("living", "absent")
    assert {e.name: e.fit for e in (await home.pack(due)).menu}["turn_on_vacuum_switch"] > 0
    window = replace(due, about=replace(due.about, text="Open 『cover window』"), place="bedroom")
    assert {e.name: e.fit for e in (await home.pack(window)).menu}["open_window"] > 0
    home.set("binary_sensor.rain", "on")
    assert {e.name: e.fit for e in (await home.pack(window)).menu}.get("open_window", -1) < 0
    home.set("binary_sensor.rain", "off")
    home.house.add(MemoryDevice(thing("sensor.wind", "hall", device_class="wind_speed"), "62", {}))
    assert {e.name: e.fit for e in (await home.pack(window)).menu}.get("open_window", -1) < 0


async def said_before(home: OccasionHome, text: str) -> None:
    await home.store.events.append(
        EventDraft(
            source=EventSource.USER_INPUT,
            kind="x",
            at=home.clock.now(),
            trust=TrustLabel.HOUSEHOLD,
            user_text=text,
        )
    )


@pytest.mark.parametrize(
    ("wish", "kept"),
    [
        ("朝まで毛布は切らんといて。足がつるさかい", True),
        ("Don't touch the blanket, please.", True),
        ("The cat sleeps on the blanket.", False),
        ("Don't touch the radio.", False),
    ],
)
async def test_issue_15_a_hot_thing_that_somebody_wants_on_is_left_on(
    wish: str, kept: bool
) -> None:
    home = OccasionHome()
    plug(home, "moufu", "電気毛布", "electric blanket", area="bedroom")
    report = "The electric blanket has been on for five hours"
    told = trigger(TrustLabel.OBSERVED, text=report, place="bedroom")
    await said_before(home, wish)
    fit = {e.name: e.fit for e in (await home.pack(told)).menu}.get("turn_off_moufu_switch", -1)
    assert (fit < 0) is kept


@pytest.mark.parametrize(
    "wish", ["暖房なんぞ要らん、もったいない", "No, I don't want the heating on."]
)
async def test_issue_15_the_heating_that_was_refused_is_no_idea_of_its_own(wish: str) -> None:
    home = OccasionHome()
    home.set("sensor.living_temperature", "11")
    told = trigger(TrustLabel.OBSERVED, text="The living room is at 11 degrees", place="living")
    heat = "set_mode_living_climate_heat"
    assert {e.name: e.fit for e in (await home.pack(told)).menu}[heat] > 0
    await said_before(home, wish)
    assert {e.name: e.fit for e in (await home.pack(told)).menu}.get(heat, -1) < 0


@pytest.mark.parametrize(
    ("words", "light"),
    [("No white light outside tonight.", False), ("There's no light in this hall.", True)],
)
async def test_issue_15_light_that_was_refused_is_no_idea_of_its_own(
    words: str, light: bool
) -> None:
    home = Home()
    home.house.set("light.hall", "off")
    home.person("present")
    await home.event(EventSource.USER_INPUT, user_text=words, trust=TrustLabel.HOUSEHOLD)
    came = trigger(TrustLabel.OBSERVED, text="Somebody came into the hall.", place="hall")
    assert ("turn_on_hall_light" in await home.menu(came)) is light


@pytest.mark.parametrize("text", ["I've gone all dizzy.", "なんか頭がぼうっとするなあ"])
async def test_issue_15_who_feels_unwell_in_a_hot_room_is_cooled(text: str) -> None:
    home = OccasionHome()
    why = replace(trigger(TrustLabel.HOUSEHOLD, text=text, place="living"), priority=Priority.USER)
    cool = "set_mode_living_climate_cool"
    assert {e.name: e.fit for e in (await home.pack(why)).menu}.get(cool, 0) == 0
    home.set("sensor.living_temperature", "33")
    assert {e.name: e.fit for e in (await home.pack(why)).menu}[cool] > 0.5


async def test_issue_15_a_report_of_an_open_lock_leads_to_a_question_about_locking_it() -> None:
    home = OccasionHome()
    told = trigger(TrustLabel.OBSERVED, text="Everybody sleeps; lock front is open", place="hall")
    assert "lock_front" not in {e.name for e in (await home.pack(told)).menu}
    home.set("lock.front", "unlocked")
    found = {e.name: e for e in (await home.pack(told)).menu}
    assert next(e for name, e in found.items() if name.startswith("lock_front")).fit > 0.5


@pytest.mark.parametrize(
    "text",
    [
        "The electric kettle is boiling dry.",
        "家に誰もおらず、電気ケトルの空焚き警告が出た",
        "The kettle has been on for an hour and she is out",
    ],
)
async def test_issue_15_what_overheats_or_was_left_on_goes_off(text: str) -> None:
    home = OccasionHome()
    plug(home, "kettle", "電気ケトル", "electric kettle")
    told = trigger(TrustLabel.OBSERVED, text=text, place="living")
    fits_now = {e.name: e.fit for e in (await home.pack(told)).menu}
    assert fits_now["turn_off_kettle_switch"] > 0.5


@pytest.mark.parametrize("text", ["I'm boiling, really.", "むしむしするわ"])
async def test_issue_15_a_need_without_a_room_is_met_where_a_meter_bears_it_out(text: str) -> None:
    home = OccasionHome()
    why = replace(trigger(TrustLabel.HOUSEHOLD, text=text, place=""), priority=Priority.USER)
    home.house.add(
        MemoryDevice(thing("sensor.study_air", "study", device_class="temperature"), "30", {})
    )
    home.set("sensor.living_temperature", "21")
    before = {e.name for e in (await home.pack(why)).menu}
    home.set("sensor.study_air", "21")
    home.set("sensor.living_temperature", "30")
    cool = "set_mode_living_climate_cool"
    assert cool in {e.name for e in (await home.pack(why)).menu}
    assert "open_window" not in before


async def test_issue_15_where_something_answers_nothing_else_is_offered() -> None:
    home = Home()
    home.house.set("light.hall", "off")
    why = replace(
        trigger(TrustLabel.OWNER, text="I can't see a thing in here.", place="hall"),
        priority=Priority.USER,
    )
    assert set(await home.menu(why)) <= {"turn_on_hall_light", "defer", "skip"}


async def test_issue_15_a_routine_offers_what_it_names_alone() -> None:
    home = Home()
    home.house.set("light.hall", "off")
    home.person("present")
    due = replace(
        trigger(TrustLabel.SELF, text="Play the living speaker at seven", place="hall"),
        kind=TriggerKind.TIME,
        priority=Priority.ROUTINE,
    )
    named = replace(due, about=replace(due.about, text="Turn on the hall light at seven"))
    assert "turn_on_hall_light" in await home.menu(named)
    await home.event(
        EventSource.USER_INPUT, user_text="No hall light tonight.", trust=TrustLabel.OWNER
    )
    assert await home.menu(named) == ["skip"]


async def test_issue_15_nothing_lights_up_or_sounds_where_somebody_sleeps() -> None:
    home = OccasionHome()
    plug(home, "vacuum", "掃除ロボット", "robot vacuum")
    home.set("switch.vacuum", "off")
    home.house.add(MemoryDevice(thing("binary_sensor.bed", "living"), "off", {}))
    told = trigger(TrustLabel.OBSERVED, text="A parcel lies in front of the door", place="living")
    wakes = {"turn_on_living_light", "turn_on_vacuum_switch", "open_living_curtain", "play_speaker"}
    assert wakes & {e.name for e in (await home.pack(told)).menu}
    home.set("binary_sensor.bed", "on")
    assert not wakes & {e.name for e in (await home.pack(told)).menu}


async def test_issue_15_a_lullaby_is_for_who_sleeps() -> None:
    home = OccasionHome()
    home.house.add(MemoryDevice(thing("binary_sensor.bed", "living"), "on", {}))
    due = trigger(TrustLabel.OBSERVED, text="Bedtime. Play the lullaby.", place="living")
    assert any(e.name.startswith("play_") for e in (await home.pack(due)).menu)


async def test_issue_15_a_heated_floor_answers_the_cold() -> None:
    home = OccasionHome()
    plug(home, "floor", "床暖房", "heated floor")
    home.set("switch.floor", "off")
    told = trigger(TrustLabel.HOUSEHOLD, text="My feet are freezing.", place="living")
    assert any("floor" in e.name for e in (await home.pack(told)).menu)


async def test_issue_15_a_morning_routine_opens_for_who_is_to_be_woken() -> None:
    home = OccasionHome()
    home.house.add(MemoryDevice(thing("binary_sensor.bed", "bedroom"), "on", {}))
    due = replace(
        trigger(TrustLabel.SELF, text="Open 『cover window』", place="bedroom"),
        kind=TriggerKind.TIME,
        priority=Priority.ROUTINE,
    )
    due = replace(due, at=due.at.replace(hour=7))
    fit = {e.name: e.fit for e in (await home.pack(due)).menu}
    assert fit["open_window"] >= AGREED
    await home.store.events.append(
        EventDraft(
            source=EventSource.USER_INPUT,
            kind="x",
            at=due.at,
            trust=TrustLabel.OWNER,
            user_text="Home from the night shift, off to bed.",
        )
    )
    fit = {e.name: e.fit for e in (await home.pack(due)).menu}
    assert fit.get("open_window", 0.0) < AGREED


async def test_issue_15_a_routine_does_not_end_what_people_are_in_the_middle_of() -> None:
    home = OccasionHome()
    home.set("media_player.tv", "playing")
    due = replace(
        trigger(TrustLabel.SELF, Priority.ROUTINE, text="Stop the TV at ten", place="living"),
        kind=TriggerKind.TIME,
    )
    assert "stop_tv" in {e.name for e in (await home.pack(due)).menu}
    await said_before(home, "The film is half way through.")
    assert [e.name for e in (await home.pack(due)).menu] == ["skip"]


async def test_issue_15_an_order_is_never_answered_by_its_opposite() -> None:
    home = OccasionHome()
    said = trigger(
        TrustLabel.HOUSEHOLD,
        Priority.USER,
        text="It's dark out, please close the curtain.",
        place="bedroom",
    )
    assert "open_curtain" not in {e.name for e in (await home.pack(said)).menu}


@pytest.mark.parametrize(
    ("wish", "off"),
    [
        ("The light living is to be on all night.", False),
        ("I like the light living, it came from Oslo.", True),
    ],
)
async def test_issue_15_what_is_to_last_is_not_undone(wish: str, off: bool) -> None:
    home = OccasionHome()
    home.set("light.living", "on")
    await said_before(home, wish)
    text = "The light living is still on and nobody is in the living room"
    report = trigger(TrustLabel.OBSERVED, text=text, place="living")
    fits_of = {e.name: e.fit for e in (await home.pack(report)).menu}
    assert (fits_of.get("turn_off_living", fits_of.get("turn_off_living_light", -1)) > 0) is off


async def test_issue_15_a_report_that_doubts_itself_switches_nothing() -> None:
    home = OccasionHome()
    home.set("light.living", "on")
    text = "Perhaps the light living is still on and nobody is in the living room"
    report = trigger(TrustLabel.OBSERVED, text=text, place="living")
    assert not any(e.answers for e in (await home.pack(report)).menu)


async def test_a_report_that_doubts_itself_gives_no_ideas_of_acts() -> None:
    home = Home()
    home.house.set("light.hall", "off")
    home.person("present")
    assert "turn_on_hall_light" in await home.menu(trigger(text="A cat walks about"))
    doubted = trigger(text="Perhaps a cat walks about")
    assert "turn_on_hall_light" not in await home.menu(doubted)


async def test_words_about_something_else_leave_no_lock_open_and_drop_no_reminder() -> None:
    home = OccasionHome()
    home.set("lock.front", "unlocked")
    plug(home, "stove", "電気ストーブ", "electric heater")
    told = notice.build(notice.Settings(), clock=home.clock)
    home.shelf = CapabilityRegistry({"device_control": home.control, "notice": told})
    home.hushed = True
    await said_before(home, "No radio today, please.")

    async def menu(text: str) -> set[str]:
        why = trigger(TrustLabel.SELF, Priority.ROUTINE, text=text, place="hall")
        return {e.name for e in (await home.pack(replace(why, kind=TriggerKind.TIME))).menu}

    assert any(name.startswith("lock_front") for name in await menu("Lock the lock front at ten"))
    assert "turn_off_stove_switch" in await menu("Electric heater off at ten")
    assert await menu("Remind Joe that the bins go out") & {"tell_them"}
    await said_before(home, "Don't mention the bins tonight.")
    assert not await menu("Remind Joe that the bins go out") & {"tell_them"}


@pytest.mark.parametrize(
    ("text", "reminds"),
    [
        ("Library books are due back", True),
        ("町内会費の集金日", True),
        ("Turn on the light living at six", False),
        ("戸締まりをする", False),
    ],
)
async def test_issue_15_a_routine_that_names_nothing_of_the_home_is_a_reminder(
    text: str, reminds: bool
) -> None:
    home = OccasionHome()
    due = trigger(TrustLabel.SELF, Priority.ROUTINE, text=text, place="living")
    due = replace(due, kind=TriggerKind.TIME)
    home.person("living", "present")
    pack = await home.pack(due)
    acts = [e.name for e in pack.menu if e.name not in ("skip", "defer")]
    assert (acts == []) is reminds


@pytest.mark.parametrize(
    "text", ["It's started to rain and the sill is getting soaked.", "雨が吹き込んできたよ"]
)
async def test_issue_15_rain_that_comes_in_closes_what_is_open(text: str) -> None:
    home = OccasionHome()
    home.set("cover.window", "open")
    told = trigger(TrustLabel.OWNER, Priority.USER, text=text, place="bedroom")
    fit = {e.name: e.fit for e in (await home.pack(told)).menu}
    assert fit["close_window"] > 0.5


async def test_issue_15_a_routine_does_nothing_beside_its_words() -> None:
    home = OccasionHome()
    home.person("hall", "present")
    home.house.add(
        MemoryDevice(thing("sensor.hall_lux", "hall", device_class="illuminance"), "2", {})
    )
    text = "Tell Ann the optician rings at four"
    told = trigger(TrustLabel.SELF, Priority.ROUTINE, text=text, place="hall")
    due = replace(told, kind=TriggerKind.TIME)
    assert is_reminder(due)
    assert "turn_on_hall_light" not in {e.name for e in (await home.pack(due)).menu}


async def test_issue_15_no_report_silences_what_plays_for_who_sleeps() -> None:
    home = OccasionHome()
    for own, called in (("band", "band"), ("hiss", "pink noise machine")):
        player = replace(
            thing(f"media_player.{own}", "bedroom", True), name=Bilingual(called, called)
        )
        home.house.add(MemoryDevice(player, "playing", {}))
    for own, silenced in (("pink noise machine", False), ("band", True)):
        text = f"The {own} has been on for two hours and nobody is in the room"
        told = trigger(TrustLabel.OBSERVED, text=text, place="bedroom")
        fits_by_name = {e.name: e.fit for e in (await home.pack(told)).menu}
        assert any(fit > 0.5 for fit in fits_by_name.values()) is silenced


async def test_issue_15_what_somebody_just_ended_is_not_begun_again() -> None:
    home = OccasionHome()
    home.set("sensor.living_temperature", "31")
    told = trigger(TrustLabel.OWNER, Priority.USER, text="It's too hot in here.", place="living")
    assert "set_mode_living_climate_cool" in {e.name for e in (await home.pack(told)).menu}
    await home.store.events.append(
        EventDraft(
            source=EventSource.USER_INPUT,
            kind="said",
            user_text="I've switched the air conditioning off, it hurts his neck.",
            at=home.clock.now(),
            trust=TrustLabel.HOUSEHOLD,
        )
    )
    assert "set_mode_living_climate_cool" not in {e.name for e in (await home.pack(told)).menu}


async def test_issue_15_no_report_opens_a_window_for_who_sleeps_nor_a_door_at_all() -> None:
    home = OccasionHome()
    door = replace(
        thing("cover.way", "bedroom", True, device_class="door"),
        name=Bilingual("勝手口の扉", "back door"),
    )
    home.house.add(MemoryDevice(door, "closed", {}))
    told = trigger(TrustLabel.OBSERVED, text="The air in the bedroom is stale", place="bedroom")
    names = {e.name for e in (await home.pack(told)).menu}
    assert "open_window" in names
    assert "open_way" not in names
    await home.store.events.append(
        EventDraft(
            source=EventSource.USER_INPUT,
            kind="said",
            user_text="The twins are asleep.",
            at=home.clock.now(),
            trust=TrustLabel.HOUSEHOLD,
        )
    )
    assert "open_window" not in {e.name for e in (await home.pack(told)).menu}


def _due(text: str, place: str = "living") -> Trigger:
    why = trigger(TrustLabel.SELF, Priority.ROUTINE, text=text, place=place)
    return replace(why, kind=TriggerKind.TIME)


async def _due_fits(home: OccasionHome, text: str, place: str = "living") -> dict[str, float]:
    return {e.name: e.fit for e in (await home.pack(_due(text, place))).menu if e.fit > 0}


@pytest.mark.parametrize("text", ["Heating off at ten", "十時に暖房を切る"])
async def test_issue_15_a_routine_switches_the_heating_off(text: str) -> None:
    """Its mode `off` was held for the opposite of going off."""
    home = OccasionHome()
    home.set("climate.living", "heat", temperature=21.0)
    assert "set_mode_living_climate_off" in await _due_fits(home, text)


@pytest.mark.parametrize(
    "text", ["Film night: curtain down, bedroom off", "Close the curtain and turn the bedroom off"]
)
async def test_issue_15_each_clause_of_a_routine_is_read_by_itself(text: str) -> None:
    home = OccasionHome()
    home.set("cover.curtain", "open", position=100)
    home.set("light.bedroom", "on")
    found = await _due_fits(home, text, "bedroom")
    assert "close_curtain" in found
    assert "turn_off_bedroom_light" in found


async def _reported(text: str, home: OccasionHome, place: str, **matter: float) -> list[str]:
    ranker = ScriptedRanker(Settings(read={Question.MATTER: matter}))
    room = ContextRoom(home.room().now, ranker=ranker)
    return [e.name for e in (await room.gather(trigger(text=text, place=place))).menu]


async def test_issue_15_in_a_gas_alarm_nothing_is_switched_on() -> None:
    home = OccasionHome()
    home.house.add(MemoryDevice(replace(thing("fan.hood", "living", True)), "off", {}))
    smoke = await _reported("The living room is full of smoke", home, "living", danger=0.9)
    assert "turn_on_hood_fan" in smoke
    gas = await _reported("The gas detector has tripped", home, "living", danger=0.9)
    assert not [name for name in gas if "turn_on" in name]


async def test_issue_15_a_meter_decides_with_a_report_what_is_lacking() -> None:
    home = OccasionHome()
    home.set("sensor.living_temperature", "12.5")
    told = "A dozen degrees and a half down there"
    assert "set_mode_living_climate_heat" in await _reported(told, home, "living", cold=0.9)
    home.set("sensor.living_temperature", "21")
    assert "set_mode_living_climate_heat" not in await _reported(told, home, "living", cold=0.9)


def _always(dark: bool, _: datetime) -> bool:
    return dark


async def test_issue_15_who_comes_after_sunset_into_an_unlit_room_gets_its_lamp() -> None:
    home = Home()
    home.house.set("light.living", "off")
    shown = await home.event(EventSource.OBSERVATION, kind="person_appeared")
    came = replace(trigger(text="somebody", place="living"), event_ids=(EventId(shown),))
    for dark in (True, False):
        room = ContextRoom(home.room.now, dark=partial(_always, dark))
        fits_now = {e.name: e.fit for e in (await room.gather(came)).menu}
        assert (fits_now.get("turn_on_living_light", 0.0) > 0) is dark
