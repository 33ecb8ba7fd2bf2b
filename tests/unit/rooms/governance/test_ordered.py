"""Tests of the orders within a purpose."""

from datetime import timedelta

import pytest

from companion.rooms.governance.ordered import ordered
from companion.rooms.governance.room import Governance, PlannedGoal
from companion.rooms.governance.when import on
from companion.words.ids import EventId
from companion.words.plan import OwnerPurpose
from tests.unit.rooms.governance.samples import NOW
from tests.unit.rooms.governance.test_rules import HOME, slots, tasks

TOMORROW = NOW + timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "device", "operation"),
    [
        ("turn the study light off at six tomorrow", "light.study", "turn_off"),
        ("明日の六時に書斎の明かりを消して", "light.study", "turn_off"),
    ],
)
def test_an_order_keeps_its_thing_and_its_time(text: str, device: str, operation: str) -> None:
    """Beside a story too."""
    for purpose in (text, f"{text}. My uncle sleeps there."):
        (draft,) = ordered(purpose, HOME, NOW).drafts
        assert (draft.slots["device"], draft.slots["operation"]) == (device, operation)
        assert draft.at is not None
        assert draft.at.day == TOMORROW.day


@pytest.mark.parametrize(
    "text",
    ["if the doorbell rings, turn on the study light", "呼び鈴が鳴ったら書斎の明かりをつけて"],
)
async def test_an_order_after_a_fact_is_a_routine_for_that_fact(text: str) -> None:
    """C-003: it is proposed once, and not anew on a later day."""
    (found,) = slots(await tasks(text), "routine")
    assert found["device"] == "light.study"
    assert (found["when"]["type"], found["when"]["thing"]) == ("on_fact", "binary_sensor.doorbell")
    purpose = OwnerPurpose(text=text, by=EventId(1), since=NOW)
    later = await Governance(home=HOME).goal_for(purpose, 2, TOMORROW, again=True)
    assert isinstance(later, PlannedGoal)
    assert not slots(later.goal.tasks, "routine")


@pytest.mark.parametrize(
    "text",
    [
        "The study light is on half the night. If it's still on after eleven, switch it off",
        "書斎の明かりの電気代がもったいない。困ったものだ。十一時を過ぎたら消して",
    ],
)
async def test_an_order_without_a_name_is_of_the_one_thing_that_is_named(text: str) -> None:
    """C-003: at that hour."""
    (found,) = ordered(text, HOME, NOW).drafts
    assert (found.slots["device"], found.slots["operation"]) == ("light.study", "turn_off")
    assert "23:00:00" in (f"{found.at}"[11:19], found.slots.get("when", {}).get("at"))


@pytest.mark.parametrize(
    "text",
    [
        "The study light calms grandma, who gets scared if you turn it off at eleven.",
        "I like the study light; I switch it off at ten myself.",
        "The study light is on late. It annoys me when they turn it off at ten.",
        "The study light is a comfort. Don't switch it off at ten",
        "Please never turn the study light off at ten",
        "書斎の明かりは十時に消さないで",
    ],
)
def test_a_tale_of_switching_off_and_its_ban_are_no_orders(text: str) -> None:
    """C-003: nobody asked for it."""
    assert not ordered(text, HOME, NOW).drafts


@pytest.mark.parametrize(
    "order",
    ["If nobody is there, please just turn it off at ten", "After ten please switch it off"],
)
def test_an_order_without_a_name_may_begin_politely_or_with_its_time(order: str) -> None:
    text = f"The study light is on half the night. {order}"
    (found,) = ordered(text, HOME, NOW).drafts
    assert (found.slots["device"], found.slots["operation"]) == ("light.study", "turn_off")


def test_where_two_things_are_named_such_an_order_is_of_neither() -> None:
    """C-003: nobody knows which is meant."""
    text = "The study light and the front door. If it's on after eleven, switch it off"
    assert not ordered(text, HOME, NOW).drafts


@pytest.mark.parametrize(
    ("text", "degrees"),
    [
        ("Keep the bedroom above seventeen degrees this week, and say so if it drops below 15", 17),
        ("寝室は十九度くらいに保って、乾いていたら知らせて", 19),
        ("holding the bedroom at around 18 would help her", 18),
    ],
)
async def test_a_room_is_held_at_the_degrees_that_are_named(text: str, degrees: int) -> None:
    """C-003: by one act, at those degrees and no others."""
    (held,) = slots(await tasks(text), "device")
    assert held["operation"] == "set_temperature"
    assert (held["device"], held["value"]) == ("climate.bedroom", degrees)


@pytest.mark.parametrize(
    "text", ["keep the cellar above five degrees", "keep the bedroom under 40 percent humidity"]
)
def test_no_other_room_is_heated_and_no_other_measure_is_degrees(text: str) -> None:
    assert ordered(text, HOME, NOW).drafts == ()


@pytest.mark.parametrize(
    "text", ["turn the television off at ten every night", "毎晩十時にテレビを消して"]
)
async def test_an_order_for_every_day_is_a_routine_at_its_hour(text: str) -> None:
    """By the words' own timing."""
    (found,) = slots(await tasks(text), "routine")
    assert (found["device"], found["operation"]) == ("media_player.living_tv", "stop")
    assert found["when"]["at"].startswith("22:00")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("I'm hopeless with dates. Remind me tomorrow at nine to ring the bank", "bank"),
        ("明日の九時に銀行に電話するって言って", "銀行"),
    ],
)
async def test_a_reminder_is_told_in_its_words_at_its_hour(text: str, word: str) -> None:
    """C-003: and no device is moved."""
    found = await tasks(text)
    told = [task for task in found if task.kind == "tell" and task.not_before == on(TOMORROW, 9)]
    assert any(word in str(task.slots["en"]) for task in told)
    assert not slots(found, "device")


@pytest.mark.parametrize(
    "text",
    [
        "she always leaves the study light on",
        "make the evenings calmer",
        "夜はゆっくり過ごしたい",
        "tell me if the back door opens",
    ],
)
def test_a_story_and_a_wish_are_no_orders(text: str) -> None:
    """A reminder that waits for a fact is watched for."""
    assert ordered(text, HOME, NOW).drafts == ()


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("no telly and no vacuum cleaner after eight in the evening", "20:00"),
        ("夜八時からはテレビも掃除機もなしでお願い", "20:00"),
    ],
)
async def test_to_be_without_things_from_an_hour_on_is_a_routine_for_each(
    text: str, at: str
) -> None:
    """C-003: nobody is asked how it went, for nothing was asked but that."""
    found = await tasks(text)
    acts = {(one["device"], one["operation"]) for one in slots(found, "routine")}
    assert acts == {("media_player.living_tv", "pause"), ("vacuum.living", "return_to_dock")}
    assert all(one["when"]["at"].startswith(at) for one in slots(found, "routine"))
    assert not slots(found, "ask")


@pytest.mark.parametrize(
    "text",
    [
        "my uncle takes his hearing aid out and misses the doorbell, he needs to see it",
        "叔母は耳が遠くて呼び鈴に気づかない、光で分かるようにしたい",
    ],
)
async def test_who_does_not_hear_a_bell_gets_a_light_for_it(text: str) -> None:
    """C-003: as a routine that is proposed; the bell is watched too."""
    found = await tasks(text)
    (made,) = [one for one in slots(found, "routine") if "when" in one]
    assert made["device"].startswith("light.")
    assert made["when"]["thing"] == "binary_sensor.doorbell"


@pytest.mark.parametrize(
    "text",
    [
        "Every evening this week at eight, dim the study light and be silent about it",
        "毎晩八時に書斎の明かりを半分にして",
    ],
)
async def test_an_order_has_the_time_that_is_named_before_it(text: str) -> None:
    """C-003: on each day that the purpose means."""
    found = [one for one in slots(await tasks(text), "routine") if one["device"] == "light.study"]
    assert found
    assert found[0]["operation"] == "set_brightness"
    assert found[0]["when"]["at"].startswith("20:00")


def test_what_people_do_themselves_is_no_order() -> None:
    """A clause with a subject tells."""
    text = "my sister comes home and turns on the study light and goes to bed"
    assert ordered(text, HOME, NOW).drafts == ()
