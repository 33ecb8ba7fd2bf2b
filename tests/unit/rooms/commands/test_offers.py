"""A routine that is not wanted on a day is offered to be skipped (issue 11, A7)."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from companion.rooms.commands.offers import STANDS, Offers
from companion.words.language import Bilingual
from companion.words.schedule import Entry, EntryId, EntryKind, SavedAction, Upcoming
from companion.words.timing import Once
from companion.words.trigger import RequestedAction
from companion.words.understood import NOT_WANTED, UnderstoodWish

NOW = datetime(2026, 11, 22, 6, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
AT_SEVEN = NOW + timedelta(hours=1)


def routine(due: datetime = AT_SEVEN, *, skip: datetime | None = None) -> Upcoming:
    play = SavedAction(
        action_type="device_control.play", payload={"device_id": "media_player.hall"}
    )
    entry = Entry(
        id=EntryId(7),
        kind=EntryKind.ROUTINE,
        timing=Once(due),
        created_at=NOW,
        label="朝の音楽",
        actions=(play,),
        skip=skip,
    )
    return Upcoming(entry, due, None)


def unwanted(*targets: str, day: str = "2026-11-22") -> UnderstoodWish:
    return UnderstoodWish(intent=NOT_WANTED, targets=targets, parameters={"day": day})


def offered(wish: UnderstoodWish, *held: Upcoming) -> tuple[Offers, Bilingual | None]:
    offers = Offers()
    return offers, offers.make([wish], held, NOW, "hall")


def test_it_is_offered_and_yes_skips_its_next_moment() -> None:
    """A7: nothing is skipped unasked."""
    offers, words = offered(unwanted("media_player.hall"), routine())
    assert words is not None
    assert ("朝の音楽" in words.ja, "今日7:00" in words.ja) == (True, True)
    assert "today at 07:00" in words.en
    answer = offers.answered("はい、お願いします", NOW, "hall")
    assert isinstance(answer, RequestedAction)
    assert answer.action_type == "schedule_alarm.skip_alarm"
    assert dict(answer.payload) == {"alarm_id": 7, "skipping": True}
    assert offers.answered("はい", NOW, "hall") is None, "an offer is answered once"


def test_no_leaves_it_and_anything_else_lets_the_offer_go() -> None:
    """A7: an answer is yes or no, soon, and from where it was offered."""
    offers, _ = offered(unwanted(), routine())
    assert offers.answered("yes", NOW, "kitchen") is None
    assert isinstance(offers.answered("no thanks", NOW, "hall"), Bilingual)
    offers, _ = offered(unwanted(), routine())
    assert offers.answered("turn on the light", NOW, "hall") is None
    assert offers.answered("yes", NOW, "hall") is None
    offers, _ = offered(unwanted(), routine())
    assert offers.answered("yes", NOW + STANDS + timedelta(seconds=1), "hall") is None


@pytest.mark.parametrize(
    ("wish", "held"),
    [
        (unwanted("light.hall"), routine()),
        (unwanted(day="2026-11-23"), routine()),
        (unwanted(), routine(skip=AT_SEVEN)),
        (UnderstoodWish(intent="HassGetState"), routine()),
    ],
)
def test_what_is_of_another_thing_or_day_or_skipped_already_is_not_offered(
    wish: UnderstoodWish, held: Upcoming
) -> None:
    """A7: only what would be done, of what was named, on that day."""
    assert offered(wish, held)[1] is None
