"""Needs read from a sentence, in both languages, and what is none."""

import pytest

from companion.rooms.context.needs import (
    AGREED_FROM,
    TOLD_FROM,
    Need,
    likely_need,
    may_tell_a_need,
    needs_in,
    sounds_like_none,
)


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("It's too dark in here to cook.", Need.DARK),
        ("階段が暗くて怖い", Need.DARK),
        ("The sun is right in my eyes.", Need.GLARE),
        ("西日がまぶしい", Need.GLARE),
        ("I'm freezing in here.", Need.COLD),
        ("手がかじかむよ", Need.COLD),
        ("We are melting.", Need.HOT),
        ("汗が止まらない", Need.HOT),
        ("It is so stuffy in here.", Need.STUFFY),
        ("湯気で前が見えない", Need.STUFFY),
        ("That music is too loud.", Need.LOUD),
        ("テレビがうるさいな", Need.LOUD),
        ("Everyone can see us eating.", Need.LOOKED_AT),
        ("外から丸見えだよ", Need.LOOKED_AT),
        ("Something is burning.", Need.BURNING),
        ("何か焦げてる", Need.BURNING),
        ("I am nodding off over my book.", Need.ASLEEP),
        ("もう寝落ちしそう", Need.ASLEEP),
        ("My throat is dry, the air is dry.", Need.DRY),
        ("空気が乾燥してる", Need.DRY),
        ("I am groping for the door handle.", Need.DARK),
        ("暗くない？", Need.DARK),
        ("I can't feel my fingers any more.", Need.COLD),
        ("さむっ、鳥肌が立つ", Need.COLD),
        ("It is a sauna up here.", Need.HOT),
        ("あっつい、溶けそう", Need.HOT),
        ("I can hardly make out what the actors say.", Need.UNHEARD),
        ("ラジオの音が小さいな", Need.UNHEARD),
    ],
)
def test_issue_15_a_need_is_read(text: str, need: Need) -> None:
    assert need in needs_in(text, by_person=True)


@pytest.mark.parametrize(
    "text",
    [
        "It is not too cold.",
        "うるさくはないよ",
        "It is not that dark.",
        "暗くないよ",
        "十分くらい待って",
        "昨日は寒かったね",
        "Leave it, I like it dark.",
        "暗いままでいいよ、そのままで",
        "Good morning.",
        "今日は楽しかったね",
    ],
)
def test_what_is_denied_or_wanted_so_is_no_need(text: str) -> None:
    assert needs_in(text, by_person=True) == frozenset()


def test_of_a_report_the_degrees_are_read_and_of_a_person_they_are_not() -> None:
    assert needs_in("食堂が8度しかない", by_person=False) == {Need.COLD}
    assert needs_in("The bedroom is at 30 degrees", by_person=False) == {Need.HOT}
    assert needs_in("Set it to 30 degrees", by_person=True) == frozenset()


def test_steam_is_no_lack_of_light() -> None:
    assert needs_in("We can't see each other for steam", by_person=True) == {Need.STUFFY}


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("居間の気温が三十二度を超えた", Need.HOT),
        ("The glasshouse is at thirty-nine degrees", Need.HOT),
        ("湊の部屋が十一度まで下がった", Need.COLD),
        ("浴室の湿度が九十五パーセント", Need.DAMP),
        ("The nursery is at twenty-two percent humidity", Need.DRY),
        ("The wheelchair battery is at 18 percent", Need.FLAT),
        ("電池が二割、20%しかない", Need.FLAT),
        ("The speaker is loud and Rab is asleep", Need.LOUD),
        ("寝室が明るく、布団に人がいる", Need.ASLEEP),
    ],
)
def test_issue_15_a_report_is_read_by_its_figures(text: str, need: Need) -> None:
    assert need in needs_in(text, by_person=False)


@pytest.mark.parametrize("text", ["The lounge is at 0 degrees", "The battery is at 80 percent"])
def test_a_broken_thermometer_and_a_full_battery_need_nothing(text: str) -> None:
    assert needs_in(text, by_person=False) == frozenset()


@pytest.mark.parametrize(
    ("text", "burns"),
    [
        ("the smoke alarm is going off", True),
        ("the smoke detector keeps beeping", True),
        ("煙感知器が鳴ってる", True),
        ("the spare batteries are for the smoke alarm upstairs", False),
        ("火災報知器の電池を買ってきた", False),
    ],
)
def test_a_smoke_alarm_that_is_spoken_of_is_no_fire(text: str, burns: bool) -> None:
    """The fan was offered to who told of its batteries."""
    assert (Need.BURNING in needs_in(text, by_person=True)) is burns


@pytest.mark.parametrize(
    "text", ["The hall smoke sensor detected something.", "台所の感知器が煙を検知しました"]
)
def test_issue_15_smoke_that_a_detector_tells_of_is_something_burning(text: str) -> None:
    """Else the hood answered, and the stove was not offered."""
    assert Need.BURNING in needs_in(text, by_person=False)


def test_issue_15_a_trained_reader_counts_where_it_is_sure() -> None:
    assert likely_need({"cold": TOLD_FROM, "dark": 0.2}) == {Need.COLD}
    assert likely_need({"cold": TOLD_FROM - 0.01}) == frozenset()
    assert likely_need({}) == frozenset()
    assert likely_need({"cold": AGREED_FROM}, lambda _: True) == {Need.COLD}
    assert likely_need({"cold": AGREED_FROM}, lambda _: None) == frozenset()
    assert likely_need({"cold": 0.99}, lambda _: False) == frozenset()


def test_issue_15_a_trained_reader_that_holds_it_for_none_is_believed() -> None:
    assert sounds_like_none({"cold": 0.1, "dark": 0.05})
    assert not sounds_like_none({"cold": 0.4})
    assert not sounds_like_none({})


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("My ankles are turning to marble.", True),
        ("I'm freezing in here.", True),
        ("Leave it as it is, my ankles are fine.", False),
        ("寒くないよ", False),
        ("They want the hall dark for the play on Friday.", False),
        ("ゆうべは足の先まで冷えたなあ", False),
        ("今夜は足の先まで冷えるなあ", True),
    ],
)
def test_issue_15_it_is_not_asked_where_all_is_left_or_another_day_is_meant(
    text: str, asked: bool
) -> None:
    assert may_tell_a_need(text) is asked


@pytest.mark.parametrize(
    "text", ["You must be boiling in that coat, you poor thing.", "そちらは寒いんですってね"]
)
def test_issue_15_what_is_supposed_of_somebody_elsewhere_is_no_need_here(text: str) -> None:
    assert needs_in(text, by_person=True) == frozenset()
    assert not may_tell_a_need(text)


@pytest.mark.parametrize("text", ["Night night, Nan.", "Good night!", "おやすみなさい"])
def test_issue_15_good_night_is_said_by_who_sleeps(text: str) -> None:
    assert needs_in(text, by_person=True) == {Need.ASLEEP}
    assert needs_in("That was a good night at the theatre.", by_person=True) == frozenset()
    assert needs_in("湿度は零パーセント", by_person=False) == frozenset()
    assert needs_in("湿度 0%", by_person=False) == frozenset()
