"""A device of our own: a root folder booted with its own systemd by systemd-nspawn.

Two kinds of roots: a Debian 12 made by `tests/testbed/device/debian_root.sh`, and this very
machine's own under an overlay in memory, which takes seconds and leaves nothing behind.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

HIDDEN = ("/home/", "/root/", "/run/user/")
"""What `ProtectHome=yes` of the unit hides: a Python that lives there cannot be the service's."""
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
}
UP = ("running", "degraded")


class NoDevice(RuntimeError):
    """No device can be booted here; the text says why."""


def why_not() -> str:
    """Why this machine's own root cannot be booted; "" where it can, as far as can be told."""
    if os.geteuid() != 0:
        return "only root boots one"
    for program in ("systemd-nspawn", "nsenter", "mount"):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    if not Path("/usr/lib/systemd/systemd").exists():
        return "systemd is not installed"
    if service_python() is None:
        return "this Python lives in a home folder, which the unit hides"
    return ""


def service_python() -> Path | None:
    """A Python like this one that the service may see: this, else the system's of the same
    version."""
    name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for found in (Path(sys.base_prefix) / "bin" / name, Path("/usr/bin") / name):
        if found.exists() and not str(found.resolve()).startswith(HIDDEN):
            return found
    return None


def lend_environment(machine: "Machine", inside: str) -> None:
    """Make a virtual environment there whose packages are this one's, bound when it boots."""
    python = service_python()
    assert python is not None
    folder = machine.path(inside)
    (folder / "bin").mkdir(parents=True)
    (folder / "bin/python").symlink_to(python)
    (folder / "pyvenv.cfg").write_text(f"home = {python.parent}\n")
    packages = f"lib/{python.name}/site-packages"
    (folder / packages).mkdir(parents=True)
    machine.binds.append(f"{Path(sys.prefix).resolve() / packages}:{inside}/{packages}")


@contextmanager
def own_root(folder: Path) -> Iterator[Path]:
    """This machine's root under an overlay in memory. Raises `NoDevice`."""
    layers, root = folder / "layers", folder / "layers" / "root"
    layers.mkdir()
    _outside("mount", "-t", "tmpfs", "none", str(layers))
    try:
        for name in ("upper", "work", "root"):
            (layers / name).mkdir()
        options = f"lowerdir=/,upperdir={layers / 'upper'},workdir={layers / 'work'}"
        _outside("mount", "-t", "overlay", "overlay", "-o", options, str(root))
        try:
            _plain(root)
            yield root
        finally:
            _outside("umount", "-l", str(root))
    finally:
        _outside("umount", "-l", str(layers))


def _plain(root: Path) -> None:
    """A machine of its own, where only what Debian itself starts is started."""
    (root / "etc/machine-id").unlink(missing_ok=True)
    system = root / "etc/systemd/system"
    for wants in system.glob("*.wants"):
        shutil.rmtree(wants)
    for old in (system / "companion.service", root / "etc/companion", root / "opt/companion"):
        assert not old.exists(), f"a companion is installed on this machine: {old}"


def _outside(*command: str) -> None:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise NoDevice(f"{command[0]}: {ended.stderr.strip()}")


class Machine:
    """One root folder, off or booted. `slow`: times everything may take longer (emulation)."""

    def __init__(self, root: Path, *, network: bool = False, slow: float = 1.0) -> None:
        self.root, self.network, self.slow = root, network, slow
        self.binds: list[str] = []
        """Folders of this machine that are seen there, to be read only: OUTSIDE[:INSIDE]."""
        self._outer: subprocess.Popen[bytes] | None = None
        self._init = 0

    def boot(self) -> float:
        """Boot it; gives the seconds until systemd says that it is up. Raises `NoDevice`."""
        began = time.monotonic()
        options = ["--register=no", "--keep-unit"]
        options += [f"--bind-ro={path}" for path in self.binds]
        # Without a network it has a loopback of its own: no port is taken from anybody.
        options += ["--resolv-conf=copy-host"] if self.network else ["--private-network"]
        with (self.root.parent / "boot.log").open("wb") as log:
            self._outer = subprocess.Popen(
                ["systemd-nspawn", "-D", str(self.root), *options, "-b"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            self.until(self._is_up, 90, "systemd is up")
        except AssertionError as error:
            self.kill()
            told = (self.root.parent / "boot.log").read_text(errors="replace")[-800:]
            raise NoDevice(f"systemd-nspawn: {told}") from error
        return time.monotonic() - began

    def _is_up(self) -> bool:
        assert self._outer is not None
        if self._outer.poll() is not None:
            raise AssertionError(f"it ended with {self._outer.returncode}")
        children = Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children")
        if not (found := children.read_text().split()):
            return False
        self._init = int(found[0])
        with suppress(subprocess.TimeoutExpired):
            return self.run("systemctl", "is-system-running", check=False).strip() in UP
        return False

    def run(self, *command: str, check: bool = True, timeout_s: float = 60) -> str:
        """Run a command inside and give what it printed. Raises `AssertionError` with its words
        where it fails (`check`)."""
        words = [f"{key}={value}" for key, value in ENVIRONMENT.items()]
        ended = subprocess.run(
            ["nsenter", "-t", str(self._init), "-a", "env", "-i", *words, *command],
            capture_output=True,
            text=True,
            check=False,
            timeout=timeout_s * self.slow,
        )
        if check and ended.returncode:
            said = f"{ended.stdout[-3000:]}\n{ended.stderr[-3000:]}"
            raise AssertionError(f"{' '.join(command)}: {ended.returncode}\n{said}")
        return ended.stdout

    def until(self, is_so: Callable[[], object], within_s: float, what: str) -> float:
        """Wait for a condition; gives the seconds it took. Raises `AssertionError`."""
        began = time.monotonic()
        while time.monotonic() - began < within_s * self.slow:
            if is_so():
                return time.monotonic() - began
            time.sleep(0.2)
        raise AssertionError(f"not within {within_s * self.slow:.0f} s: {what}")

    def off(self) -> None:
        """Shut it down as its owner would; kill it where it does not go."""
        if self._outer is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self.run("systemctl", "poweroff", check=False)
            self._outer.wait(40 * self.slow)
        self.kill()

    def kill(self) -> None:
        """The plug is pulled: every process inside ends with its init."""
        outer, self._outer = self._outer, None
        if outer is None:
            return
        if outer.poll() is None and self._init:
            with suppress(ProcessLookupError):
                os.kill(self._init, 9)
        with suppress(subprocess.TimeoutExpired):
            outer.wait(10)
        if outer.poll() is None:
            outer.kill()
            outer.wait()
        self._init = 0

    def show(self, *properties: str) -> dict[str, str]:
        """What systemd says of the service."""
        asked = [f"--property={name}" for name in properties]
        told = self.run("systemctl", "show", "companion", *asked)
        found: dict[str, str] = {}
        for line in told.splitlines():
            key, _, value = line.partition("=")
            found[key] = f"{found[key]}, {value}" if key in found else value
        return found

    def path(self, absolute: str) -> Path:
        """A path inside, as seen from here."""
        return self.root / absolute.lstrip("/")
