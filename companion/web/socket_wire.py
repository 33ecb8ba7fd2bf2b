"""Socket wire: carries one web socket of the page. Loaded when the page is served, by its name: a
command that only reads the configuration does without the library of web sockets."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from companion.web.places import Place
from companion.web.visitor import PLACE


class SocketWire(WebSocketsSansIOProtocol):
    """uvicorn's connection of a web socket; it gives its place back when it ends."""

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        place = self.app_state.get(PLACE)
        if isinstance(place, Place):
            place.leave()
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """Cut who does not answer: what is left to send would keep the connection for ever."""
        super().keepalive_timeout()
        self.transport.abort()
