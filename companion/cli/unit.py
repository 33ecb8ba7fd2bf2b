"""Unit: reads the installed systemd unit, and writes the drop-in that follows the configuration.

`companion doctor` reads it, `companion doctor --fix` and the installer write it (ADR 0036). A tree
is this machine (`/`) or one that was staged under a folder.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from companion.service import plugins
from companion.service.settings import BODY, ENGINES, Settings
from companion.words.needs import Needs

CONFIG = Path("etc/companion/config.yaml")
SECRETS = Path("etc/companion/secrets")
UNIT = Path("etc/systemd/system/companion.service")
DROP_IN = Path("etc/systemd/system/companion.service.d/30-drivers.conf")
GROUPS = Path("etc/group")
HEAD = """\
# What the configured drivers need, and the secrets they are handed. Written by the installer and by
# `companion doctor --fix`: change the configuration and run that again, never this.
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """One configured driver and what it needs."""

    part: str
    """Place in the configuration: `cameras.hall`, `buzzer`."""
    driver: str
    needs: Needs
    untold: str = ""
    """Why its needs are not known: somebody's own driver that does not declare them."""


def drivers(settings: Settings) -> tuple[tuple[str, str, str, Mapping[str, object]], ...]:
    """Place, family, driver and own settings of every configured driver."""
    cameras = {f"cameras.{name}": ("camera", one) for name, one in settings.cameras.items()}
    body = {part: (part, getattr(settings, part)) for part in BODY}
    return tuple(
        (part, plugins.FAMILIES[family], one.driver, one.own())
        for part, (family, one) in (cameras | body).items()
    )


def wanted(settings: Settings) -> tuple[Wanted, ...]:
    """Needs of every configured driver. Raises `PlugInUnknown`, `PlugInSettingsWrong`."""
    found = []
    for part, family, driver, own in drivers(settings):
        try:
            found.append(Wanted(part, driver, plugins.needs(family, driver, own)))
        except (plugins.PlugInNeeds, plugins.PlugInBroken) as error:
            found.append(Wanted(part, driver, Needs(), str(error)))
    return tuple(found)


def read_unit(root: Path, *, ours: bool = True) -> Mapping[str, Sequence[str]]:
    """Every value of every key of the unit and its drop-ins, in systemd's order; empty where no
    unit is installed. `ours`: with the drop-in that follows the configuration. Raises `OSError`
    where it cannot be read."""
    unit = root / UNIT
    if not unit.exists():
        return {}
    found: dict[str, list[str]] = {}
    for file in (unit, *sorted((unit.parent / f"{unit.name}.d").glob("*.conf"))):
        if file == root / DROP_IN and not ours:
            continue
        for line in file.read_text(encoding="utf-8").splitlines():
            key, sign, value = line.partition("=")
            if not sign or line.startswith(("#", ";")):
                continue
            if value.strip():
                found.setdefault(key.strip(), []).append(value.strip())
            else:
                found.pop(key.strip(), None)  # an empty value takes back what stood before
    return found


def closed(needs: Needs, unit: Mapping[str, Sequence[str]], root: Path) -> tuple[str, ...]:
    """Rights that a driver needs and the unit does not open, as lines of a unit."""
    opened = [value.split()[0] for value in unit.get("DeviceAllow", ())]
    groups = _words(unit.get("SupplementaryGroups", ()))
    bound = _words((*unit.get("BindPaths", ()), *unit.get("BindReadOnlyPaths", ())))
    return (
        *(
            f"DeviceAllow={device}"
            for device in needs.devices
            if not any(fnmatchcase(device, pattern) for pattern in opened)
        ),
        *(
            f"SupplementaryGroups={group}"
            for group in needs.groups
            if group in groups_in(root) and group not in groups
        ),
        *(f"BindPaths={path}" for path in needs.sockets if path not in bound),
    )


def drop_in(settings: Settings, root: Path) -> str:
    """The text of the drop-in for this configuration; only what the unit itself does not open."""
    base = read_unit(root, ours=False)
    lines: dict[str, None] = {}
    modules: dict[str, None] = {}
    for one in wanted(settings):
        modules |= dict.fromkeys(one.needs.kernel_modules)
        for line in closed(one.needs, base, root):
            key, _, value = line.partition("=")
            value = {"DeviceAllow": f"{value} rw", "BindPaths": f"-{value}"}.get(key, value)
            lines[f"{key}={value}"] = None
    for secret in secrets(settings, root):
        line = f"{secret.name}:/{SECRETS / secret.name}"
        if line not in base.get("LoadCredential", ()):
            lines[f"LoadCredential={line}"] = None
    loaded = [f"{key}=modprobe@{m}.service" for m in modules for key in ("Wants", "After")]
    text = HEAD
    if loaded:
        text += "\n".join(("[Unit]", *loaded, ""))
    return text + "\n".join(("[Service]", *lines, ""))


def secrets(settings: Settings, root: Path) -> tuple[Path, ...]:
    """Files of the secrets folder that the configuration names and that are there: a credential
    that is missing would keep the service from starting."""
    folder = root / SECRETS
    return tuple(path for path in sorted(set(secret_files(settings))) if path.parent == folder)


def secret_files(settings: Settings) -> Iterable[Path]:
    """Every file of a secret that the configuration names and that is there."""
    own = [section for _, _, _, section in drivers(settings)]
    own += [getattr(settings, name).settings for name in ENGINES]
    named = [value for section in own for key, value in section.items() if key.endswith("_file")]
    for path in (*named, settings.mqtt.password_file, settings.links.home_assistant.token_file):
        if path and Path(str(path)).is_file():
            yield Path(str(path))


def groups_in(root: Path) -> frozenset[str]:
    """Groups of this tree; of a staged one, which has none, those that Debian always has."""
    try:
        lines = (root / GROUPS).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return frozenset({"audio", "dialout", "video"})
    return frozenset(line.partition(":")[0] for line in lines)


def _words(values: Iterable[str]) -> frozenset[str]:
    return frozenset(word.lstrip("-") for value in values for word in value.split())
