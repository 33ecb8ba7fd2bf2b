"""The life of an installed companion on a device: one story, told by what was observed.

Installed, ready, an evening seen and acted on, killed, hung, upgraded over a configuration its
owner changed, rebooted with an alarm pending that rings, broken and mended, uninstalled, purged.
"""

import json
import shlex
import stat
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import yaml_document
from tests.device.machine import Machine

ROOT = Path(__file__).parents[2]
CONFIG = "/etc/companion/config.yaml"
STATE = "/var/lib/companion"
TREE = "/usr/src/companion"
"""Where the owner unpacked it, on the device."""
PASSWORD = "hunter2:/@pass"
PLAYER = """#!/bin/sh
# Stands in for aplay: this device has no sound card. What is played is kept.
cat > /dev/null
date +%s >> /var/lib/companion/heard
"""
UNSEEN = (
    "a real GPIO line, camera, serial base or sound card: none of them is in this machine; their "
    "rights are compared with the unit, the speaker's program is a stand-in that the service runs"
)
PAGE = "http://127.0.0.1:8440"
ASK = """
import sys, urllib.error, urllib.request
asked = urllib.request.Request(sys.argv[1])
if len(sys.argv) > 2:
    asked.add_header("X-Companion-Token", open(sys.argv[2]).read().strip())
try:
    answer = urllib.request.urlopen(asked, timeout=10)
except urllib.error.HTTPError as error:
    if len(sys.argv) > 2:
        raise
    answer = error  # the recovery page is a page, and says that the house is not there
print(answer.read().decode())
"""


@dataclass
class Told:
    """What was observed, step by step."""

    steps: dict[str, Any] = field(default_factory=dict)

    def tell(self, step: str, **facts: Any) -> None:
        """One step is over."""
        self.steps[step] = facts
        print(f"[device] {step}: {json.dumps(facts, ensure_ascii=False)}", flush=True)


class Device:
    """A machine with the companion on it, and what its owner does there."""

    def __init__(self, machine: Machine, install: Sequence[str], *, engine: str) -> None:
        """`install`: the installer's further words. `engine`: of the language model."""
        self.machine, self.install_words, self.engine = machine, install, engine
        self.told = Told()

    # What its owner does.

    def install(self, *words: str, timeout_s: float = 1800) -> str:
        """Run the installer as the README says."""
        command = shlex.join(["./install.sh", "--service", *self.install_words, *words])
        line = f"cd {TREE} && {self._environment()} {command} 2>&1"
        return self.machine.run("bash", "-c", line, timeout_s=timeout_s)

    def _environment(self) -> str:
        model = self.machine.path("/models/small.gguf")
        return "MODEL=/models/small.gguf" if model.exists() else ""

    def companion(self, *words: str, check: bool = True) -> str:
        """The command line on the device."""
        return self.machine.run("companion", *words, check=check)

    def configure(self, change: Callable[[dict[str, Any]], None]) -> None:
        """Change the configuration with an editor: mode and owner stay."""
        path = self.machine.path(CONFIG)
        document = yaml_document.plain(path.read_text(encoding="utf-8"))
        change(document)
        path.write_text(yaml_document.written(document), encoding="utf-8")

    def restart(self) -> float:
        """Start it anew; gives the seconds to READY."""
        began = time.monotonic()
        self.machine.run("systemctl", "restart", "companion", timeout_s=150)
        return round(time.monotonic() - began, 1)

    # What is observed.

    def asked(self, path: str) -> Any:
        """One question to the page's API, as the command line asks it."""
        words = ("python3", "-c", ASK, f"{PAGE}{path}", f"{STATE}/web/token")
        return json.loads(self.machine.run(*words))

    def log(self) -> list[Mapping[str, Any]]:
        """The newest lines of the record."""
        rows: list[Mapping[str, Any]] = self.asked("/api/log?limit=200")["events"]
        return rows

    def health(self) -> Mapping[str, str]:
        """Status by part."""
        return {row["part"]: row["status"] for row in self.asked("/api/health")["parts"]}

    def serves(self) -> bool:
        """Whether it is up and answers."""
        try:
            return bool(self.health())
        except AssertionError:
            return False

    def restarts(self) -> int:
        """How often systemd started it anew."""
        return int(self.machine.show("NRestarts")["NRestarts"])

    def page(self) -> str:
        """The page as a browser on the device gets it; "" while nothing answers."""
        return self.machine.run("python3", "-c", ASK, f"{PAGE}/", check=False)

    def mode(self, absolute: str) -> str:
        """Mode and owner of a file: `640 root:companion`."""
        return self.machine.run("stat", "-c", "%a %U:%G", absolute).strip()

    def sound(self) -> bool:
        """Whether the record is whole."""
        return "sound" in self.companion("verify", check=False)


def play(device: Device) -> Mapping[str, Any]:
    """The whole story; gives what was observed, or raises where it was not so."""
    for chapter in (_installed, _evening, _killed, _hung, _upgraded, _rebooted, _broken, _gone):
        began = time.monotonic()
        chapter(device)
        took_s = round(time.monotonic() - began, 1)
        device.told.steps[chapter.__name__.strip("_")]["took_s"] = took_s
    return device.told.steps


def _installed(device: Device) -> None:
    device.install("--no-start")
    if (
        device.machine.network
    ):  # all is fetched: from here on a home without one, and ports of its own
        device.machine.off()
        device.machine.network = False
        device.machine.boot()
    scenario = ROOT / "tests/story/scenarios/one_arrival.yaml"
    device.machine.path("/etc/companion/one_arrival.yaml").write_bytes(scenario.read_bytes())

    def change(config: dict[str, Any]) -> None:
        config["home"] |= {"scenario": "/etc/companion/one_arrival.yaml", "speed": 10}
        config["llm"] |= {"engine": device.engine}

    device.configure(change)
    modes = {path: device.mode(path) for path in (CONFIG, "/etc/companion/secrets", STATE)}
    assert modes == {
        CONFIG: "640 root:companion",
        "/etc/companion/secrets": "700 root:root",
        STATE: "700 companion:companion",
    }, modes
    ready_s = device.restart()
    assert device.machine.show("ActiveState")["ActiveState"] == "active"
    device.told.tell("installed", ready_s=ready_s, modes=modes)


def _evening(device: Device) -> None:
    """Something was seen, acted on, observed and told."""
    wanted = {"observation", "action_result", "autonomy_message"}

    def is_whole() -> bool:
        return wanted <= {row["source"] for row in device.log()}

    took_s = device.machine.until(is_whole, 600, f"{wanted} in the record")
    message = next(r["assistant_text"] for r in device.log() if r["source"] == "autonomy_message")
    assert message
    device.told.tell("evening", first_loop_s=round(took_s, 1), message=message)


def _killed(device: Device) -> None:
    before, known = device.restarts(), len(device.log())
    device.machine.run("systemctl", "kill", "-s", "KILL", "--kill-who=main", "companion")
    back_s = device.machine.until(
        lambda: device.restarts() > before and device.serves(), 60, "back after SIGKILL"
    )
    assert device.sound()
    assert len(device.log()) >= known
    device.told.tell("killed", back_s=round(back_s, 1), record="sound")


def _hung(device: Device) -> None:
    """SIGSTOP of the main process: only the watchdog can notice."""
    before = device.restarts()
    main = device.machine.show("MainPID", "WatchdogUSec")
    device.machine.run("kill", "-STOP", main["MainPID"])
    back_s = device.machine.until(
        lambda: device.restarts() > before and device.serves(), 120, "back after SIGSTOP"
    )
    assert device.sound()
    device.told.tell("hung", back_s=round(back_s, 1), watchdog=main["WatchdogUSec"])


def _upgraded(device: Device) -> None:
    """Over a configuration with a camera's password in it, closed to all but root as an old README
    said: the service could not read it. Then everything of its owner's is kept, nothing is opened
    to anybody, and the unit allows what the new drivers need."""
    machine = device.machine
    player = machine.path("/usr/local/bin/stand-in-player")
    player.write_text(PLAYER)
    player.chmod(0o755)

    def change(config: dict[str, Any]) -> None:
        config["home"] = {"kind": "mqtt", "places": [{"id": "hall", "name": _both("玄関", "hall")}]}
        config["time_zone"] = "UTC"
        url = "rtsp://127.0.0.1:9/stream"
        camera = {"driver": "rtsp_or_mjpeg", "place": "hall", "url": url, "user": "me"}
        config["cameras"] = {"hall": {**camera, "password": PASSWORD}}
        config["speaker"] = {"driver": "alsa", "program": "/usr/local/bin/stand-in-player"}
        config["buzzer"] = {"driver": "gpio", "pin": 18}
        config["drive"] = {"driver": "serial_line", "port": "/dev/ttyACM0", "rooms": ["hall"]}

    device.configure(change)
    machine.run("chown", "root:root", CONFIG)
    machine.path(CONFIG).chmod(0o600)
    told_before = device.companion("doctor", check=False)
    assert "cameras.hall.password" in told_before, told_before
    assert "cannot read" in told_before, told_before
    assert "DeviceAllow=char-gpiochip" in told_before, told_before
    known = len(device.log())
    device.install()
    config = machine.path(CONFIG).read_text(encoding="utf-8")
    assert PASSWORD not in config
    secret = "/etc/companion/secrets/hall-password"
    assert machine.path(secret).read_text(encoding="utf-8").strip() == PASSWORD
    modes = {path: device.mode(path) for path in (CONFIG, secret)}
    assert modes == {CONFIG: "600 companion:companion", secret: "600 root:root"}, modes
    for path in machine.path("/etc/companion").glob("config.yaml*"):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o007, path
    machine.until(device.serves, 60, "up after the upgrade")
    health = device.health()
    assert "config" not in health, health
    assert "secrets" not in health, health
    assert len(device.log()) >= known, "the record is another"
    allowed = machine.show("DeviceAllow", "SupplementaryGroups")
    assert "char-gpiochip rw" in allowed["DeviceAllow"], allowed
    assert "char-ttyACM rw" in allowed["DeviceAllow"], allowed
    assert "dialout" in allowed["SupplementaryGroups"], allowed
    handed = _seen_by_service(device)
    assert f"hall-password {len(PASSWORD)}" in handed, handed
    rights = [line for line in device.companion("doctor", check=False).splitlines()]
    assert not any("the service has no right" in line for line in rights), rights
    told = [
        line for line in rights if line[2:].startswith(("cameras", "speaker", "buzzer", "drive"))
    ]
    device.told.tell("upgraded", modes=modes, health=dict(health), doctor=told)


def _seen_by_service(device: Device) -> str:
    """The credentials the running service has, by name and length, and its groups."""
    pid = device.machine.show("MainPID")["MainPID"]
    line = (
        f"cat /proc/{pid}/environ | tr '\\0' '\\n' | grep ^CREDENTIALS_DIRECTORY= | cut -d= -f2 | "
        f"while read d; do for f in /proc/{pid}/root$d/*; do "
        "echo \"$(basename $f) $(tr -d '\\n' < $f | wc -c)\"; done; done"
    )
    return device.machine.run("bash", "-c", line)


def _rebooted(device: Device) -> None:
    """An alarm is pending when the device goes down, and rings once it is up again."""
    heard = device.machine.path(f"{STATE}/heard")
    heard.unlink(missing_ok=True)
    due_s = 25 * device.machine.slow
    at = int(time.time() + due_s)
    when = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(at))
    device.companion("alarm", "add", when)
    device.machine.off()
    boot_s = device.machine.boot()
    device.machine.until(device.serves, 90, "up by itself after the reboot")
    assert not heard.exists() or float(heard.read_text().split()[0]) >= at - 1.5, "it rang early"
    device.machine.until(heard.exists, due_s + 30, "the alarm sounds")
    late_s = float(heard.read_text().split()[0]) - at
    device.companion("stop")
    assert device.sound()
    device.told.tell("rebooted", boot_s=round(boot_s, 1), rang_after_due_s=round(late_s, 1))


def _broken(device: Device) -> None:
    """A mistake in the configuration: the last good one is used and told; without one the recovery
    page stands where the page was, and what is mended starts by itself."""
    machine = device.machine
    config = machine.path(CONFIG)
    good = config.read_text(encoding="utf-8")
    config.write_text(f"{good}\nnonsense: 1\n", encoding="utf-8")
    device.restart()
    machine.until(device.serves, 60, "up with the last good configuration")
    machine.until(lambda: device.health().get("config") == "degraded", 10, "the mistake is told")
    machine.path(f"{STATE}/last-good-config.yaml").unlink()
    device.restart()
    status = machine.show("StatusText", "ActiveState")
    assert status["ActiveState"] == "active", status
    assert status["StatusText"].startswith("recovery"), status
    machine.until(lambda: "nonsense" in device.page(), 30, "the recovery page names the key")
    config.write_text(good, encoding="utf-8")
    mended_s = machine.until(device.serves, 60, "starts by itself once it is mended")
    device.told.tell("broken", status=status["StatusText"], mended_s=round(mended_s, 1))


def _gone(device: Device) -> None:
    """Uninstalled, its owner's things stay; purged, nothing does."""
    machine = device.machine
    device.install("--uninstall")
    for kept in (CONFIG, "/etc/companion/secrets/hall-password", STATE):
        assert machine.path(kept).exists(), kept
    gone = ("/opt/companion", "/etc/systemd/system/companion.service", "/usr/local/bin/companion")
    for path in gone:
        assert not machine.path(path).exists(), path
    assert machine.show("LoadState")["LoadState"] == "not-found"
    device.install("--uninstall", "--purge")
    for path in ("/etc/companion", STATE):
        assert not machine.path(path).exists(), path
    assert machine.run("getent", "passwd", "companion", check=False) == ""
    device.told.tell("gone", left="nothing")


def _both(ja: str, en: str) -> dict[str, str]:
    return {"ja": ja, "en": en}
