"""Password, session and token (threat T8)."""

import stat
from pathlib import Path

import pytest

from companion.web.keys import SESSION_S, Keys, PasswordTooShort


def test_secrets_are_the_owners_alone_and_survive_a_restart(tmp_path: Path) -> None:
    """T8: files 0600; the command line's token and the page's token stay the same."""
    first, second = Keys(tmp_path), Keys(tmp_path)
    assert first.cli_token == second.cli_token == Keys.token_file(tmp_path).read_text()
    assert first.page_token() == second.page_token() != first.cli_token
    for path in (tmp_path / "web").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_password_is_checked_and_never_stored(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    assert not keys.has_password()
    assert not keys.check_password("")
    keys.set_password("りんごの木の下で")
    assert keys.check_password("りんごの木の下で")
    assert not keys.check_password("りんごの木の上で")
    assert "りんご" not in "".join(p.read_text() for p in (tmp_path / "web").iterdir())
    with pytest.raises(PasswordTooShort):
        keys.set_password("short")


def test_sessions_expire_are_signed_and_end_with_a_new_password(tmp_path: Path) -> None:
    now = [1000.0]
    keys = Keys(tmp_path, seconds=lambda: now[0])
    session = keys.new_session()
    assert keys.session_valid(session)
    body, _, signature = session.rpartition(".")
    longer = f"9{body}.{signature}"
    for forged in ("", "a", "a.b.c", longer, session[:-1], session + "0", "ｘ.ｙ"):
        assert not keys.session_valid(forged)
    now[0] += SESSION_S + 1
    assert not keys.session_valid(session)
    fresh = keys.new_session()
    keys.set_password("a new password")
    assert not keys.session_valid(fresh)


def test_a_folder_that_takes_nothing_keeps_no_page_away(tmp_path: Path) -> None:
    """F4: secrets that cannot be kept last as long as the process; those there are used."""
    (tmp_path / "state").write_text("a file where the folder should be")
    keys = Keys(tmp_path / "state")
    assert keys.session_valid(keys.new_session())
    assert not keys.has_password()
    assert keys.cli_token != Keys(tmp_path / "state").cli_token
