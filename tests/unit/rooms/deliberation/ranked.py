"""Packs and a clock for the tests of the second opinion."""

from dataclasses import replace
from zoneinfo import ZoneInfo

from companion.engines.ranker.scripted import ScriptedRanker, Settings
from companion.service.clock import SystemClock
from companion.words.capability import RiskTier
from companion.words.context import DeliberationContextPack
from companion.words.language import Language
from tests.twins.packs import cases

CLOCK = SystemClock(ZoneInfo("Asia/Tokyo"))


HALL = "turn_on_hall_light"


def pack_of(case: str = "home_after_dark") -> DeliberationContextPack:
    """A pack by name; its lamp is the one that stands in the scene."""
    pack = next(c.pack for c in cases(Language.EN) if c.id == case)
    menu = tuple(replace(e, object_id="light.hall") if e.name == HALL else e for e in pack.menu)
    return replace(pack, menu=menu)


def with_two(risk: RiskTier) -> tuple[ScriptedRanker, DeliberationContextPack]:
    """Two deeds that are left, the hall light the better one."""
    pack = pack_of()
    other = next(e.name for e in pack.menu if e.name not in (HALL, "skip", "defer"))
    menu = tuple(replace(e, risk=risk) if e.name in (HALL, other) else e for e in pack.menu)
    settings = Settings(sensible={HALL: 0.95, other: 0.9})
    return ScriptedRanker(settings), replace(pack, menu=menu)
