"""The command line's way to the running companion: its page's API on loopback."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.settings import Settings
from companion.web.keys import Keys
from companion.wire_json import NotJson, read_json, read_object

TIMEOUT_S = 10.0
MOST_BYTES = 16 * 2**20
"""Longest answer of the page that is read."""


class NotRunning(ConnectionError):
    """No companion answers at the configured address; `companion run` starts one."""


class Refused(RuntimeError):
    """The companion said no; the message is its reason."""


@dataclass(frozen=True)
class Client:
    """Speaks to `http://127.0.0.1:PORT` with the token file of the state folder."""

    url: str
    token: str
    timeout_s: float = TIMEOUT_S

    @classmethod
    def of(cls, settings: Settings, timeout_s: float = TIMEOUT_S) -> "Client":
        """Find address and token. Raises `NotRunning` when there is no token yet."""
        path = Keys.token_file(settings.state_dir)
        try:
            token = path.read_text(encoding="ascii").strip()
        except FileNotFoundError:
            raise NotRunning(f"no companion has run with {settings.state_dir} yet") from None
        except PermissionError as error:
            raise NotRunning(f"{path} may not be read; run this as the service's user") from error
        return cls(f"http://127.0.0.1:{settings.web.port}", token, timeout_s)

    def get(self, path: str) -> Any:
        """GET a JSON answer. Raises `NotRunning`, `Refused`."""
        return self._send(urllib.request.Request(self.url + path))

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """POST JSON. Raises `NotRunning`, `Refused`."""
        request = urllib.request.Request(
            self.url + path,
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
            method="POST",
        )
        return self._send(request)

    def follow(self, after: int, poll_s: float = 0.5) -> Iterator[dict[str, Any]]:
        """New log lines from now on, oldest first; ends only when the companion does."""
        while True:
            rows = self.get(f"/api/log?limit=100&after={after}")["events"]
            for row in sorted(rows, key=lambda r: int(r["id"])):
                after = max(after, int(row["id"]))
                yield row
            time.sleep(poll_s)

    def _send(self, request: urllib.request.Request) -> Any:
        request.add_header("X-Companion-Token", self.token)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout_s) as answer:
                return read_json(answer.read(MOST_BYTES + 1), most_bytes=MOST_BYTES)
        except urllib.error.HTTPError as error:
            raise Refused(_reason(error)) from error
        except (urllib.error.URLError, ConnectionError, TimeoutError) as error:
            message = f"no companion answers at {self.url}; `companion run` starts one"
            raise NotRunning(message) from error


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        body = read_object(error.read(MOST_BYTES))
    except NotJson:
        return f"{error.code} {error.reason}"
    return str(body.get("error") or body.get("detail") or body)
