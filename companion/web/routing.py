"""Routing: paths to handlers, a handler's arguments by name and annotation, its answer as JSON.

As much of it as the page uses, over Starlette alone: the large frameworks cost a home without a
camera a fifth of its memory, and each request more than the handler's own work.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from starlette.datastructures import State
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.routing import Router as Routes
from starlette.types import ExceptionHandler, Receive, Scope, Send

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])
_Ask = Callable[[Request], Any]
_PLACEHOLDER = re.compile(r"{(\w+)")


class Malformed(ValueError):
    """A number in the address that is none, or not one of those allowed; says which and why."""


@dataclass(frozen=True, slots=True)
class Given:
    """Marks an argument as made from the request: `Annotated[Site, Given(site_of)]`."""

    make: _Ask


class Json(Response):
    """Plain values as JSON; what is no number is null."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The body."""
        return to_json(content, inf_nan_mode="null")


class Application:
    """Routes as one ASGI application, with what is answered where one of them fails.

    As much of `starlette.applications` as the page uses: that one brings error pages for whoever
    programs it, and with them the names of all letters in HTML, half a megabyte.
    """

    def __init__(
        self, routes: Sequence[BaseRoute], answers: Mapping[type[Exception], ExceptionHandler]
    ) -> None:
        self.state = State()
        self._app = ExceptionMiddleware(Routes(routes), answers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; an error without an answer goes to whoever serves."""
        scope["app"] = self
        await self._app(scope, receive, send)


class Router:
    """Routes of one module, in order. A handler takes the request, what is `Given`, parts of the
    path by name, and anything else from the query; a default makes it optional."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self.routes: list[Route] = []

    def get(self, path: str) -> Callable[[Handler], Handler]:
        """A handler that changes nothing."""
        return self._at("GET", path, 200)

    def post(self, path: str, *, status_code: int = 200) -> Callable[[Handler], Handler]:
        """A handler that changes something, or asks for it (202)."""
        return self._at("POST", path, status_code)

    def _at(self, method: str, path: str, status_code: int) -> Callable[[Handler], Handler]:
        where = self._prefix + path

        def add(handler: Handler) -> Handler:
            endpoint = _endpoint(handler, set(_PLACEHOLDER.findall(where)), status_code)
            self.routes.append(Route(where, endpoint, methods=[method]))
            return handler

        return add


def _endpoint(
    handler: Callable[..., Awaitable[Any]], in_path: set[str], status_code: int
) -> Callable[[Request], Awaitable[Response]]:
    """The handler as Starlette calls it; its signature is read once, here."""
    arguments = inspect.signature(handler).parameters.values()
    asks = {a.name: _asking(a, in_path=a.name in in_path) for a in arguments}

    async def endpoint(request: Request) -> Response:
        answer = await handler(**{name: ask(request) for name, ask in asks.items()})
        return answer if isinstance(answer, Response) else Json(answer, status_code)

    return endpoint


def _asking(argument: inspect.Parameter, *, in_path: bool) -> _Ask:
    if argument.annotation is Request:
        return lambda request: request
    for mark in get_args(argument.annotation)[1:]:
        if isinstance(mark, Given):
            return mark.make
    check = _check(argument.name, argument.annotation)
    if in_path:
        return lambda request: check(request.path_params[argument.name])
    return _asking_query(argument, check)


def _asking_query(argument: inspect.Parameter, check: Callable[[Any], Any]) -> _Ask:
    name, many = argument.name, _is_many(argument.annotation)

    def ask(request: Request) -> Any:
        query = request.query_params
        if name in query:
            return check(query.getlist(name) if many else query[name])
        if argument.default is inspect.Parameter.empty:
            raise Malformed(f"{name}: it is missing")
        return argument.default

    return ask


def _check(name: str, annotation: Any) -> Callable[[Any], Any]:
    """Text is taken as it is; anything else has to be what the annotation says."""
    if annotation is str:
        return lambda value: value
    adapter: TypeAdapter[Any] = TypeAdapter(annotation)

    def check(value: Any) -> Any:
        try:
            return adapter.validate_python(value)
        except ValidationError as error:
            raise Malformed("; ".join(f"{name}: {e['msg']}" for e in error.errors())) from error

    return check


def _is_many(annotation: Any) -> bool:
    """Whether it takes every value of its name."""
    if get_origin(annotation) is Annotated:
        return _is_many(get_args(annotation)[0])
    return any(get_origin(kind) is list for kind in (annotation, *get_args(annotation)))
