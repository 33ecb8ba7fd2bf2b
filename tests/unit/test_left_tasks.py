"""Tests that have a loop are watched for tasks left in it, and others make none."""

import pytest

WATCHED = "tasks_of_the_loop"


@pytest.fixture
async def house() -> str:
    return "a fixture that is a coroutine"


async def test_a_coroutine_is_watched(request: pytest.FixtureRequest) -> None:
    assert WATCHED in request.fixturenames


def test_a_plain_test_with_such_a_fixture_is_watched(
    house: str, request: pytest.FixtureRequest
) -> None:
    assert WATCHED in request.fixturenames


def test_a_plain_test_makes_no_loop(request: pytest.FixtureRequest) -> None:
    assert WATCHED not in request.fixturenames
