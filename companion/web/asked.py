"""Asked: reads the wish of a request from its path, its query or its body, or refuses it."""

from typing import Annotated, Any, TypeVar, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from companion.words.number import whole_number

ID_MAX = 2**62
"""Ids of rows are smaller; SQLite takes no integer beyond 64 bits."""
RowId = Annotated[int, Field(ge=1, le=ID_MAX)]
Model = TypeVar("Model", bound=BaseModel)


class Malformed(ValueError):
    """The address holds a value that is not one of those allowed; says which and why."""


class Body(BaseModel):
    """JSON body of a request; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Query(BaseModel):
    """Query of an address behind its `?`; unknown names are left out."""

    model_config = ConfigDict(frozen=True)


class Json(Response):
    """Plain values as JSON; a number that is not finite is null."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The body."""
        return to_json(content, inf_nan_mode="null")


def number_in(request: Request, name: str) -> int:
    """The id of a row in the path. Raises `Malformed`."""
    number = whole_number(str(request.path_params[name]), least=1, most=ID_MAX)
    if number is None:
        raise Malformed(f"{name}: a whole number from 1 on")
    return number


def query_of(request: Request, model: type[Model]) -> Model:
    """The query as a model; a field that is a tuple takes each value of its name. Raises
    `Malformed`."""
    asked = request.query_params
    given = {
        name: asked.getlist(name) if _takes_many(model, name) else asked[name]
        for name in model.model_fields
        if name in asked
    }
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise Malformed(_said(error)) from error


async def body_of(request: Request, model: type[Model]) -> Model:
    """The body, read by pydantic's own parser, which bounds nesting. Raises `HTTPException` 422."""
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as error:
        raise HTTPException(422, "; ".join(e["msg"] for e in error.errors())) from error


def _takes_many(model: type[BaseModel], name: str) -> bool:
    return get_origin(model.model_fields[name].annotation) is tuple


def _said(error: ValidationError) -> str:
    return "; ".join(f"{e['loc'][0]}: {e['msg']}" for e in error.errors())
