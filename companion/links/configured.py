"""Configured home: turns the owner's settings into broker address, rooms and names."""

import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.links.home_assistant.hub import Exposure, HubAddress, TokenMissing
from companion.links.mqtt import BrokerAddress
from companion.links.owner import OwnersWords
from companion.service.settings import ConfigWrong, Home, Settings, kept_file
from companion.words.language import Bilingual
from companion.words.place import Place


def configured_address(settings: Settings) -> BrokerAddress | None:
    """The configured broker, or None for one of our own. Raises `ConfigWrong`."""
    mqtt = settings.mqtt
    if not mqtt.host:
        return None
    password = ""
    if mqtt.password_file is not None:
        try:
            password = kept_file(mqtt.password_file).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise ConfigWrong((f"mqtt.password_file: cannot be read: {error}",)) from error
    return BrokerAddress(
        host=mqtt.host, port=mqtt.port, username=mqtt.username, password=password, tls=mqtt.tls
    )


@dataclass(frozen=True, slots=True)
class ConfiguredHub:
    """Home Assistant as the owner configured it."""

    address: HubAddress
    token_file: Path
    exposure: Exposure
    package: Path | None = None
    """Folder of the environment with the package; None: our own engine."""

    def token(self) -> str:
        """The token as it stands in its file now. Raises `TokenMissing`."""
        return read_token(kept_file(self.token_file))


def configured_hub(settings: Settings) -> ConfiguredHub | None:
    """The configured Home Assistant, or None."""
    hub = settings.links.home_assistant
    if not hub.url:
        return None
    return ConfiguredHub(
        HubAddress(url=hub.url, ca_file=str(hub.ca_file or "")),
        hub.token_file or settings.state_dir / TOKEN_FILE,
        Exposure(
            all_entities=hub.all_entities,
            # Whom the owner named is seen; nobody else's whereabouts are.
            include=(*hub.include, *(p.tracker for p in settings.people.values() if p.tracker)),
            exclude=hub.exclude,
        ),
        settings.state_dir / PACKAGE_FOLDER if hub.engine == "homeassistant_api" else None,
    )


PACKAGE_FOLDER = "homeassistant_api"
"""In the state folder: the environment of the package of that name (ADR 0021)."""
TOKEN_FILE = "home_assistant.token"
"""In the state folder, where set-up puts it."""


def read_token(path: Path) -> str:
    """One token from a file that is its owner's alone. Raises `TokenMissing`."""
    try:
        token = path.read_text(encoding="utf-8").strip()
        mode = path.stat().st_mode
    except (OSError, UnicodeDecodeError) as error:
        raise TokenMissing(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    if stat.S_IMODE(mode) & 0o077:
        raise TokenMissing(f"{path} can be read by others: chmod 600 {path}")
    if not token:
        raise TokenMissing(f"{path} is empty")
    return token


class HomePlan(Protocol):
    """The plan of a simulated home; the owner's own words stand over it."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Rooms."""

    @property
    def device_names(self) -> Mapping[str, Bilingual]:
        """By device id."""

    @property
    def by_itself(self) -> tuple[str, ...]:
        """Device id patterns that may be switched without asking."""


@dataclass(frozen=True, slots=True)
class OwnHome:
    """Rooms, names and leave as the owner has them."""

    places: tuple[Place, ...]
    device_names: Mapping[str, Bilingual]
    by_itself: Sequence[str]
    areas: Mapping[str, str]
    """Device id -> room."""
    guarded: Sequence[str]
    """Covers that let people in: tier 3."""

    def words(self) -> OwnersWords:
        """As a house takes them."""
        return OwnersWords(
            places=self.places,
            names=self.device_names,
            areas=self.areas,
            by_itself=self.by_itself,
            guarded=self.guarded,
        )


def configured_home(home: Home, plan: HomePlan | None) -> OwnHome:
    """The owner's home, or the simulated plan with the owner's words over it."""
    names = {device: words.bilingual() for device, words in home.device_names.items()}
    places, by_itself = tuple(p.place() for p in home.places), home.by_itself
    if plan is not None:
        places, names = plan.places, {**plan.device_names, **names}
        by_itself = by_itself or plan.by_itself
    return OwnHome(places, names, by_itself, home.areas, home.guarded)
