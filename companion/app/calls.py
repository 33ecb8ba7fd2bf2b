"""Calls: builds, for one microphone, the agreement on which companion of the home answers."""

from companion.app.ground import Ground
from companion.links.calls import Calls
from companion.links.mqtt import MqttLink
from companion.links.own_node import own_node
from companion.voice.ceding import Ceding


def build_calls(ground: Ground, place: str) -> tuple[Calls, Ceding]:
    """A connection of its own, so that a call is not kept waiting by what devices say."""
    on = ground.foundations
    node = own_node(on.state_dir)
    calls = Calls(MqttLink(ground.home.broker.address, client_id=f"{node}_calls"))
    ceding = Ceding(node, place, calls.tell, on.clock)
    calls.hear = ceding.heard_elsewhere
    return calls, ceding
