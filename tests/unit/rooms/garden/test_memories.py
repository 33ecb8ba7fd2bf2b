"""What of the garden is recalled by itself, and by which words."""

import pytest

from companion.rooms.garden.memories import naming, recalled_by
from companion.words.facts import Fact, GardenActed, GardenEpisode, GardenLine, GardenTalked
from companion.words.garden import Cause, GardenAction, Stats
from companion.words.ids import EventId
from companion.words.language import Bilingual
from tests.unit.rooms.garden.lives import town, weeks

NEEDS = Stats(satiety=50, energy=50, hygiene=50, mood=50, bladder=50, money=5000)
ME = town().self_id
NAMES = {one.id: one.name for one in town().inhabitants}


def _act(
    action: GardenAction, facility: str = "", partner: str = "", *, cut_short: bool = False
) -> GardenActed:
    world = weeks().world
    return GardenActed(
        who=ME,
        action=action,
        cause=Cause.DECISION,
        map_id="town",
        facility=facility,
        partner=partner,
        began=0,
        ended=30,
        planned_minutes=30,
        cut_short=cut_short,
        reason=Bilingual("", ""),
        before=NEEDS,
        after=NEEDS,
        place=world.town.name(facility) if facility else Bilingual("町", "Town"),
    )


def _words(fact: Fact) -> str:
    return recalled_by(fact, ME, weeks().world.town.facilities, NAMES)


@pytest.mark.parametrize(
    ("action", "facility", "words"),
    [
        (GardenAction.EAT, "station/そば処 山吹", "そば処 山吹で食事をしました"),
        (GardenAction.SLEEP, "station/駅前ホテル", "駅前ホテルで眠りました"),
        (GardenAction.BATHE, "town/銭湯 松の湯", "銭湯 松の湯でお湯につかりました"),
        (GardenAction.BATHE, "onsen/温泉", "I bathed at the hot spring"),
    ],
)
def test_t_34_what_is_experienced_away_from_home_is_recalled(
    action: GardenAction, facility: str, words: str
) -> None:
    """T-34, A-014, A-016, A-020, A-021: by the name of the place, in both languages."""
    assert words in _words(_act(action, facility))
    assert _words(_act(action, facility, cut_short=True)) == ""


@pytest.mark.parametrize(
    ("action", "facility"),
    [
        (GardenAction.EAT, "home/調理台"),
        (GardenAction.SLEEP, "home/寝室"),
        (GardenAction.BATHE, "home/浴室"),
        (GardenAction.TOILET, "park/公園のトイレ"),
        (GardenAction.WORK, "town/レストラン"),
        (GardenAction.REST, ""),
        (GardenAction.MOVE, ""),
    ],
)
def test_t_34_everyday_records_are_not(action: GardenAction, facility: str) -> None:
    """T-34: they stand in the history of the day."""
    assert _words(_act(action, facility)) == ""


def test_t_34_a_talk_and_an_episode_are_recalled() -> None:
    """T-34, A-022: by who it was with and what about; a talk with the household is remembered as
    the conversation that it is."""
    talk = GardenTalked(
        who="npc_mio",
        other=ME,
        at=0,
        map_id="park",
        topic="rain",
        turns=(GardenLine(who=ME, words=Bilingual("雨", "rain")),),
        affinity_before=50,
        affinity_after=52,
        about=Bilingual("雨", "the rain"),
    )
    assert _words(talk) == "ミオさんと雨の話をしました\nI talked with Mio about the rain"
    assert "Mio" in _words(_act(GardenAction.TALK, partner="npc_mio"))
    assert _words(_act(GardenAction.TALK)) == ""
    episode = GardenEpisode(
        who=ME,
        at=0,
        action=EventId(1),
        map_id="park",
        episode="虹が出た",
        before=NEEDS,
        after=NEEDS,
    )
    assert _words(episode) == "虹が出た"


@pytest.mark.parametrize(
    ("ja", "en", "words", "names"),
    [
        ("カイ", "Kai", "カイと笑った", True),
        ("カイ", "Kai", "今日もカイさんは元気", True),
        ("カイ", "Kai", "セカイの地図を見た", False),
        ("カイ", "Kai", "カイロを買った", False),
        ("カイ", "Kai", "I laughed with Kai.", True),
        ("カイ", "Kai", "I saw Kaia.", False),
        ("図書館", "the library", "図書館は静かだった", True),
        ("図書館", "the library", "図書館員に会った", False),
        ("図書館", "the library", "The library was quiet", True),
        ("さくら", "Zoë", "ひとりでさくらに会った", True),
        ("さくら", "Zoë", "Zoë laughed", True),
        ("さくら", "Zoë", "Zoës laughed", False),
        ("Bar 7", "Bar 7", "Bar 7で歌った", True),
    ],
)
def test_t_34_a_memory_in_either_language_names_somebody(
    ja: str, en: str, words: str, names: bool
) -> None:
    """T-34: Japanese has no spaces, so a name ends where its script does."""
    assert bool(naming(Bilingual(ja, en)).search(words)) is names
