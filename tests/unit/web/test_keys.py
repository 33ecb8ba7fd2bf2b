"""Password, device cookie and tokens (threat T8)."""

import hashlib
import json
import stat
import time
from pathlib import Path

import pytest

from companion.web import keys as keys_module
from companion.web.keys import Keys
from companion.web.password import PasswordTooShort
from companion.web.unix_socket import token_file


def test_secrets_are_the_owners_alone_and_survive_a_restart(tmp_path: Path) -> None:
    """T8: files 0600; the command line's token and the page's token stay the same."""
    first, second = Keys(tmp_path), Keys(tmp_path)
    assert first.cli_token == second.cli_token == token_file(tmp_path).read_text()
    assert first.page_token() == second.page_token() != first.cli_token
    first.set_password("correct horse")
    for path in (tmp_path / "web").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_password_is_checked_and_never_stored(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    assert not keys.has_password()
    assert not keys.check_password("")
    keys.set_password("りんごの木の下で")
    assert keys.check_password("りんごの木の下で")
    assert not keys.check_password("りんごの木の上で")
    kept = "".join(p.read_text() for p in (tmp_path / "web").iterdir())
    assert "りんご" not in kept
    assert "$argon2id$" in kept
    with pytest.raises(PasswordTooShort):
        keys.set_password("short")


def _old_file(folder: Path, password: str) -> Path:
    """As it was written before argon2."""
    salt = bytes(range(16))
    found = hashlib.scrypt(password.encode(), salt=salt, n=2**15, r=8, p=1, maxmem=64 * 1024 * 1024)
    path = folder / "web" / "password.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"salt": salt.hex(), "hash": found.hex()}))
    return path


def test_an_old_hash_is_written_anew_at_the_next_login(tmp_path: Path) -> None:
    """T8: silently, and only by the right password."""
    path, keys = _old_file(tmp_path, "correct horse"), Keys(tmp_path)
    assert not keys.check_password("wrong horse")
    assert "argon2" not in path.read_text()
    assert keys.check_password("correct horse")
    assert "$argon2id$" in path.read_text()
    assert Keys(tmp_path).check_password("correct horse")
    assert not Keys(tmp_path).check_password("wrong horse")


def test_weaker_argon2_parameters_are_replaced_too(tmp_path: Path) -> None:
    from argon2 import PasswordHasher

    keys = Keys(tmp_path)
    keys.set_password("correct horse")
    path = tmp_path / "web" / "password.json"
    weak = PasswordHasher(1, 8192, 1).hash("correct horse")
    path.write_text(json.dumps({"argon2": weak}))
    assert keys.check_password("correct horse")
    assert weak not in path.read_text()


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"argon2": "x"}', '{"argon2": 7}', "\x00"])
def test_a_damaged_password_file_opens_to_nobody(tmp_path: Path, text: str) -> None:
    """T8: and the page stays shut to the network, as with any password."""
    keys = Keys(tmp_path)
    (tmp_path / "web" / "password.json").write_text(text)
    assert keys.has_password()
    assert not keys.check_password("")
    assert not keys.check_password("correct horse")


def test_a_device_cookie_is_ours_or_nobodys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T8: signed, long-lived, kept over a restart and over logins."""
    keys = Keys(tmp_path)
    cookie = keys.device_cookie()
    device = keys.device_of(cookie)
    assert device
    assert Keys(tmp_path).device_of(cookie) == device
    assert keys.device_of(keys.device_cookie(device)) == device
    for forged in ("", device, cookie[:-1], cookie + "x", f"other{cookie}", "ａ.ｂ.ｃ", "\ud800"):
        assert keys.device_of(forged) == ""
    assert Keys(tmp_path / "elsewhere").device_of(cookie) == ""
    later = time.time() + keys_module.DEVICE_S + 10
    monkeypatch.setattr(time, "time", lambda: later)
    assert keys.device_of(cookie) == ""


def test_a_folder_that_takes_nothing_keeps_no_page_away(tmp_path: Path) -> None:
    """F4: secrets that cannot be kept last as long as the process; those there are used."""
    (tmp_path / "state").write_text("a file where the folder should be")
    keys = Keys(tmp_path / "state")
    assert keys.sessions.find(keys.sessions.begin()) is not None
    assert not keys.has_password()
    assert keys.cli_token != Keys(tmp_path / "state").cli_token
