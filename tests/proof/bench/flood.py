"""A flood at the page's door: `python -m tests.proof.bench.flood PORT`.

From 127.0.0.2, so that the owner at 127.0.0.1 is somebody else: connections that say nothing,
browsers that do not read, and 200 requests a second, until it is killed. Says `ready` first.
"""

import contextlib
import socket
import sys
import time

SOURCE = ("127.0.0.2", 0)
SILENT, STALLED, REQUESTS_PER_S = 400, 50, 200


def _open(port: int, request: str) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port), timeout=2, source_address=SOURCE)
    sock.sendall(request.format(port=port).encode())
    return sock


def main(port: int) -> None:
    """Flood."""
    line = " HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    held = [_open(port, f"GET /api/events/stream{line}") for _ in range(STALLED)]
    for _ in range(SILENT):
        with contextlib.suppress(OSError):
            held.append(_open(port, "GET / HT"))
    print("ready", flush=True)
    while True:
        with contextlib.suppress(OSError), _open(port, f"GET /api/devices{line}") as asked:
            asked.recv(4096)
        time.sleep(1 / REQUESTS_PER_S)


if __name__ == "__main__":
    main(int(sys.argv[1]))
