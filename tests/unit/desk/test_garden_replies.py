"""Replies about the companion's own life: from the view, in both languages, as the garden's."""

from dataclasses import replace

import pytest

from companion.desk.garden_replies import REPLIES
from companion.words.facts.garden import GardenPlanItem
from companion.words.garden import ActionHistoryEntry, GardenAction, Stats, Weather
from companion.words.garden_view import GardenView, PersonView, PlaceView, StoryLine
from companion.words.language import Bilingual

MIO, HARU, KOTO = Bilingual("ミオ", "Mio"), Bilingual("ハル", "Haru"), Bilingual("コト", "Koto")
CAFE, PARK = Bilingual("喫茶", "the tearoom"), Bilingual("公園", "the park")
FOUND = Bilingual("本が見つかった。", "It was found.")
RAIN, WHY = Bilingual("雨", "rain"), Bilingual("昼ごはん", "lunch")


def _entry(action: GardenAction, target: Bilingual, started: int = 540) -> ActionHistoryEntry:
    return ActionHistoryEntry(
        event_id=1,
        character="koto",
        started=started,
        action=action,
        target=target,
        minutes=30,
        reason=WHY,
    )


def _person(name: Bilingual, affinity: float | None, **more: object) -> PersonView:
    whole = {
        "id": name.en,
        "name": name,
        "place": "park",
        "emoji": "",
        "action": GardenAction.REST,
        "job": Bilingual("司書", "librarian"),
        "is_self": affinity is None,
        "affinity": affinity,
        "quarrelled": False,
        "promises": (),
    } | more
    return PersonView(**whole)  # type: ignore[arg-type]


VIEW = GardenView(
    clock="12:00",
    day="2026-05-13",
    began_on="2026-05-13",
    is_dark=False,
    weather=Weather.RAIN,
    places=(PlaceView(id="park", name=PARK, leads_to=(), facilities=(CAFE,)),),
    people=(_person(KOTO, None), _person(MIO, 20.0), _person(HARU, 60.0)),
    stats=Stats(bladder=50, energy=80, satiety=50, hygiene=50, mood=50, money=1234),
    plan=(
        GardenPlanItem(start=9 * 60, action=GardenAction.EAT, why=RAIN),
        GardenPlanItem(start=13 * 60, action=GardenAction.EAT, why=WHY),
    ),
    today=(
        _entry(GardenAction.MOVE, PARK),
        _entry(GardenAction.EAT, CAFE),
        _entry(GardenAction.WORK, CAFE, 600),
    ),
    diary=(),
    met_today=(MIO, HARU, MIO),
    talks_today=((MIO, RAIN),),
    told_stories=(
        StoryLine(day="2026-05-12", words=Bilingual("本が見つかった。", "It was found.")),
    ),
)
EMPTY = replace(
    VIEW,
    people=(_person(KOTO, None),),
    plan=(),
    today=(),
    met_today=(),
    talks_today=(),
    told_stories=(),
    weather=Weather.UNKNOWN,
)


@pytest.mark.parametrize(
    ("topic", "ja", "en"),
    [
        ("went", "公園に行きました", "I went to the park today"),
        ("met", "ミオ、ハルに会いました", "I met Mio and Haru today"),
        ("talked", "ミオさんと雨のこと", "I talked with Mio about rain"),
        ("ate", "09:00に喫茶で", "I ate at 09:00 at the tearoom"),
        ("slept", "元気は100のうち80", "my energy is 80 of 100"),
        ("worked", "10:00から30分", "for 30 minutes at the tearoom, from 10:00"),
        ("plans", "13:00に昼ごはん", "plans for 13:00 (lunch)"),
        ("friends", "仲がいいのは、司書のハル、司書のミオ", "Closest to me: Haru (librarian), Mio"),
        ("quarrel", "誰ともけんかして", "no quarrel"),
        ("money", "1234円", "1234 yen"),
        ("town", "公園には喫茶", "In the park there are the tearoom"),
        ("town", "天気は雨", "the weather is rain"),
        ("news", "本が見つかった。", "It was found."),
    ],
)
def test_a_reply_holds_what_the_log_holds(topic: str, ja: str, en: str) -> None:
    told = REPLIES[topic](VIEW, None)
    assert ja in told.ja
    assert en in told.en


@pytest.mark.parametrize("topic", sorted(REPLIES))
@pytest.mark.parametrize("view", [VIEW, EMPTY], ids=["lived", "empty"])
def test_every_reply_says_that_it_is_of_the_garden(topic: str, view: GardenView) -> None:
    """Also where there is nothing yet to tell of, and without a doubled space or mark."""
    who = view.people[1] if topic == "person" and len(view.people) > 1 else None
    told = REPLIES[topic](view, who)
    assert "庭" in told.ja
    assert "garden" in told.en
    assert "  " not in told.en
    assert told.en == told.en.strip()
    assert "。。" not in told.ja


def test_somebody_is_told_with_job_bond_and_place() -> None:
    told = REPLIES["person"](VIEW, VIEW.people[2])
    assert "is a librarian. Nobody is closer to me there. Right now Haru is in the park." in told.en
    angry = replace(VIEW, people=(*VIEW.people[:2], _person(HARU, 60.0, quarrelled=True)))
    assert "けんか中" in REPLIES["person"](angry, VIEW.people[2]).ja
    assert "fallen out with Haru" in REPLIES["quarrel"](angry, None).en
    assert "Closest to me: Mio" in REPLIES["friends"](angry, None).en


def test_promises_stand_beside_the_plan() -> None:
    promised = Bilingual("金曜に会う", "to meet Mio on Friday")
    me = _person(KOTO, None, promises=(promised,))
    told = REPLIES["plans"](replace(EMPTY, people=(me,)), None)
    assert told.en == "In my own garden I promised: to meet Mio on Friday."
    asleep = replace(EMPTY, people=(_person(KOTO, None, action=GardenAction.SLEEP),))
    assert "asleep" in REPLIES["slept"](asleep, None).en
