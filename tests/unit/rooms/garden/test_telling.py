"""How the day is told."""

from companion.rooms.garden.telling import today_told
from companion.words.facts import GardenTalked
from companion.words.garden import ActionHistoryEntry, GardenAction
from companion.words.language import Bilingual


def _line(
    action: GardenAction, at: int, ja: str, en: str, episode: str | None = None
) -> ActionHistoryEntry:
    return ActionHistoryEntry(
        event_id=at,
        character="x",
        started=at,
        action=action,
        target=Bilingual(ja, en),
        minutes=5,
        reason=Bilingual("", ""),
        episode=episode,
    )


def test_the_day_is_told_as_garden_life_in_order() -> None:
    """T-23: each telling says that it is of the garden."""
    day = (
        _line(GardenAction.TOILET, 400, "トイレ", "the toilet"),
        _line(GardenAction.WORK, 600, "本屋", "the bookshop"),
        _line(GardenAction.EAT, 720, "喫茶", "the tearoom", "パンが焼きたてだった"),
        _line(GardenAction.TALK, 800, "ミオ", "Mio"),
        _line(GardenAction.REST, 900, "公園", "the park"),
    )
    talk = GardenTalked(
        who="x",
        other="npc_mio",
        at=800,
        map_id="park",
        topic="likes",
        turns=(),
        affinity_before=50,
        affinity_after=51,
        about=Bilingual("押し花", "pressed flowers"),
    )
    told = today_told(day, [(Bilingual("ミオ", "Mio"), talk)])
    assert told.ja == (
        "私の庭での話ですが、今日は10:00に本屋で働き、12:00に喫茶で食事をし、"
        "13:20にミオさんと"
        "話しました。ミオさんとは、押し花の話をしました。そのとき、こんなことも: "
        "パンが焼きたてだった"
    )
    assert told.en.startswith("In my own garden, today I worked at the bookshop at 10:00, then ")
    assert "pressed flowers" in told.en
    assert "toilet" not in told.en


def test_a_day_that_has_not_begun_is_told_too() -> None:
    assert "まだ何もしていません" in today_told((), ()).ja
    assert "garden" in today_told((), ()).en


def test_a_talk_with_the_household_names_nobody() -> None:
    told = today_told((_line(GardenAction.TALK, 800, "家の人", "somebody at home"),), ())
    assert "家の人と話しました" in told.ja
