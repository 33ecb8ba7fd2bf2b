"""A port that is taken is told at the start, and tried again later (R5)."""

import asyncio
from typing import Any, cast

import pytest

from companion.service.supervision import CannotStart
from companion.web import serving
from companion.web.parts import Address


async def test_a_taken_port_is_for_a_person_at_the_start_and_for_trying_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    up = [False]

    async def serve(parts: Any, at: Any, *, started: Any, mcp: Any) -> None:
        if up[0]:
            started("http://localhost:8440")
        raise OSError("address in use")

    monkeypatch.setattr(serving, "serve", serve)
    page = serving.PageServer(cast(Any, None), Address())
    task = page.residents()[0]
    assert task.needed
    with pytest.raises(CannotStart, match="in use"):
        await task.run()
    up[0] = True
    with pytest.raises(OSError, match="in use") as lost:
        await task.run()
    assert not isinstance(lost.value, CannotStart)
    assert await asyncio.wait_for(page.address, 1) == "http://localhost:8440"
