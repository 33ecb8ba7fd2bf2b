"""The device's long proof keeps what it observed step by step (`tests/device/prove.py`)."""

from functools import partial
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
        steps = Steps(tmp_path / "steps.json", "one")
        steps.do("install", lambda: observe("install", packages=3))
        steps.do("suite", lambda: observe("suite", whole=len(asked) > 1))
    assert asked == ["install", "suite", "suite"]
    kept = Steps(tmp_path / "steps.json", "one").told
    assert kept["install"] == {"packages": 3, "took_s": 0}
    assert kept["suite"]["whole"] is True


def test_another_commit_is_installed_over_the_first_and_observed_anew(tmp_path: Path) -> None:
    """What was seen of other code is not told of this one; the first installation is."""
    file = tmp_path / "steps.json"
    for commit, packages in (("one", 3), ("two", 4), ("three", 5)):
        steps = Steps(file, commit)
        steps.do("install", partial(dict, packages=packages))
        told = {name: step for name, step in steps.told.items() if name != "commit"}
        assert told["install"]["packages"] == packages
        steps.do("doctor", lambda: {})
    first = {"commit": "one", "packages": 3, "took_s": 0}
    assert steps.told["install_before"] == first
    assert steps.told["commit"] == "three"
