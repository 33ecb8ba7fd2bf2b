"""Plan changes: what is set is found by what a person says of it, and changed as they say."""

import json
from datetime import datetime, time, timedelta
from typing import cast
from zoneinfo import ZoneInfo

import pytest

from companion.ports.schedule import Schedule
from companion.ports.understanding import SpokenSentence
from companion.rooms.commands.plan_change import plan_changes
from companion.rooms.commands.wanted import CannotDo, WhichOne
from companion.rooms.understanding.answers import FROM_LATER
from companion.rooms.understanding.engine import GrammarUnderstanding
from companion.rooms.understanding.home import Home, home_of
from companion.words.language import Language
from companion.words.schedule import Entry, EntryId, EntryKind, SavedAction, Upcoming
from companion.words.timing import After, BySun, Days, Holidays, Once, Recurring, SunEvent, Timing
from companion.words.timing_form import from_plain
from companion.words.trigger import RequestedAction
from companion.words.understood import CHANGES, Understood
from tests.unit.rooms.understanding.never_act import SPOKEN

ZONE = ZoneInfo("Asia/Tokyo")
EVENING = datetime(2026, 11, 26, 21, 0, tzinfo=ZONE)
"""A Thursday."""
JUST_NOW = timedelta(minutes=1)
HOMES: dict[Language, Home] = {
    language: home_of(json.loads((SPOKEN / f"home_{language}.json").read_text("utf-8")))
    for language in Language
}
HALL, EVERY = "light.hallway", Days()


def at(hour: int, minute: int = 0, days: int = 1) -> datetime:
    return datetime(2026, 11, 26, hour, minute, tzinfo=ZONE) + timedelta(days=days)


def entry(
    kind: EntryKind,
    timing: Timing,
    due: datetime,
    *,
    label: str = "",
    device: str = "",
    does: str = "light_turn_on",
    ago: timedelta = timedelta(days=1),
) -> Upcoming:
    actions = (SavedAction(action_type=f"device_control.{does}", payload={"device_id": device}),)
    held = Entry(
        kind=kind,
        timing=timing,
        created_at=EVENING - ago,
        label=label,
        actions=actions if device else (),
    )
    return Upcoming(held, due)


def alarm(hour: int, minute: int = 0, *, ago: timedelta = timedelta(days=1)) -> Upcoming:
    return entry(EntryKind.ALARM, Once(at(hour, minute)), at(hour, minute), ago=ago)


def daily(hour: int, minute: int = 0, days: Days = EVERY) -> Upcoming:
    return entry(EntryKind.ALARM, Recurring(time(hour, minute), days), at(hour, minute))


class Household:
    """The grammar, and what is set."""

    def __init__(self, *held: Upcoming) -> None:
        numbered = [
            Upcoming(_numbered(one.entry, number), one.due) for number, one in enumerate(held, 1)
        ]
        self.held = tuple(numbered)

    def entries(self, kinds: tuple[EntryKind, ...] = ()) -> tuple[Upcoming, ...]:
        return tuple(one for one in self.held if not kinds or one.entry.kind in kinds)

    def hear(self, *said: str) -> Understood:
        language = Language.EN if said[-1].isascii() else Language.JA
        grammar = GrammarUnderstanding(lambda: HOMES[language])
        for text in said:
            heard = grammar.understand(SpokenSentence(text, language, EVENING, "living_room"))
        return heard

    def __call__(self, *said: str) -> tuple[RequestedAction, ...]:
        (wish,) = self.hear(*said).wishes
        assert wish.parameters.get(CHANGES), wish
        return plan_changes(wish, cast(Schedule, self), EVENING, "")

    def moved(self, *said: str) -> tuple[int, Timing]:
        (made,) = self(*said)
        assert made.action_type == "schedule_alarm.change_alarm", made
        return made.payload["alarm_id"], from_plain(made.payload["timing"])


def _numbered(held: Entry, number: int) -> Entry:
    return Entry(
        **{name: getattr(held, name) for name in Entry.__slots__ if name != "id"},
        id=EntryId(number),
    )


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("change the alarm to 7", at(7)),
        ("change my alarm to 7 please", at(7)),
        ("move my 6:30 alarm to quarter past seven", at(7, 15)),
        ("shift the alarm from half six to ten past six", at(6, 10)),
        ("push the alarm back by half an hour", at(7)),
        ("make my alarm 30 minutes earlier", at(6)),
        ("bring the alarm forward by ten minutes", at(6, 20)),
        ("wake me at seven instead of half six", at(7)),
        ("アラームを7時に変えて", at(7)),
        ("6時半のアラームを7時にずらして", at(7)),
        ("明日の目覚ましを30分遅くして", at(7)),
        ("目覚ましの時間を7時15分に変更してください", at(7, 15)),
        ("六時半のやつ七時にしといて", at(7)),
        ("明日30分早く起こして", at(6)),
        ("起こすの、6時半じゃなくて7時で", at(7)),
    ],
)
def test_the_one_alarm_is_moved(said: str, when: datetime) -> None:
    """A3, A5: a second alarm used to be set, and both rang."""
    assert Household(alarm(6, 30)).moved(said) == (1, Once(when))


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("wake me at 6:30 tomorrow", "change it to 7"),
        ("wake me at 6:30 tomorrow", "make that half an hour later"),
        ("明日6時半に起こして", "それ7時に変えて"),
    ],
)
def test_it_is_what_was_set_just_now(before: str, said: str) -> None:
    lately = Household(alarm(8), alarm(6, 30, ago=JUST_NOW))
    heard = lately.hear(before, said)
    wish = heard.wishes[0]
    if wish.parameters.get(CHANGES):
        assert lately.moved(before, said) == (2, Once(at(7)))
    else:  # put right while the grammar still remembers the order
        assert wish.when == Once(at(7))
    alone = Household(alarm(6, 30)).hear(said)
    assert not any(wish.parameters.get(CHANGES) for wish in alone.wishes)


@pytest.mark.parametrize("said", ["change the timer to five minutes", "タイマーを5分に変えて"])
def test_a_timer_gets_another_length(said: str) -> None:
    timer = entry(EntryKind.TIMER, After(600), EVENING + timedelta(minutes=9))
    assert Household(timer).moved(said) == (1, After(300))


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("get rid of the rice one and leave the other", 1),
        ("cancel the stew timer but keep the other one", 2),
        ("米の方止めて、もう一つはそのまま", 3),
        ("カレーのタイマーだけ消して", 4),
    ],
)
def test_one_of_several_timers_is_meant_by_its_name(said: str, number: int) -> None:
    """A5: `the rice one` was not understood, and no word was said of it."""
    timers = [
        entry(EntryKind.TIMER, After(600), EVENING + timedelta(minutes=9), label=label)
        for label in ("rice", "Stew", "米", "カレー")
    ]
    (made,) = Household(*timers)(said)
    assert made.action_type == "schedule_alarm.cancel_alarm"
    assert made.payload == {"alarm_id": number}


def test_of_several_the_named_one_or_a_question() -> None:
    home = Household(alarm(6, 30), alarm(8))
    with pytest.raises(WhichOne, match="06:30, 08:00"):
        home("change my alarm to 7")
    assert home.moved("change the 8 o'clock alarm to 7") == (2, Once(at(7)))


def test_day_half_and_repetition_stay_as_they_were() -> None:
    sunday = entry(EntryKind.ALARM, Once(at(6, 30, 3)), at(6, 30, 3))
    assert Household(sunday).moved("change my alarm to 7") == (1, Once(at(7, days=3)))
    evening = entry(EntryKind.REMINDER, Once(at(18)), at(18), label="bins")
    assert Household(evening).moved("move the bins reminder to 7") == (1, Once(at(19)))
    week = Days(frozenset(range(5)))
    assert Household(daily(6, 30, week)).moved("change my alarm to 6") == (
        1,
        Recurring(time(6), week),
    )
    timer = entry(EntryKind.TIMER, After(600), EVENING + timedelta(minutes=5))
    assert Household(timer).moved("make the timer 5 minutes later") == (1, After(600))


@pytest.mark.parametrize(
    ("said", "days", "hour"),
    [
        ("on sundays don't wake me till nine", {6}, time(9)),
        ("on saturdays and sundays wake me at eight instead", {5, 6}, time(8)),
        ("make my alarm 20 minutes earlier on fridays", {4}, time(6, 10)),
        ("土日だけ九時に起こして", {5, 6}, time(9)),
        ("水曜だけ目覚まし七時でいいよ", {2}, time(7)),
        ("土曜は起こすの九時にして", {5}, time(9)),
        ("日曜は九時まで起こさないで", {6}, time(9)),
    ],
)
def test_a_change_of_certain_days_leaves_the_others(said: str, days: set[int], hour: time) -> None:
    """A5: a standing plan had to be taken out and set anew, in two halves."""
    less, new = Household(daily(6, 30))(said)
    rest = frozenset(range(7)) - days
    assert from_plain(less.payload["timing"]) == Recurring(time(6, 30), Days(rest))
    assert new.action_type == "schedule_alarm.set_alarm"
    assert from_plain(new.payload["timing"]) == Recurring(hour, Days(frozenset(days)))


@pytest.mark.parametrize("said", ["wake me half an hour later tomorrow", "明日だけ七時に起こして"])
def test_a_change_of_one_day_skips_the_plan_once(said: str) -> None:
    skipped, new = Household(daily(6, 30))(said)
    assert skipped.action_type == "schedule_alarm.skip_alarm"
    assert from_plain(new.payload["timing"]) == Once(at(7))


def test_a_later_day_is_skipped_and_not_the_next() -> None:
    """A5: the morning of Sunday was left as it was, or tomorrow's was lost."""
    skipped, new = Household(daily(6, 30))("今度の日曜だけ七時に起こして")
    assert skipped.payload["after"] == (at(0, days=3) - timedelta(seconds=1)).isoformat()
    assert from_plain(new.payload["timing"]) == Once(at(7, days=3))


@pytest.mark.parametrize(
    "said",
    [
        "start the hall light at five instead of seven",
        "turn the hall light on at five instead of seven",
        "the hall light you put on at seven, start doing it at five",
        "廊下の照明、七時じゃなくて五時につけるようにして",
        "廊下の照明は五時からにして",
        "廊下の照明つけるの五時にして",
    ],
)
def test_a_routine_is_meant_by_its_thing(said: str) -> None:
    """A5: the hall light thing that you do at seven."""
    on = entry(EntryKind.ROUTINE, Recurring(time(19)), at(19), device=HALL)
    off = entry(EntryKind.ROUTINE, Recurring(time(23)), at(23), device=HALL, does="light_turn_off")
    home = Household(on, off) if "から" not in said else Household(on)
    assert home.moved(said) == (1, Recurring(time(17)))


def test_a_routine_by_the_sun_gets_the_hour_that_is_said() -> None:
    dusk = entry(
        EntryKind.ROUTINE,
        BySun(SunEvent.SUNSET, days=Days()),
        at(17),
        device="light.hallway",
    )
    home = Household(dusk)
    assert home.moved("廊下の照明は6時からにして") == (1, Recurring(time(18)))


@pytest.mark.parametrize(
    "said", ["same again tomorrow", "same time tomorrow", "明日も同じ時間に起こして"]
)
def test_the_last_alarm_once_more(said: str) -> None:
    rung = Upcoming(alarm(5, 45).entry, None)
    (made,) = Household(rung)(said)
    assert made.action_type == "schedule_alarm.set_alarm"
    assert from_plain(made.payload["timing"]) == Once(at(5, 45))


def test_where_none_is_set_an_alarm_is_new_and_anything_else_is_told() -> None:
    (made,) = Household()("change my alarm to 7")
    assert made.action_type == "schedule_alarm.set_alarm"
    with pytest.raises(CannotDo, match="There is: 08:00"):
        Household(alarm(8))("change the six o'clock alarm to 7")
    with pytest.raises(CannotDo, match="Nothing is set"):
        Household()("廊下の照明は五時からにして")


@pytest.mark.parametrize(
    "said",
    [
        "make it warmer",
        "change it to blue",
        "set the alarm to 7",
        "wake me at 7",
        "turn the ac to 23 instead of 25",
        "put the fan on half an hour later",
        "don't wake the baby",
        "change the channel to 7",
        "それ青に変えて",
        "7時に起こして",
        "エアコンを28度に変えて",
        "照明を7時につけて",
        "明日は八時に起こして",
        "会議は五時に変わった",
    ],
)
def test_what_is_no_change_of_a_plan_is_left_to_others(said: str) -> None:
    """A1, A7."""
    heard = Household(alarm(6, 30, ago=JUST_NOW)).hear(said)
    assert not any(wish.parameters.get(CHANGES) for wish in heard.wishes)


@pytest.mark.parametrize(
    "said", ["forget about the hall light thing", "get rid of the hall light thing, I do it myself"]
)
def test_a_routine_goes_by_the_thing_it_moves(said: str) -> None:
    held = entry(EntryKind.ROUTINE, Recurring(time(19)), at(19), device=HALL)
    (made,) = Household(held)(said)
    assert made.action_type == "schedule_alarm.cancel_alarm"


@pytest.mark.parametrize(
    "said",
    [
        "来週から七時のアラームを八時にして",
        "from Monday on move my alarm from seven to eight",
        "change my alarm to eight from next week",
    ],
)
def test_a_change_from_a_later_day_on_is_refused_with_the_remedy(said: str) -> None:
    """A3: it would hold from tomorrow on."""
    heard = Household(daily(7)).hear(said)
    assert (heard.refused, heard.wishes) == (FROM_LATER, ())


def test_a_plan_by_the_sun_keeps_the_other_days() -> None:
    """A5: the change of Sundays was made of every day."""
    dawn = BySun(SunEvent.SUNRISE, days=Days())
    less, new = Household(entry(EntryKind.ROUTINE, dawn, at(7), device=HALL))(
        "on sundays turn the hall light on at nine instead"
    )
    rest = Days(frozenset(range(6)))
    assert from_plain(less.payload["timing"]) == BySun(SunEvent.SUNRISE, days=rest)
    assert from_plain(new.payload["timing"]) == Recurring(time(9), Days(frozenset({6})))


def test_days_that_are_split_off_keep_their_holidays() -> None:
    weekdays = Days(frozenset(range(5)), Holidays.SKIPPED)
    _, new = Household(daily(6, 30, weekdays))("make my alarm 20 minutes earlier on fridays")
    friday = Days(frozenset({4}), Holidays.SKIPPED)
    assert from_plain(new.payload["timing"]) == Recurring(time(6, 10), friday)


def test_a_change_of_today_does_not_skip_tomorrow() -> None:
    """A3: today's moment was past, and the next morning's was passed over for it."""
    (made,) = Household(daily(6, 30))("今日だけ22時に起こして")
    assert made.action_type == "schedule_alarm.set_alarm"
    assert from_plain(made.payload["timing"]) == Once(at(22, days=0))
