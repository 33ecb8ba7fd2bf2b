"""Played scenes survive a restart, apart from the record of the home."""

from pathlib import Path

import pytest

from companion.rooms.stage.tags import read_performance
from companion.store.played_scenes import KeptSceneUnreadable, PlayedScenes
from tests.twins.played import book_of, play_of


def test_e_054_the_world_persists_across_restarts(tmp_path: Path) -> None:
    """E-054: state, turns, percepts and knowledge come back as they were."""
    kept = PlayedScenes(tmp_path)
    play = play_of(book_of("chest"))
    play.keep = lambda scene: kept.keep("chest.ja", scene)
    play.say("char_A", read_performance("(INSPECT: 宝箱) 見るだけさ"))
    play.say("char_B", read_performance("(DISARM: 宝箱) (OPEN: 壁)"))
    assert PlayedScenes(tmp_path).kept("chest.ja") == play.scene
    assert "<scene_state>" in kept.path("chest.ja").read_text(encoding="utf-8")


def test_what_was_never_kept_or_was_dropped_is_not_there(tmp_path: Path) -> None:
    kept = PlayedScenes(tmp_path)
    assert kept.kept("chest.ja") is None
    kept.keep("chest.ja", play_of(book_of("chest")).scene)
    assert [one.name for one in (tmp_path / "scenes").iterdir()] == ["chest.ja.json"]
    kept.path("chest.ja").unlink()
    assert kept.kept("chest.ja") is None


@pytest.mark.parametrize("text", ["", "{", '{"xml": "<a/>", "scene": {}}', "[]"])
def test_a_damaged_file_is_told(tmp_path: Path, text: str) -> None:
    kept = PlayedScenes(tmp_path)
    kept.keep("chest.ja", play_of(book_of("chest")).scene)
    kept.path("chest.ja").write_text(text, encoding="utf-8")
    with pytest.raises(KeptSceneUnreadable, match=r"chest\.ja"):
        kept.kept("chest.ja")
