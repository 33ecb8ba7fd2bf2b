"""Client: asks the running companion over the API of its page, on a UNIX socket."""

import json
import math
import ssl
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Any

from companion.service.settings import Settings
from companion.service.wire_json import NotJson, read_json, read_object
from companion.web.unix_socket import SOCKET_NAME, connect_to, token_file

TIMEOUT_S = 10.0
MOST_BYTES = 16 * 2**20
"""Longest answer of the page that is read."""


class NoAnswer(ConnectionError):
    """The companion was asked and did not answer: what was asked for may be done, or not."""


class NotRunning(NoAnswer):
    """No companion listens at the configured address; `companion run` starts one."""


class Refused(RuntimeError):
    """The companion said no; the message is its reason."""

    def __init__(self, reason: str, status: int) -> None:
        self.status = status
        super().__init__(reason)


@dataclass(frozen=True)
class Client:
    """Speaks to the UNIX socket of the state folder, with the token file beside it; where nothing
    answers there, to the page's port on this machine, and says so on stderr."""

    settings: Settings
    token: str
    timeout_s: float = TIMEOUT_S

    @classmethod
    def of(cls, settings: Settings, timeout_s: float = TIMEOUT_S) -> "Client":
        """Find the token. Raises `NotRunning` when there is none yet."""
        path = token_file(settings.state_dir)
        try:
            token = path.read_text(encoding="ascii").strip()
        except FileNotFoundError:
            raise NotRunning(f"no companion has run with {settings.state_dir} yet") from None
        except PermissionError as error:
            raise NotRunning(f"{path} may not be read; run this as the service's user") from error
        return cls(settings, token, timeout_s)

    def get(self, path: str) -> Any:
        """GET a JSON answer. Raises `NoAnswer`, `Refused`."""
        return self._send("GET", path, None)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """POST JSON; None where the answer is empty. Raises `NoAnswer`, `Refused`."""
        return self._send("POST", path, json.dumps(body).encode())

    def follow(
        self, after: int, poll_s: float = 0.5, *, until: float = math.inf
    ) -> Iterator[dict[str, Any]]:
        """New log lines from now on, oldest first, until this moment of `time.monotonic`. Raises
        `NoAnswer` where the companion ends before."""
        while True:
            rows = self.get(f"/api/log?limit=100&after={after}")["events"]
            for row in sorted(rows, key=lambda r: int(r["id"])):
                after = max(after, int(row["id"]))
                yield row
            left_s = until - time.monotonic()
            if not left_s > 0:  # also where it is no number
                return
            time.sleep(min(poll_s, left_s))

    def _send(self, method: str, path: str, body: bytes | None) -> Any:
        headers = {"X-Companion-Token": self.token, "Content-Type": "application/json"}
        connection = self._connection()
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            text = answer.read(MOST_BYTES + 1)
        except (OSError, HTTPException) as error:
            why = f"the companion did not answer ({error}); what was asked for may still be done"
            raise NoAnswer(why) from error
        finally:
            connection.close()
        if answer.status >= 400:
            raise Refused(_reason(answer.status, answer.reason, text), answer.status)
        return read_json(text, most_bytes=MOST_BYTES) if text else None

    def _connection(self) -> HTTPConnection:
        try:
            made = connect_to(self.settings.state_dir, self.timeout_s)
        except OSError as error:
            return self._over_the_port(error)
        connection = HTTPConnection("localhost", timeout=self.timeout_s)
        connection.sock = made
        return connection

    def _over_the_port(self, why: OSError) -> HTTPConnection:
        """The way for a companion that could make no socket. Raises `NotRunning`."""
        # Certificates take as long to import as all the rest, and this way is hardly ever gone.
        from companion.web.tls import certificate_files

        web = self.settings.web
        address, kept_s = ("127.0.0.1", web.port), self.timeout_s
        socket_file = self.settings.state_dir / SOCKET_NAME
        connection = HTTPConnection(*address, timeout=kept_s)
        certificate = certificate_files(web, self.settings.state_dir)[0]
        if web.https and certificate.exists():
            trusting = _trusting(certificate)
            connection = HTTPSConnection(*address, timeout=kept_s, context=trusting)
        try:
            connection.connect()
        except OSError as error:
            raise NotRunning(
                f"no companion answers at {socket_file} ({why.strerror or why}) nor at "
                f"127.0.0.1:{web.port} ({error.strerror or error}); `companion run` starts one"
            ) from error
        print(
            f"{socket_file} does not answer ({why.strerror or why}); asking over port {web.port}",
            file=sys.stderr,
        )
        return connection


def _trusting(certificate: Path) -> ssl.SSLContext:
    """Trust this one certificate, whatever names it bears: we know whom we ask."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.load_verify_locations(certificate)
    return context


def _reason(status: int, phrase: str, text: bytes) -> str:
    try:
        body = read_object(text)
    except NotJson:
        return f"{status} {phrase}"
    return str(body.get("error") or body.get("detail") or body)
