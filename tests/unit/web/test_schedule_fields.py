"""What the form offers: deeds by room, facts with their states, and what is saved already."""

from datetime import time

from companion.web.reader import Reader, reader_for
from companion.web.schedule_fields import offer
from companion.words.language import Language
from companion.words.schedule import Entry, EntryId, EntryKind, SavedAction
from companion.words.timing import Recurring
from tests.unit.web.twins import EVENING, Household


def reader(home: Household, language: Language = Language.JA) -> Reader:
    return reader_for(home.parts(), language)


def test_what_is_never_done_by_itself_is_not_offered(home: Household) -> None:
    """T-56: a lock may be locked by a routine and never unlocked."""
    found = offer(home.parts(), reader(home), None, EntryKind.ROUTINE)
    values = [c.value for _, choices in found.deeds for c, _ in choices]
    assert "lock.front_door|lock_lock" in values
    assert "lock.front_door|lock_unlock" not in values
    assert [room for room, _ in found.deeds][:2] == ["玄関", "リビング"]


def test_a_mode_is_a_choice_and_a_number_brings_its_range(home: Household) -> None:
    found = offer(home.parts(), reader(home, Language.EN), None, EntryKind.ROUTINE)
    told = {c.value: (text, c.number, c.unit) for _, cs in found.deeds for c, text in cs}
    mode = told["climate.living|climate_set_mode|heat"]
    assert mode == ("Switch the living room air conditioner to heating", "", "")
    assert told["cover.living|cover_set_position"][1:] == ("position", "%")


def test_a_condition_names_states_as_people_do(home: Household) -> None:
    facts = {f.id: f for f in offer(home.parts(), reader(home), None, EntryKind.ROUTINE).facts}
    assert facts["binary_sensor.front_door"].states == (
        ("on", "開いている"),
        ("off", "閉まっている"),
    )
    assert facts["sensor.living_temperature"].states == ()
    assert facts["person@hall"].states == (("present", "います"), ("absent", "いません"))


def test_a_saved_action_without_a_choice_stands_as_saved(home: Household) -> None:
    chime = SavedAction(action_type="speak.chime", payload={"sound": "attention"})
    entry = Entry(
        id=EntryId(3),
        kind=EntryKind.ROUTINE,
        timing=Recurring(time(7)),
        created_at=EVENING,
        actions=(chime,),
    )
    found = offer(home.parts(), reader(home), entry, EntryKind.ALARM)
    assert found.entry_id == 3
    assert found.kept == (("keep|0", "Speak.chime"),)
    assert found.rows[0].value == "keep|0"
