"""Questions about the companion's own life in freer words, and sentences that are none."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import pytest

from companion.desk.answerers.garden_asked import GardenAsked
from companion.ports.answerer import Answer, HeardSentence
from companion.rooms.garden.room import Garden
from companion.words.called_by import CalledBy
from companion.words.event import Event, EventSource
from companion.words.garden_view import GardenView, Remembered
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.trust import TrustLabel
from tests.unit.rooms.garden.lives import weeks
from tests.unit.store.samples import START

TODAY, PAGE = Bilingual("庭の一日", "garden day"), Bilingual("昨日の頁", "yesterday's page")
STRANGERS = Path(__file__).parents[3] / "proof" / "strangers"


def _view() -> GardenView:
    garden = Garden(
        weeks().data,
        None,  # type: ignore[arg-type]  # nothing is read or written here
        None,  # type: ignore[arg-type]
        lambda _: None,  # type: ignore[arg-type, return-value]
        new_seed=lambda: 1,
        language=Language.JA,
    )
    garden._world = weeks().world
    view = garden.view()
    assert view is not None
    return view


def _at_peace(view: GardenView) -> GardenView:
    """Whatever these weeks of its life brought, nobody is at odds with it now."""
    people = (replace(one, quarrelled=False) for one in view.people)
    return replace(view, people=tuple(people))


@cache
def _peaceful() -> GardenView:
    """After five weeks that are lived once, and not while tests are collected."""
    return _at_peace(_view())


class _Garden:
    def __init__(self) -> None:
        self.asked: list[tuple[date | None, date | None, str]] = []

    def view(self) -> GardenView | None:
        return _peaceful()

    def today_told(self) -> Bilingual | None:
        return TODAY

    async def days_told(
        self, first: date | None, last: date | None, topic: str = ""
    ) -> Remembered | None:
        self.asked.append((first, last, topic))
        return Remembered(words=PAGE, events=(EventId(78),))

    async def remembered(self, name: Bilingual) -> Remembered | None:
        if name.en not in ("Mio", "the hot spring"):
            return None
        words = Bilingual("昨日、そうしました。", "Yesterday I did so.")
        return Remembered(words=words, events=(EventId(77),))


async def _asked(
    text: str,
    trust: TrustLabel = TrustLabel.HOUSEHOLD,
    at_home: tuple[Bilingual, ...] = (),
    called: CalledBy | None = None,
    garden: _Garden | None = None,
) -> Answer | None:
    event = Event(
        id=EventId(1),
        source=EventSource.USER_INPUT,
        kind="said",
        at=START,
        trust=trust,
        user_text=text,
    )

    def read(_: Event) -> None:
        raise AssertionError("no grammar is needed")

    heard = HeardSentence(event, read, called or CalledBy())  # type: ignore[arg-type]
    return await GardenAsked(garden=garden or _Garden(), at_home=at_home).answer(heard)


async def _words(text: str) -> str:
    answer = await _asked(text)
    assert answer is not None, text
    assert answer.garden
    assert isinstance(answer.words, Bilingual)
    return f"{answer.words.ja} {answer.words.en}"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Oh, what was your morning like?", "garden day"),
        ("Did you have a quiet evening?", "garden day"),
        ("what did you get up to yesterday", "yesterday's page"),
        ("Have you wandered anywhere this morning?", "gone anywhere"),
        ("who have you spent your time with?", "met anybody"),
        ("Did you chat with any of your neighbours?", "talked with anybody"),
        ("Have you had supper yet?", "eaten"),
        ("are you sleepy", "In my own garden"),
        ("So what's your job?", "waiter"),
        ("Have you promised anyone anything?", "garden"),
        ("Do you ever feel lonely?", "Closest to me"),
        ("who is your favourite neighbour", "people live in my garden"),
        ("Any chance you fell out with somebody?", "quarrel"),
        ("Are you rich?", "yen"),
        ("Could you describe your village?", "imagined town"),
        ("please read me something from your diary", "yesterday's page"),
        ("is there any gossip in your town", "nothing worth telling"),
        ("What is Mio like?", "Mio lives in my own garden"),
        ("ねえ、君は今日どんな一日だった？", "庭の一日"),
        ("散歩には行ったの？", "どこにも行って"),
        ("今日は誰かと会えた？", "誰にも会って"),
        ("誰としゃべったの？", "誰とも話して"),
        ("晩ごはんはどこで食べた？", "何も食べて"),
        ("疲れてない？", "私の庭では"),
        ("何の仕事してるの？", "ウェイター"),
        ("あなたは明日、誰かに会う予定ある？", "庭"),
        ("仲良しの友達は誰？", "仲がいいのは"),
        ("誰かと言い合いした？", "けんかしていません"),
        ("お金はどのくらい持ってるの？", "円持っています"),
        ("きみが住んでる町はどんなところ？", "想像の小さな町"),
        ("きのうの日記を見せて", "昨日の頁"),
        ("町の人たちは元気？", "話すほどのこと"),
        ("ハルさんってどんな人？", "ハルさんは私の庭の町の人"),
    ],
)
async def test_the_garden_answers_from_its_own_log(text: str, part: str) -> None:
    """Issue 17, point 8: in free words, as its own life, and never as a memory of the house."""
    assert part in await _words(text)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("When did you last bathe at the hot spring?", "Yesterday I did so"),
        ("Do you remember the hot spring?", "Yesterday I did so"),
        ("have you ever eaten at Cafe Dolce?", "no memory of Cafe Dolce"),
        ("あなたは温泉にいつ行ったの？", "昨日、そうしました"),
        ("君は温泉に入ったことある？", "昨日、そうしました"),
        ("ねえ、きみはカフェ ドルチェで最後に食べたのはいつ", "思い出に、カフェ ドルチェ"),
        ("When did you last see Mio?", "Yesterday I did so"),
    ],
)
async def test_t_34_the_last_time_at_a_place_or_with_somebody_is_remembered(
    text: str, part: str
) -> None:
    """T-34: with the event that it rests on; where nothing is recalled it says so."""
    assert part in await _words(text)
    answer = await _asked(text)
    assert answer is not None
    known = "did so" in part or "しました" in part
    assert answer.evidence == ((EventId(77),) if known else ())


@pytest.mark.parametrize(
    "text",
    ["温泉にいつ行った？", "When did we last go to the hot spring?", "when is the hot spring open"],
)
async def test_t_34_what_the_household_did_is_no_memory_of_the_garden(text: str) -> None:
    """T-34: the asker's own trips are not the garden's."""
    assert await _asked(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Did you lock the front door?",
        "What did you do with the heating?",
        "Did you tell Tom about dinner?",
        "who did you see at the door",
        "Where did I go this afternoon?",
        "What did we have for lunch?",
        "How do you work?",
        "Are you working?",
        "Could you plan a trip for us?",
        "have you got the news",
        "What's the weather like in town?",
        "Is anybody hungry?",
        "Do my neighbours talk about me?",
        "私の今日の予定は？",
        "明日の予定は？",
        "誰か来た？",
        "お昼は何にしようかな",
        "今日は友達と会ったよ",
        "町の天気は？",
        "昨日の晩ごはん、何食べたっけ？",
        "寝室の明かりは消した？",
        "今日何かあった？",
        "ケンは昼に何を食べたの？",
    ],
)
async def test_sentences_of_the_home_and_of_the_asker_are_left_to_others(text: str) -> None:
    assert await _asked(text) is None


@pytest.mark.parametrize(
    ("text", "first", "last", "topic"),
    [
        ("What did you get up to yesterday?", -1, -1, "day"),
        ("What did you do the day before yesterday?", -2, -2, "day"),
        ("Where did you go three days ago?", -3, -3, "went"),
        ("Did you talk to anybody a year ago today?", "year", "year", "talked"),
        ("君は三日前、誰と会ったの？", -3, -3, "met"),
        ("おとといは何してた？", -2, -2, "day"),
        ("一年前の今日は何してた？", "year", "year", "day"),
        ("きのうの日記を見せて", -1, -1, "diary"),
        ("read me your diary", None, None, ""),
        ("日記を読んで", None, None, ""),
    ],
)
async def test_a_095_a_day_that_is_named_is_told_from_its_page(
    text: str, first: int | str | None, last: int | str | None, topic: str
) -> None:
    """A-095: the day that was asked for, never today in its place, with what it rests on; the
    newest page where none is named."""
    garden = _Garden()
    answer = await _asked(text, garden=garden)
    assert answer is not None, text
    assert answer.words == PAGE
    assert answer.evidence == (EventId(78),)
    today = date.fromisoformat(_peaceful().day)

    def day(of: int | str | None) -> date | None:
        if of == "year":
            return today.replace(year=today.year - 1)
        return None if of is None else today + timedelta(days=int(of))

    assert garden.asked == [(day(first), day(last), topic)]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("what did you do last month?", "day"),
        ("What did you do last week?", "day"),
        ("Who did you meet in March?", "met"),
        ("where did you go last summer", "went"),
        ("what did you eat for dinner last Sunday?", "ate"),
        ("So what did you do in October?", "day"),
        ("What have you been doing over the weekend?", "day"),
        ("先月は何してたの？", "day"),
        ("先週は誰と話した？", "talked"),
        ("去年の夏はどこに行った？", "went"),
        ("君は5月3日に何をしていたの？", "day"),
        ("ねえ、先週末はどう過ごした？", "day"),
    ],
)
async def test_a_001_a_time_long_ago_is_told_from_its_own_days(text: str, topic: str) -> None:
    """A-001: what was lived can be recalled, however long ago; today is no answer to it."""
    garden = _Garden()
    answer = await _asked(text, garden=garden)
    assert answer is not None, text
    assert answer.words == PAGE
    ((first, last, asked),) = garden.asked
    assert first is not None
    assert last is not None
    assert first <= last < date.fromisoformat(_peaceful().day)
    assert asked == topic


@pytest.mark.parametrize(
    "text", ["What are your plans this week?", "Did you have a good morning today?"]
)
async def test_a_time_that_goes_on_is_told_as_it_is(text: str) -> None:
    garden = _Garden()
    assert await _asked(text, garden=garden) is not None
    assert not garden.asked


@pytest.mark.parametrize(
    "text",
    [
        "What are your plans over the weekend?",
        "Do you have any plans at the weekend?",
        "Have you got anything planned in December?",
        "Do you work on Sunday?",
        "君は十二月に誰かに会う予定ある？",
        "君は冬にどこに行くの？",
    ],
)
async def test_a_001_the_time_to_come_is_in_no_diary(text: str) -> None:
    """A-001: last weekend's page is no answer to what the next will bring."""
    garden = _Garden()
    assert await _asked(text, garden=garden) is not None
    assert not garden.asked


@pytest.mark.parametrize(
    "text", ["What were your plans last week?", "君は先週、誰かに会う約束してた？"]
)
async def test_a_001_plans_of_the_past_are_told_from_their_days(text: str) -> None:
    """A-001: not those that it has now."""
    garden = _Garden()
    assert await _asked(text, garden=garden) is not None
    assert garden.asked


async def test_a_person_of_the_home_is_never_taken_for_one_of_the_garden() -> None:
    """A household may have a Yui of its own."""
    yui = Bilingual("ユイ", "Yui")
    for text in ("Who is Yui?", "ユイさんってどんな人？", "What is Yui doing these days?"):
        assert await _asked(text) is not None
        assert await _asked(text, at_home=(yui,)) is None


async def test_a_stranger_is_told_nothing() -> None:
    assert await _asked("Who is your best friend?", TrustLabel.GUEST) is None
    assert await _asked("Who is your best friend?", TrustLabel.OBSERVED) is None


async def test_its_name_stands_for_you() -> None:
    called = CalledBy(("コト", "Koto"))
    assert await _asked("コトの町ってどんなところ？", called=called) is not None
    assert await _asked("Koto, where do you work?", called=called) is not None


def _said(row: object) -> Iterator[str]:
    if isinstance(row, dict):
        for key, value in row.items():
            if key in ("text", "say") and isinstance(value, str):
                yield value
            else:
                yield from _said(value)
    elif isinstance(row, list):
        for value in row:
            yield from _said(value)


@pytest.mark.parametrize(
    "name",
    [
        "spoken2",
        "spoken3",
        "spoken4",
        "spoken5",
        "spoken6",
        "spoken7",
        "memory",
        "memory5",
        "memory6",
    ],
)
async def test_none_of_what_households_say_is_taken_for_the_garden(name: str) -> None:
    """Sentences of strangers for the home and for the memory, of the open halves."""
    rows = (STRANGERS / f"{name}_open.jsonl").read_text(encoding="utf-8").splitlines()
    said = [text for row in rows for text in _said(json.loads(row))]
    assert len(said) > 30
    taken = [text for text in said if await _asked(text) is not None]
    assert taken == []
