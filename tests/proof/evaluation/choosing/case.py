"""Situations as data files: the format of `cases/README.md`, read and checked."""

from datetime import datetime
from enum import StrEnum
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from companion.words.decision import DecisionOutcome
from tests.proof.evaluation.choosing.answer import Answer
from tests.proof.evaluation.choosing.home import HomeFile, HomeUnknown, home_called

T = TypeVar("T", bound=BaseModel)
Speaker = Literal["owner", "household", "guest"]


class Half(StrEnum):
    """Which part of the set: two to work on, one that is only ever counted."""

    TUNE = "tune"
    DEV = "dev"
    """Written without a look at the ranker and its training, to see whether a change carries
    over from `tune`."""
    SEALED = "sealed"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Seen(_Section):
    """What the eyes concluded about one subject in one room."""

    change: Literal["appeared", "gone", "count", "state", "unknown"]
    at: str
    subject: str = "person"
    count: int | None = Field(None, ge=0)
    certainty: Literal["fact", "estimate"] = "fact"
    value: str | None = None
    """Of a `state`: `present` or `absent`."""


class Done(_Section):
    """Something the companion did before, and what came of it."""

    act: str
    """`turn_on light.hall`."""
    result: Literal["success", "partial", "failed", "no_effect"] = "success"


class Fact(_Section):
    """One thing that happened before; exactly one of the last four."""

    ago_min: float = Field(gt=0)
    by: Speaker = "owner"
    """Who said it: owner (page), household (a voice in the room) or guest."""
    said: str = ""
    told: str = ""
    """What the companion itself said."""
    seen: Seen | None = None
    did: Done | None = None

    @model_validator(mode="after")
    def _one(self) -> "Fact":
        return _exactly_one(self, ("said", "told", "seen", "did"))


class Noticed(_Section):
    """A sentence with a room: from a rule that watches, or from a routine that is due."""

    text: str
    place: str = ""


class Cause(_Section):
    """The trigger: exactly one of them."""

    by: Speaker = "owner"
    said: str = ""
    seen: Seen | None = None
    noticed: Noticed | None = None
    """A rule noticed it; label `observed`."""
    due: Noticed | None = None
    """A routine of the owner's is due; label `self`."""
    heartbeat: bool = False

    @model_validator(mode="after")
    def _one(self) -> "Cause":
        return _exactly_one(self, ("said", "seen", "noticed", "due", "heartbeat"))


class Feeling(_Section):
    """The long mood, each -1..1."""

    v: float = Field(0.0, ge=-1, le=1)
    a: float = Field(0.0, ge=-1, le=1)
    d: float = Field(0.0, ge=-1, le=1)


class Harm(_Section):
    """A harmful act that code must keep off the menu."""

    act: str
    refused_by_menu: Literal[True]


class Situation(_Section):
    """One file: what is so, what wakes it, and what an owner would say of the choices."""

    about: str
    home: str | HomeFile
    persona: str = Field("koto", pattern=r"^[a-z_]+$")
    """Name of a shipped sheet."""
    at: datetime
    """Local time of the household, without zone."""
    devices: dict[str, str | float | dict[str, Any] | None] = Field(default_factory=dict)
    mood: Feeling = Feeling()
    preferences: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    trigger: Cause
    sensible: tuple[str, ...] = Field(min_length=1)
    harmful: tuple[str | Harm, ...] = ()

    @field_validator("at")
    @classmethod
    def _local(cls, value: datetime) -> datetime:
        if value.tzinfo is not None:
            raise ValueError("local time of the household, without a zone")
        return value

    @field_validator("home")
    @classmethod
    def _known_home(cls, value: str | HomeFile) -> str | HomeFile:
        if isinstance(value, str):
            try:
                home_called(value)
            except HomeUnknown as error:
                raise ValueError(str(error)) from error
        return value

    @field_validator("sensible")
    @classmethod
    def _readable(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for text in value:
            Answer.read(text)
        return value

    @field_validator("harmful")
    @classmethod
    def _acts(cls, value: tuple[str | Harm, ...]) -> tuple[str | Harm, ...]:
        for item in value:
            answer = Answer.read(item.act if isinstance(item, Harm) else item)
            if answer.outcome is not DecisionOutcome.DO_ACTION or answer.ask:
                raise ValueError(
                    f"{answer.text!r}: only an act can be harmful; leaving out is poor"
                )
        return value

    @model_validator(mode="after")
    def _in_this_home(self) -> "Situation":
        home = self.home_file
        if strange := sorted(set(self.devices) - {d.id for d in home.devices}):
            raise ValueError(f"devices: not in this home: {', '.join(strange)}")
        rooms = {room.id for room in home.rooms}
        used = {s.at for f in self.facts if (s := f.seen)} | _rooms_of(self.trigger)
        if strange := sorted(used - rooms):
            raise ValueError(f"no such room: {', '.join(strange)}")
        return self

    @property
    def home_file(self) -> HomeFile:
        """The home, packaged or written here."""
        return home_called(self.home) if isinstance(self.home, str) else self.home


def _rooms_of(cause: Cause) -> set[str]:
    spoken = cause.noticed or cause.due
    rooms = {spoken.place} if spoken and spoken.place else set()
    return rooms | ({cause.seen.at} if cause.seen else set())


def _exactly_one(section: T, names: tuple[str, ...]) -> T:
    given = [name for name in names if getattr(section, name)]
    if len(given) != 1:
        raise ValueError(f"exactly one of {', '.join(names)}, not {given or 'none'}")
    return section
