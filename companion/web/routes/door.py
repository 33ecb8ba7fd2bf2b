"""Door: log in, log out, set the password (threat T8)."""

import asyncio

from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from companion.web.guard import SESSION_COOKIE
from companion.web.keys import SESSION_S, Keys, PasswordTooShort
from companion.web.limits import LoginBrake
from companion.web.routes.api import body_of
from companion.web.routing import Router
from companion.web.site import ReaderOf, SiteOf

router = Router()


class Login(BaseModel):
    """A password try."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    password: str = Field(max_length=256)


class NewPassword(BaseModel):
    """A new password; the old one is needed where one is set."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    old: str = Field("", max_length=256)
    new: str = Field(max_length=256)


@router.get("/login")
async def login_page(request: Request, site: SiteOf, reader: ReaderOf) -> HTMLResponse:
    """The door; shows nothing of the home."""
    return await site.draw(request, reader, "login.html", {"place": ""})


@router.post("/api/login")
async def login(request: Request, site: SiteOf) -> Response:
    """Give a session for the password; 429 with the seconds to wait."""
    given = await body_of(request, Login)
    await check_password(site.keys, site.brake, given.password)
    return with_session(site.keys)


@router.post("/api/logout")
async def logout() -> Response:
    """Forget this browser's session."""
    response = Response(status_code=204)
    response.delete_cookie(SESSION_COOKIE, path="/", samesite="strict", httponly=True)
    return response


@router.post("/api/password")
async def password(request: Request, site: SiteOf) -> Response:
    """Set or change the password; every other session ends."""
    given = await body_of(request, NewPassword)
    if site.keys.has_password():
        await check_password(site.keys, site.brake, given.old)
    try:
        await asyncio.to_thread(site.keys.set_password, given.new)
    except PasswordTooShort as error:
        raise HTTPException(422, str(error)) from error
    return with_session(site.keys)


async def check_password(keys: Keys, brake: LoginBrake, given: str) -> None:
    """Raises 429 when tried too often, 401 when wrong. scrypt runs beside the loop."""
    wait_s = brake.wait_s()
    if wait_s > 0:
        raise HTTPException(429, "too many tries", headers={"Retry-After": str(int(wait_s) + 1)})
    brake.note()
    if not await asyncio.to_thread(keys.check_password, given):
        raise HTTPException(401, "wrong password")


def with_session(keys: Keys) -> Response:
    """An answer that carries a fresh session cookie."""
    response = Response(status_code=204)
    response.set_cookie(
        SESSION_COOKIE,
        keys.new_session(),
        max_age=SESSION_S,
        path="/",
        httponly=True,
        samesite="strict",
    )
    return response
