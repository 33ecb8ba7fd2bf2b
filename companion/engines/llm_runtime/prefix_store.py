"""Prefix store: keeps the evaluated head of each prompt on disk between two starts.

One file per KV sequence, named `SLOT-KEY-SHA256.kv`: the key says of what it is the state, the
hash that it is whole. A file that is not both is removed, never given to native code. The files
hold what the prompts hold (persona, home): folder 0700, files 0600.
"""

import hashlib
import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from companion.words.llm import PromptMessage

FORMAT = 1
"""Raised when what is saved or how changes."""
_NAME = re.compile(r"(\d+)-([0-9a-f]{32})-([0-9a-f]{64})\.kv")


def unchanging(messages: Sequence[PromptMessage]) -> tuple[PromptMessage, ...]:
    """Take the part of a prompt that its key is made of: all but a last user message, which
    varies."""
    ends_open = len(messages) > 1 and messages[-1].role == "user"
    return tuple(messages[:-1] if ends_open else messages)


class PrefixStore:
    """Folder of evaluated prefixes. All methods block: call them in a thread. Raises `OSError`."""

    def __init__(self, folder: Path, *, of: Sequence[object], limit_bytes: int) -> None:
        """`of`: everything but the text that a state depends on (model hash, runtime, sizes)."""
        self.folder = folder
        self._of = (FORMAT, *of)
        self._limit_bytes = limit_bytes

    def key(self, messages: Sequence[PromptMessage]) -> str:
        """Names the state of this prefix under this model and runtime."""
        texts = [(m.role, m.content) for m in unchanging(messages)]
        whole = json.dumps([self._of, texts], ensure_ascii=False, default=str)
        return hashlib.sha256(whole.encode(errors="surrogatepass")).hexdigest()[:32]

    def open(self) -> None:
        """Make the folder, for our eyes only; what an interrupted save left goes."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder.chmod(0o700)
        for path in self.folder.iterdir():
            if _NAME.fullmatch(path.name) is None and path.is_file():
                path.unlink(missing_ok=True)

    def find(self, slot: int, key: str) -> Path | None:
        """The whole file of this slot and key, or None; a damaged one is removed."""
        for path, name in self._files():
            if (int(name[1]), name[2]) != (slot, key):
                continue
            with suppress(OSError):
                if _sha256(path) == name[3]:
                    return path
            path.unlink(missing_ok=True)
        return None

    def fresh(self, slot: int) -> Path:
        """Where native code may write a new state of this slot."""
        return self.folder / f"{slot}.new"

    def seal(self, slot: int, key: str) -> bool:
        """Make the fresh file of this slot the valid one, atomically; False when it is too big.

        Older states of the slot go; so do the oldest of others while the folder is over its
        limit.
        """
        fresh = self.fresh(slot)
        if fresh.stat().st_size > self._limit_bytes:
            fresh.unlink()
            return False
        fresh.chmod(0o600)
        digest = _sha256(fresh)
        with fresh.open("rb") as file:
            os.fsync(file.fileno())
        whole = self.folder / f"{slot}-{key}-{digest}.kv"
        fresh.replace(whole)
        for path, name in self._files():
            if int(name[1]) == slot and path != whole:
                path.unlink(missing_ok=True)
        self._shrink(whole)
        return True

    def _shrink(self, newest: Path) -> None:
        paths = [path for path, _ in self._files() if path != newest]
        paths.sort(key=lambda path: path.stat().st_mtime)
        total = sum(path.stat().st_size for path in (*paths, newest))
        for path in paths:
            if total <= self._limit_bytes:
                return
            total -= path.stat().st_size
            path.unlink(missing_ok=True)

    def _files(self) -> list[tuple[Path, re.Match[str]]]:
        if not self.folder.is_dir():
            return []
        named = ((path, _NAME.fullmatch(path.name)) for path in sorted(self.folder.iterdir()))
        return [(path, name) for path, name in named if name is not None]


def clear(folder: Path) -> None:
    """Remove every file kept there, whole or half written. Raises `OSError`."""
    if folder.is_dir():
        for path in folder.iterdir():
            path.unlink(missing_ok=True)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
