"""Lines of the garden in the log, and the route of its view."""

from dataclasses import dataclass, replace

import httpx
import msgspec
import pytest

from companion.rooms.garden.being import pair_key
from companion.rooms.garden.room import Garden
from companion.web.app import build_app
from companion.web.garden_lines import garden_line
from companion.web.lines import is_main
from companion.web.routes.garden import view_json
from companion.words.event import Event, EventSource
from companion.words.facts import (
    DiarySentence,
    Fact,
    GardenActed,
    GardenBond,
    GardenDayEnded,
    GardenDiary,
    GardenEpisode,
    GardenMet,
    GardenPlanned,
    GardenTalked,
    GardenWorded,
    kind_of,
    payload_of,
)
from companion.words.garden import Cause, GardenAction, Stats, Weather
from companion.words.garden_view import GardenView
from companion.words.ids import EventId
from companion.words.language import Bilingual, Language
from companion.words.trust import TrustLabel
from tests.unit.rooms.garden.lives import weeks
from tests.unit.store.samples import START
from tests.unit.web.conftest import BASE
from tests.unit.web.twins import Household

KOTO, HERE = Bilingual("コト", "Koto"), Bilingual("温泉", "the hot spring")
BEFORE = Stats(bladder=50, energy=50, satiety=50, hygiene=50, mood=50, money=1)
AFTER = Stats(bladder=50, energy=48, satiety=50, hygiene=50, mood=55, money=1)


def _event(fact: Fact, origin: str = "garden") -> Event:
    source, kind = kind_of(type(fact))
    return Event(
        id=EventId(1),
        source=source,
        kind=kind,
        at=START,
        trust=TrustLabel.SELF,
        payload=payload_of(fact),
        origin=origin,
    )


ACTED = GardenActed(
    who="k",
    action=GardenAction.BATHE,
    cause=Cause.DECISION,
    map_id="onsen",
    began=600,
    ended=630,
    planned_minutes=30,
    reason=Bilingual("さっぱりしたい", "to be clean"),
    before=BEFORE,
    after=AFTER,
    place=HERE,
)
EPISODE = GardenEpisode(
    who="k",
    at=630,
    action=EventId(1),
    map_id="onsen",
    episode="虹を見た",
    before=BEFORE,
    after=AFTER,
)


def test_a_087_an_episode_in_the_log() -> None:
    """A-087."""
    line = garden_line(_event(EPISODE), KOTO)
    assert line is not None
    assert line.ja == "[10:30] コト ✨ 虹を見た (energy-2, mood+5)"


def test_every_fact_of_the_garden_has_a_line() -> None:
    about = Bilingual("雨", "rain")
    facts: tuple[Fact, ...] = (
        ACTED,
        EPISODE,
        GardenMet(other="m", map_id="onsen", who="k", at=630),
        GardenTalked(
            other="m",
            map_id="x",
            topic="t",
            turns=(),
            affinity_before=1,
            affinity_after=2,
            about=about,
            who="k",
            at=630,
        ),
        GardenWorded(
            who="k", at=630, talk=EventId(1), language=Language.JA, turns=("雨だねえ。", "")
        ),
        GardenBond(turn="kept", other="m", map_id="x", about=about, who="k", at=630),
        GardenPlanned(items=(), who="k", at=630),
        GardenPlanned(items=(), because=about, who="k", at=630),
        GardenDayEnded(began=0, done=2, missed=1, changed=0, who="k", at=630),
        GardenDiary(who="k", day="2026-01-01", sentences=(DiarySentence(words=about, events=()),)),
    )
    for fact in facts:
        line = garden_line(_event(fact), KOTO)
        assert line is not None
        assert line.ja != line.en
        assert garden_line(_event(fact, "home"), KOTO) is None


def test_the_garden_is_no_highlight_of_the_house() -> None:
    """T-47: it has a filter of its own."""
    assert not is_main(_event(ACTED))
    reply = Event(
        id=EventId(2),
        source=EventSource.CONVERSATION_REPLY,
        kind="replied",
        at=START,
        trust=TrustLabel.OBSERVED,
        origin="garden",
    )
    assert is_main(reply)


def _garden() -> Garden:
    """The garden of the weeks, not begun."""
    return Garden(
        weeks().data,
        None,  # type: ignore[arg-type]  # nothing is read or written here
        None,  # type: ignore[arg-type]
        lambda _: None,  # type: ignore[arg-type, return-value]
        new_seed=lambda: 1,
        language=Language.JA,
    )


@dataclass
class _Seen:
    """A garden as it was seen once."""

    seen: GardenView

    def view(self) -> GardenView:
        return self.seen


@pytest.mark.parametrize("weather", [Weather.RAIN, Weather.UNKNOWN])
async def test_the_page_says_the_weather_only_where_it_is_known(
    home: Household, weather: Weather
) -> None:
    """A home without a weather source read "weather unknown" over its town."""
    garden = _garden()
    garden._world = weeks().world
    view = garden.view()
    assert view is not None
    parts = replace(home.parts(), garden=_Seen(replace(view, weather=weather)))  # type: ignore[arg-type]
    transport = httpx.ASGITransport(app=build_app(parts), client=("127.0.0.1", 5))
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
        for language, word in (("ja", "天気"), ("en", "· weather")):
            reply = await client.get("/garden", headers={"Accept-Language": language})
            town = reply.text.split('id="h-town"')[1].split("</h2>")[0]
            assert view.clock in town
            assert (word in town) is (weather is Weather.RAIN)


def test_the_view_as_plain_values() -> None:
    """The read-model: who is where, signs, stats, plan, people."""
    garden = _garden()
    assert garden.view() is None
    garden._world = weeks().world
    view = garden.view()
    assert view is not None
    plain = view_json(view)
    assert {one["id"] for one in plain["people"]} == set(weeks().world.beings)
    me = next(one for one in plain["people"] if one["self"])
    assert me["affinity"] is None
    assert all(one["place"] in {p["id"] for p in plain["places"]} for one in plain["people"])
    assert set(plain["stats"]) == {"satiety", "energy", "hygiene", "mood", "bladder", "money"}
    assert plain["plan"]
    assert msgspec.json.encode(plain)


async def test_issue_17_the_page_shows_how_the_people_stand_with_each_other(
    home: Household,
) -> None:
    """Point 9: the nearest of the town for each, and whom it has fallen out with, in both
    languages and as plain values; not only how they stand with the companion."""
    garden, world = _garden(), weeks().world
    garden._world = world
    bonds = world.state.bonds
    mio, haru, gen = "npc_mio", "npc_haru", "npc_gen"
    kept = dict(bonds.affinity), dict(bonds.quarrels)
    try:
        bonds.affinity.update({pair_key(mio, haru): 99.0, pair_key(mio, gen): 7.0})
        bonds.quarrels[pair_key(mio, gen)] = world.now
        view = garden.view()
    finally:
        bonds.affinity, bonds.quarrels = kept
    assert view is not None
    found = {one.id: one for one in view.people}[mio]
    ties = {one.name.en: one for one in found.ties}
    assert (ties["Haru"].affinity, found.ties[0].name.en) == (99.0, "Haru")
    assert (ties["Gen"].quarrelled, ties["Haru"].quarrelled) == (True, False)
    assert not {found.name.en, "Koto"} & set(ties)
    plain = next(one for one in view_json(view)["people"] if one["id"] == mio)
    assert plain["ties"][0] == {
        "name": {"ja": "ハル", "en": "Haru"},
        "affinity": 99,
        "quarrelled": False,
    }
    parts = replace(home.parts(), garden=_Seen(view))  # type: ignore[arg-type]
    transport = httpx.ASGITransport(app=build_app(parts), client=("127.0.0.1", 5))
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
        for language, near, odds in (
            ("ja", "親しい人: ハル 99", "けんかの相手: ゲン"),
            ("en", "closest in town to: Haru 99", "at odds with: Gen"),
        ):
            reply = await client.get("/garden", headers={"Accept-Language": language})
            people = reply.text.split('id="h-townspeople"')[1]
            assert near in people
            assert odds in people
