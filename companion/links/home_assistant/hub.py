"""Where the hub is, and what of it may be seen; as configured, loading nothing heavy."""

import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from companion.links.owner import matches


class TokenMissing(LookupError):
    """There is no token; the text says where one is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HubAddress:
    """Where the hub is."""

    url: str
    """`http://host:8123` or `https://...`."""
    ca_file: str = ""
    """PEM file of the hub's authority; "" trusts the system's."""

    @property
    def websocket(self) -> str:
        """The address of its WebSocket."""
        parts = urlsplit(self.url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        return f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}/api/websocket"

    def trust(self) -> ssl.SSLContext | None:
        """What its certificate is held against; None without TLS."""
        if not self.url.startswith("https:"):
            return None
        return ssl.create_default_context(cafile=self.ca_file or None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """Which entities the companion may see."""

    all_entities: bool = False
    """Not only those exposed to the hub's own voice assistant."""
    include: Sequence[str] = ()
    """Patterns of ids besides."""
    exclude: Sequence[str] = ()

    def shows(self, entity_id: str, exposed: bool) -> bool:
        """Whether this one is shown."""
        if matches(entity_id, self.exclude):
            return False
        return self.all_entities or exposed or matches(entity_id, self.include)
