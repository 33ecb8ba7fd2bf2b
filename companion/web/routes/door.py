"""Door: log in, log out, set the password, see and end sessions."""

import asyncio
import logging
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from companion.web.browser import about_browser
from companion.web.guard import DEVICE_COOKIE, SESSION_COOKIE, session_of
from companion.web.keys import DEVICE_S, Keys
from companion.web.limits import LoginBrake, Trier
from companion.web.pairing import CODE_S
from companion.web.password import PasswordTooShort
from companion.web.phone import phone, qr_code
from companion.web.routes.api import body_of
from companion.web.routing import Json, Router
from companion.web.sessions import SESSION_S, session_now
from companion.web.site import ReaderOf, SiteOf
from companion.web.visitor import visitor_of

log = logging.getLogger(__name__)
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


class Scanned(BaseModel):
    """A scanned code."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    code: str = Field(max_length=64)


@router.get("/login")
async def login_page(request: Request, site: SiteOf, reader: ReaderOf) -> HTMLResponse:
    """The door; shows nothing of the home."""
    return await site.draw(request, reader, "login.html", {"place": ""})


@router.post("/api/login")
async def login(request: Request, site: SiteOf) -> Response:
    """Give a session for the password; 429 with the seconds to wait."""
    given = await body_of(request, Login)
    await check_password(request, site.keys, site.brake, given.password)
    return await with_session(request, site.keys)


@router.get("/pair")
async def pair_page(request: Request, site: SiteOf, reader: ReaderOf) -> HTMLResponse:
    """Where a scanned code leads; shows nothing of the home, and uses nothing up."""
    return await site.draw(request, reader, "pair.html", {"place": ""})


@router.post("/api/pair")
async def pair(request: Request, site: SiteOf) -> dict[str, Any]:
    """A code that logs one phone in, for a browser that is logged in itself."""
    session = session_now(request)
    if session is None:
        raise HTTPException(403, "only a browser that is logged in asks for a code")
    found = await phone(site, request.url.port or 443)
    if found is None:
        raise HTTPException(409, "the page opens on this machine only: see web.host")
    address = f"{found.address}pair#{site.pairing.begin(session.id)}"
    return {"address": address, "svg": str(qr_code(address)), "seconds": CODE_S}


@router.post("/api/pair/use")
async def use_pairing(request: Request, site: SiteOf) -> Response:
    """Log this browser in by a code: 401 where it is wrong, used or too old. Tries count as those
    of a password."""
    given = await body_of(request, Scanned)
    trier = _trier(request, site.keys)
    if (wait_s := site.brake.wait_s(*trier)) > 0:
        raise HTTPException(429, "too many tries", headers={"Retry-After": str(int(wait_s) + 1)})
    site.brake.note(*trier)
    made_by = site.pairing.use(given.code)
    if made_by not in {session.id for session in site.keys.sessions.living()}:
        raise HTTPException(401, "the code is wrong, was used or is too old")
    site.brake.forgive(*trier)
    return await with_session(request, site.keys)


@router.post("/api/logout")
async def logout(request: Request, site: SiteOf) -> Response:
    """End this browser's session, here and in the browser."""
    response = Response(status_code=204)
    session = session_now(request)
    if session is not None:
        site.keys.sessions.end(session.id)
        response = await _kept(site.keys, response)
    response.delete_cookie(SESSION_COOKIE, path="/", samesite="strict", httponly=True)
    return response


@router.post("/api/password")
async def password(request: Request, site: SiteOf) -> Response:
    """Set or change the password; every other session ends."""
    given = await body_of(request, NewPassword)
    if site.keys.has_password():
        await check_password(request, site.keys, site.brake, given.old)
    try:
        await asyncio.to_thread(site.keys.set_password, given.new)
    except PasswordTooShort as error:
        raise HTTPException(422, str(error)) from error
    except OSError as error:
        raise HTTPException(503, f"the disk takes nothing: {error}") from error
    site.keys.sessions.end_all()
    return await with_session(request, site.keys)


@router.get("/api/sessions")
async def sessions(request: Request, site: SiteOf) -> dict[str, Any]:
    """Who is logged in, the one used last first."""
    now = session_now(request)
    rows = [
        {
            "id": each.id,
            "browser": each.browser,
            "system": each.system,
            "address": each.address,
            "since": _moment(each.since),
            "seen": _moment(each.seen),
            "current": now is not None and each.id == now.id,
        }
        for each in site.keys.sessions.living()
    ]
    return {"sessions": rows}


@router.post("/api/sessions/{session_id}/end")
async def end_session(site: SiteOf, session_id: str) -> Response:
    """End one session at once; 404 where there is none."""
    if not site.keys.sessions.end(session_id):
        raise HTTPException(404, "no such session; `companion sessions list` names them")
    return await _kept(site.keys, Response(status_code=204))


@router.post("/api/sessions/end")
async def end_sessions(request: Request, site: SiteOf) -> Response:
    """End all sessions but the one that asks."""
    now = session_now(request)
    ended = site.keys.sessions.end_all(but=now.id if now is not None else "")
    return await _kept(site.keys, Json({"ended": ended}, 200))


async def check_password(request: Request, keys: Keys, brake: LoginBrake, given: str) -> None:
    """Raises 429 when tried too often, 401 when wrong. The hash is made beside the loop."""
    trier = _trier(request, keys)
    wait_s = brake.wait_s(*trier)
    if wait_s > 0:
        raise HTTPException(429, "too many tries", headers={"Retry-After": str(int(wait_s) + 1)})
    brake.note(*trier)
    if not await asyncio.to_thread(keys.check_password, given):
        raise HTTPException(401, "wrong password")
    brake.forgive(*trier)


async def with_session(request: Request, keys: Keys) -> Response:
    """An answer that carries a fresh session cookie, and one that remembers the device."""
    told = about_browser(request.headers.get("user-agent", ""))
    token = keys.sessions.begin(
        browser=told.browser, system=told.system, address=visitor_of(request.scope).address
    )
    try:
        await asyncio.to_thread(keys.sessions.store)
    except OSError as error:
        log.warning("sessions are not on disk, the next start has those of before: %s", error)
    response = Response(status_code=204)
    secure = request.url.scheme == "https"
    device = keys.device_of(session_of(request.headers, DEVICE_COOKIE))
    for name, value, age_s, path in (
        (SESSION_COOKIE, token, SESSION_S, "/"),
        (DEVICE_COOKIE, keys.device_cookie(device), DEVICE_S, "/api/"),
    ):
        response.set_cookie(
            name,
            value,
            max_age=age_s,
            path=path,
            httponly=True,
            samesite="strict",
            secure=secure,
        )
    return response


def _trier(request: Request, keys: Keys) -> tuple[Trier, str]:
    device = keys.device_of(session_of(request.headers, DEVICE_COOKIE))
    if device:
        return Trier.DEVICE, device
    visitor = visitor_of(request.scope)
    return (Trier.LOCAL, "") if visitor.is_local else (Trier.ADDRESS, visitor.network)


async def _kept(keys: Keys, response: Response) -> Response:
    """The answer, or 503 where an ended session would come back with the next start."""
    try:
        await asyncio.to_thread(keys.sessions.store)
    except OSError as error:
        log.error("an ended session is still on disk and lives again after a restart: %s", error)
        message = f"it ended, but only until the next start: the disk takes nothing ({error})"
        return Json({"error": message}, 503)
    return response


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
