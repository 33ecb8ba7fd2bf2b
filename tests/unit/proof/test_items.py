"""The proof that breaks the product item by item sees which test noticed."""

import subprocess
from pathlib import Path

import pytest

from tests.proof import items
from tests.proof.items import SECTIONS, Break, Tried, breaks, figures, items_of, tried

TEST = """
from thing import VALUE


{}_a_001_it_is_one():
    assert VALUE == 1


{}_other():
    '''E-002: and nothing else.'''
    assert VALUE
""".replace("{}", "def test").replace("'''", '"""')
"""Its tests are none of this tree: no line of it begins one here."""


def _tree(at: Path) -> Path:
    (at / "tests").mkdir()
    (at / "thing.py").write_text("VALUE = 1\n")
    (at / "tests" / "test_thing.py").write_text(TEST)
    return at


def _break(new: str) -> Break:
    return Break(items=("A-001", "E-002"), file="thing.py", old="VALUE = 1", new=new)


@pytest.mark.parametrize(
    ("new", "noticed"), [("VALUE = 2", [True, False]), ("VALUE = ", [True] * 2)]
)
def test_what_failed_is_told_item_by_item(tmp_path: Path, new: str, noticed: list[bool]) -> None:
    """A tree that cannot be imported any more fails every test of it."""
    tree = _tree(tmp_path)
    found = tried(_break(new), tree, items.named_tests(tree))
    assert [bool(one.test) for one in found] == noticed
    assert (tree / "thing.py").read_text() == "VALUE = 1\n"


def test_a_line_that_is_not_there_once_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="3 x 'E'"):
        tried(Break(items=("A-001",), file="thing.py", old="E", new="F"), _twice(tmp_path), {})


def _twice(at: Path) -> Path:
    tree = _tree(at)
    (tree / "thing.py").write_text("VALUE = 1\nELSE = 2\n")
    return tree


def test_tests_that_run_too_long_notice_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("pytest", 1)

    monkeypatch.setattr(subprocess, "run", endless)
    tree = _tree(tmp_path)
    assert not any(one.test for one in tried(_break("VALUE = 2"), tree, items.named_tests(tree)))


def test_a_test_names_its_items_by_name_and_in_its_own_text() -> None:
    text = 'def test_a_002_to_a_004_x() -> None:\n    """E-007: y. A-009 to A-072."""\n'
    assert items_of("test_a_002_to_a_004_x", text) == {"A-002", "A-003", "A-004", "E-007"}


def test_ids_of_both_lengths_are_read_and_a_whole_range_is_none() -> None:
    text = 'def test_t_09_x() -> None:\n    """C-012, S-20: y. C-001..C-006, MC-007, T-100."""\n'
    assert items_of("test_t_09_x", text) == {"T-09", "C-012", "S-20"}


@pytest.mark.parametrize(("of", "count"), [("garden", 187), ("governance", 121)])
def test_every_requirement_of_a_section_is_broken(of: str, count: int) -> None:
    assert {item for one in breaks(of) for item in one.items} == set(SECTIONS[of])
    assert len(SECTIONS[of]) == count


@pytest.mark.parametrize("of", SECTIONS)
def test_each_break_stands_in_the_tree_as_it_is_today(of: str) -> None:
    """Else it breaks nothing, and its item is proved no longer."""
    for one in breaks(of):
        text = (items.ROOT / one.file).read_text(encoding="utf-8")
        assert text.count(one.old) == 1, one


def test_what_no_test_noticed_is_not_held() -> None:
    results = [Tried(_break("x"), "A-001", ""), Tried(_break("x"), "E-002", "t")]
    missed, untried = figures([*results, Tried(_break("y"), "A-001", "t")], "garden")
    assert (missed.value, missed.held, missed.detail["which"]) == (1, False, ["A-001"])
    assert untried.value == 185
