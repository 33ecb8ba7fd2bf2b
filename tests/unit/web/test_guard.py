"""Default-deny in front of every route (T8, T9, T12)."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.types import Message

from companion.web.app import build_app
from companion.web.app import routes as every_route
from companion.web.guard import OPEN_PATHS, SECURITY_HEADERS
from companion.web.keys import Keys
from tests.unit.web.conftest import BASE, client_of
from tests.unit.web.twins import Household

FILLED = {
    "event_id": "1",
    "entry_id": "1",
    "approval_id": "1",
    "grant_id": "1",
    "source": "x",
    "session_id": "1",
    "memory_id": "1",
    "device_id": "light.hall",
    "name": "hall",
}


def routes() -> list[tuple[str, str]]:
    """Every method and path of the page, with parameters filled in."""
    found = []
    for route in every_route():
        path = route.path
        for key, value in FILLED.items():
            path = path.replace("{" + key + "}", value)
        assert "{" not in path
        found += [(method, path) for method in route.methods or {"GET"}]
    return sorted(found)


async def test_with_a_password_every_route_needs_a_session(home: Household) -> None:
    """T8: the walker finds 0 open routes beside the door; no, bad and expired session alike."""
    keys = Keys(home.state_dir)
    keys.set_password("correct horse")
    long_ago = Keys(home.state_dir, seconds=lambda: 0.0)
    old = long_ago.sessions.begin()
    long_ago.sessions.store()
    good = {"Cookie": f"companion_session={keys.sessions.begin()}"}
    keys.sessions.store()
    assert len(routes()) >= 24
    for cookie in ("", "nonsense", old):
        # A page of its own for each: one visitor may ask only so often.
        async with client_of(home) as client:
            for method, path in routes():
                if path in OPEN_PATHS:
                    continue
                headers = {"Cookie": f"companion_session={cookie}"}
                reply = await client.request(method, path, headers=headers)
                login = reply.headers.get("location", "").startswith("/login")
                assert reply.status_code == 401 or (reply.status_code == 303 and login), path
    async with client_of(home) as client:
        assert (await client.get("/", headers=good)).status_code == 200
        assert (await client.get("/login")).status_code == 200


async def test_without_a_password_only_this_machine_is_served(home: Household) -> None:
    """T8: loopback until a password is set, whoever the socket was opened to."""
    for address, status in (("127.0.0.1", 200), ("::1", 200), ("192.168.1.7", 403), ("", 403)):
        async with client_of(home, client=address) as client:
            assert (await client.get("/api/health")).status_code == status


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8440",
        "localhost",
        "localhost:80",
        "localhost.:8440",
        "localhost:8440.evil.example",
        "127.0.0.1:8441",
        "127.0.0.1.nip.io:8440",
        "[::2]:8440",
        "0.0.0.0:8440",
        "192.168.1.5:8440",
        "null",
        "",
        "a@localhost:8440",
        "2130706433:8440",
    ],
)
async def test_a_strange_host_is_a_rebinding_try(home: Household, host: str) -> None:
    """T9: 0 of the variants accepted."""
    async with client_of(home) as client:
        reply = await client.get("/api/health", headers={"Host": host})
        assert reply.status_code in {400, 403, 421}


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "https://localhost:8440",
        "http://localhost:8441",
        "http://localhost",
        "http://localhost:8440.evil.example",
        "http://[::1]:8440",
        "",
    ],
)
async def test_a_foreign_page_cannot_press_anything(home: Household, origin: str) -> None:
    """T9: foreign Origin, no Origin, or no page token: 403 and nothing happened."""
    async with client_of(home) as client:
        reply = await client.post("/api/stop", headers={"Origin": origin})
        assert reply.status_code == 403
        client.headers.pop("X-Companion-Page")
        assert (await client.post("/api/stop")).status_code == 403
        headers = {"X-Companion-Page": "wrong"}
        assert (await client.post("/api/stop", headers=headers)).status_code == 403
    assert home.stops == 0


async def test_a_foreign_page_cannot_embed_the_api(home: Household) -> None:
    """T9: cross-site reads of the API are refused; a link to a page is not."""
    cross = {"Sec-Fetch-Site": "cross-site"}
    async with client_of(home) as client:
        client.headers.pop("Origin")
        assert (await client.get("/api/camera/hall.jpg", headers=cross)).status_code == 403
        assert (await client.get("/log", headers=cross)).status_code == 200


async def test_the_command_line_has_its_own_token(home: Household) -> None:
    """The token file of `state_dir` opens the API, also under a password; a wrong one does not."""
    keys = Keys(home.state_dir)
    keys.set_password("correct horse")
    transport = httpx.ASGITransport(app=build_app(home.parts()), client=("127.0.0.1", 5))
    async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
        good, bad = {"X-Companion-Token": keys.cli_token}, {"X-Companion-Token": "f" * 64}
        assert (await client.post("/api/say", headers=bad, json={"text": "x"})).status_code == 401
        reply = await client.post("/api/say", headers=good, json={"text": "hello"})
        assert reply.status_code == 202
    assert home.channels == ["cli"]


async def test_security_headers_on_every_answer(page: httpx.AsyncClient) -> None:
    """T10: CSP without inline or eval, nosniff, no CORS, on pages, refusals and files."""
    for path in ("/", "/api/health", "/static/page.css", "/nope", "/api/why/999"):
        reply = await page.get(path)
        for name, value in SECURITY_HEADERS.items():
            assert reply.headers[name] == value
        assert "unsafe" not in reply.headers["Content-Security-Policy"]
        assert "access-control-allow-origin" not in reply.headers
    refused = await page.get("/", headers={"Host": "evil.example"})
    assert refused.headers["X-Frame-Options"] == "DENY"


async def test_a_large_body_is_refused(page: httpx.AsyncClient, home: Household) -> None:
    """T12: 1 MiB, by its declared length and by what really arrives."""
    big = b'{"text":"' + b"x" * (1024 * 1024) + b'"}'
    assert (await page.post("/api/say", content=big)).status_code == 413

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(40):
            yield b"x" * 65536

    assert (await page.post("/api/say", content=chunks())).status_code == 413
    assert home.said == []


async def test_deep_and_broken_json_is_a_422(page: httpx.AsyncClient) -> None:
    """T12, F21: 4xx and never a traceback."""
    deep = "[" * 100_000
    for body in (
        deep,
        '{"text":' * 5000,
        "NaN",
        '{"text":"\\ud800"}',
        "",
        '{"text":1e999}',
        "\xff",
    ):
        reply = await page.post("/api/say", content=body.encode("latin-1"))
        assert reply.status_code == 422


async def test_paths_do_not_leave_the_static_folder(page: httpx.AsyncClient) -> None:
    """T11: traversal gives nothing of the disk."""
    for path in ("../app.py", "%2e%2e/app.py", "..%2fapp.py", "....//app.py", "/etc/passwd", "%00"):
        reply = await page.get(f"/static/{path}")
        assert reply.status_code in {404, 405}


async def test_a_slow_body_is_given_up(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    """F20: slow-loris gets 408, its place is free again."""
    monkeypatch.setattr("companion.web.guard.BODY_TIMEOUT_S", 0.05)
    app = build_app(home.parts())
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.sleep(60)
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    token = Keys(home.state_dir).page_token().encode()
    headers = [
        (b"host", b"localhost:8440"),
        (b"origin", BASE.encode()),
        (b"x-companion-page", token),
    ]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/say",
        "raw_path": b"/api/say",
        "query_string": b"",
        "headers": headers,
        "server": ("127.0.0.1", 8440),
        "client": ("127.0.0.1", 9),
        "scheme": "http",
        "root_path": "",
        "http_version": "1.1",
    }
    await app(scope, receive, send)
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["error"]
