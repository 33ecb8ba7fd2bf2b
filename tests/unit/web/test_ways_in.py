"""The ways to the page: UNIX socket, HTTPS, a proxy in front, no descriptor left (T8, T9, F20)."""

import asyncio
import errno
import logging
import os
import socket
import ssl
import stat
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from companion.cli.client import Client
from companion.service.settings import Settings, Web
from companion.web import listener as listener_module
from companion.web.app import build_app
from companion.web.guard import SESSION_COOKIE
from companion.web.keys import Keys
from companion.web.parts import Address
from companion.web.proxied import proxied
from companion.web.tls import fingerprint, tls_context
from companion.web.unix_socket import SOCKET_NAME, connect_to, listen_on
from tests.unit.web.conftest import BASE
from tests.unit.web.test_live import served
from tests.unit.web.twins import Household

PASSWORD = "correct horse"


def client_for(home: Household, port: int, *, https: bool = False) -> Client:
    web = Web(port=port, https=https)
    return Client.of(Settings.model_construct(state_dir=home.state_dir, web=web), 5.0)


async def test_the_command_line_comes_over_a_socket_of_the_owner(home: Household) -> None:
    """Issue 10, 9: mode 0600, no Host or Origin rule of browsers, the token still asked for."""
    Keys(home.state_dir).set_password(PASSWORD)
    async with served(home) as port:
        path = home.state_dir / SOCKET_NAME
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        told = await asyncio.to_thread(client_for(home, port + 1).get, "/api/sessions")
        assert told == {"sessions": []}
        transport = httpx.AsyncHTTPTransport(uds=str(path))
        async with httpx.AsyncClient(transport=transport, base_url="http://any") as bare:
            assert (await bare.get("/api/sessions")).status_code == 401
    with pytest.raises(ConnectionRefusedError):
        connect_to(home.state_dir, 1.0)


async def test_without_the_socket_it_asks_over_the_port_and_says_so(
    home: Household, capsys: pytest.CaptureFixture[str]
) -> None:
    """Issue 10, 9: never silently."""
    async with served(home) as port:
        (home.state_dir / SOCKET_NAME).unlink()
        told = await asyncio.to_thread(client_for(home, port).get, "/api/sessions")
        assert told == {"sessions": []}
    said = capsys.readouterr().err
    assert SOCKET_NAME in said
    assert f"port {port}" in said


def test_a_path_longer_than_the_kernel_takes_is_no_trouble(tmp_path: Path) -> None:
    folder = tmp_path / ("deep" * 20) / ("deeper" * 20)
    folder.mkdir(parents=True)
    (folder / SOCKET_NAME).touch()  # left by one that was killed
    made = listen_on(folder)
    try:
        connect_to(folder, 1.0).close()
    finally:
        made.close()


async def test_a_folder_without_sockets_keeps_the_page(
    home: Household, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Some disks know no sockets: the page is there, and the log says what is not."""

    def refuse(state_dir: Path) -> socket.socket:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr("companion.web.app.listen_on", refuse)
    async with served(home) as port, httpx.AsyncClient() as client:
        assert (await client.get(f"http://127.0.0.1:{port}/api/devices")).status_code == 200
    assert "no UNIX socket" in caplog.text


async def test_out_of_descriptors_it_waits_and_the_log_stays_short(
    home: Household, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Issue 10, 12: one line a try, one try a second, and it goes on by itself afterwards."""
    monkeypatch.setattr(listener_module, "ACCEPT_RETRY_S", 0.2)
    refused = 0
    real = socket.socket.accept

    def accept(self: socket.socket) -> tuple[socket.socket, object]:
        nonlocal refused
        if refused < 3:
            refused += 1
            raise OSError(errno.EMFILE, "Too many open files")
        return real(self)

    with caplog.at_level(logging.ERROR):
        async with served(home) as port:
            monkeypatch.setattr(socket.socket, "accept", accept)
            async with httpx.AsyncClient(timeout=10) as client:
                reply = await client.get(f"http://127.0.0.1:{port}/api/devices")
    assert reply.status_code == 200
    told = [r for r in caplog.records if "no connection can be taken" in r.getMessage()]
    assert len(told) == refused == 3


async def test_https_with_our_own_certificate(home: Household) -> None:
    """Issue 10, 8: made once, kept over restarts; the cookie is Secure, the Origin https."""
    Keys(home.state_dir).set_password(PASSWORD)
    address = Address(port=0, https=True)
    async with served(home, address) as port:
        certificate = home.state_dir / "web" / "certificate.pem"
        key = home.state_dir / "web" / "certificate.key"
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
        trusting = ssl.create_default_context(cafile=certificate)
        base = f"https://localhost:{port}"
        headers = {"Origin": base, "X-Companion-Page": Keys(home.state_dir).page_token()}
        async with httpx.AsyncClient(verify=trusting, base_url=base, headers=headers) as client:
            reply = await client.post("/api/login", json={"password": PASSWORD})
            assert reply.status_code == 204
            assert all("Secure" in c for c in reply.headers.get_list("set-cookie"))
            assert (await client.get("/api/health")).status_code == 200
            plain = {"Origin": base.replace("https", "http")}
            refused = await client.post("/api/stop", headers=plain)
            assert refused.status_code == 403
        first = fingerprint(certificate)
        (home.state_dir / SOCKET_NAME).unlink()
        command_line = client_for(home, port, https=True)
        assert len((await asyncio.to_thread(command_line.get, "/api/sessions"))["sessions"]) == 1
    tls_context(address, home.state_dir)
    assert fingerprint(certificate) == first
    tls_context(Address(https=True, allowed_hosts=("robot.example:8440",)), home.state_dir)
    assert fingerprint(certificate) != first  # a new name needs a new one


async def test_a_certificate_that_cannot_be_used_opens_nothing_in_the_clear(
    home: Household, caplog: pytest.LogCaptureFixture
) -> None:
    """Issue 10, 8: the page stays on this machine, and the log says why."""
    Keys(home.state_dir).set_password(PASSWORD)
    bad = home.state_dir / "bad.pem"
    bad.write_text("no certificate")
    address = Address(host="0.0.0.0", port=0, https=True, certificate_file=bad, key_file=bad)
    async with served(home, address) as port, httpx.AsyncClient() as client:
        assert (await client.get(f"http://127.0.0.1:{port}/login")).status_code == 200
    assert "HTTPS cannot be offered" in caplog.text
    assert "bad.pem" in caplog.text


async def test_a_silent_tls_client_takes_a_place_and_is_cut(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T12: asyncio counts no connection before its handshake; ours does, and ends it."""
    monkeypatch.setattr(listener_module, "HANDSHAKE_S", 0.3)
    async with served(home, Address(port=0, https=True)) as port:
        before = len(os.listdir("/proc/self/fd"))
        pairs = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        async with asyncio.timeout(60):
            for reader, writer in pairs:
                assert await reader.read() == b""
                writer.close()
                await writer.wait_closed()
            while len(os.listdir("/proc/self/fd")) > before:
                await asyncio.sleep(0.02)


Forwarded = Callable[[str, dict[str, str]], httpx.AsyncClient]


@pytest.fixture
def forwarded(home: Household) -> Forwarded:
    """A request as it arrives from an address, with a proxy's headers."""
    Keys(home.state_dir).set_password(PASSWORD)
    app = proxied(build_app(home.parts(), allowed_hosts=("home.example",)), ("10.0.0.2",))

    def make(peer: str, headers: dict[str, str]) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=app, client=(peer, 5))
        token = Keys(home.state_dir).page_token()
        told = {"Origin": "https://home.example", "X-Companion-Page": token, **headers}
        base = "http://home.example"
        return httpx.AsyncClient(transport=transport, base_url=base, headers=told)

    return make


async def test_only_a_named_proxy_is_believed(home: Household, forwarded: Forwarded) -> None:
    """Issue 10, 8: https origin and address of the client, from the proxy alone."""
    told = {"X-Forwarded-For": "192.168.1.7", "X-Forwarded-Proto": "https"}
    async with forwarded("10.0.0.2", told) as client:
        reply = await client.post("/api/login", json={"password": PASSWORD})
        assert reply.status_code == 204
        assert "Secure" in reply.headers["set-cookie"]
        cookie = {"Cookie": f"{SESSION_COOKIE}={client.cookies[SESSION_COOKIE]}"}
        rows = await client.get("/api/sessions", headers=cookie)
        assert rows.json()["sessions"][0]["address"] == "192.168.1.7"
    async with forwarded("10.0.0.3", told) as client:
        reply = await client.post("/api/login", json={"password": PASSWORD})
        assert reply.status_code in {403, 421}


async def test_behind_a_proxy_nobody_is_this_machine(home: Household) -> None:
    """T8: without a password nothing is open to whoever comes through a proxy on this machine."""
    app = build_app(home.parts())
    transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 5))
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        headers = {header: "127.0.0.1"}
        async with httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers) as client:
            assert (await client.get("/api/health")).status_code == 403
    app = proxied(build_app(home.parts()), ("127.0.0.1",))
    transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 5))
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
        assert (await client.get("/api/health")).status_code == 403
