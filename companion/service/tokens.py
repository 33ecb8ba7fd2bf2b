"""Tokens: keys that the owner gives to programs outside, one for each, with what it opens.

Only the SHA-256 of a token is kept: a reader of the file or of a backup cannot use what stands
there. The file is read anew when it changed, so a token that was revoked at the command line opens
nothing from the next request on.
"""

import hashlib
import hmac
import json
import logging
import re
import secrets
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from companion.service.private_file import write_private
from companion.service.wire_json import read_object

log = logging.getLogger(__name__)
NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
MOST = 64
"""Tokens that are kept at most."""
TOKEN_BYTES, MOST_BYTES = 32, 64 * 1024
FILE = "tokens.json"


class TokenKind(StrEnum):
    """鍵の種類: what a token opens."""

    INBOUND = "inbound"
    """Hand in sentences of one source."""
    READ = "read"
    """Read the log, the reasons, the devices and the memory."""
    ASK = "ask"
    """Read, and say something as a stranger: it is answered and moves nothing."""
    ACT = "act"
    """Read, say something as a voice of the household, and ask for acts."""


TOOL_KINDS = frozenset({TokenKind.READ, TokenKind.ASK, TokenKind.ACT})
"""Kinds that open the tools for programs."""


class TokenWrong(ValueError):
    """Error: no token can have this name, or it is there already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """One program outside. `name`: of an inbound token the source whose sentences it hands in."""

    name: str
    kind: TokenKind
    sha256: str
    since: str
    """ISO 8601, by this machine's clock."""

    def hands_in(self, source: str) -> bool:
        """Whether it is made for the sentences of this source."""
        return self.kind is TokenKind.INBOUND and self.name == source

    def opens_tools(self) -> bool:
        """Whether it is made for the tools of programs."""
        return self.kind in TOOL_KINDS


class Tokens:
    """All tokens of a state folder. Blocks for a small file."""

    def __init__(self, state_dir: Path) -> None:
        self._path = state_dir / "web" / FILE
        self._read_at: tuple[int, int] | None = None
        self._tokens: dict[str, Token] = {}

    def all(self) -> tuple[Token, ...]:
        """Every token, by name."""
        self._refresh()
        return tuple(self._tokens[name] for name in sorted(self._tokens))

    def add(self, name: str, kind: TokenKind, since: str) -> str:
        """Make one; gives it for the only time. Raises `TokenWrong`, `OSError`."""
        self._refresh()
        if NAME.fullmatch(name) is None:
            raise TokenWrong(f"{name!r} is no name: small letters, digits and _, at most 32")
        if name in self._tokens:
            raise TokenWrong(f"there is a token {name} already; revoke it first")
        if len(self._tokens) >= MOST:
            raise TokenWrong(f"there are {MOST} tokens; revoke some first")
        secret = secrets.token_urlsafe(TOKEN_BYTES)
        made = Token(name=name, kind=kind, sha256=_hash(secret), since=since)
        self._store({**self._tokens, name: made})
        return secret

    def revoke(self, name: str) -> bool:
        """Take one back; False where there is none. Raises `OSError`."""
        self._refresh()
        if name not in self._tokens:
            return False
        self._store({key: token for key, token in self._tokens.items() if key != name})
        return True

    def find(self, secret: str) -> Token | None:
        """The token with this secret; every one is compared, in the same time."""
        self._refresh()
        given, found = _hash(secret), None
        for token in self._tokens.values():
            if hmac.compare_digest(given, token.sha256):
                found = token
        return found

    def _store(self, tokens: dict[str, Token]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        rows = [asdict(token) for token in tokens.values()]
        write_private(self._path, json.dumps({"tokens": rows}, indent=1))
        self._tokens, self._read_at = tokens, self._stamp()

    def _refresh(self) -> None:
        stamp = self._stamp()
        if stamp == self._read_at:
            return
        self._tokens, self._read_at = self._load(), stamp

    def _stamp(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_ino

    def _load(self) -> dict[str, Token]:
        """A file that cannot be read opens nothing."""
        try:
            rows = read_object(self._path.read_bytes(), most_bytes=MOST_BYTES)["tokens"]
            found = [Token(**{**row, "kind": TokenKind(row["kind"])}) for row in rows]
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("no token opens anything: %s cannot be read (%s)", self._path, error)
            return {}
        return {token.name: token for token in found}


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
