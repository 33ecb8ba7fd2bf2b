"""Issue 11, B10/B13: what a person says rules out the acts that would be absurd as an answer."""

from dataclasses import replace

import pytest

from companion.rooms.context.select import Limits
from companion.words.language import Language
from companion.words.trigger import Priority
from companion.words.trust import TrustLabel
from tests.twins.home import trigger
from tests.unit.rooms.context.home import Home

LAMP = "turn_off_living_light"


async def _offered(said: str, **states: str) -> list[str]:
    home = Home(limits=Limits(asked_actions=20, threshold=-99))
    for name, value in states.items():
        home.house.set(name.replace("__", "."), value)
    home.person("absent", "living")
    said_by_owner = trigger(TrustLabel.OWNER, Priority.USER, text=said, place="living")
    return await home.menu(said_by_owner)


@pytest.mark.parametrize(
    "said",
    [
        "it's a bit dark in here",
        "so dark",
        "I can't see a thing",
        "It is getting dark",
        "ちょっと暗いな",
        "真っ暗で見えない",
        "暗くなってきた",
        "dim in here",
        "it's a little dark in here",
        "it is still dark",
        "It's dark, isn't it?",
        "isn't it gloomy here",
        "まっくら",
        "暗くない？",
        "リビングちょっと暗くないですか",
        "なんか暗くない",
    ],
)
async def test_b10_it_is_dark_switches_no_lamp_off(said: str) -> None:
    """ "it's a bit dark in here" switched off the lamp of the empty living room."""
    lit = {"light__living": "on", "cover__living_curtain": "open"}
    offered = await _offered(said, **lit)
    assert not {LAMP, "close_living_curtain"} & set(offered)
    assert LAMP in await _offered("I am home", **lit)


@pytest.mark.parametrize("said", ["it is not so dark", "暗くないよ", "make it dark", "暗くして"])
async def test_who_denies_or_wants_it_does_not_complain(said: str) -> None:
    assert LAMP in await _offered(said, light__living="on")


@pytest.mark.parametrize(
    "said",
    [
        "the sun is in my eyes",
        "it's too bright",
        "まぶしい",
        "まぶしくない？",
        "too bright, isn't it",
    ],
)
async def test_too_bright_opens_no_curtain_and_lights_no_lamp(said: str) -> None:
    offered = await _offered(said)
    assert not {"open_living_curtain", "turn_on_living_light"} & set(offered)


@pytest.mark.parametrize(
    "said",
    ["turn the エアコン on", "turn on the heating", "エアコンつけて", "掃除機お願い、かけて"],
)
async def test_an_order_for_one_kind_starts_no_other(said: str) -> None:
    """ "turn the エアコン on" switched the living room lamp on."""
    offered = await _offered(said)
    assert not [name for name in offered if "light" in name or "curtain" in name]


@pytest.mark.parametrize("said", ["I am watching TV", "テレビを見てる", "the radio was nice"])
async def test_who_only_mentions_a_thing_orders_nothing(said: str) -> None:
    assert "turn_on_living_light" in await _offered(said)


async def test_an_order_that_names_two_kinds_takes_both() -> None:
    offered = await _offered("カーテンを開けて電気もつけて")
    assert any("light" in name for name in offered)
    assert any("curtain" in name for name in offered)


async def test_what_was_merely_seen_is_no_remark() -> None:
    home = Home(Language.EN)
    home.person("absent")
    home.house.set("light.hall", "on")
    seen = replace(trigger(text="it is so dark in here"), priority=Priority.OBSERVATION)
    assert "turn_off_hall_light" in await home.menu(seen)


@pytest.mark.parametrize(
    "said", ["I can't see a thing, the sun's in my eyes", "西日で何も見えない"]
)
async def test_issue_15_who_sees_nothing_for_the_sun_may_get_the_curtain_closed(said: str) -> None:
    offered = await _offered(said, cover__living_curtain="open")
    assert "close_living_curtain" in offered
