"""The page's own routing: arguments by name and annotation, answers as JSON."""

from typing import Annotated, Any

import httpx
from pydantic import Field
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from companion.web.routing import Given, Malformed, Router

router = Router("/api")
Number = Annotated[int, Field(ge=1, le=9)]


@router.get("/things/{number}")
async def thing(
    number: Number,
    who: Annotated[str, Given(lambda request: request.headers["x-who"])],
    words: list[str] | None = None,
    limit: Number = 5,
) -> dict[str, Any]:
    """All kinds of arguments."""
    return {"number": number, "who": who, "words": words, "limit": limit}


@router.get("/asked")
async def asked(word: str) -> dict[str, Any]:
    """A word that must be there."""
    return {"word": word}


@router.post("/things/{name}", status_code=202)
async def make(request: Request, name: str) -> dict[str, Any]:
    """Something asked for."""
    return {"name": name, "by": request.method, "no number": float("nan")}


@router.get("/plain")
async def plain() -> Response:
    """An answer of its own."""
    return PlainTextResponse("as it is")


async def _malformed(_: Request, error: Exception) -> Response:
    return PlainTextResponse(str(error), 422)


def _client() -> httpx.AsyncClient:
    app = Starlette(routes=router.routes, exception_handlers={Malformed: _malformed})
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(transport=transport, base_url="http://x", headers={"x-who": "me"})


async def test_arguments_come_by_name_and_annotation() -> None:
    async with _client() as client:
        given = await client.get("/api/things/7", params={"words": ["a", "b"], "limit": "2"})
        bare = await client.get("/api/things/7")
    assert given.json() == {"number": 7, "who": "me", "words": ["a", "b"], "limit": 2}
    assert bare.json() == {"number": 7, "who": "me", "words": None, "limit": 5}


async def test_what_is_none_of_the_allowed_is_malformed_and_named() -> None:
    async with _client() as client:
        for path in ("/api/things/x", "/api/things/10", "/api/things/7?limit=0", "/api/asked"):
            answer = await client.get(path)
            assert answer.status_code == 422
            assert answer.text.partition(":")[0] in {"number", "limit", "word"}
        assert (await client.get("/api/asked?word=")).json() == {"word": ""}


async def test_answers_are_json_with_their_status_or_as_they_are() -> None:
    async with _client() as client:
        made = await client.post("/api/things/明かり")
        own = await client.get("/api/plain")
        wrong = await client.get("/api/asked", params={"word": "x"}, headers={"x-who": ""})
        not_that = await client.post("/api/plain")
    assert made.status_code == 202
    assert made.json() == {"name": "明かり", "by": "POST", "no number": None}
    assert own.text == "as it is"
    assert wrong.status_code == 200
    assert not_that.status_code == 405
