"""The device's long proof keeps what it observed step by step (`tests/device/prove.py`)."""

from pathlib import Path
from typing import Any

from tests.device.prove import Steps


def test_a_run_that_was_cut_off_goes_on_where_it_ended(tmp_path: Path) -> None:
    """Hours under emulation are not done twice; a suite that was cut off is."""
    asked: list[str] = []

    def observe(name: str, **found: Any) -> Any:
        asked.append(name)
        return found

    for _ in range(2):
        steps = Steps(tmp_path / "steps.json")
        steps.do("install", lambda: observe("install", packages=3))
        steps.do("suite", lambda: observe("suite", whole=len(asked) > 1))
    assert asked == ["install", "suite", "suite"]
    kept = Steps(tmp_path / "steps.json").told
    assert kept["install"] == {"packages": 3, "took_s": 0}
    assert kept["suite"]["whole"] is True
