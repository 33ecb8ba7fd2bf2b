"""The webhook of outside sources: a token for each source, and nothing else opens it."""

import httpx
import pytest

from companion.service.tokens import TokenKind, Tokens
from companion.web.app import build_app
from companion.web.keys import Keys
from companion.web.limits import RequestBrake
from tests.unit.web.conftest import BASE
from tests.unit.web.twins import Household


def _outside(home: Household) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=build_app(home.parts()), client=("192.168.1.9", 5))
    return httpx.AsyncClient(transport=transport, base_url=BASE)


def _bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


async def test_c_021_a_bridge_hands_in_a_sentence_under_its_source(home: Household) -> None:
    Keys(home.state_dir).set_password("a long password")
    secret = Tokens(home.state_dir).add("discord", TokenKind.INBOUND, "2026-11-25")
    async with _outside(home) as bridge:
        said = {"text": "hello", "sender": "ann"}
        reply = await bridge.post("/api/inbound/discord", json=said, headers=_bearer(secret))
        assert reply.status_code == 202
        event = await home.store.record.event(reply.json()["event_id"])
        assert event is not None
        assert event.channel == "discord"
        empty = await bridge.post(
            "/api/inbound/discord", json={"text": " "}, headers=_bearer(secret)
        )
        assert empty.status_code == 422


@pytest.mark.parametrize("password", [True, False])
async def test_t_09_no_other_token_and_no_other_path_is_opened(
    home: Household, password: bool
) -> None:
    if password:
        Keys(home.state_dir).set_password("a long password")
    tokens = Tokens(home.state_dir)
    x, act = (
        tokens.add("x", TokenKind.INBOUND, "2026-11-25"),
        tokens.add("helper", TokenKind.ACT, "2026-11-25"),
    )
    async with _outside(home) as bridge:
        said = {"text": "hello"}
        for headers in ({}, _bearer("wrong"), _bearer(x), _bearer(act), {"Authorization": x}):
            got = await bridge.post("/api/inbound/discord", json=said, headers=headers)
            assert got.status_code == 401
        for path in ("/api/approvals/1", "/api/stop", "/api/log", "/", "/api/inbound/../log"):
            got = await bridge.post(path, json={}, headers=_bearer(x))
            assert got.status_code in (401, 403, 404, 405), path
        tokens.revoke("x")
        got = await bridge.post("/api/inbound/x", json=said, headers=_bearer(x))
        assert got.status_code == 401


async def test_a_bridge_that_floods_is_braked_by_itself(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However slow the machine is: nothing is given back while the test runs."""
    monkeypatch.setitem(RequestBrake.__init__.__kwdefaults__ or {}, "per_s", 1e-6)
    secret = Tokens(home.state_dir).add("x", TokenKind.INBOUND, "2026-11-25")
    async with _outside(home) as bridge:
        codes = set()
        for _ in range(400):
            got = await bridge.post("/api/inbound/x", json={"text": "a"}, headers=_bearer(secret))
            codes.add(got.status_code)
        assert 429 in codes
        assert (await bridge.get("/login")).status_code != 429
