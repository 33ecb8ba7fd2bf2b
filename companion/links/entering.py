"""Entering: connects with aiomqtt and cleans up when that fails."""

import asyncio

import aiomqtt

CONNECT_S = 3.0
"""Longest wait for TCP to a host that does not answer at all."""


async def enter(client: aiomqtt.Client) -> None:
    """Connect; when that fails or is cancelled, leave no socket, reader or task behind.

    aiomqtt leaves them when a server accepts TCP and then says nothing.
    """
    client._client.connect_timeout = CONNECT_S
    entering = asyncio.create_task(client.__aenter__(), name="mqtt-connect")
    entered = False
    try:
        await asyncio.shield(entering)
        entered = True
    finally:
        if not entered:
            if client._client.socket() is not None:
                entering.cancel()
            # else the TCP connect runs in a thread and ends by itself within CONNECT_S
            await asyncio.gather(entering, return_exceptions=True)
            client._client._sock_close()
