"""Port of the embedder: turns texts into vectors that are close when the meanings are close, across
languages."""

from collections.abc import Sequence
from typing import Protocol

Vector = tuple[float, ...]
"""Length 1; as many numbers as `Embedder.size`."""


class EmbedderUnavailable(RuntimeError):
    """Error: the embedder is not installed, is loading, or its worker died; the text says the
    remedy."""


class Embedder(Protocol):
    """Small model for Japanese and English that runs in a worker process.

    Must: give the same vector for the same text, vectors of length 1, and one per text in
    order; start by itself on the first `embed`; serve again after its worker came back.
    """

    @property
    def size(self) -> int:
        """Numbers in a vector."""

    async def embed(self, texts: Sequence[str], *, stored: bool = False) -> tuple[Vector, ...]:
        """One vector per text. `stored`: texts that are kept to be found later; else questions
        that look for them, or texts that are compared with each other. Raises
        `EmbedderUnavailable`."""

    async def forget(self) -> None:
        """Let go of every text that is kept in memory: one of them was erased."""

    async def close(self) -> None:
        """End the worker; idempotent."""
