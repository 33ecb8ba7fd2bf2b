"""Lives for the tests of the garden: the shipped town, and a log of some weeks of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from companion.rooms.garden.world import Chosen, Told, World
from companion.service.draws import SeededDraws
from companion.service.garden_files import load_garden
from companion.words.facts import Fact, GardenActed
from companion.words.garden import (
    DAY_MINUTES,
    EPOCH,
    GardenData,
    Inhabitant,
    Weather,
)
from companion.words.language import Language
from companion.words.persona import BigFive, PersonaSheet

CONFIG = Path(__file__).parents[4] / "config"
FILES = (
    CONFIG / "world-config.json",
    CONFIG / "maps.json",
    CONFIG / "characters.json",
)
SHEET = PersonaSheet(
    name="Koto",
    language=Language.EN,
    persona_text="",
    addon_text="",
    second_person_label="you",
    big_five=BigFive(0.6, 0.8, 0.4, 0.8, 0.3),
    grit=0.6,
    values=("people first", "quiet nights", "honesty"),
)
BEGINS = (EPOCH.replace(year=2026) - EPOCH).days * DAY_MINUTES + 6 * 60
"""Six in the morning of New Year's Day."""
SKY = (Weather.CLEAR, Weather.CLEAR, Weather.CLOUDY, Weather.RAIN, Weather.SNOW, Weather.STORM)


@cache
def town() -> GardenData:
    """The shipped one."""
    return load_garden(*FILES, SHEET)


def with_self(data: GardenData, sheet: Inhabitant) -> GardenData:
    """The same town with another companion."""
    others = [one for one in data.inhabitants if one.id != data.self_id]
    return replace(data, self_id=sheet.id, inhabitants=(sheet, *others))


@dataclass(frozen=True)
class Log:
    """What happened, in order."""

    told: Sequence[Told]
    data: GardenData
    world: World

    @property
    def facts(self) -> list[Fact]:
        """Without the decisions."""
        return [one for one in self.told if not isinstance(one, Chosen)]

    @property
    def chosen(self) -> list[Chosen]:
        """The decisions alone."""
        return [one for one in self.told if isinstance(one, Chosen)]

    def own(self) -> list[GardenActed]:
        """The companion's acts without the ways to them."""
        return [
            one
            for one in self.told
            if isinstance(one, GardenActed) and one.who == self.data.self_id and not one.leg
        ]


def live(data: GardenData, days: int, seed: int = 7) -> Log:
    """So many days of the town, under a sky of the seed's own."""
    world = World.begin(data, SeededDraws(seed), now=BEGINS, seed=seed)
    sky, told = SeededDraws(seed + 1), []
    for quarter in range(days * 4):
        world.weather = SKY[int(sky.at("sky", quarter) * len(SKY))]
        told += world.advance(BEGINS + (quarter + 1) * DAY_MINUTES // 4)
    return Log(told, data, world)


@cache
def weeks() -> Log:
    """Five weeks of the shipped town: shared by all tests that only read."""
    return live(town(), 35)
