"""Benchmark of the garden: one year of the shipped town without a model, judged by its log, and two
contrasting sheets in the same town."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from companion.rooms.garden.diary import LANGUAGES, DayFact, Diary, grams
from companion.rooms.garden.world import Chosen, Told, World
from companion.service.draws import SeededDraws
from companion.service.garden_files import load_garden
from companion.words.facts import (
    Fact,
    GardenActed,
    GardenBond,
    GardenDayEnded,
    GardenDiary,
    GardenTalked,
)
from companion.words.garden import (
    DAY_MINUTES,
    EPOCH,
    STATS,
    GardenAction,
    GardenData,
    Inhabitant,
    Weather,
)
from companion.words.ids import EventId
from companion.words.language import Language
from companion.words.persona import BigFive, PersonaSheet
from tests.proof.bench.figure import Effort, Figure, Sense
from tests.proof.judge.garden import GardenJudge

IDS = ("A-year",)
DAYS = {Effort.SHORT: 45, Effort.LONG: 365}
CONFIG = Path(__file__).parents[3] / "config"
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
SEEDS = (7, 11)
"""Lives whose diaries are read; the first is looked at in everything else too."""
SKY = (Weather.CLEAR, Weather.CLEAR, Weather.CLOUDY, Weather.RAIN, Weather.SNOW, Weather.STORM)
MONTH = 30
SECONDS_MOST = 60.0
IDENTICAL_MOST, OVERLAP_MOST = 1.0, 0.2
BOLD = BigFive(0.95, 0.25, 0.95, 0.6, 0.2)
HOMELY = BigFive(0.05, 0.95, 0.05, 0.6, 0.8)


@dataclass(frozen=True)
class Lived:
    """A log and what it cost."""

    told: Sequence[Told]
    world: World
    cpu_s: float

    @property
    def facts(self) -> list[Fact]:
        """Without the decisions."""
        return [one for one in self.told if not isinstance(one, Chosen)]


def live(data: GardenData, days: int, seed: int = SEEDS[0]) -> Lived:
    """So many days, under a sky of the seed's own."""
    began = time.process_time()
    world = World.begin(data, SeededDraws(seed), now=BEGINS, seed=seed)
    sky = SeededDraws(seed + 1)
    told: list[Told] = []
    for quarter in range(days * 4):
        world.weather = SKY[int(sky.at("sky", quarter) * len(SKY))]
        told += world.advance(BEGINS + (quarter + 1) * DAY_MINUTES // 4)
    return Lived(told, world, time.process_time() - began)


def pages_of(lived: Lived) -> tuple[list[GardenDiary], int]:
    """The diary, and how many sentences name no event of their day."""
    data = lived.world.data
    names = {one.id: one.name for one in data.inhabitants}
    diary = Diary(lived.world.town, names, SeededDraws(lived.world.state.seed))
    pages: list[GardenDiary] = []
    day: list[DayFact] = []
    unsupported = 0
    for number, fact in enumerate(lived.facts, 1):
        if not isinstance(fact, GardenDayEnded):
            day.append(DayFact(EventId(number), fact))
            continue
        page = diary.page(data.self_id, fact.began, day, pages)
        ids = {one.event for one in day}
        unsupported += sum(
            not one.events or not ids.issuperset(one.events) for one in page.sentences
        )
        pages.append(page)
        day = []
    return pages, unsupported


def identical_percent(pages: Iterable[GardenDiary], language: str) -> float:
    """Share of sentences that stood there before."""
    said = Counter(getattr(one.words, language) for page in pages for one in page.sentences)
    return 100 * sum(n - 1 for n in said.values()) / max(1, sum(said.values()))


def overlap(pages: Sequence[GardenDiary], language: str) -> tuple[float, float]:
    """Mean and largest share of a page's four words in a row that stand in the month before."""

    def of(page: GardenDiary) -> set[str]:
        return set().union(*(grams(getattr(one.words, language)) for one in page.sentences))

    shares = []
    for n in range(MONTH, len(pages)):
        before = set().union(*(of(page) for page in pages[n - MONTH : n]))
        if own := of(pages[n]):
            shares.append(len(own & before) / len(own))
    return sum(shares) / max(1, len(shares)), max(shares, default=0.0)


def stuck(lived: Lived) -> list[str]:
    """Needs of anybody that stayed at 0 or at 100 for a whole day."""
    since: dict[tuple[str, str, float], int] = {}
    found = []
    for act in (one for one in lived.facts if isinstance(one, GardenActed)):
        for stat in STATS:
            for edge in (0.0, 100.0):
                key = (act.who, stat.value, edge)
                if act.after.need(stat) != edge or act.before.need(stat) != edge:
                    since.pop(key, None)
                elif act.ended - since.setdefault(key, act.began) >= DAY_MINUTES:
                    found.append(f"{act.who} {stat.value} at {edge:.0f}")
    return sorted(set(found))


def unused(lived: Lived) -> list[str]:
    """Facilities that nobody used, and people whom the companion never talked to."""
    used = {one.facility for one in lived.facts if isinstance(one, GardenActed)}
    own = lived.world.data.self_id
    met = {
        who
        for one in lived.facts
        if isinstance(one, GardenTalked) and own in (one.who, one.other)
        for who in (one.who, one.other)
    }
    places = [one for one in lived.world.town.facilities if one not in used]
    return [*places, *(one for one in lived.world.beings if one not in met)]


@dataclass(frozen=True, kw_only=True)
class Portrait:
    """What a life was made of."""

    acts_a_day: dict[str, float]
    ate_at: dict[str, int]
    places: dict[str, int]
    """Waking hours at each map."""
    friends: dict[str, int]
    """The five nearest, with their affinity."""
    turns: dict[str, int]
    money: int


def portrait(lived: Lived) -> Portrait:
    """What a life was made of: acts a day, where it ate, its friends."""
    own = lived.world.data.self_id
    acts = [
        one
        for one in lived.facts
        if isinstance(one, GardenActed) and one.who == own and not one.leg
    ]
    days = max(1, (acts[-1].ended - acts[0].began) / DAY_MINUTES)
    counts = Counter(one.action.value for one in acts)
    ate = Counter(one.place.en for one in acts if one.action is GardenAction.EAT)
    affinity = sorted(
        ((lived.world.society.affinity(own, who), who) for who in lived.world.beings if who != own),
        reverse=True,
    )
    turns = Counter(
        one.turn
        for one in lived.facts
        if isinstance(one, GardenBond) and own in (one.who, one.other)
    )
    out: Counter[str] = Counter()
    for one in acts:
        if one.action is not GardenAction.SLEEP:
            out[one.map_id] += one.ended - one.began
    return Portrait(
        acts_a_day={name: round(n / days, 2) for name, n in counts.most_common()},
        ate_at=dict(ate.most_common()),
        places={place: round(minutes / 60) for place, minutes in out.most_common()},
        friends={who: round(points) for points, who in affinity[:5]},
        turns=dict(turns),
        money=round(lived.world.self_being.stats_at(lived.world.now).money),
    )


def as_self(data: GardenData, five: BigFive) -> GardenData:
    """The same town with another personality for the companion."""

    def other(one: Inhabitant) -> Inhabitant:
        return replace(one, big_five=five) if one.id == data.self_id else one

    return replace(data, inhabitants=tuple(other(one) for one in data.inhabitants))


async def measure(effort: Effort) -> Sequence[Figure]:
    """The year, and the two lives beside each other."""
    files = (CONFIG / name for name in ("world-config.json", "maps.json", "characters.json"))
    world, maps, characters = files
    data, days = load_garden(world, maps, characters, SHEET), DAYS[effort]
    lived = live(data, days)
    broken = GardenJudge(data, closely=data.self_id).judge(lived.facts)
    pages, unsupported = pages_of(lived)
    diaries = [pages, *(pages_of(live(data, days, seed))[0] for seed in SEEDS[1:])]
    repeated = {
        f"{language}, {seed}": overlap(diary, language)
        for seed, diary in zip(SEEDS, diaries, strict=True)
        for language in LANGUAGES
    }
    rules: dict[str, int] = defaultdict(int)
    for one in broken:
        rules[one.rule] += 1
    bold, homely = (portrait(live(as_self(data, five), days)) for five in (BOLD, HOMELY))
    identical = max(identical_percent(diary, one) for diary in diaries for one in LANGUAGES)

    def at_most(what: str, value: float, limit: float, unit: str, **detail: object) -> Figure:
        return Figure(
            id="A-year",
            what=what,
            value=value,
            limit=limit,
            sense=Sense.AT_MOST,
            unit=unit,
            detail=detail,
        )

    left_out = unused(lived) if effort is Effort.LONG else []
    return [
        at_most(
            f"CPU time of {days} days of {len(lived.world.beings)} characters",
            round(lived.cpu_s, 2),
            SECONDS_MOST,
            "s",
            facts=len(lived.facts),
            decisions=len(lived.told) - len(lived.facts),
        ),
        at_most("broken rules", len(broken), 0, "", rules=dict(rules)),
        at_most("sentences of the diary written before", round(identical, 3), IDENTICAL_MOST, "%"),
        at_most(
            "four words in a row that the month before had too, on the worst page",
            round(max(worst for _, worst in repeated.values()), 3),
            OVERLAP_MOST,
            "share",
            mean={which: round(mean, 3) for which, (mean, _) in repeated.items()},
            worst={which: round(worst, 3) for which, (_, worst) in repeated.items()},
            pages=len(pages),
            sentences=sum(len(page.sentences) for page in pages),
        ),
        at_most("sentences without an event of their day", unsupported, 0, ""),
        at_most("days without a page", days - 1 - len(pages), 0, ""),
        at_most("needs that stayed at an extreme for a day", len(stuck(lived)), 0, ""),
        at_most("facilities and people never used or met", len(left_out), 0, "", which=left_out),
        at_most(
            "acts that two contrasting sheets share, of ten",
            round(_alike(bold.acts_a_day, homely.acts_a_day), 2),
            9.0,
            "",
            bold=asdict(bold),
            homely=asdict(homely),
            table=table(bold, homely),
        ),
        at_most(
            "waking hours at the same places, of ten",
            round(_alike(bold.places, homely.places), 2),
            9.0,
            "",
        ),
        at_most(
            "meals at the same tables, of ten",
            round(_alike(bold.ate_at, homely.ate_at), 2),
            9.0,
            "",
        ),
        at_most("best friends in common, of five", len({*bold.friends} & {*homely.friends}), 3, ""),
    ]


def table(bold: Portrait, homely: Portrait) -> list[list[str]]:
    """The two lives side by side: what was done, where, at whose table and with whom."""

    def shares(of: Mapping[str, float]) -> str:
        total = sum(of.values())
        first = sorted(of.items(), key=lambda one: -one[1])[:4]
        return ", ".join(f"{name} {n / total:.0%}" for name, n in first)

    def listed(of: Mapping[str, float]) -> str:
        return ", ".join(f"{name} {n:g}" for name, n in of.items())

    rows = (
        ("acts a day", listed(bold.acts_a_day), listed(homely.acts_a_day)),
        ("where it was awake", shares(bold.places), shares(homely.places)),
        ("where it ate", shares(bold.ate_at), shares(homely.ate_at)),
        ("best friends", listed(bold.friends), listed(homely.friends)),
        ("turns with others", listed(bold.turns), listed(homely.turns)),
        ("money at the end", f"{bold.money:,}", f"{homely.money:,}"),
    )
    return [["", "bold", "homely"], *map(list, rows)]


def _alike(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    """How many of ten two lives have in common, by their shares of each kind."""
    totals = sum(one.values()), sum(other.values())
    return 10 * sum(
        min(one.get(name, 0) / totals[0], other.get(name, 0) / totals[1])
        for name in one.keys() | other.keys()
    )
