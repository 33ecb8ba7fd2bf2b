"""Answers from memory: quotation, not known, two versions; put together by code."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from companion.rooms.recall.answer import answered, answered_by_told
from companion.rooms.recall.asked import asked_of
from companion.rooms.recall.versions import differ
from companion.words.areas import Standing
from companion.words.episode import Episode, Voice
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.recalled import Found, Reason
from companion.words.remembered import AnswerKind, Remembered
from companion.words.told import Told, ToldKind
from companion.words.trust import TrustLabel

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=120)
"""When the questions are asked."""
"""A Monday."""


def said(
    day: float, speaker: str, text: str, voice: Voice = Voice.PERSON, source: str = "voice"
) -> Episode:
    at = NOON + timedelta(days=day)
    return Episode(
        id=EventId(int(day * 10_000) + 1),
        at=at,
        voice=voice,
        speaker=speaker,
        text=text,
        trust=TrustLabel.OBSERVED if voice is Voice.WRITTEN else TrustLabel.HOUSEHOLD,
        source=source,
    )


def asked(
    question: str,
    *episodes: Episode,
    language: Language = Language.EN,
    beside: dict[EventId, list[Episode]] | None = None,
    asker: str = "",
) -> Remembered:
    """The episodes are the best first."""
    found = [
        Found(episode=one, score=-number, why=(Reason.WORDS,))
        for number, one in enumerate(episodes)
    ]
    return answered(question, found, beside or {}, language, LATER, asker=asker)


@pytest.mark.parametrize(
    ("language", "question", "text", "begins", "has"),
    [
        (Language.EN, "What colour is Nell's hair?", "My hair is copper now.", "copper.", "Nell"),
        (Language.JA, "凛の髪は何色?", "髪は栗色っていうか茶色だよ", "茶色。", "2026年3月2日"),
        (
            Language.EN,
            "When is the dentist?",
            "The dentist is tomorrow.",
            "Tuesday 3 March 2026",
            "tomorrow",
        ),
        (Language.JA, "歯医者はいつ?", "歯医者は明日だよ", "2026年3月3日(火)", "明日"),
        (
            Language.EN,
            "When did the heron come?",
            "The heron ate a fish.",
            "I heard of it on Monday",
            "2 March",
        ),
    ],
)
def test_the_thing_asked_for_stands_first_then_who_said_it_and_when(
    language: Language, question: str, text: str, begins: str, has: str
) -> None:
    answer = asked(question, said(0, "Nell", text), language=language)
    assert answer.kind is AnswerKind.ANSWER
    assert answer.text.startswith(begins)
    assert text in answer.text
    assert has in answer.text


def test_a_later_statement_of_the_same_person_wins_and_the_older_is_told() -> None:
    first = said(0, "Wilf", "My hip operation is on the fourteenth of April.")
    later = said(30, "Wilf", "The hip operation is on the twelfth of May now.")
    answer = asked("When is the hip operation?", first, later)
    assert answer.evidence == (later, first)[: len(answer.evidence)]
    assert answer.evidence[0] == later
    assert "Before that" in answer.text.split(later.text)[1]


def test_what_somebody_else_moved_is_no_second_version() -> None:
    """鍵は… / the key: the newer place, said by another person, who tells of the change."""
    first = said(0, "陽子", "塾の月謝は一万円です。")
    later = said(20, "拓也", "塾の月謝は四月から二万円に変わったよ。")
    answer = asked("塾の月謝はいくら?", first, later, language=Language.JA)
    assert (answer.kind, answer.evidence[0]) == (AnswerKind.ANSWER, later)


@pytest.mark.parametrize(
    ("language", "question", "one", "other"),
    [
        (
            Language.EN,
            "How heavy is Mabel?",
            "Mabel is thirteen kilos.",
            "No, Mabel is fourteen kilos.",
        ),
        (
            Language.JA,
            "車検はいくら?",
            "車検は十二万円だった。",
            "え、車検は十五万円って聞いたよ。",
        ),
    ],
)
def test_two_people_who_differ_are_both_told_with_their_dates(
    language: Language, question: str, one: str, other: str
) -> None:
    answer = asked(question, said(0, "Ann", one), said(0.001, "Bo", other), language=language)
    assert answer.kind is AnswerKind.TWO_VERSIONS
    assert [episode.speaker for episode in answer.evidence] == ["Ann", "Bo"]
    assert answer.text.count("2026") == 2


def test_a_sign_is_told_as_what_stands_on_it() -> None:
    """S2: never as a fact, and never as the short answer."""
    sign = said(0, "sign", "The drill is on 29 March.", Voice.WRITTEN, source="sign")
    answer = asked("When is the drill?", sign)
    assert answer.text.startswith("Nobody of the house told me so.")
    assert "It stood on a sign" in answer.text


@pytest.mark.parametrize("language", list(Language))
def test_nothing_is_claimed_where_nothing_tells(language: Language) -> None:
    nothing = asked("What colour is the boat?", language=language)
    other = asked(
        "What colour is the boat?", said(0, "Ann", "The boat needs paint."), language=language
    )
    assert {nothing.kind, other.kind} == {AnswerKind.UNKNOWN}
    assert nothing.evidence == ()


def told_thing(value: str, episode: Episode) -> Told:
    return Told(
        id=str(episode.id),
        kind=ToldKind.FACT,
        whose="",
        subject="cat",
        predicate="name",
        value=value,
        negated=False,
        text=episode.text,
        told_by=episode.speaker,
        status=Standing.CONFIRMED,
        valid_from=episode.at,
        valid_until=None,
        confidence=1.0,
        trust=episode.trust,
        evidence_event_ids=(episode.id,),
    )


def test_a_told_thing_answers_with_its_value_and_its_quotation() -> None:
    """Step 8: what was told as a fact is used by the answers from memory."""
    one = said(0, "Ann", "Our cat is called Mike.")
    answer = answered_by_told([told_thing("Mike", one)], {one.id: one}, Language.EN, UTC)
    assert answer is not None
    assert (answer.kind, answer.evidence) == (AnswerKind.ANSWER, (one,))
    assert answer.text.startswith("Mike.")
    assert "Ann, Monday 2 March 2026" in answer.text


def test_two_people_who_told_one_thing_differently_are_both_quoted() -> None:
    one = said(0, "Ann", "Our cat is called Mike.")
    other = said(1, "Bo", "The cat is called Momo.")
    things = [told_thing("Momo", other), told_thing("Mike", one)]
    answer = answered_by_told(things, {one.id: one, other.id: other}, Language.EN, UTC)
    assert answer is not None
    assert (answer.kind, answer.evidence) == (AnswerKind.TWO_VERSIONS, (one, other))


def test_a_told_thing_whose_sentence_is_gone_answers_nothing() -> None:
    one = said(0, "Ann", "Our cat is called Mike.")
    assert answered_by_told([told_thing("Mike", one)], {}, Language.EN, UTC) is None


@pytest.mark.parametrize(
    ("language", "question", "one", "other"),
    [
        (
            Language.EN,
            "Where's the tent?",
            "I think the tent's at Bethan's, for that festival.",
            "No, it's in our loft, behind the boxes.",
        ),
        (
            Language.JA,
            "テントはどこ?",
            "テントはベサンの家だと思うよ。",
            "違うよ、うちの屋根裏。箱の後ろ。",
        ),
        (Language.EN, "When did they get the boat?", "They got the boat in 1998.", "2001, Ann."),
    ],
)
def test_who_contradicts_beside_it_need_not_name_the_thing_again(
    language: Language, question: str, one: str, other: str
) -> None:
    first, second = said(0, "Ann", one), said(0.001, "Bo", other)
    answer = asked(question, first, language=language, beside={first.id: [second]})
    assert (answer.kind, answer.evidence) == (AnswerKind.TWO_VERSIONS, (first, second))


@pytest.mark.parametrize(
    "other",
    ["Lovely, we'll take it along.", "Was it not in the loft?", "Ann, it will rain."],
)
def test_what_only_stands_beside_it_is_no_second_version(other: str) -> None:
    first, second = said(0, "Ann", "The tent is at Bethan's."), said(0.001, "Bo", other)
    answer = asked("Where's the tent?", first, beside={first.id: [second]})
    assert answer.kind is AnswerKind.ANSWER


def test_what_was_told_to_a_question_answers_it() -> None:
    asks = said(0, "Ann", "Who broke the blue jug?")
    one, other = said(0.001, "Rafi", "It was Mabel!"), said(0.002, "Nell", "It was not Mabel.")
    beside = {asks.id: [one, other]}
    answer = asked("Do we know who broke the jug?", asks, beside=beside)
    assert (answer.kind, answer.evidence) == (AnswerKind.TWO_VERSIONS, (one, other))


@pytest.mark.parametrize(
    ("language", "question", "texts"),
    [
        (Language.EN, "What hobby does Bo have?", ("Bo sold the sofa.", "Bo is late.")),
        (Language.JA, "健の趣味は何?", ("健がソファを売った", "健は遅れるって")),
    ],
)
def test_a_name_that_memory_knows_is_no_answer_about_something_else_of_them(
    language: Language, question: str, texts: tuple[str, ...]
) -> None:
    """Only the name is held; unless one of the texts stands out in meaning."""
    speakers = ("Bo", "健")
    turns = [said(day, speakers[day % 2], text) for day, text in enumerate(texts)]
    assert asked(question, *turns, language=language).kind is AnswerKind.UNKNOWN
    field = [said(day + 2, speakers[day % 2], f"word{day}") for day in range(5)]
    found = [
        Found(episode=one, score=-n, why=(Reason.MEANING,), closeness=0.86 if n == 0 else 0.80)
        for n, one in enumerate((*turns, *field))
    ]
    assert answered(question, found, {}, language, LATER).kind is AnswerKind.ANSWER
    near = [replace(one, closeness=0.81) for one in found]
    assert answered(question, near, {}, language, LATER).kind is AnswerKind.UNKNOWN


def test_what_stands_out_in_meaning_may_hold_no_word_of_the_question() -> None:
    told = [said(0, "Ann", "Landed at last, and straight to bed.")]
    told += [said(day, "Ann", f"word{day}") for day in range(1, 7)]
    out = [
        Found(episode=one, score=-n, why=(Reason.MEANING,), closeness=0.80 if n else 0.86)
        for n, one in enumerate(told)
    ]
    question = "When did you arrive?"
    assert answered(question, out, {}, Language.EN, LATER).evidence[0] == told[0]
    near = [replace(one, closeness=0.81) for one in out]
    assert answered(question, near, {}, Language.EN, LATER).kind is AnswerKind.UNKNOWN


def test_an_answer_has_the_form_that_is_asked_for() -> None:
    """Of the best five; the price of another thing is none."""
    rent = said(0, "Bo", "The flat is on Water Lane, with a lift.")
    bike = said(1, "Bo", "My bike was 420 pounds.")
    question = "How much did the flat cost?"
    assert asked(question, rent, bike).kind is AnswerKind.UNKNOWN
    told = said(0, "Bo", "The flat is 900 pounds a month.")
    assert asked(question, told, bike).kind is AnswerKind.ANSWER


@pytest.mark.parametrize(
    ("language", "question", "one", "other"),
    [
        (
            Language.JA,
            "健の鍋はいくつある?",
            "健が鍋を十二個持ってきた",
            "由佳は二十個って聞いたらしいけど",
        ),
        (
            Language.EN,
            "How many drums does Bo own?",
            "Bo moved in with eleven drums.",
            "I thought it was three.",
        ),
        (
            Language.EN,
            "On which day is Bo's wedding?",
            "Bo's wedding is on 6 June.",
            "He told Dot it's the fifth of May.",
        ),
    ],
)
def test_what_somebody_heard_otherwise_in_one_talk_is_a_second_version(
    language: Language, question: str, one: str, other: str
) -> None:
    first, second = said(0, "Ann", one), said(0.001, "Cem", other)
    beside = {first.id: [second]}
    answer = asked(question, first, second, beside=beside, language=language)
    assert answer.kind is AnswerKind.TWO_VERSIONS
    assert answer.evidence == (first, second)


@pytest.mark.parametrize(
    ("language", "question", "one", "other"),
    [
        (
            Language.JA,
            "うちの駐車場は何番になった?",
            "駐車場が十七番から二十二番に変わる",
            "えー、二十二って一番奥だ",
        ),
        (
            Language.JA,
            "バザーの準備はいつ?",
            "バザーの準備は六月二十一日です",
            "了解、二十一日の日曜ね",
        ),
        (
            Language.EN,
            "How many pints do we get?",
            "The milkman leaves four pints now.",
            "No, four is right.",
        ),
    ],
)
def test_one_value_said_again_in_fewer_words_is_no_second_version(
    language: Language, question: str, one: str, other: str
) -> None:
    first, second = said(0, "Ann", one), said(0.001, "Cem", other)
    assert not differ(asked_of(question), first, second)


@pytest.mark.parametrize(
    ("language", "question", "one", "other"),
    [
        (
            Language.EN,
            "Who is Mia's piano teacher?",
            "Mia's piano teacher is Mrs. Lindqvist.",
            "Mia's piano teacher is Mr. Forsyth.",
        ),
        (
            Language.JA,
            "葵のピアノの先生は誰?",
            "葵のピアノの先生は森先生だ。",
            "葵のピアノの先生は石田先生です。",
        ),
        (Language.JA, "犬の散歩は一日何回?", "犬の散歩は一日二回です。", "犬の散歩は一日三回。"),
        (
            Language.EN,
            "Where is the spare key?",
            "The spare key is in the tin.",
            "The spare key is in the vase.",
        ),
    ],
)
def test_the_same_words_with_another_value_weeks_later_are_a_second_version(
    language: Language, question: str, one: str, other: str
) -> None:
    both = said(0, "Ann", one), said(20, "Bo", other)
    answer = asked(question, *both, language=language)
    assert (answer.kind, answer.evidence) == (AnswerKind.TWO_VERSIONS, both)
    of_one = replace(both[1], speaker="Ann")
    assert asked(question, both[0], of_one, language=language).kind is AnswerKind.ANSWER


@pytest.mark.parametrize(
    ("language", "question", "one", "other"),
    [
        (
            Language.JA,
            "朝の体操は何時から?",
            "朝の体操は六時半に庭で始めるよ。",
            "寒いから朝の体操は七時からみんなで。",
        ),
        (
            Language.EN,
            "How much is the parking permit?",
            "The parking permit came to forty pounds at the counter.",
            "Paid the parking permit online, it was fifty-five pounds.",
        ),
    ],
)
def test_another_persons_other_value_is_a_dispute_within_days_and_news_after_weeks(
    language: Language, question: str, one: str, other: str
) -> None:
    earlier = said(0, "Ann", one)
    late = said(40, "Bo", other)
    for soon in (said(2, "Bo", other), said(11, "Bo", other)):
        disputed = asked(question, earlier, soon, language=language)
        assert (disputed.kind, disputed.evidence) == (AnswerKind.TWO_VERSIONS, (earlier, soon))
    for found in ((earlier, late), (late, earlier)):
        answer = asked(question, *found, language=language)
        assert (answer.kind, answer.evidence[0]) == (AnswerKind.ANSWER, late)


def test_what_is_told_as_one_more_is_no_second_version() -> None:
    one = said(0, "Ann", "Rosa's cousin lives in York.")
    more = said(20, "Bo", "Rosa's cousin also lives in Leeds.")
    assert asked("Where does Rosa's cousin live?", one, more).kind is AnswerKind.ANSWER


@pytest.mark.parametrize(
    ("language", "question", "tells", "other"),
    [
        (
            Language.EN,
            "When was the boiler repaired?",
            "The boiler runs again, repaired at last.",
            "The choir sings on the third of May.",
        ),
        (
            Language.JA,
            "物置の鍵は誰が持ってる？",
            "物置の鍵はおれが持ってる。",
            "森さんが鍵の話をしてた。",
        ),
    ],
)
def test_what_is_about_the_matter_goes_before_a_value_of_another(
    language: Language, question: str, tells: str, other: str
) -> None:
    best = said(0, "Ann", tells)
    answer = asked(question, best, said(9, "Bo", other), language=language)
    assert answer.evidence[0] == best


@pytest.mark.parametrize(
    ("language", "question", "one", "other"),
    [
        (
            Language.EN,
            "What did the sofa cost?",
            "The sofa was eleven hundred.",
            "Ann, the receipt says twelve hundred.",
        ),
        (
            Language.EN,
            "What is the reading of the water meter on the 3rd of March?",
            "Water meter's 2210 today.",
            "The meter was 2201 when I looked on the 3rd.",
        ),
        (
            Language.EN,
            "What temperature did we settle on for the greenhouse?",
            "I've set the greenhouse at eighteen, as we agreed.",
            "We agreed sixteen for the greenhouse.",
        ),
        (
            Language.JA,
            "一月のガス代、全部でいくらだった？",
            "今月のガス代、九千八百円。",
            "ガス代、請求書だと八千九百円になってる。",
        ),
        (
            Language.JA,
            "みかんは何トンとれた？",
            "今年のみかんは二トン半とれた。",
            "帳面だと二トン三だぞ。",
        ),
    ],
)
def test_another_value_of_one_form_soon_after_is_a_second_version(
    language: Language, question: str, one: str, other: str
) -> None:
    both = said(0, "Ann", one), said(2, "Bo", other)
    answer = asked(question, *both, language=language)
    assert (answer.kind, answer.evidence) == (AnswerKind.TWO_VERSIONS, both)
    late = replace(both[1], at=NOON + timedelta(days=40))
    assert asked(question, both[0], late, language=language).evidence[0] == both[0]


def test_a_value_of_another_form_is_no_second_version() -> None:
    one, other = said(0, "Ann", "The sofa was 900 pounds."), said(1, "Bo", "The shop says 5 weeks.")
    assert asked("What did the sofa cost?", one, other).kind is AnswerKind.ANSWER


@pytest.mark.parametrize(
    ("language", "question", "plan", "done"),
    [
        (
            Language.EN,
            "When did Ann give her talk?",
            "Ann's talk moved to the ninth.",
            "My talk is over, thank goodness.",
        ),
        (
            Language.JA,
            "畳を替えたのはいつだった？",
            "畳は三月九日に替えてもらうことになった。",
            "畳、替わった。いい匂い。",
        ),
    ],
)
def test_what_came_about_on_the_planned_day_goes_before_the_plan(
    language: Language, question: str, plan: str, done: str
) -> None:
    planned, over = said(2, "Bo", plan), said(7, "Ann", done)
    assert asked(question, planned, over, language=language).evidence[0] == over
    another_day = said(6, "Ann", done)
    assert asked(question, planned, another_day, language=language).evidence[0] == planned
    ahead = "When is Ann's talk?" if language is Language.EN else "畳はいつ替えるの？"
    assert asked(ahead, planned, over, language=language).evidence[0] == planned


@pytest.mark.parametrize(
    ("language", "question", "brothers", "own"),
    [
        (
            Language.EN,
            "What time is my riding lesson?",
            "My riding lesson is at three.",
            "I ride at five, the lesson was moved for me.",
        ),
        (
            Language.JA,
            "私のそろばんは何時から？",
            "そろばんは四時から。",
            "そろばん、五時半からになった。",
        ),
    ],
)
def test_my_lesson_is_that_of_whoever_asks(
    language: Language, question: str, brothers: str, own: str
) -> None:
    """The brother's stood first, or the two were told as two versions of one thing."""
    statements = said(0, "Ned", brothers), said(4, "Ida", own)
    answer = asked(question, *statements, language=language, asker="Ida")
    assert answer.kind is AnswerKind.ANSWER
    assert answer.evidence[0].speaker == "Ida"
    turned = asked(question, *statements, language=language, asker="Ned")
    assert turned.evidence[0].speaker == "Ned"
