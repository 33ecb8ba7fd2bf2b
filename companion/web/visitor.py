"""Visitor: finds the origin of a request, and the limits that go with it."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.types import Scope

PROXIED, OVER_UNIX, PLACE = "companion.proxied", "companion.unix", "companion.place"
"""Keys of a request's `state`, set by the server, never by the request."""
LOOPBACK: Sequence[str] = ("127.0.0.0/8", "::1/128")
_FORWARDED = frozenset({b"forwarded", b"x-forwarded-for", b"x-real-ip"})


@dataclass(frozen=True, slots=True)
class Visitor:
    """One client."""

    address: str
    """IP address, "" where it is not known."""
    is_local: bool
    """On this machine: loopback without any sign of a proxy between, or our UNIX socket."""
    over_unix: bool = False

    @property
    def network(self) -> str:
        """Network that limits count by: an IPv4 address, or an IPv6 /64, which one machine has to
        itself."""
        return "unix socket" if self.over_unix else network_of(self.address)


def visitor_of(scope: Scope) -> Visitor:
    """The client of a request. A proxy on this machine makes its clients look like loopback: a
    forwarding header, or a proxy that is named in the configuration, means that they are not."""
    state = scope.get("state") or {}
    if state.get(OVER_UNIX):
        return Visitor("", True, True)
    client = scope.get("client")
    address = str(client[0]) if client else ""
    forwarded = state.get(PROXIED) or any(name in _FORWARDED for name, _ in scope["headers"])
    return Visitor(address, is_loopback(address) and not forwarded)


def is_loopback(address: str) -> bool:
    """Whether an address cannot be reached from another machine."""
    return address == "localhost" or is_within(address, LOOPBACK)


def network_of(address: str) -> str:
    """The address or network that limits count."""
    try:
        plain = _plain(address)
    except ValueError:
        return address
    if plain.version == 4:
        return str(plain)
    return str(ipaddress.ip_network((plain, 64), strict=False))


def _plain(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    found = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    mapped = found.ipv4_mapped if found.version == 6 else None
    return mapped or found


def is_within(address: str, networks: Sequence[str]) -> bool:
    """Whether an address is one of these addresses or in one of these networks."""
    try:
        plain = _plain(address)
    except ValueError:
        return False
    return any(plain in ipaddress.ip_network(network, strict=False) for network in networks)
