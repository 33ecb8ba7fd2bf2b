"""What a request asks for: rows in its path, its query, its body; answers as JSON."""

from typing import Annotated

import httpx
from pydantic import Field
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from companion.web.asked import ID_MAX, Json, Malformed, Query, number_in, query_of


class Things(Query):
    """Which things."""

    limit: Annotated[int, Field(ge=1, le=9)] = 5
    words: tuple[str, ...] = ()


async def thing(request: Request) -> Json:
    asked = query_of(request, Things)
    return Json({"number": number_in(request, "number"), **asked.model_dump()})


async def odd(_: Request) -> Json:
    return Json({"no number": float("nan")}, 202)


async def _malformed(_: Request, error: Exception) -> Response:
    return PlainTextResponse(str(error), 422)


def _client() -> httpx.AsyncClient:
    routes = [Route("/things/{number}", thing), Route("/odd", odd)]
    app = Starlette(routes=routes, exception_handlers={Malformed: _malformed})
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x")


async def test_path_and_query_are_read_by_name() -> None:
    async with _client() as client:
        asked = {"words": ["a", "b"], "limit": "2", "lang": "ja"}
        given = await client.get(f"/things/{ID_MAX}", params=asked)
        bare = await client.get("/things/7")
    assert given.json() == {"number": ID_MAX, "words": ["a", "b"], "limit": 2}
    assert bare.json() == {"number": 7, "words": [], "limit": 5}


async def test_what_is_none_of_the_allowed_is_malformed_and_named() -> None:
    """An id beyond 64 bits would end SQLite's query in an error."""
    async with _client() as client:
        for path in ("x", "0", "-1", "²", "1_0", f"{ID_MAX + 1}", "7?limit=0", "7?limit=x"):
            answer = await client.get(f"/things/{path}")
            assert answer.status_code == 422, path
            assert answer.text.partition(":")[0] in {"number", "limit"}


async def test_what_is_no_number_is_null() -> None:
    async with _client() as client:
        answer = await client.get("/odd")
    assert (answer.status_code, answer.json()) == (202, {"no number": None})
