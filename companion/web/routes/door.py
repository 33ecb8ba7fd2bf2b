"""Door: logs people in and out, sets the password, lists and ends sessions."""

import asyncio
import logging
from datetime import UTC, datetime

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from companion.web.asked import Body, Json, body_of
from companion.web.browser import about_browser
from companion.web.guard import DEVICE_COOKIE, SESSION_COOKIE, session_of
from companion.web.keys import DEVICE_S, Keys
from companion.web.limits import LoginBrake, Trier
from companion.web.pairing import CODE_S
from companion.web.phone import phone, qr_code
from companion.web.sessions import SESSION_S, session_now
from companion.web.site import reader_of, site_of
from companion.web.visitor import visitor_of

log = logging.getLogger(__name__)


class Login(Body):
    """A password try."""

    password: str = Field(max_length=256)


class NewPassword(Body):
    """A new password; the old one is needed where one is set."""

    old: str = Field("", max_length=256)
    new: str = Field(max_length=256)


class Scanned(Body):
    """A scanned code."""

    code: str = Field(max_length=64)


async def login_page(request: Request) -> HTMLResponse:
    """The door; shows nothing of the home."""
    site, reader = site_of(request), reader_of(request)
    return await site.draw(request, reader, "login.html", {"place": ""})


async def login(request: Request) -> Response:
    """Give a session for the password; 429 with the seconds to wait."""
    site = site_of(request)
    given = await body_of(request, Login)
    await check_password(request, site.keys, site.brake, given.password)
    return await with_session(request, site.keys)


async def pair_page(request: Request) -> HTMLResponse:
    """Where a scanned code leads; shows nothing of the home, and uses nothing up."""
    site, reader = site_of(request), reader_of(request)
    return await site.draw(request, reader, "pair.html", {"place": ""})


async def pair(request: Request) -> Json:
    """A code that logs one phone in, for a browser that is logged in itself."""
    site = site_of(request)
    session = session_now(request)
    if session is None:
        raise HTTPException(403, "only a browser that is logged in asks for a code")
    found = await phone(site, request.url.port or 443)
    if found is None:
        raise HTTPException(409, "the page opens on this machine only: see web.host")
    address = f"{found.address}pair#{site.pairing.begin(session.id)}"
    return Json({"address": address, "svg": str(qr_code(address)), "seconds": CODE_S})


async def use_pairing(request: Request) -> Response:
    """Log this browser in by a code: 401 where it is wrong, used or too old. Tries count as those
    of a password."""
    site = site_of(request)
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


async def logout(request: Request) -> Response:
    """End this browser's session, here and in the browser."""
    site = site_of(request)
    response = Response(status_code=204)
    session = session_now(request)
    if session is not None:
        site.keys.sessions.end(session.id)
        response = await _kept(site.keys, response)
    response.delete_cookie(SESSION_COOKIE, path="/", samesite="strict", httponly=True)
    return response


async def password(request: Request) -> Response:
    """Set or change the password; every other session ends."""
    site = site_of(request)
    given = await body_of(request, NewPassword)
    if site.keys.has_password():
        await check_password(request, site.keys, site.brake, given.old)
    try:
        await asyncio.to_thread(site.keys.set_password, given.new)
    except OSError as error:
        raise HTTPException(503, f"the disk takes nothing: {error}") from error
    site.keys.sessions.end_all()
    return await with_session(request, site.keys)


async def sessions(request: Request) -> Json:
    """Sessions that are logged in, the last used first."""
    site = site_of(request)
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
    return Json({"sessions": rows})


async def end_session(request: Request) -> Response:
    """End one session at once; 404 where there is none."""
    site, session_id = site_of(request), str(request.path_params["session_id"])
    if not site.keys.sessions.end(session_id):
        raise HTTPException(404, "no such session; `companion sessions list` names them")
    return await _kept(site.keys, Response(status_code=204))


async def end_sessions(request: Request) -> Response:
    """End all sessions but the one that asks."""
    site = site_of(request)
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


ROUTES = (
    Route("/login", login_page, methods=["GET"]),
    Route("/api/login", login, methods=["POST"]),
    Route("/pair", pair_page, methods=["GET"]),
    Route("/api/pair", pair, methods=["POST"]),
    Route("/api/pair/use", use_pairing, methods=["POST"]),
    Route("/api/logout", logout, methods=["POST"]),
    Route("/api/password", password, methods=["POST"]),
    Route("/api/sessions", sessions, methods=["GET"]),
    Route("/api/sessions/{session_id}/end", end_session, methods=["POST"]),
    Route("/api/sessions/end", end_sessions, methods=["POST"]),
)
