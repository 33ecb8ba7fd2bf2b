"""The long forms of the device's story: `python -m tests.device.prove amd64|arm64`.

amd64: a Debian 12 of its own, everything fetched and installed as an owner does, the small model.
arm64: the same system under emulation, on which no time is kept: installed with the lock's wheels
for aarch64, the doctor, the unit and contract suites without models, the small model once. What
was observed is kept beside the root step by step; with the same `--root` a run that was cut off
goes on where it ended.
The last line printed is one JSON object. Needs root and the network.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.device.machine import Machine
from tests.device.story import ROOT, TREE, UNSEEN, Device, play

SETTINGS = ("/etc/pip.conf", "/root/.config/pip/pip.conf", "/root/.config/uv/uv.toml")
"""Where this machine's package clients are told of folders of wheels."""
FIRST = ("tests/unit/hardware", "tests/unit/systemd", "tests/contract")
"""The most telling suites."""
PYTHON = "/opt/companion/.venv/bin/python"
EMULATED = 15.0
"""How much longer emulation may take; ten to twenty times were seen. The suites are told the same
by `TEST_TIME_FACTOR` (`tests/slow_time.py`)."""
MODEL_S = 1500
"""For loading half a billion weights under emulation and four words of answer."""
UNSEEN_EMULATED = (
    "the service running: it is not started there; ready, watchdog and reboot are seen on amd64",
    "any time: emulation is ten to twenty times slower",
)
TEST_PACKAGES = (
    f"cd /opt/companion && cp {TREE}/requirements-dev.lock . && "
    "scripts/packages.sh requirements-base.lock requirements-dev.lock"
)
"""What the suites need beyond the product as installed; the base's package as the doctor says."""
ASK_MODEL = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx, params.cpuparams.n_threads, params.warmup = 256, 1, False
server = xllamacpp.Server(params)
asked = {"prompt": "The lamp is", "max_tokens": 4, "temperature": 0}
print(server.handle_completions(asked)["choices"][0]["text"].strip())
"""


def main() -> None:
    """Prove one kind of machine and print what was observed."""
    asked = argparse.ArgumentParser()
    asked.add_argument("arch", choices=("amd64", "arm64"))
    asked.add_argument(
        "--root", type=Path, help="a Debian root that is there already; it is used up"
    )
    asked.add_argument("--model", type=Path, help="weights of the small model")
    asked.add_argument("--within-s", type=float, default=4 * 3600, help="of the suites on arm64")
    own = asked.parse_args()
    folder = own.root.parent if own.root else Path(tempfile.mkdtemp(prefix="device-"))
    root = own.root or folder / "root"
    made_s = 0.0
    if own.root is None:
        began = time.monotonic()
        _run(str(ROOT / "tests/testbed/device/debian_root.sh"), own.arch, str(root))
        made_s = time.monotonic() - began
    machine = Machine(root, network=True, slow=EMULATED if own.arch == "arm64" else 3.0)
    machine.binds += _folders_of_wheels()
    _furnish(machine, own.model or _small_model())
    steps = Steps(folder / "steps.json", _commit())
    told = steps.told
    try:
        boot_s = round(machine.boot())
        steps.do("root", lambda: {"made_s": round(made_s), "boot_s": boot_s})
        if own.arch == "arm64":
            _emulated(machine, own.within_s, steps)
        else:
            # Its drivers' packages with the first ones: the upgrade finds no network any more.
            extras = ("--extra", "pi", "--extra", "base")
            device = Device(machine, extras, engine="xllamacpp")
            try:
                play(device)
            finally:
                told |= device.told.steps
    except (AssertionError, subprocess.SubprocessError) as error:
        # What was observed until then is worth its hours.
        told["ended_by"] = str(error)[-2000:]
    finally:
        machine.off()
    told["not_seen"] = [UNSEEN, *(UNSEEN_EMULATED if own.arch == "arm64" else ())]
    print(json.dumps(told, ensure_ascii=False))
    failed = any(isinstance(step, dict) and step.get("failures") for step in told.values())
    sys.exit("ended_by" in told or failed)


class Steps:
    """What was observed of one commit so far, on the disk after each step; what is there whole is
    not redone. Of an earlier commit only its installation is kept: the new one goes over it."""

    def __init__(self, file: Path, commit: str) -> None:
        self._file = file
        self.told: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
        if (earlier := self.told.get("commit")) != commit:
            first = self.told.get("install_before") or self.told.get("install")
            self.told = {"commit": commit}
            if first:
                self.told["install_before"] = {"commit": earlier or "not kept", **first}

    def do(self, step: str, observe: Callable[[], dict[str, Any]]) -> None:
        """Observe one step, with the seconds it took."""
        if self.told.get(step, {}).get("whole", step in self.told):
            return
        began = time.monotonic()
        found = observe()
        self.told[step] = {**found, "took_s": round(time.monotonic() - began)}
        self._file.write_text(json.dumps(self.told, ensure_ascii=False), encoding="utf-8")
        print(f"[device] {step}: {json.dumps(self.told[step])}", file=sys.stderr, flush=True)


def _emulated(machine: Machine, within_s: float, steps: Steps) -> None:
    end = time.monotonic() + within_s
    device = Device(machine, ("--board", "pi"), engine="xllamacpp")
    steps.do("emulated", lambda: {"is": machine.run("uname", "-m").strip()})
    steps.do("install", lambda: _installed(device))
    steps.do("doctor", lambda: {"lines": device.companion("doctor", check=False).splitlines()})
    steps.do("small_model", lambda: _small_model_once(machine))
    machine.run("bash", "-c", TEST_PACKAGES, timeout_s=600)
    suites = _suites()
    for suite in suites:
        steps.do(suite, partial(_suite, machine, suite, suites, end))


def _installed(device: Device) -> dict[str, Any]:
    said = device.install("--no-start")
    packages = _packages(device.machine)
    return {
        "command": "./install.sh --service --board pi --no-start",
        "packages": len(packages),
        "of_extras": sorted({"gpiod", "pyserial"} & packages),
        "built_from_source": re.findall(r"Building wheel for (\S+)", said),
    }


def _small_model_once(machine: Machine) -> dict[str, Any]:
    """One answer of the small model. Where none comes that is told, and the suites follow."""
    command = ("timeout", f"{MODEL_S}", PYTHON, "-c", ASK_MODEL, "/models/small.gguf")
    try:
        answer = machine.run(*command, timeout_s=MODEL_S)
    except AssertionError as error:
        return {"whole": False, "limit_s": MODEL_S, "failed": str(error)[-1500:]}
    return {"asked": "The lamp is", "said": answer.splitlines()[-1]}


def _packages(machine: Machine) -> set[str]:
    listed = machine.run(PYTHON, "-m", "pip", "list", "--format=freeze", timeout_s=120)
    return {line.partition("==")[0] for line in listed.split()}


def _suites() -> list[str]:
    """The suites in their order: the most telling ones, each folder of the unit tests, the tests of
    the measuring tools last. Small steps, because a step that is cut off is run again whole."""
    folders = {found.parent for found in (ROOT / "tests/unit").rglob("test_*.py")}
    names = [folder.relative_to(ROOT).as_posix() for folder in folders]
    return [*FIRST, *sorted(set(names) - set(FIRST), key=lambda name: ("proof" in name, name))]


def _suite(machine: Machine, suite: str, suites: list[str], end: float) -> dict[str, Any]:
    """Run one suite without the real parts until `end`; gives what came out, as far as it came."""
    if (left_s := end - time.monotonic()) < 60:
        return {"whole": False, "not_run": "no time was left"}
    out = f"/root/{suite.replace('/', '-')}.txt"
    apart = " ".join(f"--ignore={other}" for other in suites if other.startswith(f"{suite}/"))
    line = (
        f"cd {TREE} && TEST_TIME_FACTOR={EMULATED:g} PYTHONPATH={TREE} timeout {left_s:.0f} "
        f'{PYTHON} -m pytest {suite} {apart} -m "not real" -v -p no:cacheprovider '
        f'-o addopts="--strict-markers --import-mode=importlib" > {out} 2>&1'
    )
    machine.run("bash", "-c", line, check=False, timeout_s=left_s)
    text = machine.path(out).read_text(encoding="utf-8", errors="replace")
    ends = re.findall(r"^(tests/\S+::.+?) (PASSED|FAILED|SKIPPED|ERROR)\b", text, re.MULTILINE)
    why = dict(re.findall(r"^(?:FAILED|ERROR) (\S+) - (.*)", text, re.MULTILINE))
    return {
        **{how.lower(): count for how, count in Counter(how for _, how in ends).items()},
        "whole": bool(re.search(r"=+ .*(passed|failed).* in [\d.]+s", text)),
        "failures": {name: why.get(name, "") for name, how in ends if how in ("FAILED", "ERROR")},
    }


def _furnish(machine: Machine, model: Path) -> None:
    """The repository as it is committed, and the weights beside it."""
    tree = machine.path(TREE)
    shutil.rmtree(tree, ignore_errors=True)  # of an earlier commit
    tree.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(tree)], input=archive.stdout, check=True)
    machine.path("/models").mkdir(exist_ok=True)
    kept = machine.path("/models/small.gguf")
    if not kept.exists():
        _run("cp", str(model), str(kept))


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    return ended.stdout.strip()


def _small_model() -> Path:
    folder = Path(sys.prefix) / "share/companion/models"
    return next(folder.glob("*0.5b*.gguf"))


def _folders_of_wheels() -> list[str]:
    """Folders on this machine that its package clients take packages from."""
    found: set[str] = set()
    for file in SETTINGS:
        with_paths = Path(file).read_text(encoding="utf-8") if Path(file).exists() else ""
        for path in re.findall(r"(?:file://|\s)(/[\w./-]+)", with_paths):
            folder = Path(path)
            if folder.is_dir():
                found.add(str(folder.parent if folder.name == "simple" else folder))
    return sorted(found)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=sys.stderr)


if __name__ == "__main__":
    main()
