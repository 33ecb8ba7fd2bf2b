"""The second opinion: what is cut, who decided, and what happens without it."""

from dataclasses import replace

import pytest

from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.rooms.deliberation.narrowing import Narrowing
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.language import Language
from tests.unit.rooms.deliberation.ranked import CLOCK, HALL, pack_of


async def left(settings: Settings, pack: DeliberationContextPack) -> list[str]:
    ranker = ScriptedRanker(settings)
    narrowed = await Narrowing(ranker, clock=CLOCK, language=Language.EN).narrow(pack)
    return [entry.name for entry in narrowed.pack.menu]


async def test_the_clearly_worse_is_cut_and_the_best_stands_first() -> None:
    assert (await left(Settings(sensible={HALL: 0.9}), pack_of()))[0] == HALL
    assert "skip" not in await left(Settings(sensible={HALL: 0.9}), pack_of())


async def test_the_near_is_left_to_the_model() -> None:
    """Where the ranker is unsure, the model chooses."""
    assert {HALL, "skip"} <= set(await left(Settings(sensible={HALL: 0.5}), pack_of()))


async def test_the_harmful_is_never_left() -> None:
    settings = Settings(sensible={HALL: 0.9}, harmful={HALL: 0.6})
    assert HALL not in await left(settings, pack_of())


@pytest.mark.parametrize("sensible", [0.1, 0.45, 0.9])
async def test_the_order_of_the_menu_plays_no_part(sensible: float) -> None:
    settings, pack = Settings(sensible={HALL: sensible}), pack_of()
    turned = replace(pack, menu=pack.menu[::-1])
    assert await left(settings, pack) == await left(settings, turned)


async def test_nothing_is_added_and_nothing_is_made_up() -> None:
    """It cannot raise authority: what is left was on the menu, entry by entry."""
    pack = pack_of()
    ranker = ScriptedRanker(Settings(sensible={"unlock_back_door": 1.0, HALL: 0.8}))
    narrowed = await Narrowing(ranker, clock=CLOCK, language=Language.EN).narrow(pack)
    assert all(entry in pack.menu for entry in narrowed.pack.menu)


async def test_of_an_occasion_only_the_harmful_is_cut() -> None:
    """The menu of an occasion holds remedies that code picked; telling does nothing to the home."""
    plain = pack_of()
    pack = replace(plain, trigger=replace(plain.trigger, occasion="rain"))
    assert {HALL, "skip"} <= set(await left(Settings(sensible={HALL: 0.0}), pack))
    assert HALL not in await left(Settings(harmful={HALL: 0.9}), pack)
    told = tuple(replace(e, risk=RiskTier.TALK) if e.name == HALL else e for e in pack.menu)
    assert HALL in await left(Settings(harmful={HALL: 0.9}), replace(pack, menu=told))


async def test_an_act_worth_less_than_nothing_is_not_left_beside_it() -> None:
    """Unsure is no reason to act, and the small model often took the worse of the two."""
    assert await left(Settings(sensible={HALL: 0.46}), pack_of()) == ["skip"]


async def test_a_doubtful_deed_is_not_left_beside_a_better_one() -> None:
    pack = pack_of()
    other = next(e.name for e in pack.menu if e.name not in (HALL, "skip", "defer"))
    sure = {HALL: 0.9, other: 0.95}
    assert {HALL, other} <= set(await left(Settings(sensible=sure), pack))
    doubted = Settings(sensible={**sure, other: 1.0}, harmful={other: 0.2})
    assert await left(doubted, pack) == [HALL]
