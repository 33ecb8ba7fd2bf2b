"""Secrets: finds passwords and tokens that still stand in the configuration.

They work where they stand, and are told by `companion doctor` and the page's health.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from companion.cli.config import own_plugins, sections
from companion.phrases import health
from companion.service import plugins
from companion.service.settings import Settings
from companion.words.finding import Finding

LOGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^/@\s:]*:[^/@\s]+@")
"""A password inside an address."""
ADDRESS_SECRET = re.compile(r"\?")
"""A query after an address, where cameras take passwords and tokens."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """One secret in the configuration; its value is never kept or told."""

    place: tuple[str, ...]
    movable: bool
    """There is a key of the same name and `_file`."""

    def key(self) -> str:
        """As the owner reads it: `cameras.hall.password`."""
        return ".".join(self.place)

    def file_name(self) -> str:
        """Of the file it moves into, and of the credential: `hall-password`."""
        return "-".join(self.place[1:] if len(self.place) > 2 else self.place)


def exposed_secrets(settings: Settings) -> tuple[Exposed, ...]:
    """Every secret that stands in the configuration itself."""
    found: list[Exposed] = []
    with own_plugins():
        for place, family, name, own in sections(settings):
            fields = _fields(family, name)
            for key, value in own.items():
                if isinstance(value, str) and _is_secret(fields.get(key), value):
                    found.append(Exposed((*place, key), f"{key}_file" in fields))
                elif _has_login(value):
                    found.append(Exposed((*place, key), False))
    return tuple(found)


def _fields(family: str, name: str) -> Mapping[str, Any]:
    """The settings of a plug-in; none of one that is broken, which `doctor` tells by itself."""
    try:
        fields: Mapping[str, Any] = plugins.load(family, name).Settings.model_fields
    except plugins.PlugInBroken:
        return {}
    return fields


def _is_secret(field: Any, value: str) -> bool:
    """Whether a field of this kind holds one; of an address only a login or a query."""
    if field is None or field.annotation is not SecretStr or not value:
        return False
    is_address = "://" in value
    return not is_address or bool(LOGIN.match(value) or ADDRESS_SECRET.search(value))


def _has_login(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_login, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_has_login, value))
    return isinstance(value, str) and LOGIN.search(value) is not None


def secrets_finding(config: Path, settings: Settings) -> Finding:
    """Health finding about secrets in the configuration, with the remedy."""
    exposed = exposed_secrets(settings)
    open_to_all = bool(config.stat().st_mode & 0o007)
    movable = all(one.movable for one in exposed)
    return health.secrets_in_config([one.key() for one in exposed], movable, open_to_all)
