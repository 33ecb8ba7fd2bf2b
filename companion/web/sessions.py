"""Sessions: keep the logins in the service, so that each can be listed and ended.

A browser holds a random token. The service keeps only its SHA-256: a reader of the file or a
backup of it cannot log in with what stands there.
"""

import asyncio
import hashlib
import json
import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from pydantic import TypeAdapter
from starlette.requests import Request

from companion.service.private_file import write_private

log = logging.getLogger(__name__)
SESSION = "companion.session"
"""Key of a request's `state`: its session, or None."""
SESSION_S = 30 * 24 * 3600
"""A month: the page on the kitchen wall should not ask every morning."""
SESSIONS_MAX = 64
"""Beyond, the one that was used least lately ends."""
STORE_SEEN_EVERY_S = 3600.0
"""How old "last used" may be on disk; an SD card is not written for every request."""
TEXT_CHARS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One browser that logged in. Times are seconds since 1970."""

    id: str
    """Public: it names the session in lists and opens nothing."""
    token_sha256: str
    browser: str
    system: str
    address: str
    since: float
    seen: float
    expires: float


_FILE = TypeAdapter(dict[str, tuple[Session, ...]])


@dataclass(slots=True)
class _Held:
    session: Session
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Sessions:
    """All sessions; a change is in force at once, `store` makes it last."""

    def __init__(self, path: Path, *, seconds: Callable[[], float]) -> None:
        self._path, self._seconds = path, seconds
        self._held: dict[str, _Held] = {s.token_sha256: _Held(s) for s in _read(path)}
        self._lock = threading.Lock()
        self._stored_s = seconds()

    def begin(self, *, browser: str = "", system: str = "", address: str = "") -> str:
        """A new session; gives the token for its cookie."""
        token, now = secrets.token_urlsafe(32), self._seconds()
        session = Session(
            id=secrets.token_hex(6),
            token_sha256=_digest(token),
            browser=browser[:TEXT_CHARS],
            system=system[:TEXT_CHARS],
            address=address[:TEXT_CHARS],
            since=now,
            seen=now,
            expires=now + SESSION_S,
        )
        self._held[session.token_sha256] = _Held(session)
        while len(self._held) > SESSIONS_MAX:
            self._end(min(self._held.values(), key=lambda held: held.session.seen))
        return token

    def find(self, token: str) -> Session | None:
        """The living session of a cookie's value."""
        held = self._held.get(_digest(token)) if token else None
        if held is None:
            return None
        if held.session.expires <= self._seconds():
            self._end(held)
            return None
        return held.session

    def used(self, session: Session, address: str) -> bool:
        """Note that it is used now; True when the file should be stored for it."""
        held, now = self._held.get(session.token_sha256), self._seconds()
        if held is None:
            return False
        held.session = replace(held.session, seen=now, address=address[:TEXT_CHARS])
        return abs(now - self._stored_s) >= STORE_SEEN_EVERY_S

    def living(self) -> tuple[Session, ...]:
        """All that are in force, the one used last first."""
        now = self._seconds()
        held = [each.session for each in list(self._held.values())]  # also read by `store`'s thread
        found = [session for session in held if session.expires > now]
        return tuple(sorted(found, key=lambda session: -session.seen))

    def end(self, session_id: str) -> bool:
        """End one; False where there is none."""
        return self._end_where(lambda session: session.id == session_id) > 0

    def end_all(self, *, but: str = "") -> int:
        """End all but the one with this id; gives how many."""
        return self._end_where(lambda session: session.id != but)

    def ended(self, session: Session) -> asyncio.Event:
        """Set when it ends: what is being sent to it is cut then."""
        held = self._held.get(session.token_sha256)
        if held is None:
            over = asyncio.Event()
            over.set()
            return over
        return held.ended

    def left_s(self, session: Session) -> float:
        """Seconds until it expires."""
        return session.expires - self._seconds()

    def store(self) -> None:
        """Write all; blocks. Raises `OSError`."""
        with self._lock:
            rows = [asdict(session) for session in self.living()]
            self._stored_s = self._seconds()
            write_private(self._path, json.dumps({"sessions": rows}, ensure_ascii=False))

    def _end_where(self, which: Callable[[Session], bool]) -> int:
        chosen = [held for held in self._held.values() if which(held.session)]
        for held in chosen:
            self._end(held)
        return len(chosen)

    def _end(self, held: _Held) -> None:
        self._held.pop(held.session.token_sha256, None)
        held.ended.set()


def session_now(request: Request) -> Session | None:
    """The session that asks; None for the command line and without a password."""
    session = request.scope.get("state", {}).get(SESSION)
    return session if isinstance(session, Session) else None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _read(path: Path) -> tuple[Session, ...]:
    try:
        return _FILE.validate_json(path.read_bytes()).get("sessions", ())
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        log.warning("the list of sessions cannot be read, everybody logs in again: %s", error)
        return ()
