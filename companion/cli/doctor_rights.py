"""`companion doctor` checks whether the service may open every device that its drivers need.

Compared with the unit of the tree that is looked at; where nothing is installed, with what this
user may do. A staged tree (`--root`) is compared with its unit alone: its devices are elsewhere.
"""

import grp
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.cli.extras import SCRIPTS, fitting
from companion.cli.unit import Wanted, closed, read_unit, secrets, wanted
from companion.service import plugins
from companion.service.settings import Settings
from companion.words.finding import Finding
from companion.words.health import HealthStatus
from companion.words.language import Bilingual
from companion.words.needs import Needs

NODES: Mapping[str, str] = {
    "char-alsa": "snd/*",
    "char-dma_heap": "dma_heap/*",
    "char-drm": "dri/*",
    "char-host1x*": "host1x*",
    "char-nv*": "nv*",
    "char-video4linux": "video*",
}
"""Where the nodes of a class lie under /dev; by its own name where nothing stands here."""
KINDS: Mapping[str, Bilingual] = {
    "char-alsa": Bilingual("サウンドカード（マイクやスピーカー）", "sound card"),
    "char-video4linux": Bilingual("カメラ", "camera"),
    "char-gpiochip": Bilingual("GPIO（ピン）", "GPIO chip"),
    "char-ttyUSB": Bilingual("USBシリアル機器", "USB serial device"),
    "char-ttyACM": Bilingual("USBシリアル機器", "USB serial device"),
}
"""Plain names of the devices of a class."""
_DEVICE = Bilingual("機器", "such device")
_FIX = Bilingual(
    "`sudo companion doctor --fix`、そのあと `sudo systemctl restart companion`",
    "`sudo companion doctor --fix`, then `sudo systemctl restart companion`",
)


@dataclass(frozen=True, slots=True)
class Tree:
    """Where it is looked at."""

    root: Path = Path("/")
    unit: Mapping[str, Sequence[str]] | None = None
    """The service's; None: no service, this user's own rights."""

    @property
    def staged(self) -> bool:
        """It is not this machine."""
        return self.root != Path("/")


def tree_at(root: Path | None, config: Path) -> Tree:
    """The tree named, or this machine: as a service where this is the service's configuration."""
    if root is not None:
        return Tree(root, read_unit(root))
    installed = config.resolve().is_relative_to("/etc/companion")
    return Tree(Path("/"), read_unit(Path("/")) if installed else None)


def rights(settings: Settings, tree: Tree) -> Iterator[tuple[str, Finding]]:
    """One line for each configured driver, and one for secrets that the service is not handed."""
    if tree.unit is not None:
        handed = {line.partition(":")[0] for line in tree.unit.get("LoadCredential", ())}
        names = [p.name for p in secrets(settings, tree.root) if p.name not in handed]
        if names:
            told = ", ".join(names)
            what = Bilingual(
                f"サービスに渡されていません: {told}", f"the service is not handed: {told}"
            )
            yield "secret files", Finding(HealthStatus.DOWN, what, _FIX)
    for one in wanted(settings):
        if one.untold:
            yield f"{one.part} ({one.driver})", _untold(one.untold)
        elif one.needs != Needs():
            yield f"{one.part} ({one.driver})", _judged(one, tree)
        else:
            yield f"{one.part} ({one.driver})", Finding(HealthStatus.OK, _told(one.needs))


def every_driver(settings: Settings, tree: Tree) -> Iterator[tuple[str, Finding]]:
    """One line for each driver there is: what it needs, and whether the unit opens it now."""
    configured = {(w.part.partition(".")[0].rstrip("s"), w.driver) for w in wanted(settings)}
    for family in plugins.DRIVERS:
        for name in plugins.discover(plugins.FAMILIES[family]):
            if (family, name) not in configured:
                yield f"driver {family} {name}", _listed(plugins.FAMILIES[family], name, tree)


def _untold(why: str) -> Finding:
    return Finding(
        HealthStatus.DEGRADED,
        Bilingual(f"必要な権利が分かりません（{why}）", f"nobody knows what it needs ({why})"),
        Bilingual(
            "ドライバーに `needs(settings)` を書くか、"
            "`systemctl edit companion` で権利を与えてください",
            "Write `needs(settings)` into the driver, or open what it needs by "
            "`systemctl edit companion`",
        ),
    )


def _listed(family: str, name: str, tree: Tree) -> Finding:
    try:
        needs = plugins.needs(family, name, plugins.example(family, name))
    except (plugins.PlugInNeeds, plugins.PlugInBroken) as error:
        return _untold(str(error))
    told = _told(needs)
    shut = closed(needs, tree.unit, tree.root) if tree.unit is not None else ()
    if not shut:
        return Finding(HealthStatus.OK, Bilingual(f"未設定。{told.ja}", f"not used; {told.en}"))
    return Finding(
        HealthStatus.OK,
        Bilingual(
            f"未設定。{told.ja}。設定後、`companion doctor --fix` が開けます: {', '.join(shut)}",
            f"not used; {told.en}; once configured `companion doctor --fix` opens "
            f"{', '.join(shut)}",
        ),
    )


def _told(needs: Needs) -> Bilingual:
    other = [*needs.python, *(" / ".join(any_of) for any_of in needs.programs), *needs.sockets]
    ja = ", ".join((*needs.devices, *(f"グループ {group}" for group in needs.groups), *other))
    en = ", ".join((*needs.devices, *(f"group {group}" for group in needs.groups), *other))
    if not en:
        return Bilingual("権利は要りません", "needs no rights")
    return Bilingual(f"必要: {ja}", f"needs {en}")


def _judged(one: Wanted, tree: Tree) -> Finding:
    """The first thing that is missing, with its remedy; in the order in which it is mended."""
    for look in _LOOKS:
        found = look(one.needs, tree)
        if found is not None:
            return found
    told = _told(one.needs)
    if one.needs.by_hand is not None:
        return Finding(HealthStatus.DEGRADED, told, one.needs.by_hand)
    who = Bilingual("サービスに許されています", "the service may")
    if tree.unit is None:
        who = Bilingual("使えます", "this user may")
    return Finding(HealthStatus.OK, Bilingual(f"{who.ja}。{told.ja}", f"{who.en}; {told.en}"))


def _unit_lacks(needs: Needs, tree: Tree) -> Finding | None:
    if tree.unit is None:
        return None
    shut = ", ".join(closed(needs, tree.unit, tree.root))
    if not shut:
        return None
    return Finding(
        HealthStatus.DOWN,
        Bilingual(f"サービスに権利がありません: {shut}", f"the service has no right: {shut}"),
        _FIX,
    )


def _package_lacks(needs: Needs, tree: Tree) -> Finding | None:
    missing = [name for name in needs.python if not _has_module(name, tree)]
    if not missing:
        return None
    extra = fitting(needs)
    command = f"`{_scripts(tree)}/packages.sh requirements-{extra}.lock`"
    which = Bilingual(f"（extra {extra}）", f" (extra {extra})") if extra else Bilingual("", "")
    return Finding(
        HealthStatus.DOWN,
        Bilingual(
            f"Python の {missing[0]} がありません{which.ja}",
            f"Python has no {missing[0]}{which.en}",
        ),
        Bilingual(command, command)
        if extra
        else Bilingual(
            "ドライバーの説明にあるパッケージを、companion の環境に入れてください",
            "install the package that the driver's own page names into the companion's environment",
        ),
    )


def _scripts(tree: Tree) -> str:
    """The command's folder as the owner types it: of the installed tree, else of this one."""
    if tree.unit is not None:
        return "sudo /opt/companion/scripts"
    return str(SCRIPTS)


def _has_module(name: str, tree: Tree) -> bool:
    """Asked of the folders of the tree's own environment: nothing of it is run."""
    own = tree.root / "opt/companion/.venv"
    folder = own.resolve() if own.exists() else Path(sys.prefix)
    sites = folder.glob("lib/python3*/site-packages")
    return any((s / name).is_dir() or (s / f"{name}.py").is_file() for s in sites)


def _program_lacks(needs: Needs, tree: Tree) -> Finding | None:
    path = os.pathsep.join(str(tree.root / part) for part in ("usr/local/bin", "usr/bin", "bin"))
    where = path if tree.staged else None
    for any_of in needs.programs:
        # A staged tree has no programs of its own; its packages come with its system.
        if tree.staged and not (tree.root / "usr/bin").is_dir():
            continue
        if not any(shutil.which(program, path=where) for program in any_of):
            packages = " ".join(needs.apt)
            return Finding(
                HealthStatus.DOWN,
                Bilingual(f"{any_of[0]} がありません", f"there is no {any_of[0]}"),
                Bilingual(f"`sudo apt install {packages}`", f"`sudo apt install {packages}`"),
            )
    return None


def _device_lacks(needs: Needs, tree: Tree) -> Finding | None:
    """Of this machine only: no node of any class it needs, or none that may be opened."""
    if tree.staged or not needs.devices:
        return None
    nodes = [node for device in needs.devices for node in _nodes(device)]
    if not nodes:
        names = ", ".join(f"/dev/{_glob(device)}" for device in needs.devices)
        kind = KINDS.get(needs.devices[0], _DEVICE)
        return Finding(
            HealthStatus.DOWN,
            Bilingual(
                f"{kind.ja}が見つかりません（{names} がありません）",
                f"no {kind.en} is found: there is no {names}",
            ),
            Bilingual(
                "この機械につなぎ、もう一度 `companion doctor` で確かめてください",
                "connect it to this machine, then run `companion doctor` again",
            ),
        )
    shut = [node for node in nodes if not _opens(node, tree)]
    if len(shut) < len(nodes):
        return None
    group = _group_of(shut[0])
    return Finding(
        HealthStatus.DOWN,
        Bilingual(f"{shut[0]} を開けません（グループ {group}）", f"{shut[0]} is shut ({group})"),
        _FIX
        if tree.unit is not None
        else Bilingual(
            f"`sudo usermod -aG {group} $USER`、そのあとログインし直してください",
            f"`sudo usermod -aG {group} $USER`, then log in again",
        ),
    )


def _glob(device: str) -> str:
    return NODES.get(device, device.removeprefix("char-") + "*")


def _nodes(device: str) -> list[Path]:
    return [node for node in sorted(Path("/dev").glob(_glob(device))) if node.is_char_device()]


def _opens(node: Path, tree: Tree) -> bool:
    """By mode and group for the service, as its own user cannot be asked from here."""
    if tree.unit is None:
        return os.access(node, os.R_OK | os.W_OK)
    mode = node.stat().st_mode
    named = [g for value in tree.unit.get("SupplementaryGroups", ()) for g in value.split()]
    return mode & 0o006 == 0o006 or (mode & 0o060 == 0o060 and _group_of(node) in named)


def _group_of(node: Path) -> str:
    number = node.stat().st_gid
    try:
        return grp.getgrgid(number).gr_name
    except KeyError:
        return str(number)


_LOOKS: tuple[Callable[[Needs, Tree], Finding | None], ...] = (
    _unit_lacks,
    _package_lacks,
    _program_lacks,
    _device_lacks,
)
