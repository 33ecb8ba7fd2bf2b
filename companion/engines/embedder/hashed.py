"""Hashed embedder: a twin without a model, in which only equal words are close."""

import hashlib
import math
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from companion.ports.embedder import EmbedderUnavailable, Vector


class Settings(BaseModel):
    """Settings of the hashed embedder."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    size: int = Field(384, gt=7, description="numbers in a vector")


class HashedEmbedder:
    """Embedder that hashes triples of letters, always the same way. `gone` makes it unavailable,
    for fault tests."""

    def __init__(self, settings: Settings) -> None:
        self._size = settings.size
        self.gone = ""

    @property
    def size(self) -> int:
        """Numbers in a vector."""
        return self._size

    async def embed(self, texts: Sequence[str], *, stored: bool = False) -> tuple[Vector, ...]:
        """One vector per text, stored or not. Raises `EmbedderUnavailable` when told to be gone."""
        if self.gone:
            raise EmbedderUnavailable(self.gone)
        return tuple(self._one(text) for text in texts)

    async def close(self) -> None:
        """No process to end."""

    async def forget(self) -> None:
        """Let go of nothing: the twin keeps no text."""

    def _one(self, text: str) -> Vector:
        counts = [0.0] * self._size
        padded = f"  {text.casefold()} "
        for start in range(len(padded) - 2):
            digest = hashlib.blake2b(padded[start : start + 3].encode(), digest_size=8).digest()
            counts[int.from_bytes(digest) % self._size] += 1.0
        length = math.hypot(*counts)
        return tuple(count / length for count in counts)


def build(settings: Settings) -> HashedEmbedder:
    """Build the hashed embedder."""
    return HashedEmbedder(settings)
