"""Garden files: reads `world-config.json`, `maps.json` and `characters.json` and checks them.

The keys are the garden's own, in camelCase. Every problem is told with its file and its key; a
problem that needs two files (an owner nobody is, a workplace that is not there) too.
"""

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.alias_generators import to_camel

from companion.service.settings import ConfigWrong
from companion.words.garden import (
    ActionTiming,
    Employment,
    Facility,
    FacilityInfo,
    FacilityTag,
    GardenAction,
    GardenData,
    GardenMap,
    Hours,
    Inhabitant,
    JobInfo,
    Neighbour,
    Stat,
    WorkplaceInfo,
    WorldConfig,
)
from companion.words.language import Bilingual
from companion.words.persona import BigFive, PersonaSheet

M = TypeVar("M", bound=BaseModel)
Share = Annotated[float, Field(ge=0, le=1)]
Hour = Annotated[int, Field(ge=0, le=24)]
HOME_TAGS = ("bedroom", "kitchen", "bathroom", "toilet", "workspace")
"""Facilities that the companion's home must have: they are its last resort for every need."""


class _Keys(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=False, extra="forbid", frozen=True
    )


class _Range(_Keys):
    min: int = Field(ge=1)
    max: int = Field(ge=1)
    default: int = Field(ge=1)

    @model_validator(mode="after")
    def _ordered(self) -> "_Range":
        if not self.min <= self.default <= self.max:
            raise ValueError("min, default and max are not in order")
        return self


class _Variable(_Keys):
    duration_range: _Range
    per_minute: dict[Stat, float]


class _Fixed(_Keys):
    fixed: Literal[True]
    duration: int = Field(ge=0)
    effects: dict[Stat, float]


class _MiniEpisode(_Keys):
    probability: Share = 0.5


class _WorldFile(_Keys):
    decay_rates: dict[Stat, Annotated[float, Field(ge=0)]]
    mini_episode: _MiniEpisode = _MiniEpisode()
    actions: dict[GardenAction, _Fixed | _Variable]

    @model_validator(mode="after")
    def _whole(self) -> "_WorldFile":
        if missing := [one.value for one in Stat if one not in self.decay_rates]:
            raise ValueError(f"decayRates lacks {', '.join(missing)}")
        needed = ("sleep", "eat", "bathe", "rest", "work", "toilet", "talk", "thinking")
        if missing := [one for one in needed if GardenAction(one) not in self.actions]:
            raise ValueError(f"actions lacks {', '.join(missing)}")
        return self


class _Hours(_Keys):
    start: Hour
    end: Hour

    @model_validator(mode="after")
    def _ordered(self) -> "_Hours":
        if self.start >= self.end:
            raise ValueError("start must be before end")
        return self


class _Job(_Keys):
    job_id: str
    title: str
    title_en: str = ""
    hourly_wage: float = Field(ge=0)
    work_hours: _Hours


class _FacilityKeys(_Keys):
    tags: tuple[FacilityTag, ...] = Field(min_length=1)
    owner: str = ""
    cost: int = Field(0, ge=0)
    quality: int | None = Field(None, ge=0, le=100)
    job: _Job | None = None
    open_hours: _Hours | None = None


class _Obstacle(_Keys):
    label: str = Field(min_length=1)
    label_en: str = ""
    type: str = ""
    facility: _FacilityKeys | None = None


class _Entrance(_Keys):
    to: str


class _Npc(_Keys):
    id: str
    name: str
    name_en: str = ""
    affinity: float = Field(50, ge=0, le=100)


class _Map(_Keys):
    id: str
    name: str
    name_en: str = ""
    sign: str = Field("", max_length=8)
    """Emoji by which the picture of the town shows it; "" for a house."""
    entrances: tuple[_Entrance, ...] = ()
    obstacles: tuple[_Obstacle, ...] = ()
    npcs: tuple[_Npc, ...] = ()


class _MapsFile(_Keys):
    maps: tuple[_Map, ...] = Field(min_length=1)


class _Workplace(_Keys):
    workplace_label: str
    map_id: str


class _Employment(_Keys):
    job_id: str
    workplaces: tuple[_Workplace, ...] = Field(min_length=1)


class _BigFive(_Keys):
    openness: Share = 0.5
    conscientiousness: Share = 0.5
    extraversion: Share = 0.5
    agreeableness: Share = 0.5
    neuroticism: Share = 0.5


class _Like(_Keys):
    ja: str
    en: str


class _Character(_Keys):
    id: str
    name: str
    name_en: str = ""
    home: str = "home"
    sheet: str = ""
    personality: str = ""
    personality_en: str = ""
    big_five: _BigFive | None = None
    grit: Share | None = None
    values: tuple[str, ...] = ()
    employment: _Employment | None = None
    wakes: int = Field(7, ge=0, le=12)
    goes_to_bed: int = Field(23, ge=18, le=28)
    likes: tuple[_Like, ...] = (_Like(ja="散歩", en="walks"),)
    favourites: tuple[str, ...] = ()
    days_off: tuple[Annotated[int, Field(ge=0, le=6)], ...] = ()


class _CharactersFile(_Keys):
    self: str
    characters: tuple[_Character, ...] = Field(min_length=1)


def load_garden(world: Path, maps: Path, characters: Path, persona: PersonaSheet) -> GardenData:
    """Read the three files. `persona`: the character sheet that the companion's entry points to.
    Raises `ConfigWrong` with every problem of the first file that has any."""
    config, map_file = _read(world, _WorldFile), _read(maps, _MapsFile)
    people = _read(characters, _CharactersFile)
    problems = tuple(_between(map_file, people, maps, characters))
    if problems:
        raise ConfigWrong(problems)
    return GardenData(
        config=_config(config),
        maps=tuple(_map(one) for one in map_file.maps),
        self_id=people.self,
        inhabitants=tuple(_inhabitant(one, persona) for one in people.characters),
    )


def _read(path: Path, model: type[M]) -> M:
    try:
        return model.model_validate_json(path.read_bytes())
    except OSError as error:
        raise ConfigWrong((f"{path}: cannot be read: {error}",)) from error
    except ValidationError as error:
        raise ConfigWrong(tuple(_told(path, error))) from error


def _told(path: Path, error: ValidationError) -> Iterator[str]:
    for item in error.errors():
        key = ".".join(str(part) for part in item["loc"] if not str(part).startswith("_"))
        message = "unknown key" if item["type"] == "extra_forbidden" else item["msg"]
        yield f"{path}: {key or 'the file'}: {message}"


def _between(
    maps: _MapsFile, people: _CharactersFile, maps_path: Path, people_path: Path
) -> Iterator[str]:
    """Problems that no file has alone."""
    ids = [one.id for one in maps.maps]
    named = [one.id for one in people.characters]
    for what, found, path in (("maps", ids, maps_path), ("characters", named, people_path)):
        for twice in sorted({one for one in found if found.count(one) > 1}):
            yield f"{path}: {what}: the id {twice!r} is there twice"
    if people.self not in named:
        yield f"{people_path}: self: no character is called {people.self!r}"
    for n, one in enumerate(maps.maps):
        yield from _map_problems(one, n, ids, named, maps_path)
    apart = set(ids) - _joined(maps)
    if apart:
        yield f"{maps_path}: maps: no entrances lead to {', '.join(sorted(apart))} and back"
    for n, who in enumerate(people.characters):
        yield from _character_problems(who, f"{people_path}: characters.{n}", maps)


def _character_problems(who: _Character, where: str, maps: _MapsFile) -> Iterator[str]:
    ids = [one.id for one in maps.maps]
    places = {(one.id, o.label) for one in maps.maps for o in one.obstacles if o.facility}
    if who.home not in ids:
        yield f"{where}.home: no map is called {who.home!r}"
    for m, work in enumerate(who.employment.workplaces if who.employment else ()):
        if (work.map_id, work.workplace_label) not in places:
            yield (
                f"{where}.employment.workplaces.{m}: no facility {work.workplace_label!r} "
                f"on the map {work.map_id!r}"
            )
    own = {
        tag.value
        for one in maps.maps
        if one.id == who.home
        for o in one.obstacles
        if o.facility and o.facility.owner == who.id
        for tag in o.facility.tags
    }
    works = who.employment is not None
    needed = [tag for tag in HOME_TAGS if works or tag != "workspace"]
    if missing := [tag for tag in needed if tag not in own]:
        yield f"{where}.home: {who.home!r} has none of its own: {', '.join(missing)}"


def _map_problems(one: _Map, n: int, ids: list[str], named: list[str], path: Path) -> Iterator[str]:
    for m, entrance in enumerate(one.entrances):
        if entrance.to not in ids:
            yield f"{path}: maps.{n}.entrances.{m}.to: no map is called {entrance.to!r}"
    for m, thing in enumerate(one.obstacles):
        owner = thing.facility.owner if thing.facility else ""
        if owner and owner not in named:
            yield f"{path}: maps.{n}.obstacles.{m}.facility.owner: nobody is called {owner!r}"
    for m, npc in enumerate(one.npcs):
        if npc.id not in named:
            yield f"{path}: maps.{n}.npcs.{m}.id: no character sheet for {npc.id!r}"


def _joined(maps: _MapsFile) -> set[str]:
    """Maps from which and to which one can walk from the first."""
    leads = {one.id: {entrance.to for entrance in one.entrances} for one in maps.maps}
    start = maps.maps[0].id
    back = {one: {other for other in leads if one in leads[other]} for one in leads}
    return _reached(start, leads) & _reached(start, back)


def _reached(start: str, leads: dict[str, set[str]]) -> set[str]:
    found, open_ = {start}, deque([start])
    while open_:
        for there in leads.get(open_.popleft(), set()) - found:
            found.add(there)
            open_.append(there)
    return found


def _config(file: _WorldFile) -> WorldConfig:
    actions = {}
    for action, one in file.actions.items():
        if isinstance(one, _Fixed):
            span = (one.duration, one.duration, one.duration)
            timing = ActionTiming(
                shortest=span[0], longest=span[1], default=span[2], effects=one.effects, fixed=True
            )
        else:
            length = one.duration_range
            timing = ActionTiming(
                shortest=length.min,
                longest=length.max,
                default=length.default,
                per_minute=one.per_minute,
            )
        actions[action] = timing
    return WorldConfig(
        decay=file.decay_rates,
        actions=actions,
        mini_episode_probability=file.mini_episode.probability,
    )


def _map(file: _Map) -> GardenMap:
    return GardenMap(
        id=file.id,
        name=_both(file.name, file.name_en),
        facilities=tuple(
            Facility(
                map_id=file.id,
                label=_both(one.label, one.label_en),
                info=_facility(one.facility),
            )
            for one in file.obstacles
            if one.facility is not None
        ),
        entrances=tuple(one.to for one in file.entrances),
        sign=file.sign,
        neighbours=tuple(
            Neighbour(id=one.id, name=_both(one.name, one.name_en), affinity=one.affinity)
            for one in file.npcs
        ),
    )


def _facility(file: _FacilityKeys) -> FacilityInfo:
    hours = file.open_hours
    job = file.job
    return FacilityInfo(
        tags=frozenset(file.tags),
        owner=file.owner,
        cost=file.cost,
        quality=file.quality,
        job=None
        if job is None
        else JobInfo(
            job_id=job.job_id,
            title=_both(job.title, job.title_en),
            hourly_wage=job.hourly_wage,
            work_hours=Hours(job.work_hours.start, job.work_hours.end),
        ),
        open_hours=None if hours is None else Hours(hours.start, hours.end),
    )


def _inhabitant(file: _Character, persona: PersonaSheet) -> Inhabitant:
    """With a `sheet` the figures are those of the companion's own character sheet."""
    own = file.sheet != ""
    five = file.big_five
    return Inhabitant(
        id=file.id,
        name=_both(file.name, file.name_en),
        home=file.home,
        personality=_both(file.personality, file.personality_en),
        big_five=BigFive(**five.model_dump())
        if five is not None
        else persona.big_five
        if own
        else BigFive(),
        grit=file.grit if file.grit is not None else persona.grit if own else 0.5,
        values=file.values or (persona.values if own else ()),
        employment=None
        if file.employment is None
        else Employment(
            job_id=file.employment.job_id,
            workplaces=tuple(
                WorkplaceInfo(workplace_label=one.workplace_label, map_id=one.map_id)
                for one in file.employment.workplaces
            ),
        ),
        wakes=file.wakes,
        goes_to_bed=file.goes_to_bed % 24,
        likes=tuple(Bilingual(one.ja, one.en) for one in file.likes),
        favourites=frozenset(file.favourites),
        days_off=file.days_off,
    )


def _both(ja: str, en: str) -> Bilingual:
    return Bilingual(ja, en or ja)
