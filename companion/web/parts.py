"""Parts of the page: hold the ports and names that `companion/app/` gives it."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from companion.ports.approvals import ApprovalBook
from companion.ports.body import Drive
from companion.ports.capability import Catalogue
from companion.ports.clock import Clock
from companion.ports.desk import Desk
from companion.ports.erasure import Eraser
from companion.ports.feedback import HouseholdFeedback
from companion.ports.garden import GardenDays
from companion.ports.grants import Grants
from companion.ports.house import House
from companion.ports.inbound import Inbound
from companion.ports.memory import Memory
from companion.ports.mending import Mending
from companion.ports.plan import PlanDesk
from companion.ports.policy import Policy
from companion.ports.push_to_talk import PushToTalk
from companion.ports.record import Record
from companion.ports.scene_plays import ScenePlays
from companion.ports.schedule_requests import ScheduleRequests
from companion.ports.screen_masks import ScreenMasks
from companion.ports.state import StateReader
from companion.ports.stream import Stream
from companion.ports.told import ToldMemory, ToldRequests
from companion.ports.viewfinder import Viewfinder
from companion.ports.voice_book import VoiceBook
from companion.ports.voice_shelf import VoiceShelf
from companion.web.vitals import VitalsSource
from companion.words.facts import Fact
from companion.words.ids import EventId
from companion.words.intent import Intent
from companion.words.language import Bilingual, Language
from companion.words.place import Place
from companion.words.scene import SceneState


class WebSettings(Protocol):
    """Where the page listens; `host` counts only once a password is set."""

    @property
    def host(self) -> str:
        """Address to bind, for example `0.0.0.0`."""

    @property
    def port(self) -> int:
        """TCP port; 0 lets the system choose."""

    @property
    def allowed_hosts(self) -> Sequence[str]:
        """Names under which the page may be asked for, beside the loopback ones."""

    @property
    def https(self) -> bool:
        """Whether the page is served over HTTPS."""

    @property
    def certificate_file(self) -> Path | None:
        """The owner's certificate (PEM, with its chain); None: the companion makes one."""

    @property
    def key_file(self) -> Path | None:
        """Its key."""

    @property
    def proxies(self) -> Sequence[str]:
        """Addresses or networks of proxies whose forwarding headers count."""


@dataclass(frozen=True, slots=True)
class Address:
    """A plain `WebSettings`, for tests and for callers without a configuration file."""

    host: str = "127.0.0.1"
    port: int = 8090
    allowed_hosts: tuple[str, ...] = ()
    https: bool = False
    certificate_file: Path | None = None
    key_file: Path | None = None
    proxies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyEntry:
    """One 自動実行ルール as the page lists it."""

    label: Bilingual
    uses: tuple[str, ...]
    """Capability operations, `vision_perception.observe_scene`."""
    enabled: bool = True
    note: Bilingual | None = None
    """Why it is off, or when its step comes."""


class Note(Protocol):
    """Writes a fact into the record."""

    async def __call__(self, fact: Fact, *, evidence: Iterable[EventId] = ()) -> object:
        """`evidence`: the events that it led to."""


async def _unnoted(fact: Fact, *, evidence: Iterable[EventId] = ()) -> object:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class WebParts:
    """Everything the page reads and the one desk it asks."""

    record: Record
    state: StateReader
    house: House
    desk: Desk
    eraser: Eraser
    stream: Stream
    viewfinder: Viewfinder
    approvals: ApprovalBook
    catalogue: Catalogue
    clock: Clock
    vitals: VitalsSource
    state_dir: Path
    """Holds the password hash, the session secret and the command line's token (0600)."""
    persona: Bilingual
    """Its name; the only sender a bubble ever has."""
    language: Language = Language.JA
    policies: Mapping[str, PolicyEntry] = field(default_factory=dict)
    places: tuple[Place, ...] = ()
    schedule_requests: ScheduleRequests | None = None
    """Alarms, timers, reminders and routines; None in a house without a clock."""
    cameras: Mapping[str, str] = field(default_factory=dict)
    """Camera name -> room id."""
    screen_masks: ScreenMasks | None = None
    """Where cameras see televisions, as the owner drew it; None where nothing keeps it."""
    drive: Drive | None = None
    """The wheeled base; None where there is none, or nothing may move it."""
    grants: Grants | None = None
    """Acts that people have allowed ahead; None where nothing keeps them."""
    inbound: Inbound | None = None
    """Sentences from outside; None where nothing takes them."""
    note: Note = _unnoted
    """Writes down that a program outside called a tool."""
    put_off: Callable[[], Sequence[Intent]] = tuple
    """Deferred thoughts, oldest first."""
    mending: Mending | None = None
    """For a record that is damaged or was changed; None where it lies on no disk."""
    voices: VoiceShelf | None = None
    """Voices and wake words to choose from."""
    voice_book: VoiceBook | None = None
    """People whose voices are known."""
    plan: PlanDesk | None = None
    """Purpose, goals and tasks; None where nothing plans."""
    exported: Callable[[], Mapping[str, Any]] = dict
    """The five state elements, as `state.json` has them."""
    told: ToldMemory | None = None
    """Facts and preferences that people told; None where none are kept."""
    told_requests: ToldRequests | None = None
    """Forgets, corrects and confirms them."""
    feedback: HouseholdFeedback | None = None
    """The household's signs about acts; None where nothing learns of it."""
    memory: Memory | None = None
    """Searches what was said; None where nothing does."""
    garden: GardenDays | None = None
    """The companion's own life; None where it has none."""
    home_scene: Callable[[], Awaitable[SceneState]] | None = None
    """The home as the scene that decisions are judged against."""
    phones: PushToTalk | None = None
    """Browsers that are microphones; None where nothing listens to them."""
    scenes: ScenePlays | None = None
    """Scenes to play; None where there are none."""
    people: Mapping[str, Bilingual] = field(default_factory=dict)
    """Names of the people who live here, by the id that the schedule waits for."""


OFF = Bilingual("設定で切ってあります", "off: it has no line in the configuration")


def policy_entries(on: Mapping[str, Policy], off: Mapping[str, Policy]) -> dict[str, PolicyEntry]:
    """Every 自動実行ルール for the page, those that are off included."""
    entries = {
        name: PolicyEntry(label=rule.LABEL, uses=rule.USES, enabled=False, note=OFF)
        for name, rule in off.items()
    }
    entries |= {name: PolicyEntry(label=r.LABEL, uses=r.USES) for name, r in on.items()}
    return entries
