"""Findings out of the table: status, both languages, remedy, buttons."""

import re

import pytest

from companion.phrases.findings import found
from companion.words.health import HealthStatus
from companion.words.language import Bilingual
from companion.words.table import table

ROWS = {
    f"{part}.{state}": row
    for part, states in table("companion.phrases", "health.toml").items()
    for state, row in states.items()
}


def test_a_reason_is_filled_in_by_its_language() -> None:
    finding = found("drive.down", why=Bilingual("電池切れ", "the battery is empty"))
    assert finding.status is HealthStatus.DOWN
    assert finding.what == Bilingual(
        "動けません: 電池切れ", "it cannot drive: the battery is empty"
    )
    assert finding.remedy is not None


def test_what_is_well_needs_no_remedy_and_what_is_broken_may_have_buttons() -> None:
    assert found("drive.up").remedy is None
    keep = [button.body for button in found("record.changed", lines="").buttons]
    assert keep == ['{"keep": false}', '{"keep": true}']


def test_a_place_that_nobody_fills_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        found("drive.down")


@pytest.mark.parametrize("key", sorted(ROWS))
def test_both_languages_of_a_row_name_the_same(key: str) -> None:
    row = ROWS[key]
    HealthStatus(row["status"])
    assert ("remedy_ja" in row) is ("remedy_en" in row)
    for ja, en in (("ja", "en"), ("remedy_ja", "remedy_en")):
        places = [sorted(re.findall(r"{\w+[^}]*}", row.get(one, ""))) for one in (ja, en)]
        assert places[0] == places[1]
