"""The product's own rooms around one situation: the composition root's floors from the rooms up,
standing on a record in memory and a home in memory."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo

from companion.app.rooms import Rooms
from companion.links.memory_house import MemoryHouse
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.journal.room import Journal
from companion.rooms.perception.budget import CallBudget
from companion.rooms.perception.trackers import People
from companion.service import plugins
from companion.service.blackboard import Blackboard
from companion.service.settings import Settings, Words
from companion.store.memory import MemoryStore
from companion.store.sqlite import Store
from companion.web.hub import Hub
from tests.proof.evaluation.choosing.files import Case
from tests.proof.evaluation.choosing.home import devices_of
from tests.proof.evaluation.choosing.minds import Minds
from tests.proof.evaluation.choosing.still import StillClock, StillEyes

NAMES = {"koto": Words(ja="コト", en="Koto"), "rin": Words(ja="リン", en="Rin")}

UNLIMITED = 1_000_000
"""Model calls an hour: what is chosen is measured, not how often it may choose."""


class CaseHouse(Rooms):
    """A house of one situation. What it stands on is still; its rooms are the product's."""

    case: Case
    still: StillClock

    def stand(self, case: Case, minds: Minds) -> None:
        """Build the rooms as the composition root does, in the situation's home."""
        home = case.situation.home_file
        self.case, self.llm = case, minds.llm
        self.clock = self.still = StillClock(ZoneInfo(self.settings.time_zone), case.situation.at)
        self.places = home.places
        self.blackboard = Blackboard(self.clock)
        # The twins have the shape of what they stand for; rooms only ask for ports.
        self.store = cast(Store, MemoryStore(self.clock))
        self.record = self.store.record
        self.house = cast(Any, MemoryHouse(self.clock, devices_of(home, case.situation.devices)))
        self.people = People({}, self.house.state)
        # No situation keeps an alarm: what is judged is the choice, not a sentence heeded at once.
        self.alarms = cast(Any, None)
        self.hub = Hub(self.clock.now)
        self.journal = Journal(self.store.events, self.hub, self.clock)
        self.calls = CallBudget(self.clock, UNLIMITED)
        self._shelf(home.cameras)
        if minds.embedder is not None:
            self.rank_by(minds.embedder)
        self._rooms()
        self._corridors()
        self.consolidation = Consolidation(self.store.state, self.store.state_writer, self.house)

    async def _leisure(self) -> None:
        """Nobody speaks in a situation: memory's jobs need not give way."""

    def _shelf(self, cameras: Mapping[str, str]) -> None:
        """The configured capabilities, with a simulated body."""
        names = ("clock", "chance", "ids", "house", "llm", "language", "state_dir", "places")
        has: dict[str, Any] = {name: getattr(self, name) for name in names}
        has |= {"record": self.store.record, "state": self.store.state}
        has |= {"senses": StillEyes(cameras), "cameras": {}, "floor": None}
        has |= {"schedule": self.alarms}
        for part in ("speaker", "drive"):
            has[part] = plugins.build(plugins.FAMILIES[part], "simulated", {}, has)
        self.drive = has["drive"]
        self.catalogue = plugins.Shelf(
            {
                name: plugins.build("capabilities", name, section or {}, has)
                for name, section in self.settings.capabilities.items()
            }
        )


def settings_for(case: Case, settings: Settings) -> Settings:
    """The product's settings in the situation's language, with its persona."""
    sheet = settings.avatar.sheet.parent / f"{case.situation.persona}.yaml"
    avatar = settings.avatar.model_copy(
        update={"name": NAMES[case.situation.persona], "sheet": sheet}
    )
    return settings.model_copy(update={"language": case.language, "avatar": avatar})


@asynccontextmanager
async def house_of(
    case: Case, settings: Settings, minds: Minds, state_dir: Path
) -> AsyncIterator[CaseHouse]:
    """The house of one situation, before anything happened in it."""
    own = settings_for(case, settings).model_copy(update={"state_dir": state_dir})
    async with AsyncExitStack() as stack:
        house = CaseHouse(own, stack, staged=False)
        house.stand(case, minds)
        yield house
