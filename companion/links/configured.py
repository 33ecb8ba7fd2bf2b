"""The broker that the owner configured."""

from companion.links.mqtt import BrokerAddress
from companion.settings import ConfigWrong, Settings


def configured_address(settings: Settings) -> BrokerAddress | None:
    """The configured broker, or None for one of our own. Raises `ConfigWrong`."""
    mqtt = settings.mqtt
    if not mqtt.host:
        return None
    password = ""
    if mqtt.password_file is not None:
        try:
            password = mqtt.password_file.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise ConfigWrong((f"mqtt.password_file: cannot be read: {error}",)) from error
    return BrokerAddress(
        host=mqtt.host, port=mqtt.port, username=mqtt.username, password=password, tls=mqtt.tls
    )
