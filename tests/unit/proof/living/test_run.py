"""The short form: one household, some days, through the product's own rooms."""

from pathlib import Path

from companion.cli.config import check_config
from tests.proof.living.household import households
from tests.proof.living.life import live
from tests.proof.living.run import ROOT, table


def test_households_are_drawn_from_data_and_the_same_each_time() -> None:
    first, again = households(60), households(60)
    assert len(first) >= 30
    assert [h.habits for h in first] == [h.habits for h in again]
    assert sum(len(h.habits) for h in first) >= 60
    assert any(h.disliked for h in first)


async def test_a_household_lives_some_days_and_is_counted(tmp_path: Path) -> None:
    household = next(h for h in households(2) if h.habits)
    settings = check_config(ROOT / "config" / "config.yaml")
    found = await live(household, 2, settings, tmp_path)
    figures = table([found], 2)
    assert sum(found.wishes.values()) > 0
    assert figures["messages_at_night"] == 0
