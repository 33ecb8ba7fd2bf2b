"""The records of `companion/app` that a measured house stands on: twins where the product has
files, links and models, so that the rooms above are the product's own."""

import asyncio
from pathlib import Path
from typing import Any, cast

from companion.app.body import Body
from companion.app.foundations import Foundations
from companion.app.ground import Ground
from companion.app.home import Home
from companion.app.memory import Remembering
from companion.app.mind import Mind
from companion.app.storage import Storage
from companion.links.broker import Broker, BrokerKind
from companion.links.configured import configured_home
from companion.links.mqtt import BrokerAddress
from companion.ports.body import Drive, Speaker
from companion.ports.clock import Clock
from companion.ports.house import House
from companion.ports.llm import Llm
from companion.ports.ranker import Ranker
from companion.rooms.journal.room import Journal
from companion.rooms.perception.budget import CallBudget
from companion.rooms.perception.trackers import People
from companion.rooms.recall.room import Recall
from companion.service.blackboard import Blackboard
from companion.service.clock import SystemChance, SystemIds
from companion.service.entrance import Entrance
from companion.service.health import HealthBoard
from companion.service.health_checks import KnownTroubles
from companion.service.plugins import PlugIns
from companion.service.settings import Settings
from companion.service.watchdog.systemd import Systemd
from companion.store.sqlite import Store
from companion.voice.house_speaker import HouseSpeaker
from companion.web.hub import Hub
from companion.words.place import Place
from companion.words.trigger import Trigger

MANY_CALLS = 1_000_000
"""Model calls an hour: what is chosen is measured, not how often it may choose."""
NONE = cast(Any, None)


def foundations_of(settings: Settings, clock: Clock, places: tuple[Place, ...]) -> Foundations:
    """Over a clock of the measurement's own."""
    return Foundations(
        settings=settings,
        language=settings.language,
        state_dir=settings.state_dir,
        clock=clock,
        ids=SystemIds(),
        chance=SystemChance(settings.home.seed),
        dollhouse=None,
        staged=False,
        own=configured_home(settings.home, None),
        places=places,
        blackboard=Blackboard(clock),
        hub=Hub(clock.now),
        board=HealthBoard(clock),
        plug_ins=PlugIns(),
        systemd=Systemd(),
        concerns=KnownTroubles(),
    )


def storage_in_memory(on: Foundations) -> Storage:
    """The real record on a database in memory, without what guards a file."""
    store = Store.in_memory(on.clock)
    return Storage(
        store=store,
        events=cast(Any, _Writable()),
        record=store.record,
        erasure=store.erasure,
        journal=Journal(store.events, on.hub, on.clock),
        reserve=NONE,
        flusher=cast(Any, _Unfilled()),
        check=NONE,
        upkeep=cast(Any, _Anchored()),
        exports=cast(Any, _Unexported()),
    )


class _Writable:
    async def until_writable(self) -> None:
        """Memory takes everything."""


class _Unexported:
    def __init__(self) -> None:
        self.begun = asyncio.Event()

    def holds_back(self, trigger: Trigger) -> bool:
        """There are no files that could be damaged."""
        return False

    def fail(self) -> bool:
        """Nor any that could not be written."""
        return False

    def go_on(self) -> None:
        """Nothing waited."""

    async def follow(self) -> None:
        """Nor is there a file that an erasure would have to write anew."""


class _Unfilled:
    def troubled(self) -> None:
        """Memory is never full."""


class _Anchored:
    async def anchor(self) -> None:
        """Memory needs none."""


def home_of(house: House) -> Home:
    """Its broker asks nobody for a name, as the product's own does at first."""
    return Home(
        broker=Broker(BrokerAddress(host="127.0.0.1"), BrokerKind.AMQTT),
        link=NONE,
        sensor_link=NONE,
        mqtt_house=NONE,
        mqtt_check=NONE,
        hub_house=None,
        house=house,
        people=People({}, house.state),
    )


def mind_of(on: Foundations, llm: Llm, ranker: Ranker | None = None) -> Mind:
    """A model without a queue before it."""
    return Mind(
        llm=cast(Any, llm),
        calls=CallBudget(on.clock, MANY_CALLS),
        awake=asyncio.Event(),
        eyes=NONE,
        embedder=None,
        ranker=ranker,
        ranker_check=None,
    )


def remembering_of(storage: Storage) -> Remembering:
    """The last turns alone: no index lies beside a record in memory."""
    return Remembering(
        index=NONE, embedding=None, recall=Recall(storage.record, storage.store.state)
    )


def body_of(ground: Ground, speaker: Speaker, drive: Drive, has: dict[str, Any]) -> Body:
    """Without cameras; `has`: what capabilities ask for by name."""
    return Body(
        entrance=Entrance(),
        cameras=(),
        masks=NONE,
        sight=NONE,
        backlog=NONE,
        speaker=speaker,
        house_speaker=HouseSpeaker(speaker, ground.foundations.clock),
        audible=True,
        buzzer=NONE,
        drive=drive,
        sight_check=NONE,
        sounds=NONE,
        drive_check=NONE,
        privacy_file=Path(ground.foundations.state_dir) / "privacy",
        has=has,
    )


def things_of(ground: Ground) -> dict[str, Any]:
    """What capabilities ask for by name, without a body."""
    on = ground.foundations
    return {
        "clock": on.clock,
        "chance": on.chance,
        "ids": on.ids,
        "house": ground.home.house,
        "llm": ground.mind.llm,
        "language": on.language,
        "state_dir": on.state_dir,
        "places": on.places,
        "record": ground.storage.record,
        "state": ground.storage.store.state,
    }
