"""Status levels are read, changed within their bounds, and follow energy."""

import pytest

from companion.home.levels import levels_of, with_energy, with_levels
from companion.words.language import Language
from companion.words.scene import SceneActor

RAYMOND = SceneActor("char_A", "レイモンド", "", "", ("疲労(Lv.4)", "警戒(Lv.2)"))


def test_e_011_status_lists_conditions_with_levels() -> None:
    """E-011: `疲労(Lv.4), 警戒(Lv.2)`."""
    assert levels_of(RAYMOND.status) == {"疲労": 4, "警戒": 2}
    assert with_levels(RAYMOND, []).status == RAYMOND.status


def test_levels_stay_from_nought_to_five_and_nought_is_not_listed() -> None:
    assert with_levels(RAYMOND, [("警戒", -7)]).status == ("疲労(Lv.4)",)
    assert with_levels(RAYMOND, [("疲労", 9)]).status == ("疲労(Lv.5)", "警戒(Lv.2)")
    assert with_levels(RAYMOND, [("渇き", 1)]).status[-1] == "渇き(Lv.1)"


@pytest.mark.parametrize(("energy", "level"), [(100, 0), (80, 1), (20, 4), (0, 5), (-3, 5)])
def test_e_062_fatigue_follows_energy(energy: float, level: int) -> None:
    """E-062: 疲労 is read off the energy of the garden."""
    tired = with_energy(RAYMOND, energy, Language.JA)
    assert levels_of(tired.status).get("疲労", 0) == level
    assert levels_of(tired.status)["警戒"] == 2
    assert "fatigue" not in with_energy(RAYMOND, energy, Language.JA).status
