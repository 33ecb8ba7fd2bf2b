"""The configured broker's address."""

from pathlib import Path

import pytest

from companion.links.configured import configured_address
from companion.links.mqtt import BrokerAddress
from companion.settings import ConfigWrong, Mqtt, Settings


def test_settings_become_an_address(tmp_path: Path) -> None:
    """An empty host means our own; the password never shows."""
    assert configured_address(Settings()) is None
    secret = tmp_path / "password"
    secret.write_text("hush\n")
    mqtt = Mqtt(host="h", username="u", password_file=secret, tls=True)
    address = configured_address(Settings(mqtt=mqtt))
    assert address == BrokerAddress(host="h", username="u", password="hush", tls=True)
    assert "hush" not in repr(address)


def test_a_missing_password_file_is_named(tmp_path: Path) -> None:
    """Clear errors: the key that is wrong."""
    mqtt = Mqtt(host="h", password_file=tmp_path / "gone")
    with pytest.raises(ConfigWrong, match=r"mqtt\.password_file"):
        configured_address(Settings(mqtt=mqtt))


def test_under_systemd_the_credential_goes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T13: the service's user cannot read the owner's file, only the copy systemd hands over."""
    (tmp_path / "mqtt-password").write_text("handed over")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    mqtt = Mqtt(host="h", password_file=tmp_path / "secrets" / "mqtt-password")
    address = configured_address(Settings(mqtt=mqtt))
    assert address is not None
    assert address.password == "handed over"
