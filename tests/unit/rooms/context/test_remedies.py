"""Remedies: the menu of an occasion has what helps and nothing else (B-017, P11, T-56, S-13)."""

from dataclasses import replace
from typing import Any

import pytest

from companion.home.occasion import Occasion
from companion.rooms.journal.facts import trigger_facts
from companion.rooms.referee.room import Referee
from companion.service.plugins import CapabilityRegistry
from companion.words.capability import RiskTier
from companion.words.decision import DecisionOutcome, DeliveryKind
from companion.words.ids import DeviceId
from companion.words.trigger import Priority, TriggerKind
from companion.words.trust import TrustLabel
from tests.contract.body_parts import body, built
from tests.twins.home import decision, trigger
from tests.twins.memory_house import Behaviour
from tests.unit.rooms.context.occasion_home import Home, of, plug


@pytest.fixture
def home() -> Home:
    return Home()


async def test_rain_at_an_open_window_by_day(home: Home) -> None:
    """In daylight, too: the window first, then what may hang before it; nothing else."""
    home.set("cover.window", "open", position=100)
    home.set("cover.curtain", "open", position=100)
    home.set("light.bedroom", "on")
    menu = await home.menu(Occasion.RAIN, "bedroom")
    assert list(menu) == ["close_window", "close_curtain", "skip"]


async def test_rain_that_is_only_reported_closes_the_window_by_day(home: Home) -> None:
    """Whatever woke us: a rain sensor that is wet stands in the facts."""
    home.set("cover.window", "open", position=100)
    home.set("cover.curtain", "open", position=100)
    home.person("bedroom", "present")
    dry = [e.name for e in (await home.pack(trigger(place="bedroom"))).menu]
    home.set("binary_sensor.rain", "on")
    wet = [e.name for e in (await home.pack(trigger(place="bedroom"))).menu]
    assert wet[0] == "close_window"
    assert "close_curtain" in wet
    assert "close_curtain" not in dry, "by day a curtain is left open"
    assert all(not name.startswith("open_window") for name in wet)


async def test_an_unknown_rain_sensor_is_no_rain(home: Home) -> None:
    """F16."""
    home.set("cover.curtain", "open", position=100)
    home.house.behave(DeviceId("binary_sensor.rain"), Behaviour.OFFLINE)
    names = [e.name for e in (await home.pack(trigger(place="bedroom"))).menu]
    assert "close_curtain" not in names


@pytest.mark.parametrize("occasion", [Occasion.BEDTIME, Occasion.SMOKE])
async def test_what_gets_hot_goes_off_first(home: Home, occasion: Occasion) -> None:
    """A8: alone and first, also at bedtime and where it smokes."""
    plug(home, "plug_1", "アイロン", "iron")
    home.set("light.hall", "on")
    menu = await home.menu(occasion, "bedroom")
    assert next(iter(menu.values())).payload == {"device_id": "switch.plug_1"}


async def test_an_iron_with_nobody_near_goes_before_the_light(home: Home) -> None:
    """A8: also where only one room was left."""
    plug(home, "plug_1", "アイロン", "iron", area="hall")
    home.set("light.hall", "on")
    home.person("hall", "absent")
    entries = [e.object_id for e in (await home.pack(trigger(place="hall"))).menu]
    assert entries[:2] == ["switch.plug_1", "light.hall"]


@pytest.mark.parametrize(
    ("ja", "en"), [("警報ユニット", "alarm unit"), ("コンセント", "outlet"), ("酸素濃縮器", "x")]
)
async def test_what_a_plug_switches_is_not_guessed(home: Home, ja: str, en: str) -> None:
    """A8: the second best entry was an old man's alarm unit."""
    plug(home, "plug_1", ja, en, area="hall")
    home.person("hall", "absent")
    quiet = await home.pack(trigger(place="hall"))
    assert all(e.object_id != "switch.plug_1" for e in quiet.menu)
    assert any(note.startswith(("purpose_unknown", "must_keep_running")) for note in quiet.notes)
    said = trigger(TrustLabel.OWNER, Priority.USER, text=f"Nobody needs {en}.", place="hall")
    assert any(e.object_id == "switch.plug_1" for e in (await home.pack(said)).menu), "named"


async def test_bedtime_leaves_those_who_are_up_in_the_light(home: Home) -> None:
    home.person("living", "present")
    for light in ("light.hall", "light.living", "light.bedroom"):
        home.set(light, "on")
    home.set("climate.living", "heat", temperature=22.0)
    menu = await home.menu(Occasion.BEDTIME, "bedroom")
    off = menu["turn_off_all_lights"].payload["device_ids"]
    assert set(off) == {"light.hall", "light.bedroom"}
    assert "set_temperature_living_climate_21" in "".join(menu)


@pytest.mark.parametrize(
    ("occasion", "mode", "at", "expected"),
    [
        (Occasion.COLD, "off", None, {"heat"}),
        (Occasion.COLD, "heat", 20.0, {21.0, 22.0}),
        (Occasion.COLD, "cool", 26.0, {"heat"}),
        (Occasion.HOT, "cool", 26.0, {25.0, 24.0}),
        (Occasion.HOT, "off", None, {"cool"}),
        (Occasion.AWAY, "heat", 22.0, {"off", 16.0}),
        (Occasion.AWAY, "cool", 25.0, {"off", 28.0}),
        (Occasion.AWAY, "off", None, set()),
    ],
)
async def test_a_thermostat_is_moved_in_few_small_steps(
    home: Home, occasion: Occasion, mode: str, at: float | None, expected: set[object]
) -> None:
    """Bounded choices from the present setting; tier 2, so each is asked for (S-13)."""
    home.set("climate.living", mode, **({} if at is None else {"temperature": at}))
    menu = await home.menu(occasion, "" if occasion is Occasion.AWAY else "living")
    climate = [e for e in menu.values() if e.object_id == "climate.living"]
    assert {e.payload.get("mode", e.payload.get("temperature")) for e in climate} == expected
    for entry in climate:
        assert entry.risk is RiskTier.ASK
        assert entry.label.ja != entry.label.en
        assert entry.impact is not None
        assert "climate living" in entry.impact.en
    assert ("defer" in menu) == bool(climate)


@pytest.mark.parametrize(
    ("celsius", "trust", "offered"),
    [
        ("15", TrustLabel.OWNER, {"heat"}),
        ("30", TrustLabel.OWNER, {"cool"}),
        ("21", TrustLabel.OWNER, set()),
        ("15", TrustLabel.GUEST, set()),
        ("15", TrustLabel.OBSERVED, set()),
    ],
)
async def test_who_lives_here_is_offered_warmth(
    home: Home, celsius: str, trust: TrustLabel, offered: set[str]
) -> None:
    """A room that is cold, and somebody of the household woke us; what was merely seen proposes
    no tier 2 (T-56)."""
    home.set("sensor.living_temperature", celsius)
    home.person("living", "present")
    why = trigger(trust, Priority.USER, text="I am back.", place="living")
    menu = (await home.pack(why)).menu
    modes = {e.payload.get("mode") for e in menu if e.object_id == "climate.living"}
    assert modes == offered


async def test_a_thermostat_that_measures_itself_needs_no_other_thermometer(home: Home) -> None:
    home.house.remove(DeviceId("sensor.living_temperature"))
    home.set("climate.living", "heat", temperature=19.0, current_temperature=15.5)
    home.person("living", "present")
    why = trigger(TrustLabel.OWNER, Priority.USER, text="I am back.", place="living")
    menu = (await home.pack(why)).menu
    steps = {e.payload["temperature"] for e in menu if e.object_id == "climate.living"}
    assert steps == {20.0, 21.0}


async def test_smoke_is_answered_with_light_and_nothing_else(home: Home) -> None:
    """Light to find the way by; no window, no fan, no lock by itself."""
    home.set("fan.living", "on")
    home.set("cover.window", "open", position=100)
    menu = await home.menu(Occasion.SMOKE, "living")
    assert list(menu) == ["turn_on_all_lights", "skip"]
    assert set(menu["turn_on_all_lights"].payload["device_ids"]) == {"light.hall", "light.living"}


@pytest.mark.parametrize("occasion", [Occasion.GAS, Occasion.LEAK])
async def test_gas_and_water_want_nothing_switched(home: Home, occasion: Occasion) -> None:
    """A spark is the last thing gas needs."""
    for light in ("light.hall", "switch.heater"):
        home.set(light, "on")
    assert list(await home.menu(occasion, "living")) == ["skip"]


async def test_what_was_left_unlocked_may_be_locked_on_request(home: Home) -> None:
    home.set("lock.front", "unlocked")
    menu = await home.menu(Occasion.UNLOCKED, "hall")
    assert menu["lock_front_lock"].risk is RiskTier.ASK
    assert "unlock" not in "".join(name for name in menu if name != "lock_front_lock")


async def test_somebody_can_be_told(home: Home, tmp_path: Any) -> None:
    """For what people should know and nothing can be switched: a chime, then the message."""
    assert list(await home.menu(Occasion.DOORBELL, "hall")) == ["skip"], "nothing to tell with"
    async with body(tmp_path) as has:
        speak = built("capabilities", "speak", has)
        home.shelf = CapabilityRegistry({"device_control": home.control, "speak": speak})
        menu = await home.menu(Occasion.DOORBELL, "hall")
        assert list(menu) == ["tell_them", "skip"]
        tell = menu["tell_them"]
        assert tell.delivery.kind is DeliveryKind.NOTIFY
        assert tell.outcome is DecisionOutcome.DO_ACTION
        pack = await home.pack(of(Occasion.DOORBELL, "hall"))
        chosen = decision(tell.action_type, tell.payload, object_id=tell.object_id)
        assert Referee(home.shelf).rule(chosen, pack.scene).allowed
        assert "tell_them" not in await home.menu(Occasion.SMOKE), "the guard tells of danger"


async def test_in_quiet_hours_the_page_is_told_and_nothing_sounds(
    home: Home, tmp_path: Any
) -> None:
    """S-22, A9: it chimed at 01:20. Told it is all the same, without a sound."""
    home.hushed = True
    async with body(tmp_path) as has:
        tools = {name: built("capabilities", name, has) for name in ("speak", "notice")}
        home.shelf = CapabilityRegistry({"device_control": home.control, **tools})
        menu = await home.menu(Occasion.DOORBELL, "hall")
        pack = await home.pack(of(Occasion.DOORBELL, "hall"))
        tell = menu["tell_them"]
        assert tell.action_type == "notice.show"
        assert tell.delivery.kind is DeliveryKind.NOTIFY
        referee = Referee(home.shelf)
        silent = decision(tell.action_type, tell.payload, object_id=tell.object_id)
        assert referee.rule(silent, pack.scene, hushed=True).allowed
        loud = decision("speak.play_chime", {"chime": "attention"}, object_id="speak")
        assert referee.rule(loud, pack.scene).allowed
        refused = referee.rule(loud, pack.scene, hushed=True)
        assert refused.reason_code == "quiet_hours"


async def test_music_of_our_own_accord_waits_for_the_day(home: Home) -> None:
    """A9: media too; who asks for it hears it at any hour."""
    home.set("media_player.tv", "paused")
    home.person("living", "present")
    play = decision("device_control.media_player_play", {"device_id": "media_player.tv"})
    for home.hushed in (False, True):
        pack = await home.pack(trigger(place="living"))
        held = any(note.startswith("quiet_hours") for note in pack.notes)
        assert held is home.hushed
        ruling = Referee(home.shelf).rule(play, pack.scene, hushed=home.hushed)
        assert ruling.allowed is not home.hushed


async def test_no_occasion_changes_nothing(home: Home) -> None:
    """Menus of all other triggers are as they were."""
    home.person("hall", "present")
    home.set("sensor.living_temperature", "20")
    names = [e.name for e in (await home.pack(trigger(place="hall"))).menu]
    assert names == ["turn_on_hall_light", "skip"]


def test_an_occasion_is_in_the_record_of_its_trigger() -> None:
    assert trigger_facts(of(Occasion.RAIN, "bedroom")).occasion == "rain"


async def test_telling_stands_beside_what_can_be_done(home: Home, tmp_path: Any) -> None:
    """The deed comes first; a curtain that may or may not hang before the window does not."""
    home.set("cover.window", "open", position=100)
    async with body(tmp_path) as has:
        speak = built("capabilities", "speak", has)
        home.shelf = CapabilityRegistry({"device_control": home.control, "speak": speak})
        menu = await home.menu(Occasion.RAIN, "bedroom")
        assert list(menu) == ["close_window", "tell_them", "skip"]
        assert menu["close_window"].fit > menu["tell_them"].fit
        home.set("cover.window", "closed", position=0)
        home.set("cover.curtain", "open", position=100)
        menu = await home.menu(Occasion.RAIN, "bedroom")
        assert menu["tell_them"].fit > menu["close_curtain"].fit
        assert list(await home.menu(Occasion.RAIN, "hall")) == ["tell_them", "skip"]


async def test_nothing_sounds_in_an_empty_home_or_beside_who_sleeps(
    home: Home, tmp_path: Any
) -> None:
    async with body(tmp_path) as has:
        tools = {name: built("capabilities", name, has) for name in ("speak", "notice")}
        home.shelf = CapabilityRegistry({"device_control": home.control, **tools})
        home.person("hall", "absent")
        told = (await home.menu(Occasion.FLAT, "hall"))["tell_them"]
        assert (told.action_type, told.payload) == ("notice.show", {"because": "nobody_here"})
        home.person("hall", "present")
        assert (await home.menu(Occasion.FLAT, "hall"))["tell_them"].payload["chime"]


async def test_a_window_open_while_it_is_heated(home: Home) -> None:
    home.set("cover.window", "open", position=100)
    home.set("climate.living", "heat", temperature=22.0)
    menu = await home.menu(Occasion.AIRED, "bedroom")
    assert list(menu)[:2] == ["close_window", "set_mode_living_climate_off"]
    assert menu["set_mode_living_climate_off"].risk is RiskTier.ASK


async def test_issue_15_a_reminder_is_told_and_a_call_for_help_is_heard_at_night(
    home: Home, tmp_path: Any
) -> None:
    due = trigger(TrustLabel.SELF, Priority.ROUTINE, text="Remind Ken of his eye drops")
    due = replace(due, kind=TriggerKind.TIME, place="living")
    home.person("living", "present")
    async with body(tmp_path) as has:
        speak = built("capabilities", "speak", has)
        home.shelf = CapabilityRegistry({"device_control": home.control, "speak": speak})
        assert [e.name for e in (await home.pack(due)).menu] == ["tell_them", "skip"]
        home.hushed = True
        cry = trigger(TrustLabel.HOUSEHOLD, Priority.USER, text="Help! I've fallen!")
        told = {e.name: e for e in (await home.pack(cry)).menu}["tell_them"]
        assert told.action_type == "speak.play_chime"
