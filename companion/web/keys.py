"""Keys: keep the files that open the page under `state_dir`, each with mode 0600."""

import contextlib
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from itsdangerous import BadSignature, TimestampSigner

from companion.service.private_file import write_private
from companion.service.tokens import Tokens
from companion.web.password import PasswordFile
from companion.web.sessions import Sessions

DEVICE_S = 400 * 24 * 3600
"""How long a browser is remembered as one that logged in; browsers keep no cookie longer."""


class Keys:
    """Password, sessions, remembered devices, the page's and the command line's token."""

    def __init__(self, state_dir: Path, *, seconds: Callable[[], float] = time.time) -> None:
        self._folder = state_dir / "web"
        # A folder that takes nothing must not keep the recovery page away: what cannot be kept
        # then lasts as long as the process.
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._secret = self._keep("secret")
        self.cli_token = self._keep("token")
        self.sessions = Sessions(self._folder / "sessions.json", seconds=seconds)
        self.tokens = Tokens(state_dir)
        self._password = PasswordFile(self._folder / "password.json")
        self._devices = TimestampSigner(self._secret, salt="remembered device")

    def page_token(self) -> str:
        """Token that every POST of our own page carries in `X-Companion-Page`."""
        return hmac.new(self._secret.encode(), b"page", hashlib.sha256).hexdigest()

    def has_password(self) -> bool:
        """Whether one was set; without it the page stays on loopback."""
        return self._password.is_set()

    def set_password(self, password: str) -> None:
        """Store its hash; blocks. The caller ends the sessions. Raises `PasswordTooShort`,
        `OSError`."""
        self._password.set(password)

    def check_password(self, password: str) -> bool:
        """Whether it is the one; blocks."""
        return self._password.check(password)

    def device_cookie(self, device: str = "") -> str:
        """A signed cookie for a browser that logged in; an id it had before is kept."""
        return self._devices.sign(device or secrets.token_hex(8)).decode("ascii")

    def device_of(self, cookie: str) -> str:
        """The id in a device cookie; "" where we did not sign it, or too long ago."""
        try:
            return self._devices.unsign(cookie, max_age=DEVICE_S).decode("ascii")
        except (BadSignature, UnicodeError):
            return ""

    def _keep(self, name: str) -> str:
        path, fresh = self._folder / name, secrets.token_hex(32)
        with contextlib.suppress(OSError):
            if not path.exists():
                write_private(path, fresh)
            return path.read_text(encoding="ascii").strip()
        return fresh
