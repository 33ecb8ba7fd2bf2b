"""What was pressed for, in the language of whoever reads it, not of whoever pressed (T-47)."""

from companion.web.reader import reader_for
from companion.web.wished import wished
from companion.words.facts import Requested, facts_in
from companion.words.language import Bilingual
from tests.unit.web.twins import Household, unmarked


def told(home: Household, **payload: object) -> Bilingual | None:
    parts = home.parts()
    wish = facts_in(payload, Requested, open=True)
    assert wish is not None
    return unmarked(wished(wish, reader_for(parts, home.language).names, parts.catalogue))


def test_a_press_on_a_device_names_it(home: Household) -> None:
    found = told(home, action_type="device_control.light_turn_on", device_id="light.hall")
    assert found == Bilingual("玄関の明かりをつける", "turn on the hall light")


def test_a_press_for_the_clock_names_what_it_is_called(home: Household) -> None:
    found = told(home, action_type="schedule_alarm.set", label="起きる")
    assert found == Bilingual("目覚ましをかける「起きる」", "set an alarm “起きる”")
    found = told(home, action_type="schedule_alarm.set")
    assert found == Bilingual("目覚ましをかける", "set an alarm")


def test_what_no_capability_can_do_keeps_its_own_words(home: Household) -> None:
    assert told(home, action_type="memory.withdraw", event_id=3) is None
    assert told(home) is None
    undo = {"action_type": "device_control.light_turn_on", "device_id": "light.hall"}
    assert told(home, **undo, undo_of=7) == Bilingual(
        "元に戻す（玄関の明かりをつける）", "undo (turn on the hall light)"
    )
