"""Connecting with aiomqtt, leaving nothing behind when it fails."""

import asyncio
import socket
import ssl

import aiomqtt
from paho.mqtt.enums import MQTTErrorCode

READ_AT_ONCE = 4
"""Packets read in one turn of the loop: some 0.3 ms of work, so that a command, which takes dozens
of turns, is quick in a storm too."""
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


def read_greedily(client: aiomqtt.Client) -> None:
    """Read up to `READ_AT_ONCE` packets a turn instead of one.

    In a storm the kernel's buffer would else fill with thousands of them, and the one report or
    acknowledgement that somebody waits for would come behind them all (F18).
    """
    paho = client._client
    read_one = paho.loop_read

    def read_some(max_packets: int = 1) -> MQTTErrorCode:
        code = read_one(max_packets)
        for _ in range(READ_AT_ONCE - 1):
            if code is not MQTTErrorCode.MQTT_ERR_SUCCESS or not _more(paho.socket()):
                break
            code = read_one(max_packets)
        return code

    paho.loop_read = read_some  # type: ignore[method-assign]


def _more(sock: object) -> bool:
    """Whether bytes wait in the kernel. TLS cannot be asked; aiomqtt looks for itself there."""
    if not isinstance(sock, socket.socket) or isinstance(sock, ssl.SSLSocket):
        return False
    try:
        return bool(sock.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
    except OSError:
        return False
