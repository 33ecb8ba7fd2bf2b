"""Reading the configuration whole: the file and every plug-in's own section."""

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from companion import plugins
from companion.approval.rules import ApprovalRules, PatternWrong
from companion.dollhouse.scenario import ScenarioWrong, load_scenario
from companion.settings import ConfigWrong, Settings, load_persona, load_settings


def check_config(path: Path) -> Settings:
    """Read the configuration and every plug-in's own section. Raises `ConfigWrong`."""
    settings = load_settings(path)
    load_persona(settings)
    problems: list[str] = []
    try:
        ApprovalRules(auto_approve=settings.approval.auto_approve)
    except PatternWrong as error:
        problems.append(f"{path}: approval.auto_approve: {error}")
    if settings.home.kind == "dollhouse":
        try:
            load_scenario(settings.home.scenario)
        except ScenarioWrong as error:
            problems.append(f"{path}: home.scenario: {error}")
    for family, name, section in _sections(settings):
        try:
            plugins.load(family, name).Settings.model_validate(section)
        except plugins.PlugInUnknown as error:
            problems.append(f"{path}: {error}")
        except ValidationError as error:
            problems += [
                f"{path}: {family}.{name}.{'.'.join(str(p) for p in e['loc'])}: {e['msg']}"
                for e in error.errors()
            ]
    if problems:
        raise ConfigWrong(tuple(problems))
    return settings


def _sections(settings: Settings) -> tuple[tuple[str, str, dict[str, Any]], ...]:
    """Family, plug-in and section of every line of the configuration that builds something."""
    return (
        (plugins.FAMILIES["llm"], settings.llm.engine, settings.llm.settings),
        (plugins.FAMILIES["eyes"], settings.eyes.engine, settings.eyes.settings),
        (plugins.FAMILIES["speaker"], settings.speaker.driver, settings.speaker.own()),
        (plugins.FAMILIES["drive"], settings.drive.driver, settings.drive.own()),
        *((plugins.FAMILIES["camera"], c.driver, c.own()) for c in settings.cameras.values()),
        *(("capabilities", n, s or {}) for n, s in settings.capabilities.items()),
        *(("policies", n, s or {}) for n, s in settings.policies.items()),
    )
