"""The shelf of evaluated prefixes: whole, fitting, private, bounded, or not there (T-54)."""

import os
from pathlib import Path

import pytest

from companion.engines.llm_runtime.prefix_store import PrefixStore, unchanging
from companion.words.llm import PromptMessage

RULES = PromptMessage("system", "rules")
QUESTION = PromptMessage("user", "what now?")


def shelf(folder: Path, *, model: str = "sha", limit_bytes: int = 1000) -> PrefixStore:
    made = PrefixStore(folder / "llm-prefix", of=(model, "runtime 1"), limit_bytes=limit_bytes)
    made.open()
    return made


def kept(on: PrefixStore, slot: int, text: str, size: int = 10) -> Path:
    on.fresh(slot).write_bytes(b"x" * size)
    assert on.seal(slot, on.key((PromptMessage("system", text),)))
    path = on.find(slot, on.key((PromptMessage("system", text),)))
    assert path is not None
    return path


def test_the_key_is_of_the_part_that_never_changes(tmp_path: Path) -> None:
    here = shelf(tmp_path)
    asked = here.key((RULES, QUESTION))
    assert asked == here.key((RULES, PromptMessage("user", "and now?")))
    assert asked == here.key((RULES,))
    assert asked != here.key((RULES, PromptMessage("assistant", "an example")))
    assert asked != shelf(tmp_path, model="other").key((RULES,))
    assert unchanging((QUESTION,)) == (QUESTION,)
    assert here.key((PromptMessage("system", "\ud800"),))


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    here = shelf(tmp_path)
    path = kept(here, 1, "rules")
    assert path.stat().st_mode & 0o777 == 0o600
    assert here.folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("damage", [b"", b"y" * 10, b"x" * 9, b"x" * 11])
def test_a_damaged_file_is_removed_and_never_given(tmp_path: Path, damage: bytes) -> None:
    here = shelf(tmp_path)
    path = kept(here, 1, "rules")
    path.write_bytes(damage)
    assert here.find(1, here.key((RULES,))) is None
    assert not path.exists()


def test_what_an_interrupted_save_left_goes_and_is_never_found(tmp_path: Path) -> None:
    here = shelf(tmp_path)
    here.fresh(1).write_bytes(b"half")
    assert here.find(1, here.key((RULES,))) is None
    shelf(tmp_path)
    assert list(here.folder.iterdir()) == []


def test_a_newer_state_of_a_slot_replaces_the_older(tmp_path: Path) -> None:
    here = shelf(tmp_path)
    old, other = kept(here, 1, "old rules"), kept(here, 2, "voice")
    new = kept(here, 1, "new rules")
    assert (old.exists(), new.exists(), other.exists()) == (False, True, True)


def test_the_folder_stays_within_its_limit(tmp_path: Path) -> None:
    here = shelf(tmp_path, limit_bytes=1000)
    first, second = kept(here, 1, "a", 400), kept(here, 2, "b", 400)
    os.utime(first, (1, 1))
    third = kept(here, 3, "c", 400)
    assert (first.exists(), second.exists(), third.exists()) == (False, True, True)
    here.fresh(4).write_bytes(b"x" * 1001)
    assert not here.seal(4, here.key((RULES,)))
    assert not here.fresh(4).exists()


def test_a_shelf_that_was_taken_away_has_nothing(tmp_path: Path) -> None:
    here = shelf(tmp_path)
    here.folder.rmdir()
    assert here.find(1, here.key((RULES,))) is None
