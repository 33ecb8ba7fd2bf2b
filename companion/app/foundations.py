"""Foundations: builds the parts without parts below them: clock, ids, chance, blackboard, the
page's stream."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from companion.links.configured import OwnHome, configured_home
from companion.ports.clock import Chance, Clock, Ids
from companion.service.blackboard import Blackboard
from companion.service.clock import SystemChance, SystemClock, SystemIds
from companion.service.health import HealthBoard
from companion.service.health_checks import KnownTroubles
from companion.service.plugins import PlugIns
from companion.service.settings import Settings
from companion.service.watchdog.systemd import Systemd
from companion.web.hub import Hub
from companion.words.finding import Finding
from companion.words.language import Language
from companion.words.place import Place

if TYPE_CHECKING:
    from companion.dollhouse.house import DollHouse


@dataclass(frozen=True, kw_only=True)
class Foundations:
    """Parts that all other parts stand on."""

    settings: Settings
    language: Language
    state_dir: Path
    clock: Clock
    ids: Ids
    chance: Chance
    dollhouse: "DollHouse | None"
    """The simulated household; None in a real home."""
    staged: bool
    """Time waits for a judge to begin; only in the doll's house."""
    own: OwnHome
    """The owner's configuration of the home."""
    places: tuple[Place, ...]
    blackboard: Blackboard
    hub: Hub
    """The stream of what happens, for every watcher."""
    board: HealthBoard
    plug_ins: PlugIns
    systemd: Systemd
    concerns: KnownTroubles


@dataclass(frozen=True, kw_only=True)
class Start:
    """With what the house is to begin."""

    settings: Settings
    staged: bool = False
    """Time waits for a judge to begin; only in the doll's house."""
    rescue: bool = False
    """A check found the record damaged: it is begun anew with what can be read of it."""
    systemd: Systemd = field(default_factory=Systemd)
    """Receives systemd's notices; none where none is given."""
    concerns: Mapping[str, Finding] = field(default_factory=dict)
    """Troubles that last until the next start, for example a wrong configuration."""


async def build_foundations(stack: AsyncExitStack, start: Start) -> Foundations:
    """The clock first; in the doll's house it is simulated and starts with the scenario."""
    settings = start.settings
    clock: Clock = SystemClock(ZoneInfo(settings.time_zone))
    chance = SystemChance(settings.home.seed)
    dollhouse, plan = None, None
    if settings.home.kind == "dollhouse":
        # Only here: a real home loads none of it, nor what draws its scenery.
        from companion.dollhouse.days import next_start
        from companion.dollhouse.home import load_home
        from companion.dollhouse.house import DollHouse
        from companion.dollhouse.scenario import load_scenario

        scenario = load_scenario(settings.home.scenario)
        plan = load_home().furnished(scenario.more)
        scenario, simulated = next_start(scenario, settings.state_dir, settings.home.speed)
        clock = simulated
        stack.push_async_callback(simulated.stop)
        dollhouse = await DollHouse.prepare(scenario, simulated, chance)
        dollhouse.keep_in(settings.state_dir)
    own = configured_home(settings.home, plan)
    return Foundations(
        settings=settings,
        language=settings.language,
        state_dir=settings.state_dir,
        clock=clock,
        ids=SystemIds(),
        chance=chance,
        dollhouse=dollhouse,
        staged=start.staged,
        own=own,
        places=own.places,
        blackboard=Blackboard(clock),
        hub=Hub(clock.now),
        board=HealthBoard(clock),
        plug_ins=PlugIns(),
        systemd=start.systemd,
        concerns=KnownTroubles(start.concerns),
    )
