"""Tests of the rules that read a purpose, judged by purposes that were written before them."""

import pytest

from companion.rooms.governance.themes import OPEN, THEMES, Theme, theme_of
from tests.proof.plans.evaluate import judged
from tests.proof.plans.judge import SETS


@pytest.mark.parametrize("name", SETS)
async def test_c_003_the_rules_plan_for_the_purpose(name: str) -> None:
    """C-003, C-043: all that is required and nothing forbidden, in four of five plans at least; no
    plan holds anything forbidden."""
    found = await judged(name)
    assert sum(verdict.good for _, _, verdict in found) >= 0.8 * len(found)
    assert [text for text, _, verdict in found if verdict.wrong] == []


def test_an_unknown_purpose_operates_nothing() -> None:
    """What no rule reads is asked about."""
    assert theme_of("世界を平和にして") is OPEN
    assert not OPEN.serves


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name.en)
def test_no_theme_serves_by_letting_people_in(theme: Theme) -> None:
    """No purpose of a sentence opens a lock."""
    assert not {"lock.unlock", "lock.open"} & set(theme.serves)
