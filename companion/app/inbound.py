"""Inbound: builds the topic on which a bridge of the owner hands in sentences of its source."""

from dataclasses import dataclass

from companion.app.desk import Desk
from companion.app.ground import Ground
from companion.desk.inbound import InboundDesk
from companion.links.inbound_topic import InboundTopic
from companion.links.mqtt import MqttLink
from companion.links.own_node import own_node
from companion.service.tokens import Tokens


@dataclass(frozen=True, kw_only=True)
class InboundWay:
    """`topic` is None where the configuration leaves it out."""

    desk: InboundDesk
    topic: InboundTopic | None = None


def build_inbound(ground: Ground, desk: Desk) -> InboundWay:
    """The topic has a connection of its own to the broker."""
    on = ground.foundations
    way = InboundDesk(desk=desk.reception, stream=on.hub, tokens=Tokens(on.state_dir))
    if not on.settings.mqtt.inbound:
        return InboundWay(desk=way)
    client_id = f"{own_node(on.state_dir)}_inbound"
    link = MqttLink(ground.home.broker.address, client_id=client_id)
    return InboundWay(desk=way, topic=InboundTopic(link, way.hand_in))
