"""A phone is logged in by a code that is scanned once (issue 11, B18; threat T8)."""

import httpx

from companion.web.app import build_app
from companion.web.keys import Keys
from companion.web.pairing import CODE_S, Pairing
from companion.web.parts import Address
from tests.unit.web.conftest import BASE
from tests.unit.web.twins import Household

OPEN = Address(host="0.0.0.0", port=8440)


def browser(home: Household, app: object, address: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=app, client=(address, 5))  # type: ignore[arg-type]
    headers = {"Origin": BASE, "X-Companion-Page": Keys(home.state_dir).page_token()}
    return httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers)


async def test_b18_a_scanned_code_logs_one_phone_in_once(home: Household) -> None:
    """Asked for by who is logged in; seen in the list of sessions, and ended there."""
    Keys(home.state_dir).set_password("correct horse")
    app = build_app(home.parts(), settings=OPEN)
    async with (
        browser(home, app, "192.168.1.5") as desk,
        browser(home, app, "192.168.1.7") as phone,
        browser(home, app, "192.168.1.8") as third,
    ):
        assert (await phone.post("/api/pair", json={})).status_code == 401
        assert (await desk.post("/api/login", json={"password": "correct horse"})).is_success
        given = (await desk.post("/api/pair", json={})).json()
        code = given["address"].partition("/pair#")[2]
        assert len(code) >= 22
        assert "<svg" in given["svg"]
        page = await phone.get("/pair")
        assert page.status_code == 200  # a scanner that looks uses nothing up
        wrong = await third.post("/api/pair/use", json={"code": "x" * 22})
        assert wrong.status_code == 401
        assert (await phone.get("/api/health")).status_code == 401
        assert (await phone.post("/api/pair/use", json={"code": code})).status_code == 204
        assert (await phone.get("/api/health")).status_code == 200
        listed = (await desk.get("/api/sessions")).json()["sessions"]
        (own,) = [one for one in listed if one["address"] == "192.168.1.7"]
        async with browser(home, app, "192.168.1.9") as fourth:
            again = await fourth.post("/api/pair/use", json={"code": code})
            assert again.status_code == 401
        assert (await desk.post(f"/api/sessions/{own['id']}/end")).status_code == 204
        assert (await phone.get("/api/health")).status_code == 401


async def test_b18_the_code_dies_with_the_session_that_asked(home: Household) -> None:
    """A new password ends every session, and with it the code on somebody's screen."""
    Keys(home.state_dir).set_password("correct horse")
    app = build_app(home.parts(), settings=OPEN)
    async with browser(home, app, "192.168.1.5") as desk, browser(home, app, "1.2.3.4") as phone:
        await desk.post("/api/login", json={"password": "correct horse"})
        code = (await desk.post("/api/pair", json={})).json()["address"].partition("#")[2]
        assert (await desk.post("/api/logout")).is_success
        assert (await phone.post("/api/pair/use", json={"code": code})).status_code == 401


async def test_b18_the_command_lines_token_shows_no_code(home: Household) -> None:
    """It belongs to no browser that could be logged out again."""
    keys = Keys(home.state_dir)
    keys.set_password("correct horse")
    async with browser(home, build_app(home.parts(), settings=OPEN), "127.0.0.1") as page:
        headers = {"X-Companion-Token": keys.cli_token}
        assert (await page.post("/api/pair", json={}, headers=headers)).status_code == 403


def test_b18_a_code_is_good_for_minutes_and_the_newest_alone() -> None:
    now = [0.0]
    pairing = Pairing(lambda: now[0])
    first, second = pairing.begin("desk"), pairing.begin("desk")
    assert pairing.use(first) == ""
    assert pairing.use("") == ""
    assert pairing.use(second) == "desk"
    assert pairing.use(second) == ""
    late = pairing.begin("desk")
    now[0] += CODE_S
    assert pairing.use(late) == ""


async def test_b18_tries_are_braked_like_those_of_a_password(home: Household) -> None:
    Keys(home.state_dir).set_password("correct horse")
    async with browser(home, build_app(home.parts(), settings=OPEN), "192.168.1.7") as phone:
        first = await phone.post("/api/pair/use", json={"code": "x"})
        second = await phone.post("/api/pair/use", json={"code": "x"})
    assert (first.status_code, second.status_code) == (401, 429)
    assert "Retry-After" in second.headers
