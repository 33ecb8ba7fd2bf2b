"""Browsers at the live stream, in a process of their own:
`python -m tests.proof.bench.browsers PORT COUNT [PATH]`.

Says `ready`; then for each line `N` on stdin waits until every browser has N more messages and
answers with one line of JSON: per browser the arrival times (CLOCK_MONOTONIC, the same in all
processes) of messages by the number in their `id:` line.
"""

import json
import selectors
import socket
import sys
import time

HEAD = "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
PATIENCE_S = 60.0


class Browser:
    """One client; only counts and notes when."""

    def __init__(self, port: int, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.sendall(HEAD.format(path=path, port=port).encode())
        self.rest = b""
        self.arrived: list[tuple[int, float]] = []
        while b": hello\n\n" not in self.rest:
            self.rest += self.socket.recv(65536)
        self.rest = b""
        self.socket.setblocking(False)

    def read(self) -> None:
        """Take what is there."""
        data = self.socket.recv(1 << 18)
        now = time.monotonic()
        if not data:
            raise EOFError("cut by the server")
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"id: "):
                self.arrived.append((int(line[4:]), now))


def main(port: int, count: int, path: str = "/api/events/stream") -> None:
    """Serve lines from stdin until it ends."""
    browsers = [Browser(port, path) for _ in range(count)]
    with selectors.DefaultSelector() as ready:
        for browser in browsers:
            ready.register(browser.socket, selectors.EVENT_READ, browser)
        print("ready", flush=True)
        for line in sys.stdin:
            wanted, until = int(line), time.monotonic() + PATIENCE_S
            while min(len(b.arrived) for b in browsers) < wanted and time.monotonic() < until:
                for key, _ in ready.select(0.5):
                    key.data.read()
            print(json.dumps([b.arrived for b in browsers]), flush=True)
            for browser in browsers:
                browser.arrived.clear()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
