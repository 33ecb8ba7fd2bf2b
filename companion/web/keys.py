"""Keys: the password, the session secret and the command line's token, all under `state_dir`."""

import contextlib
import hashlib
import hmac
import json
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path

SESSION_S = 30 * 24 * 3600
"""A month: the page on the kitchen wall should not ask every morning."""
PASSWORD_MIN = 8
_SCRYPT_N, _SCRYPT_R, _SCRYPT_P = 2**15, 8, 1
"""OWASP's scrypt row for r=8, p=1 halved once, 32 MiB: a Pi 5 takes about 0.2 s."""


class PasswordTooShort(ValueError):
    """A password needs at least `PASSWORD_MIN` characters."""


class Keys:
    """Reads and writes the page's secrets; every file is 0600 (threat T8)."""

    def __init__(self, state_dir: Path, *, seconds: Callable[[], float] = time.time) -> None:
        self._folder = state_dir / "web"
        # A folder that takes nothing must not keep the recovery page away (F4): what cannot be
        # kept then lasts as long as the process.
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._seconds = seconds
        self._secret = self._keep("secret")
        self.cli_token = self._keep("token")

    @staticmethod
    def token_file(state_dir: Path) -> Path:
        """Where the command line finds its token (sent as `X-Companion-Token`)."""
        return state_dir / "web" / "token"

    def page_token(self) -> str:
        """What every POST of our own page carries in `X-Companion-Page` (threat T9)."""
        return self._sign("page")

    def has_password(self) -> bool:
        """Whether one was set; without it the page stays on loopback."""
        try:
            return (self._folder / "password.json").exists()
        except PermissionError:  # another user's folder: whoever asks is on this machine
            return False

    def set_password(self, password: str) -> None:
        """Store the scrypt hash and end every session. Raises `PasswordTooShort`."""
        if len(password) < PASSWORD_MIN:
            raise PasswordTooShort(f"at least {PASSWORD_MIN} characters")
        salt = secrets.token_bytes(16)
        row = {"salt": salt.hex(), "hash": _scrypt(password, salt).hex()}
        self._write("password.json", json.dumps(row))
        self._secret = secrets.token_hex(32)
        self._write("secret", self._secret)

    def check_password(self, password: str) -> bool:
        """Compare in constant time; False while none is set."""
        if not self.has_password():
            return False
        row = json.loads((self._folder / "password.json").read_text())
        found = _scrypt(password, bytes.fromhex(row["salt"]))
        return hmac.compare_digest(found, bytes.fromhex(row["hash"]))

    def new_session(self) -> str:
        """A signed session value for the cookie."""
        body = f"{int(self._seconds()) + SESSION_S}.{secrets.token_hex(8)}"
        return f"{body}.{self._sign(body)}"

    def session_valid(self, value: str) -> bool:
        """Whether the cookie was signed by us and has not expired."""
        body, _, signature = value.rpartition(".")
        if not body or not hmac.compare_digest(signature.encode(), self._sign(body).encode()):
            return False
        expires = body.partition(".")[0]
        return expires.isdigit() and int(expires) > self._seconds()

    def _sign(self, body: str) -> str:
        return hmac.new(self._secret.encode(), body.encode(), hashlib.sha256).hexdigest()

    def _keep(self, name: str) -> str:
        path, fresh = self._folder / name, secrets.token_hex(32)
        with contextlib.suppress(OSError):
            if not path.exists():
                self._write(name, fresh)
            return path.read_text().strip()
        return fresh

    def _write(self, name: str, text: str) -> None:
        """Write beside and rename, so that a power cut leaves the old or the new file."""
        beside = self._folder / f".{name}.new"
        fd = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(fd, "w") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, self._folder / name)


def _scrypt(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(
        password.encode("utf-8", "surrogatepass"),
        salt=salt,
        n=_SCRYPT_N,
        r=_SCRYPT_R,
        p=_SCRYPT_P,
        maxmem=64 * 1024 * 1024,
    )
