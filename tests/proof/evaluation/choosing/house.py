"""The product's own rooms around one situation: the records of the composition root from the lines
up, standing on a record in memory and a home in memory."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from zoneinfo import ZoneInfo

from companion.app.acting import build_acting
from companion.app.alarms import Alarms
from companion.app.ground import Ground
from companion.app.lines import build_lines
from companion.app.mind import build_ranker
from companion.app.skills import Skills
from companion.app.talking import build_talking
from companion.app.thought import build_thought
from companion.corridors.act import Act
from companion.corridors.notice import Notice
from companion.ports.clock import Clock, Ids
from companion.ports.house import House
from companion.ports.llm import Llm
from companion.ports.record import Record
from companion.rooms.approval.room import ApprovalRoom
from companion.rooms.consolidation.jobs.remember_event import RememberEvent
from companion.rooms.consolidation.room import Consolidation
from companion.rooms.consolidation.runner import JobRunner
from companion.rooms.expression.claims import Names
from companion.rooms.journal.room import Journal
from companion.rooms.perception.queue import TriggerQueue
from companion.service import plugins
from companion.service.blackboard import Blackboard
from companion.service.plugins import CapabilityRegistry
from companion.service.settings import Settings, Words
from companion.service.trigger_walks import TriggerWalks
from companion.service.yaml_text import load
from companion.store.sqlite import Store
from companion.voice.mouth import Mouth
from companion.voice.quiet import Quiet
from companion.words.language import Language
from companion.words.persona import PersonaSheet
from companion.words.place import Place
from companion.words.quiet import Channel
from tests.proof.evaluation.choosing.files import Case
from tests.proof.evaluation.choosing.home import devices_of
from tests.proof.evaluation.choosing.minds import Minds
from tests.proof.evaluation.choosing.still import StillClock, StillEyes
from tests.proof.evaluation.grounds import (
    NONE,
    body_of,
    foundations_of,
    home_of,
    mind_of,
    remembering_of,
    storage_in_memory,
    things_of,
)
from tests.twins.memory_house import MemoryHouse


async def _unheard(thing: str, value: str) -> None:
    """No entry of a schedule waits for a fact in a situation."""


@dataclass
class CaseHouse:
    """A house of one situation. What it stands on is still; its rooms are the product's."""

    case: Case
    still: StillClock
    clock: Clock
    ids: Ids
    language: Language
    places: tuple[Place, ...]
    blackboard: Blackboard
    store: Store
    record: Record
    journal: Journal
    house: House
    catalogue: CapabilityRegistry
    persona: PersonaSheet
    approval: ApprovalRoom
    llm: Llm
    triggers: TriggerQueue
    thoughts: TriggerQueue
    notice: Notice
    act: Act
    walks: TriggerWalks
    consolidation: Consolidation
    jobs: JobRunner


def _built(case: Case, settings: Settings, minds: Minds, stack: AsyncExitStack) -> CaseHouse:
    """Build the rooms as the composition root does, in the situation's home."""
    home = case.situation.home_file
    still = StillClock(ZoneInfo(settings.time_zone), case.situation.at)
    on = foundations_of(settings, still, home.places)
    storage = storage_in_memory(on)
    house = cast(House, MemoryHouse(still, devices_of(home, case.situation.devices)))
    ranker = None if minds.embedder is None else build_ranker(stack, on, minds.embedder)
    ground = Ground(
        foundations=on,
        storage=storage,
        home=home_of(house),
        mind=mind_of(on, minds.llm, ranker),
        remembering=remembering_of(storage),
    )
    has = _things(ground, home.cameras)
    catalogue = CapabilityRegistry()
    for name, section in settings.capabilities.items():
        catalogue.add({name: plugins.build("capabilities", name, section or {}, has)})
    # No situation keeps an alarm: what is judged is the choice, not a sentence heeded at once.
    alarms = Alarms(
        clock=cast(Any, SimpleNamespace(moved=None, hush=None, became=_unheard)),
        ladder=NONE,
        book=NONE,
        keeping=NONE,
        conditions=NONE,
        due=NONE,
        calendar_facts=NONE,
        names=Names(house=house, catalogue=catalogue, places={p.id: p.name for p in home.places}),
        catalogue=catalogue,
        rules={},
    )
    body = body_of(ground, has["speaker"], has["drive"], has)
    quiet = Quiet(
        [hours.hours() for hours in settings.quiet],
        still,
        most_per_hour={Channel.VOICE: settings.most_spoken_per_hour},
        away=ground.home.people.away,
    )
    moved = catalogue.get("mobility_move") is not None
    skills = Skills(
        catalogue=catalogue,
        policies={},
        base=body.drive if moved else None,
        quiet=quiet,
        voices={},
        speech=NONE,
        mouth=Mouth(catalogue, on.hub, still, quiet),
        persona_voice=NONE,
        volume=NONE,
    )
    lines = build_lines(ground, body, skills)
    thought = build_thought(ground, body, skills)
    talking = build_talking(ground, alarms, skills, thought)
    acting = build_acting(ground, body, alarms, skills, lines, thought, talking)
    store = storage.store
    return CaseHouse(
        case=case,
        still=still,
        clock=still,
        ids=on.ids,
        language=on.language,
        places=on.places,
        blackboard=on.blackboard,
        store=store,
        record=storage.record,
        journal=storage.journal,
        house=house,
        catalogue=catalogue,
        persona=thought.persona,
        approval=thought.approval,
        llm=minds.llm,
        triggers=lines.triggers,
        thoughts=lines.thoughts,
        notice=acting.notice,
        act=acting.act,
        walks=acting.walks,
        consolidation=Consolidation(store.state, store.state_writer, house),
        jobs=JobRunner(store.jobs, (RememberEvent(storage.record, talking.remember.walk),), still),
    )


def _things(ground: Ground, cameras: Mapping[str, str]) -> dict[str, Any]:
    """What the configured capabilities ask for, with a simulated body."""
    has = things_of(ground)
    has |= {
        "senses": StillEyes(cameras),
        "cameras": {},
        "floor": None,
        "schedule": None,
        "spoken": NONE,
    }
    for part in ("speaker", "drive"):
        has[part] = plugins.build(plugins.FAMILIES[part], "simulated", {}, has)
    return has


def settings_for(case: Case, settings: Settings) -> Settings:
    """The product's settings in the situation's language, with its persona."""
    sheet = settings.avatar.sheet.parent / f"{case.situation.persona}.yaml"
    told = load(sheet.read_text(encoding="utf-8"))
    name = Words(ja=told["ja"]["name"], en=told["en"]["name"])
    avatar = settings.avatar.model_copy(update={"name": name, "sheet": sheet})
    return settings.model_copy(update={"language": case.language, "avatar": avatar})


@asynccontextmanager
async def house_of(
    case: Case, settings: Settings, minds: Minds, state_dir: Path
) -> AsyncIterator[CaseHouse]:
    """The house of one situation, before anything happened in it."""
    own = settings_for(case, settings).model_copy(update={"state_dir": state_dir})
    async with AsyncExitStack() as stack:
        yield _built(case, own, minds, stack)
