"""Malformed requests at every route, in the short form (F21); `companion bench web_fuzz --long`."""

import asyncio

import pytest

from companion.web.keys import Keys
from tests.proof.bench.web_fuzz import attack, logged_in
from tests.unit.web.test_live import served
from tests.unit.web.twins import Household


@pytest.mark.parametrize("seed", [1, 2])
async def test_no_request_breaks_the_page(home: Household, seed: int) -> None:
    """F21: 0 answers 5xx, 0 tracebacks; what is no HTTP may be closed without an answer."""
    cookies = logged_in(home.state_dir)
    async with served(home) as port:
        found = await attack(port, home.state_dir, cookies, 300, seed)
    assert found.wrong == []
    assert found.tracebacks == []
    assert found.statuses.total() == 300
    # They came as far as the routes, not only to the guard.
    assert found.statuses[200] + found.statuses[404] + found.statuses[422] > 60


async def test_a_body_that_ends_too_early_is_no_failure_of_the_page(
    home: Household, caplog: pytest.LogCaptureFixture
) -> None:
    """F21: who leaves within the body wrote a traceback into the log each time."""
    async with served(home) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        head = f"POST /api/say HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        head += f"X-Companion-Token: {Keys(home.state_dir).cli_token}\r\n"
        writer.write(f'{head}Content-Length: 500\r\n\r\n{{"text":'.encode())
        await writer.drain()
        writer.close()
        await writer.wait_closed()
    # The server waited for its tasks before it ended.
    assert "the page failed" not in caplog.text
    assert caplog.records == []
