"""Own node: gives the companion's id among the devices of the home, its link, and the trust of that
link."""

import contextlib
import secrets
from pathlib import Path

from companion.links.mqtt import BrokerAddress, MqttLink
from companion.links.own_device import will_of
from companion.words.trust import TrustLabel

NODE_FILE = "own_id"


def own_node(state_dir: Path) -> str:
    """Its id among the devices of the home: made once, the same after every restart."""
    path = state_dir / NODE_FILE
    try:
        kept = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        kept = ""
    if not kept.isalnum():
        kept = secrets.token_hex(4)
        with contextlib.suppress(OSError):  # a disk that takes nothing keeps no house from living
            path.write_text(kept + "\n", encoding="ascii")
    return f"companion_{kept}"


def own_link(address: BrokerAddress, node: str) -> MqttLink:
    """A connection of its own: the last will stands on it."""
    return MqttLink(address, client_id=node, will=will_of(node))


def trust_of(address: BrokerAddress) -> TrustLabel:
    """Whose word comes over this broker: where it asks everybody for a name and a password, only
    the household gets in; where it asks nobody, anything may write there (ADR 0023)."""
    return TrustLabel.HOUSEHOLD if address.username else TrustLabel.OBSERVED
