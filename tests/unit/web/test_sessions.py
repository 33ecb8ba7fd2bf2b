"""Sessions kept by the service: listed, ended, over a restart, nothing secret on disk (T8, T13)."""

import asyncio
from pathlib import Path

import httpx
import pytest

from companion.web import visitor
from companion.web.app import build_app
from companion.web.guard import DEVICE_COOKIE, SESSION_COOKIE
from companion.web.keys import Keys
from companion.web.sessions import SESSION_S, SESSIONS_MAX, Sessions
from tests.unit.web.conftest import BASE
from tests.unit.web.test_live import Listener, served
from tests.unit.web.twins import Household

PASSWORD = "correct horse"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18.0 Mobile Safari/604.1"
ATTACKER, PHONE_AT = "192.168.1.66", "192.168.1.7"


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def test_they_expire_and_forged_ones_are_none(tmp_path: Path) -> None:
    """T8: what was not given out by us is nothing, nor what is too old."""
    clock = Clock()
    sessions = Sessions(tmp_path / "s.json", seconds=clock)
    token = sessions.begin(browser="Safari", address=PHONE_AT)
    assert sessions.find(token) is not None
    for forged in ("", "a", "a.b.c", token[:-1], token + "0", "ｘ.ｙ", "\ud800", token.swapcase()):
        assert sessions.find(forged) is None
    clock.now += SESSION_S + 1
    assert sessions.find(token) is None
    assert sessions.living() == ()


def test_they_outlive_a_restart_and_the_file_opens_nothing(tmp_path: Path) -> None:
    """T13: the store holds no token in the clear; ended ones stay ended."""
    path, clock = tmp_path / "s.json", Clock()
    sessions = Sessions(path, seconds=clock)
    mine, other = sessions.begin(), sessions.begin()
    sessions.store()
    kept = path.read_text()
    assert mine not in kept
    assert other not in kept
    again = Sessions(path, seconds=clock)
    found = again.find(other)
    assert found is not None
    assert again.find(mine) is not None
    for row in again.living():  # nothing in the file is a cookie
        assert again.find(row.token_sha256) is None
        assert again.find(row.id) is None
    assert again.end(found.id)
    assert not again.end(found.id)
    again.store()
    assert Sessions(path, seconds=clock).find(other) is None
    assert Sessions(path, seconds=clock).find(mine) is not None


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"sessions": 1}', '{"sessions": [{"id": 1}]}', "\x00"]
)
def test_a_damaged_file_logs_everybody_out(tmp_path: Path, text: str) -> None:
    path = tmp_path / "s.json"
    path.write_text(text)
    assert Sessions(path, seconds=Clock()).living() == ()


def test_there_are_so_many_and_no_more(tmp_path: Path) -> None:
    """T12: the one used least lately makes room."""
    clock = Clock()
    sessions = Sessions(tmp_path / "s.json", seconds=clock)
    tokens = []
    for _ in range(SESSIONS_MAX + 5):
        clock.now += 1
        tokens.append(sessions.begin())
    assert len(sessions.living()) == SESSIONS_MAX
    assert [sessions.find(token) is None for token in tokens[:6]] == [True] * 5 + [False]


class House:
    """One page, seen from many addresses, each with its own cookies."""

    def __init__(self, home: Household) -> None:
        self.home = home
        Keys(home.state_dir).set_password(PASSWORD)
        self.app = build_app(home.parts())

    def browser(self, address: str, agent: str = PHONE) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self.app, client=(address, 5))
        headers = {
            "Origin": BASE,
            "X-Companion-Page": Keys(self.home.state_dir).page_token(),
            "User-Agent": agent,
        }
        return httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers)


@pytest.fixture
def house(home: Household) -> House:
    return House(home)


async def login(client: httpx.AsyncClient, password: str = PASSWORD) -> httpx.Response:
    return await client.post("/api/login", json={"password": password})


async def test_logout_ends_the_session_itself(house: House) -> None:
    """Issue 10, 8: a cookie that somebody copied opens nothing after the logout."""
    async with house.browser(PHONE_AT) as phone, house.browser("192.168.1.9") as thief:
        assert (await login(phone)).status_code == 204
        copied = phone.cookies[SESSION_COOKIE]
        thief.cookies.set(SESSION_COOKIE, copied)
        assert (await thief.get("/api/health")).status_code == 200
        assert (await phone.post("/api/logout")).status_code == 204
        assert (await thief.get("/api/health")).status_code == 401
        again = build_app(house.home.parts())
        transport = httpx.ASGITransport(app=again, client=(PHONE_AT, 5))
        cookies = {SESSION_COOKIE: copied}
        async with httpx.AsyncClient(transport=transport, base_url=BASE, cookies=cookies) as after:
            assert (await after.get("/api/health")).status_code == 401


async def test_they_are_listed_and_ended_one_by_one_or_all(house: House) -> None:
    """Issue 10, 8: with browser, system and address in our own words; the asking one is marked."""
    async with house.browser(PHONE_AT) as phone, house.browser("::1", "<script>x</script>") as odd:
        await login(phone)
        await login(odd)
        rows = (await phone.get("/api/sessions")).json()["sessions"]
        mine = next(row for row in rows if row["current"])
        other = next(row for row in rows if not row["current"])
        assert (mine["browser"], mine["system"], mine["address"]) == ("Safari", "iPhone", PHONE_AT)
        assert (other["browser"], other["system"]) == ("", "")
        page = (await phone.get("/more?lang=en")).text
        assert "Safari · iPhone" in page
        assert "This device" in page
        assert "<script>x" not in page
        assert (await phone.post(f"/api/sessions/{other['id']}/end")).status_code == 204
        assert (await odd.get("/api/health")).status_code == 401
        assert (await phone.post(f"/api/sessions/{other['id']}/end")).status_code == 404
        await asyncio.sleep(1.1)  # one try a second on this machine
        await login(odd)
        assert (await phone.post("/api/sessions/end")).json() == {"ended": 1}
        assert (await odd.get("/api/health")).status_code == 401
        assert (await phone.get("/api/health")).status_code == 200


async def test_a_new_password_ends_all_others(house: House) -> None:
    """T8: and the one that changed it goes on."""
    async with house.browser(PHONE_AT) as phone, house.browser("192.168.1.9") as desk:
        await login(phone)
        await login(desk)
        body = {"old": PASSWORD, "new": "battery staple"}
        await asyncio.sleep(1.1)  # one try a second
        assert (await phone.post("/api/password", json=body)).status_code == 204
        assert (await desk.get("/api/health")).status_code == 401
        assert (await phone.get("/api/health")).status_code == 200
        assert len((await phone.get("/api/sessions")).json()["sessions"]) == 1


async def test_a_disk_that_takes_nothing_is_told_at_logout(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F3: it ends now, but would live again after a restart: never a silent 204."""
    async with house.browser(PHONE_AT) as phone:
        await login(phone)

        def refuse(self: Sessions) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Sessions, "store", refuse)
        reply = await phone.post("/api/logout")
        assert reply.status_code == 503
        assert "next start" in reply.json()["error"]
        assert (await phone.get("/api/health")).status_code == 401


async def test_one_machine_locks_only_itself_out(house: House) -> None:
    """Issue 10, 7: the owner's phone, a new device and this machine still get in."""
    async with (
        house.browser(ATTACKER) as attacker,
        house.browser(PHONE_AT) as phone,
        house.browser("127.0.0.1") as here,
    ):
        await login(phone)
        phone.cookies.delete(SESSION_COOKIE)
        for _ in range(30):
            reply = await login(attacker, "wrong password")
            assert reply.status_code in {401, 429}
        assert (await login(attacker)).status_code == 429  # even the right one
        assert int((await login(attacker)).headers["Retry-After"]) >= 1
        async with house.browser("192.168.1.80") as fresh:
            assert (await login(fresh)).status_code == 204
        assert (await login(here)).status_code == 204
        await asyncio.sleep(1.1)
        assert (await login(phone)).status_code == 204
    async with house.browser(ATTACKER) as same_address:  # behind the attacker's own address
        same_address.cookies.set(DEVICE_COOKIE, phone.cookies[DEVICE_COOKIE])
        await asyncio.sleep(1.1)
        assert (await login(same_address)).status_code == 204


async def test_a_forwarded_request_is_never_this_machine(house: House) -> None:
    """Issue 10, 7 and 8: behind a proxy on this machine everybody would pass as loopback."""
    async with house.browser("127.0.0.1") as behind:
        behind.headers["X-Forwarded-For"] = ATTACKER
        for _ in range(6):
            await login(behind, "wrong password")
        assert (await login(behind)).status_code == 429
    async with house.browser("127.0.0.1") as here:
        assert (await login(here)).status_code == 204


async def test_an_ended_session_is_cut_from_the_live_stream(home: Household) -> None:
    """Issue 10, 8: what it was reading ends with it, not with its next request."""
    keys = Keys(home.state_dir)
    keys.set_password(PASSWORD)
    token = keys.sessions.begin()
    keys.sessions.store()
    async with served(home) as port:
        listener = Listener(port)
        await listener.open(f"Cookie: {SESSION_COOKIE}={token}\r\n")
        async with asyncio.timeout(30):
            while not home.hub.watchers():
                await asyncio.sleep(0.01)
        base = f"http://127.0.0.1:{port}"
        headers = {"X-Companion-Token": keys.cli_token}
        async with httpx.AsyncClient(base_url=base, headers=headers) as command_line:
            reply = await command_line.post("/api/sessions/end", json={})
            assert reply.json() == {"ended": 1}
        async with asyncio.timeout(30):
            while home.hub.watchers():
                await asyncio.sleep(0.01)
            assert (await listener.reader.readuntil(b"0\r\n\r\n")).endswith(b"0\r\n\r\n")
        await listener.close()


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_limits_count_what_one_machine_has_to_itself(address: str, network: str) -> None:
    """T12: an IPv6 host has 2**64 addresses; each must not be another client."""
    assert visitor.network_of(address) == network
    assert visitor.is_loopback("::ffff:127.0.0.1")
    assert not visitor.is_loopback("::ffff:10.0.0.1")
