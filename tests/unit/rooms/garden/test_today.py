"""The day's lines, for prompts and for people."""

from companion.rooms.garden.today import action_line, episode_line, is_line, section
from companion.words.garden import ActionHistoryEntry, GardenAction, Stat
from companion.words.language import Bilingual, Language

EAT = ActionHistoryEntry(
    event_id=1,
    character="alice",
    started=8 * 60,
    action=GardenAction.EAT,
    target=Bilingual("レストランA", "restaurant A"),
    minutes=30,
    reason=Bilingual("朝食を食べに", "for breakfast"),
    episode="新メニューのパンケーキが美味しかった",
    stat_changes={Stat.MOOD: 5.0, Stat.ENERGY: -2.0},
)


def test_a_086_the_section_of_a_prompt() -> None:
    """A-086, A-085."""
    assert section((EAT,), Language.JA) == (
        "【今日の行動】\n"
        "- 08:00 eat → レストランA (30分) [朝食を食べに]\n"
        "  ✨ 新メニューのパンケーキが美味しかった"
    )
    assert "【今日の行動】" in section((EAT,), Language.EN)
    assert section((), Language.JA) == ""
    assert section((EAT,) * 20, Language.EN, 3).count("- 08:00") == 3


def test_a_087_the_line_of_an_episode() -> None:
    """A-087."""
    line = episode_line(EAT, "アリス", 10 * 60 + 30)
    assert line == "[10:30] アリス ✨ 新メニューのパンケーキが美味しかった (energy-2, mood+5)"
    plain = ActionHistoryEntry(
        event_id=1,
        character="alice",
        started=0,
        action=GardenAction.EAT,
        target=EAT.target,
        minutes=1,
        reason=EAT.reason,
    )
    assert episode_line(plain, "x", 0) == ""
    assert "✨" not in action_line(plain, Language.JA)


def test_what_is_internal_is_no_line() -> None:
    """A-074."""
    assert is_line(GardenAction.TALK)
    assert not is_line(GardenAction.THINKING)
    assert not is_line(GardenAction.IDLE)
