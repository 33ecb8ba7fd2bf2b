"""The references list every key of the configuration with its meaning, in both languages."""

import json
import re
import runpy
from typing import Any

from tests.law.measures import ROOT


def _script() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "scripts" / "configuration_reference.py"))


def _reference() -> str:
    return str(_script()["written"]())


def _meanings(reference: str) -> set[str]:
    rows = re.findall(r"^\| `.* \| (.*?) \|$", reference, re.MULTILINE)
    return {str(row) for row in rows}


def test_the_reference_is_up_to_date() -> None:
    """Whoever changes a setting runs `python scripts/configuration_reference.py`."""
    assert (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8") == _reference()


def test_every_meaning_stands_in_japanese_too() -> None:
    """Whoever adds a setting adds its Japanese to `scripts/configuration_ja.json`; of a setting
    that went nothing stays there."""
    script = _script()
    japanese = json.loads(script["MEANINGS_JA"].read_text(encoding="utf-8"))
    meanings = _meanings(script["written"]())
    assert meanings - japanese.keys() == set(), "without Japanese"
    assert japanese.keys() - meanings == set(), "of no setting"
    assert [said for said in japanese.values() if said.isascii()] == []


def test_the_japanese_reference_is_up_to_date_and_has_the_same_keys() -> None:
    script = _script()
    written = str(script["written_ja"]())
    assert script["REFERENCE_JA"].read_text(encoding="utf-8") == written
    keys = r"^\| (`\w+`) \|"
    assert re.findall(keys, written, re.MULTILINE) == re.findall(keys, _reference(), re.MULTILINE)


def test_every_key_says_what_it_means() -> None:
    without = re.findall(r"^\| `\w+` \|.*\| +\|$", _reference(), re.MULTILINE)
    assert without == []
