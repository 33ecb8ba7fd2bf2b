"""Questions about the companion's own day."""

from datetime import date

import pytest

from companion.desk.answerers.garden_day import GardenDay
from companion.ports.answerer import HeardSentence
from companion.words.called_by import CalledBy
from companion.words.event import Event, EventSource
from companion.words.garden import GardenAction, Stats, Weather
from companion.words.garden_view import GardenView, PersonView, Remembered
from companion.words.ids import EventId
from companion.words.language import Bilingual
from companion.words.trust import TrustLabel
from tests.unit.store.samples import START

TODAY, PAGE = Bilingual("庭の一日", "garden day"), Bilingual("昨日の頁", "yesterday's page")
HOME = Bilingual("家のこと。", "home deeds.")

NOBODY = CalledBy()


def _person(name: Bilingual, job: Bilingual, affinity: float | None) -> PersonView:
    return PersonView(
        id=name.en,
        name=name,
        place="town",
        emoji="",
        action=GardenAction.IDLE,
        job=job,
        is_self=affinity is None,
        affinity=affinity,
        quarrelled=False,
        promises=(),
    )


_VIEW = GardenView(
    clock="12:00",
    day="2026-05-13",
    began_on="2026-05-13",
    is_dark=False,
    weather=Weather.UNKNOWN,
    places=(),
    people=(
        _person(Bilingual("コト", "Koto"), Bilingual("店員", "waiter"), None),
        _person(Bilingual("ミオ", "Mio"), Bilingual("司書", "librarian"), 20.0),
        _person(Bilingual("ハル", "Haru"), Bilingual("パン職人", "baker"), 60.0),
    ),
    stats=Stats(bladder=50, energy=50, satiety=50, hygiene=50, mood=50, money=50),
    plan=(),
    today=(),
    diary=(),
)


class _Garden:
    def __init__(self, *, begun: bool = True) -> None:
        self._begun = begun
        self.asked: list[tuple[date | None, date | None, str]] = []

    def view(self) -> GardenView | None:
        return _VIEW if self._begun else None

    def today_told(self) -> Bilingual | None:
        return TODAY if self._begun else None

    async def days_told(
        self, first: date | None, last: date | None, topic: str = ""
    ) -> Remembered | None:
        self.asked.append((first, last, topic))
        return Remembered(words=PAGE, events=(EventId(78),)) if self._begun else None

    async def remembered(self, name: Bilingual) -> Remembered | None:
        return None


async def _deeds(text: str) -> Bilingual:
    assert text
    return HOME


def _heard(
    text: str, trust: TrustLabel = TrustLabel.HOUSEHOLD, called: CalledBy = NOBODY
) -> HeardSentence:
    event = Event(
        id=EventId(1),
        source=EventSource.USER_INPUT,
        kind="said",
        at=START,
        trust=trust,
        user_text=text,
    )

    def read(_: Event) -> None:
        raise AssertionError("a closed sentence needs no grammar")

    return HeardSentence(event, read, called)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "今日はどう過ごした？",
        "今日はどんな一日だった？",
        "今日の庭はどう？",
        "How was your day?",
        "how has your day been so far?",
        "How's life in your garden?",
        "最近どう？",
        "夜中は何してるの？",
        "何か話して",
        "What do you do at night?",
        "what's new in that garden of yours",
        "talk to me about something while I cook",
        "お庭の様子を教えて",
        "庭では最近何かあった？",
        "ねえ、庭のみんなは元気？",
        "What's going on in your garden today?",
        "is there anything new in your little garden?",
    ],
)
async def test_the_own_day_is_told_from_the_garden(text: str) -> None:
    """Issue 17, point 8."""
    answer = await GardenDay(garden=_Garden(), deeds=_deeds).answer(_heard(text))
    assert answer is not None
    assert answer.words == TODAY
    assert answer.garden


@pytest.mark.parametrize(
    "text",
    [
        "What did you do today?",
        "what have you been up to?",
        "What were you doing today?",
        "what did you get up to today?",
        "今日は何をした？",
        "今日は何したの？",
        "What did you get up to while I was out?",
        "今日は何してた？",
        "今日何してたの？",
        "今日は何をしていましたか",
    ],
)
async def test_acts_at_home_are_told_first_where_acts_are_asked_for(text: str) -> None:
    answer = await GardenDay(garden=_Garden(), deeds=_deeds).answer(_heard(text))
    assert answer is not None
    assert answer.words == Bilingual("家のこと。庭の一日", "home deeds. garden day")


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("what happened in your garden yesterday?", "2026-05-12", "2026-05-12"),
        ("how was your garden last week", "2026-05-04", "2026-05-10"),
        ("tell me about your garden in March", "2026-03-01", "2026-03-31"),
        ("庭では昨日何かあった？", "2026-05-12", "2026-05-12"),
        ("先週のお庭はどうだった？", "2026-05-04", "2026-05-10"),
        ("what did you do yesterday?", "2026-05-12", "2026-05-12"),
    ],
)
async def test_a_095_a_day_of_the_garden_that_is_named_is_told_and_not_today(
    text: str, first: str, last: str
) -> None:
    """A-095: each day has its page."""
    garden = _Garden()
    answer = await GardenDay(garden=garden, deeds=_deeds).answer(_heard(text))
    assert answer is not None, text
    assert garden.asked == [(date.fromisoformat(first), date.fromisoformat(last), "")]
    assert answer.evidence == (EventId(78),)


async def test_yesterday_is_read_from_the_diary() -> None:
    answerer = GardenDay(garden=_Garden(), deeds=_deeds)
    for text in ("昨日はどんな一日だった？", "how was your day yesterday?"):
        own = await answerer.answer(_heard(text))
        assert own is not None
        assert own.words == PAGE
    for text in ("昨日は何してた？", "昨日は何をしたの？", "what did you do yesterday?"):
        both = await answerer.answer(_heard(text))
        assert both is not None
        assert both.words == Bilingual("家のこと。昨日の頁", "home deeds. yesterday's page")


@pytest.mark.parametrize(
    "text",
    [
        "今日は何があった？",
        "庭の電気を消して",
        "庭の電気どうなってる？",
        "庭に誰かいる？",
        "庭に干したシーツ、どうしよう",
        "is anybody in the garden?",
        "what is on in the garden?",
        "what happened today?",
        "誰か来た？",
        "今日ミカは何してた？",
        "what did Mika do today?",
        "what did you do?",
    ],
)
async def test_questions_about_the_house_and_its_people_are_not_its(text: str) -> None:
    """T-23: the garden answers no question about the house or persons."""
    assert await GardenDay(garden=_Garden(), deeds=_deeds).answer(_heard(text)) is None


@pytest.mark.parametrize("trust", [TrustLabel.GUEST, TrustLabel.OBSERVED])
async def test_strangers_are_left_to_the_others(trust: TrustLabel) -> None:
    answerer = GardenDay(garden=_Garden(), deeds=_deeds)
    assert await answerer.answer(_heard("今日は何してた？", trust)) is None


@pytest.mark.parametrize(
    "text",
    [
        "庭には誰が住んでるの？",
        "友達はいるの？",
        "Who lives in your garden?",
        "who is your best friend there?",
    ],
)
async def test_the_people_of_the_garden_are_named_the_nearest_first(text: str) -> None:
    """The model said that it does not know."""
    answer = await GardenDay(garden=_Garden(), deeds=_deeds).answer(_heard(text))
    assert answer is not None
    assert answer.garden
    assert answer.words == Bilingual(
        "庭には2人が住んでいます。仲がいいのは、パン職人のハル、司書のミオです。",
        "2 people live in my garden. Closest to me: Haru (baker), Mio (librarian).",
    )


async def test_the_friends_of_the_companion_are_asked_for_by_its_name() -> None:
    for text in ("ナギの仲のいい友だちは誰？", "Who are Nagi's best friends?"):
        heard = _heard(text, called=CalledBy(("ナギ", "Nagi")))
        assert await GardenDay(garden=_Garden(), deeds=_deeds).answer(heard) is not None
        assert await GardenDay(garden=_Garden(), deeds=_deeds).answer(_heard(text)) is None


async def test_a_garden_that_has_not_begun_says_nothing() -> None:
    answerer = GardenDay(garden=_Garden(begun=False), deeds=_deeds)
    assert await answerer.answer(_heard("今日は何してた？")) is None
    assert await answerer.answer(_heard("昨日は何してた？")) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("今なにしてるの？", "庭では、のんびりしています"),
        ("what are you up to?", "In my garden I am taking it easy"),
    ],
)
async def test_its_doing_now_is_that_of_the_garden(text: str, told: str) -> None:
    """Issue 17, point 8: beside the house, and marked as of the garden."""
    answer = await GardenDay(garden=_Garden(), deeds=_deeds).answer(_heard(text))
    assert answer is not None
    assert answer.garden
    assert isinstance(answer.words, Bilingual)
    assert told in f"{answer.words.ja} {answer.words.en}"
