"""One new file plus one config line: dropped into a folder, found, built and under contract.

A capability, a policy, a camera driver and a model engine are written into a temporary folder.
Their contract suites are run over them in a process of their own, by discovery alone, and a
broken one is caught there: the suites can fail.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

CAPABILITY = '''
"""Rings a small bell. Arguments: none. Returns: success. Failure classes: none."""
from datetime import UTC, datetime
from pydantic import BaseModel, ConfigDict
from companion.words.capability import Availability, CapabilitySpec, OperationSpec, RiskTier
from companion.words.language import Bilingual
from companion.words.result import ActionResult, ResultStatus

class Settings(BaseModel):
    """None."""
    model_config = ConfigDict(extra="forbid", frozen=True)

class Bell:
    """Rings."""
    SPEC = CapabilitySpec(
        name="dropped_bell", label=Bilingual("ベル", "bell"),
        operations=(OperationSpec(name="ring", label=Bilingual("鳴らす", "ring"),
                                  risk=RiskTier.REVERSIBLE),),
    )
    def availability(self):
        """Always."""
        return Availability(available=True)
    def options(self):
        """None."""
        return ()
    async def perform(self, call):
        """Only `ring` is known."""
        status = ResultStatus.SUCCESS if call.operation == "ring" else ResultStatus.FAILED
        failed = "" if call.operation == "ring" else "bad_parameters"
        status = ResultStatus.FAILED if call.payload else status
        return ActionResult(capability="dropped_bell", operation=call.operation, status=status,
            summary_text="the bell", observed_at=datetime.now(UTC),
            decision_event_id=call.decision_event_id,
            failure_class=failed or ("bad_parameters" if call.payload else ""))

def build(settings):
    """The bell."""
    return Bell()
'''
POLICY = '''
"""Watches nothing, but properly."""
import asyncio
from pydantic import BaseModel, ConfigDict
from companion.words.language import Bilingual

class Settings(BaseModel):
    """None."""
    model_config = ConfigDict(extra="forbid", frozen=True)

class Idle:
    """Waits."""
    LABEL = Bilingual("待つだけ", "just wait")
    USES = ("vision_perception.observe_scene",)
    async def run(self, senses, triggers, clock):
        """Until cancelled."""
        await asyncio.Event().wait()

def build(settings):
    """The rule."""
    return Idle()
'''
CAMERA = '''
"""A camera that was never plugged in."""
from pydantic import BaseModel, ConfigDict
from hardware.camera.simulated import Settings as _Simulated, SimulatedCamera

class Settings(_Simulated):
    """As the simulated one."""

def build(settings, *, scenery, clock, name):
    """The same under another name."""
    return SimulatedCamera(settings, scenery=scenery, clock=clock, name=name)
'''
ENGINE = '''
"""A model whose mind is made up, under another name."""
from companion.engines.llm.scripted import ScriptedLlm, Settings

def build(settings, *, clock, state_dir):
    """The twin."""
    return ScriptedLlm(settings)
'''
EXAMPLE = re.search(
    r"```python\n# (\S+)\n(.*?)```",
    (ROOT / "docs" / "extending.md").read_text(encoding="utf-8"),
    re.DOTALL,
)
"""The capability that `docs/extending.md` shows: it must pass as it stands there."""
assert EXAMPLE is not None
FILES = {
    EXAMPLE.group(1): EXAMPLE.group(2),
    "capabilities/dropped_bell.py": CAPABILITY,
    "policies/dropped_idle.py": POLICY,
    "hardware/camera/dropped_camera.py": CAMERA,
    "companion/engines/llm/dropped_mind.py": ENGINE,
}
SUITES = ("test_capability.py", "test_policy.py", "test_camera.py", "test_llm.py")


def _run(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "dropped_ or garden_bell",
    ]
    command += [str(ROOT / "tests" / "contract" / suite) for suite in SUITES]
    environment = {**os.environ, "COMPANION_PLUGINS": str(folder), "REQUIRE_REAL": "0"}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=110
    )


def _drop(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.slow
def test_dropped_files_come_under_contract_by_themselves(tmp_path: Path) -> None:
    """Issue 2 item 1, DESIGN 3: nothing else is touched."""
    run = _run(_drop(tmp_path, FILES))
    assert run.returncode == 0, run.stdout[-5000:]
    listed = subprocess.run(
        [sys.executable, "-c", _LIST],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COMPANION_PLUGINS": str(tmp_path)},
    ).stdout
    for path in FILES:
        assert Path(path).stem in listed


@pytest.mark.slow
def test_a_broken_dropped_capability_fails_its_contract(tmp_path: Path) -> None:
    """The suite that found it can fail: a label in one language only is caught."""
    broken = CAPABILITY.replace('Bilingual("ベル", "bell")', 'Bilingual("", "bell")')
    run = _run(_drop(tmp_path, {"capabilities/dropped_bell.py": broken}))
    assert run.returncode == 1, run.stdout[-3000:]
    assert "test_the_spec_is_complete[dropped_bell]" in run.stdout


_LIST = """
from companion.service.plugins import add_folder, discover, own_folder
with add_folder(own_folder()):
    for family in ("capabilities", "policies", "hardware.camera", "companion.engines.llm"):
        print(family, discover(family))
"""
