"""Password: keeps its argon2 hash in one file. All methods take up to 0.3 s; call them in a
thread."""

import hashlib
import hmac
import json
import logging
from pathlib import Path
from typing import Any

from companion.service.private_file import write_private

log = logging.getLogger(__name__)
PASSWORD_MIN = 8
TIME_COST, MEMORY_KIB, PARALLELISM = 3, 19 * 1024, 1
"""argon2id as OWASP's password storage sheet has it for 19 MiB, one pass more: about 0.1 s on a
Raspberry Pi 5, and small enough for a device that also holds a language model."""
_SCRYPT_N, _SCRYPT_R, _SCRYPT_P = 2**15, 8, 1
"""Of the hashes written before argon2; they are replaced at the next login."""


class PasswordTooShort(ValueError):
    """A password needs at least `PASSWORD_MIN` characters."""


class PasswordFile:
    """One password. The file is written whole, with mode 0600."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def is_set(self) -> bool:
        """Whether there is one."""
        try:
            return self._path.exists()
        except PermissionError:  # another user's folder: the caller is on this machine
            return False

    def set(self, password: str) -> None:
        """Store its hash. Raises `PasswordTooShort`, `OSError`."""
        if len(password) < PASSWORD_MIN:
            raise PasswordTooShort(f"at least {PASSWORD_MIN} characters")
        row = {"argon2": _hasher().hash(_bytes(password))}
        write_private(self._path, json.dumps(row))

    def check(self, password: str) -> bool:
        """Whether it is the one; False while none is set. An old hash is written anew."""
        if not self.is_set():
            return False
        try:
            row = json.loads(self._path.read_text(encoding="utf-8"))
            right, is_old = _check(row, password)
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.error(
                "the password file %s cannot be read (%s). Remove it on this machine and set a "
                "password anew",
                self._path,
                error,
            )
            return False
        if right and is_old:
            self._replace(password)
        return right

    def _replace(self, password: str) -> None:
        row = {"argon2": _hasher().hash(_bytes(password))}
        try:
            write_private(self._path, json.dumps(row))
        except OSError as error:
            log.warning("the password keeps its old hash: %s", error)


def _check(row: dict[str, Any], password: str) -> tuple[bool, bool]:
    """Whether it is right, and whether the hash is of an older kind."""
    if "argon2" not in row:
        salt, expected = bytes.fromhex(row["salt"]), bytes.fromhex(row["hash"])
        found = hashlib.scrypt(
            _bytes(password),
            salt=salt,
            n=_SCRYPT_N,
            r=_SCRYPT_R,
            p=_SCRYPT_P,
            maxmem=64 * 1024 * 1024,
        )
        return hmac.compare_digest(found, expected), True
    from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

    hasher = _hasher()
    try:
        hasher.verify(str(row["argon2"]), _bytes(password))
    except VerifyMismatchError:
        return False, False
    except (VerificationError, InvalidHashError) as error:
        raise ValueError(f"not an argon2 hash: {error}") from error
    return True, hasher.check_needs_rehash(str(row["argon2"]))


def _hasher() -> Any:
    # Only here: a home where nobody logs in need not hold it.
    from argon2 import PasswordHasher

    return PasswordHasher(TIME_COST, MEMORY_KIB, PARALLELISM)


def _bytes(password: str) -> bytes:
    return password.encode("utf-8", "surrogatepass")
