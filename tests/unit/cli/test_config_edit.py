"""Editing the configuration for its owner: comments stay, and a mistake leaves the file alone."""

import os
from pathlib import Path

import pytest

from companion.cli.config_edit import edit_config, section, write_whole
from companion.service.settings import ConfigWrong
from tests.unit.cli.configs import config_with

TEXT = """# mine
language: en  # of the home

web:
  port: 8443
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.yaml"
    path.write_text(TEXT, encoding="utf-8")
    path.chmod(0o640)
    return path


def test_a_change_keeps_comments_order_mode_and_a_copy(config: Path) -> None:
    def edit(document: object) -> None:
        section(document, "web")["port"] = 9443  # type: ignore[arg-type]

    kept = edit_config(config, edit)
    assert config.read_text(encoding="utf-8") == TEXT.replace("8443", "9443")
    assert kept.read_text(encoding="utf-8") == TEXT
    assert config.stat().st_mode & 0o777 == kept.stat().st_mode & 0o777 == 0o640


def test_a_text_that_would_not_be_read_is_not_written(config: Path) -> None:
    def edit(document: object) -> None:
        section(document, "web")["port"] = "no port"  # type: ignore[arg-type]

    with pytest.raises(ConfigWrong, match="port"):
        edit_config(config, edit)
    assert config.read_text(encoding="utf-8") == TEXT
    assert list(config.parent.iterdir()) == [config]


def test_a_section_is_made_where_it_is_missing_or_empty() -> None:
    document: dict[str, object] = {"web": None}
    section(document, "web", "limits")["a"] = 1
    assert document == {"web": {"limits": {"a": 1}}}


def test_a_secret_is_readable_by_its_owner_alone_from_its_first_byte(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        write_whole(tmp_path / "secret", "hidden", 0o600)
    finally:
        os.umask(before)
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_what_a_crash_left_beside_it_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / ".secret.part").write_text("half", encoding="utf-8")
    write_whole(tmp_path / "secret", "whole", 0o600)
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_editing_keeps_mode_and_leaves_no_open_copy(tmp_path: Path) -> None:
    """T13: the copy of a configuration closed to others was open to all."""
    config = config_with(tmp_path)
    laid_beside = tmp_path / "config.yaml.new"
    laid_beside.write_text("the installer's")
    kept = edit_config(config, lambda document: document.update(language="ja"))
    for path in (config, kept):
        assert path.stat().st_mode & 0o777 == 0o600
    assert laid_beside.read_text() == "the installer's"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to others")
def test_what_root_writes_for_the_service_stays_the_services(tmp_path: Path) -> None:
    """A token written by `sudo companion setup` was root's alone, and the service locked out."""
    os.chown(tmp_path, 12345, 12345)
    write_whole(tmp_path / "token", "x", 0o600)
    assert (tmp_path / "token").stat().st_uid == 12345
    config = config_with(tmp_path)
    os.chown(config, 0, 12345)
    edit_config(config, lambda document: document.update(language="ja"))
    assert (config.stat().st_uid, config.stat().st_gid) == (0, 12345)
