"""Tokens of programs outside: each opens its own, is kept as a hash, and can be revoked."""

from pathlib import Path

import pytest

from companion.service.tokens import MOST, TokenKind, Tokens, TokenWrong

SINCE = "2026-11-25T00:00:00+00:00"


def test_a_token_is_found_by_its_secret_and_only_its_hash_is_kept(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    secret = tokens.add("discord", TokenKind.INBOUND, SINCE)
    found = tokens.find(secret)
    assert found is not None
    assert (found.hands_in("discord"), found.hands_in("x"), found.opens_tools()) == (
        True,
        False,
        False,
    )
    file = tmp_path / "web" / "tokens.json"
    assert secret not in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o077 == 0
    assert tokens.find(secret + "x") is None
    assert tokens.find("") is None


def test_what_another_process_revokes_opens_nothing_any_more(tmp_path: Path) -> None:
    running, command = Tokens(tmp_path), Tokens(tmp_path)
    secret = command.add("helper", TokenKind.ACT, SINCE)
    assert running.find(secret) is not None
    assert command.revoke("helper")
    assert running.find(secret) is None
    assert not command.revoke("helper")


@pytest.mark.parametrize("name", ["", "Web", "a b", "x" * 40, "../x", "発言"])
def test_a_name_is_a_plain_word(tmp_path: Path, name: str) -> None:
    with pytest.raises(TokenWrong):
        Tokens(tmp_path).add(name, TokenKind.READ, SINCE)


def test_a_name_is_given_once_and_there_is_an_end_to_them(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    tokens.add("a", TokenKind.READ, SINCE)
    with pytest.raises(TokenWrong, match="already"):
        tokens.add("a", TokenKind.ACT, SINCE)
    for number in range(MOST - 1):
        tokens.add(f"t{number}", TokenKind.READ, SINCE)
    with pytest.raises(TokenWrong, match="revoke some"):
        tokens.add("more", TokenKind.READ, SINCE)


@pytest.mark.parametrize("text", ["", "[]", '{"tokens": [{"name": "a"}]}', "{"])
def test_a_file_that_cannot_be_read_opens_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "tokens.json").write_text(text, encoding="utf-8")
    assert Tokens(tmp_path).all() == ()
    assert Tokens(tmp_path).find("x") is None
