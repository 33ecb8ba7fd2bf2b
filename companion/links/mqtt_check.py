"""MQTT check: tells the health of the broker link, and whether announcements were forged."""

from collections.abc import Mapping

from companion.links.broker import Broker
from companion.links.mqtt import MqttLink
from companion.links.mqtt_house import MqttHouse
from companion.phrases import health
from companion.words.finding import Finding


class MqttCheck:
    """Looks at the broker through our own connection to it."""

    def __init__(self, house: MqttHouse, link: MqttLink, broker: Broker) -> None:
        self._house, self._link, self._kind = house, link, broker.kind.value
        self._were_forged = False

    async def findings(self) -> Mapping[str, Finding]:
        """The broker; and a line while there are forged announcements, and after them one that
        says that they are gone."""
        link = self._link
        connected = self._house.connected()
        found = {"broker": health.broker(connected, self._kind, link.last_error, link.trying())}
        if forged := self._house.forged():
            self._were_forged = True
            found["announcements"] = health.announcements(forged)
        elif self._were_forged:
            found["announcements"] = health.no_announcements()
        return found
