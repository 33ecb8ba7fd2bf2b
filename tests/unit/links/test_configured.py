"""The configured broker's address."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from companion.links.configured import configured_address, configured_hub, read_token
from companion.links.home_assistant.hub import TokenMissing
from companion.links.mqtt import BrokerAddress
from companion.service.settings import ConfigWrong, HomeAssistantLink, Links, Mqtt, Settings


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


def test_no_url_is_no_hub(tmp_path: Path) -> None:
    """Issue 4, item 1: one section of the configuration brings Home Assistant in."""
    assert configured_hub(Settings()) is None
    links = Links(home_assistant=HomeAssistantLink(url="http://ha:8123", include=("light.*",)))
    hub = configured_hub(Settings(links=links, state_dir=tmp_path))
    assert hub is not None
    assert hub.address.websocket == "ws://ha:8123/api/websocket"
    assert hub.token_file == tmp_path / "home_assistant.token"
    assert hub.exposure.shows("light.attic", exposed=False)
    assert not hub.exposure.shows("switch.attic", exposed=False)


def test_a_token_is_read_only_from_a_file_of_its_own(tmp_path: Path) -> None:
    """T13: what others can read is no secret; each trouble names the file."""
    kept = tmp_path / "token"
    for write, why in ((None, "No such file"), ("", "empty"), ("hush\n", "")):
        if write is not None:
            kept.write_text(write)
            kept.chmod(0o600)
        if why:
            with pytest.raises(TokenMissing, match=why):
                read_token(kept)
    assert read_token(kept) == "hush"
    kept.chmod(0o640)
    with pytest.raises(TokenMissing, match="chmod 600"):
        read_token(kept)


@pytest.mark.parametrize("url", ["ha:8123", "http://me:secret@ha", "ftp://ha", "http://ha?x=1"])
def test_an_odd_url_is_refused_by_the_configuration(url: str) -> None:
    with pytest.raises(ValidationError):
        HomeAssistantLink(url=url)
