"""Plug-ins: turn one config line into one built object.

A plug-in is one module. It carries its own settings (`Settings`, a pydantic model) and a
`build(settings, *, ...)` whose keyword-only parameters are filled by name from what the house
has. The module's name is the config key; nothing central lists it. Third parties add theirs
through the entry-point group `companion.<family>`.
"""

import importlib
import importlib.metadata
import inspect
import logging
import os
import pkgutil
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Protocol

from pydantic import BaseModel, ValidationError

from companion.phrases import health
from companion.ports.capability import Capability
from companion.words.finding import Finding
from companion.words.needs import Needs

log = logging.getLogger(__name__)


class PlugInUnknown(LookupError):
    """No module of that name in the family; the message lists those there are."""


class PlugInSettingsWrong(ValueError):
    """The config section does not fit the plug-in's `Settings`."""

    def __init__(self, family: str, name: str, cause: ValidationError) -> None:
        self.family, self.name, self.cause = family, name, cause
        super().__init__(f"{family}.{name}: {cause}")


class PlugInNeeds(TypeError):
    """The plug-in asks for something the house does not have."""


class PlugInBroken(ImportError):
    """The plug-in's own code fails, or is not of the form that its family asks for. The text is one
    line: file, line and what is wrong."""

    def __init__(self, family: str, name: str, why: str) -> None:
        self.family, self.plug_in = family, name
        super().__init__(why)

    @classmethod
    def of(cls, module: str, error: BaseException) -> "PlugInBroken":
        """For what its code raised: the line of its own file that came last."""
        family, _, name = module.rpartition(".")
        file, line = _file_of(module), 0
        if isinstance(error, SyntaxError) and error.filename:
            file, line, told = error.filename, error.lineno or 0, error.msg
        else:
            frames = traceback.extract_tb(error.__traceback__)
            line = next((f.lineno or 0 for f in reversed(frames) if f.filename == file), 0)
            told = " ".join(str(error).split())
        where = f"{file}:{line}" if line else file
        return cls(family, name, f"{where}: {type(error).__name__}: {told}".rstrip(": "))


FAMILIES = {
    "llm": "companion.engines.llm",
    "eyes": "companion.engines.eyes",
    "embedder": "companion.engines.embedder",
    "ranker": "companion.engines.ranker",
    "ears": "companion.engines.ears",
    "wake": "companion.engines.wake",
    "vad": "companion.engines.vad",
    "turn": "companion.engines.turn",
    "speaker_id": "companion.engines.speaker_id",
    "voice": "companion.engines.voice",
    "camera": "hardware.camera",
    "microphone": "hardware.microphone",
    "speaker": "hardware.speaker",
    "buzzer": "hardware.buzzer",
    "drive": "hardware.drive",
}
"""Family of plug-ins, as sections of the configuration name it -> its package."""
DRIVERS = tuple(family for family, package in FAMILIES.items() if package.startswith("hardware."))
"""The families that open devices, and so need rights."""

_PORTS = {
    "capabilities": ("capability", "Capability"),
    "policies": ("policy", "Policy"),
    "companion.engines.llm": ("llm", "Llm"),
    "companion.engines.eyes": ("eyes", "Eyes"),
    "companion.engines.embedder": ("embedder", "Embedder"),
    "companion.engines.ranker": ("ranker", "Ranker"),
    "companion.engines.ears": ("listening", "Ears"),
    "companion.engines.wake": ("listening", "WakeWord"),
    "companion.engines.vad": ("listening", "VoiceActivity"),
    "companion.engines.turn": ("listening", "TurnModel"),
    "companion.engines.speaker_id": ("listening", "SpeakerId"),
    "companion.engines.voice": ("speech", "SpeechEngine"),
    "hardware.camera": ("camera", "Camera"),
    "hardware.microphone": ("microphone", "Microphone"),
    "hardware.speaker": ("body", "Speaker"),
    "hardware.buzzer": ("body", "Buzzer"),
    "hardware.drive": ("body", "Drive"),
}
"""Module and class of the port that what a family builds has to be."""
_GROUP = "companion."
FOLDER_VARIABLE = "COMPANION_PLUGINS"
"""A folder of the owner's own plug-ins, laid out as ours: `capabilities/`, `hardware/camera/`."""


@contextmanager
def add_folder(folder: Path) -> Iterator[None]:
    """While open, plug-ins of this folder are found beside ours."""
    added: list[tuple[list[str], str]] = []
    for path in sorted(p for p in folder.rglob("*") if p.is_dir() and p.name != "__pycache__"):
        family = ".".join(path.relative_to(folder).parts)
        try:
            search = importlib.import_module(family).__path__
        except ModuleNotFoundError:
            continue
        assert isinstance(search, list)
        search.append(str(path))
        added.append((search, str(path)))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        for search, entry in added:
            search.remove(entry)
        importlib.invalidate_caches()


def own_folder() -> Path | None:
    """The folder named by `COMPANION_PLUGINS`, if any."""
    name = os.environ.get(FOLDER_VARIABLE, "")
    return Path(name) if name else None


def discover(family: str) -> tuple[str, ...]:
    """Names of all plug-ins of a family such as `capabilities` or `hardware.camera`."""
    modules = pkgutil.iter_modules(importlib.import_module(family).__path__)
    # A plug-in is one file; a folder beside them holds what several share.
    found = {m.name for m in modules if not m.ispkg and not m.name.startswith("_")}
    found |= {entry.name for entry in _entry_points(family)}
    return tuple(sorted(found))


def load(family: str, name: str) -> ModuleType:
    """Import one plug-in module. Raises `PlugInUnknown`, `PlugInBroken`."""
    for entry in _entry_points(family):
        if entry.name == name:
            return _imported(family, name, entry.load)
    if not _is_there(family, name):
        known = ", ".join(discover(family)) or "none"
        raise PlugInUnknown(f"{family} has no plug-in {name!r}; there are: {known}")
    return _imported(family, name, lambda: importlib.import_module(f"{family}.{name}"))


def _imported(family: str, name: str, load_it: Callable[[], Any]) -> ModuleType:
    """The module, if it has what every plug-in has. Raises `PlugInBroken`."""
    full = f"{family}.{name}"
    try:
        module = load_it()
    except (Exception, SystemExit) as error:  # somebody else's code: it may raise anything
        raise PlugInBroken.of(full, error) from error
    file = str(getattr(module, "__file__", None) or full)
    settings = getattr(module, "Settings", None)
    if not (isinstance(settings, type) and issubclass(settings, BaseModel)):
        raise PlugInBroken(family, name, f"{file}: it has no class Settings(BaseModel)")
    if not callable(getattr(module, "build", None)):
        raise PlugInBroken(family, name, f"{file}: it has no function build(settings)")
    assert isinstance(module, ModuleType)
    return module


def build(family: str, name: str, section: Mapping[str, Any], house: Mapping[str, Any]) -> Any:
    """Build one plug-in from its config section and what the house has.

    Raises `PlugInUnknown`, `PlugInSettingsWrong`, `PlugInNeeds`, `PlugInBroken`.
    """
    module = load(family, name)
    try:
        settings: BaseModel = module.Settings.model_validate(dict(section))
    except ValidationError as error:
        raise PlugInSettingsWrong(family, name, error) from error
    wanted = [
        p.name
        for p in inspect.signature(module.build).parameters.values()
        if p.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    missing = [w for w in wanted if w not in house]
    if missing:
        raise PlugInNeeds(f"{family}.{name} needs {', '.join(missing)}, which is not there")
    try:
        made = module.build(settings, **{w: house[w] for w in wanted})
    except Exception as error:  # somebody else's code: it may raise anything
        raise PlugInBroken.of(f"{family}.{name}", error) from error
    if missing := _missing(family, made):
        port = _PORTS[family][1]
        why = f"{module.__file__}: what build() gives is no {port}: it has no {', '.join(missing)}"
        raise PlugInBroken(family, name, why)
    return made


def _missing(family: str, made: object) -> list[str]:
    """Names of the port's members that an object lacks."""
    if family not in _PORTS:
        return []
    module, name = _PORTS[family]
    port = getattr(importlib.import_module(f"companion.ports.{module}"), name)
    asked: set[str] = set()
    for part in port.__mro__:
        if part not in (object, Protocol, Generic):
            asked |= {one for one in {*vars(part), *inspect.get_annotations(part)} if one[0] != "_"}
    return sorted(one for one in asked if not hasattr(made, one))


def _file_of(module: str) -> str:
    """The file of a module that may not have been importable; its name where it has none."""
    with suppress(ImportError, ValueError, AttributeError):
        spec = find_spec(module)
        if spec is not None and spec.origin:
            return spec.origin
    return module


def needs(family: str, name: str, section: Mapping[str, Any]) -> Needs:
    """Needs of a driver with these settings. Raises `PlugInUnknown`, `PlugInSettingsWrong`,
    `PlugInBroken`, and `PlugInNeeds` where it does not declare it."""
    module = load(family, name)
    if not hasattr(module, "needs"):
        raise PlugInNeeds(f"{family}.{name} does not say what it needs: write `needs(settings)`")
    try:
        found = module.needs(module.Settings.model_validate(dict(section)))
    except ValidationError as error:
        raise PlugInSettingsWrong(family, name, error) from error
    except Exception as error:  # somebody else's code: it may raise anything
        raise PlugInBroken.of(f"{family}.{name}", error) from error
    assert isinstance(found, Needs)
    return found


def example(family: str, name: str) -> Mapping[str, Any]:
    """Settings a driver could have: its defaults, and the first example of what has none. Raises
    `PlugInNeeds` where a field has neither."""
    given: dict[str, Any] = {}
    for key, info in load(family, name).Settings.model_fields.items():
        if info.examples:
            given[key] = info.examples[0]
        elif info.is_required():
            raise PlugInNeeds(f"{family}.{name}: {key} is required and has no example")
    return given


@dataclass
class PlugIns:
    """Builds plug-ins that the house can do without: one whose own code is broken is left out."""

    broken: dict[str, PlugInBroken] = field(default_factory=dict)
    """Plug-ins that are left out, by their place in the configuration."""

    def built(
        self, place: str, family: str, name: str, section: Mapping[str, Any], has: Mapping[str, Any]
    ) -> Any:
        """One plug-in; None where its own code is broken. Raises as `build` does."""
        try:
            return build(FAMILIES.get(family, family), name, section, has)
        except PlugInBroken as error:
            log.error("%s is left out: %s", place, error)
            self.broken[place] = error
            return None

    def all_built(
        self, family: str, sections: Mapping[str, Mapping[str, Any] | None], has: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Each that is not broken, by name."""
        built = {
            n: self.built(f"{family}.{n}", family, n, s or {}, has) for n, s in sections.items()
        }
        return {name: made for name, made in built.items() if made is not None}

    async def findings(self) -> Mapping[str, Finding]:
        """A line for each that is left out."""
        return {
            f"plug-in {place}": health.plug_in_broken(str(why))
            for place, why in self.broken.items()
        }


def idle_rules(configured: Iterable[str]) -> dict[str, Any]:
    """Policies that are there but have no line in the configuration: off, yet listed.

    A plug-in that cannot be built without its line cannot tell its label: it is left out and
    logged.
    """
    off: dict[str, Any] = {}
    for name in sorted(set(discover("policies")) - set(configured)):
        try:
            off[name] = build("policies", name, {}, {})
        except (PlugInNeeds, PlugInSettingsWrong) as error:
            log.info("rule that is off is not listed: %s", error)
        except PlugInBroken as error:
            log.warning("rule that is off is not listed: %s", error)
    return off


def _is_there(family: str, name: str) -> bool:
    """Whether a folder of the family holds its file; the import system remembers the answer."""
    search = importlib.import_module(family).__path__
    if name.startswith("_"):
        return False
    spec = PathFinder.find_spec(f"{family}.{name}", search)
    return spec is not None and spec.submodule_search_locations is None


def _entry_points(family: str) -> tuple[importlib.metadata.EntryPoint, ...]:
    return _every_entry_point().get(_GROUP + family.removeprefix(_GROUP), ())


@cache
def _every_entry_point() -> Mapping[str, tuple[importlib.metadata.EntryPoint, ...]]:
    """Ours by group, read once: it opens a file of every package installed, 40 ms a time. Entry
    points of other programs are not kept."""
    found = importlib.metadata.entry_points()
    ours = (group for group in found.groups if group.startswith(_GROUP))
    return {group: tuple(found.select(group=group)) for group in ours}


@dataclass(frozen=True)
class CapabilityRegistry:
    """Every configured capability by name. It exists before they do: some are built on parts that
    look capabilities up when something is to be done."""

    capabilities: dict[str, Capability] = field(default_factory=dict)

    def add(self, capabilities: Mapping[str, Capability]) -> None:
        """They are there from now on."""
        self.capabilities.update(capabilities)

    def all(self) -> tuple[Capability, ...]:
        """Every capability, unavailable ones included."""
        return tuple(self.capabilities.values())

    def get(self, name: str) -> Capability | None:
        """One by name."""
        return self.capabilities.get(name)
