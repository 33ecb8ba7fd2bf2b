"""The long forms of the device's story: `python -m tests.device.prove amd64|arm64`.

amd64: a Debian 12 of its own, everything fetched and installed as an owner does, the small model.
arm64: the same system under emulation, on which no time is kept: installed with the lock's wheels
for aarch64, the doctor, the unit and contract suites without models, the small model once.
The last line printed is one JSON object. Needs root and the network.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.device.machine import Machine
from tests.device.story import ROOT, TREE, UNSEEN, Device, play

SETTINGS = ("/etc/pip.conf", "/root/.config/pip/pip.conf", "/root/.config/uv/uv.toml")
"""Where this machine's package clients are told of folders of wheels."""
SUITES = ("tests/unit/hardware", "tests/unit/systemd", "tests/contract", "tests/unit")
PYTHON = "/opt/companion/.venv/bin/python"
EMULATED = 15.0
"""How much longer emulation may take; ten to twenty times were seen."""
ASK_MODEL = """
import sys, xllamacpp
params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx, params.cpuparams.n_threads = 256, 2
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
    try:
        boot_s = machine.boot()
        told = _emulated(machine, own.within_s) if own.arch == "arm64" else _owned(machine)
    finally:
        machine.off()
    system = {"root_made_s": round(made_s), "first_boot_s": round(boot_s)}
    print(json.dumps({**system, **told, "not_seen": UNSEEN}, ensure_ascii=False))


def _owned(machine: Machine) -> dict[str, Any]:
    return dict(play(Device(machine, (), engine="xllamacpp")))


def _emulated(machine: Machine, within_s: float) -> dict[str, Any]:
    told: dict[str, Any] = {"machine": machine.run("uname", "-m").strip()}
    device = Device(machine, ("--board", "pi"), engine="xllamacpp")
    began = time.monotonic()
    said = device.install("--no-start")
    told["install"] = {
        "took_s": round(time.monotonic() - began),
        "again": "installing Python packages" not in said,
        "wheels": len(machine.run(PYTHON, "-m", "pip", "list", "--format=freeze").split()),
        "built_from_source": re.findall(r"Building wheel for (\S+)", said),
    }
    told["doctor"] = device.companion("doctor", check=False).splitlines()
    began = time.monotonic()
    answer = machine.run(PYTHON, "-c", ASK_MODEL, "/models/small.gguf", timeout_s=120)
    told["small_model"] = {
        "said": answer.splitlines()[-1],
        "took_s": round(time.monotonic() - began),
    }
    end = time.monotonic() + within_s
    told["suites"] = {suite: _suite(machine, suite, end) for suite in SUITES}
    return told


def _suite(machine: Machine, suite: str, end: float) -> dict[str, Any]:
    """Run one suite without the real parts until `end`; gives what came out, as far as it came."""
    if (left_s := end - time.monotonic()) < 60:
        return {"not_run": "no time was left"}
    out = f"/root/{suite.replace('/', '-')}.txt"
    line = (
        f"cd {TREE} && PYTHONPATH={TREE} timeout {left_s:.0f} {PYTHON} -m pytest {suite} "
        '-m "not real" -v -o timeout=1800 -p no:cacheprovider '
        f'-o addopts="--strict-markers --import-mode=importlib" > {out} 2>&1'
    )
    began = time.monotonic()
    machine.run("bash", "-c", line, check=False, timeout_s=left_s)
    text = machine.path(out).read_text(encoding="utf-8", errors="replace")
    ends = Counter(re.findall(r" (PASSED|FAILED|SKIPPED|ERROR)\b", text))
    return {
        **{kind.lower(): count for kind, count in ends.items()},
        "took_s": round(time.monotonic() - began),
        "whole": bool(re.search(r"=+ .*(passed|failed).* in [\d.]+s", text)),
        "failures": sorted(set(re.findall(r"^FAILED (\S+)", text, re.MULTILINE))),
    }


def _furnish(machine: Machine, model: Path) -> None:
    """The repository as it is committed, and the weights beside it."""
    tree = machine.path(TREE)
    tree.mkdir(parents=True, exist_ok=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(tree)], input=archive.stdout, check=True)
    machine.path("/models").mkdir(exist_ok=True)
    kept = machine.path("/models/small.gguf")
    if not kept.exists():
        _run("cp", str(model), str(kept))


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
