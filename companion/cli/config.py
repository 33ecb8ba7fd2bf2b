"""Configuration: reads the file and every plug-in's own section, and lists all mistakes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from companion.cli.config_leave import leave_problems
from companion.engines.vision.gate_settings import GateSettings
from companion.rooms.approval.rules import ApprovalRules, PatternWrong
from companion.service import plugins
from companion.service.settings import (
    BODY,
    ENGINES,
    NO_RANKER,
    ConfigWrong,
    Settings,
    describe,
    document_in,
    load_persona,
    load_settings,
    parse_settings,
)
from companion.service.yaml_text import Written


def check_config(path: Path, *, useless: bool = False) -> Settings:
    """Read the configuration and every plug-in's own section. Raises `ConfigWrong`. `useless`:
    lines that could never take effect, and plug-ins whose own code is broken, are problems too; no
    house stays dark because of one."""
    settings = load_settings(path)
    document = document_in(path.read_text(encoding="utf-8"), path)
    return _checked(settings, document, path, useless=useless)


def check_text(text: str, path: Path) -> Settings:
    """The same of a text kept elsewhere, as if it stood at `path`. Raises `ConfigWrong`."""
    return _checked(parse_settings(text, path), document_in(text, path), path)


def _checked(
    settings: Settings, document: Written, path: Path, *, useless: bool = False
) -> Settings:
    load_persona(settings)

    def at(*place: str) -> str:
        return f"{path}:{document.line_of(place)}: {'.'.join(place)}:"

    problems: list[str] = [*_home_problems(settings, at)]
    problems += leave_problems(settings, at) if useless else ()
    try:
        ApprovalRules(auto_approve=settings.approval.auto_approve)
    except PatternWrong as error:
        problems.append(f"{at('approval', 'auto_approve')} {error}")
    try:
        GateSettings.model_validate(settings.gate)
    except ValidationError as error:
        problems += describe(error, document, path, ("gate",))
    with own_plugins():
        problems += _section_problems(settings, document, path, useless=useless)
    if problems:
        raise ConfigWrong(tuple(problems))
    return settings


def _section_problems(
    settings: Settings, document: Written, path: Path, *, useless: bool
) -> Iterator[str]:
    """Problems of each plug-in and its own section."""
    for place, family, name, section in sections(settings):
        at = f"{path}:{document.line_of(place)}: {'.'.join(place)}:"
        try:
            plugins.load(family, name).Settings.model_validate(section)
        except plugins.PlugInUnknown as error:
            yield f"{at} {error}"
        except plugins.PlugInBroken as error:
            # The house does without it, and says so; without these two there is no house.
            if useless or place[0] in ("llm", "eyes"):
                yield f"{at} {error}"
        except ValidationError as error:
            yield from describe(error, document, path, place)


def _home_problems(settings: Settings, at: Callable[..., str]) -> Iterator[str]:
    """Problems of sections that do not fit the chosen home."""
    if settings.home.kind == "dollhouse":
        # Only here: a real home loads no doll's house.
        from companion.dollhouse.scenario import ScenarioWrong, load_scenario

        try:
            load_scenario(settings.home.scenario)
        except ScenarioWrong as error:
            yield f"{at('home', 'scenario')} {error}"
        return
    for name, camera in settings.cameras.items():
        if camera.driver == "simulated":
            yield (
                f"{at('cameras', name, 'driver')} a simulated camera shows the doll's house, and "
                "home.kind is mqtt; take usb or video_file, or leave the camera out"
            )


@contextmanager
def own_plugins() -> Iterator[None]:
    """The owner's own plug-ins are found too, as they are when the house is built."""
    folder = plugins.own_folder()
    with plugins.add_folder(folder) if folder is not None else nullcontext():
        yield


def sections(
    settings: Settings,
) -> tuple[tuple[tuple[str, ...], str, str, dict[str, Any]], ...]:
    """Place in the file, family, plug-in and section of every line that builds something."""
    engines = {name: getattr(settings, name) for name in ENGINES}
    body = {name: getattr(settings, name) for name in BODY}
    of = plugins.FAMILIES
    return (
        *(
            ((name, "settings"), of[name], one.engine, one.settings)
            for name, one in engines.items()
            if (name, one.engine) != ("ranker", NO_RANKER)
        ),
        *(
            (("links", "satellites", name, "wake"), of["wake"], settings.wake.engine, merged)
            for name, one in settings.links.satellites.items()
            if one.wake and (merged := {**settings.wake.settings, **one.wake})
        ),
        *(((name,), of[name], one.driver, one.own()) for name, one in body.items()),
        *((("cameras", n), of["camera"], c.driver, c.own()) for n, c in settings.cameras.items()),
        *(
            (("capabilities", n), "capabilities", n, s or {})
            for n, s in settings.capabilities.items()
        ),
        *((("policies", n), "policies", n, s or {}) for n, s in settings.policies.items()),
    )
