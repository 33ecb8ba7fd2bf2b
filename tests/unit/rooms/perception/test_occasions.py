"""What the reports of devices mean: told once, with place and age, and never on a mere rumour.

F15, F16, B-045, B-047, B-048, B-062: unknown is no state, `unavailable` is not `off`, retained
words and loose contacts raise nothing.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from companion.home.occasion import (
    ALARMS,
    MOMENTARY,
    SEEMING,
    TELLABLE,
    TELLINGS,
    Occasion,
    alarm_of,
    is_opening,
    is_rain_sensor,
    tell,
)
from companion.rooms.perception.occasions import OccasionRules, Occasions
from companion.rooms.perception.room import Perception
from companion.service.clock import SystemIds
from companion.words.device import Device, DeviceState, Domain
from companion.words.ids import DeviceId, EventId
from companion.words.language import Bilingual, Language
from companion.words.observation import Certainty, Change, Observation
from companion.words.place import Place
from companion.words.trigger import Priority, Trigger
from companion.words.trust import TrustLabel
from tests.twins.clock import JumpClock
from tests.twins.memory_house import MemoryDevice, MemoryHouse

PLACES = {p: Place(id=p, name=Bilingual(f"{p}室", p.capitalize())) for p in ("hall", "bedroom")}


def thing(name: str, kind: str = "", area: str = "bedroom", **more: Any) -> Device:
    domain = Domain(name.partition(".")[0])
    operations = {
        Domain.LIGHT: ("turn_on", "turn_off"),
        Domain.COVER: ("open", "close"),
        Domain.LOCK: ("lock", "unlock"),
    }.get(domain, ())
    attributes = {"device_class": kind} if kind else {}
    label = name.partition(".")[2].replace("_", " ")
    return Device(
        id=DeviceId(name),
        domain=domain,
        name=Bilingual(f"『{label}』", label),
        area=area,
        operations=operations,
        attributes=attributes,
        **more,
    )


THINGS = (
    (thing("binary_sensor.smoke", "smoke"), "off"),
    (thing("binary_sensor.gas", "carbon_monoxide"), "off"),
    (thing("binary_sensor.sink", "moisture"), "off"),
    (thing("binary_sensor.rain", "moisture", "hall"), "off"),
    (thing("binary_sensor.window", "window"), "off"),
    (thing("binary_sensor.front_door", "door", "hall"), "off"),
    (thing("binary_sensor.doorbell", "", "hall"), "off"),
    (thing("binary_sensor.washer", "running"), "off"),
    (thing("binary_sensor.bed", "occupancy"), "off"),
    (thing("binary_sensor.bedroom_motion", "motion"), "off"),
    (thing("binary_sensor.washer_door", "opening"), "off"),
    (thing("binary_sensor.fridge", "door", "hall"), "off"),
    (thing("sensor.front_battery", "battery", "hall"), "40"),
    (thing("climate.bedroom"), "off"),
    (thing("cover.window", "window"), "closed"),
    (thing("cover.curtain", "curtain"), "open"),
    (thing("lock.front", area="hall"), "locked"),
    (thing("light.hall", area="hall"), "off"),
    (thing("light.bedroom"), "off"),
    (thing("sensor.warmth", "temperature"), "20"),
)


class Watch:
    """Occasions over a home in memory; what it observed is kept."""

    def __init__(self, hour: int = 14) -> None:
        self.clock = JumpClock()
        start = self.clock.now().replace(hour=hour, minute=0)
        self.clock.charge((start - self.clock.now()) % timedelta(days=1) / timedelta(seconds=1))
        self.house = MemoryHouse(self.clock)
        self.occasions = Occasions(self.house, self.clock)
        for device, value in THINGS:
            self.house.add(MemoryDevice(device, value, {}))
        self.occasions.begin()
        self.found: list[Observation] = []

    def now(self) -> datetime:
        return self.clock.now()

    def say(self, device_id: str, value: str | None, available: bool = True) -> list[Observation]:
        """The device reports this, over whatever carrier."""
        if available and value is not None:
            self.house.set_state(DeviceId(device_id), value)
        state = DeviceState(
            device_id=DeviceId(device_id), value=value, at=self.now(), available=available
        )
        new = list(self.occasions.reported(state))
        self.found += new
        return new

    def wait(self, seconds: float) -> list[Observation]:
        """Time passes, and is looked at every five seconds as the scheduler does."""
        new: list[Observation] = []
        for _ in range(max(1, int(seconds // 5))):
            self.clock.charge(min(5.0, seconds))
            new += self.occasions.due()
        self.found += new
        return new

    def person(self, place: str, change: Change) -> None:
        value = "absent" if change is Change.GONE else "present"
        self.occasions.seen(
            Observation("person", place, change, Certainty.FACT, 0.9, self.now(), "cam", value)
        )


def subjects(found: list[Observation]) -> list[tuple[str, str]]:
    return [(o.subject, o.change.value) for o in found]


@pytest.fixture
def watch() -> Watch:
    return Watch()


# -- danger --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sensor", "occasion"),
    [("smoke", Occasion.SMOKE), ("gas", Occasion.MONOXIDE), ("sink", Occasion.LEAK)],
)
def test_danger_is_told_with_the_very_report(watch: Watch, sensor: str, occasion: str) -> None:
    """No waiting: the first change to `on` is a fact, with its room and source."""
    (alarm,) = watch.say(f"binary_sensor.{sensor}", "on")
    assert (alarm.subject, alarm.place, alarm.value) == (occasion, "bedroom", "present")
    assert (alarm.certainty, alarm.source) == (Certainty.FACT, f"binary_sensor.{sensor}")


def test_a_flickering_detector_is_told_once(watch: Watch) -> None:
    """B-063: a detector at its threshold rings once; it ends when it has been off for a while."""
    for _ in range(5):
        watch.say("binary_sensor.smoke", "on")
        watch.clock.charge(2.0)
        watch.say("binary_sensor.smoke", "off")
        watch.clock.charge(2.0)
    assert subjects(watch.found) == [("smoke", "appeared")]
    assert subjects(watch.wait(30)) == [("smoke", "gone")]


@pytest.mark.parametrize(("value", "available"), [(None, True), ("on", False), (None, False)])
def test_unknown_and_unavailable_are_no_danger(
    watch: Watch, value: str | None, available: bool
) -> None:
    """F16: not `on`, and not `off` either: a told alarm does not end by them."""
    assert watch.say("binary_sensor.smoke", value, available) == []
    watch = Watch()
    watch.say("binary_sensor.smoke", "on")
    watch.say("binary_sensor.smoke", value, available)
    assert ("smoke", "gone") not in subjects(watch.wait(60))


def test_a_retained_alarm_is_believed_when_said_twice(watch: Watch) -> None:
    """F15: what is heard first after an outage may be last week's word; a living detector says
    it again."""
    watch.say("binary_sensor.smoke", None, available=False)
    watch.clock.charge(3600.0)
    assert watch.say("binary_sensor.smoke", "on") == []
    assert watch.say("binary_sensor.smoke", "on") == [], "delivered twice is not said twice"
    assert subjects(watch.wait(600)) == []
    assert subjects(watch.say("binary_sensor.smoke", "on")) == [("smoke", "appeared")]


def test_what_stood_before_the_first_report_is_known(watch: Watch) -> None:
    """The home was told before anybody listened: the next change is a change."""
    late = Occasions(watch.house, watch.clock)
    late.begin()
    state = DeviceState(device_id=DeviceId("binary_sensor.smoke"), value="on", at=watch.now())
    assert len(late.reported(state)) == 1
    deaf = Occasions(watch.house, watch.clock)
    assert deaf.reported(state) == (), "never heard before: where it stands, not what happened"


# -- rain ----------------------------------------------------------------------------------------


def rain_comes_down(watch: Watch) -> list[Observation]:
    watch.say("cover.window", "open")
    watch.wait(20)
    watch.say("binary_sensor.rain", "on")
    return watch.wait(15)


def test_rain_at_an_open_window(watch: Watch) -> None:
    """Told of the window, once; a curtain is no opening; it ends when the window is closed."""
    (rain,) = rain_comes_down(watch)
    assert (rain.subject, rain.source, rain.place) == ("rain", "cover.window", "bedroom")
    assert watch.wait(600) == []
    watch.say("cover.window", "closed")
    assert subjects(watch.wait(20)) == [("rain", "gone")]


def test_rain_at_a_closed_window_is_weather(watch: Watch) -> None:
    watch.say("binary_sensor.rain", "on")
    assert watch.wait(600) == []


def test_a_loose_rain_sensor_means_nothing(watch: Watch) -> None:
    """B-062: seven changes in a minute; its last word is `on`, and nobody believes it."""
    watch.say("cover.window", "open")
    watch.wait(20)
    for n in range(9):
        watch.say("binary_sensor.rain", ("on", "off")[n % 2])
        watch.clock.charge(5.0)
    assert watch.wait(120) == []


def test_a_drop_is_no_rain(watch: Watch) -> None:
    watch.say("cover.window", "open")
    watch.wait(20)
    watch.say("binary_sensor.rain", "on")
    watch.clock.charge(4.0)
    watch.say("binary_sensor.rain", "off")
    assert watch.wait(60) == []


# -- left open, left unlocked, left on -----------------------------------------------------------


def goes_out(watch: Watch) -> None:
    watch.person("hall", Change.APPEARED)
    watch.clock.charge(10.0)
    watch.say("binary_sensor.front_door", "on")
    watch.clock.charge(3.0)
    watch.person("hall", Change.GONE)
    watch.say("binary_sensor.front_door", "off")


def test_everybody_left_and_something_is_on(watch: Watch) -> None:
    """An estimate, told as one: nobody saw the empty home."""
    watch.say("light.hall", "on")
    goes_out(watch)
    assert watch.wait(90) == []
    (away,) = watch.wait(60)
    assert (away.subject, away.certainty, away.place) == ("away", Certainty.ESTIMATE, "")
    assert away.confidence < 1.0
    assert watch.wait(600) == [], "once"


def test_leaving_a_home_in_order_is_no_occasion(watch: Watch) -> None:
    goes_out(watch)
    assert watch.wait(600) == []


@pytest.mark.parametrize("sign", ["motion", "person", "bed"])
def test_somebody_stayed(watch: Watch, sign: str) -> None:
    """Any sign of life in any room: not everybody left."""
    watch.say("light.hall", "on")
    if sign == "bed":
        watch.say("binary_sensor.bed", "on")
    goes_out(watch)
    watch.clock.charge(20.0)
    if sign == "motion":
        watch.say("binary_sensor.bedroom_motion", "on")
    elif sign == "person":
        watch.person("hall", Change.APPEARED)
    assert watch.wait(600) == []


def test_gone_from_sight_without_the_door_is_still_at_home(watch: Watch) -> None:
    watch.say("light.hall", "on")
    watch.person("hall", Change.APPEARED)
    watch.person("hall", Change.GONE)
    assert watch.wait(600) == []


def test_left_open_and_unlocked_when_everybody_left(watch: Watch) -> None:
    watch.say("binary_sensor.window", "on")
    watch.say("lock.front", "unlocked")
    goes_out(watch)
    found = watch.wait(180)
    assert {(o.subject, o.source) for o in found} == {
        ("open", "binary_sensor.window"),
        ("unlocked", "lock.front"),
    }
    assert all(o.since is not None and o.since < o.at for o in found), "with its age"


def test_by_day_an_open_window_is_no_occasion_and_at_night_it_is() -> None:
    """Once a night, after ten minutes."""
    watch = Watch(hour=22)
    watch.say("binary_sensor.window", "on")
    watch.say("lock.front", "unlocked")
    assert watch.wait(3500) == []
    assert sorted(subjects(watch.wait(200))) == [("open", "appeared"), ("unlocked", "appeared")]
    watch.say("binary_sensor.window", "off")
    watch.wait(60)
    watch.say("binary_sensor.window", "on")
    assert ("open", "appeared") not in subjects(watch.wait(3000))


def test_what_was_retained_is_not_left_open() -> None:
    """F15: an `unlocked` that nobody saw become so raises nothing."""
    watch = Watch(hour=23)
    watch.say("lock.front", None, available=False)
    watch.say("lock.front", "unlocked")
    assert watch.wait(1200) == []


def test_a_fridge_is_told_of_in_minutes_at_any_hour(watch: Watch) -> None:
    """It is no door by which somebody leaves, and each time is a matter of its own."""
    watch.say("binary_sensor.fridge", "on")
    assert watch.wait(150) == []
    (left_open,) = watch.wait(60)
    assert (left_open.subject, left_open.source) == ("open", "binary_sensor.fridge")
    watch.say("binary_sensor.fridge", "off")
    assert subjects(watch.wait(900)) == [("open", "gone")]
    watch.say("binary_sensor.fridge", "on")
    assert subjects(watch.wait(300)) == [("open", "appeared")]


def test_a_window_open_while_it_is_heated(watch: Watch) -> None:
    watch.say("binary_sensor.window", "on")
    watch.say("climate.bedroom", "heat")
    assert watch.wait(500) == [], "a room is aired in less"
    assert subjects(watch.wait(200)) == [("aired", "appeared")]
    watch.say("climate.bedroom", "off")
    assert subjects(watch.wait(60)) == [("aired", "gone")]


def test_a_battery_is_told_once_a_week(watch: Watch) -> None:
    """Also after a restart: the record says that it was told."""
    watch.say("sensor.front_battery", "9")
    (flat,) = watch.wait(60)
    assert flat.subject == "flat"
    watch.say("sensor.front_battery", "8")
    assert watch.wait(600) == []
    anew = Watch()
    anew.occasions.begin([flat])
    anew.clock.charge((flat.at - anew.now()).total_seconds() + 86400.0)
    anew.say("sensor.front_battery", "8")
    assert anew.wait(600) == []
    anew.clock.charge(7 * 86400.0)
    assert subjects(anew.wait(60)) == [("flat", "appeared")]


def test_washing_that_nobody_takes_out(watch: Watch) -> None:
    watch.say("binary_sensor.washer", "on")
    watch.wait(1800)
    assert subjects(watch.say("binary_sensor.washer", "off")) == [("finished", "seen")]
    assert subjects(watch.wait(3700)) == [("left_in", "appeared")]
    assert watch.wait(9000) == [], "once"
    watch.say("binary_sensor.washer_door", "on")
    assert subjects(watch.wait(30)) == [("left_in", "gone")]


def test_to_bed_with_the_light_on() -> None:
    watch = Watch(hour=22)
    watch.say("light.hall", "on")
    watch.say("binary_sensor.bed", "on")
    (bed,) = watch.wait(300)
    assert (bed.subject, bed.certainty) == ("bedtime", Certainty.ESTIMATE)
    nap = Watch(hour=14)
    nap.say("light.hall", "on")
    nap.say("binary_sensor.bed", "on")
    assert nap.wait(900) == []


def test_only_a_lock_that_stays_unlocked_is_left_unlocked() -> None:
    """Not a minute after somebody came home, and not a sensor that happens to say the word."""
    watch = Watch(hour=23)
    watch.house.add(MemoryDevice(thing("sensor.diary"), "locked", {}))
    for word in ("locked", "unlocked"):
        watch.say("sensor.diary", word)
        watch.wait(20)
    watch.say("lock.front", "unlocked")
    watch.wait(60)
    watch.say("lock.front", "locked")
    assert watch.wait(4000) == []


def test_the_hours_of_bed_end_on_the_hour() -> None:
    watch = Watch(hour=OccasionRules().night_to_hour)
    watch.say("light.hall", "on")
    watch.say("binary_sensor.bed", "on")
    assert watch.wait(900) == []


def test_what_just_began_has_no_age(watch: Watch) -> None:
    """Under a minute a sentence says nothing of since when."""
    (smoke,) = watch.say("binary_sensor.smoke", "on")
    assert smoke.since is None


# -- the rest ------------------------------------------------------------------------------------


def test_a_device_that_is_silent_and_back(watch: Watch) -> None:
    """F16: `unavailable` is told as silence after two minutes, and as nothing else."""
    watch.say("light.hall", None, available=False)
    assert watch.wait(60) == []
    (silent,) = watch.wait(90)
    assert (silent.subject, silent.source) == ("silent", "light.hall")
    assert subjects(watch.say("light.hall", "on")) == [("back", "seen")]
    assert watch.wait(600) == []


def test_a_short_silence_is_none(watch: Watch) -> None:
    watch.say("light.hall", None, available=False)
    watch.wait(60)
    assert watch.say("light.hall", "off") == []
    assert watch.wait(600) == []


def test_while_the_broker_is_gone_no_device_is_silent(watch: Watch) -> None:
    """F15: that everything is gone is one trouble of the link's, told on the health board."""
    watch.house.disconnect()
    for device, _ in THINGS:
        watch.say(device.id, None, available=False)
    assert watch.wait(3600) == []


def test_too_cold_with_somebody_there(watch: Watch) -> None:
    """After ten minutes, once; it ends a degree above where it began."""
    watch.person("bedroom", Change.APPEARED)
    watch.say("sensor.warmth", "16")
    assert watch.wait(500) == []
    (cold,) = watch.wait(200)
    assert (cold.subject, cold.place) == ("cold", "bedroom")
    watch.say("sensor.warmth", "17.5")
    assert watch.wait(60) == []
    watch.say("sensor.warmth", "18.2")
    assert subjects(watch.wait(60)) == [("cold", "gone")]


def test_who_stirs_in_a_room_without_a_camera_is_there_for_a_while(watch: Watch) -> None:
    """A sign of life counts for ten minutes where no camera says who is there."""
    watch.say("sensor.warmth", "16")
    found: list[Observation] = []
    for _ in range(3):
        watch.say("binary_sensor.bedroom_motion", "on")
        found += watch.wait(250)
        watch.say("binary_sensor.bedroom_motion", "off")
    assert subjects(found) == [("cold", "appeared")]
    once = Watch()
    once.say("sensor.warmth", "16")
    once.say("binary_sensor.bedroom_motion", "on")
    assert once.wait(3600) == [], "who stirred once may have left"


def test_an_empty_room_is_never_too_hot(watch: Watch) -> None:
    watch.say("sensor.warmth", "31")
    assert watch.wait(3600) == []
    watch.person("bedroom", Change.APPEARED)
    assert subjects(watch.wait(700)) == [("hot", "appeared")]


def test_the_machine_is_done(watch: Watch) -> None:
    watch.say("binary_sensor.washer", "on")
    watch.clock.charge(60.0)
    assert watch.say("binary_sensor.washer", "off") == [], "a minute is no wash"
    watch.clock.charge(5.0)
    watch.say("binary_sensor.washer", "on")
    watch.clock.charge(3000.0)
    assert subjects(watch.say("binary_sensor.washer", "off")) == [("finished", "seen")]


def test_the_doorbell(watch: Watch) -> None:
    assert subjects(watch.say("binary_sensor.doorbell", "on")) == [("doorbell", "seen")]
    watch.say("binary_sensor.doorbell", "off")
    assert watch.say("binary_sensor.doorbell", "on") == [], "rung twice is one visitor"


def test_a_storm_of_reports_is_quick_and_says_nothing(watch: Watch) -> None:
    """F18: every report costs the same few look-ups; no device is asked for another's sake."""
    asked: list[DeviceId] = []
    own: Callable[[DeviceId], Device | None] = watch.house.device

    def counted(device_id: DeviceId) -> Device | None:
        asked.append(device_id)
        return own(device_id)

    watch.house.device = counted  # type: ignore[method-assign]
    for n in range(5000):
        watch.say("sensor.warmth", f"{20 + n % 2}")
    assert watch.found == []
    assert len(asked) == 5000


# -- triggers ------------------------------------------------------------------------------------


def woken(observation: Observation, language: Language = Language.EN) -> Trigger | None:
    things = {device.id: device for device, _ in THINGS}
    perception = Perception(
        JumpClock(),
        SystemIds(),
        language=language,
        places=PLACES,
        device_of=lambda device_id: things.get(DeviceId(device_id)),
    )
    return perception.trigger_for(observation, EventId(3))


def test_an_alarm_goes_before_all_but_people_and_never_grows_stale(watch: Watch) -> None:
    """S-08: with due alarms and routines, so that no budget holds it back (F19)."""
    (alarm,) = watch.say("binary_sensor.smoke", "on")
    trigger = woken(alarm)
    assert trigger is not None
    assert (trigger.priority, trigger.expires_at) == (Priority.ROUTINE, None)
    assert (trigger.occasion, trigger.place) == ("smoke", "bedroom")
    assert trigger.about.text == "Smoke is reported in the bedroom."
    assert trigger.about.trust is TrustLabel.OBSERVED
    assert not trigger.about.foreign


def test_other_occasions_wait_their_turn_and_ends_wake_nobody(watch: Watch) -> None:
    (rain,) = rain_comes_down(watch)
    trigger = woken(rain, Language.JA)
    assert trigger is not None
    assert trigger.priority is Priority.OBSERVATION
    assert trigger.expires_at is not None
    assert trigger.about.text == "雨が降っているのに『window』が開いている。"
    watch.say("cover.window", "closed")
    (over,) = watch.wait(20)
    assert woken(over) is None


def test_an_age_is_told(watch: Watch) -> None:
    watch.say("lock.front", "unlocked")
    watch.clock.charge(1500.0)
    goes_out(watch)
    (found,) = watch.wait(180)
    trigger = woken(found)
    assert trigger is not None
    assert trigger.about.text == "The front has been left unlocked for 27 min."


def test_only_what_can_never_be_seen_wakes_as_an_estimate(watch: Watch) -> None:
    """B-045, B-046: an estimate of smoke would be no fact."""
    (alarm,) = watch.say("binary_sensor.smoke", "on")
    assert woken(replace(alarm, certainty=Certainty.ESTIMATE)) is None
    assert woken(replace(alarm, certainty=Certainty.UNKNOWN)) is None
    away = replace(alarm, subject="away", change=Change.SEEN, certainty=Certainty.ESTIMATE)
    assert woken(away) is not None


def test_a_device_that_named_itself_is_called_by_its_kind(watch: Watch) -> None:
    """T3: its name came over the wire and stands in no sentence of ours."""
    evil = thing("cover.window", "window", name_trust=TrustLabel.OBSERVED)
    perception = Perception(
        JumpClock(), SystemIds(), language=Language.EN, places=PLACES, device_of=lambda _: evil
    )
    (rain,) = rain_comes_down(watch)
    trigger = perception.trigger_for(rain, EventId(1))
    assert trigger is not None
    assert trigger.about.text == "It is raining and the bedroom curtain is open."


# -- words ---------------------------------------------------------------------------------------


def test_every_occasion_can_be_told_in_both_languages() -> None:
    assert set(TELLINGS) == set(Occasion)
    for occasion, telling in TELLINGS.items():
        for words in (telling.plain, Bilingual(telling.polite_ja, telling.plain.en)):
            told = tell(words, Bilingual("台所", "the kitchen"), Bilingual("窓", "the window"), 5)
            assert told.ja != told.en
            assert "{" not in told.ja + told.en, occasion
        assert occasion.value.replace("_", "").isalpha()
    assert not ALARMS & MOMENTARY
    assert not ALARMS & TELLABLE
    assert SEEMING <= MOMENTARY
    assert all(TELLINGS[alarm].over is not None for alarm in ALARMS)


def test_what_a_sensor_is_for_is_read_from_its_class_first() -> None:
    rain, sink = thing("binary_sensor.rain", "moisture"), thing("binary_sensor.sink", "moisture")
    assert is_rain_sensor(rain)
    assert alarm_of(rain) is None
    assert alarm_of(sink) is Occasion.LEAK
    assert not is_opening(thing("cover.curtain", "curtain"))
    assert is_opening(thing("cover.roof", "window"))
    assert alarm_of(thing("sensor.smoke", "smoke")) is None, "a number is no detector"


def test_the_rules_are_in_order() -> None:
    rules = OccasionRules()
    assert rules.settle < rules.left_open
    assert rules.cold_c + rules.back_by_c < rules.hot_c - rules.back_by_c
