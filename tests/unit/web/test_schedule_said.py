"""The sentence an entry means, in both languages (issue 4, item 5)."""

from datetime import time
from typing import Any

import pytest

from companion.web.reader import reader_for
from companion.web.schedule_said import Saying
from companion.words.language import Bilingual
from companion.words.schedule import Comparison, Entry, EntryKind, FactCondition, SavedAction
from companion.words.timing import After, Days, Movement, OnMovement, Recurring
from tests.unit.web.twins import EVENING, JST, Household, unmarked

WEEKDAYS = Recurring(time(7), Days(frozenset(range(5))))
HALF = SavedAction(
    action_type="device_control.cover_set_position",
    payload={"device_id": "cover.living", "position": 50},
)
LIGHT = SavedAction(action_type="device_control.light_turn_on", payload={"device_id": "light.hall"})
GONE = SavedAction(action_type="device_control.light_turn_on", payload={"device_id": "light.attic"})


def entry(kind: EntryKind, timing: Any = WEEKDAYS, **more: Any) -> Entry:
    return Entry(kind=kind, timing=timing, created_at=EVENING, **more)


@pytest.mark.parametrize(
    ("one", "ja", "en"),
    [
        (
            entry(EntryKind.ROUTINE, actions=(HALF,)),
            "平日7:00にリビングのカーテンを半分開ける",
            "Open the living room curtain half way on weekdays at 07:00",
        ),
        (
            entry(EntryKind.ROUTINE, actions=(HALF, LIGHT)),
            "平日7:00にリビングのカーテンを半分開ける、続けて玄関の明かりをつける",
            "Open the living room curtain half way, then turn on the hall light on weekdays at"
            " 07:00",
        ),
        (
            entry(EntryKind.ROUTINE, actions=(GONE,)),
            "平日7:00にlight.atticをつける",
            "Turn on the light.attic on weekdays at 07:00",
        ),
        (
            entry(
                EntryKind.ROUTINE,
                actions=(LIGHT,),
                condition=FactCondition("person@hall", Comparison.IS, "present"),
            ),
            "平日7:00に玄関に人がいれば、玄関の明かりをつける",
            "Turn on the hall light on weekdays at 07:00, if somebody is in the hall",
        ),
        (
            entry(
                EntryKind.ROUTINE,
                actions=(LIGHT,),
                condition=FactCondition("binary_sensor.front_door", Comparison.IS, "on"),
            ),
            "平日7:00に玄関の扉が「開いている」なら、玄関の明かりをつける",
            "Turn on the hall light on weekdays at 07:00, if the front door is open",
        ),
        (
            entry(EntryKind.ALARM, place="bedroom"),
            "平日7:00に寝室で起こす",
            "Wake me in the bedroom on weekdays at 07:00",
        ),
        (entry(EntryKind.TIMER, After(600.0)), "10分後に鳴らす", "Ring in 10 min"),
        (
            entry(EntryKind.REMINDER, OnMovement(Movement.ARRIVES, "mika"), label="薬"),
            "ミカが家に来たら、「薬」と知らせる",
            "Remind me of “薬” when Mika arrives at home",
        ),
        (
            entry(EntryKind.REMINDER, OnMovement(Movement.ARRIVES), label="薬"),
            "家に着いたら、「薬」と知らせる",
            "Remind me of “薬” on arriving at home",
        ),
    ],
)
def test_an_entry_is_one_sentence(home: Household, one: Entry, ja: str, en: str) -> None:
    names = reader_for(home.parts(), home.language).names
    saying = Saying(home.house, names, JST, {"mika": Bilingual("ミカ", "Mika")})
    assert unmarked(saying.sentence(one)) == Bilingual(ja, en)
