"""`docs/configuration.md` lists every key of the configuration with its meaning."""

import re
import runpy

from tests.law.measures import ROOT


def _reference() -> str:
    script = runpy.run_path(str(ROOT / "scripts" / "configuration_reference.py"))
    return str(script["written"]())


def test_the_reference_is_up_to_date() -> None:
    """Whoever changes a setting runs `python scripts/configuration_reference.py`."""
    assert (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8") == _reference()


def test_every_key_says_what_it_means() -> None:
    without = re.findall(r"^\| `\w+` \|.*\| +\|$", _reference(), re.MULTILINE)
    assert without == []
