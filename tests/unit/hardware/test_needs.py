"""Every driver says what it needs, and the installed service may open it (issue: the last rung of
an alarm could not work as installed). Drivers are found, none is listed here."""

import ast
import importlib.metadata
import re
import sys
from pathlib import Path

import pytest

from companion.cli.unit import closed, drop_in, read_unit
from companion.service import plugins
from companion.service.settings import parse_settings
from companion.words.needs import Needs
from tests import yaml_document
from tests.law.measures import ROOT

DRIVERS = [(f, name) for f in plugins.DRIVERS for name in plugins.discover(plugins.FAMILIES[f])]
every = pytest.mark.parametrize(("family", "name"), DRIVERS)
BOARDS = {"audio": 29, "dialout": 20, "gpio": 997, "render": 106, "video": 44}
"""Groups as Raspberry Pi OS has them."""


def needs_of(family: str, name: str) -> Needs:
    package = plugins.FAMILIES[family]
    return plugins.needs(package, name, plugins.example(package, name))


def installed(root: Path) -> Path:
    """A tree with the unit and a board's groups."""
    units = root / "etc/systemd/system"
    units.mkdir(parents=True)
    unit = (ROOT / "systemd" / "companion.service").read_text(encoding="utf-8")
    (units / "companion.service").write_text(unit, encoding="utf-8")
    lines = [f"{name}:x:{number}:" for name, number in BOARDS.items()]
    (root / "etc/group").write_text("\n".join(lines), encoding="utf-8")
    return root


def configured(root: Path, family: str, name: str) -> str:
    """A configuration with this one driver."""
    own = dict(plugins.example(plugins.FAMILIES[family], name))
    section = {"driver": name, **own}
    document = {"cameras": {"hall": section}} if family == "camera" else {family: section}
    text = yaml_document.written(document)
    parse_settings(text, root / "etc/companion/config.yaml")
    return text


@every
def test_with_the_drop_in_the_service_may_open_all_that_it_needs(
    family: str, name: str, tmp_path: Path
) -> None:
    root, needs = installed(tmp_path), needs_of(family, name)
    text = configured(root, family, name)
    settings = parse_settings(text, root / "etc/companion/config.yaml")
    folder = root / "etc/systemd/system/companion.service.d"
    folder.mkdir()
    (folder / "30-drivers.conf").write_text(drop_in(settings, root), encoding="utf-8")
    assert closed(needs, read_unit(root), root) == ()
    loaded = read_unit(root).get("After", [])
    for module in needs.kernel_modules:
        assert f"modprobe@{module}.service" in loaded


@every
def test_what_it_imports_and_runs_is_declared_and_is_brought(family: str, name: str) -> None:
    """Packages are in an extra and in the lock; programs come with a named Debian package."""
    needs = needs_of(family, name)
    assert bool(needs.python) == bool(needs.extras)
    for extra in needs.extras:
        assert set(needs.python) <= modules_of(extra)
    assert not needs.programs or needs.apt
    assert undeclared(family, name) <= set(needs.python)


def modules_of(extra: str) -> set[str]:
    """Modules that the packages of an extra's lock bring."""
    lock = (ROOT / f"requirements-{extra}.lock").read_text(encoding="utf-8")
    locked = set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))
    brought = importlib.metadata.packages_distributions()
    return {module for module, packages in brought.items() if locked & set(packages)}


@every
def test_device_nodes_it_names_are_declared(family: str, name: str) -> None:
    """A path under /dev in its code, and no class of devices declared: that cannot be right."""
    text = Path(str(plugins.load(plugins.FAMILIES[family], name).__file__)).read_text("utf-8")
    if '"/dev/' in text or 'Path("/dev' in text:
        assert needs_of(family, name).devices


def test_a_driver_that_declares_nothing_fails(tmp_path: Path) -> None:
    folder = tmp_path / "hardware" / "buzzer"
    folder.mkdir(parents=True)
    (folder / "forgetful.py").write_text(
        "from pydantic import BaseModel\nclass Settings(BaseModel):\n    pass\n"
        "def build(settings):\n    raise AssertionError\n"
    )
    with plugins.add_folder(tmp_path), pytest.raises(plugins.PlugInNeeds, match="needs"):
        needs_of("buzzer", "forgetful")


def test_a_serial_line_is_allowed_by_its_kind(tmp_path: Path) -> None:
    """The kernel's own name of the line decides; a name that tells nothing may be any of them."""
    package = plugins.FAMILIES["drive"]

    def of(port: str) -> Needs:
        return plugins.needs(package, "serial_line", {"port": port, "rooms": ["hall"]})

    assert of("/dev/ttyUSB1").devices == ("char-ttyUSB",)
    assert of("/dev/ttyUSB1").kernel_modules == ("usbserial",)
    assert of("/dev/ttyAMA0").devices == ("char-ttyAMA",)
    by_id = of("/dev/serial/by-id/usb-Base").devices
    assert {"char-ttyACM", "char-ttyUSB", "char-ttyS"} <= set(by_id)


def undeclared(family: str, name: str) -> set[str]:
    """Modules a driver imports, by statement or by name, that no dependency of ours brings."""
    file = Path(str(plugins.load(plugins.FAMILIES[family], name).__file__))
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "import_module":
            found |= {str(a.value) for a in node.args if isinstance(a, ast.Constant)}
    ours = {"companion", "hardware", "pydantic", "cv2", "numpy"}
    return found - set(sys.stdlib_module_names) - ours
