"""Plug-ins: one config line -> one built object.

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
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import BaseModel, ValidationError

from companion.ports.capability import Capability
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


FAMILIES = {
    "llm": "companion.engines.llm",
    "eyes": "companion.engines.eyes",
    "embedder": "companion.engines.embedder",
    "ranker": "companion.engines.ranker",
    "camera": "hardware.camera",
    "speaker": "hardware.speaker",
    "buzzer": "hardware.buzzer",
    "drive": "hardware.drive",
}
"""What the sections of the configuration are plug-ins of."""
DRIVERS = tuple(family for family, package in FAMILIES.items() if package.startswith("hardware."))
"""The families that open devices, and so need rights."""

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
    package = importlib.import_module(family)
    found = {m.name for m in pkgutil.iter_modules(package.__path__) if not m.name.startswith("_")}
    found |= {entry.name for entry in _entry_points(family)}
    return tuple(sorted(found))


def load(family: str, name: str) -> ModuleType:
    """Import one plug-in module. Raises `PlugInUnknown`."""
    for entry in _entry_points(family):
        if entry.name == name:
            module = entry.load()
            assert isinstance(module, ModuleType)
            return module
    if not _is_there(family, name):
        known = ", ".join(discover(family)) or "none"
        raise PlugInUnknown(f"{family} has no plug-in {name!r}; there are: {known}")
    return importlib.import_module(f"{family}.{name}")


def build(family: str, name: str, section: Mapping[str, Any], house: Mapping[str, Any]) -> Any:
    """Build one plug-in from its config section and what the house has.

    Raises `PlugInUnknown`, `PlugInSettingsWrong`, `PlugInNeeds`.
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
    return module.build(settings, **{w: house[w] for w in wanted})


def needs(family: str, name: str, section: Mapping[str, Any]) -> Needs:
    """What a driver needs with these settings. Raises `PlugInUnknown`, `PlugInSettingsWrong`, and
    `PlugInNeeds` where it does not declare it."""
    module = load(family, name)
    if not hasattr(module, "needs"):
        raise PlugInNeeds(f"{family}.{name} does not say what it needs: write `needs(settings)`")
    try:
        found = module.needs(module.Settings.model_validate(dict(section)))
    except ValidationError as error:
        raise PlugInSettingsWrong(family, name, error) from error
    assert isinstance(found, Needs)
    return found


def example(family: str, name: str) -> Mapping[str, Any]:
    """Settings a driver could have: its defaults, and the first example of what has none. Raises
    `PlugInNeeds` where a field has neither."""
    given: dict[str, Any] = {}
    for key, field in load(family, name).Settings.model_fields.items():
        if field.examples:
            given[key] = field.examples[0]
        elif field.is_required():
            raise PlugInNeeds(f"{family}.{name}: {key} is required and has no example")
    return given


def idle_rules(configured: Iterable[str]) -> dict[str, Any]:
    """Policies that are there but have no line in the configuration: off, yet listed (B-085).

    One that cannot be built without its line cannot tell its label: it is left out and logged.
    """
    off: dict[str, Any] = {}
    for name in sorted(set(discover("policies")) - set(configured)):
        try:
            off[name] = build("policies", name, {}, {})
        except (PlugInNeeds, PlugInSettingsWrong) as error:
            log.info("rule that is off is not listed: %s", error)
    return off


def _is_there(family: str, name: str) -> bool:
    """Whether a folder of the family holds it; asked of the import system, which remembers."""
    search = importlib.import_module(family).__path__
    if name.startswith("_"):
        return False
    return PathFinder.find_spec(f"{family}.{name}", search) is not None


def _entry_points(family: str) -> tuple[importlib.metadata.EntryPoint, ...]:
    return _every_entry_point().get(_GROUP + family.removeprefix(_GROUP), ())


@cache
def _every_entry_point() -> Mapping[str, tuple[importlib.metadata.EntryPoint, ...]]:
    """Ours by group, read once: it opens a file of every package installed, 40 ms a time (P22).
    What other programs are to load is not kept (P21)."""
    found = importlib.metadata.entry_points()
    ours = (group for group in found.groups if group.startswith(_GROUP))
    return {group: tuple(found.select(group=group)) for group in ours}


@dataclass(frozen=True)
class Shelf:
    """The catalogue: every configured capability by name."""

    capabilities: Mapping[str, Capability]

    def all(self) -> tuple[Capability, ...]:
        """Every capability, unavailable ones included."""
        return tuple(self.capabilities.values())

    def get(self, name: str) -> Capability | None:
        """One by name."""
        return self.capabilities.get(name)
