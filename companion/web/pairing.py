"""Pairing: makes a code that logs a phone in once, without its password.

A browser that is logged in asks for it and shows it as a QR code. The code stands behind `#` in the
address, which no browser sends and no log keeps; the page it opens sends it when its button is
pressed, so that a scanner that looks at the address beforehand uses nothing up. Only the SHA-256 of
the newest code is held, in memory.
"""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

CODE_S = 180.0
"""Long enough to fetch the phone from the next room."""
CODE_BYTES = 16


@dataclass(frozen=True, slots=True)
class _Code:
    digest: bytes
    made_by: str
    """Session that asked for it: once that is ended, the code is worth nothing."""
    until_s: float


@dataclass(slots=True)
class Pairing:
    """At most one code at a time; a new one takes the place of the last."""

    seconds: Callable[[], float] = time.monotonic
    _code: _Code | None = field(default=None, init=False)

    def begin(self, session_id: str) -> str:
        """A new code for the session that asks."""
        code = secrets.token_urlsafe(CODE_BYTES)
        self._code = _Code(_digest(code), session_id, self.seconds() + CODE_S)
        return code

    def use(self, code: str) -> str:
        """The session that asked for it, if it is this code and in time; "" else. It works once;
        a wrong one uses nothing up, for then anybody could spoil it."""
        held = self._code
        if held is None or not hmac.compare_digest(held.digest, _digest(code)):
            return ""
        self._code = None
        return held.made_by if self.seconds() < held.until_s else ""


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).digest()
