"""A household, the page over it, and a client that behaves like the page's own script."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from companion.web.app import build_app
from companion.web.keys import Keys
from tests.unit.web.twins import Household

BASE = "http://localhost:8440"


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Household]:
    household = Household(tmp_path)
    yield household
    await household.house.stop()


def client_of(home: Household, *, client: str = "127.0.0.1") -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=build_app(home.parts()), client=(client, 5))
    headers = {"Origin": BASE, "X-Companion-Page": Keys(home.state_dir).page_token()}
    return httpx.AsyncClient(transport=transport, base_url=BASE, headers=headers)


@pytest.fixture
async def page(home: Household) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(home) as client:
        yield client
