"""The statement that holds, and two that are versions of one thing."""

from datetime import UTC, datetime, timedelta

import pytest

from companion.rooms.recall.asked import Asked, asked_of
from companion.rooms.recall.versions import (
    differ,
    newest,
    same_thing,
    second_version,
    takes_its_place,
)
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.trust import TrustLabel

AT = datetime(2026, 5, 10, 9, tzinfo=UTC)


def said(day: float, speaker: str, text: str) -> Episode:
    return Episode(
        id=EventId(int(day * 10_000) + 1),
        at=AT + timedelta(days=day),
        voice=Voice.PERSON,
        speaker=speaker,
        text=text,
        trust=TrustLabel.HOUSEHOLD,
    )


def holds(question: str, *statements: Episode) -> Episode:
    return newest(question, asked_of(question), statements[0], statements)


@pytest.mark.parametrize(
    ("question", "older", "newer"),
    [
        (
            "When is Mia coming?",
            said(0, "Mia", "I'll be there on the fifth of June with the boys."),
            said(3, "Mia", "We can't do the fifth, Tom has a match. Make it the twelfth."),
        ),
        (
            "When's the hearing about the boundary hedge?",
            said(0, "Mia", "The hearing about the hedge is on 3 May."),
            said(3, "Bo", "Hearing's been moved to 9 June."),
        ),
        (
            "屋根、直すのに結局いくらかかった?",
            said(0, "健", "屋根の樋がだめ。修理は三十万。"),
            said(3, "健", "樋、直った。二十二万で済んだ。"),
        ),
        (
            "Where's the garden rake now?",
            said(0, "Bo", "The garden rake hangs in the cellar."),
            said(3, "Ann", "I moved the rake to the loft, I kept falling over it."),
        ),
        (
            "How many are coming to supper?",
            said(0, "Ann", "We're twelve for supper on Sunday."),
            said(3, "Ann", "It's nine for supper now, the Hills have cancelled."),
        ),
        (
            "So what was wrong with the dryer in the end?",
            said(0, "Ann", "The dryer squeaks. Bo says it's the drum."),
            said(3, "Bo", "The dryer runs again. It was the hose."),
        ),
        (
            "How much did the plumber charge?",
            said(0, "Ann", "The plumber took sixty pounds."),
            said(3, "Ann", "It wasn't sixty pounds for the plumber, it was eighty pounds."),
        ),
        (
            "孫が欲しがってるのは何だっけ",
            said(0, "孫", "誕生日のプレゼント、けん玉がいい!"),
            said(3, "孫", "プレゼントやっぱりけん玉じゃなくて、図鑑がいい。"),
        ),
        (
            "How much was the oven?",
            said(0, "Ann", "The oven's mended. Ninety quid."),
            said(3, "Ann", "It wasn't ninety for the oven, it was a hundred and ninety."),
        ),
        (
            "夜は何時に声をかける?",
            said(0, "健", "夜は零時と三時に声をかけて。"),
            said(3, "健", "夜の声かけ、零時はなしにして。三時だけでいい。"),
        ),
        (
            "薬は一日何錠だっけ",
            said(0, "健", "薬は一日二錠。"),
            said(3, "医師", "薬を三錠に増やしましょう。"),
        ),
    ],
)
def test_a_change_takes_the_place_of_what_was(
    question: str, older: Episode, newer: Episode
) -> None:
    assert holds(question, older, newer) is newer
    assert takes_its_place(question, asked_of(question), older, newer)


@pytest.mark.parametrize(
    ("question", "older", "newer"),
    [
        (
            "How many guests come to the wedding?",
            said(0, "Leo", "We want a small wedding, forty people."),
            said(3, "Leo", "We booked it! The wedding is the 6th of June."),
        ),
        (
            "Who was our first boss?",
            said(0, "Ann", "The boss is Mr Hill."),
            said(3, "Ann", "The boss has changed, it's Mrs Ray now."),
        ),
        (
            "Why did he give up the drums?",
            said(0, "Leo", "I gave up the drums, the teacher left."),
            said(3, "Ann", "Leo has changed, no more drums!"),
        ),
        (
            "通勤は自転車で何分?",
            said(0, "葵", "自転車で十五分。"),
            said(3, "健", "明日から毎朝二十回走る。"),
        ),
    ],
)
def test_another_matter_takes_no_place(question: str, older: Episode, newer: Episode) -> None:
    assert holds(question, older, newer) is older


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "What's the allotment rent going up to?",
            said(0, "Ann", "They put the allotment rent up to forty pounds."),
            said(3, "Ann", "Bo says the allotment rent will be fifty."),
        ),
        (
            "What do we pay Nia?",
            said(0, "Ann", "Nia waters the plants. Twenty a week."),
            said(1, "Bo", "Nia does it for fifteen a week."),
        ),
        (
            "Where are the rings?",
            said(0, "Ann", "The rings are with me in the steel cupboard."),
            said(1, "Bo", "The rings are in the bank locker."),
        ),
        (
            "Are we keeping any of the kittens?",
            said(0, "Bo", "We ain't keeping any of the kittens."),
            said(0.001, "Ann", "We are keeping one and Zoe can have it."),
        ),
        (
            "浩が着くのは何日?",
            said(0, "浩", "帰るの、五月二日の土曜にする。昼過ぎに着く。"),
            said(1, "葵", "浩、三日に着くって言うてたな。"),
        ),
    ],
)
def test_two_who_tell_it_differently_are_two_versions(
    question: str, one: Episode, other: Episode
) -> None:
    assert second_version(question, one, [one, other]) is other


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "When is the operation of Leo's mother?",
            said(0, "Leo", "The cat had its operation yesterday."),
            said(3, "Leo", "My mother says her operation is on Tuesday."),
        ),
        (
            "Where are the rings?",
            said(0, "Ann", "The rings are in the steel cupboard."),
            said(3, "Bo", "I moved the rings to the bank locker."),
        ),
        (
            "大翔の部屋は暗くしていい?",
            said(0, "大翔", "ぼくの部屋は、豆電球を消さないで。"),
            said(0.001, "凛", "私の部屋はオレンジにして。"),
        ),
    ],
)
def test_a_change_and_another_matter_are_no_second_version(
    question: str, one: Episode, other: Episode
) -> None:
    assert second_version(question, one, [one, other]) is None


def test_a_change_that_is_not_settled_takes_no_place() -> None:
    question = "When's the hearing about the boundary hedge?"
    first = said(0, "Mia", "The hearing about the hedge is on 3 May.")
    maybe = said(3, "Bo", "Hearing might be moved to 9 June.")
    assert holds(question, first, maybe) == first


def test_two_things_of_one_month_are_not_one_thing() -> None:
    court = said(0, "Ann", "The hearing moved to the fourth of December.")
    visit = said(5, "Ann", "Nora moved to the second of December.")
    assert not same_thing(court, visit)
    assert same_thing(court, said(9, "Ann", "The hearing moved to January."))


def test_the_ninth_is_no_part_of_the_nineteenth() -> None:
    one, other = (
        said(0, "Ann", "式は五月十九日だよ。"),
        said(1, "Bo", "式は五月の九日じゃなかった？"),
    )
    assert differ(Asked.TIME, one, other)
    assert not differ(Asked.TIME, one, said(1, "Bo", "十九日だね。"))


@pytest.mark.parametrize(
    ("question", "one", "other", "settles"),
    [
        (
            "What did the sofa cost?",
            "The sofa was eleven hundred.",
            "The receipt says twelve hundred.",
            "The sofa's invoice says twelve hundred, Bo's right.",
        ),
        (
            "三月のガス代はいくら？",
            "三月のガス代、九千円。",
            "ガス代、請求書だと八千円だよ。",
            "ガス代、見直したらボブの言うとおりだった。八千円。",
        ),
    ],
)
def test_who_says_that_another_is_right_settles_two_versions(
    question: str, one: str, other: str, settles: str
) -> None:
    first, second, last = said(0, "Ann", one), said(1, "Bo", other), said(5, "Cem", settles)
    assert holds(question, first, second, last) == last
    assert second_version(question, last, [first, second, last]) is None


@pytest.mark.parametrize(
    ("question", "older", "newer"),
    [
        (
            "When is Dora's lace making?",
            said(0, "Dora", "My lace making is on Mondays at the hall."),
            said(40, "Dora", "Lace has been moved to Thursdays."),
        ),
        (
            "Which evenings does Gil sing?",
            said(0, "Gil", "I sing at the chapel on Tuesday evenings."),
            said(40, "Gil", "They've switched me to Sunday evenings."),
        ),
        (
            "What is the parrot drinking now?",
            said(0, "Gil", "Filtered water for the parrot, the vet says."),
            said(9, "Dora", "The parrot is back on tap water, filtered is a waste."),
        ),
        (
            "亀の餌は今どれくらい？",
            said(0, "健", "亀の餌は一日二回。"),
            said(9, "健", "亀の餌、一回に戻した。"),
        ),
    ],
)
def test_a_change_that_names_nothing_else_holds(
    question: str, older: Episode, newer: Episode
) -> None:
    assert holds(question, older, newer) == newer


def test_a_change_of_something_else_takes_no_place() -> None:
    """Both are Gil's, and both are days of the week."""
    sings = said(0, "Gil", "I sing at the chapel on Tuesday evenings.")
    bins = said(40, "Gil", "The green bins have been moved to Fridays by the council.")
    assert holds("Which evenings does Gil sing?", sings, bins) == sings


@pytest.mark.parametrize(
    ("question", "one", "other"),
    [
        (
            "水道代はいくらだったの？",
            said(0, "健", "水道代、今月は六千四百円だった。"),
            said(0.6, "幸", "領収書は四千六百円だよ。"),
        ),
        (
            "会場の椅子は何席？",
            said(0, "健", "会場の椅子、三十席にした。"),
            said(0.6, "幸", "いや、四十席だよ。数えたもん。"),
        ),
        (
            "What did the quilt go for?",
            said(0, "Gil", "The quilt at the fair went for sixty."),
            said(0.6, "Dora", "It went for eighty. I paid the man."),
        ),
        (
            "How many chairs came for the fair?",
            said(0, "Gil", "We got thirty-four chairs for the fair."),
            said(0.6, "Dora", "Twenty-six, I stacked them all, Gil."),
        ),
    ],
)
def test_a_document_or_a_short_reply_the_day_after_is_a_second_version(
    question: str, one: Episode, other: Episode
) -> None:
    assert second_version(question, one, [other]) == other


def test_another_sum_of_another_thing_is_no_second_version() -> None:
    water = said(0, "健", "水道代、今月は六千四百円だった。")
    shoes = said(0.6, "幸", "靴を四千六百円で買った。")
    assert second_version("水道代はいくらだったの？", water, [shoes]) is None


@pytest.mark.parametrize(
    ("question", "older", "newer"),
    [
        (
            "How many bulbs did Gil set?",
            said(0, "Gil", "I set bulbs by the path. Thirty."),
            said(50, "Gil", "The bulbs were thirty-two, there were two in my pocket."),
        ),
        (
            "時計の電池交換はいくらだった？",
            said(0, "健", "時計、二千円で電池を換えた。"),
            said(50, "健", "時計は千五百円だった、二千円はベルトのとき。"),
        ),
    ],
)
def test_a_number_told_anew_of_the_same_thing_holds(
    question: str, older: Episode, newer: Episode
) -> None:
    assert holds(question, older, newer) == newer


def test_a_length_is_no_second_price() -> None:
    price = said(50, "幸", "本棚は三万二千円だった。")
    width = said(20, "健", "本棚が届いた。十センチ、思ったより大きい。")
    assert second_version("本棚はいくらだった？", price, [width]) is None
