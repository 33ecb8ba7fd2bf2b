"""Address of a speech server: refuses servers outside the home, unless the owner allows them.

The sound of a microphone is the most private thing that the companion has. So before the first byte
every address of the server's name is looked at, and one that is not of a home network is refused.
"""

import asyncio
import socket
from ipaddress import ip_address

from pydantic import BaseModel, ConfigDict, Field

from companion.service.lookup import LOOKUPS


class ServerFar(ConnectionError):
    """Error: the server is not in the home; the text says the remedy."""


class Where(BaseModel):
    """Settings of where a server stands."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    beyond_home: bool = Field(
        False, description="true: the server may stand outside the home network; sound leaves it"
    )
    connect_timeout_s: float = Field(
        5.0, gt=0, le=60, description="longest wait for the server to take the connection"
    )
    deadline_s: float = Field(30.0, gt=0, description="a slower answer is given up")

    async def address(self, host: str) -> str:
        """An address of the host that may be asked. Raises `OSError` where it is not found,
        `ServerFar`."""
        await LOOKUPS.find(host, self.connect_timeout_s)
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        addresses = [str(one[4][0]) for one in found]
        far = [one for one in addresses if not is_of_a_home(one)]
        if far and not self.beyond_home:
            raise ServerFar(
                f"{host} ({far[0]}) is not in the home network; "
                "`beyond_home: true` lets what is heard or said go there"
            )
        return addresses[0]


def is_of_a_home(address: str) -> bool:
    """Whether an address is this machine's or of a home network."""
    found = ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    found = mapped or found
    return found.is_private or found.is_loopback or found.is_link_local
