"""Questions about things that are not in the home are not answered with other things (issue 15)."""

from pathlib import Path

import pytest

from companion.cli.config import check_config
from companion.cli.understand import configured_home, read_sentence
from companion.words.language import Language
from tests.law.measures import ROOT
from tests.twins.clock import EVENING

HOME = configured_home(check_config(Path(ROOT / "config" / "config.yaml")))


def targets(text: str, language: Language) -> str:
    return str(read_sentence(text, language, HOME, "living", EVENING, ""))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Is the jacuzzi still on?", Language.EN),
        ("How long has the greenhouse been open?", Language.EN),
        ("Is the attic lamp on?", Language.EN),
        ("屋根裏の電気ついてる？", Language.JA),
    ],
)
def test_a_thing_that_is_not_here_is_no_other_thing(text: str, language: Language) -> None:
    assert "light.living" not in targets(text, language)
    assert "cover." not in targets(text, language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Is the hall light on?", Language.EN),
        ("What's on?", Language.EN),
        ("Is anything still on?", Language.EN),
        ("玄関の電気ついてる？", Language.JA),
        ("何がついてる？", Language.JA),
    ],
)
def test_things_that_are_here_are_told_as_before(text: str, language: Language) -> None:
    assert "light.hall" in targets(text, language)
