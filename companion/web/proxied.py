"""Proxied: finds the client behind a proxy that the configuration names; other proxies are not
believed."""

from collections.abc import Sequence

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from companion.web.visitor import PROXIED, is_within


def proxied(app: ASGIApp, proxies: Sequence[str]) -> ASGIApp:
    """The application with `X-Forwarded-For` and `X-Forwarded-Proto` taken from these addresses
    or networks alone; the application itself where there are none."""
    if not proxies:
        return app
    reading = ProxyHeadersMiddleware(app, trusted_hosts=list(proxies))  # type: ignore[arg-type]

    async def told(scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if client is not None and is_within(str(client[0]), proxies):
            scope.setdefault("state", {})[PROXIED] = True
        await reading(scope, receive, send)  # type: ignore[arg-type]

    return told
