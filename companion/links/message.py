"""Message: holds one MQTT message as the links of this package pass it on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MqttMessage:
    """One message as it came; `retained` means it may be old."""

    topic: str
    payload: bytes
    retained: bool
