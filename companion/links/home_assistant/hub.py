"""Hub: reads address and visible entities from the settings, without loading a heavy library."""

import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from companion.links.owner import matches

CALL_TIMEOUT_S = 10.0

Hear = Callable[[Mapping[str, Any]], None]


class HubAway(ConnectionError):
    """The hub cannot be reached, or the connection broke."""


class HubUnsent(HubAway):
    """The call certainly never left us."""


class HubNoAnswer(HubAway):
    """The call left us and no answer came: what it did is unknown."""


class TokenRefused(RuntimeError):
    """The hub does not take this token (401)."""


class HubSaidNo(RuntimeError):
    """The hub answered with an error; `code` is its own word."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}"[:200])
        self.code = code


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
        """Trust for checking its certificate; None without TLS."""
        if not self.url.startswith("https:"):
            return None
        return ssl.create_default_context(cafile=self.ca_file or None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """Choice of the entities that the companion may see."""

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


class Wire(Protocol):
    """One connection that has shown its token, whatever engine carries it; `read` must run."""

    version: str
    twofold: bool
    """Whether a second one is worth it for what only reports: else every answer to a
    command, and the state it leads to, waits behind the storm of sensors on this one."""

    async def call(self, kind: str, *, timeout_s: float = CALL_TIMEOUT_S, **fields: Any) -> Any:
        """Send one command of the WebSocket API and give its result.

        Raises `HubUnsent`, `HubNoAnswer`, `HubSaidNo`.
        """

    async def subscribe(self, kind: str, hear: Hear, **fields: Any) -> int:
        """Hear what the hub tells from now on; the number ends it."""

    async def unsubscribe(self, number: int) -> None:
        """Hear no more of it."""

    async def read(self) -> None:
        """Give out what comes until the connection ends. Raises `HubAway` then."""

    async def close(self) -> None:
        """Leave; idempotent."""


Open = Callable[[HubAddress, str], Awaitable[Wire]]
"""Connect and show the token. Raises `HubAway`, `TokenRefused`."""
